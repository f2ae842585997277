//! The names of cells, digits and houses, and of a step with the kind of its reason.

use crate::{
    logic::{House, HouseKind, cell_name},
    techniques::{
        houses::{BOX, COLUMN, ROW, cells, members},
        reason::{Argument, Chain, Link, Node, Reason},
        step::{Step, Technique},
    },
};
use quadrille_grid::Shape;

/// A cell as `r1c5`.
pub(super) fn cell(cell: usize) -> String {
    cell_name(Shape::NINE, cell)
}

/// A house as `row 1`.
pub(super) fn house(house: u8) -> String {
    let house = usize::from(house);
    let kind = match house / 9 {
        BOX => HouseKind::Box,
        ROW => HouseKind::Row,
        _ => HouseKind::Column,
    };
    House { kind, index: house % 9 }.to_string()
}

/// Digits as `37`.
pub(super) fn digits(set: u16) -> String {
    members(set).map(|digit| char::from(b'1' + digit as u8)).collect()
}

/// Cells as forums write them: `r12c5`, or groups such as `r1c5,r2c78`.
pub(super) fn group(set: u128) -> String {
    let groups = [true, false].map(|by_rows| groups(set, by_rows));
    let [rows, columns] = groups;
    if columns.len() < rows.len() { columns.join(",") } else { rows.join(",") }
}

/// Groups of the rows with the same columns, or of the columns with the same rows.
fn groups(set: u128, by_rows: bool) -> Vec<String> {
    let of = |line: usize| {
        let cell = |at: usize| if by_rows { 9 * line + at } else { 9 * at + line };
        (0..9).fold(0u16, |places, at| places | u16::from(set >> cell(at) & 1 == 1) << at)
    };
    let lines: [u16; 9] = std::array::from_fn(of);
    let is_first = |&line: &usize| lines[line] != 0 && !lines[..line].contains(&lines[line]);
    let group = |line: usize| {
        let equal =
            (0..9).filter(|&other| lines[other] == lines[line]).fold(0, |set, other| set | 1 << other);
        let (rows, columns) = if by_rows { (equal, lines[line]) } else { (lines[line], equal) };
        format!("r{}c{}", digits(rows), digits(columns))
    };
    (0..9).filter(is_first).map(group).collect()
}

