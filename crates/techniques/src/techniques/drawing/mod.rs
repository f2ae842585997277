//! Pictures of steps as SVG: self-contained, without scripts and fonts, for light and dark pages and for paper.
//!
//! ```text
//!  picture.rs                    a board with a step, with placed digits, or alone
//!    ├── marks.rs                  how each candidate, cell and house is marked
//!    ├── links.rs                  the links of chains as curves, and the outlines of groups
//!    └── svg.rs, style.css         sizes, elements and colors
//! ```

mod links;
mod marks;
mod picture;
mod svg;
#[cfg(test)]
mod tests;

pub use picture::Picture;
