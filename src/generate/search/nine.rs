//! All solutions of a 9×9 board, up to a limit: the tests for uniqueness of a climb, and what its exchanges are chosen from.
//!
//! The engine of the lanes needs many boards at a time and returns one solution of each. Here one board has many
//! solutions, and all are wanted.
//!
//! A digit has a word of 27 bits for each band, in which bit `9 r + c` is the cell in row `r` of the band and column `c`. Naked and
//! hidden singles are made until there are none; then a cell with two candidates, or else the fewest, is branched on.

/// The 27 cells of a band.
const BAND: u32 = (1 << 27) - 1;
/// The cells of the first row, column and box of a band.
const ROW: u32 = 0x1ff;
const COLUMN: u32 = 1 | 1 << 9 | 1 << 18;
const BOX: u32 = 7 | 7 << 9 | 7 << 18;

/// What is left of a board.
#[derive(Clone)]
struct State {
    /// The cells that each digit may be in, by band; of a filled cell its digit alone.
    places: [[u32; 3]; 9],
    /// The cells that are not filled yet.
    open: [u32; 3],
    /// The digits whose places have changed since hidden singles were looked for.
    changed: u32,
}

/// Finds the solutions of 9×9 boards. Keeps its memory.
pub(super) struct NineSolutions {
    /// The cells in the row or box of each cell of a band.
    seen: [u32; 27],
    stack: Vec<State>,
    found: Vec<[u8; 81]>,
}

impl NineSolutions {
    pub(super) fn new() -> NineSolutions {
        let seen = |bit: usize| ROW << (bit / 9 * 9) | BOX << (bit % 9 / 3 * 3);
        NineSolutions { seen: std::array::from_fn(seen), stack: Vec::new(), found: Vec::new() }
    }

    /// Whether the board has exactly one solution.
    pub(super) fn is_unique(&mut self, givens: &[u8]) -> bool {
        self.find(givens, 2).len() == 1
    }

    /// The solutions of a board, at most `limit`.
    pub(super) fn find(&mut self, givens: &[u8], limit: usize) -> &[[u8; 81]] {
        self.found.clear();
        self.stack.clear();
        if let Some(state) = self.start(givens) {
            self.stack.push(state);
        }
        while let Some(mut state) = self.stack.pop() {
            if !self.propagate(&mut state) {
                continue;
            }
            let Some((band, bit)) = fewest(&state) else {
                self.found.push(cells(&state));
                if self.found.len() == limit {
                    break;
                }
                continue;
            };
            for digit in (0..9).rev().filter(|&digit| state.places[digit][band] >> bit & 1 != 0) {
                let mut next = state.clone();
                self.fill(&mut next, digit, band, bit);
                self.stack.push(next);
            }
        }
        &self.found
    }

