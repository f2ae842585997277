//! Classes of records with a limit of memory.
//!
//! The keys of the records are divided into parts that are looked up one after the other ([`spill`]), and a second pass over the inputs
//! drops the records that this has marked ([`marked`]).

mod entries;
mod marked;
mod marks;
mod spill;

pub(super) use marked::MarkedRecords;
pub(super) use spill::{FoundClasses, KeySpill};