/// Things in words: `a`, `a and b`, `a, b and c`.
pub(super) fn listed(things: &[String], last: &str) -> String {
    match things {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// Cells in words, with `and` or `or` before the last one.
pub(super) fn cells_in_words(set: u128, last: &str) -> String {
    listed(&cells(set).map(cell).collect::<Vec<_>>(), last)
}

/// Houses in words: `rows 3 and 7`, `column 2`, or `row 3 and boxes 1 and 4`.
pub(super) fn houses_in_words(houses: impl Iterator<Item = u8>) -> String {
    let mut of_kind = [0; 3];
    houses.for_each(|house| of_kind[usize::from(house) / 9] |= 1u16 << (house % 9));
    let text = |kind: usize| {
        let name = ["box", "row", "column"][kind];
        let plural = match of_kind[kind].count_ones() {
            1 => "",
            _ if kind == BOX => "es",
            _ => "s",
        };
        format!("{name}{plural} {}", digits_in_words(of_kind[kind], "and"))
    };
    let kinds = [ROW, COLUMN, BOX].into_iter().filter(|kind| of_kind[*kind] != 0);
    listed(&kinds.map(text).collect::<Vec<_>>(), "and")
}

/// Digits in words, with `and` or `or` before the last one.
pub(super) fn digits_in_words(set: u16, last: &str) -> String {
    listed(&members(set).map(|digit| (digit + 1).to_string()).collect::<Vec<_>>(), last)
}

/// A node as `r1c5=3` or `r1c5<>3`.
pub(super) fn node(node: &Node) -> String {
    format!("{}{}{}", group(node.cells), if node.on { "=" } else { "<>" }, digits(node.digits))
}

impl Step {
    /// The digit or the removals, as forums write them: `r1c5=3`, or `r12c5<>3 r4c7<>1`.
    ///
    /// Candidates are grouped by digits or by cells, whichever is shorter.
    pub fn eliminations(&self) -> String {
        if let Some((at, digit)) = self.placed {
            return format!("{}={}", cell(at.into()), digit + 1);
        }
        let removed = self.removed.0;
        let mut by_digits: Vec<(u128, u16)> = Vec::new();
        for (digit, &set) in removed.iter().enumerate().filter(|(_, set)| **set != 0) {
            match by_digits.iter_mut().find(|(known, _)| *known == set) {
                Some((_, digits)) => *digits |= 1 << digit,
                None => by_digits.push((set, 1 << digit)),
            }
        }
        let mut by_cells: Vec<(u128, u16)> = Vec::new();
        for cell in cells(removed.iter().fold(0, |all, set| all | set)) {
            let of_cell = (0..9).fold(0, |set, digit| set | ((removed[digit] >> cell & 1) as u16) << digit);
            match by_cells.iter_mut().find(|(_, known)| *known == of_cell) {
                Some((set, _)) => *set |= 1 << cell,
                None => by_cells.push((1 << cell, of_cell)),
            }
        }
        let text = |groups: &[(u128, u16)]| {
            let groups = groups.iter().map(|&(set, of)| format!("{}<>{}", group(set), digits(of)));
            groups.collect::<Vec<_>>().join(" ")
        };
        let [by_digits, by_cells] = [text(&by_digits), text(&by_cells)];
        if by_cells.len() < by_digits.len() { by_cells } else { by_digits }
    }

    /// The name of the technique with the kind of its reason, such as `unique rectangle type 1`, `BUG+1`, `X-cycle` or `cell forcing chains`.
    pub fn name(&self, reason: &Reason) -> String {
        let name = self.technique.name();
        match (self.technique, reason.argument) {
            (Technique::Bug, Argument::Type(1)) => format!("{name}+1"),
            (_, Argument::Type(number)) => format!("{name} type {number}"),
            (Technique::Cycle | Technique::ForcingChain, _) => match links(&reason.chains) {
                [true, _] => name.replace("cycle", "X-cycle").replace("chain", "X-chain"),
                [_, true] => name.replace("cycle", "Y-cycle"),
                _ => name.replace("cycle", "XY-cycle"),
            },
            (Technique::Nishio, _) => format!("{name} forcing chains"),
            (Technique::MultipleChains, argument) => name.replace("multiple", kind(argument)),
            (technique, _) if technique.explainer_ratings().is_none() => name.to_owned(),
            (_, argument) => match kind(argument) {
                "" => name.to_owned(),
                kind => name.replace("forcing", &format!("{kind} forcing")),
            },
        }
    }
}

impl Technique {
    /// The longer names that [`Step::name`] gives to steps by this technique of Sudoku Explainer; none if it has no types.
    pub fn longer_names(self) -> Vec<String> {
        let name = self.name();
        let kinds =
            || [Argument::Contradiction, Argument::Double, Argument::Cell(0), Argument::House(0)].map(kind);
        match self {
            Technique::UniqueRectangle | Technique::UniqueLoop => {
                (1..=4).map(|number| format!("{name} type {number}")).collect()
            }
            Technique::Bug => {
                ["+1", " type 2", " type 3", " type 4"].map(|end| format!("{name}{end}")).into()
            }
            Technique::Cycle => ["X-cycle", "Y-cycle", "XY-cycle"].map(str::to_owned).into(),
            Technique::ForcingChain => vec![name.replace("chain", "X-chain")],
            Technique::Nishio => vec![format!("{name} forcing chains")],
            Technique::MultipleChains => kinds().map(|kind| name.replace("multiple", kind)).into(),
            Technique::DynamicChains | Technique::DynamicChainsPlus | Technique::NestedChains(_) => {
                kinds().map(|kind| name.replace("forcing", &format!("{kind} forcing"))).into()
            }
            _ => Vec::new(),
        }
    }
}

/// The kind of an argument with several chains.
fn kind(argument: Argument) -> &'static str {
    match argument {
        Argument::Contradiction => "contradiction",
        Argument::Double => "double",
        Argument::Cell(_) => "cell",
        Argument::House(_) => "region",
        _ => "",
    }
}

/// Whether all nodes of the chains have one digit, and whether each node that is true follows through its cell.
fn links(chains: &[Chain]) -> [bool; 2] {
    let nodes = || chains.iter().flat_map(|chain| &chain.nodes);
    let digits = nodes().fold(0, |all, node| all | node.digits);
    let is_of_cell = |node: &Node| node.parents.iter().all(|parent| parent.link == Link::Cell);
    [digits.is_power_of_two(), nodes().filter(|node| node.on).all(is_of_cell)]
}
