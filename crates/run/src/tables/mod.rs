//! Tables of Arrow, in the files of Parquet, Arrow IPC and NumPy, as csv text and back.
//!
//! An input table becomes csv text in front of the pipeline of `batch`, and the csv text of the answers becomes a table
//! behind it. So every command that takes csv takes tables, with the same columns, options and messages.
//! `dialect` says how the values of a table are written.

mod answers;
#[cfg(feature = "parquet")]
mod copying;
#[cfg(feature = "parquet")]
mod dialect;
mod format;
mod layout;
#[cfg(feature = "parquet")]
mod read;
#[cfg(feature = "parquet")]
mod write;

pub use format::TableFormat;
pub(crate) use {
    answers::{AnswerColumn, AnswerColumns},
    layout::TextLayout,
};
#[cfg(feature = "parquet")]
pub(crate) use {
    copying::{CopiedColumns, CopiedSizes, Copying},
    dialect::TableSchema,
    read::{StreamText, TableFile, TableKind},
    write::{InputSchema, TableSink, Target},
};
/// The names of the threads that decode and encode tables. A panic in one of them becomes an error.
#[cfg(feature = "parquet")]
pub const THREADS: [&str; 3] = [read::DECODER_THREAD, write::ENCODER_THREAD, write::WRITER_THREAD];
