//! The options of `cover` that are about all solutions of a problem.

use crate::help::{INPUT, OUTPUT};
use anyhow::Result;
use quadrille_console::{
    exit::print_stderr,
    files::read_file,
    numbers::{any_number, grouped, grouped_digits, whole_number},
};
use quadrille_run::batch::{CoverBatch, CoverCosts, CoverTask, DiagramSize};
use std::path::{Path, PathBuf};

/// See [`CoverTask::Sample`].
const MOST_SAMPLES: u64 = (1 << 32) - 1;

#[derive(clap::Args)]
pub struct AboutAllArgs {
    /// Draw K solutions of each problem at random
    ///
    /// All solutions have the same probability, and may be drawn more than once. --seed says which are drawn. The solutions are
    /// kept as a decision diagram, so there may be any number of them.
    #[arg(long, value_name = "K", value_parser = whole_number::<u64>(1..=MOST_SAMPLES), help_heading = OUTPUT, conflicts_with_all = ["count", "limit"])]
    pub sample: Option<u64>,
    /// Seed of the random choices [default: 0]
    ///
    /// It says which solutions --sample draws. The default is always the same, so that a run can be repeated; another seed
    /// draws others.
    #[arg(long, value_name = "SEED", value_parser = any_number(), help_heading = OUTPUT)]
    pub seed: Option<u64>,
    /// Write one solution of lowest cost, and its cost
    ///
    /// The cost is the sum over the options of the solution, which have costs as `|5` in dlx, or in the file --costs. It is written as
    /// a comment before the solution: `| cost 17` in dlx, else `# cost 17`. Where no option has a cost, each counts 1, so the
    /// solution has the fewest options.
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["count", "limit", "sample", "highest_cost"])]
    pub lowest_cost: bool,
    /// Write one solution of highest cost, and its cost, as --lowest-cost does
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["count", "limit", "sample"])]
    pub highest_cost: bool,
    /// Write all solutions to FILE as a zero-suppressed decision diagram
    ///
    /// A line for each node: `id option lo hi`, with options counted from 1, B for no solution and T for the solution without options; the
    /// last node is the whole problem. Graphillion loads it. The input must have one problem. `-` means standard
    /// output. The summary says how many solutions and nodes there are.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, conflicts_with_all = ["count", "limit", "sample", "lowest_cost", "highest_cost", "output"])]
    pub zdd: Option<PathBuf>,
    /// File with the costs of the options, for --lowest-cost and --highest-cost
    ///
    /// One number for each option, in their order, with blanks or line breaks between them; lines that begin with # are
    /// comments. The input must have one problem, without costs of its own.
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    pub costs: Option<PathBuf>,
}

impl AboutAllArgs {
    /// The task, if it is one of these.
    pub fn task(&self) -> Option<CoverTask> {
        let sample =
            self.sample.map(|solutions| CoverTask::Sample { solutions, seed: self.seed.unwrap_or(0) });
        let named = [
            (self.lowest_cost, CoverTask::LowestCost),
            (self.highest_cost, CoverTask::HighestCost),
            (self.zdd.is_some(), CoverTask::Diagram),
        ];
        sample.or_else(|| named.into_iter().find(|(is_set, _)| *is_set).map(|(_, task)| task))
    }

    /// Where the answers go.
    pub fn output<'a>(&'a self, output: &'a Path) -> &'a Path {
        self.zdd.as_deref().unwrap_or(output)
    }

    /// Adds the costs.
    pub fn add_to(&self, mut batch: CoverBatch) -> Result<CoverBatch> {
        anyhow::ensure!(
            self.seed.is_none() || self.sample.is_some(),
            "--seed needs --sample, whose solutions it chooses; add it, or remove --seed"
        );
        if let Some(path) = &self.costs {
            anyhow::ensure!(
                self.lowest_cost || self.highest_cost,
                "--costs needs --lowest-cost or --highest-cost, which look for the solution of lowest or highest cost"
            );
            let name = path.display().to_string();
            let text = read_file("--costs", path)?;
            batch = batch.costs(CoverCosts::parse(&name, &text)?);
        }
        Ok(batch)
    }
}

/// Prints the lines of the summary about a diagram.
pub fn print_size(size: &DiagramSize) {
    let solutions = grouped_digits(&size.solutions.to_string());
    print_stderr(&format!("{:<12}{solutions:>14}", "solutions"));
    print_stderr(&format!("{:<12}{:>14}", "zdd nodes", grouped(size.nodes as u128)));
}
