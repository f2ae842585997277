//! The help texts: headings, formats, conventions and exit codes. The examples are in `examples`; `pages` lays a page out.
//!
//! A paragraph is one line here: clap wraps it, once, to the width of the terminal.

mod examples;
mod pages;

use clap::Command;
pub(super) use examples::*;
pub(super) use pages::{WIDTH, page};
use std::borrow::Cow;

/// The headings of `--help`; the options of a command are listed in this order.
pub(super) const PUZZLES: &str = "Puzzles";
pub(super) const INPUT: &str = "Input";
pub(super) const RATING: &str = "Rating";
pub(super) const SELECTION: &str = "Selection";
pub(super) const OUTPUT: &str = "Output";
pub(super) const LONG_RUNS: &str = "Long runs";
pub(super) const TUNING: &str = "Tuning";

/// Before the options of the first page.
pub(super) const FIRST_EXAMPLES: &str = "\
Examples:
  quadrille solve puzzles.txt -o solutions.txt
  quadrille generate --number 100 | quadrille check -";

/// After the list of commands.
pub(super) const FIRST_PAGE: &str = "\
Formats:
  line         one puzzle per line, `.` or `0` for an empty cell: 81 characters for 9×9
  csv, ndjson  tables: a column or member holds the puzzle, the others are kept
  json         one array of objects, as in ndjson
  Parquet, Arrow (Feather), NumPy  as csv, in builds with the feature `parquet`
  grid         boards as they are drawn, one row per line
  pencilmark   the candidates of each cell
  candidates, hodoku  the candidates of each cell, drawn; lines of HoDoKu's library
  uva12988, spoj1110, hust1565, poj3074, poj3076  the inputs of online judges

The format is detected; --format selects one. Boards have side 4, 6, 9, 12, 16 or 25. Inputs that are compressed \
with gzip, zstd, xz or bzip2 are decompressed.

Exit codes:
  0 all records answered as asked, 1 some not (the help of each command says what counts),
  2 usage or I/O error, 128 + N stopped by signal N

`quadrille COMMAND -h` lists the usual options of a command, `quadrille COMMAND --help` all of them.";

/// In the long help of the first page, before the exit codes: what holds for all commands that read puzzles.
const CONVENTIONS: &str = "\
A `line` puzzle is 16, 36, 81, 144, 256 or 625 characters, row by row. An empty cell is any of . 0 * - _ ? (up to \
16×16 also x) and the digits are 1-9. Boards larger than 9×9 use letters (A = 1), 1-9 followed by letters (A = 10), \
or 0-9 followed by letters (hex); see --symbols. Blank lines and lines that start with # are skipped. Text after the \
grid is ignored if whitespace or one of , ; # separates it from the grid.

Answers:
There is exactly one answer per record, in input order. A record without a solution to show is answered by !none (no \
solution), !unknown (a search limit was reached) or !invalid: reason. The first ten malformed records are reported \
on standard error. csv and ndjson records are copied unchanged; the answer is added, or replaces an earlier answer.

If --output-format is not given, the extension of the output chooses the format of the answers: .csv, .ndjson, \
.jsonl or .txt, and in builds with the feature `parquet` .parquet, .arrow, .feather, .arrows or .npy. An output \
whose name ends in .gz or .zst is compressed.

Interrupted runs:
A file that changes while it is being read is an error, and the old output is kept. SIGINT, SIGTERM and SIGHUP stop \
a run within a second, keep the old output and report how many records were processed. A second signal ends the \
process immediately.";

/// After the list of commands in the long help.
pub(super) fn long_first_page() -> String {
    let (formats, rest) = FIRST_PAGE.split_once("\n\nExit").unwrap_or((FIRST_PAGE, ""));
    format!(
        "{formats}\n\n{CONVENTIONS}\n\nExit{rest}\n\nMore:\n{}",
        more(
            "",
            "docs/reference/formats.md describes formats, docs/reference/answers.md answers, docs/reference/exit-codes.md exit codes"
        )
    )
}

