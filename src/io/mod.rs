//! Files and pipes in, one ordered output. Names no engine and no format beyond the newline.

mod feed;
mod input;
mod mapped;
pub(crate) mod ordered;
mod output;
mod packed;

pub(crate) use feed::{Chunk, Feed, Recognize, Start};
pub use input::Input;
pub use output::Output;
