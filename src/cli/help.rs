//! The help texts: headings, formats, conventions and exit codes. The examples are in `examples`.

mod examples;

pub(super) use examples::*;
use std::borrow::Cow;

/// The headings of `--help`; the options of a command are listed in this order.
pub(super) const PUZZLES: &str = "Puzzles";
pub(super) const INPUT: &str = "Input";
pub(super) const RATING: &str = "Rating";
pub(super) const OUTPUT: &str = "Output";
pub(super) const LONG_RUNS: &str = "Long runs";
pub(super) const TUNING: &str = "Tuning";

/// After the list of commands.
pub(super) const FIRST_PAGE: &str = "\
Formats:
  line         one puzzle per line, `.` or `0` for an empty cell: 81 characters for 9×9
  csv, ndjson  tables: a column or member holds the puzzle, the others are kept
  json         one array of objects, as in ndjson
  Parquet, Arrow (Feather), NumPy  as csv, in builds with the feature `parquet`
  grid         boards as they are drawn, one row per line
  pencilmark   the candidates of each cell
  uva12988, spoj1110, hust1565, poj3074, poj3076  the inputs of online judges
The format is detected; --format selects one. Boards have side 4, 6, 9, 12, 16 or 25. Inputs that
are compressed with gzip, zstd, xz or bzip2 are decompressed.

Exit codes:
  0 all records answered as asked, 1 some not (the help of each command says what counts),
  2 usage or I/O error, 128 + N stopped by signal N

Examples:
  quadrille solve puzzles.txt -o solutions.txt
  quadrille generate --number 100 | quadrille check -

`quadrille COMMAND -h` lists the options of a command, `quadrille COMMAND --help` explains them.";

/// After the list of commands in the long help: what holds for all commands that read puzzles.
pub(super) fn long_first_page() -> String {
    let (formats, rest) = FIRST_PAGE.split_once("\n\n").unwrap_or((FIRST_PAGE, ""));
    let details = LINES.strip_prefix("Formats:\n").unwrap_or(LINES);
    format!(
        "{formats}\n\n{details}\n\n{ANSWER_FORMATS}\n\n{COMPRESSED}\n\n{VARIANTS}\n\n{ANSWERS}\n\n{INTERRUPTED}\n\n{rest}"
    )
}

/// The help of a command that reads puzzles, after the options.
pub(super) struct PuzzleHelp {
    result: HelpOfResult,
    exit_codes: &'static str,
    /// Two examples, for `-h`.
    short: Cow<'static, str>,
    /// Two examples for each heading, for `--help`.
    examples: Cow<'static, str>,
}

pub(super) const SOLVE: PuzzleHelp = PuzzleHelp {
    result: HelpOfResult::Answers("`solution` and `status`"),
    exit_codes: "0 every record has a solution, 1 some records do not",
    short: Cow::Borrowed(SOLVE_SHORT_EXAMPLES),
    examples: Cow::Borrowed(SOLVE_EXAMPLES),
};

pub(super) const CHECK: PuzzleHelp = PuzzleHelp {
    result: HelpOfResult::Answers("`status`"),
    exit_codes: "0 every record has exactly one solution, 1 some records do not",
    short: Cow::Borrowed(CHECK_SHORT_EXAMPLES),
    examples: Cow::Borrowed(CHECK_EXAMPLES),
};

pub(super) const COUNT: PuzzleHelp = PuzzleHelp {
    result: HelpOfResult::Answers("`count` and `status`"),
    exit_codes: "0 every record was answered, 1 some records are malformed or unknown",
    short: Cow::Borrowed(COUNT_SHORT_EXAMPLES),
    examples: Cow::Borrowed(COUNT_EXAMPLES),
};

pub(super) const HINT: PuzzleHelp = PuzzleHelp {
    result: HelpOfResult::Answers("`hint`, `status`, `cell`, `digit`, `technique` and `explanation`"),
    exit_codes: "0 every record was answered, 1 some records are malformed",
    short: Cow::Borrowed(HINT_SHORT_EXAMPLES),
    examples: Cow::Borrowed(HINT_EXAMPLES),
};

pub(super) const CANONICAL: PuzzleHelp = PuzzleHelp {
    result: HelpOfResult::Answers("`canonical`, `status` and `automorphisms`"),
    exit_codes: "0 every record has a form, 1 some records do not",
    short: Cow::Borrowed(CANONICAL_SHORT_EXAMPLES),
    examples: Cow::Borrowed(CANONICAL_EXAMPLES),
};

pub(super) const RATE: PuzzleHelp = PuzzleHelp {
    result: HelpOfResult::Answers(
        "`rating`, or the name that --rating-column gives, and with --method logic `step_count`",
    ),
    exit_codes: "0 every record was rated, 1 some records are malformed or, by logic, do not have one solution",
    short: Cow::Borrowed(RATE_SHORT_EXAMPLES),
    examples: Cow::Borrowed(RATE_EXAMPLES),
};

