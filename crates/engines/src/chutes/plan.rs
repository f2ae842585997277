//! The order in which the chutes of a board are counted, and the tables for it.

use super::consistent::{Chutes, fits};
use super::digits::{Classes, Places, places};
use super::partitions::{PARTITIONS, Triple};
use super::symmetry::orbits;
use quadrille_cover::OutOfMemory;
use quadrille_cover::memory::with_capacity;

/// Two stacks whose triples are enumerated, the third one, and the bands. All partitions are numbered within their box.
pub struct Plan {
    /// One triple of each orbit under the symmetries of the board, with the size of the orbit.
    pub first: Vec<(Place, u128)>,
    pub second: Vec<Place>,
    pub last: Vec<Triple>,
    pub bands: [Vec<Triple>; 3],
    /// The threads for which memory suffices, one or more.
    pub threads: usize,
    /// For each band: the rows of digits that fit some columns of its box in the first stack, the same in the second
    /// stack, and the columns of digits that fit some rows of its box in the last stack.
    pub fits: [[Fits; 3]; 3],
}

/// A triple of a stack, and the places of its digits.
pub struct Place {
    pub triple: Triple,
    pub digits: Places,
}

/// Which partitions of a box fit each partition in the other direction: a row of bytes each, 1 for the partitions
/// that do.
pub struct Fits {
    pub width: usize,
    len: usize,
    bytes: Vec<u8>,
}

/// Orders of the stacks. Without symmetries, the order of the two that are enumerated matters little.
const ORDERS: [[usize; 3]; 3] = [[0, 1, 2], [0, 2, 1], [1, 2, 0]];

/// The two stacks are exchanged if this divides the number of pairs by this factor or more. A smaller gain may be a loss, because pairs of
/// another order may take twice as long.
const WORTH_AN_ORDER: usize = 4;

/// One in this many partitions of an empty box fits a given one in the other direction: 1680 / 6³.
const ONE_FITS_IN: f64 = 7.8;

/// Partitions whose bytes are added in the time of one step of another kind.
pub const ADDED_AT_A_TIME: usize = 16;

impl Plan {
    /// The cheapest way to count a board: by stacks or by bands, and the order of these. `None` if one thread needs
    /// more than `most` bytes of memory.
    pub fn new(chutes: Chutes, classes: &Classes, most: usize) -> Result<Option<Plan>, OutOfMemory> {
        let (chutes, first) = with_orbits(cheapest(chutes), classes);
        let boxes = std::array::from_fn(|index| BoxNumbers::new(&chutes, index / 3, index % 3));
        let (plan, search) = bytes(&chutes, &boxes);
        let threads = most.saturating_sub(plan) / search.max(1);
        if threads == 0 { Ok(None) } else { Plan::of(&chutes, &first, &boxes, threads).map(Some) }
    }

    fn of(
        chutes: &Chutes,
        first: &[(Triple, u128)],
        boxes: &[BoxNumbers; 9],
        threads: usize,
    ) -> Result<Plan, OutOfMemory> {
        let table = |band: usize, stack: usize| {
            let index = 3 * band + stack;
            let (cells, BoxNumbers { rows, columns }) = (&chutes.boxes[index], &boxes[index]);
            match stack {
                2 => Fits::new(&rows.each, &columns.each, |row, column| fits(cells, row, column)),
                _ => Fits::new(&columns.each, &rows.each, |column, row| fits(cells, row, column)),
            }
        };
        let tables = |band: usize| Ok([table(band, 0)?, table(band, 1)?, table(band, 2)?]);
        let fits = [tables(0)?, tables(1)?, tables(2)?];
        let number = |stack: usize, all: &Triple| {
            std::array::from_fn(|band| boxes[3 * band + stack].columns.of(all[band]))
        };
        let place = |stack: usize, all: &Triple| Place { triple: number(stack, all), digits: places(all) };
        let first = first.iter().map(|(all, size)| (place(0, all), *size)).collect();
        let second = chutes.stacks[1].iter().map(|all| place(1, all)).collect();
        let last = chutes.stacks[2].iter().map(|all| number(2, all)).collect();
        let bands = std::array::from_fn(|band| {
            let number =
                |all: &Triple| std::array::from_fn(|stack| boxes[3 * band + stack].rows.of(all[stack]));
            chutes.bands[band].iter().map(number).collect()
        });
        Ok(Plan { first, second, last, bands, fits, threads })
    }
}

