//! The sentences of patterns.

use super::{
    hodoku_patterns,
    names::{self, cells_in_words, digits_in_words, listed},
    sets,
};
use crate::techniques::{
    reason::{Argument, Part, Reason, Role},
    step::{Step, Technique},
};

/// Why a pattern makes its step.
pub(super) fn because(step: &Step, reason: &Reason) -> String {
    let parts = &reason.parts[..];
    match (step.technique, parts) {
        (Technique::LastValue, [part]) => {
            format!("{} is the last empty cell of {}", cells_in_words(part.cells, "and"), house(part))
        }
        (Technique::HiddenSingle, [part]) => no_other_place(part),
        (Technique::NakedSingle, [part]) => {
            format!("{} can only be {}", cells_in_words(part.cells, "and"), names::digits(part.digits))
        }
        (Technique::DirectPointing, [base, cover, target]) => {
            format!("{}, so {}", only_in(base, cover), no_other_place(target))
        }
        (Technique::DirectHiddenPair | Technique::DirectHiddenTriplet, [set, target]) => {
            format!("{}, so {}", only_cells(set), no_other_place(target))
        }
        (Technique::Pointing | Technique::Claiming, [base, cover]) => {
            let digit = names::digits(base.digits);
            format!("{}, so no other cell of {} has {digit}", only_in(base, cover), house(cover))
        }
        (_, [set]) if set.role == Role::Naked => {
            format!(
                "{}, so no other cell of {} has {}",
                hold(set),
                house(set),
                digits_in_words(set.digits, "or")
            )
        }
        (_, [set]) if set.role == Role::Hidden => {
            format!("{}, so these cells have no other digits", only_cells(set))
        }
        (Technique::XWing | Technique::Swordfish | Technique::Jellyfish, [first, ..]) => {
            hodoku_patterns::fish(first.digits, parts)
        }
        (Technique::XyWing | Technique::XyzWing, [pivot, a, b]) => wing([pivot, a, b]),
        (Technique::UniqueRectangle | Technique::UniqueLoop, [pattern, further, rest @ ..]) => {
            let pair = digits_in_words(pattern.digits, "and");
            let would = format!("{} could hold {pair} in two ways", names::group(pattern.cells));
            format!("{would}{}", unique(reason.argument, further, rest))
        }
        (Technique::Bug, _) => bug(reason.argument, parts),
        (Technique::AlignedPairExclusion | Technique::AlignedTripletExclusion, _) => aligned(parts),
        (technique, _) if technique.is_of_sets() => sets::because(step, parts),
        _ => hodoku_patterns::because(step, parts).unwrap_or_else(|| {
            let of = |part: &Part| format!("{} has {}", names::group(part.cells), names::digits(part.digits));
            parts.iter().map(of).collect::<Vec<_>>().join(", ")
        }),
    }
}

fn house(part: &Part) -> String {
    part.house.map(names::house).unwrap_or_default()
}

fn no_other_place(part: &Part) -> String {
    format!("{} has no other place for {}", house(part), names::digits(part.digits))
}

/// "box 1 has 3 only in row 2".
fn only_in(base: &Part, cover: &Part) -> String {
    format!("{} has {} only in {}", house(base), names::digits(base.digits), house(cover))
}

/// "in row 1 only r1c2 and r1c5 can hold 3 and 7".
fn only_cells(set: &Part) -> String {
    let (cells, digits) = (cells_in_words(set.cells, "and"), digits_in_words(set.digits, "and"));
    format!("in {} only {cells} can hold {digits}", house(set))
}

/// "r1c2 and r1c5 hold 3 and 7".
fn hold(set: &Part) -> String {
    format!("{} hold {}", cells_in_words(set.cells, "and"), digits_in_words(set.digits, "and"))
}

/// "whether r1c1 is 1 or 2, r1c5 or r3c2 is 3".
fn wing([pivot, a, b]: [&Part; 3]) -> String {
    let digit = a.digits & b.digits;
    let (holders, all) = match pivot.digits & digit {
        0 => (a.cells | b.cells, "both"),
        _ => (pivot.cells | a.cells | b.cells, "all three"),
    };
    let (cell, of_pivot) = (names::group(pivot.cells), digits_in_words(pivot.digits, "or"));
    let (holders, digit) = (cells_in_words(holders, "or"), names::digits(digit));
    format!("{cell} is {of_pivot}, and so {holders} is {digit}; no cell that sees {all} has {digit}")
}

/// How the further candidates of a unique rectangle or loop decide.
fn unique(argument: Argument, further: &Part, rest: &[Part]) -> String {
    let (cells, digits) = (cells_in_words(further.cells, "or"), digits_in_words(further.digits, "or"));
    let all = if further.cells.count_ones() == 2 { "both" } else { "all of them" };
    match (argument, rest) {
        (Argument::Type(1), _) => format!(" without {digits} in {cells}, so this cell has another digit"),
        (Argument::Type(2), _) => {
            format!(" unless {cells} is {digits}, so no cell that sees {all} has {digits}")
        }
        (_, [set]) => format!(" unless {cells} is {digits}{}", with(set)),
        _ => format!(" unless {cells} is {digits}"),
    }
}

/// The set that the further candidates are a part of, or the digit that is locked.
fn with(set: &Part) -> String {
    let (cells, house) = (cells_in_words(set.cells, "and"), house(set));
    let [all, any] = ["and", "or"].map(|last| digits_in_words(set.digits, last));
    match set.role {
        Role::Naked => {
            format!(
                "; together with {cells} this takes {all} in {house}, so no other cell of {house} has {any}"
            )
        }
        Role::Hidden => {
            let only = format!("; so only one of them is {any}, which {house} has only there and in {cells}");
            format!("{only}: no other digit is in {cells}")
        }
        _ => format!("; {house} has {all} only in {cells}, so neither has the other digit of the two"),
    }
}

/// The further candidates of a BUG.
fn bug(argument: Argument, parts: &[Part]) -> String {
    let further = parts.iter().filter(|part| part.role == Role::Further);
    let each = further
        .clone()
        .map(|part| format!("{} in {}", digits_in_words(part.digits, "or"), names::group(part.cells)));
    let each = listed(&each.collect::<Vec<_>>(), "and");
    let would = format!("without {each}, every cell and every digit of a house would have two choices");
    let digits = further.fold(0, |set, part| set | part.digits);
    match (argument, parts.last()) {
        (Argument::Type(1), _) => format!("{would}, so this candidate is true"),
        (Argument::Type(2), _) => {
            format!("{would}, so no cell that sees all of them has {}", digits_in_words(digits, "or"))
        }
        (_, Some(set)) if set.role == Role::Naked => format!("{would}; so one of them is true{}", with(set)),
        (_, Some(set)) => {
            let (house, locked) = (house(set), digits_in_words(set.digits, "and"));
            format!(
                "{would}; {house} has {locked} only in these cells, so each of them has {locked} or that digit"
            )
        }
        _ => would,
    }
}

/// The cells that exclude combinations.
fn aligned(parts: &[Part]) -> String {
    let cells =
        |role| parts.iter().filter(|part| part.role == role).fold(0, |cells, part| cells | part.cells);
    let bases = cells_in_words(cells(Role::Base), "and");
    let excluders = cells_in_words(cells(Role::Excluder), "or");
    let with = format!("each combination of {bases} with one of these candidates");
    format!("{with} has a digit twice or leaves no candidate for {excluders}")
}