pub(super) const MORPH: PuzzleHelp = PuzzleHelp {
    result: HelpOfResult::Answers("with --copies, `group`; puzzle and solution are replaced"),
    exit_codes: "0 every record has its morphs, 1 some records are malformed",
    short: Cow::Borrowed(MORPH_SHORT_EXAMPLES),
    examples: Cow::Borrowed(MORPH_EXAMPLES),
};

pub(super) const DEDUP: PuzzleHelp = PuzzleHelp {
    result: HelpOfResult::Other(DEDUP_RECORDS),
    exit_codes: "0 every record was compared, 1 some records are malformed",
    short: Cow::Borrowed(DEDUP_SHORT_EXAMPLES),
    examples: Cow::Borrowed(DEDUP_EXAMPLES),
};

pub(super) const LEAK: PuzzleHelp = PuzzleHelp {
    result: HelpOfResult::Other(LEAK_RECORDS),
    exit_codes: "0 no test record equals another record, 1 some do, or records are malformed (a test set without\nrecords: 2)",
    short: Cow::Borrowed(LEAK_SHORT_EXAMPLES),
    examples: Cow::Borrowed(LEAK_EXAMPLES),
};

pub(super) const SELECT: PuzzleHelp = PuzzleHelp {
    result: HelpOfResult::Other(SELECT_RECORDS),
    exit_codes: "0 every record was read, 1 some records are malformed",
    short: Cow::Borrowed(SELECT_SHORT_EXAMPLES),
    examples: Cow::Borrowed(SELECT_EXAMPLES),
};