    /// The board with its givens; `None` if two of them are the same digit in one house.
    fn start(&self, givens: &[u8]) -> Option<State> {
        let mut state = State { places: [[BAND; 3]; 9], open: [BAND; 3], changed: ROW };
        for (cell, &digit) in givens.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            let (digit, band, bit) = (usize::from(digit) - 1, cell / 27, cell % 27);
            if state.places[digit][band] >> bit & 1 == 0 {
                return None;
            }
            self.fill(&mut state, digit, band, bit);
        }
        Some(state)
    }

    /// Fills an open cell with one of its candidates.
    #[inline(always)]
    fn fill(&self, state: &mut State, digit: usize, band: usize, bit: usize) {
        let cell = 1 << bit;
        for (other, places) in state.places.iter_mut().enumerate() {
            state.changed |= u32::from(places[band] & cell != 0) << other;
            places[band] &= !cell;
        }
        let places = &mut state.places[digit];
        let column = COLUMN << (bit % 9);
        places.iter_mut().for_each(|places| *places &= !column);
        places[band] = places[band] & !self.seen[bit] | cell;
        state.open[band] ^= cell;
    }

    /// Makes all naked and hidden singles; returns `false` on a contradiction.
    fn propagate(&self, state: &mut State) -> bool {
        loop {
            let before = state.open;
            if !self.fill_naked(state) || !self.fill_hidden(state) {
                return false;
            }
            if state.open == before {
                return true;
            }
        }
    }

    fn fill_naked(&self, state: &mut State) -> bool {
        for band in 0..3 {
            let [once, twice, _] = counted(state, band);
            if once != BAND {
                return false;
            }
            let mut singles = once & !twice & state.open[band];
            while singles != 0 {
                let bit = singles.trailing_zeros() as usize;
                singles &= singles - 1;
                let Some(digit) = (0..9).find(|&digit| state.places[digit][band] >> bit & 1 != 0) else {
                    return false;
                };
                self.fill(state, digit, band, bit);
            }
        }
        true
    }

    fn fill_hidden(&self, state: &mut State) -> bool {
        while state.changed != 0 {
            let digit = state.changed.trailing_zeros() as usize;
            state.changed &= state.changed - 1;
            let Some(mut singles) = hidden(&state.places[digit]) else { return false };
            for band in 0..3 {
                singles[band] &= state.open[band];
                while singles[band] != 0 {
                    let bit = singles[band].trailing_zeros() as usize;
                    singles[band] &= singles[band] - 1;
                    if state.places[digit][band] >> bit & 1 == 0 {
                        return false;
                    }
                    self.fill(state, digit, band, bit);
                }
            }
        }
        true
    }
}

/// The cells of a band with at least one, two and three candidates.
#[inline(always)]
fn counted(state: &State, band: usize) -> [u32; 3] {
    let (mut once, mut twice, mut thrice) = (0, 0, 0);
    for places in &state.places {
        thrice |= twice & places[band];
        twice |= once & places[band];
        once |= places[band];
    }
    [once, twice, thrice]
}

/// The places of a digit that are the only ones of a house; `None` if a house has none.
#[inline(always)]
fn hidden(places: &[u32; 3]) -> Option<[u32; 3]> {
    let (mut once, mut twice) = (0, 0);
    let mut singles = [0; 3];
    for (places, singles) in places.iter().zip(&mut singles) {
        for line in 0..3 {
            let row = places >> (9 * line) & ROW;
            twice |= once & row;
            once |= row;
            for house in [places & ROW << (9 * line), places & BOX << (3 * line)] {
                if house == 0 {
                    return None;
                }
                if house.is_power_of_two() {
                    *singles |= house;
                }
            }
        }
    }
    let columns = (once & !twice) * COLUMN;
    singles.iter_mut().zip(places).for_each(|(singles, places)| *singles |= places & columns);
    (once == ROW).then_some(singles)
}

/// The open cell with the fewest candidates, as band and bit.
fn fewest(state: &State) -> Option<(usize, usize)> {
    let mut best = (10, None);
    for band in 0..3 {
        let [_, twice, thrice] = counted(state, band);
        let pairs = twice & !thrice & state.open[band];
        if pairs != 0 {
            return Some((band, pairs.trailing_zeros() as usize));
        }
        let mut open = state.open[band];
        while open != 0 {
            let bit = open.trailing_zeros() as usize;
            open &= open - 1;
            let count = state.places.iter().map(|places| places[band] >> bit & 1).sum::<u32>();
            if count < best.0 {
                best = (count, Some((band, bit)));
            }
        }
    }
    best.1
}

/// The cells of a filled board.
fn cells(state: &State) -> [u8; 81] {
    let mut cells = [0; 81];
    for (digit, places) in state.places.iter().enumerate() {
        for (band, &places) in places.iter().enumerate() {
            let mut places = places;
            while places != 0 {
                cells[27 * band + places.trailing_zeros() as usize] = digit as u8 + 1;
                places &= places - 1;
            }
        }
    }
    cells
}
