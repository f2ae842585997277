//! Puzzles that have to be searched for.

use super::{Args, OutputForm, keep_puzzles, write};
use crate::options::ranges;
use anyhow::{Result, anyhow, bail};
use quadrille_console::{
    exit::{ExitStatus, print_stderr},
    files::read_file,
    numbers::grouped,
    signals::RunControl,
};
use quadrille_grid::{Rules, Shape};
use quadrille_puzzles::{
    generate::{
        Criteria, GeneratorOptions, Givens, Pattern, PatternError, PuzzleFormat, PuzzleSearch,
        PuzzleSearchReport,
    },
    rating::step_options,
};
use std::{ops::RangeInclusive, path::Path};

/// Givens that a symmetry may add to the givens of an easy puzzle.
const BY_SYMMETRY: usize = 3;

pub fn run(
    args: &Args,
    givens: Option<RangeInclusive<usize>>,
    (rules, form): (Rules, PuzzleFormat),
    output_form: OutputForm,
    seed: u64,
) -> Result<ExitStatus> {
    let (wanted, what) = wanted(args, givens, rules.shape())?;
    let search = PuzzleSearch::under(rules, wanted, args.number)?.seed(seed).format(form);
    let search = search.append_regions(args.with_regions);
    let control = RunControl::start();
    let mut last = PuzzleSearchReport::default();
    let (output, outcome) = write(args, output_form, &control, |options, max_write, output, progress| {
        search.clone().run_options(options).max_write(max_write).write(output, &mut |searched| {
            last = *searched;
            progress.update_text(searched.accepted, || progress_text(&search, searched));
        })
    })?;
    if control.signal().is_some() {
        let status = keep_puzzles(&control, output, outcome)?;
        if !args.output.quiet {
            print_stderr(&format!("quadrille: {}", progress_text(&search, &last)));
        }
        return Ok(status);
    }
    let searched = outcome?;
    // An old file is replaced only by puzzles, not by nothing.
    if let Some(output) = output.filter(|output| searched.accepted > 0 || output.temporary().is_none()) {
        output.finish()?;
    }
    report(args, &what, &search, &searched, seed)
}

/// The number of puzzles found so far, and the criterion that is rarely met.
fn progress_text(search: &PuzzleSearch, searched: &PuzzleSearchReport) -> String {
    let rarest = rarest(search, searched);
    format!("{} accepted, {} tried{rarest}", grouped(searched.accepted), grouped(searched.tried))
}

/// The criterion that is rarely met, as the end of a message.
fn rarest(search: &PuzzleSearch, searched: &PuzzleSearchReport) -> String {
    search.rarest(searched).map_or(String::new(), |rarest| format!("; {rarest}"))
}

/// Reports the puzzles that were found.
fn report(
    args: &Args,
    what: &str,
    search: &PuzzleSearch,
    searched: &PuzzleSearchReport,
    seed: u64,
) -> Result<ExitStatus> {
    let (accepted, tried) = (grouped(searched.accepted), grouped(searched.tried));
    let puzzles = if args.number == 1 { "puzzle" } else { "puzzles" };
    if searched.out_of_tries {
        print_stderr(&format!(
            "quadrille: found {accepted} of {} {puzzles}: {what}; gave up after {} attempts in a row without one, {tried} in all{}; \
             --max-tries sets this number",
            grouped(args.number),
            grouped(search.tries()),
            rarest(search, searched)
        ));
        return Ok(ExitStatus::SomeUnanswered);
    }
    if !args.output.quiet {
        print_stderr(&format!(
            "quadrille: generated {accepted} {puzzles}: {what}; {tried} tried; --seed {seed} gives the same again"
        ));
    }
    Ok(ExitStatus::AllAnswered)
}

/// The wanted puzzles, also in words, as in `9×9, rating 20.., minimal`.
fn wanted(args: &Args, givens: Option<RangeInclusive<usize>>, shape: Shape) -> Result<(Criteria, String)> {
    if args.no_unique {
        bail!("--no-unique cannot be used when puzzles are searched for: each has one solution");
    }
    let mut what = vec![shape.to_string()];
    let mut wanted = args.wanted.add_to(Criteria::new(shape));
    let (method, steps) = (args.wanted.steps.method(args.wanted.method)?, args.wanted.steps.criteria());
    if args.wanted.is_rated() {
        let text = args.wanted.rating.as_deref();
        wanted = wanted.rating(method, ranges::ratings(text.unwrap_or("0.."), method)?).steps(steps);
        what.extend(text.map(|text| format!("rating {text} by {method}")));
    } else if args.wanted.method.is_some() {
        bail!("--method needs --rating, --technique or --first-steps; add one, or remove --method");
    }
    let named = step_options(steps).into_iter().filter(|(_, value)| *value != "null");
    what.extend(named.map(|(name, value)| format!("{} {value}", name.replace('-', " "))));
    let givens = givens.or_else(|| match GeneratorOptions::easy(shape) {
        Givens::Count(easy) if is_easy(args) => Some(easy..=easy + BY_SYMMETRY),
        _ => None,
    });
    if let Some(givens) = givens {
        what.push(if givens.start() == givens.end() {
            format!("{} givens", givens.start())
        } else {
            format!("{} to {} givens", givens.start(), givens.end())
        });
        wanted = wanted.givens(givens);
    }
    if let Some(symmetry) = args.wanted.symmetry {
        what.push(format!("symmetry {}", symmetry.name()));
    }
    if let Some(path) = &args.wanted.pattern {
        wanted = wanted.pattern(pattern(path, shape)?);
        what.push(format!("pattern {}", path.display()));
    }
    if args.minimal {
        wanted = wanted.minimal(true);
        what.push("minimal".into());
    }
    what.push("one solution".into());
    Ok((wanted, what.join(", ")))
}

/// Whether the number of givens is open, so that puzzles are easy without a search.
fn is_easy(args: &Args) -> bool {
    !args.minimal && !args.wanted.is_rated() && args.wanted.pattern.is_none()
}

fn pattern(path: &Path, shape: Shape) -> Result<Pattern> {
    let text = String::from_utf8_lossy(&read_file("--pattern", path)?).into_owned();
    let pattern = Pattern::parse(shape, &text);
    pattern.map_err(|error| match error.reason() {
        Some(PatternError::Symbol { line, .. } | PatternError::Mixed { line, .. }) => {
            let what = error.to_string();
            let what = what.strip_prefix(&format!("line {line}: ")).unwrap_or(&what);
            anyhow!("{}:{line}: {what}", path.display())
        }
        _ => anyhow!("{}: {error}", path.display()),
    })
}
