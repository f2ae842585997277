//! The shared parts of the help of all commands: headings, formats, conventions and exit codes. `pages` lays a page out.
//!
//! A paragraph is one line here: clap wraps it, once, to the width of the terminal.

mod pages;

use clap::Command;
pub use pages::{WIDTH, page};

/// The headings of `--help`; the options of a command are listed in this order.
pub const PUZZLES: &str = "Puzzles";
pub const INPUT: &str = "Input";
pub const RATING: &str = "Rating";
pub const SELECTION: &str = "Selection";
pub const OUTPUT: &str = "Output";
pub const LONG_RUNS: &str = "Long runs";
pub const TUNING: &str = "Tuning";

/// Before the options of the first page.
pub const FIRST_EXAMPLES: &str = "\
Examples:
  quadrille solve puzzles.txt -o solutions.txt
  quadrille generate --number 100 | quadrille check -";

/// After the list of commands.
pub const FIRST_PAGE: &str = "\
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
pub fn long_first_page() -> String {
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
pub fn more(command: &str, topics: &str) -> String {
    let (manual, anchor) = match command {
        "" => ("quadrille man".to_owned(), String::new()),
        name => (format!("quadrille man {name}"), format!("#{name}")),
    };
    format!("docs/reference/commands.md{anchor} and `{manual}` explain every option; {topics}.")
}

/// The help of a command, before and after the options.
pub struct CommandHelp {
    pub result: HelpOfResult,
    pub exit_codes: &'static str,
    /// Two or three examples, for `-h`. `NAME` is the name of the command.
    pub short: &'static str,
    /// More of them, for `--help`.
    pub examples: &'static str,
    /// The pages about it.
    pub pages: &'static str,
}

/// The output.
pub enum HelpOfResult {
    /// An answer to each record; these columns are added to a record of csv or ndjson.
    Answers(&'static str),
    /// Something else.
    Other(&'static str),
    /// There is nothing to say.
    Plain,
}

impl CommandHelp {
    /// The help of a command that has only the options of all commands that read puzzles. It adds these columns.
    pub const fn of_task(columns: &'static str) -> CommandHelp {
        CommandHelp {
            result: HelpOfResult::Answers(columns),
            exit_codes: "0 every record was answered, 1 some records are malformed",
            short: "\
  quadrille NAME puzzles.txt | head
  quadrille NAME puzzles.csv -o NAME.csv",
            examples: "\
  quadrille NAME puzzles.txt | head
  quadrille NAME --column question train.csv -o NAME.csv
  quadrille NAME --output-format csv puzzles.txt -o NAME.csv
  quadrille NAME --output-format ndjson puzzles.txt
  quadrille NAME huge.txt -o NAME.txt --resume
  quadrille NAME huge.csv -o part2.csv --shard 2/4
  quadrille NAME --threads 2 puzzles.txt -o NAME.txt
  quadrille NAME --no-mmap /mnt/share/puzzles.txt -o NAME.txt",
            pages: "docs/reference/formats.md describes formats, docs/reference/answers.md answers",
        }
    }
}

/// A command with its help.
pub trait WithHelp {
    fn with_help(self, help: &CommandHelp) -> Self;
}

impl WithHelp for Command {
    fn with_help(self, help: &CommandHelp) -> Command {
        let CommandHelp { result, exit_codes, short, examples, pages } = help;
        let name = self.get_name().to_owned();
        let [short, examples] = [short, examples].map(|text| text.replace("NAME", &name));
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