/// The board or the transposed one, with its stacks in the order that makes the sum shortest if the board has no symmetries.
fn cheapest(chutes: Chutes) -> Chutes {
    let mirrored = chutes.clone().transposed();
    let cheapest = |chutes: &Chutes| {
        let each = ORDERS.map(|order| (work(chutes, order), order));
        each.into_iter().min_by(|(a, _), (b, _)| a.total_cmp(b)).expect("three orders")
    };
    let (by_stacks, by_bands) = (cheapest(&chutes), cheapest(&mirrored));
    if by_stacks.0 <= by_bands.0 { chutes.with_stacks(by_stacks.1) } else { mirrored.with_stacks(by_bands.1) }
}

/// The orbits of the first stack. The first stack and the second one are exchanged if this leaves much fewer pairs.
fn with_orbits(chutes: Chutes, classes: &Classes) -> (Chutes, Vec<(Triple, u128)>) {
    let exchanged = chutes.clone().with_stacks([1, 0, 2]);
    let each = [chutes, exchanged].map(|chutes| {
        let orbits = orbits(&chutes, classes);
        (orbits.len() * chutes.stacks[1].len(), chutes, orbits)
    });
    let [(pairs, chutes, first), (fewer, exchanged, other)] = each;
    if WORTH_AN_ORDER * fewer <= pairs { (exchanged, other) } else { (chutes, first) }
}

/// Bytes of the plan of a board, and of a search by one thread.
fn bytes(chutes: &Chutes, boxes: &[BoxNumbers; 9]) -> (usize, usize) {
    let tables: usize = boxes.iter().map(|both| both.rows.each.len() * both.columns.each.len()).sum();
    let places = chutes.stacks.iter().map(Vec::len).sum::<usize>() * size_of::<Place>();
    let bands = chutes.bands.iter().map(Vec::len).sum::<usize>() * size_of::<Triple>();
    let ways =
        |band: &[BoxNumbers]| band[1].columns.each.len() * band[2].columns.each.len() * size_of::<u16>();
    (tables + places + bands, bands + boxes.chunks(3).map(ways).sum::<usize>())
}

/// The estimated number of steps of a count in an order of the stacks.
fn work(chutes: &Chutes, order: [usize; 3]) -> f64 {
    let [first, second, _] = order.map(|stack| chutes.stacks[stack].len() as f64);
    first * second * steps_of_a_pair(chutes, order[2])
}

/// The estimated number of steps of a pair of triples.
fn steps_of_a_pair(chutes: &Chutes, last: usize) -> f64 {
    let bands: f64 = chutes.bands.iter().map(|band| band.len() as f64).sum();
    let fit_both = bands / (ONE_FITS_IN * ONE_FITS_IN);
    let columns = |band: usize| Numbers::new(&chutes.stacks[last], band).each.len();
    let columns = (0..3).map(columns).sum::<usize>() as f64 / 3.0;
    bands / ONE_FITS_IN + fit_both * columns / ADDED_AT_A_TIME as f64 + chutes.stacks[last].len() as f64
}

/// The partitions of a box.
struct BoxNumbers {
    rows: Numbers,
    columns: Numbers,
}

impl BoxNumbers {
    fn new(chutes: &Chutes, band: usize, stack: usize) -> BoxNumbers {
        let (rows, columns) = (&chutes.bands[band], &chutes.stacks[stack]);
        BoxNumbers { rows: Numbers::new(rows, stack), columns: Numbers::new(columns, band) }
    }
}

/// The partitions of a box that occur, numbered.
struct Numbers {
    each: Vec<u16>,
    numbers: Vec<u16>,
}

impl Numbers {
    /// The partitions at this place of the triples.
    fn new(triples: &[Triple], at: usize) -> Numbers {
        let mut occurs = [false; PARTITIONS];
        triples.iter().for_each(|triple| occurs[usize::from(triple[at])] = true);
        let each: Vec<u16> = (0..PARTITIONS as u16).filter(|&number| occurs[usize::from(number)]).collect();
        let mut numbers = vec![0; PARTITIONS];
        for (number, &partition) in (0..).zip(&each) {
            numbers[usize::from(partition)] = number;
        }
        Numbers { each, numbers }
    }

    fn of(&self, partition: u16) -> u16 {
        self.numbers[usize::from(partition)]
    }
}

impl Fits {
    fn new(of: &[u16], others: &[u16], fits: impl Fn(u16, u16) -> bool) -> Result<Fits, OutOfMemory> {
        let mut bytes = with_capacity(of.len() * others.len())?;
        for &one in of {
            bytes.extend(others.iter().map(|&other| u8::from(fits(one, other))));
        }
        Ok(Fits { width: others.len(), len: of.len(), bytes })
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The row of a partition.
    #[inline(always)]
    pub fn of(&self, number: u16) -> &[u8] {
        &self.bytes[usize::from(number) * self.width..][..self.width]
    }
}
