//! Which engine solves which shape: decided once, here.

use super::{
    Engine,
    dlx::{Big, Dlx, VariantEngine},
    lanes::{Isa, Lanes},
};
use crate::{Rules, RulesError, Shape, Variants};

/// Which engine to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum EngineChoice {
    /// The fastest for each shape: 9×9 boards on lanes, as wide as the machine has them, smaller ones
    /// in the arena, and larger ones in the arena with a search that learns to take over.
    #[default]
    Auto,
    /// 9×9 boards on the lanes of this instruction set, all others as with `Auto`.
    Lanes(Isa),
    /// The dancing-links arena alone, for every shape.
    Dlx,
}

/// The machine does not have an instruction set that was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unavailable(pub Isa);

impl std::fmt::Display for Unavailable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "this machine has no {}; it has {}", self.0.name(), available())
    }
}

impl std::error::Error for Unavailable {}

fn available() -> String {
    let names = Isa::ALL.into_iter().filter(|isa| isa.available()).map(Isa::name);
    names.collect::<Vec<_>>().join(", ")
}

/// One worker's engines: prepared when the first puzzle of a shape comes, and kept.
#[derive(Default)]
pub struct Engines {
    choice: EngineChoice,
    by_shape: [Option<Box<dyn Engine>>; Shape::ALL.len()],
    variants: Variants,
    /// Engines for rules, for candidates and for regions.
    ruled: [Option<Box<dyn Engine>>; Shape::ALL.len()],
}

impl Engines {
    /// Engines of this choice; none is prepared yet.
    ///
    /// # Errors
    /// If the choice is of an instruction set that the machine does not have.
    pub fn new(choice: EngineChoice) -> Result<Engines, Unavailable> {
        match choice {
            EngineChoice::Lanes(isa) if !isa.available() => Err(Unavailable(isa)),
            _ => Ok(Engines { choice, ..Engines::default() }),
        }
    }

    /// Engines of which one is as given: to see what becomes of its mistakes.
    #[cfg(test)]
    pub(crate) fn with(shape: Shape, engine: Box<dyn Engine>) -> Engines {
        let mut engines = Engines::default();
        engines.by_shape[shape.index()] = Some(engine);
        engines
    }

    /// Sets the variants under which [`ruled`](Self::ruled) solves; none at first.
    pub fn variants(self, variants: Variants) -> Engines {
        Engines { variants, ruled: Default::default(), ..self }
    }

    /// The engine for this shape under the variants, whatever the choice: the only one that takes
    /// candidates, and regions that puzzles bring.
    ///
    /// # Errors
    /// If the variants do not fit the shape.
    pub fn ruled(&mut self, shape: Shape) -> Result<&mut dyn Engine, RulesError> {
        let engine = &mut self.ruled[shape.index()];
        if engine.is_none() {
            *engine = Some(Box::new(VariantEngine::new(&Rules::new(shape, &self.variants)?)));
        }
        Ok(&mut **engine.as_mut().expect("just prepared"))
    }

    /// The engine for plain puzzles of this shape.
    pub fn get(&mut self, shape: Shape) -> &mut dyn Engine {
        &mut **self.by_shape[shape.index()].get_or_insert_with(|| prepare(self.choice, shape))
    }
}

fn prepare(choice: EngineChoice, shape: Shape) -> Box<dyn Engine> {
    let isa = match choice {
        EngineChoice::Auto => Isa::detect(),
        EngineChoice::Lanes(isa) => isa,
        EngineChoice::Dlx => return Box::new(Dlx::new(shape)),
    };
    match Lanes::new(isa) {
        Some(lanes) if shape == Shape::NINE => Box::new(lanes),
        _ if shape.area() > Shape::NINE.area() => Box::new(Big::new(shape)),
        _ => Box::new(Dlx::new(shape)),
    }
}
