//! The inputs and outputs of a run, resolved and opened before it starts.

use super::{
    csv_file::{self, CsvFile},
    info::RunInfo,
    output::RunOutput,
    plan::Plan,
    progress::ProgressReporter,
};
use crate::options::ProgressArg;
use anyhow::Result;
use quadrille_console::{
    files::{is_dash, open_inputs, table_format},
    outputs::{SideFile, check_distinct},
    signals::RunControl,
};
use quadrille_run::{batch::Batch, io::Input};
use std::{
    io::{IsTerminal, stdout},
    path::{Path, PathBuf},
    slice,
};

/// A run with everything resolved and opened: what can be rejected is rejected before any work is done.
pub struct ResolvedRun {
    pub batch: Batch,
    pub info: RunInfo,
    pub inputs: Vec<Input<'static>>,
    pub output: RunOutput,
    /// The file of `--summary-json`.
    pub stats: Option<SideFile>,
    /// The file of `--html` or `--svg`.
    pub page: Option<SideFile>,
    pub progress: ProgressReporter,
}

pub fn resolve(mut plan: Plan, control: &RunControl) -> Result<ResolvedRun> {
    plan.options = plan.options.stop_flag(control.stop.clone());
    let inputs = open_inputs(&plan.args.inputs, plan.args.maps_files())?;
    let batch = plan.configured();
    check_outputs(&plan)?;
    let output = open_output(&plan, &batch, &inputs, control)?;
    let Plan { args, info, counts_read, files, .. } = plan;
    let mut temporary: Vec<_> = output.temporary().map(Path::to_owned).collect();
    let mut open = |path: Option<PathBuf>| -> Result<Option<SideFile>> {
        let file = path.as_deref().map(SideFile::open).transpose()?;
        temporary.extend(file.as_ref().and_then(SideFile::temporary).map(Path::to_owned));
        control.set_cleanup(temporary.clone(), output.disposition(counts_read));
        Ok(file)
    };
    let (stats, page) = (open(args.summary_json)?, open(files.page)?);
    let (mismatches, duplicates) = (open(files.mismatches)?, open(files.duplicates)?);
    let total = inputs.iter().map(Input::size).sum();
    // On a terminal the progress bar would be mixed with the answers.
    let on_terminal = is_dash(&args.output.path) && stdout().is_terminal();
    let when = if on_terminal && args.output.progress == ProgressArg::Auto {
        ProgressArg::Never
    } else {
        args.output.progress
    };
    let mut progress = ProgressReporter::new(when, args.output.quiet, total);
    progress.records = control.records.clone();
    progress.mismatches = mismatches.map(|file| CsvFile::new(file, &csv_file::MISMATCHES));
    progress.duplicates = duplicates.map(|file| CsvFile::new(file, &csv_file::DUPLICATES));
    (progress.counts_read, progress.equal_by) = (counts_read, info.compares_records());
    if args.output.verbose {
        progress.note_decisions(&inputs.iter().collect::<Vec<_>>());
    }
    Ok(ResolvedRun { batch, info, inputs, output, stats, page, progress })
}

/// Opens the output, or the outputs of all parts. The files that a signal would leave behind are known before the next file is opened,
/// because opening a FIFO may block forever.
fn open_output(plan: &Plan, batch: &Batch, inputs: &[Input<'_>], control: &RunControl) -> Result<RunOutput> {
    let Plan { args, counts_read, other_parts, .. } = plan;
    let table = |path: &Path| table_format(path, &args.output_format);
    let set_cleanup = |output: &RunOutput| {
        let temporary = output.temporary().map(Path::to_owned).collect();
        control.set_cleanup(temporary, output.disposition(*counts_read));
    };
    let path = &*args.output.path;
    let mut output = RunOutput::open((path, table(path)?), &args.partial, batch, inputs)?;
    set_cleanup(&output);
    for path in other_parts {
        output = output.with_part(path, table(path)?)?;
        set_cleanup(&output);
    }
    Ok(output)
}

fn check_outputs(plan: &Plan) -> Result<()> {
    let Plan { args, files, other_parts, regions, .. } = plan;
    let named = [
        ("--summary-json", &args.summary_json),
        (if plan.info.command == "hint" { "--svg" } else { "--html" }, &files.page),
        ("--mismatches", &files.mismatches),
        ("--report", &files.duplicates),
    ];
    let parts = other_parts.iter().map(|path| ("--output", &**path));
    let named = named.into_iter().filter_map(|(option, path)| Some((option, path.as_deref()?)));
    let side_files: Vec<_> = parts.chain(named).collect();
    let standard = PathBuf::from("-");
    let read = if args.inputs.is_empty() { slice::from_ref(&standard) } else { &args.inputs };
    let inputs: Vec<_> = read.iter().chain(regions).map(PathBuf::as_path).collect();
    let output = (!plan.is_page_alone()).then_some(("--output", &*args.output.path));
    check_distinct(output, &side_files, &inputs)
}
