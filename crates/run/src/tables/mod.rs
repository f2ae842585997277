//! Tables of Arrow, in the files of Parquet, Arrow IPC and NumPy.
//!
//! An input table becomes csv text before the pipeline of `batch`. After it, an output table gets typed answers, and the csv text
//! of the columns that are carried along. So every command that takes csv takes tables, with the same columns, options and
//! messages. `dialect` says how the values of a table are written.

mod answers;
#[cfg(feature = "parquet")]
mod carrying;
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
#[cfg(feature = "parquet")]
use std::cell::Cell;
pub(crate) use {
    answers::{AnswerColumn, AnswerColumns},
    layout::{AnswerPlace, TextLayout},
};
#[cfg(feature = "parquet")]
pub(crate) use {
    carrying::{CarriedFile, CarriedInput, Carrying, StreamRows, flat, numbered},
    copying::{CopiedColumns, CopiedSizes, UnitAnswers},
    dialect::TableSchema,
    read::{StreamText, TableFile, TableKind, TableUnits},
    write::{EncodedColumn, InputSchema, TableSink, Target, UnitEncoder},
};

/// The message about a fault of the program itself.
#[cfg(feature = "parquet")]
fn internal_error(what: &str) -> String {
    format!("internal error: {what}; please report it")
}

/// Whether a panic of this thread becomes an error, because it is decoding or encoding a table: it need not be printed.
#[cfg(feature = "parquet")]
pub fn panics_are_errors() -> bool {
    PANICS_ARE_ERRORS.get()
}

#[cfg(feature = "parquet")]
thread_local! {
    static PANICS_ARE_ERRORS: Cell<bool> = const { Cell::new(false) };
}

/// Calls a decoder or an encoder. The caller turns a panic of it into an error.
#[cfg(feature = "parquet")]
fn expecting_panics<T>(call: impl FnOnce() -> T) -> T {
    /// Sets what was before, also when the call panics.
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            PANICS_ARE_ERRORS.set(self.0);
        }
    }
    let _restore = Restore(PANICS_ARE_ERRORS.replace(true));
    call()
}
