//! Unique rectangles and loops: all of them, of which the easiest is taken.

use super::loop_sets::Sets;
use crate::techniques::{
    houses::{CELLS_OF, HOUSES_OF, PEERS, cells, combinations, has_several, only},
    position::Position,
    reason::{Argument, Part, Reason, Role},
    step::{Removals, Step, Technique},
};

/// No path is longer: every house has one odd and one even cell at most.
const LONGEST: usize = 18;

/// The easiest unique rectangle or loop.
pub(super) fn find(position: &Position) -> Option<Step> {
    easiest(position).map(|best| best.step)
}

/// The reason for it: the loop, its further candidates, and the set of type 3 or the locked digit of type 4.
pub(super) fn reason(position: &Position) -> Option<Reason> {
    let Best { rank: (_, number), step, set } = easiest(position)?;
    let further = cells(step.cells).filter(|&cell| position.candidates[cell] != step.digits);
    let further = further.fold(Part::new(Role::Further, 0, 0), |further, cell| {
        let digits = further.digits | position.candidates[cell] & !step.digits;
        Part { cells: further.cells | 1 << cell, digits, ..further }
    });
    let mut parts = vec![Part::new(Role::Pattern, step.cells, step.digits), further];
    parts.extend(set);
    Some(Reason { argument: Argument::Type(number), parts, ..Reason::default() })
}

fn easiest(position: &Position) -> Option<Best> {
    let [twos, _] = position.small_cells();
    let mut search = Search::new(position);
    for start in cells(twos) {
        if search.pair != position.candidates[start] {
            search.pair = position.candidates[start];
            search.allowed = in_loops(position, search.digits());
        }
        if search.allowed >> start & 1 == 1 {
            search.extend(start, Path { spare: 2, ..Path::default() });
        }
        if search.best.as_ref().is_some_and(|best| best.rank == (4.5, 1)) {
            break;
        }
    }
    search.best
}

/// Whether there may be a loop on a board that has all candidates of `after`, and only candidates of `before`.
///
/// Its cells have both digits before, and no more of them have further candidates after than then.
pub(super) fn may_exist(before: &Position, after: &Position) -> bool {
    let mut search = Search::new(after);
    combinations(9, 2).any(|pair| {
        search.pair = pair;
        let [a, b] = search.digits();
        search.allowed = in_loops(before, [a, b]);
        let starts = cells(search.allowed).filter(|&cell| after.candidates[cell] & !pair == 0);
        search.only_asks = true;
        starts.into_iter().any(|start| {
            search.extend(start, Path { spare: 2, ..Path::default() });
            search.found
        })
    })
}

/// The cells that may be in a loop: a house of a loop has two of its cells.
fn in_loops(position: &Position, [a, b]: [usize; 2]) -> u128 {
    let mut allowed = position.cells[a] & position.cells[b];
    loop {
        let has_other = |&(house, _): &(u8, u8)| has_several(CELLS_OF[usize::from(house)] & allowed);
        let kept = cells(allowed).filter(|&cell| HOUSES_OF[cell].iter().all(has_other));
        let kept = kept.fold(0, |set, cell| set | 1 << cell);
        if kept == allowed {
            return allowed;
        }
        allowed = kept;
    }
}

/// The state of a path.
#[derive(Clone, Copy, Default)]
struct Path {
    cells: u128,
    /// The houses of the odd and of the even cells, and the cells that these see.
    houses: [u32; 2],
    seen: [u128; 2],
    /// How many more cells may have further candidates, whatever these are.
    spare: i8,
    /// All further candidates.
    further: u16,
    /// One more than the kind of house by which the last cell was reached.
    came_by: usize,
}

/// The best step: its rating and type, and for types 3 and 4 the set or the locked digit.
struct Best {
    rank: (f64, u8),
    step: Step,
    set: Option<Part>,
}

/// A search for all loops.
struct Search<'a> {
    position: &'a Position,
    /// The two digits of the loop.
    pair: u16,
    /// The cells that may be in a loop.
    allowed: u128,
    path: [u8; LONGEST],
    length: usize,
    best: Option<Best>,
    /// Whether the search ends at the first loop, and whether there is one.
    only_asks: bool,
    found: bool,
}

