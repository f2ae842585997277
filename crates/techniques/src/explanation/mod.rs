//! How puzzles are solved by all techniques, step by step, for hints, explanations and pages.
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
#[doc(hidden)]
pub use marks::Marks;
pub use method::Method;
#[doc(hidden)]
pub use next::NextStep;
#[doc(hidden)]
pub use page::{PAGE_STYLE, section};
pub use step::ExplainedStep;
