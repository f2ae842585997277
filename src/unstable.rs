//! Internals for benchmarks, fuzzing and comparisons: engines, codecs, runs over buffers of the caller.
//!
//! **No promise of stability**: anything here may change in any release. Needs the feature `unstable`.

/// Exact cover problems, their text and the checker of their solutions.
pub mod cover {
    pub use crate::cover::*;
}

/// The engines, their runs and reports.
pub mod engine {
    pub use crate::engine::*;
}

/// Formats of records: codecs and their table.
#[cfg(feature = "batch")]
pub mod format {
    pub use crate::format::*;
}

/// Where an input can be cut.
#[cfg(feature = "batch")]
pub mod framing {
    pub use crate::framing::*;
}

/// The text of 9×9 grids.
#[cfg(feature = "batch")]
pub mod grid {
    pub use crate::grid::NineText;
}

/// From the bytes of a file, compressed or not, or a table, to its text.
#[cfg(feature = "batch")]
pub mod io {
    pub use crate::io::open_plain_text;
    #[cfg(feature = "parquet")]
    pub use crate::io::open_table;
}

/// The random numbers of a seed.
pub mod random {
    pub use crate::random::word;
}

/// The generator of random puzzles, into buffers of the caller.
pub mod generate {
    pub use crate::generate::*;
}

/// The naked-single step on slices.
pub mod hint {
    pub use crate::hint::*;
}

/// Engines whose solutions are verified.
pub mod solving {
    pub use crate::solving::*;
}

/// The independent checkers on slices.
pub mod verify {
    pub use crate::verify::*;
}

/// The threads that decode and encode tables.
#[cfg(feature = "parquet")]
pub mod tables {
    /// Their names. A panic in one of them becomes an error.
    pub const THREADS: [&str; 2] = [crate::tables::DECODER_THREAD, crate::tables::ENCODER_THREAD];
}

/// What a handler for SIGBUS needs to know about mapped inputs and temporary files.
#[cfg(all(feature = "batch", unix))]
pub mod fault_table {
    pub use crate::io::fault_table::{name_of_mapping_at, temporary_files};
}
