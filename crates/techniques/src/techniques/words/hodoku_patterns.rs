//! The sentences of the patterns that only HoDoKu has, and of those whose parts it names in another way.

use super::names::{self, cells_in_words, digits_in_words, listed};
use crate::techniques::{
    houses::{CELLS_OF, COLUMN, HOUSES_OF, ROW, cells, shared_houses},
    reason::{Part, Role},
    step::{Step, Technique},
};

/// Why a pattern makes its step; `None` if there is no sentence for it.
pub(super) fn because(step: &Step, parts: &[Part]) -> Option<String> {
    use Technique::*;
    Some(match (step.technique, parts) {
        (NakedPair | NakedTriplet | NakedQuad | LockedPair | LockedTriplet, [set]) => naked(set),
        (HiddenPair | HiddenTriplet | HiddenQuad, [set]) => {
            let (cells, digits) = (cells_in_words(set.cells, "and"), digits_in_words(set.digits, "and"));
            format!("in {} only {cells} can hold {digits}, so these cells have no other digits", house(set))
        }
        (Fish(_), [first, ..]) => fish(first.digits, parts),
        (Skyscraper | TwoStringKite | TurbotFish, [a, b]) => {
            let digit = names::digits(a.digits);
            format!(
                "{}, and {}; two of these cells see each other, so one of the other two has {digit}",
                only_in(a),
                only_in(b)
            )
        }
        (EmptyRectangle, [places, link]) => {
            let (digit, lines) = (names::digits(link.digits), empty_rectangle_lines(step, places, link));
            let lines = lines.map_or_else(
                || names::group(places.cells),
                |lines| names::houses_in_words(lines.into_iter()),
            );
            format!("{} has {digit} only in {lines}, and {}", house(places), only_in(link))
        }
        (SimpleColorsTrap | SimpleColorsWrap, [color, other]) => colors(step.technique, color, other),
        (MultiColors1 | MultiColors2, [a, b, c, d]) => {
            let digit = names::digits(a.digits);
            let pair = |a: &Part, b: &Part| format!("{} or {}", names::group(a.cells), names::group(b.cells));
            format!("{digit} is in all of {}, and in all of {}", pair(a, b), pair(c, d))
        }
        (WWing, [a, b, link]) => {
            let cells = cells_in_words(a.cells | b.cells, "and");
            let (pair, digit) = (digits_in_words(a.digits, "or"), names::digits(a.digits & !link.digits));
            format!("{cells} are {pair}, and {}, so one of them is {digit}", only_in(link))
        }
        (BugPlusOne, [further, _]) => {
            let (digit, cell) = (names::digits(further.digits), names::group(further.cells));
            format!("without {digit} in {cell}, every cell and every digit of a house would have two choices")
        }
        (UniquenessTest(_) | HiddenRectangle | AvoidableRectangle(_), [pattern, rest @ ..]) => {
            rectangle(step, pattern, rest)
        }
        _ => return None,
    })
}

fn house(part: &Part) -> String {
    part.house.map(names::house).unwrap_or_default()
}

/// The row and the column in which a box has a digit. A link leads from one of them to a cell that sees what is removed in the other one.
fn empty_rectangle_lines(step: &Step, places: &Part, link: &Part) -> Option<[u8; 2]> {
    let [own, linked] = [places, link].map(|part| part.cells);
    let in_box = CELLS_OF[usize::from(places.house?)];
    let removed = removed(step);
    let joins = |&[row, column]: &[usize; 2]| {
        let [row, column] = [row, column].map(|line| CELLS_OF[line]);
        let leads = |a: u128, b: u128| linked & a != 0 && removed & b != 0;
        let crosses = in_box & row != 0 && in_box & column != 0;
        crosses && own & !(row | column) == 0 && (leads(row, column) || leads(column, row))
    };
    let lines = (9..18).flat_map(|row| (18..27).map(move |column| [row, column])).find(joins)?;
    Some(lines.map(|line| line as u8))
}

/// The cells in which a step removes candidates.
fn removed(step: &Step) -> u128 {
    step.removed.candidates().fold(0, |cells, (cell, _)| cells | 1 << cell)
}

/// "row 3 has 5 only in r3c2 and r3c7".
fn only_in(part: &Part) -> String {
    let (digit, cells) = (names::digits(part.digits), cells_in_words(part.cells, "and"));
    format!("{} has {digit} only in {cells}", house(part))
}

