//! What a run needs, resolved and opened before it starts.

use crate::cli::{
    args::RunArgs, csv_file::CsvFile, duplicates, mismatches, options::ProgressArg, partial::RunOutput,
    progress::ProgressReporter, run_info::SplitOutputs,
};
use anyhow::Result;
use quadrille::{Batch, Format, Input, OutputFormat, TableFormat};
use quadrille_console::{
    files::{is_dash, open_inputs, table_format},
    outputs::{SideFile, check_distinct},
    puzzle_argument::are_puzzles,
    signals::RunControl,
};
use std::{
    io::{IsTerminal, stdout},
    path::{Path, PathBuf},
};

/// A run with everything resolved and opened: what can be rejected is rejected before any work is done.
pub(super) struct ResolvedRun {
    pub batch: Batch,
    pub inputs: Vec<Input<'static>>,
    pub output: RunOutput,
    /// The file of `--stats-json`.
    pub stats: Option<SideFile>,
    /// The file of `--html`.
    pub page: Option<SideFile>,
    pub progress: ProgressReporter,
    pub quiet: bool,
}

pub(super) fn resolve(batch: Batch, args: RunArgs, control: &RunControl) -> Result<ResolvedRun> {
    let set_cleanup = |output: &RunOutput, side_files: &[&Option<SideFile>]| {
        let side_files = side_files.iter().copied().flatten().filter_map(SideFile::temporary);
        let temporary = output.temporary().chain(side_files).map(Path::to_owned).collect();
        control.set_cleanup(temporary, output.disposition(args.counts_read));
    };
    let inputs = open_inputs(&args.inputs, !args.no_mmap)?;
    let batch = configure(batch, &args);
    check_outputs(&args)?;
    let path = &*args.output.path;
    let table = table_format(path, &args.output_format)?;
    let mut output = RunOutput::open((path, table), &args.partial, &batch, &inputs)?;
    // Before the next file is opened, because opening a FIFO may block forever.
    set_cleanup(&output, &[]);
    if let Some(SplitOutputs { split, others }) = &args.split {
        output = output.divided(split);
        for path in others {
            output.add_part(path, table_format(path, &args.output_format)?)?;
            set_cleanup(&output, &[]);
        }
    }
    let stats = args.stats_json.as_deref().map(SideFile::open).transpose()?;
    set_cleanup(&output, &[&stats]);
    let page = args.html_file.as_deref().map(SideFile::open).transpose()?;
    set_cleanup(&output, &[&stats, &page]);
    let mismatches = args.mismatches_file.as_deref().map(SideFile::open).transpose()?;
    set_cleanup(&output, &[&stats, &page, &mismatches]);
    let duplicates = args.duplicates_file.as_deref().map(SideFile::open).transpose()?;
    set_cleanup(&output, &[&stats, &page, &mismatches, &duplicates]);
    let total = inputs.iter().map(Input::size).sum();
    // On a terminal the progress bar would be mixed with the answers.
    let on_terminal = is_dash(&args.output.path) && stdout().is_terminal();
    let when = if on_terminal && args.output.progress == ProgressArg::Auto {
        ProgressArg::Never
    } else {
        args.output.progress
    };
    let mut progress = ProgressReporter::new(when, args.quiet, total);
    progress.mismatches = mismatches.map(|file| CsvFile::new(file, mismatches::HEADER));
    progress.duplicates = duplicates.map(|file| CsvFile::new(file, duplicates::HEADER));
    progress.counts_read = args.counts_read;
    Ok(ResolvedRun { batch, inputs, output, stats, page, progress, quiet: args.quiet })
}

/// Adds the settings that all runs over puzzles have.
pub(in crate::cli) fn configure(batch: Batch, args: &RunArgs) -> Batch {
    let mut batch = batch.threads(args.threads.unwrap_or(0)).symbols(args.symbols.symbols());
    if let Some(format) = Format::named(&args.format) {
        batch = batch.format(format);
    }
    batch = match (OutputFormat::named(&args.output_format), OutputFormat::of_name(&args.output.path)) {
        // The answers are a table of their own, or the output is one.
        _ if args.counts || TableFormat::of_name(&args.output.path).is_some() => batch,
        (Some(format), _) => batch.output_format(format),
        (None, Some(format)) if args.output_format == "auto" => batch.preferred_output_format(format),
        (None, None) if args.output_format == "auto" && args.draws && are_puzzles(&args.inputs) => {
            batch.output_format(OutputFormat::named("grid").expect("the name of a format"))
        }
        _ => batch,
    };
    if let Some(name) = &args.column {
        batch = batch.column(name.clone());
    }
    if args.mismatches_file.is_some() {
        batch = batch.all_mismatches();
    }
    if args.keep {
        batch = batch.keep();
    }
    if let Some(bytes) = args.chunk_size {
        batch = batch.chunk_size(bytes);
    }
    if let Some(shard) = args.partial.shard {
        batch = batch.shard(shard);
    }
    batch
}

fn check_outputs(args: &RunArgs) -> Result<()> {
    let named = [
        ("--stats-json", &args.stats_json),
        ("--html", &args.html_file),
        ("--mismatches", &args.mismatches_file),
        ("--report", &args.duplicates_file),
    ];
    let parts = args.split.iter().flat_map(|split| &split.others).map(|path| ("--output", &**path));
    let named = named.into_iter().filter_map(|(option, path)| Some((option, path.as_deref()?)));
    let side_files: Vec<_> = parts.chain(named).collect();
    let inputs: Vec<_> = args.inputs.iter().map(PathBuf::as_path).collect();
    check_distinct(Some(("--output", &args.output.path)), &side_files, &inputs)
}
