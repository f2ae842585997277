//! Which puzzles are wanted by their steps with the techniques of Sudoku Explainer.

use quadrille_base::error::{Error, ErrorKind};
use quadrille_techniques::techniques::{Explainer, ExplainerRating, Position, Technique};
use std::ops::RangeInclusive;

/// The steps of wanted puzzles, for ratings by [`Method::SudokuExplainer`](super::Method::SudokuExplainer).
///
/// ```
/// use quadrille::{Shape, generate::{Criteria, PuzzleSearch}, rating::StepCriteria, techniques::{Explainer, Position}};
///
/// let steps = StepCriteria::new().technique("naked pair")?;
/// let puzzles = PuzzleSearch::new(Criteria::new(Shape::NINE).steps(steps), 1)?.seed(1).puzzles()?.0;
/// assert_eq!(puzzles.len(), 1);
/// assert!(StepCriteria::new().technique("naked pears").is_err());
/// assert!(!steps.is_empty() && StepCriteria::names().contains(&"naked pair".to_owned()));
///
/// let (mut explainer, position) = (Explainer::new(true), Position::new(puzzles[0].givens().try_into()?));
/// let rating = explainer.rate_from(position);
/// assert!(steps.are_met(&mut explainer, position, &rating));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StepCriteria {
    technique: Option<Technique>,
    /// The place of its name among the longer names of the technique, if it is one of these.
    longer: Option<usize>,
    first: Option<FirstSteps>,
}

/// How difficult the first steps of a puzzle are, compared with its hardest step; see [`StepCriteria::first_steps`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FirstSteps {
    /// EP = ER: no digit can be placed before the hardest step.
    Pearl,
    /// ED = EP = ER: no step can be made before the hardest one.
    Diamond,
}

/// How much above the least rating of its chains a puzzle with a hardest step of chains usually is.
const CHAINS: u16 = 12;

impl StepCriteria {
    /// Any steps.
    pub fn new() -> StepCriteria {
        StepCriteria::default()
    }

    /// Only puzzles whose hardest step is of this technique: they need it, and nothing harder. The name is one of a technique, or of its kind
    /// as steps have it, such as `XY-cycle` or `unique rectangle type 1`.
    ///
    /// # Errors
    /// If Sudoku Explainer does not have a technique of this name.
    pub fn technique(self, name: &str) -> Result<StepCriteria, Error> {
        let found = Technique::of_explainer().find_map(|technique| {
            let longer = technique.longer_names().iter().position(|longer| is_name(longer, name));
            (longer.is_some() || is_name(technique.name(), name)).then_some((technique, longer))
        });
        let (technique, longer) = found.ok_or_else(|| {
            let names: Vec<_> = Technique::of_explainer().map(Technique::name).collect();
            let what = format!("there is no technique {name:?}; the techniques are {}", names.join(", "));
            Error::new(ErrorKind::Malformed, what)
        })?;
        Ok(StepCriteria { technique: Some(technique), longer, ..self })
    }

    /// All names that [`technique`](Self::technique) takes, the easiest techniques first.
    pub fn names() -> Vec<String> {
        let of =
            |technique: Technique| [vec![technique.name().to_owned()], technique.longer_names()].concat();
        Technique::of_explainer().flat_map(of).collect()
    }

