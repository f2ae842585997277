//! The techniques that people use on 9×9 boards, step by step, and the ratings that follow from them.
//!
//! ```text
//!  words/                        a step with its reason: sentence, notation, JSON
//!  sudoku_explainer/             the techniques of Sudoku Explainer in its order; ER, EP and ED; the reasons for its steps
//!  hodoku/                       the techniques of HoDoKu
//!    ├── table.rs                  the names and ratings of techniques
//!    ├── position_format.rs        positions as text
//!    └── step.rs                   a step as data
//!          ├── reason.rs             why it can be made, as data: parts and chains
//!          └── position.rs           the candidates of a board
//!                └── houses.rs         cells and houses as bits
//! ```

mod drawing;
pub mod hodoku;
mod houses;
mod position;
mod position_format;
mod reason;
mod step;
mod sudoku_explainer;
mod table;
mod words;

pub use drawing::Picture;
pub use position::Position;
pub use position_format::{PositionFormat, WrittenPosition};
pub use reason::{Argument, Chain, Link, Node, Parent, Part, Reason, Role};
pub use step::{Fins, Fish, FishShape, Removals, Step, Technique};
pub use sudoku_explainer::{Explainer, ExplainerRating};
