//! The members of `--summary-json`, declared for the reference. `tests/command/reference.rs` compares them with the summaries of
//! all commands.

use quadrille_console::keys::Key;

const TEXT: &str = "text";
const INTEGER: &str = "integer";
const NUMBER: &str = "number";
const OR_NULL: &str = "integer or null";
const RECORDS: &str = "records";

/// The commands that search for solutions, and the commands whose time without reading and writing is measured.
const SEARCHES: &str = "solve check count canonical rate dedup leak select";
const TIMED: &str = "solve check count hint canonical rate dedup leak select";

/// The members of a summary.
#[rustfmt::skip]
pub const KEYS: &[Key] = &[
    Key::new("schema", INTEGER, "", "the version of this document; it grows when a member is removed or changes its meaning"),
    Key::new("version", TEXT, "", "the version of quadrille"),
    Key::new("command", TEXT, "", "the command"),
    Key::new("started", TEXT, "", "date and time of the start in UTC, as `2026-01-31T12:00:00Z`"),
    Key::new("host", "text or null", "", "the name of the machine; null where the system does not tell it"),
    Key::new("shard", "text or null", "", "the part of the inputs that was processed, such as `1/4`; null for all"),
    Key::new("exit_code", INTEGER, "", "the exit code of the command"),
    Key::new("peak_bytes", OR_NULL, "bytes", "the largest resident set of the process; null where the system does not tell it"),
    Key::new("inputs", "list of texts", "", "the names of the inputs in order; `-` is standard input"),
    Key::new("limit", OR_NULL, "solutions", "the number of solutions at which each search stopped; null without a limit, and without searches").of(SEARCHES),
    Key::new("records", INTEGER, RECORDS, "all records"),
    Key::new("solved", INTEGER, RECORDS, "with a solution").of(SEARCHES),
    Key::new("unique", OR_NULL, RECORDS, "with exactly one solution; null if `limit` is 1").of(SEARCHES),
    Key::new("multiple", OR_NULL, RECORDS, "with several solutions; null if `limit` is 1").of(SEARCHES),
    Key::new("minimal", INTEGER, RECORDS, "with exactly one solution and no given that can be left out, with `--minimal`").of("check"),
    Key::new("none", INTEGER, RECORDS, "without a solution").of(SEARCHES),
    Key::new("invalid", INTEGER, RECORDS, "malformed"),
    Key::new("unknown", INTEGER, RECORDS, "given up at a limit of nodes or time").of(SEARCHES),
    Key::new("hinted", INTEGER, RECORDS, "with a hint").of("hint"),
    Key::new("no_hint", INTEGER, RECORDS, "without a hint, because the techniques do not find one").of("hint"),
    Key::new("mistakes", INTEGER, RECORDS, "with a mistake in place of a hint").of("hint"),
    Key::new("rated", INTEGER, RECORDS, "with a rating").of("rate"),
    Key::new("given_up", INTEGER, RECORDS, "without a rating, because `--max-steps` or `--timeout-per-puzzle` ended it; most have a lower bound").of("rate"),
    Key::new("kept", INTEGER, RECORDS, "with a rating in the range of `--rating`, or selected by their properties with `select`").of("rate select"),
    Key::new("mismatches", INTEGER, RECORDS, "whose own answer is wrong, with `--verify-answers`").of("solve check count"),
    Key::new("classes", INTEGER, "classes", "classes of equal records; with `leak` the classes of the test set").of("dedup leak"),
    Key::new("duplicates", INTEGER, RECORDS, "that are not the first of their class").of("dedup leak"),
    Key::new("temporary_bytes", INTEGER, "bytes", "written to temporary files, with `dedup --memory`").of("dedup"),
    Key::new("faults", INTEGER, "inputs", "with another number of boards than they announce"),
    Key::new("nodes", INTEGER, "nodes", "search-tree nodes").of(SEARCHES),
    Key::new("guesses", INTEGER, "guesses", "branch points of the searches").of(SEARCHES),
    Key::new("threads", INTEGER, "threads", "worker threads that were started: a small file gets fewer than `--threads`"),
    Key::new("engines", "list of texts", "", "the engines that searched").of(SEARCHES),
    Key::new("formats", "list of texts", "", "the formats that were read"),
    Key::new("elapsed_seconds", NUMBER, "s", "from the first byte read to the last byte written"),
    Key::new("solve_seconds", NUMBER, "s", "in the engines, of all threads together").of(TIMED),
    Key::new("part_seconds.{dividing,ordering,writing_in_order,writing_to_places,compressing,answering}", NUMBER, "s", "in the parts of the run, of all threads together ([Many cores](../guides/large-files.md#many-cores))"),
    Key::new("usable_cores", "number or null", "cores", "that the run could have used before a part that one thread does at a time, or two that write to a file, is the limit; null if these parts took no time"),
    Key::new("usable_cores_of_one_file", "number or null", "cores", "the same for a file system that lets one thread at a time write to a file"),
    Key::new("puzzles_per_second_end_to_end", NUMBER, "puzzles/s", "the rate that follows from `elapsed_seconds`"),
    Key::new("puzzles_per_second_solve_only", "number or null", "puzzles/s", "the rate that follows from `solve_seconds`; null with `--all`").of(TIMED),
    Key::new("method", TEXT, "", "the rating").of("rate"),
    Key::new("seed", OR_NULL, "", "the seed of random morphs or of the selection; null for given transformations").of("rate morph select"),
    Key::new("ratings.*", INTEGER, RECORDS, "in each of the usual groups of ratings, by its name").of("rate"),
    Key::new("hardest_steps.*", INTEGER, RECORDS, "whose hardest step by Sudoku Explainer is of this technique").of("rate"),
    Key::new("steps.*", INTEGER, "steps", "of this technique by Sudoku Explainer, with `--histogram` or `--html`").of("rate"),
    Key::new("copies", INTEGER, "morphs", "of each record").of("morph"),
    Key::new("selected.bucket", TEXT, "", "the name of a group of ratings, or `selected` for the whole sample").of("select"),
    Key::new("selected.part", TEXT, "", "the name of a part of `--split`").of("select"),
    Key::new("selected.found", INTEGER, RECORDS, "that are in the group or part").of("select"),
    Key::new("selected.written", INTEGER, RECORDS, "of these that were written").of("select"),
    Key::new("leaked", INTEGER, RECORDS, "of the test set that equal another record").of("leak"),
    Key::new("by_input.input", TEXT, "", "the name of an input").of("leak"),
    Key::new("by_input.records", INTEGER, RECORDS, "of this input").of("leak"),
    Key::new("by_input.equal", INTEGER, RECORDS, "of this input that equal a record of the other side").of("leak"),
];
