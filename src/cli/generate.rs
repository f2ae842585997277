//! `generate`: random puzzles.

mod search;

use super::{args::GenerateArgs, options::ProgressArg, progress::ProgressReporter, variants::VariantConfig};
use anyhow::{Result, bail};
use quadrille::{
    RunOptions, Shape,
    generate::{Clues, Form, Generation, Spec},
    grid::{Rules, Variant, Variants},
};
use quadrille_console::{
    exit::{ExitStatus, print_stderr},
    files::{is_dash, open_any_output, output_disposition},
    numbers::grouped,
    random::random,
    signals::{RunControl, stopped},
};
use std::path::Path;

pub(super) fn run(mut args: GenerateArgs) -> Result<ExitStatus> {
    // Few digits, so that the seed is easily typed; there are four billion of them.
    let seed = args.seed.unwrap_or_else(|| random() >> 32);
    let (rules, form) = resolve_rules(&mut args)?;
    if args.wanted.is_search() {
        return search::run(&args, rules, form, seed);
    }
    if args.wanted.max_tries.is_some() {
        bail!(
            "--max-tries has no effect without an option that puzzles are searched for by, such as --rating"
        );
    }
    let (generation, what) = resolve(&args, rules, form, seed)?;
    let control = RunControl::start();
    let generation = generation.run_options(run_options(&args)?.stop_flag(control.stop.clone()));
    let mut output = open_any_output(&args.output.path, None)?;
    output.puzzle_lines()?;
    control.set_cleanup(
        output.temporary().map(Path::to_owned).into_iter().collect(),
        output_disposition(&output),
    );
    let generation = match output.whole_write_size() {
        Some(bytes) => generation.max_write(bytes),
        None => generation,
    };
    // If the puzzles go to a terminal, they show the progress themselves.
    let hidden = args.quiet || args.output.progress == ProgressArg::Auto && is_dash(&args.output.path);
    let mut progress = ProgressReporter::new(args.output.progress, hidden, Some(args.count));
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
    if !args.quiet {
        print_stderr(&format!("quadrille: generated {what}; --seed {seed} gives the same again"));
    }
    Ok(ExitStatus::AllAnswered)
}

/// The puzzles in words, as in `3 puzzles: 9×9, minimal, with one solution`.
fn described(args: &GenerateArgs, shape: Shape, clues: Clues, variants: &Variants) -> String {
    let puzzles = if args.count == 1 { "puzzle" } else { "puzzles" };
    let names: String = Variant::ALL
        .iter()
        .filter(|variant| variants.has(**variant))
        .map(|variant| format!("{}, ", variant.name()))
        .collect();
    let givens = match clues {
        Clues::Count(givens) => format!("{givens} givens"),
        Clues::Minimal => "minimal".into(),
    };
    let solutions = if args.no_unique { "one or more solutions" } else { "one solution" };
    format!("{} {puzzles}: {shape}, {names}{givens}, {solutions}", grouped(args.count))
}

/// The rules of the puzzles, and how they are written.
fn resolve_rules(args: &mut GenerateArgs) -> Result<(Rules, Form)> {
    let Some(shape) = Shape::from_side(args.size) else {
        bail!("--size {}: unsupported size; use 4, 6, 9, 12, 16 or 25", args.size);
    };
    let VariantConfig { variants, pencilmark } = std::mem::take(&mut args.variants).resolve()?;
    let rules = Rules::new(shape, &variants)?;
    if variants.wants_regions() {
        bail!("--variant jigsaw needs --regions FILE to generate puzzles");
    }
    Ok((rules, if pencilmark { Form::Pencilmark } else { Form::Line }))
}

/// What to generate. Rejects impossible combinations before any work is done.
fn resolve(args: &GenerateArgs, rules: Rules, form: Form, seed: u64) -> Result<(Generation, String)> {
    let shape = rules.shape();
    let clues = match (args.givens, args.minimal) {
        (Some(givens), _) => Clues::Count(givens),
        (None, true) => Clues::Minimal,
        (None, false) => Spec::easy(shape),
    };
    let spec = match (args.no_unique, clues) {
        (true, Clues::Count(givens)) => Spec::solvable(shape, givens)?,
        (true, _) => bail!("--minimal cannot be used with --no-unique: a minimal puzzle has one solution"),
        (false, _) => Spec::unique_under(&rules, clues)?,
    };
    let what = described(args, shape, clues, rules.variants());
    let generation = Generation::new(spec, seed, args.count).rules(rules)?.form(form);
    let generation = generation.append_regions(args.with_regions);
    Ok((generation, what))
}

fn run_options(args: &GenerateArgs) -> Result<RunOptions> {
    Ok(RunOptions::new().threads(args.threads.unwrap_or(0)).engine(args.engine.choice())?)
}
