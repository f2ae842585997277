//! The sentences and notations of almost locked sets, Sue de Coq and templates.

use super::names::{self, digits_in_words, listed};
use crate::techniques::{
    houses::{members, seen_by_all},
    position::Position,
    reason::{Part, Reason, Role},
    step::{Step, Technique},
};

impl Reason {
    /// Adds the digits that link the almost locked sets of a step, if the reason has the sets alone.
    pub(crate) fn with_links(mut self, step: &Step, position: &Position) -> Reason {
        let pairs = linked(step.technique, self.parts.len());
        if self.parts.iter().any(|part| part.role != Role::AlmostLockedSet) || pairs.is_empty() {
            return self;
        }
        let removed = removed(step);
        let of_pair = |&[a, b]: &[usize; 2]| restricted(position, self.parts[a].cells, self.parts[b].cells);
        let digits: Vec<u16> = pairs.iter().map(of_pair).collect();
        let chosen = match digits[..] {
            [both] => members(both).take(2).map(|digit| 1 << digit).collect(),
            _ => alternating(&digits, removed).unwrap_or_default(),
        };
        let part = |(at, digit): (usize, u16)| {
            let [a, b] = pairs[at.min(pairs.len() - 1)];
            let cells =
                (self.parts[a].cells | self.parts[b].cells) & position.cells[digit.trailing_zeros() as usize];
            Part::new(Role::RestrictedCommon, cells, digit)
        };
        let links: Vec<Part> = chosen.into_iter().enumerate().map(part).collect();
        self.parts.extend(links);
        self
    }
}

/// The pairs of sets that a technique links, by their numbers.
fn linked(technique: Technique, sets: usize) -> Vec<[usize; 2]> {
    match technique {
        Technique::AlsXz if sets == 2 => vec![[0, 1]],
        Technique::AlsXyWing if sets == 3 => vec![[0, 2], [1, 2]],
        Technique::AlsXyChain => (1..sets).map(|set| [set - 1, set]).collect(),
        _ => Vec::new(),
    }
}

/// The digits that only one of two sets can have, because their places in the sets see each other.
fn restricted(position: &Position, a: u128, b: u128) -> u16 {
    let is_restricted = |digit: &usize| {
        let [of_a, of_b] = [a, b].map(|cells| cells & position.cells[*digit]);
        of_a != 0 && of_b != 0 && of_a & !seen_by_all(of_b) == 0
    };
    (0..9).filter(is_restricted).fold(0, |digits, digit| digits | 1 << digit)
}

/// One digit of each set, each other than the one before. The first and the last one are not in `except`.
fn alternating(sets: &[u16], except: u16) -> Option<Vec<u16>> {
    fn extend(sets: &[u16], except: u16, chosen: &mut Vec<u16>) -> bool {
        let at = chosen.len();
        let Some(&set) = sets.get(at) else { return true };
        let is_end = at == 0 || at + 1 == sets.len();
        let taken = chosen.last().copied().unwrap_or(0) | if is_end { except } else { 0 };
        members(set & !taken).any(|digit| {
            chosen.push(1 << digit);
            let fits = extend(sets, except, chosen);
            if !fits {
                chosen.pop();
            }
            fits
        })
    }
    let mut chosen = Vec::new();
    extend(sets, except, &mut chosen).then_some(chosen)
}

impl Technique {
    /// Whether its pattern is sets of cells with their digits, or templates.
    pub(super) fn is_of_sets(self) -> bool {
        matches!(
            self,
            Technique::AlsXz
                | Technique::AlsXyWing
                | Technique::AlsXyChain
                | Technique::DeathBlossom
                | Technique::SueDeCoq
                | Technique::TemplateSet
                | Technique::TemplateDelete
        )
    }
}

/// Why a pattern of sets makes its step.
pub(super) fn because(step: &Step, parts: &[Part]) -> String {
    match (step.technique, parts) {
        (Technique::TemplateSet, [part, ..]) => {
            let (digit, eliminations) = (names::digits(part.digits), step.eliminations());
            let cell = eliminations.split('=').next().unwrap_or_default();
            format!("each way to place all {digit}s has one in {cell}")
        }
        (Technique::TemplateDelete, [part, ..]) => {
            let digit = names::digits(part.digits);
            format!("no way to place all {digit}s has one in these cells")
        }
        (Technique::DeathBlossom, [stem, petals @ ..]) => blossom(step, stem, petals),
        (Technique::SueDeCoq, [middle, of_line, of_box]) => sue_de_coq(middle, [of_line, of_box]),
        _ => format!("{}{}", pattern(step.technique, parts), shared(step, parts)),
    }
}

