//! The techniques made of closures: Nishio, multiple, dynamic and nested chains.

use super::{
    Rank, cell_and_digit,
    closure::Mode,
    closures::Closures,
    cycles::{effect, starts},
    found::{CONTRADICTION, Found, Keep, basis},
    key,
    lengths::Lengths,
    links::Links,
    nishio, tenths,
};
use crate::techniques::{
    position::Position,
    step::{Step, Technique},
    sudoku_explainer::stop::Stop,
};

/// The search for multiple chains. Keeps its memory.
pub(in crate::techniques) struct ChainSearch {
    pub(super) closures: Closures,
    pub(super) lengths: Lengths,
}

impl ChainSearch {
    pub fn new(stop: Stop) -> ChainSearch {
        ChainSearch { closures: Closures::new(stop), lengths: Lengths::new() }
    }

    /// The easiest step of Nishio.
    pub fn nishio(&mut self, board: &Position) -> Option<Step> {
        self.nishio_with(board, &mut |_, _| {})
    }

    /// The same. Calls `kept` with the argument of each step that comes before all earlier ones.
    pub(super) fn nishio_with(&mut self, board: &Position, kept: Keep<'_>) -> Option<Step> {
        let mut best = None::<(Rank, u16)>;
        let Closures { off, copy, .. } = &mut self.closures;
        let refuted: [[u128; 2]; 9] = std::array::from_fn(|digit| nishio::refuted(board, digit));
        if refuted == [[0; 2]; 9] {
            return None;
        }
        for start in starts(board, Links { x: true, y: true }) {
            let (cell, digit) = cell_and_digit(start);
            for on in [true, false] {
                if refuted[digit][usize::from(on)] >> cell & 1 == 0 {
                    continue;
                }
                off.run((board, copy), key(start, on), Mode::NISHIO, &mut |_, _| false);
                let Some(both) = off.contradiction else { continue };
                let ends = [(&*off, key(both, true)), (&*off, key(both, false))];
                let bound = best.map_or(u32::MAX, |best| best.0.length);
                let rank = Rank::new(75, self.lengths.of(&ends, bound), 0);
                if rank.is_before(best.map(|best| best.0)) {
                    let found = Found { kind: CONTRADICTION, house: 0, effect: key(start, !on) };
                    best = Some((rank, found.effect));
                    kept(found, &ends);
                }
            }
        }
        let (rank, end) = best?;
        Some(effect(Technique::Nishio, 75 + tenths(rank.length), end))
    }

    /// The easiest step of multiple, dynamic or nested chains.
    pub fn find(&mut self, board: &Position, mode: Mode) -> Option<Step> {
        self.find_with(board, mode, &mut |_, _| {})
    }

    /// The same. Calls `kept` with the argument of each step that comes before all earlier ones.
    pub(super) fn find_with(&mut self, board: &Position, mode: Mode, kept: Keep<'_>) -> Option<Step> {
        let (base, technique) = basis(mode);
        let best = match self.closures.easiest((board, mode), &mut self.lengths, kept) {
            Some(best) => best,
            None => self.easiest_of_all(board, mode, kept),
        };
        let (rank, end) = best?;
        Some(effect(technique, base + tenths(rank.length), end))
    }

    /// The easiest step, with all closures run.
    fn easiest_of_all(&mut self, board: &Position, mode: Mode, kept: Keep<'_>) -> Option<(Rank, u16)> {
        let (mut best, lengths) = (None::<(Rank, u16)>, &mut self.lengths);
        self.closures.visit(board, mode, mode.dynamic, &mut |found, ends| {
            let bound = best.map_or(u32::MAX, |best| best.0.length);
            let rank = Rank::new(basis(mode).0, lengths.of(ends, bound), found.kind);
            if rank.is_before(best.map(|best| best.0)) {
                best = Some((rank, found.effect));
                kept(found, ends);
            }
        });
        best
    }
}
