//! `morph`: equivalent boards.

use super::{
    args::MorphArgs,
    batch::{Plan, run},
    run_info::{MorphInfo, RunInfo},
};
use anyhow::{Result, bail};
use quadrille::{Batch, batch::Morphs};
use quadrille_console::{
    exit::{ExitStatus, print_stderr},
    random::random,
};

pub(super) fn morph(args: MorphArgs) -> Result<ExitStatus> {
    let symmetries = args.symmetries();
    let MorphArgs {
        run: run_args,
        solution_column,
        no_solution,
        copies,
        seed,
        transform,
        transform_column,
        inverse,
        ..
    } = args;
    let is_part = run_args.partial.shard.is_some() || run_args.partial.resume;
    let is_random = transform.is_none() && transform_column.is_none();
    if is_random && seed.is_none() && (is_part || inverse) {
        let option = match (inverse, run_args.partial.resume) {
            (true, _) => "--inverse needs --seed, --transform or --transform-column, which say what to undo",
            (_, true) => "--resume needs --seed: the run that continues this one must have the same",
            _ => "--shard needs --seed: all parts must have the same",
        };
        bail!("{option}");
    }
    // Few digits, so that the seed is easily typed.
    let drawn = seed.unwrap_or_else(|| random() >> 32);
    let made = MorphInfo { copies: copies.unwrap_or(1), seed: is_random.then_some(drawn) };
    let morphs = match (transform, transform_column) {
        (Some(transform), _) => Morphs::transform(transform),
        (None, Some(name)) => Morphs::transform_column(name),
        (None, None) => Morphs::random(symmetries, drawn),
    };
    let morphs = morphs.inverse(inverse);
    let morphs = match copies {
        Some(copies) => morphs.copies(copies),
        None => morphs,
    };
    let morphs = morphs.with_solutions(!no_solution);
    let mut batch = Batch::new(morphs);
    if let Some(name) = solution_column {
        batch = batch.solution_column(name);
    }
    let is_quiet = run_args.output.quiet;
    let info = RunInfo { morphs: Some(made), ..RunInfo::of("morph", None) };
    let status = run(Plan::new(batch, run_args, info), |t| t.invalid == 0)?;
    if is_random && seed.is_none() && !is_quiet && !matches!(status, ExitStatus::Stopped(_)) {
        print_stderr(&format!("quadrille: --seed {drawn} gives the same morphs again"));
    }
    Ok(status)
}
