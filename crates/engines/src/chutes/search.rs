//! The sum over pairs of triples, on one thread.

use super::digits::Classes;
use super::partitions::Triple;
use super::plan::{ADDED_AT_A_TIME, Fits, Place, Plan};
use quadrille_base::limits::Budget;
use quadrille_cover::OutOfMemory;
use quadrille_cover::memory::{filled, with_capacity};

/// Steps of a node, which takes half a microsecond, as a node of an engine does.
const STEPS: usize = 1024;

/// Steps of a pair of triples, if the ways are known.
const STEPS_OF_A_PAIR: usize = 16;

/// One thread's memory and count.
pub struct ChuteSearch<'a> {
    plan: &'a Plan,
    classes: &'a Classes,
    budget: Budget<'a>,
    bands: [Band; 3],
    /// Steps since the last node.
    steps: usize,
    pub solutions: u128,
    /// Whether the budget ended the search before its time.
    pub is_stopped: bool,
}

/// A band after the choice of a triple of the first stack.
struct Band {
    /// The rows of digits in the second and the last box, of triples whose rows in the first one fit.
    candidates: Vec<(u16, u16)>,
    /// The rows of digits in the last box, of triples that fit in both.
    rows: Vec<u16>,
    /// Up to 255 rows, added up by columns of digits.
    bytes: Vec<u8>,
    /// Which columns of digits in the second box have been examined.
    seen: Vec<Seen>,
    /// The number of triples of the band that fit all three boxes, at most 216², for these columns and for columns of
    /// digits in the last box.
    ways: Vec<u16>,
    width: usize,
}

/// Whether the ways for columns of digits in the second box are known, and whether any exist.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Not,
    NoWay,
    Ways,
}

impl<'a> ChuteSearch<'a> {
    pub fn try_new(
        plan: &'a Plan,
        classes: &'a Classes,
        budget: Budget<'a>,
    ) -> Result<ChuteSearch<'a>, OutOfMemory> {
        let band = |at: usize| Band::try_new(plan.bands[at].len(), &plan.fits[at]);
        let bands = [band(0)?, band(1)?, band(2)?];
        Ok(ChuteSearch { plan, classes, budget, bands, steps: 0, solutions: 0, is_stopped: false })
    }

    /// Nodes that were counted.
    pub fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    /// Adds the solutions with a triple of the first stack and some of the second one, this number of times.
    pub fn add(&mut self, first: &Place, times: u128, seconds: &[Place]) {
        if self.is_stopped {
            return;
        }
        // Steps are counted from the start of a node, so that the number of nodes does not depend on the thread.
        self.steps = 0;
        for (at, band) in self.bands.iter_mut().enumerate() {
            band.start(&self.plan.bands[at], self.plan.fits[at][0].of(first.triple[at]));
        }
        for second in seconds {
            let Some(pairs) = self.classes.pairs(&first.digits, &second.digits) else { continue };
            let mut steps = STEPS_OF_A_PAIR;
            let mut bands = self.bands.iter_mut().enumerate();
            if bands.all(|(at, band)| band.has_ways(second.triple[at], &self.plan.fits[at], &mut steps)) {
                let ways = [0, 1, 2].map(|at| self.bands[at].ways(second.triple[at]));
                self.solutions += times * pairs * u128::from(sum(&self.plan.last, ways));
                steps += self.plan.last.len();
            }
            if !self.spend(steps) {
                return;
            }
        }
    }

    /// Counts a node for some steps. Returns whether the budget allows it.
    #[inline(always)]
    fn spend(&mut self, steps: usize) -> bool {
        self.steps += steps;
        while self.steps >= STEPS {
            self.steps -= STEPS;
            self.is_stopped |= !self.budget.enter();
        }
        !self.is_stopped
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

    /// Starts with a triple of the first stack, given the rows of digits that fit it.
    fn start(&mut self, triples: &[Triple], fits: &[u8]) {
        self.candidates.clear();
        let fitting = triples.iter().filter(|triple| fits[usize::from(triple[0])] == 1);
        self.candidates.extend(fitting.map(|triple| (triple[1], triple[2])));
        self.seen.fill(Seen::Not);
    }

    /// Whether ways exist for columns of digits in the second box. Adds the steps of finding them.
    #[inline(always)]
    fn has_ways(&mut self, second: u16, fits: &[Fits; 3], steps: &mut usize) -> bool {
        if self.seen[usize::from(second)] == Seen::Not {
            let added = self.find_ways(second, fits);
            *steps += self.candidates.len() + added * self.width / ADDED_AT_A_TIME;
        }
        self.seen[usize::from(second)] == Seen::Ways
    }

    /// The ways that were found for columns of digits in the second box.
    #[inline(always)]
    fn ways(&self, second: u16) -> &[u16] {
        &self.ways[usize::from(second) * self.width..][..self.width]
    }

    /// Finds the ways. Returns how many rows of digits fit.
    fn find_ways(&mut self, second: u16, [_, seconds, last]: &[Fits; 3]) -> usize {
        let (fits, mut len) = (seconds.of(second), 0);
        // The loop has no branch, because the processor cannot predict which candidates fit.
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
        len
    }
}

/// The number of ways to complete the last stack and the bands, given the ways of the bands.
///
/// It fits in 64 bits, because a band has at most 216² ways, and there are 94,080 triples. The loop has no branches.
/// Grouping the triples by their first partition takes twice as long, because groups are short.
#[inline(always)]
fn sum(last: &[Triple], [first, second, third]: [&[u16]; 3]) -> u64 {
    let mut sum = 0;
    for &[a, b, c] in last {
        let ways = u32::from(first[usize::from(a)]) * u32::from(second[usize::from(b)]);
        sum += u64::from(ways) * u64::from(third[usize::from(c)]);
    }
    sum
}