/// The output.
enum HelpOfResult {
    /// An answer to each record; these columns are added to a record of csv or ndjson.
    Answers(&'static str),
    /// Something else.
    Other(&'static str),
}

impl PuzzleHelp {
    /// The help of a command that has only the options of all commands that read puzzles. It adds these columns.
    pub fn of_task(name: &str, columns: &'static str) -> PuzzleHelp {
        PuzzleHelp {
            result: HelpOfResult::Answers(columns),
            exit_codes: "0 every record was answered, 1 some records are malformed",
            short: format!(
                "Examples:\n  quadrille {name} puzzles.txt | head\n  quadrille {name} puzzles.csv -o {name}.csv"
            )
            .into(),
            examples: TASK_EXAMPLES.replace("NAME", name).into(),
        }
    }

    /// The end of `-h`.
    pub fn short(&self) -> String {
        format!("{}\n\n{}", self.exit_codes(), self.short)
    }

    /// The end of `--help`.
    pub fn long(&self) -> String {
        let formats = match self.result {
            HelpOfResult::Answers(columns) => {
                let tables = format!("Added to csv and ndjson records: {columns}.");
                format!("{ANSWER_FORMATS}\n\n{COMPRESSED}\n\n{VARIANTS}\n\n{tables}\n\n{ANSWERS}")
            }
            HelpOfResult::Other(what) => format!("{COMPRESSED}\n\n{what}"),
        };
        format!("{LINES}\n\n{formats}\n\n{INTERRUPTED}\n\n{}\n\n{}", self.exit_codes(), self.examples)
    }

    fn exit_codes(&self) -> String {
        format!("Exit codes:\n{},\n2 usage or I/O error, 128 + N stopped by signal N.", self.exit_codes)
    }
}

/// After the help of every command that reads puzzles.
const LINES: &str = "\
Formats:
A `line` puzzle is 16, 36, 81, 144, 256 or 625 characters: a board of side 4, 6, 9, 12, 16 or 25,
row by row. An empty cell is any of . 0 * - _ ? (up to 16×16 also x) and the digits are 1-9. Boards
larger than 9×9 use letters (A = 1), 1-9 followed by letters (A = 10), or 0-9 followed by letters
(hex); see --symbols. Blank lines and lines that start with # are skipped. Text after the grid is
ignored if whitespace or one of , ; # separates it from the grid.";

/// The formats of answers.
const ANSWER_FORMATS: &str = "\
csv and ndjson records are copied unchanged; the answer is added, or replaces an earlier answer.

If --output-format is not given, the extension of the output chooses the format of the answers:
.csv, .ndjson, .jsonl or .txt. A csv or ndjson input keeps its columns or members under its own
extension. With .txt, only csv, ndjson and json change, to `line`.";

const COMPRESSED: &str = "\
Inputs compressed with gzip, zstd, xz or bzip2 are decompressed, whatever their names. An output
whose name ends in .gz or .zst is compressed.

With the feature `parquet`, Parquet, Arrow IPC (Feather) and NumPy files are read as csv, whatever
their names; an Arrow stream also from standard input. An output whose name ends in .parquet,
.arrow, .feather, .arrows or .npy is written as such a table.";

const VARIANTS: &str = "\
With --variant jigsaw and without --regions, each `line` record contains its own regions: the grid
is followed directly by one letter or digit per cell (162 characters for 9×9). A `pencilmark` record
has side³ characters, 729 for 9×9: for each cell in turn, every digit that is still a candidate, at
its own position, and any of . 0 * - _ at the positions of the other digits.";

/// The rules of answers.
const ANSWERS: &str = "\
Answers:
There is exactly one answer per record, in input order. A record without a solution to show is
answered by !none (no solution), !unknown (a search limit was reached) or !invalid: reason. The
first ten malformed records are reported on standard error. An input with fewer or more boards than
it announces is answered as far as possible.";

/// Instead of it, for `dedup`.
const DEDUP_RECORDS: &str = "\
Records:
The first record of each class is copied byte for byte, csv and ndjson with all their columns, and so
is every malformed record. The output has the format of the input: an output whose extension says
another format is refused. Records of json and of formats that begin with the number of their boards
can only be counted. Without --equal-by text, boards have at most 9×9 cells, and larger ones are
malformed. The first ten malformed records are reported on standard error.";

/// For `leak`.
const LEAK_RECORDS: &str = "\
Records:
The output is a csv table, whatever the format of the inputs. In `equals` the places are separated by
blanks; a file name with a blank is in double quotes. Without --equal-by text, boards have at most
9×9 cells, and larger ones are malformed. A malformed record is not compared. The first ten
malformed records are reported on standard error.";

/// For `select`.
const SELECT_RECORDS: &str = "\
Records:
The records are copied byte for byte, csv and ndjson with all their columns. The output has the format
of the input: an output whose extension says another format is refused, and so are the formats json
and the formats that begin with the number of their boards. A malformed record is never drawn and is
not in any part. With --split boards have at most 9×9 cells, with --per-bucket exactly 9×9, and others
are malformed. The first ten malformed records are reported on standard error.";

/// At the end, for all.
const INTERRUPTED: &str = "\
Interrupted runs:
A file that changes while it is being read is an error, and the old output is kept. SIGINT, SIGTERM
and SIGHUP stop a run within a second, keep the old output and report how many records were
processed. A second signal ends the process immediately.";

pub(super) const COVER: &str = "\
Formats:
  matrix  `n m`, then n rows of m numbers, each 0 or 1. The answer is the numbers of the chosen
          rows, counted from 1, on one line, or `No Solution!`.
  sparse  `n m`, then n lines `k c1 ... ck`: the columns of a row, counted from 1. The answer is
          `k r1 ... rk`, or `NO`.
  dlx     Knuth's format: one line with the names of the items, the secondary items after a lone |,
          then one line per option. A secondary item may have a color, `item:color`. Lines that
          start with | are comments. The answer is the options of each solution, with blank lines
          between solutions. In the item line, bounds may precede the name of a primary item:
          `2:3|item` (or `2..3|item`) is in 2 or 3 of the chosen options, `3|item` in exactly 3. In
          an option, `|5` after an item is its cost, which does not change the solutions.

If --format is not given, a text whose first line is two numbers is read as sparse or matrix,
depending on which of the two its first rows fit (matrix if they fit both). Any other text is read
as dlx. Blank lines, and comment lines that start with # (in dlx, with |), may come first.

An input may contain several problems. In dlx, every problem except the first must have a lone | in
its item line, at the end if it has no secondary items; blank lines do not separate problems.
Between the answers to two problems there is a comment `| problem N` in dlx, and in the other
formats a blank line if --limit allows more than one solution. An input without a problem has no
answers; it is a warning, and --zdd refuses it.

A malformed problem is answered by `!invalid: reason` and reported on standard error with its line.
An item that is not in any option is reported as well, and the problem has no solution. If a search
stops at --max-nodes or --timeout, the answer is the solutions found so far and `!unknown`. With
--count it is a lower bound followed by +: the number counted one by one until then. As long as
subproblems are remembered it does not grow, so it may be far too small, even `0+`. A count that
stops at --limit has a + as well.

--count is exact for any number of solutions. It remembers how many solutions the subproblems have
that it meets, in at most --memory, and counts one by one where little can be remembered.

--sample, --zdd, --lowest-cost and --highest-cost keep all solutions as a decision diagram, however
many there are. --lowest-cost and --highest-cost write a comment with the cost before the solution:
`| cost 17` in dlx, else `# cost 17`; stopped, they write the best one so far and `!unknown`. A
diagram that takes more than --memory ends --sample and --zdd with an error, as do more than 4,096
options after the forced moves, or in all where items have bounds.

Exit codes:
0 every problem has a solution (with --count: every count is exact or stopped at --limit), 1 some
do not, 2 usage or I/O error, 128 + N stopped by signal N.";