impl Search<'_> {
    fn new(position: &Position) -> Search<'_> {
        let path = [0; LONGEST];
        Search { position, pair: 0, allowed: 0, path, length: 0, best: None, only_asks: false, found: false }
    }

    /// The two digits of the loop.
    fn digits(&self) -> [usize; 2] {
        let low = self.pair.trailing_zeros() as usize;
        [low, 15 - self.pair.leading_zeros() as usize]
    }

    /// Adds a cell to the path, and follows all ways from it.
    fn extend(&mut self, cell: usize, mut path: Path) {
        let odd = self.length % 2;
        HOUSES_OF[cell].iter().for_each(|(house, _)| path.houses[odd] |= 1 << house);
        path.seen[odd] |= PEERS[cell];
        path.cells |= 1 << cell;
        self.path[self.length] = cell as u8;
        self.length += 1;
        let start = usize::from(self.path[0]);
        let end = u128::from(self.length >= 4) << start;
        let allowed = self.allowed & !path.cells & !path.seen[1 - odd] | end;
        for (kind, (house, _)) in HOUSES_OF[cell].into_iter().enumerate() {
            if kind + 1 == path.came_by {
                continue;
            }
            for next in cells(CELLS_OF[usize::from(house)] & allowed) {
                if self.found {
                    break;
                }
                if next == start {
                    if path.houses[0] == path.houses[1] {
                        if self.only_asks {
                            self.found = true;
                        } else {
                            self.evaluate(path.cells);
                        }
                    }
                } else if let Some(longer) = self.may_enter(next, &path) {
                    self.extend(next, Path { came_by: kind + 1, ..longer });
                }
            }
        }
        self.length -= 1;
    }

    /// The path with this cell, if its candidates allow it.
    fn may_enter(&self, cell: usize, path: &Path) -> Option<Path> {
        let candidates = self.position.candidates[cell];
        let is_bivalue = candidates & !self.pair == 0;
        let further = path.further | candidates & !self.pair;
        if !is_bivalue && further.count_ones() != 1 && path.spare <= 0 {
            return None;
        }
        Some(Path { spare: path.spare - i8::from(!is_bivalue), further, ..*path })
    }

    /// Tries all types on the loop.
    fn evaluate(&mut self, loop_cells: u128) {
        let (position, pair) = (self.position, self.pair);
        // In the order of the path.
        let path = self.path;
        let further = path[..self.length].iter().map(|&cell| usize::from(cell));
        let mut further = further.filter(|&cell| position.candidates[cell] != pair);
        let Some(first) = further.next() else { return };
        let extra = position.candidates[first] & !pair;
        match (further.next(), further.next()) {
            (None, _) => {
                let mut removed = Removals::default();
                position.removals(first, pair, &mut removed);
                self.offer(loop_cells, (1, 0), removed, None);
            }
            (Some(second), None) => {
                let all = extra | position.candidates[second] & !pair;
                match only(all) {
                    Some(digit) => self.remove_from_common(loop_cells, digit),
                    None => {
                        let offer =
                            &mut |above, removed, set| self.offer(loop_cells, (3, above), removed, Some(set));
                        Sets { position, pair, offer }.find([first, second], all);
                    }
                }
                self.lock(loop_cells, [first, second]);
            }
            _ => self.remove_from_common(loop_cells, extra.trailing_zeros() as usize),
        }
    }

    /// Type 2: one of the cells with further candidates has this digit.
    fn remove_from_common(&mut self, loop_cells: u128, digit: usize) {
        let further = cells(loop_cells).filter(|&cell| self.position.candidates[cell] != self.pair);
        let common = further.fold(self.position.cells[digit], |common, cell| common & PEERS[cell]);
        self.offer(loop_cells, (2, 0), Removals::of(digit, common), None);
    }

    /// Type 4: one of the two digits is locked in two cells.
    fn lock(&mut self, loop_cells: u128, both: [usize; 2]) {
        let digits = self.digits();
        // The houses in which the digits are locked.
        let mut locked = [None; 2];
        let places = both.map(|cell| HOUSES_OF[cell]);
        for ((house, a), (other, b)) in places[0].into_iter().zip(places[1]) {
            for (locked, digit) in locked.iter_mut().zip(digits) {
                let rest = self.position.places[house as usize][digit] & !(1 << a | 1 << b);
                if house == other && rest == 0 {
                    *locked = locked.or(Some(house.into()));
                }
            }
        }
        let (removed, kept, house) = match locked {
            [Some(house), _] => (digits[1], digits[0], house),
            [_, Some(house)] => (digits[0], digits[1], house),
            _ => return,
        };
        let cells = 1 << both[0] | 1 << both[1];
        let set = Part::new(Role::Locked, cells, 1 << kept).in_house(house);
        self.offer(loop_cells, (4, 0), Removals::of(removed, cells), Some(set));
    }

    /// Keeps a step of a type, with tenths above the rating of the loop, if it is the easiest so far.
    fn offer(&mut self, loop_cells: u128, (kind, above): (u8, u16), removed: Removals, set: Option<Part>) {
        let base = match self.length {
            4 => 4.5,
            6 => 4.5 + 0.1,
            8 => 4.5 + 0.2,
            _ => 4.5 + 0.3 + 0.2,
        };
        let rank = (base + f64::from(above) * 0.1, kind);
        if self.best.as_ref().is_some_and(|best| best.rank <= rank) {
            return;
        }
        let technique = if self.length == 4 { Technique::UniqueRectangle } else { Technique::UniqueLoop };
        let tenths = [45, 46, 47, 50][self.length.min(10) / 2 - 2] + above;
        if let Some(step) = Step::remove(technique, tenths, removed) {
            self.best = Some(Best { rank, step: step.pattern(loop_cells, self.pair), set });
        }
    }
}
