//! The bodies of the fuzz targets. From the repository's root, with cargo-fuzz:
//!
//! ```sh
//! RUSTC_BOOTSTRAP=1 cargo fuzz run csv -- -max_total_time=60
//! ```

mod board_arrays;
mod choices;
mod columns;
mod cover;
mod engines;
mod formats;
mod made_arrays;
mod made_tables;
mod morphs;
mod npy;
mod runs;
mod steps;
mod symmetry;
mod table_files;
mod table_runs;

pub use columns::columns;
pub use cover::cover;
pub use engines::engines;
pub use formats::{field, parse};
pub use made_tables::made_table;
pub use morphs::morph;
pub use runs::{batch, packed, resume, shard};
pub use steps::steps;
pub use symmetry::symmetry;
pub use table_files::table_file;
