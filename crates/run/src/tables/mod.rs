//! Tables of Arrow, in the files of Parquet, Arrow IPC and NumPy.
//!
//! From tables to tables, workers decode the columns that a run reads, and the output carries or copies the others. Where one side is
//! text, `dialect` says how the values of a table are written there. Every command that takes csv takes tables, with the same columns,
//! options and messages.

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
mod row_number;
#[cfg(feature = "parquet")]
mod write;

pub use format::TableFormat;
use std::cell::Cell;
#[cfg(feature = "parquet")]
pub(crate) use {
    carrying::{CarriedFile, CarriedInput, Carrying, StreamRows},
    copying::{CopiedColumns, CopiedSizes, UnitAnswers},
    dialect::{PIECE_BYTES, RowPart, TableSchema, text_of},
    read::{
        Answering, PiecesLeft, StreamBatches, TableFile, TableKind, TableUnits, UnitPieces, guarded, invalid,
        rows_of_bytes,
    },
    write::{EncodedColumn, InputSchema, TableSink, Target, UnitEncoder, board_type},
};
pub(crate) use {
    layout::{AnswerPlace, TextLayout},
    row_number::{RowNumber, TableRows},
};

/// Whether a panic of this thread becomes an error, because it is decoding or encoding a table: it need not be printed.
pub fn panics_are_errors() -> bool {
    PANICS_ARE_ERRORS.get()
}

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