    /// Only puzzles with these first steps.
    ///
    /// ```
    /// use quadrille::rating::{FirstSteps, StepCriteria};
    ///
    /// let diamonds = StepCriteria::new().technique("X-wing")?.first_steps(FirstSteps::Diamond);
    /// assert_eq!(FirstSteps::Diamond.name(), "diamond");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn first_steps(self, first: FirstSteps) -> StepCriteria {
        StepCriteria { first: Some(first), ..self }
    }

    /// Whether these are any steps, so that all puzzles have them.
    pub fn is_empty(self) -> bool {
        self == StepCriteria::default()
    }

    /// Whether a puzzle with this position, which has this rating by the explainer, has these steps.
    pub fn are_met(self, explainer: &mut Explainer, position: Position, rating: &ExplainerRating) -> bool {
        self.fits(rating) && self.has_name(explainer, position, rating)
    }

    /// Whether one of the hardest steps has the longer name, if one is wanted.
    fn has_name(self, explainer: &mut Explainer, mut position: Position, rating: &ExplainerRating) -> bool {
        let (Some(technique), Some(longer)) = (self.technique, self.longer) else { return true };
        let name = technique.longer_names().swap_remove(longer);
        while let Some(step) = explainer.next(&position) {
            let is_hardest = (step.technique, step.rating) == (technique, rating.er);
            if is_hardest && step.name(&explainer.reason(&position, &step)) == name {
                return true;
            }
            position.make(&step);
        }
        false
    }

    /// Whether a rating is wanted.
    fn fits(self, rating: &ExplainerRating) -> bool {
        let has_technique = self.technique.is_none_or(|technique| rating.technique == Some(technique));
        let first_steps = self.first.map_or(rating.er, |first| first.of(rating));
        has_technique && first_steps == rating.er && !(self.first.is_some() && rating.technique.is_none())
    }

    /// The ratings to look for.
    pub(crate) fn typical(self) -> RangeInclusive<f64> {
        let ratings = self.technique.and_then(Technique::explainer_ratings);
        ratings.map_or(0.0..=f64::INFINITY, |(least, greatest)| {
            let [low, high] =
                [least, greatest.unwrap_or(least + CHAINS)].map(|tenths| f64::from(tenths) / 10.0);
            low..=high
        })
    }

    /// A number that is the closer to ER the better the first steps fit.
    pub(crate) fn first_rating(self, rating: &ExplainerRating) -> f64 {
        f64::from(self.first.map_or(rating.er, |first| first.of(rating))) / 10.0
    }
}

/// The values of the options of a command for these steps, as they would be typed.
pub fn step_options(steps: StepCriteria) -> [(&'static str, String); 2] {
    let of = |technique: Technique| match steps.longer {
        Some(longer) => technique.longer_names().swap_remove(longer),
        None => technique.name().into(),
    };
    let first = steps.first.map_or("null", FirstSteps::name);
    [("technique", steps.technique.map_or("null".into(), of)), ("first-steps", first.into())]
}

impl FirstSteps {
    /// Its name: `pearl` or `diamond`.
    pub fn name(self) -> &'static str {
        match self {
            FirstSteps::Pearl => "pearl",
            FirstSteps::Diamond => "diamond",
        }
    }

    /// The rating that equals ER. ED is at most EP, and EP at most ER.
    fn of(self, rating: &ExplainerRating) -> u16 {
        match self {
            FirstSteps::Pearl => rating.ep,
            FirstSteps::Diamond => rating.ed,
        }
    }
}

/// Whether two names are the same, in any letter case, and with hyphens or blanks.
fn is_name(known: &str, name: &str) -> bool {
    let plain = |byte: u8| if byte == b'-' { b' ' } else { byte.to_ascii_lowercase() };
    known.bytes().map(plain).eq(name.bytes().map(plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_letter_case_and_with_hyphens() {
        for technique in Technique::of_explainer() {
            let name = technique.name().to_uppercase().replace(' ', "-");
            let steps = StepCriteria::new().technique(&name).unwrap();
            assert_eq!((steps.technique, steps.longer), (Some(technique), None));
        }
        for name in StepCriteria::names() {
            assert_eq!(step_options(StepCriteria::new().technique(&name).unwrap())[0].1, name);
        }
        let position = |text: &str| {
            let digits: Vec<u8> = text.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect();
            Position::new(&digits.try_into().unwrap())
        };
        let puzzle =
            position("...17.........9865...3.......5..79...9..8.7.6.....3..2..1.....3.74........2.1..48");
        let mut explainer = Explainer::new(true);
        let rating = explainer.rate_from(puzzle);
        let mut are_met =
            |name| StepCriteria::new().technique(name).unwrap().are_met(&mut explainer, puzzle, &rating);
        assert_eq!(["BUG", "BUG+1", "bug type 2"].map(&mut are_met), [true, true, false]);
    }

    #[test]
    fn pearls_and_diamonds_are_told_by_their_first_steps() {
        let are_met = |first, [er, ep, ed]: [u16; 3]| {
            let mut rating = ExplainerRating::default();
            (rating.er, rating.ep, rating.ed) = (er, ep, ed);
            rating.technique = Some(Technique::Cycle).filter(|_| er > 0);
            StepCriteria::new().first_steps(first).fits(&rating)
        };
        for (ratings, expected) in [
            ([70, 12, 12], [false, false]),
            ([70, 70, 12], [true, false]),
            ([70, 70, 70], [true, true]),
            ([0, 0, 0], [false, false]),
        ] {
            assert_eq!(
                [FirstSteps::Pearl, FirstSteps::Diamond].map(|first| are_met(first, ratings)),
                expected
            );
        }
    }
}
