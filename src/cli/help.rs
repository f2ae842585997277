//! The long help texts: formats, conventions and examples.

/// After the help of every command that reads puzzles.
pub(super) const FORMATS: &str = "\
Formats:
A `line` puzzle is 16, 36, 81, 144, 256 or 625 characters: a board of side 4, 6, 9, 12, 16 or 25,
row by row. An empty cell is any of . 0 * - _ and the digits are 1-9. Boards larger than 9×9 use
letters (A = 1), or digits followed by letters (A = 10) if the record contains a digit. Blank lines
and lines that start with # are skipped. Text after the grid is ignored if whitespace or one of
, ; # separates it from the grid.

csv and ndjson records are copied unchanged, with the solution and the status added.

If --output-format is not given, the extension of the output chooses the format of the answers:
.csv, .ndjson, .jsonl or .txt. A csv or ndjson input keeps its columns or members under its own
extension. With .txt, only csv and ndjson change, to `line`.

Inputs compressed with gzip or zstd are decompressed, whatever their names. An output whose name
ends in .gz or .zst is compressed.

With --variant jigsaw and without --regions, each `line` record contains its own regions: the grid
is followed directly by one letter or digit per cell (162 characters for 9×9). A `pencilmark` record
has side³ characters, 729 for 9×9: for each cell in turn, every digit that is still a candidate, at
its own position, and any of . 0 * - _ at the positions of the other digits.

Answers:
There is exactly one answer per record, in input order. A record without a solution to show is
answered by !none (no solution), !unknown (a search limit was reached) or !invalid: reason. The
first ten malformed records are reported on standard error. An input with fewer or more boards than
it announces is answered as far as possible.

Interrupted runs:
A file that changes while it is being read is an error, and the old output is kept. SIGINT, SIGTERM
and SIGHUP stop a run within a second, keep the old output and report how many records were
processed. A second signal ends the process immediately.

Exit codes:
0 all solved, 1 some records not solved, 2 usage or I/O error, 128 + N stopped by signal N.";

pub(super) const SOLVE_EXAMPLES: &str = "\
Examples:
  quadrille solve puzzles.txt -o solutions.txt
  quadrille solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  quadrille solve a.txt b.txt > both.txt
  zcat puzzles.txt.gz | quadrille solve - | head
  quadrille solve --variant x,anti-knight puzzles.txt
  quadrille solve --variant jigsaw --regions regions.txt puzzles.txt
  quadrille solve --limit 2 --stats-json stats.json hard.txt -o /dev/null
  quadrille solve huge.txt -o solutions.txt --resume
  quadrille solve huge.txt -o part3.txt --shard 3/8";

pub(super) const CHECK_EXAMPLES: &str = "\
Examples:
  quadrille check puzzles.txt | sort | uniq -c
  quadrille check --variant windoku puzzles.txt
  quadrille check --variant pencilmark marks.txt
  quadrille check --max-nodes 100000 16x16.txt -o verdicts.txt";

pub(super) const COUNT_EXAMPLES: &str = "\
Examples:
  quadrille count --limit 1000 puzzles.txt
  echo 1............... | quadrille count -";

pub(super) const HINT_EXAMPLES: &str = "\
Examples:
  quadrille hint boards.txt
  quadrille hint --format hust1565 - < judge.in";

pub(super) const GENERATE_EXAMPLES: &str = "\
Examples:
  quadrille generate --count 1000000 --seed 1 -o easy.txt
  quadrille generate --count 1000 --seed 1 --minimal
  quadrille generate --size 16 --count 10 --seed 7 --givens 110
  quadrille generate --variant x --minimal --count 100
  quadrille generate --variant jigsaw --regions regions.txt --with-regions --count 100";

pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  quadrille completions bash > ~/.local/share/bash-completion/completions/quadrille";

pub(super) const MAN_EXAMPLES: &str = "\
Examples:
  quadrille man | man -l -
  quadrille man solve > quadrille-solve.1";

