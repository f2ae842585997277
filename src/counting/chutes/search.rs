//! The sum over pairs of triples, on one thread.

use super::digits::Classes;
use super::plan::{Fits, Group, Place, Plan};
use crate::engine::Budget;

/// One thread's memory, and what it has counted.
pub struct Search<'a> {
    plan: &'a Plan,
    classes: &'a Classes,
    budget: Budget<'a>,
    bands: [Band; 3],
    pub solutions: u128,
    /// Whether the budget ended the search before its time.
    pub is_stopped: bool,
}

/// What two triples leave of a band.
struct Band {
    /// The rows of digits in the second and the last box, of triples whose rows in the first one fit.
    candidates: Vec<(u16, u16)>,
    /// The rows of digits in the last box, of triples that fit in both.
    rows: Vec<u16>,
    /// Up to 255 rows, added up by columns of digits.
    bytes: Vec<u8>,
    /// For columns of digits in the last box, how many triples of the band fit all three boxes.
    ways: Vec<u32>,
}

impl<'a> Search<'a> {
    pub fn new(plan: &'a Plan, classes: &'a Classes, budget: Budget<'a>) -> Search<'a> {
        let bands = std::array::from_fn(|band| Band {
            candidates: Vec::with_capacity(plan.bands[band].len()),
            rows: vec![0; plan.bands[band].len()],
            bytes: vec![0; plan.fits[band][2].width],
            ways: vec![0; plan.fits[band][2].width],
        });
        Search { plan, classes, budget, bands, solutions: 0, is_stopped: false }
    }

    /// Nodes that were counted.
    pub fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    /// Adds the solutions with a triple of the first stack and some of the second one.
    pub fn add(&mut self, first: &Place, seconds: &[Place]) {
        if self.is_stopped {
            return;
        }
        for (at, band) in self.bands.iter_mut().enumerate() {
            band.start(&self.plan.bands[at], self.plan.fits[at][0].of(first.triple[at]));
        }
        for second in seconds {
            let Some(pairs) = self.classes.pairs(&first.digits, &second.digits) else { continue };
            if !(0..self.plan.nodes).all(|_| self.budget.enter()) {
                self.is_stopped = true;
                return;
            }
            let fits = &self.plan.fits;
            let mut bands = self.bands.iter_mut().enumerate();
            if bands.all(|(at, band)| band.add_up(fits[at][1].of(second.triple[at]), &fits[at][2])) {
                self.solutions += pairs * u128::from(sum(&self.plan.last, &self.bands));
            }
        }
    }
}

impl Band {
    /// Starts with a triple of the first stack, of which the rows of digits that fit are given.
    fn start(&mut self, triples: &[[u16; 3]], fits: &[u8]) {
        self.candidates.clear();
        let fitting = triples.iter().filter(|triple| fits[usize::from(triple[0])] == 1);
        self.candidates.extend(fitting.map(|triple| (triple[1], triple[2])));
    }

    /// Finds the ways for a triple of the second stack, of which the rows of digits that fit are given. Whether there are any.
    #[inline(always)]
    fn add_up(&mut self, fits: &[u8], last: &Fits) -> bool {
        let mut len = 0;
        // Without a branch: which candidates fit cannot be predicted.
        for &(second, last) in &self.candidates {
            self.rows[len] = last;
            len += usize::from(fits[usize::from(second)]);
        }
        if len == 0 {
            return false;
        }
        self.ways.fill(0);
        for rows in self.rows[..len].chunks(255) {
            self.bytes.fill(0);
            for &row in rows {
                self.bytes.iter_mut().zip(last.of(row)).for_each(|(sum, fits)| *sum += fits);
            }
            self.ways.iter_mut().zip(&self.bytes).for_each(|(ways, &byte)| *ways += u32::from(byte));
        }
        true
    }
}

/// The number of ways to complete the last stack and the bands.
///
/// It fits 64 bits: a band has at most 216² ways, and there are 94,080 triples.
#[inline(always)]
fn sum(last: &[Group], bands: &[Band; 3]) -> u64 {
    let [first, second, third] = [0, 1, 2].map(|band| &bands[band].ways[..]);
    let mut sum = 0;
    for group in last {
        let ways = u64::from(first[usize::from(group.first)]);
        if ways > 0 {
            let pair =
                |&(b, c): &(u16, u16)| u64::from(second[usize::from(b)]) * u64::from(third[usize::from(c)]);
            sum += ways * group.others.iter().map(pair).sum::<u64>();
        }
    }
    sum
}
