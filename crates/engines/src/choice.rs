//! Which engine solves which shape.

use super::{
    Engine, EngineChoice,
    dlx::Dlx,
    lanes::InstructionSet,
    portfolio::{LearningEngine, NineEngine},
};
use quadrille_base::{engine_choice::Unavailable, error::Error};
use quadrille_grid::{Rules, Shape, Variants};

/// The engines of one thread. Each is prepared for the first puzzle of its shape and kept.
#[derive(Default)]
pub struct Engines {
    choice: EngineChoice,
    by_shape: [Option<Box<dyn Engine>>; Shape::EACH.len()],
    variants: Variants,
    /// Engines for variants, candidates and regions.
    under_variants: [Option<Box<dyn Engine>>; Shape::EACH.len()],
}

impl Engines {
    /// The engines of this choice; none is prepared yet.
    ///
    /// # Errors
    /// If the choice is an instruction set that the machine does not have.
    pub fn new(choice: EngineChoice) -> Result<Engines, Unavailable> {
        Unavailable::check(choice)?;
        Ok(Engines { choice, ..Engines::default() })
    }

    /// The choice.
    pub fn choice(&self) -> EngineChoice {
        self.choice
    }

    /// The instruction set that this choice names, or else the widest one of the machine.
    pub fn isa(&self) -> InstructionSet {
        match self.choice {
            EngineChoice::Lanes(isa) => isa,
            EngineChoice::Auto | EngineChoice::Dlx => InstructionSet::detect(),
        }
    }

    /// Replaces the engine for a shape, to test how its mistakes are handled.
    pub fn with(shape: Shape, engine: Box<dyn Engine>) -> Engines {
        let mut engines = Engines::default();
        engines.by_shape[shape.index()] = Some(engine);
        engines
    }

    /// Sets the variants under which [`under_variants`](Self::under_variants) solves; the default is none.
    pub fn variants(self, variants: Variants) -> Engines {
        Engines { variants, under_variants: Default::default(), ..self }
    }

    /// The engine for this shape under the variants, which takes candidates and regions.
    ///
    /// # Errors
    /// If the variants do not fit the shape.
    pub fn under_variants(&mut self, shape: Shape) -> Result<&mut dyn Engine, Error> {
        let engine = &mut self.under_variants[shape.index()];
        if engine.is_none() {
            let rules = Rules::new(shape, &self.variants)?;
            *engine = Some(match self.choice {
                EngineChoice::Dlx => Box::new(Dlx::under(&rules)),
                _ => Box::new(LearningEngine::under(&rules)),
            });
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
        EngineChoice::Auto => InstructionSet::detect(),
        EngineChoice::Lanes(isa) => isa,
        EngineChoice::Dlx => return Box::new(Dlx::new(shape)),
    };
    if shape.area() > Shape::NINE.area() {
        return Box::new(LearningEngine::new(shape));
    }
    match NineEngine::new(isa) {
        Some(lanes) if shape == Shape::NINE => Box::new(lanes),
        _ => Box::new(Dlx::new(shape)),
    }
}
