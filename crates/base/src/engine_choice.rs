//! The choice of an engine.

use crate::{
    error::{Error, ErrorKind},
    isa::InstructionSet,
};

/// Which engine to use. [`RunOptions`](crate::run_options::RunOptions) take it.
///
/// ```
/// use quadrille::engine::EngineChoice;
///
/// assert_eq!(EngineChoice::default().name(), "auto");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EngineChoice {
    /// The fastest engine for each shape: the widest lanes of the machine for 9×9, the arena for smaller
    /// boards, and the arena followed by clause learning for larger ones and for variants.
    #[default]
    Auto,
    /// The lanes of this instruction set for 9×9, all other boards as with `Auto`.
    Lanes(InstructionSet),
    /// The dancing-links arena alone, for all boards.
    Dlx,
}

/// The machine does not have the requested instruction set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unavailable(pub InstructionSet);

impl Unavailable {
    /// Checks that the machine can run an engine.
    ///
    /// # Errors
    /// If the choice is an instruction set that the machine does not have.
    pub fn check(choice: EngineChoice) -> Result<(), Unavailable> {
        match choice {
            EngineChoice::Lanes(isa) if !isa.is_available() => Err(Unavailable(isa)),
            _ => Ok(()),
        }
    }
}

impl std::fmt::Display for Unavailable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "this machine has no {}; it has {}", self.0.name(), available())
    }
}

impl std::error::Error for Unavailable {}

impl From<Unavailable> for Error {
    fn from(unavailable: Unavailable) -> Error {
        Error::of(ErrorKind::Config, unavailable)
    }
}

fn available() -> String {
    let names = InstructionSet::ALL.iter().filter(|isa| isa.is_available()).map(|isa| isa.name());
    names.collect::<Vec<_>>().join(", ")
}

impl EngineChoice {
    /// Its name: `auto`, `lanes` or `dlx`.
    pub fn name(self) -> &'static str {
        match self {
            EngineChoice::Auto => "auto",
            EngineChoice::Lanes(_) => "lanes",
            EngineChoice::Dlx => "dlx",
        }
    }
}
