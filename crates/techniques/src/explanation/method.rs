//! The methods of explanations.

use crate::logic::Techniques;
use quadrille_base::error::{Error, ErrorKind};
use std::{fmt, str::FromStr};

/// How puzzles are explained: which techniques are used, and in which order.
///
/// The text form is `all`, `se`, `se=no-uniqueness`, `hodoku`, `locked` or `singles`.
///
/// ```
/// use quadrille::explanation::Method;
///
/// assert_eq!("se".parse::<Method>()?, Method::SudokuExplainer { uniqueness: true });
/// assert_eq!(Method::default().to_string(), "all");
/// let simple = Method::EACH.map(|method| (!method.has_chains()).then_some(method.name()));
/// assert_eq!(simple, [None, None, None, None, Some("locked"), Some("singles")]);
/// assert!(Method::Hodoku.needs_nine() && !Method::All.needs_nine());
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Method {
    /// Singles and locked candidates as long as they make a step, in the order of `logic`. On plain 9×9 boards with one
    /// solution, the next technique of Sudoku Explainer follows where they end, and then they continue.
    #[default]
    All,
    /// The techniques of Sudoku Explainer in its order, with its ratings. Only for 9×9 boards; boards without exactly one solution have no
    /// steps.
    SudokuExplainer {
        /// Whether techniques may assume that a puzzle has one solution: unique rectangles and loops, and BUG.
        uniqueness: bool,
    },
    /// The techniques of HoDoKu in its order, with its scores, without brute force. Only for 9×9 boards; boards without exactly
    /// one solution have no steps.
    Hodoku,
    /// Naked and hidden singles, pointing and claiming.
    Locked,
    /// Naked and hidden singles.
    Singles,
}

impl Method {
    /// Every method.
    pub const EACH: [Method; 6] = [
        Method::All,
        Method::SudokuExplainer { uniqueness: true },
        Method::SudokuExplainer { uniqueness: false },
        Method::Hodoku,
        Method::Locked,
        Method::Singles,
    ];

    /// Its name, the text form.
    pub const fn name(self) -> &'static str {
        match self {
            Method::All => "all",
            Method::SudokuExplainer { uniqueness: true } => "se",
            Method::SudokuExplainer { uniqueness: false } => "se=no-uniqueness",
            Method::Hodoku => "hodoku",
            Method::Locked => "locked",
            Method::Singles => "singles",
        }
    }

    /// The simple techniques that come first, if any do.
    pub(super) fn simple(self) -> Option<Techniques> {
        match self {
            Method::Singles => Some(Techniques::Singles),
            Method::Locked | Method::All => Some(Techniques::Locked),
            Method::SudokuExplainer { .. } | Method::Hodoku => None,
        }
    }

    /// Whether the techniques of Sudoku Explainer may assume uniqueness; `None` if they are not used.
    pub(super) fn uniqueness(self) -> Option<bool> {
        match self {
            Method::All => Some(true),
            Method::SudokuExplainer { uniqueness } => Some(uniqueness),
            Method::Hodoku | Method::Locked | Method::Singles => None,
        }
    }

    /// Whether it is only for plain 9×9 boards.
    pub fn needs_nine(self) -> bool {
        self.simple().is_none()
    }

    /// Whether steps may take much longer than singles do.
    pub fn has_chains(self) -> bool {
        self.uniqueness().is_some() || self == Method::Hodoku
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = Error;

    fn from_str(name: &str) -> Result<Method, Error> {
        Method::EACH.into_iter().find(|each| each.name() == name).ok_or_else(|| {
            let what =
                format!("unknown method {name:?}: expected {}", Method::EACH.map(Method::name).join(", "));
            Error::new(ErrorKind::Malformed, what)
        })
    }
}
