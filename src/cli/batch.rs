//! `solve`, `check`, `count`, `hint` and `canonical`, and the run of `rate`, `morph` and `dedup`: one run over the inputs.

mod plan;
mod resolve;

use super::{
    args::{CanonicalArgs, CheckArgs, ConvertArgs, CountArgs, HintArgs, RunArgs, SolveArgs},
    csv_file::CsvFile,
    empty_inputs::EmptyInputs,
    options::OnlyArg,
    partial::RunOutput,
    rate, report,
    run_info::RunInfo,
};
use anyhow::{Result, bail};
pub(super) use plan::{Plan, configure};
use quadrille::{
    Batch, Outcome,
    batch::{OutputFormat, Summary, Tally, Work},
    explanation::{Method, PAGE_STYLE},
    tasks::{Canonical, Check, Convert, Count, FormOf, Hint, HintMethod, Solve},
    techniques::Picture,
};
use quadrille_console::{
    exit::{ExitStatus, print_lines, print_stderr},
    files::is_dash,
    outputs::{SideFile, with_outcome},
    page::styled_document,
    puzzle_argument::are_puzzles,
    signals::{RunControl, stopped},
};
use resolve::{ResolvedRun, resolve};

pub(super) fn solve(args: SolveArgs) -> Result<ExitStatus> {
    let limit = args.limit.or((!args.all).then_some(1));
    let has_variants = args.search.variants.are_given();
    if has_variants && (args.method.is_some() || args.html.is_some()) {
        bail!("--method and --html are for puzzles without variants; remove them, or the variants");
    }
    let only_draws = args.html.is_some() && is_dash(&args.search.run.output.path);
    let solve = args.method.into_iter().fold(Solve::new(), Solve::method);
    let solve = solve
        .draws(args.html.is_some())
        .only_draws(only_draws)
        .limit(limit.unwrap_or(u64::MAX))
        .all(args.all)
        .explain(args.explain)
        .steps(args.explain && !has_variants)
        .search_columns(args.search.search_columns)
        .verify_answers(args.search.verify_answers);
    let info = RunInfo { all: args.all, ..RunInfo::of("solve", limit) };
    let mut plan = Plan::search(solve, args.search, info)?;
    (plan.counts, plan.counts_read, plan.files.page, plan.draws) = (only_draws, only_draws, args.html, true);
    run(plan, |t| t.with_solution() == t.records)
}

pub(super) fn check(args: CheckArgs) -> Result<ExitStatus> {
    let mismatch = args.only.map(|only| only == OnlyArg::Mismatch);
    match (mismatch, args.search.verify_answers) {
        (Some(true), false) => bail!("--only mismatch needs --verify-answers; add it"),
        (Some(false), true) => {
            bail!("--verify-answers can be used with --only mismatch alone; remove one of the options")
        }
        _ => {}
    }
    let check =
        Check::new().search_columns(args.search.search_columns).verify_answers(args.search.verify_answers);
    let check = match args.only {
        Some(OnlyArg::Outcome(outcome)) => check.only(outcome),
        Some(OnlyArg::Minimal) => check.only_minimal(),
        Some(OnlyArg::Mismatch) => check.only_mismatches(),
        None => check.minimal(args.minimal),
    };
    let plan = Plan::search(check, args.search, RunInfo::of("check", Some(2)))?;
    run(plan, |t| match args.only {
        Some(only) => t.unknown == 0 && (t.invalid == 0 || only == OnlyArg::Outcome(Outcome::Invalid)),
        None if args.minimal => t.minimal == t.records,
        None => t.unique == t.records,
    })
}

pub(super) fn count(args: CountArgs) -> Result<ExitStatus> {
    let mut count = Count::new()
        .limit(args.limit.unwrap_or(u64::MAX))
        .search_columns(args.search.search_columns)
        .verify_answers(args.search.verify_answers);
    if let Some(bytes) = args.memory {
        count = count.memory(usize::try_from(bytes).unwrap_or(usize::MAX));
    }
    let plan = Plan::search(count, args.search, RunInfo::of("count", args.limit))?;
    run(plan, |t| t.invalid + t.unknown == 0)
}

