//! Files and pipes in, one ordered output. Names no engine and no format beyond the newline.

#[cfg(feature = "batch")]
mod change_guard;
mod channel;
#[cfg(feature = "batch")]
mod compression;
#[cfg(feature = "batch")]
pub(crate) mod disk;
#[cfg(feature = "batch")]
mod feed;
#[cfg(feature = "batch")]
mod input;
#[cfg(feature = "batch")]
mod mapped;
pub(crate) mod ordered;
#[cfg(test)]
mod ordered_tests;
#[cfg(feature = "batch")]
mod output;
#[cfg(feature = "batch")]
mod part;
#[cfg(feature = "batch")]
mod partial;

#[cfg(feature = "batch")]
pub(crate) use feed::{Chunk, Feed, Position, Recognize, Start};
#[cfg(feature = "batch")]
pub use input::Input;
#[cfg(feature = "batch")]
pub use mapped::exit_where_a_mapping_fails;
#[cfg(feature = "batch")]
pub use output::Output;
#[cfg(feature = "batch")]
pub(crate) use part::ShardStart;
#[cfg(feature = "batch")]
pub(crate) use partial::{Partial, checksum};
