//! The sum over pairs of triples, on one thread.

use super::digits::Classes;
use super::partitions::Triple;
use super::plan::{Fits, Place, Plan};
use crate::cover::{
    OutOfMemory,
    memory::{filled, with_capacity},
};
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

/// What a triple of the first stack leaves of a band.
struct Band {
    /// The rows of digits in the second and the last box, of triples whose rows in the first one fit.
    candidates: Vec<(u16, u16)>,
    /// The rows of digits in the last box, of triples that fit in both.
    rows: Vec<u16>,
    /// Up to 255 rows, added up by columns of digits.
    bytes: Vec<u8>,
    /// Which columns of digits in the second box have been looked at.
    seen: Vec<Seen>,
    /// For these, and for columns of digits in the last box, how many triples of the band fit all three boxes. There are at most
    /// 216².
    ways: Vec<u16>,
    width: usize,
}

/// Whether the ways for columns of digits in the second box are known, and whether there are any.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Not,
    NoWay,
    Ways,
}

impl<'a> Search<'a> {
    pub fn try_new(
        plan: &'a Plan,
        classes: &'a Classes,
        budget: Budget<'a>,
    ) -> Result<Search<'a>, OutOfMemory> {
        let band = |at: usize| Band::try_new(plan.bands[at].len(), &plan.fits[at]);
        let bands = [band(0)?, band(1)?, band(2)?];
        Ok(Search { plan, classes, budget, bands, solutions: 0, is_stopped: false })
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
            let mut bands = self.bands.iter_mut().enumerate();
            if bands.all(|(at, band)| band.has_ways(second.triple[at], &self.plan.fits[at])) {
                let ways = [0, 1, 2].map(|at| self.bands[at].ways(second.triple[at]));
                self.solutions += pairs * u128::from(sum(&self.plan.last, ways));
            }
        }
    }
}

impl Band {
    fn try_new(triples: usize, [_, second, last]: &[Fits; 3]) -> Result<Band, OutOfMemory> {
        Ok(Band {
            candidates: with_capacity(triples)?,
            rows: filled(0, triples)?,
            bytes: filled(0, last.width)?,
            seen: filled(Seen::Not, second.len())?,
            ways: filled(0, second.len() * last.width)?,
            width: last.width,
        })
    }

    /// Starts with a triple of the first stack, of which the rows of digits that fit are given.
    fn start(&mut self, triples: &[Triple], fits: &[u8]) {
        self.candidates.clear();
        let fitting = triples.iter().filter(|triple| fits[usize::from(triple[0])] == 1);
        self.candidates.extend(fitting.map(|triple| (triple[1], triple[2])));
        self.seen.fill(Seen::Not);
    }

    /// Whether there are ways for columns of digits in the second box.
    #[inline(always)]
    fn has_ways(&mut self, second: u16, fits: &[Fits; 3]) -> bool {
        if self.seen[usize::from(second)] == Seen::Not {
            self.find_ways(second, fits);
        }
        self.seen[usize::from(second)] == Seen::Ways
    }

    /// The ways that were found for columns of digits in the second box.
    #[inline(always)]
    fn ways(&self, second: u16) -> &[u16] {
        &self.ways[usize::from(second) * self.width..][..self.width]
    }

    fn find_ways(&mut self, second: u16, [_, seconds, last]: &[Fits; 3]) {
        let (fits, mut len) = (seconds.of(second), 0);
        // Without a branch: which candidates fit cannot be predicted.
        for &(second, last) in &self.candidates {
            self.rows[len] = last;
            len += usize::from(fits[usize::from(second)]);
        }
        self.seen[usize::from(second)] = if len > 0 { Seen::Ways } else { Seen::NoWay };
        let ways = &mut self.ways[usize::from(second) * self.width..][..self.width];
        ways.fill(0);
        for rows in self.rows[..len].chunks(255) {
            self.bytes.fill(0);
            for &row in rows {
                self.bytes.iter_mut().zip(last.of(row)).for_each(|(sum, fits)| *sum += fits);
            }
            ways.iter_mut().zip(&self.bytes).for_each(|(ways, &byte)| *ways += u16::from(byte));
        }
    }
}

/// The number of ways to complete the last stack and the bands, of which the ways are given.
///
/// It fits 64 bits: a band has at most 216² ways, and there are 94,080 triples. A loop without branches: triples grouped by
/// their first partition take twice as long, since groups are short.
#[inline(always)]
fn sum(last: &[Triple], [first, second, third]: [&[u16]; 3]) -> u64 {
    let mut sum = 0;
    for &[a, b, c] in last {
        let ways = u32::from(first[usize::from(a)]) * u32::from(second[usize::from(b)]);
        sum += u64::from(ways) * u64::from(third[usize::from(c)]);
    }
    sum
}
