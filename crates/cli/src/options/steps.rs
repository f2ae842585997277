//! The options that say which steps by Sudoku Explainer puzzles must have.

use crate::mistyped::did_you_mean;
use anyhow::{Result, bail};
use quadrille_console::{
    nearest::nearest_words,
    one_of::{Named, one_of},
};
use quadrille_puzzles::rating::{FirstSteps, Method, StepCriteria};
use quadrille_techniques::techniques::Technique;

#[derive(clap::Args)]
pub struct StepArgs {
    /// Only puzzles that need this technique and nothing harder
    ///
    /// It is the technique of the hardest step, as in "naked pair" or "XY-cycle", by --method se, which is then the default. The names are the names in hints and
    /// explanations by se; a name without a kind, as in "unique rectangle", means all of its kinds.
    #[arg(long, value_name = "NAME", value_parser = technique)]
    technique: Option<StepCriteria>,
    /// Only puzzles whose first steps are as hard as the hardest one
    ///
    /// They are the steps of --method se, which is then the default.
    #[arg(long, value_name = "KIND", value_parser = one_of(&FIRST_STEPS))]
    first_steps: Option<FirstSteps>,
}

const FIRST_STEPS: [Named<FirstSteps>; 2] = [
    ("pearl", FirstSteps::Pearl, "EP = ER: no digit can be placed before the hardest step"),
    ("diamond", FirstSteps::Diamond, "ED = EP = ER: the first step is as hard as the hardest one"),
];

impl StepArgs {
    /// The steps that are wanted.
    pub fn criteria(&self) -> StepCriteria {
        self.first_steps.into_iter().fold(self.technique.unwrap_or_default(), StepCriteria::first_steps)
    }

    /// The method of the ratings: the one that was named, or the one that steps need, or the usual one.
    pub fn method(&self, named: Option<Method>) -> Result<Method> {
        let option = if self.technique.is_some() { "--technique" } else { "--first-steps" };
        match named {
            _ if self.criteria().is_empty() => Ok(named.unwrap_or_default()),
            None => Ok(Method::SudokuExplainer { uniqueness: true }),
            Some(method @ Method::SudokuExplainer { .. }) => Ok(method),
            Some(method) => bail!("{option} is for --method se, not {method}; remove one of the options"),
        }
    }
}

/// Reads the name of a technique.
fn technique(text: &str) -> Result<StepCriteria, String> {
    StepCriteria::new().technique(text).map_err(|_| {
        let names = StepCriteria::names();
        let meant = did_you_mean(&nearest_words(text, names.iter().map(String::as_str)));
        let short: Vec<_> = Technique::of_explainer().map(Technique::name).collect();
        let why = if Technique::of_hodoku().any(|technique| technique.name().eq_ignore_ascii_case(text)) {
            "only HoDoKu has this technique, and --technique is for --method se"
        } else {
            "there is no such technique"
        };
        format!("{why}; {meant}name one of {}", short.join(", "))
    })
}
