//! Files and pipes in, one ordered output. Names no engine and no format beyond the newline.

mod change_guard;
mod channel;
mod compression;
pub(crate) mod disk;
mod feed;
mod input;
mod mapped;
pub(crate) mod ordered;
#[cfg(test)]
mod ordered_tests;
mod output;
mod part;
mod partial;

pub(crate) use feed::{Chunk, Feed, Position, Recognize, Start};
pub use input::Input;
pub use mapped::exit_where_a_mapping_fails;
pub use output::Output;
pub(crate) use part::ShardStart;
pub(crate) use partial::{Partial, checksum};
