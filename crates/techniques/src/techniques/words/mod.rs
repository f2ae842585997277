//! A step with its reason: as a sentence, in the notation of forums, and as JSON. `docs/reference/steps.md` describes them.
//!
//! ```text
//!  sentence.rs                   what, where and why, in plain sentences
//!    ├── patterns.rs               the sentences of patterns
//!    │     ├── hodoku_patterns.rs    of patterns that only HoDoKu has
//!    │     └── sets.rs               of almost locked sets and templates, with their notations
//!    └── implications.rs           the sentences and lists of chains
//!  notation.rs, json.rs
//!    └── names.rs                  the names of cells, digits, houses and steps
//! ```

mod hodoku_patterns;
mod implications;
mod json;
mod names;
mod notation;
mod patterns;
mod sentence;
mod sets;
#[cfg(test)]
mod tests;