pub(super) fn hint(args: HintArgs) -> Result<ExitStatus> {
    if let Some(positions) = OutputFormat::named(&args.run.output_format).and_then(OutputFormat::positions) {
        let (format, words) = (&args.run.output_format, if args.explain { "--explain" } else { "--svg" });
        if args.explain || args.svg.is_some() {
            bail!(
                "--output-format {format} holds positions, without words or pictures; remove {words} or --output-format"
            );
        }
        let method = match args.method {
            None => Method::SudokuExplainer { uniqueness: true },
            Some(HintMethod::Techniques(method)) if method.needs_nine() => method,
            Some(_) => bail!(
                "--output-format {format} holds one step by se, se=no-uniqueness or hodoku; \
                 name one of these with --method, or remove --output-format"
            ),
        };
        return task("hint", Convert::next_steps(positions, method), args.run);
    }
    // A board that is drawn does not show which digit is new.
    let explains = args.explain || are_puzzles(&args.run.inputs);
    let only_draws = args.svg.as_deref().is_some_and(is_dash) && is_dash(&args.run.output.path);
    let hint = Hint::new().explain(explains).draws(args.svg.is_some()).only_draws(only_draws);
    let hint = args.method.into_iter().fold(hint, Hint::method);
    let mut plan = Plan::new(Batch::new(hint), args.run, RunInfo::of("hint", None));
    (plan.counts, plan.counts_read, plan.files.page, plan.draws) = (only_draws, only_draws, args.svg, true);
    run(plan, |t| t.invalid == 0)
}

pub(super) fn canonical(args: CanonicalArgs) -> Result<ExitStatus> {
    let form_of = args.form_of;
    let batch = Batch::new(Canonical::new(form_of).transforms(args.transform));
    run(
        Plan::new(batch, args.run, RunInfo::of("canonical", Some(2))).engine(&args.engine)?,
        |t| match form_of {
            FormOf::Puzzle | FormOf::Givens => t.invalid + t.unknown == 0,
            FormOf::Solution => t.unique == t.records,
        },
    )
}

pub(super) fn convert(args: ConvertArgs) -> Result<ExitStatus> {
    if args.run.output_format == "pair" {
        bail!(
            "--output-format pair is a puzzle and an answer, and convert has no answers; name line, csv or ndjson"
        );
    }
    let positions = OutputFormat::named(&args.run.output_format).and_then(OutputFormat::positions);
    task("convert", positions.map_or_else(Convert::new, Convert::positions), args.run)
}

/// A command whose task needs no more than the options that all have.
pub(super) fn task(name: &'static str, task: impl Into<Work>, args: RunArgs) -> Result<ExitStatus> {
    run(Plan::new(Batch::new(task), args, RunInfo::of(name, None)), |t| t.invalid == 0)
}

/// Carries out a plan. `all_answered` tells whether the records were answered as requested.
pub(super) fn run(plan: Plan, all_answered: impl Fn(&Tally) -> bool) -> Result<ExitStatus> {
    // Before any file is created that a signal would leave behind.
    let control = RunControl::start();
    // A part may well be empty.
    let (counts, shard) = (plan.counts, plan.args.partial.shard.map(|shard| shard.to_string()));
    // The answer to a puzzle that is an argument says it all.
    let quiet = plan.args.output.quiet || are_puzzles(&plan.args.inputs);
    let ResolvedRun { batch, mut info, inputs, mut output, stats, page, mut progress } =
        resolve(plan, &control)?;
    info.shard = shard;
    info.inputs = inputs.iter().map(|input| input.name().to_owned()).collect();
    let empty = EmptyInputs::among(&inputs);
    if let Some(message) = output.earlier_run().filter(|_| !quiet) {
        print_stderr(&format!("quadrille: {message}"));
    }
    let mut batch = batch;
    if let Some(bytes) = output.whole_write_size() {
        batch = batch.max_write(bytes);
    }
    let table = |summary: &Summary| if counts { count_table(summary, &info) } else { String::new() };
    let outcome = output.run(&batch, inputs, &mut progress, table);
    progress.finish();
    control.end_stoppable_phase();
    if let Some(status) = stopped(&control, &outcome) {
        return Ok(status);
    }
    let summary = outcome?;
    let tally = &summary.tally;
    let all = all_answered(tally) && tally.faults + tally.mismatches == 0;
    let status = if all { ExitStatus::AllAnswered } else { ExitStatus::SomeUnanswered };
    info.exit_code = status.code();
    let (mismatches, duplicates) = (progress.mismatches.take(), progress.duplicates.take());
    finish(output, &summary, &info, Reports { stats, page, mismatches, duplicates })?;
    if let Some(ratings) = info.ratings.filter(|ratings| ratings.chart && !counts) {
        rate::print_chart(&ratings, &summary.ratings)?;
    }
    if !quiet && info.shard.is_none() {
        empty.warn(summary.tally.records, "record");
    }
    print_summary(&summary, &info, quiet);
    progress.print_decisions(&summary);
    Ok(status)
}

