//! Files and pipes in, one output. Names no engine and no format beyond the newline.

mod change_guard;
mod compression;
pub(crate) mod disk;
pub mod fault_table;
mod feed;
mod file_kind;
mod input;
mod input_bytes;
mod mapped;
mod output;
mod partial;
mod pipe;
mod read_ahead;
mod scratch;
mod shard_start;
mod standard;
#[cfg(feature = "parquet")]
mod table;
#[cfg(feature = "parquet")]
mod table_texts;
mod text;
mod utf16;

pub(crate) use change_guard::Identity;
pub(crate) use compression::CompressionTimes;
pub(crate) use disk::folder;
#[cfg(feature = "parquet")]
pub(crate) use feed::PendingInput;
pub(crate) use feed::{Chunk, Feed, Position, Recognize, Recognized, cannot_read, overlong_record};
pub use file_kind::{FileKind, UnsupportedFile};
pub use input::Input;
#[cfg(feature = "parquet")]
pub use output::table_in_memory;
pub use output::{Output, expect_counts, expect_puzzle_lines};
pub(crate) use output::{PlacedFile, Places};
pub(crate) use partial::{Partial, checksum};
pub(crate) use scratch::ScratchFile;
pub(crate) use shard_start::ShardStart;
#[cfg(feature = "parquet")]
pub(crate) use table::{InputRows, UnitFile};
#[cfg(feature = "parquet")]
pub use table_texts::TableTexts;
pub use text::open_plain_text;
