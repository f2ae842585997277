//! One run over the inputs, as a command asks for it.

use super::info::RunInfo;
use crate::options::{RunArgs, SearchArgs, VariantConfig};
use anyhow::{Result, bail};
use quadrille_console::{engine::EngineArgs, puzzle_argument::are_puzzles};
use quadrille_engines::RunOptions;
use quadrille_run::{
    batch::{Batch, Work},
    format::{Format, OutputFormat},
    tables::TableFormat,
};
use std::path::PathBuf;

/// One run over the inputs.
pub struct Plan {
    pub batch: Batch,
    pub options: RunOptions,
    pub args: RunArgs,
    pub info: RunInfo,
    /// Answers to puzzles that are arguments are drawn.
    pub draws: bool,
    /// The output is a table of the classes, or a chart of the ratings.
    pub counts: bool,
    /// An interrupted run reports the records that were read, not those that were written.
    pub counts_read: bool,
    pub files: FilesBeside,
    /// If the records are divided into parts, the outputs of all parts but the first, which has the output of all runs.
    pub other_parts: Vec<PathBuf>,
    /// The file of `--regions`, which is an input.
    pub regions: Option<PathBuf>,
}

/// The files beside the answers that some commands write.
#[derive(Default)]
pub struct FilesBeside {
    /// `rate --html`, `solve --html`, `hint --svg`
    pub page: Option<PathBuf>,
    pub mismatches: Option<PathBuf>,
    /// `dedup --report`
    pub duplicates: Option<PathBuf>,
}

impl Plan {
    pub fn new(batch: Batch, args: RunArgs, info: RunInfo) -> Plan {
        let files = FilesBeside::default();
        let options = RunOptions::new().threads(args.threads.unwrap_or(0));
        Plan {
            batch,
            options,
            args,
            info,
            draws: false,
            counts: false,
            counts_read: false,
            files,
            other_parts: Vec::new(),
            regions: None,
        }
    }

    /// The same with an engine.
    ///
    /// # Errors
    /// If the machine does not have its instruction set.
    pub fn engine(self, engine: &EngineArgs) -> Result<Plan> {
        Ok(Plan { options: self.options.engine(engine.choice())?, ..self })
    }

    /// The plan of a command that searches for solutions, with the options of all of them.
    pub fn search(task: impl Into<Work>, args: SearchArgs, info: RunInfo) -> Result<Plan> {
        let VariantConfig { variants, pencilmark, regions } = args.variants.resolve()?;
        let mut run = args.run;
        if pencilmark {
            if !["auto", "pencilmark"].contains(&&*run.format) {
                bail!("--variant pencilmark implies --format pencilmark; remove --format {}", run.format);
            }
            run.format = "pencilmark".into();
        }
        let mut batch = Batch::new(task)
            .variants(variants)
            .verify(!args.no_verify)
            .all_mismatches(args.mismatches.is_some());
        if let Some(name) = args.solution_column {
            batch = batch.solution_column(name);
        }
        let may_give_up = args.max_nodes.is_some() || args.timeout_per_puzzle.is_some();
        let info = RunInfo { may_give_up, ..info };
        let mut plan = Plan::new(batch, run, info).engine(&args.engine)?;
        plan.options = plan.options.max_nodes(args.max_nodes.unwrap_or(u64::MAX));
        if let Some(timeout) = args.timeout_per_puzzle {
            plan.options = plan.options.timeout_per_puzzle(timeout);
        }
        plan.files.mismatches = args.mismatches;
        plan.regions = regions;
        Ok(plan)
    }

    /// Whether nothing is written but the page of `--html`.
    pub fn is_page_alone(&self) -> bool {
        let has_chart = self.info.ratings.as_ref().is_some_and(|ratings| ratings.chart);
        self.counts && self.files.page.is_some() && !has_chart
    }

    /// The batch with the settings that all runs over puzzles have, and the format of its answers.
    pub fn configured(&self) -> Batch {
        let batch = configure(self.batch.clone(), &self.args).run_options(self.options.clone());
        // The answers are a table of their own, or the output is one.
        if self.counts || TableFormat::of_name(&self.args.output.path).is_some() {
            return batch;
        }
        let is_auto = self.args.output_format == "auto";
        match (OutputFormat::named(&self.args.output_format), OutputFormat::of_name(&self.args.output.path)) {
            (Some(format), _) => batch.output_format(format),
            (None, Some(format)) if is_auto => batch.preferred_output_format(format),
            (None, None) if is_auto && self.draws && are_puzzles(&self.args.inputs) => {
                batch.output_format(OutputFormat::named("grid").expect("the name of a format"))
            }
            _ => batch,
        }
    }
}

/// Adds the settings that all runs over puzzles have.
pub fn configure(batch: Batch, args: &RunArgs) -> Batch {
    let mut batch = batch
        .symbols(args.symbols.symbols())
        .keep_trailing(args.keep_trailing)
        .text_columns(args.text_columns);
    if let Some(format) = Format::named(&args.format) {
        batch = batch.format(format);
    }
    if let Some(name) = &args.column {
        batch = batch.column(name.clone());
    }
    if let Some(bytes) = args.chunk_size {
        batch = batch.chunk_size(bytes);
    }
    if let Some(shard) = args.partial.shard {
        batch = batch.shard(shard);
    }
    batch
}
