//! The sentences of the patterns that only HoDoKu has, and of those whose parts it names in another way.

use super::names::{self, cells_in_words, digits_in_words, listed};
use crate::techniques::{
    houses::shared_houses,
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
        (Fish(_), [first, ..]) => fish(first, parts),
        (Skyscraper | TwoStringKite | TurbotFish, [a, b]) => {
            let digit = names::digits(a.digits);
            format!(
                "{}, and {}; two of these cells see each other, so one of the other two has {digit}",
                only_in(a),
                only_in(b)
            )
        }
        (EmptyRectangle, [places, link]) => {
            let (digit, cells) = (names::digits(link.digits), names::group(places.cells));
            format!(
                "{} has {digit} only in {cells}, in a row and a column, and {}",
                house(places),
                only_in(link)
            )
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

/// Base houses that have a digit only in cover houses, or in fins.
fn fish(first: &Part, parts: &[Part]) -> String {
    let of = |role: Role| parts.iter().filter(move |part| part.role == role);
    let houses = |role| listed(&of(role).map(house).collect::<Vec<_>>(), "and");
    let (digit, fins) =
        (names::digits(first.digits), of(Role::Fin).fold(0, |cells, part| cells | part.cells));
    let (or, sees) = match fins {
        0 => (String::new(), ""),
        _ => (format!(" or in the fins {}", names::group(fins)), " that sees all fins"),
    };
    let (bases, covers) = (houses(Role::Base), houses(Role::Cover));
    format!("{bases} have {digit} only in {covers}{or}, so no other cell of {covers}{sees} has {digit}")
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
    let removed = step.removed.candidates().fold(0, |cells, (cell, _)| cells | 1 << cell);
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
        (_, [base]) => {
            let (cells, locked) = (cells_in_words(base.cells, "and"), names::digits(base.digits));
            format!(", and {locked} has no other place beside {cells}, so this must not leave both ways open")
        }
        (Technique::AvoidableRectangle(1) | Technique::UniquenessTest(_), _) => {
            format!(" without further digits, so {} has another digit", cells_in_words(removed, "and"))
        }
        _ => " without further digits, so one of its open cells has the digit that both could have".into(),
    };
    would + &end
}
