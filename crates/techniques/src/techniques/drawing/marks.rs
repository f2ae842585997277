//! How the candidates, cells and houses of a step are marked.

use super::svg::{Svg, candidate};
use crate::techniques::{
    houses::{cells, members},
    position::Position,
    reason::{Argument, Part, Reason, Role},
    step::{Removals, Step},
};

/// The marks of steps.
pub(super) struct Marks {
    /// The classes of the discs of candidates, by digit, then by cell; empty if a candidate has none.
    discs: [[&'static str; 81]; 9],
    /// The houses and cells that are tinted, with their classes.
    houses: Vec<(&'static str, u8)>,
    cells: Vec<(&'static str, u128)>,
    removed: Removals,
    placed: Vec<(u8, u8)>,
}

impl Marks {
    /// The marks of some steps. A reason without parts and chains leaves the cells and digits of its step.
    pub fn new(position: &Position, steps: &[(Step, Reason)]) -> Marks {
        let mut marks = Marks {
            discs: [[""; 81]; 9],
            houses: Vec::new(),
            cells: Vec::new(),
            removed: Removals::default(),
            placed: Vec::new(),
        };
        for (step, reason) in steps {
            marks.add(position, step, reason);
        }
        marks
    }

    fn add(&mut self, position: &Position, step: &Step, reason: &Reason) {
        let Step { cells, digits, placed, ref removed, .. } = *step;
        if reason.parts.is_empty() && reason.chains.is_empty() && placed.is_none() {
            self.add_part(position, &Part { role: Role::Pattern, cells, digits, house: None }, "cell", false);
        }
        match reason.argument {
            Argument::Cell(cell) => self.cells.push(("cell", 1 << cell)),
            Argument::House(house) => self.houses.push(("base", house)),
            _ => {}
        }
        // The candidates of chains have discs of their own; parts say where the chains start.
        let has_chains = !reason.chains.is_empty();
        let mut sets = ["cell0", "cell1", "cell2", "cell3"].into_iter().cycle();
        for part in &reason.parts {
            let class = if part.role == Role::AlmostLockedSet { sets.next() } else { None };
            self.add_part(position, part, class.unwrap_or("cell"), has_chains);
        }
        for node in reason.chains.iter().flat_map(|chain| &chain.nodes) {
            self.add_discs(position, (node.cells, node.digits), if node.on { "on" } else { "off" });
        }
        for (cell, digit) in removed.candidates() {
            self.removed.0[digit] |= 1 << cell;
        }
        if let Some((cell, digit)) = placed {
            self.placed.push((cell, digit));
            self.cells.push(("cell", 1 << cell));
        }
    }

    fn add_part(&mut self, position: &Position, part: &Part, cell_class: &'static str, has_chains: bool) {
        if let Some(house) = part.house {
            self.houses.push((if part.role == Role::Cover { "cover" } else { "base" }, house));
        }
        let is_fish = matches!(part.role, Role::Base | Role::Cover);
        if !is_fish && part.house.is_none() && part.cells.count_ones() <= 9 {
            self.cells.push((cell_class, part.cells));
        }
        if !has_chains && part.role != Role::Cover {
            self.add_discs(position, (part.cells, part.digits), disc_class(part.role));
        }
    }

    /// Gives the candidates of some cells discs. A candidate that is true keeps its disc if it is false elsewhere; a more special role
    /// replaces the pattern.
    fn add_discs(&mut self, position: &Position, (set, digits): (u128, u16), class: &'static str) {
        for digit in members(digits) {
            for cell in cells(set & position.cells[digit]) {
                let disc = &mut self.discs[digit][cell];
                if disc.is_empty() || *disc == "pattern" || *disc == "off" {
                    *disc = class;
                }
            }
        }
    }

    /// Tints houses and cells, below the lines of the board.
    pub fn draw_tints(&self, svg: &mut Svg) {
        let mut drawn = Vec::new();
        for tint in &self.houses {
            if !drawn.contains(tint) {
                drawn.push(*tint);
                svg.tint_house(tint.0, tint.1.into());
            }
        }
        let mut seen = 0;
        for (class, set) in &self.cells {
            svg.tint(class, set & !seen);
            seen |= set;
        }
    }

    /// The discs of the candidates.
    pub fn draw_discs(&self, svg: &mut Svg) {
        for (digit, discs) in self.discs.iter().enumerate() {
            for (cell, class) in discs.iter().enumerate().filter(|(_, class)| !class.is_empty()) {
                svg.disc(class, candidate(cell, digit));
            }
        }
    }

    /// The digits of a cell that have discs.
    pub fn discs(&self, cell: usize) -> u16 {
        (0..9).fold(0, |set, digit| set | u16::from(!self.discs[digit][cell].is_empty()) << digit)
    }

    /// The digits that are removed from a cell.
    pub fn removed(&self, cell: usize) -> u16 {
        (0..9).fold(0, |set, digit| set | ((self.removed.0[digit] >> cell & 1) as u16) << digit)
    }

    /// The digit, from 0, that is placed in a cell, if one is.
    pub fn placed(&self, cell: usize) -> Option<u8> {
        self.placed.iter().find(|(placed, _)| usize::from(*placed) == cell).map(|(_, digit)| *digit)
    }
}

fn disc_class(role: Role) -> &'static str {
    match role {
        Role::Fin | Role::Further => "fin",
        Role::Pivot => "pivot",
        Role::Wing | Role::Locked => "wing",
        Role::Excluder => "excluder",
        Role::OtherColor => "other",
        _ => "pattern",
    }
}
