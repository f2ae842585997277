//! Reducers: which records of a run are written, in which order, and to which output.
//!
//! A task, mostly [`Keys`](crate::Keys), finds the facts about each record on any thread; a [`Reduce`] takes them in the order of the
//! input and answers with a [`Selection`]. It knows nothing about what the records are, so that it serves text, tables and columns in memory.

mod dedup;
mod draw;
mod filter;
mod leak;
mod lines;
mod sample;
mod sorted;
mod split;

pub use dedup::{Dedup, FirstOfEach, LEAST_CLASS_MEMORY};
pub use draw::Draw;
pub use filter::{Filter, SortBy};
pub use leak::{InputMatches, Leak, LeakSearch, LeakedRecord, LeakedRecords};
pub use lines::LineNumbers;
pub use sample::{Sample, Sampler};
pub use split::{Split, Splitter};

use crate::{
    Tally, Task, Written,
    classes::{Key, NO_CLASS},
};
use quadrille_base::error::Error;
use std::collections::BTreeMap;

/// The facts about the records of a chunk by which some are selected.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facts<'a> {
    /// How many records there are.
    pub records: usize,
    /// Their keys, if the task finds keys.
    pub keys: &'a [Key],
    /// Their lines in the chunk, from 0, if the reducer [needs them](Reduce::needs_lines) and not every line is a record.
    pub record_lines: &'a [u32],
    /// The number of their input.
    pub input: usize,
    /// The line of the input in which the chunk begins, from 1, if lines are needed.
    pub first_line: u64,
    /// The lines of the chunk.
    pub lines: u64,
}

impl<'a> Facts<'a> {
    /// The facts about all rows of an input in memory, whose lines are its rows.
    pub fn of_rows(input: usize, keys: &'a [Key]) -> Facts<'a> {
        let records = keys.len();
        Facts { records, keys, record_lines: &[], input, first_line: 1, lines: records as u64 }
    }
}

/// Which records of a chunk are written.
#[derive(Clone, Copy, Debug)]
pub enum Selection<'r> {
    /// All.
    All,
    /// All but the records of this mask.
    Without(&'r [bool]),
    /// Each to an output of this number, if it has one.
    Routed(&'r [Option<usize>]),
    /// Those with these numbers in the chunk, at the end of the run: each is kept in a place of this number, in which an earlier
    /// record may be.
    Kept(&'r [(usize, usize)]),
}

/// A record that is not the first of its class, and that one: the number of the input and the line in it, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duplicate {
    /// The record.
    pub record: (usize, u64),
    /// The first of its class.
    pub first: (usize, u64),
}

/// How many records of a group were written: of a [`Sample`], of one of its buckets, or of a part of a [`Split`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Selected {
    /// Records of the group. Malformed ones are not in any group.
    pub found: u64,
    /// Records that were written: all records of a part of a split.
    pub written: u64,
}

/// The result of a reducer at the end of a run.
#[derive(Debug, Default)]
pub struct Reduced {
    /// The places of the records that were [kept](Selection::Kept), in the order in which they are written.
    pub places: Vec<usize>,
    /// How many records of each group were written.
    pub selected: Vec<Selected>,
    /// How many classes there are of each number of records, if they were counted.
    pub class_sizes: BTreeMap<u64, u64>,
}

/// Why runs that select records cannot be resumed.
pub(crate) const SELECTS: &str =
    "a run that selects records cannot be resumed: its state does not say which it has kept";

/// Why runs that compare records cannot be resumed.
pub(crate) const COMPARES: &str =
    "a run that compares records cannot be resumed: its state does not say which classes there are";

/// Why runs that compare records cannot be sharded.
pub(crate) const COMPARES_ALL: &str =
    "a run that compares records cannot be sharded: those that are equal may be in several shards";

/// Selects records. One thread calls it at a time.
pub trait Reduce: Send {
    /// Whether it needs the lines of the records.
    fn needs_lines(&self) -> bool {
        false
    }

    /// Takes the next chunk, in order. Counts of classes and duplicates are added to the tally; duplicates that are to be reported
    /// are passed to `report`.
    ///
    /// # Errors
    /// If a temporary file cannot be written or read.
    fn take(
        &mut self,
        facts: &Facts<'_>,
        tally: &mut Tally,
        report: &mut dyn FnMut(Duplicate),
    ) -> Result<Selection<'_>, Error>;

    /// The result for all records. Called once.
    fn finish(&mut self) -> Reduced {
        Reduced::default()
    }
}

/// The numbers of the records that are written to each output of a task, in their order there. These are the keys of all records.
///
/// # Errors
/// As [`Reduce::take`].
pub fn select_rows(task: &dyn Task, keys: &[Key]) -> Result<Vec<Vec<u64>>, Error> {
    let parts = if let Written::Parts(parts) = task.needs().written { parts } else { 1 };
    let (mut outputs, rows) = (vec![Vec::new(); parts], 0..keys.len() as u64);
    let Some(mut reducer) = task.reducer() else {
        // Its workers leave records out.
        return Ok(vec![rows.zip(keys).filter(|(_, key)| **key != NO_CLASS).map(|(row, _)| row).collect()]);
    };
    match reducer.take(&Facts::of_rows(0, keys), &mut Tally::default(), &mut |_| ())? {
        Selection::All => outputs[0].extend(rows),
        Selection::Without(dropped) => {
            outputs[0].extend(rows.zip(dropped).filter(|(_, dropped)| !**dropped).map(|(row, _)| row));
        }
        Selection::Routed(routes) => {
            let routed = rows.zip(routes).filter_map(|(row, part)| Some((row, (*part)?)));
            routed.for_each(|(row, part)| outputs[part].push(row));
        }
        Selection::Kept(kept) => {
            let mut places = vec![0; kept.iter().map(|(_, place)| place + 1).max().unwrap_or(0)];
            kept.iter().for_each(|&(row, place)| places[place] = row as u64);
            outputs[0].extend(reducer.finish().places.into_iter().map(|place| places[place]));
        }
    }
    Ok(outputs)
}