/// A pattern of sets in the notation of forums: `A = r1c35 {5,6,9}, B = r4c5 {6,9}, restricted common 9`.
pub(super) fn pattern(technique: Technique, parts: &[Part]) -> String {
    match (technique, parts) {
        (Technique::TemplateSet | Technique::TemplateDelete, [part, ..]) => names::digits(part.digits),
        (Technique::DeathBlossom, [stem, petals @ ..]) => {
            format!("stem {}, {}", set(stem), named(petals.iter()).join(", "))
        }
        (Technique::SueDeCoq, [middle, sets @ ..]) => {
            format!("{}, {}", set(middle), named(sets.iter()).join(", "))
        }
        _ => {
            let of = |role: Role| parts.iter().filter(move |part| part.role == role);
            let sets = named(of(Role::AlmostLockedSet)).join(", ");
            let digits: Vec<String> =
                of(Role::RestrictedCommon).map(|part| names::digits(part.digits)).collect();
            match digits.len() {
                0 => sets,
                1 => format!("{sets}, restricted common {}", digits[0]),
                _ => format!("{sets}, restricted commons {}", listed(&digits, "and")),
            }
        }
    }
}

/// The end of the sentence of two sets or a chain of sets: which digits they share.
fn shared(step: &Step, parts: &[Part]) -> String {
    let of = |role: Role| parts.iter().filter(move |part| part.role == role);
    let (sets, links) = (of(Role::AlmostLockedSet).count(), of(Role::RestrictedCommon).count());
    let ends = match step.technique {
        Technique::AlsXyChain => [0, sets - 1],
        _ => [0, 1],
    }
    .map(letter);
    let digits = digits_in_words(removed(step), "or");
    if step.technique == Technique::AlsXz && links > 1 {
        return format!(
            ": each set has one of these two and all of its other digits, so no other cell that sees the places of {digits} has it"
        );
    }
    let [first, last] = ends;
    format!(
        ": {first} or {last} has all of its other digits, so no cell that sees all places of {digits} in both has it"
    )
}

/// A cell and a set for each of its digits.
fn blossom(step: &Step, stem: &Part, petals: &[Part]) -> String {
    let cases = members(stem.digits).zip(petals.iter().enumerate()).map(|(digit, (number, petal))| {
        format!("{} leaves {} = {} without it", digit + 1, letter(number), set(petal))
    });
    let cases: Vec<_> = cases.collect();
    let digits = digits_in_words(removed(step), "or");
    format!(
        "{} has {}: {}; one of the sets has all of its other digits, so no cell that sees all places of {digits} in them has it",
        names::group(stem.cells),
        digits_in_words(stem.digits, "or"),
        cases.join(", ")
    )
}

/// The cells that a line and a box share, a set of the line and a set of the box.
fn sue_de_coq(middle: &Part, sets: [&Part; 2]) -> String {
    let more = middle.digits.count_ones().saturating_sub(middle.cells.count_ones());
    let [of_line, of_box] = sets;
    let taken = sets.map(|part| {
        let further = (part.digits & !middle.digits).count_ones();
        part.cells.count_ones().saturating_sub(further)
    });
    let [a, b] = sets.map(set);
    let take = match taken {
        [first, second] if first == second => format!("A = {a} and B = {b} take {first} of them each"),
        [first, second] => format!("A = {a} takes {first} of them and B = {b} takes {second}"),
    };
    let common = of_line.digits & of_box.digits & !middle.digits;
    let ends = [(of_line, of_box), (of_box, of_line)].map(|(own, other)| {
        let digits = (middle.digits | own.digits) & !other.digits | common;
        let house = own.house.map(names::house).unwrap_or_default();
        format!("no other cell of {house} has {}", digits_in_words(digits, "or"))
    });
    format!("{} has {more} digits more than cells; {take}, so {}", set(middle), ends.join(" and "))
}

/// The digits that a step removes.
fn removed(step: &Step) -> u16 {
    step.removed.candidates().fold(0, |digits, (_, digit)| digits | 1 << digit)
}

/// Sets with letters as their names, in order.
fn named<'a>(sets: impl Iterator<Item = &'a Part>) -> Vec<String> {
    sets.enumerate().map(|(number, part)| format!("{} = {}", letter(number), set(part))).collect()
}

/// The name of the set with this number.
fn letter(number: usize) -> char {
    char::from(b'A' + (number % 26) as u8)
}

/// "r1c35 {5,6,9}".
fn set(part: &Part) -> String {
    let digits: Vec<_> = members(part.digits).map(|digit| (digit + 1).to_string()).collect();
    format!("{} {{{}}}", names::group(part.cells), digits.join(","))
}
