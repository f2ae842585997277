//! `generate`: random puzzles.

use super::{
    args::GenerateArgs,
    exit::ExitStatus,
    files::{is_dash, open_output, output_disposition},
    options::ProgressArg,
    progress::ProgressReporter,
    signals::{RunControl, stopped},
    variants::VariantConfig,
};
use anyhow::{Result, bail};
use quadrille::{Clues, Form, Generation, Rules, Shape, Spec};
use std::path::Path;

pub(super) fn run(mut args: GenerateArgs) -> Result<ExitStatus> {
    let generation = resolve(&mut args)?;
    let control = RunControl::start();
    let generation = generation.stop_flag(control.stop.clone());
    let mut output = open_output(&args.output)?;
    control.set_cleanup(
        output.temporary().map(Path::to_owned).into_iter().collect(),
        output_disposition(&output),
    );
    let generation = match output.whole_write_size() {
        Some(bytes) => generation.max_write(bytes),
        None => generation,
    };
    // If the puzzles go to a terminal, they show the progress themselves.
    let quiet = args.progress == ProgressArg::Auto && is_dash(&args.output);
    let mut progress = ProgressReporter::new(args.progress, quiet, Some(args.count));
    progress.records = control.records.clone();
    let outcome = generation.write(&mut output, &mut |written| progress.update(written, written));
    progress.finish();
    let outcome = outcome.and_then(|()| output.sync());
    control.end_stoppable_phase();
    if let Some(status) = stopped(&control, &outcome) {
        return Ok(status);
    }
    outcome?;
    output.finish()?;
    Ok(ExitStatus::AllAnswered)
}

/// What to generate. Rejects impossible combinations before any work is done.
fn resolve(args: &mut GenerateArgs) -> Result<Generation> {
    let Some(shape) = Shape::from_side(args.size) else {
        bail!("--size {}: unsupported size; use 4, 6, 9, 12, 16 or 25", args.size);
    };
    let clues = match (args.givens, args.minimal) {
        (Some(givens), _) => Clues::Count(givens),
        (None, true) => Clues::Minimal,
        (None, false) => Spec::easy(shape),
    };
    let VariantConfig { variants, pencilmark } = std::mem::take(&mut args.variants).resolve()?;
    let rules = Rules::new(shape, &variants)?;
    let spec = match (args.no_unique, clues) {
        (true, Clues::Count(givens)) => Spec::solvable(shape, givens)?,
        (true, _) => bail!("--minimal cannot be used with --no-unique: a minimal puzzle has one solution"),
        (false, _) => Spec::unique_under(&rules, clues)?,
    };
    if variants.wants_regions() {
        bail!("--variant jigsaw needs --regions FILE to generate puzzles");
    }
    let generation = Generation::new(spec, args.seed, args.count).rules(rules)?.form(if pencilmark {
        Form::Pencilmark
    } else {
        Form::Line
    });
    let generation = if args.with_regions { generation.append_regions() } else { generation };
    Ok(generation.threads(args.threads.unwrap_or(0)).engine(args.engine.choice()))
}
