//! Which engine solves which shape: decided once, here.

use super::{Engine, dlx::Dlx};
use crate::Shape;

/// Which engine to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum EngineChoice {
    /// The fastest one for each shape.
    #[default]
    Auto,
    /// The dancing-links arena, for every shape.
    Dlx,
}

/// One worker's engines: prepared when the first puzzle of a shape comes, and kept.
#[derive(Default)]
pub struct Engines {
    choice: EngineChoice,
    by_shape: [Option<Box<dyn Engine>>; Shape::ALL.len()],
}

impl Engines {
    /// Engines of this choice; none is prepared yet.
    pub fn new(choice: EngineChoice) -> Engines {
        Engines { choice, ..Engines::default() }
    }

    /// The engine for this shape.
    pub fn get(&mut self, shape: Shape) -> &mut dyn Engine {
        let choice = self.choice;
        &mut **self.by_shape[shape.index()].get_or_insert_with(|| prepare(choice, shape))
    }
}

fn prepare(choice: EngineChoice, shape: Shape) -> Box<dyn Engine> {
    match choice {
        EngineChoice::Auto | EngineChoice::Dlx => Box::new(Dlx::new(shape)),
    }
}
