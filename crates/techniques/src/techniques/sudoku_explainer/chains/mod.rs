//! Chains: from cycles and forcing chains to nested levels.
//!
//! `docs/project/sudoku-explainer.md` has the rules. A **literal** is `9 * cell + digit`, and a **key** is twice its literal, plus 1 if
//! the candidate is true.
//!
//! ```text
//!  paths.rs     breadth-first search for cycles and for chains from a literal to its opposite
//!  graph.rs     the same for all candidates at once, without the ways
//!  cycles.rs    the technique made of them
//!  closure.rs   everything that follows from a literal, with reasons
//!  plus.rs      pairs, locked candidates and X-wings in a closure
//!  lengths.rs   the length of an argument
//!  bits.rs      sets of candidates as bits
//!  screen.rs    closures of all candidates at once, without reasons
//!  bounds.rs    the least length of an argument, from a screen
//!  closures.rs  the closures of a board, with inner closures for nested levels
//!  visit.rs     the closures compared with each other
//!  easiest.rs   the easiest step of closures
//!  forcing.rs   all conclusions of closures, with their arguments as data
//!  found.rs     the steps of closures, and their ratings
//!  hints.rs     the inner steps of nested levels
//!  proof.rs     the arguments of inner steps
//!  nishio.rs    which candidates Nishio refutes, without reasons
//!  multiple.rs  Nishio, multiple, dynamic and nested chains
//!  argument.rs  the reason for a step of chains, found again for a step that is shown
//! ```

pub(super) mod argument;
mod bits;
mod bounds;
pub(super) mod closure;
mod closures;
pub(super) mod cycles;
mod easiest;
pub(super) mod forcing;
mod found;
mod graph;
mod hints;
mod lengths;
mod links;
pub(super) mod multiple;
mod nishio;
mod paths;
mod plus;
mod proof;
mod screen;
mod visit;

/// The number of literals and of keys.
const LITERALS: usize = 729;
const KEYS: usize = 2 * LITERALS;

/// A set of literals: the cells of each digit.
type Literals = [u128; 9];

fn literal(cell: usize, digit: usize) -> u16 {
    (9 * cell + digit) as u16
}

fn cell_and_digit(literal: u16) -> (usize, usize) {
    (usize::from(literal) / 9, usize::from(literal) % 9)
}

fn key(literal: u16, on: bool) -> u16 {
    2 * literal + u16::from(on)
}

/// How a literal follows from its first parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Link {
    /// It is assumed, or it follows in another way.
    #[default]
    None,
    /// Through its cell.
    Cell,
    /// Through its box, row or column: 0 to 2.
    House(u8),
}

/// The rank of a step among the steps of its technique: the least rating, then the least length, then the least kind. Ratings are sums of
/// binary fractions, with their errors.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
struct Rank {
    difficulty: f64,
    length: u32,
    kind: u8,
}

impl Rank {
    fn new(base: u16, length: u32, kind: u8) -> Rank {
        let added = (0..tenths(length)).fold(0.0, |added, _| added + 0.1);
        Rank { difficulty: f64::from(base) / 10.0 + added, length, kind }
    }

    fn is_before(&self, best: Option<Rank>) -> bool {
        best.is_none_or(|best| *self < best)
    }
}

/// How many tenths a length adds to a rating.
pub(in crate::techniques) fn tenths(length: u32) -> u16 {
    let (mut tenths, mut limit) = (0, 4);
    while length > limit + 2 {
        tenths += 1;
        limit = if tenths % 2 == 1 { limit * 3 / 2 } else { limit * 4 / 3 };
    }
    tenths
}

/// The greatest length with which a step would come before the best one.
fn longest(base: u16, kind: u8, best: Option<Rank>) -> u32 {
    let Some(best) = best else { return KEYS as u32 };
    let (mut length, mut limit) = (0, 4);
    for band in 1.. {
        let last = limit + 2;
        let shorter = if kind < best.kind { best.length } else { best.length - 1 };
        for end in [shorter.min(last), last] {
            if Rank::new(base, end, kind).is_before(Some(best)) {
                length = length.max(end);
            }
        }
        if length < last {
            break;
        }
        limit = if band % 2 == 1 { limit * 3 / 2 } else { limit * 4 / 3 };
    }
    length
}

/// The greatest length with which a step of a basis has at most a rating.
fn longest_within(base: u16, most: u16) -> u32 {
    let lengths = (4..KEYS as u32).step_by(2);
    lengths.take_while(|&length| base + tenths(length) <= most).last().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenths_grow_at_the_limits() {
        let limits = [4, 6, 8, 12, 16, 24, 32, 48, 64];
        for (index, limit) in limits.into_iter().enumerate() {
            let before = [tenths(limit + 2), tenths(limit + 3)];
            assert_eq!(before, [index as u16, index as u16 + 1], "{limit}");
        }
    }

    #[test]
    fn ratings_are_compared_with_their_errors() {
        assert!(Rank::new(66, 7, 2) < Rank::new(65, 9, 2));
        let best = Some(Rank::new(66, 6, 2));
        assert_eq!([longest(65, 2, best), longest(66, 2, best), longest(70, 4, best)], [6, 5, 0]);
    }
}
