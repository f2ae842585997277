//! `hint`: the next step of each board.

use crate::{
    help::{CommandHelp, HelpOfResult, OUTPUT, WithHelp},
    options::{RunArgs, STEP_METHODS},
    run::{Plan, RunInfo, carry_out, task},
};
use anyhow::{Result, bail};
use quadrille_console::{
    exit::ExitStatus,
    files::is_dash,
    one_of::{Named, one_of},
    puzzle_argument::are_puzzles,
};
use quadrille_run::{batch::Batch, format::OutputFormat};
use quadrille_tasks::{Convert, Hint, HintMethod};
use quadrille_techniques::explanation::Method;
use std::path::PathBuf;

const HELP: CommandHelp = CommandHelp {
    result: HelpOfResult::Answers("`hint`, `status`, `cell`, `digit`, `technique` and `explanation`"),
    exit_codes: "0 every record was answered (`no hint` and `mistake` are answers), 1 some records are malformed",
    short: "\
  quadrille hint boards.txt
  quadrille hint - < judge.in",
    examples: "\
  quadrille hint boards.csv -o hints.csv
  quadrille hint --explain boards.csv
  quadrille hint --method se --svg hint.svg board.txt
  quadrille hint --method hodoku --all-steps boards.csv
  quadrille hint --method naked-singles boards.csv
  quadrille hint huge.txt -o hints.txt --resume
  quadrille hint huge.txt -o part1.txt --shard 1/4
  quadrille hint --threads 2 boards.txt",
    pages: "docs/guides/hints.md describes hints and techniques, docs/reference/formats.md formats, docs/reference/answers.md answers",
};

/// Write the next step of each board: the digit that a person would place next
///
/// The answer is the board with the digit, `no hint` if the techniques do not place a digit, or `mistake` if the
/// board cannot be solved as it is: no digit fits an empty cell, a row, column or box contains a digit twice, or harder
/// techniques are needed and there is no solution.
///
/// With --method se and hodoku the next step may eliminate candidates and leave the board as it is. Boards with candidates (formats pencilmark,
/// candidates, hodoku) have their next step from there on; --output-format pencilmark and candidates write the position after the step,
/// hodoku the position and the step.
///
/// With --method naked-singles every cell that has one candidate is filled, all at once: a digit that is filled in
/// does not affect other cells. The format hust1565 asks for this, so it is the default there.
#[derive(clap::Args)]
#[command(with_help(&HELP))]
pub struct Args {
    #[command(flatten)]
    run: RunArgs,
    /// Explain the digits or the mistake, also in formats without columns
    ///
    /// csv and ndjson always have the column `explanation`, as in `row 1 has 1 2 3`. In the other formats the cell and
    /// the digit come first.
    #[arg(long, help_heading = OUTPUT)]
    explain: bool,
    /// How to find the next step [default: all; for inputs of format hust1565 naked-singles]
    ///
    /// A digit that needs other steps before it has all of them in its explanation. With se and hodoku the hint is the next step of any kind: it may
    /// eliminate candidates, and it has the further columns `rating` (hodoku: `score`), `eliminated` and `notation`. ndjson has the step as the object
    /// `step` as well.
    #[arg(long, value_parser = one_of(&HINT_METHODS), value_name = "METHOD", help_heading = OUTPUT)]
    method: Option<HintMethod>,
    /// Also list all steps that the techniques of HoDoKu find in the position, in a column `steps`; needs --method hodoku
    ///
    /// The steps are in the order of HoDoKu's codes, each with its score, as in `XY-wing (160): …`. csv has a bar between them, ndjson has a list, and
    /// lines have each step on a line of its own. Siamese fish, which are two fish each, are left out. An open position can have
    /// thousands of steps, most of them fish, and takes some seconds.
    #[arg(long, help_heading = OUTPUT)]
    all_steps: bool,
    /// Draw the hint of a 9×9 board to FILE, as SVG
    ///
    /// The input is a single puzzle. With `-` the picture is written to standard output, and the answer only with --output FILE.
    #[arg(long, value_name = "FILE", conflicts_with = "resume", help_heading = OUTPUT)]
    svg: Option<PathBuf>,
}

/// The methods of a hint.
const HINT_METHODS: [Named<HintMethod>; 7] = {
    const fn of((name, method, help): Named<Method>) -> Named<HintMethod> {
        (name, HintMethod::Techniques(method), help)
    }
    let [all, se, no_uniqueness, hodoku, locked, singles] = STEP_METHODS;
    let naked = ("naked-singles", HintMethod::NakedSingles, "Every cell that has one candidate, all at once");
    [of(all), of(se), of(no_uniqueness), of(hodoku), of(locked), of(singles), naked]
};

pub fn run(args: Args) -> Result<ExitStatus> {
    if args.all_steps && args.method != Some(HintMethod::Techniques(Method::Hodoku)) {
        bail!("--all-steps lists the steps by HoDoKu; add --method hodoku, or remove --all-steps");
    }
    if let Some(positions) = OutputFormat::named(&args.run.output_format).and_then(OutputFormat::positions) {
        let format = &args.run.output_format;
        let words =
            [("--explain", args.explain), ("--all-steps", args.all_steps), ("--svg", args.svg.is_some())];
        if let Some((words, _)) = words.into_iter().find(|(_, is_asked)| *is_asked) {
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
    let hint = Hint::new().explain(explains).all_steps(args.all_steps);
    let hint = hint.draws(args.svg.is_some()).only_draws(only_draws);
    let hint = args.method.into_iter().fold(hint, Hint::method);
    let mut plan = Plan::new(Batch::new(hint), args.run, RunInfo::of("hint", None));
    (plan.counts, plan.counts_read, plan.files.page, plan.draws) = (only_draws, only_draws, args.svg, true);
    carry_out(plan, |t| t.invalid == 0)
}
