//! Why a search rejects puzzles: how often each criterion was tested, and how often it was not met.

use super::criteria::Criteria;
use crate::rating::Method;
use quadrille_techniques::logic::Level;

/// A reason to reject a puzzle.
#[derive(Clone, Copy)]
pub(crate) enum Reason {
    FewGivens,
    ManyGivens,
    LowRating,
    HighRating,
    /// The hardest step or the first steps are others.
    OtherSteps,
    /// A choice of digits for a pattern leaves more than one solution.
    SeveralSolutions,
    /// Tested only for puzzles that meet the criteria above; so are the next two, for puzzles that are minimal.
    NotMinimal,
    /// A morph of it was kept before.
    Equivalent,
    /// As many puzzles as wanted with a morph of its solution were kept before.
    SolutionTaken,
}

impl Reason {
    const ALL: [Reason; 9] = [
        Reason::FewGivens,
        Reason::ManyGivens,
        Reason::LowRating,
        Reason::HighRating,
        Reason::OtherSteps,
        Reason::SeveralSolutions,
        Reason::NotMinimal,
        Reason::Equivalent,
        Reason::SolutionTaken,
    ];
}

/// The tests of one puzzle, as sets of [`Reason`]s.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tests {
    tested: u16,
    rejected: u16,
}

impl Tests {
    /// Adds a test, and returns whether it rejects the puzzle.
    pub(crate) fn test(&mut self, reason: Reason, is_rejected: bool) -> bool {
        self.tested |= 1 << reason as u16;
        self.rejected |= u16::from(is_rejected) << reason as u16;
        is_rejected
    }
}

/// Counts by [`Reason`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rejections {
    tested: [u64; Reason::ALL.len()],
    rejected: [u64; Reason::ALL.len()],
}

impl Rejections {
    /// Counts the tests of so many puzzles, each of which had these.
    pub(crate) fn add(&mut self, tests: Tests, puzzles: u64) {
        for at in 0..Reason::ALL.len() {
            self.tested[at] += puzzles * u64::from(tests.tested >> at & 1);
            self.rejected[at] += puzzles * u64::from(tests.rejected >> at & 1);
        }
    }

    /// The criterion that the smallest share of puzzles meets, in words, as in `99.8 % had fewer than 40 givens`; `None` if no
    /// puzzle was rejected.
    pub(crate) fn rarest(&self, criteria: &Criteria) -> Option<String> {
        let share = |reason: &Reason| {
            let at = *reason as usize;
            self.rejected[at] as f64 / self.tested[at].max(1) as f64
        };
        let found = Reason::ALL.into_iter().max_by(|a, b| share(a).total_cmp(&share(b)));
        let reason = found.filter(|reason| share(reason) > 0.0)?;
        let is_last = reason as usize >= Reason::NotMinimal as usize;
        let of = if is_last { " of the puzzles that met all other criteria" } else { "" };
        Some(match (reason, share(&reason)) {
            (Reason::NotMinimal, 1.0) => format!("none{of} was minimal"),
            (_, 1.0) => format!("all{of} {}", described(reason, criteria)),
            (_, share) => format!("{}{of} {}", percent(share), described(reason, criteria)),
        })
    }
}

/// A share of some puzzles, but not of all, with at most two digits after the point.
fn percent(share: f64) -> String {
    match (share * 1e4).round() {
        0.0 => "less than 0.01 %".into(),
        // Only `all` means all.
        hundredths => format!("{} %", hundredths.min(9_999.0) / 100.0),
    }
}

fn described(reason: Reason, criteria: &Criteria) -> String {
    let (fewest, most) = criteria.given_range();
    let (method, low, high) = criteria
        .rating
        .as_ref()
        .map_or((Method::Guesses, 0.0, 0.0), |(method, range)| (*method, *range.start(), *range.end()));
    let rating = |rating: f64| {
        let level = Level::ALL.get(rating as usize).filter(|_| method == Method::Logic);
        level.map_or(rating.to_string(), |level| level.name().into())
    };
    match reason {
        Reason::FewGivens => format!("had fewer than {fewest} givens"),
        Reason::ManyGivens => format!("had more than {most} givens"),
        Reason::LowRating => format!("had a rating below {}", rating(low)),
        Reason::HighRating => format!("had a rating above {}", rating(high)),
        Reason::OtherSteps => "had another hardest step, or other first steps".into(),
        Reason::SeveralSolutions => "had more than one solution".into(),
        Reason::NotMinimal => "were not minimal".into(),
        Reason::Equivalent => "were morphs of puzzles found before".into(),
        Reason::SolutionTaken => {
            "had the same solution, or a morph of it, as enough puzzles found before".into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_grid::Shape;

    fn counted(counts: &[(Reason, u64, u64)]) -> Rejections {
        let mut rejections = Rejections::default();
        for &(reason, rejected, tested) in counts {
            for (is_rejected, puzzles) in [(true, rejected), (false, tested - rejected)] {
                let mut tests = Tests::default();
                tests.test(reason, is_rejected);
                rejections.add(tests, puzzles);
            }
        }
        rejections
    }

    #[test]
    fn the_rarest_criterion_is_met_by_the_smallest_share_of_the_puzzles_compared_with_it() {
        let criteria = Criteria::new(Shape::NINE).givens(24..=28).rating(Method::Logic, 3.0..=4.0);
        for (counts, expected) in [
            (&[][..], None),
            (&[(Reason::FewGivens, 0, 5)], None),
            (
                &[(Reason::FewGivens, 7, 10), (Reason::ManyGivens, 2, 10)],
                Some("70 % had fewer than 24 givens"),
            ),
            (&[(Reason::ManyGivens, 3, 3)], Some("all had more than 28 givens")),
            (&[(Reason::LowRating, 99_999, 100_000)], Some("99.99 % had a rating below backdoor 2")),
            (
                &[(Reason::LowRating, 90, 100), (Reason::NotMinimal, 19, 20)],
                Some("95 % of the puzzles that met all other criteria were not minimal"),
            ),
            (
                &[(Reason::NotMinimal, 5, 5)],
                Some("none of the puzzles that met all other criteria was minimal"),
            ),
        ] {
            assert_eq!(counted(counts).rarest(&criteria).as_deref(), expected);
        }
    }

    #[test]
    fn shares_are_rounded_and_only_none_is_zero_and_only_all_is_all() {
        let criteria = Criteria::new(Shape::NINE).givens(24..=28);
        for (rejected, tested, percent) in [
            (57, 100, "57 %"),
            (2, 3, "66.67 %"),
            (1, 8, "12.5 %"),
            (1, 10_000, "0.01 %"),
            (1, 100_000, "less than 0.01 %"),
            (999_999, 1_000_000, "99.99 %"),
        ] {
            let rarest = counted(&[(Reason::FewGivens, rejected, tested)]).rarest(&criteria);
            assert_eq!(rarest, Some(format!("{percent} had fewer than 24 givens")));
        }
    }
}