/// The counts that a run prints in place of answers.
fn count_table(summary: &Summary, info: &RunInfo) -> String {
    match &info.ratings {
        Some(ratings) if ratings.chart => rate::chart(ratings, &summary.ratings),
        None if info.compares_records() => report::size_table(summary),
        _ => String::new(),
    }
}

/// The files beside the answers.
struct Reports {
    stats: Option<SideFile>,
    page: Option<SideFile>,
    mismatches: Option<CsvFile>,
    duplicates: Option<CsvFile>,
}

/// Puts the outputs in place: all, or none if one cannot be written.
fn finish(output: RunOutput, summary: &Summary, info: &RunInfo, reports: Reports) -> Result<()> {
    let files = reports.written(summary, info).map_err(|e| with_outcome(e, &output.kept()))?;
    let finished = output.finished();
    output.finish()?;
    for file in files {
        file.finish().map_err(|e| with_outcome(e.into(), &finished))?;
    }
    Ok(())
}

impl Reports {
    /// The files with their contents, so that only renaming them is left.
    fn written(self, summary: &Summary, info: &RunInfo) -> Result<Vec<SideFile>> {
        let Reports { stats, page, mismatches, duplicates } = self;
        let rows = [mismatches, duplicates].into_iter().flatten().map(CsvFile::written);
        let mut files = rows.collect::<Result<Vec<_>>>()?;
        if let Some(mut stats) = stats {
            stats.write(format!("{:#}\n", report::json(summary, info)).as_bytes())?;
            files.push(stats);
        }
        if let Some(mut page) = page {
            page.write(page_of(summary, info)?.as_bytes())?;
            files.push(page);
        }
        Ok(files)
    }
}

/// The page of `--html`, or the picture of `--svg`.
fn page_of(summary: &Summary, info: &RunInfo) -> Result<String> {
    if info.command == "rate" {
        return Ok(rate::page(summary, info));
    }
    let [first, ..] = &summary.pictures[..] else {
        bail!("{}: there is no puzzle to draw", info.inputs.join(", "))
    };
    if info.command == "hint" {
        return Ok(format!("{first}\n"));
    }
    let section =
        |(number, part): (usize, &String)| format!("<section>\n<h2>Puzzle {number}</h2>\n{part}</section>\n");
    let sections: String = (1..).zip(&summary.pictures).map(section).collect();
    Ok(styled_document("Solutions step by step", &format!("{}{PAGE_STYLE}", Picture::STYLE), &sections))
}

fn print_summary(summary: &Summary, info: &RunInfo, quiet: bool) {
    if let Some(selection) = &info.selection {
        report::selection_notes(selection, summary, quiet).iter().for_each(|note| print_stderr(note));
    }
    report::print_more(summary.tally.invalid, info.malformed());
    report::print_more(summary.tally.mismatches, "wrong answers in the input");
    if !quiet {
        print_lines(&report::text(summary, info));
    }
}