/// Cells with as many digits, in all houses that they share.
fn naked(set: &Part) -> String {
    let houses: Vec<_> = shared_houses(set.cells).map(|house| names::house(house as u8)).collect();
    format!(
        "{} hold {}, so no other cell of {} has {}",
        cells_in_words(set.cells, "and"),
        digits_in_words(set.digits, "and"),
        listed(&houses, "or"),
        digits_in_words(set.digits, "or")
    )
}

/// Base houses that have a digit only in cover houses, or in fins: "rows 3 and 7 have 5 only in columns 2 and 8".
pub(super) fn fish(digits: u16, parts: &[Part]) -> String {
    let of = |role: Role| parts.iter().filter(move |part| part.role == role);
    let houses = |role| of(role).filter_map(|part| part.house);
    let (digit, fins) = (names::digits(digits), of(Role::Fin).fold(0, |cells, part| cells | part.cells));
    let (or, sees) = match fins.count_ones() {
        0 => (String::new(), ""),
        1 => (format!(" or in the fin {}", names::group(fins)), " that sees the fin"),
        _ => (format!(" or in the fins {}", cells_in_words(fins, "and")), " that sees all fins"),
    };
    let kind = match houses(Role::Cover)
        .map(|house| usize::from(house) / 9)
        .fold(0, |kinds, kind| kinds | 1 << kind)
    {
        0b001 => "boxes",
        0b010 => "rows",
        0b100 => "columns",
        _ => "houses",
    };
    let [bases, covers] = [Role::Base, Role::Cover].map(|role| names::houses_in_words(houses(role)));
    format!("{bases} have {digit} only in {covers}{or}, so no other cell of these {kind}{sees} has {digit}")
}

/// The two colors of a digit, of which one is true.
fn colors(technique: Technique, color: &Part, other: &Part) -> String {
    let digit = names::digits(color.digits);
    let [one, two] = [color, other].map(|part| names::group(part.cells));
    let end = match technique {
        Technique::SimpleColorsWrap => "two cells of one color see each other",
        _ => "a cell that sees both has another digit",
    };
    format!("{digit} is in all of {one} or in all of {two}; {end}")
}

/// Four cells that two digits could fill in two ways.
fn rectangle(step: &Step, pattern: &Part, rest: &[Part]) -> String {
    let pair = digits_in_words(pattern.digits, "and");
    let would = format!("{} could hold {pair} in two ways", names::group(pattern.cells));
    let removed = removed(step);
    let end = match (step.technique, rest) {
        (Technique::UniquenessTest(2 | 5), [fin]) => {
            let (cells, digit) = (cells_in_words(fin.cells, "or"), names::digits(fin.digits));
            format!(" unless {cells} is {digit}, so no cell that sees all of them has {digit}")
        }
        (Technique::UniquenessTest(3), [fin]) => {
            let (cells, all) = (cells_in_words(fin.cells, "and"), digits_in_words(fin.digits, "and"));
            format!(
                " without further digits; so {cells} take {all}, and no other cell of their house has these"
            )
        }
        (_, [base]) => locked_rectangle(step, base),
        (Technique::AvoidableRectangle(1) | Technique::UniquenessTest(_), _) => {
            format!(" without further digits, so {} has another digit", cells_in_words(removed, "and"))
        }
        _ => " without further digits, so one of its open cells has the digit that both could have".into(),
    };
    would + &end
}

/// Lines that have a digit only in cells of a rectangle, so that another candidate would lead to both ways.
fn locked_rectangle(step: &Step, base: &Part) -> String {
    let is_fourth = step.technique == Technique::UniquenessTest(4);
    // The removed cell of a hidden rectangle is in both lines.
    let crossing = if step.technique == Technique::HiddenRectangle { removed(step) } else { base.cells };
    let houses: Vec<u8> = match shared_houses(base.cells).next() {
        Some(house) if is_fourth => vec![house as u8],
        _ => cells(crossing).flat_map(|cell| [ROW, COLUMN].map(|kind| HOUSES_OF[cell][kind].0)).collect(),
    };
    let has = if houses.len() == 1 { "has" } else { "have" };
    let only = if is_fourth { cells_in_words(base.cells, "and") } else { "these cells".into() };
    let (locked, houses) = (names::digits(base.digits), names::houses_in_words(houses.into_iter()));
    let digits = step.removed.candidates().fold(0, |digits, (_, digit)| digits | 1 << digit);
    let (digits, cells) = (digits_in_words(digits, "or"), cells_in_words(removed(step), "or"));
    format!(
        "; {houses} {has} {locked} only in {only}, so with {digits} in {cells} both ways would be possible"
    )
}
