//! A step with its reason: as a sentence, in the notation of forums, and as JSON. `docs/reference/steps.md` describes them.
//!
//! ```text
//!  sentence.rs                   what, where and why, in plain sentences
//!    ├── patterns.rs               the sentences of patterns
//!    └── implications.rs           the sentences and lists of chains
//!  notation.rs, json.rs
//!    └── names.rs                  the names of cells, digits, houses and steps
//! ```

mod implications;
mod json;
mod names;
mod notation;
mod patterns;
mod sentence;
#[cfg(test)]
mod tests;