/// Where the rest is explained. `topics` names the pages about the command.
pub(super) fn more(command: &str, topics: &str) -> String {
    let (manual, anchor) = match command {
        "" => ("quadrille man".to_owned(), String::new()),
        name => (format!("quadrille man {name}"), format!("#{name}")),
    };
    format!("docs/reference/commands.md{anchor} and `{manual}` explain every option; {topics}.")
}

/// The help of a command, before and after the options.
pub(super) struct CommandHelp {
    result: HelpOfResult,
    exit_codes: &'static str,
    /// Two or three examples, for `-h`.
    short: Cow<'static, str>,
    /// More of them, for `--help`.
    examples: Cow<'static, str>,
    /// The pages about it.
    pages: &'static str,
}

pub(super) const SOLVE: CommandHelp = CommandHelp {
    result: HelpOfResult::Answers("`solution` and `status`"),
    exit_codes: "0 every record has a solution, 1 some records do not",
    short: Cow::Borrowed(SOLVE_SHORT_EXAMPLES),
    examples: Cow::Borrowed(SOLVE_EXAMPLES),
    pages: "docs/reference/formats.md describes formats, docs/reference/answers.md answers, docs/guides/large-files.md large files, docs/guides/variants.md variants, docs/guides/hints.md --explain",
};

pub(super) const CHECK: CommandHelp = CommandHelp {
    result: HelpOfResult::Answers("`status`"),
    exit_codes: "0 every record has exactly one solution, 1 some records do not",
    short: Cow::Borrowed(CHECK_SHORT_EXAMPLES),
    examples: Cow::Borrowed(CHECK_EXAMPLES),
    pages: "docs/reference/formats.md describes formats, docs/reference/answers.md answers, docs/guides/large-files.md large files, docs/guides/variants.md variants",
};

pub(super) const COUNT: CommandHelp = CommandHelp {
    result: HelpOfResult::Answers("`count` and `status`"),
    exit_codes: "0 every record was answered, 1 some records are malformed or unknown",
    short: Cow::Borrowed(COUNT_SHORT_EXAMPLES),
    examples: Cow::Borrowed(COUNT_EXAMPLES),
    pages: "docs/reference/formats.md describes formats, docs/reference/answers.md answers, docs/guides/large-files.md large files, docs/guides/variants.md variants",
};

pub(super) const HINT: CommandHelp = CommandHelp {
    result: HelpOfResult::Answers("`hint`, `status`, `cell`, `digit`, `technique` and `explanation`"),
    exit_codes: "0 every record was answered (`no hint` and `mistake` are answers), 1 some records are malformed",
    short: Cow::Borrowed(HINT_SHORT_EXAMPLES),
    examples: Cow::Borrowed(HINT_EXAMPLES),
    pages: "docs/guides/hints.md describes hints and techniques, docs/reference/formats.md formats, docs/reference/answers.md answers",
};

pub(super) const CANONICAL: CommandHelp = CommandHelp {
    result: HelpOfResult::Answers("`canonical`, `status` and `automorphisms`"),
    exit_codes: "0 every record has a form, 1 some records do not",
    short: Cow::Borrowed(CANONICAL_SHORT_EXAMPLES),
    examples: Cow::Borrowed(CANONICAL_EXAMPLES),
    pages: "docs/reference/equivalence.md describes canonical forms, docs/reference/formats.md formats, docs/reference/answers.md answers",
};

pub(super) const RATE: CommandHelp = CommandHelp {
    result: HelpOfResult::Answers(
        "`rating` (with --method se `er`, `ep`, `ed`, with hodoku `score`, `level`), with --method logic `step_count`, and `status`; --rating-column renames `rating`, `er` or `score`",
    ),
    exit_codes: "0 every record was rated, 1 some records are malformed or, by logic, se or hodoku, do not have one solution or have a lower bound as in >=8.5",
    short: Cow::Borrowed(RATE_SHORT_EXAMPLES),
    examples: Cow::Borrowed(RATE_EXAMPLES),
    pages: "docs/explanation/ratings.md describes ratings, docs/reference/formats.md formats, docs/reference/answers.md answers",
};

