//! The bodies of the fuzz targets. From the repository's root, with cargo-fuzz:
//!
//! ```sh
//! RUSTC_BOOTSTRAP=1 cargo fuzz run csv -- -max_total_time=60
//! ```

mod cover;
mod engines;
mod formats;
mod morphs;
mod runs;
mod symmetry;

pub use cover::cover;
pub use engines::engines;
pub use formats::{field, parse};
pub use morphs::morph;
pub use runs::{batch, packed, resume, shard};
pub use symmetry::symmetry;
