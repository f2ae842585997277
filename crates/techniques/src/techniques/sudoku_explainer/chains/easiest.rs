//! The easiest step of closures: those that may have it are run first, and those that cannot have it are not run.

use super::{
    Rank,
    bounds::Start,
    cell_and_digit,
    closure::{Closure, Ends, Mode},
    closures::Closures,
    found::{CELL, CONTRADICTION, DOUBLE, Found, Group, HOUSE, Keep, basis},
    key,
    lengths::Lengths,
    literal,
    visit::common,
};
use crate::techniques::{
    houses::{HOUSES, HOUSES_OF, cells, members},
    position::Position,
};

/// The best step: its rank, the place of its group in the order of groups, and what it makes true.
type Best = Option<(Rank, usize, u16)>;

/// The starts of a group, at most nine, as keys.
struct Starts {
    keys: [u16; 9],
    numbers: [Start; 9],
    count: usize,
}

impl Closures {
    /// The easiest step: its rank, and the key that it makes true. Calls `kept` with the argument of each step that comes before all
    /// earlier ones. The outer None means that the board has too many candidates for a screen.
    pub fn easiest(
        &mut self,
        (board, mode): (&Position, Mode),
        lengths: &mut Lengths,
        kept: Keep<'_>,
    ) -> Option<Option<(Rank, u16)>> {
        if mode.level > 0 || !self.screen.read(board) {
            return None;
        }
        self.forget();
        let values: &[bool] = if mode.dynamic { &[false, true] } else { &[true] };
        values.iter().for_each(|&value| self.screen.run(value, mode));
        let mut groups = std::mem::take(&mut self.groups);
        self.find_groups((board, mode), &mut groups);
        let mut order: Vec<usize> = (0..groups.len()).collect();
        order.sort_by_key(|&at| groups[at].least);
        let mut best = None;
        for at in order {
            let group = groups[at];
            let lowest = Rank::new(basis(mode).0, group.least, group.kind);
            if best.is_some_and(|best: (Rank, usize, u16)| (lowest, at) > (best.0, best.1)) {
                continue;
            }
            if self.is_stopped() {
                break;
            }
            self.take((board, mode), (group, at), (lengths, &mut best, kept));
        }
        self.groups = groups;
        Some(best.map(|(rank, _, end)| (rank, end)))
    }

    /// Finds all groups that may have a step, in their order.
    fn find_groups(&self, (board, mode): (&Position, Mode), groups: &mut Vec<Group>) {
        groups.clear();
        let mut refuted = [[0; 256]; 2];
        for value in [true, false].into_iter().filter(|_| mode.dynamic) {
            self.screen.contradictions(value, |start, least| refuted[usize::from(value)][start] = least);
        }
        let fewest = if mode.dynamic { 2 } else { 3 };
        for cell in cells(board.open).filter(|&cell| board.candidates[cell].count_ones() >= fewest) {
            let count = board.candidates[cell].count_ones();
            for digit in members(board.candidates[cell]) {
                let start = literal(cell, digit);
                for value in [true, false] {
                    let least = refuted[usize::from(value)][self.screen.number(start)];
                    if least > 0 {
                        groups.push(Group { least, kind: CONTRADICTION, house: 0, value, start });
                    }
                }
                if mode.dynamic && count >= 3 {
                    self.add_group(board, (DOUBLE, 0, start), groups);
                }
                for (kind, (house, place)) in HOUSES_OF[cell].into_iter().enumerate() {
                    let places = board.places[house as usize][digit];
                    if places.count_ones() >= 2 && places.trailing_zeros() == u32::from(place) {
                        self.add_group(board, (HOUSE, kind as u8, start), groups);
                    }
                }
            }
            let first = board.candidates[cell].trailing_zeros() as usize;
            self.add_group(board, (CELL, 0, literal(cell, first)), groups);
        }
    }

    /// Adds a group of closures that have a literal in common.
    fn add_group(&self, board: &Position, (kind, house, start): (u8, u8, u16), groups: &mut Vec<Group>) {
        let mut group = Group { least: 0, kind, house, value: true, start };
        let starts = self.starts(board, group);
        if let Some(least) = self.screen.least_common(&starts.numbers[..starts.count]) {
            group.least = least;
            groups.push(group);
        }
    }

    fn starts(&self, board: &Position, group: Group) -> Starts {
        let (cell, digit) = cell_and_digit(group.start);
        let mut starts = Starts { keys: [0; 9], numbers: [(0, true); 9], count: 0 };
        let mut add = |literal: u16, value: bool| {
            starts.keys[starts.count] = key(literal, value);
            starts.numbers[starts.count] = (self.screen.number(literal), value);
            starts.count += 1;
        };
        match group.kind {
            CONTRADICTION => add(group.start, group.value),
            DOUBLE => [true, false].into_iter().for_each(|value| add(group.start, value)),
            CELL => members(board.candidates[cell]).for_each(|digit| add(literal(cell, digit), true)),
            _ => {
                let house = usize::from(HOUSES_OF[cell][usize::from(group.house)].0);
                let of = |place: usize| literal(HOUSES[house][place].into(), digit);
                members(board.places[house][digit]).for_each(|place| add(of(place), true));
            }
        }
        starts
    }

    /// Runs the closures of a group, and compares its steps with the best one.
    fn take(
        &mut self,
        (board, mode): (&Position, Mode),
        (group, at): (Group, usize),
        (lengths, best, kept): (&mut Lengths, &mut Best, Keep<'_>),
    ) {
        let starts = self.starts(board, group);
        let keys = &starts.keys[..starts.count];
        keys.iter().for_each(|&start| self.close_key(board, start, mode));
        let mut closures = [&self.off; 9];
        closures.iter_mut().zip(keys).for_each(|(closure, &start)| *closure = self.closed(start));
        let mut bound = best.map_or(u32::MAX, |best| best.0.length);
        let mut offer = |effect: u16, ends: &Ends<'_>| {
            let bound = best.map_or(u32::MAX, |best| best.0.length);
            let rank = Rank::new(basis(mode).0, lengths.of(ends, bound), group.kind);
            if best.is_none_or(|best| (rank, at) < (best.0, best.1)) {
                *best = Some((rank, at, effect));
                kept(Found { kind: group.kind, house: group.house, effect }, ends);
            }
            rank.length.min(bound)
        };
        if group.kind == CONTRADICTION {
            if let Some(both) = closures[0].contradiction {
                let ends: [(&Closure, u16); 2] = [true, false].map(|on| (closures[0], key(both, on)));
                offer(group.start * 2 + u16::from(!group.value), &ends);
            }
            return;
        }
        common(&closures[..starts.count], |effect, ends| {
            let number = (self.screen.number(effect / 2), effect % 2 == 1);
            if self.screen.is_within(&starts.numbers[..starts.count], number, bound) {
                bound = offer(effect, ends);
            }
        });
    }
}
