//! The techniques that people use on 9×9 boards, step by step, and the ratings that follow from them.
//!
//! A [`Step`] is what is placed or removed, and its [`Reason`] is why. Both are data; the sentence, the notation of forums, the JSON and the
//! [`Picture`] of a step are made from them. [`Explainer`] finds steps as Sudoku Explainer does, and [`hodoku`] as HoDoKu does. For boards of
//! other sizes see the module `logic`, and for all of these in one the module `explanation`.
//!
//! Cells are numbered from 0, by rows; sets of cells have cell 0 as the lowest bit. Digits are numbered from 0 in steps and positions, and sets
//! of digits have digit 1 as the lowest bit. Boards have the digits 1 to 9, and 0 for an empty cell.
//!
//! ```
//! use quadrille::{Puzzle, techniques::{Explainer, Position, Technique}};
//!
//! let puzzle: Puzzle =
//!     "6...3.4.....1.7..6.1.2..8.3.4..1.9.5.........2.5.7..8.5.2..1.6.4..5.3.....3.6...4".parse()?;
//! let mut position = Position::new(puzzle.givens().try_into()?);
//! let mut explainer = Explainer::new(true);
//! let step = loop {
//!     let step = explainer.next(&position).expect("a step");
//!     if step.technique == Technique::NakedPair {
//!         break step;
//!     }
//!     position.make(&step);
//! };
//! // The digits 8 and 9 are in two cells of row 5, so other cells of the row cannot have them.
//! assert_eq!((step.rating, step.cells, step.digits), (30, 1 << 36 | 1 << 41, 0b110000000));
//! assert_eq!(step.removed.candidates().next(), Some((39, 7)));
//! assert_eq!(step.eliminations(), "r5c4<>8 r5c24<>9");
//!
//! let reason = explainer.reason(&position, &step);
//! assert_eq!(step.name(&reason), "naked pair");
//! assert_eq!(reason.notation(&step), "naked pair: r5c16=89 => r5c4<>8 r5c24<>9");
//! assert!(step.sentence(&reason).starts_with("Naked pair: "));
//! assert!(step.json(&reason).starts_with(r#"{"technique":"naked pair""#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//!  words/                        a step with its reason: sentence, notation, JSON
//!  sudoku_explainer/             the techniques of Sudoku Explainer in its order; ER, EP and ED; the reasons for its steps
//!  hodoku/                       the techniques of HoDoKu
//!    ├── table.rs                  the names and ratings of techniques
//!    ├── position_format.rs        positions as text
//!    └── step.rs                   a step as data
//!          ├── reason.rs             why it can be made, as data: parts and chains
//!          └── board_state.rs        the digits and candidates of a board
//!                └── position.rs           the candidates by cell, by digit and by house
//!                      └── houses.rs         cells and houses as bits
//! ```

mod board_state;
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

pub use board_state::BoardState;
pub use drawing::Picture;
pub use position::Position;
pub use position_format::PositionFormat;
pub use reason::{Argument, Chain, Link, Node, Parent, Part, Reason, Role};
pub use step::{Fins, Fish, FishShape, Removals, Step, Technique};
pub use sudoku_explainer::{Explainer, ExplainerRating};
