//! `generate`: random puzzles.

use super::{
    End,
    args::{GenerateArgs, ProgressArg},
    batch::{fate, is_dash, open_output, stopped},
    progress::Progress,
    signals::Control,
    variants::VariantConfig,
};
use anyhow::{Context, Result, bail};
use quadrille::{Clues, Form, Generation, Rules, Shape, Spec};
use std::path::Path;

pub(super) fn run(args: GenerateArgs) -> Result<End> {
    let shape = Shape::from_side(args.size)
        .with_context(|| format!("--size {}: boards have a side of 4, 6, 9, 12, 16 or 25", args.size))?;
    let target = match (args.givens, args.minimal) {
        (Some(givens), _) => Clues::Count(givens),
        (None, true) => Clues::Minimal,
        (None, false) => Spec::easy(shape),
    };
    let VariantConfig { variants, pencilmark } = args.rules.resolve()?;
    let rules = Rules::new(shape, &variants)?;
    let spec = match rules.is_plain() {
        true => Spec::new(shape, target, !args.no_unique)?,
        false => Spec::under(&rules, target, !args.no_unique)?,
    };
    if variants.wants_regions() {
        bail!("--variant jigsaw needs --regions FILE to generate puzzles");
    }
    let generation = Generation::new(spec, args.seed, args.count)
        .rules(rules)
        .form(Form { pencilmark, regions: args.with_regions })
        .threads(args.threads.unwrap_or(0))
        .engine(args.engine.choice());
    let control = Control::begin();
    let mut output = open_output(&args.output)?;
    // On a terminal the puzzles themselves show how far it is.
    let quiet = args.progress == ProgressArg::Auto && is_dash(&args.output);
    let mut progress = Progress::new(args.progress, quiet, Some(args.count));
    control.leaves(output.temporary().map(Path::to_owned).into_iter().collect(), fate(&output));
    progress.reached = control.reached.clone();
    let generation = generation.stop_flag(control.stop.clone());
    let outcome = generation.write(&mut output, &mut |written| progress.show(written, written));
    progress.finish();
    let outcome = outcome.and_then(|()| output.sync());
    control.end();
    if let Some(end) = stopped(&control, &outcome) {
        return Ok(end);
    }
    outcome?;
    output.finish()?;
    Ok(End::AllSolved)
}