pub(super) const COVER: &str = "\
Formats:
  matrix  `n m`, then n rows of m numbers, each 0 or 1. The answer is the numbers of the chosen
          rows, counted from 1, on one line, or `No Solution!`.
  sparse  `n m`, then n lines `k c1 ... ck`: the columns of a row, counted from 1. The answer is
          `k r1 ... rk`, or `NO`.
  dlx     Knuth's format: one line with the names of the items, the secondary items after a lone |,
          then one line per option. A secondary item may have a color, `item:color`. Lines that
          start with | are comments. The answer is the options of each solution, with blank lines
          between solutions.

If --format is not given, a text whose first line is two numbers is read as sparse or matrix,
depending on which of the two its first rows fit (matrix if they fit both). Any other text is read
as dlx. Blank lines, and comment lines that start with # (in dlx, with |), may come first.

An input may contain several problems. In dlx, every problem except the first must have a lone | in
its item line, at the end if it has no secondary items; blank lines do not separate problems.
Between the answers to two problems there is a comment `| problem N` in dlx, and in the other
formats a blank line if --limit allows more than one solution.

A malformed problem is answered by `!invalid: reason` and reported on standard error with its line.
An item that occurs in no option is reported as well, and the problem has no solution. If a search
stops at --max-nodes or --timeout, the answer is the solutions found so far and `!unknown`. With
--count it is the number found so far followed by +, as for a count that stops at --limit.

Exit codes:
0 every problem has a solution (with --count: every count is exact or stopped at --limit), 1 some
do not, 2 usage or I/O error, 128 + N stopped by signal N.

Examples:
  quadrille cover problems.txt -o answers.txt
  quadrille cover --count --progress always pentominoes.dlx
  printf '2 2\\n1 0\\n0 1\\n' | quadrille cover -
  printf 'p q | x\\np x:1\\nq x:1\\nq x:2\\n' | quadrille cover --format dlx";

pub(super) const BENCH: &str = "\
Contestants:
The contestants are the engines of this program (every combination of --engine, --isa and
--threads), the programs given by --against, and those listed in the --config file. All of them get
the same puzzles and run in turn: A B C, A B C, ...

Measurements:
`solve` is the time from parsed puzzles in memory to outcomes, measured for an engine in this
process or reported by a program itself. `end to end` is the time of a whole process, from file to
file, including its start; for an engine it is `quadrille solve` with that engine. The ratio is the
speed relative to the first contestant, or to --baseline: the median over the rounds with a 95 %
bootstrap interval.

Commands:
In a command, {input} and {output} are replaced by file names. Without {input} the program reads the
puzzles from standard input, without {output} its standard output is taken as the answers. {limit},
{threads} and {count} (the number of puzzles) are replaced by numbers. Commands are not run by a
shell; use `sh -c '...'` if you need one.

--input-shape is a list of: `0` (empty cells are 0 instead of .), `count` (the first line is the
number of puzzles), `end` (the last line is `end`). --output-shape is the form of an answer line,
made of {puzzle}, {count}, {solution}, {any} and the text between them; or `blocks` (one solution
per line and a blank line after each puzzle), `copy` (the output is a copy of the input) or
`unchecked`.

Every answer is checked. A contestant with a wrong answer is marked and its figures are struck out.
A contestant that crashes or times out is reported, and the benchmark continues with the others.

Exit codes:
0 success, 1 a contestant failed or gave a wrong answer, 2 usage or I/O error, 128 + N stopped by
signal N.

Examples:
  quadrille bench puzzles.txt --engine lanes,dlx --html bench.html
  quadrille bench --engine lanes --isa avx512,avx2,portable --pin 1 datasets/9x9-*.txt
  quadrille bench easy.txt --against cp='cp {input} {output}' --output-shape copy
  quadrille bench hard.txt --config bench.toml --limit 2 --runs 9 --profile --json hard.json";
