//! How puzzles are solved by all techniques, step by step: the module `explanation` of the library, and what hints and pages need.
//!
//! ```text
//!  next.rs                       the next step of a board, or its mistake
//!    └── marks.rs                  the cells and candidates that it is about
//!  page.rs                       the solution of a puzzle as a part of an HTML page
//!    └── finder.rs                 the steps of a puzzle, one after the other
//!          ├── step.rs               one step, of any technique
//!          └── method.rs             which techniques, and in which order
//! ```

mod finder;
mod marks;
mod method;
mod next;
mod page;
mod step;
#[cfg(test)]
mod tests;

pub use finder::{Explanation, StepFinder};
pub use marks::Marks;
pub use method::Method;
pub use next::NextStep;
pub use page::{PAGE_STYLE, section};
pub use step::ExplainedStep;