pub(super) const MORPH: CommandHelp = CommandHelp {
    result: HelpOfResult::Answers("with --copies, `group`; puzzle and solution are replaced"),
    exit_codes: "0 every record has its morphs, 1 some records are malformed",
    short: Cow::Borrowed(MORPH_SHORT_EXAMPLES),
    examples: Cow::Borrowed(MORPH_EXAMPLES),
    pages: "docs/guides/training-sets.md describes morphs, docs/reference/formats.md formats",
};

pub(super) const DEDUP: CommandHelp = CommandHelp {
    result: HelpOfResult::Other(DEDUP_RECORDS),
    exit_codes: "0 every record was compared, 1 some records are malformed",
    short: Cow::Borrowed(DEDUP_SHORT_EXAMPLES),
    examples: Cow::Borrowed(DEDUP_EXAMPLES),
    pages: "docs/guides/clean-data-sets.md describes duplicates, docs/reference/formats.md formats",
};

pub(super) const LEAK: CommandHelp = CommandHelp {
    result: HelpOfResult::Other(LEAK_RECORDS),
    exit_codes: "0 no test record equals another record, 1 some do, or records are malformed (a test set without records: 2)",
    short: Cow::Borrowed(LEAK_SHORT_EXAMPLES),
    examples: Cow::Borrowed(LEAK_EXAMPLES),
    pages: "docs/guides/clean-data-sets.md describes leaks, docs/reference/formats.md formats",
};

pub(super) const SELECT: CommandHelp = CommandHelp {
    result: HelpOfResult::Other(SELECT_RECORDS),
    exit_codes: "0 every record was read, 1 some records are malformed",
    short: Cow::Borrowed(SELECT_SHORT_EXAMPLES),
    examples: Cow::Borrowed(SELECT_EXAMPLES),
    pages: "docs/guides/clean-data-sets.md describes samples and splits, docs/reference/formats.md formats",
};

pub(super) const COVER: CommandHelp = CommandHelp {
    result: HelpOfResult::Other(COVER_FORMATS),
    exit_codes: "0 every problem has a solution (with --count: every count is exact or stopped at --limit), 1 some do not",
    short: Cow::Borrowed(COVER_SHORT_EXAMPLES),
    examples: Cow::Borrowed(COVER_EXAMPLES),
    pages: "docs/reference/exact-cover.md describes formats, counts, costs and diagrams",
};

pub(super) const GENERATE: CommandHelp = CommandHelp {
    result: HelpOfResult::Plain,
    exit_codes: "0 all puzzles were generated, 1 the search gave up before (see --max-tries)",
    short: Cow::Borrowed(GENERATE_SHORT_EXAMPLES),
    examples: Cow::Borrowed(GENERATE_EXAMPLES),
    pages: "docs/guides/generate.md describes puzzles by difficulty, givens and symmetry",
};

pub(super) const BENCH: CommandHelp = CommandHelp {
    result: HelpOfResult::Other(quadrille_bench::args::LONG_HELP),
    exit_codes: "0 success, 1 a contestant failed or gave a wrong answer",
    short: Cow::Borrowed(BENCH_SHORT_EXAMPLES),
    examples: Cow::Borrowed(BENCH_EXAMPLES),
    pages: "docs/project/benchmarks.md describes what is measured and how other programs are run",
};

/// The output.
enum HelpOfResult {
    /// An answer to each record; these columns are added to a record of csv or ndjson.
    Answers(&'static str),
    /// Something else.
    Other(&'static str),
    /// There is nothing to say.
    Plain,
}

impl CommandHelp {
    /// The help of a command that has only the options of all commands that read puzzles. It adds these columns.
    pub fn of_task(name: &str, columns: &'static str) -> CommandHelp {
        CommandHelp {
            result: HelpOfResult::Answers(columns),
            exit_codes: "0 every record was answered, 1 some records are malformed",
            short: TASK_SHORT_EXAMPLES.replace("NAME", name).into(),
            examples: TASK_EXAMPLES.replace("NAME", name).into(),
            pages: "docs/reference/formats.md describes formats, docs/reference/answers.md answers",
        }
    }
}

/// A command with its help.
pub(super) trait WithHelp {
    fn with_help(self, help: &CommandHelp) -> Self;
}

impl WithHelp for Command {
    fn with_help(self, help: &CommandHelp) -> Command {
        let CommandHelp { result, exit_codes, short, examples, pages } = help;
        let name = self.get_name().to_owned();
        let details = match result {
            HelpOfResult::Answers(columns) => {
                format!("{ANSWERS}\n\nAdded to csv and ndjson records: {columns}.\n\n")
            }
            HelpOfResult::Other(what) => format!("{what}\n\n"),
            HelpOfResult::Plain => String::new(),
        };
        let exit = format!("Exit codes:\n{exit_codes}, 2 usage or I/O error, 128 + N stopped by signal N.");
        self.before_help(format!("Examples:\n  {short}"))
            .before_long_help(format!("Examples:\n  {short}\n  {examples}"))
            .after_help(format!("{exit}\n\n`quadrille {name} --help` lists all options."))
            .after_long_help(format!("{details}{exit}\n\nMore:\n{}", more(&name, pages)))
    }
}

/// The rules of answers.
const ANSWERS: &str = "\
Answers:
There is exactly one answer per record, in input order: !none if there is no solution, !unknown if a search limit was \
reached, and !invalid: reason if the record is malformed.";

/// Instead of it, for `dedup`.
const DEDUP_RECORDS: &str = "\
Records:
The first record of each class is copied byte for byte, and so is every malformed record. The output has the format \
of the input. Records of json and of formats that begin with the number of their boards can only be counted. Boards \
larger than 9×9 are only compared with --equal-by text; otherwise they are kept, as malformed records are.";

/// For `leak`.
const LEAK_RECORDS: &str = "\
Records:
The output is a csv table, whatever the format of the inputs. In `equals` the places are separated by blanks; a file \
name with a blank is in double quotes. Malformed records are not compared. Boards larger than 9×9 are only compared \
with --equal-by text.";

/// For `select`.
const SELECT_RECORDS: &str = "\
Records:
The records are copied byte for byte, in the format of the input. The format json and the formats that begin with the \
number of their boards are refused. Malformed records are left out. Only boards of at most 9×9 can be compared for \
--split, and only boards of 9×9 rated for --per-bucket and --rating: others are left out, reported and counted as invalid.";

const COVER_FORMATS: &str = "\
Formats:
  matrix  `n m`, then n rows of m numbers, each 0 or 1. The answer is the numbers of the chosen
          rows, counted from 1, on one line, or `No Solution!`.
  sparse  `n m`, then n lines `k c1 ... ck`: the columns of a row, counted from 1. The answer is
          `k r1 ... rk`, or `NO`.
  ec      `p ec m`, then a line `s c1 c2 ...` for each row, as in published benchmarks. The
          answer is as in sparse.
  dlx     Knuth's format: one line with the names of the items, the secondary items after a lone |,
          then one line per option. The answer is the options of each solution, with blank lines
          between solutions. `item:color` in an option gives a secondary item a color, `2:3|item` in
          the item line bounds, and `|5` after an item of an option a cost.

If --format is not given, a text whose first line is two numbers is read as sparse or matrix, one that begins with \
`p ec` as ec, and any other text as dlx. A malformed problem is answered by `!invalid: reason`. If a search stops at --max-nodes or --timeout, the answer is the \
solutions found so far and `!unknown`; a count is followed by +.";
