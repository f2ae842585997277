//! The parts that docstrings of several functions have: the keywords in a signature, and their descriptions.
//!
//! A docstring that starts with `signature!` is divided by Python: `inspect.signature` reads the first line.
//! `scripts/python-stubs` writes the stubs from the signatures and docstrings.

/// The first line of a docstring: the signature, which ends with the keywords of some groups.
macro_rules! signature {
    ($start:literal $(, $group:ident)*) => { concat!($start $(, ", ", keywords!($group))*, ")\n--\n") };
}

/// The keywords of a group, with their defaults.
macro_rules! keywords {
    (call) => {
        "threads=0, timeout=None, progress=None"
    };
    (column) => {
        "column=None"
    };
    (prefix) => {
        "prefix=''"
    };
    (strict) => {
        "strict=False"
    };
    (symbols) => {
        "symbols='auto'"
    };
    (engine) => {
        "engine='auto', isa='auto'"
    };
    (search) => {
        "timeout_per_puzzle=None, max_nodes=None, variant=None, regions=None"
    };
    (limits) => {
        "timeout=None, max_nodes=None"
    };
}

/// The descriptions of the keywords of some groups, and sections that are alike.
macro_rules! args {
    (puzzles) => {
        "    puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column or table with the\n        \
         Arrow interface."
    };
    (call) => {
        concat!(
            args!(threads),
            "\n    timeout: Seconds after which the call fails with TimeoutError. No limit by default.\n",
            args!(progress)
        )
    };
    (threads) => {
        "    threads: The number of threads, at most 1024. 0 is one for each core."
    };
    (progress) => {
        "    progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total)."
    };
    (column) => {
        "    column: The column of a table with the puzzles. None is a column with a usual name (puzzle, question, quizzes, …),\n        \
         or the only one that holds puzzles."
    };
    (prefix) => {
        "    prefix: The beginning of the names of the columns that a table gets. A name that the table already has is refused."
    };
    (morphs) => {
        "    copies: The number of morphs of each puzzle, one after the other: the morphs of puzzle `i` are `i * copies` and the\n        \
         following ones. None is one, and one str or board has no more.\n    \
         seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for the command. None is another one each time.\n    \
         first_row: The number of the first puzzle, from which its morphs depend, for parts of a long list.\n    \
         rows: The number of each puzzle, in place of `first_row`, for puzzles in another order.\n    \
         exclude_symmetry: Symmetries that are not applied: digits, bands, rows, stacks, columns or transpose. Several are a list,\n        \
         or a text with commas.\n    \
         transform: The transformation to apply in place of random ones, such as \"t-r2143-c3412-d1324\", as `canonical` and the\n        \
         command write it. A list or column has one for each puzzle."
    };
    (inverse) => {
        "    inverse: Whether the transformations are undone, the random ones of the same `seed` and `exclude_symmetry` too."
    };
    (strict) => {
        "    strict: Whether a malformed puzzle fails the call, with ValueError and the index of the puzzle."
    };
    (symbols) => {
        "    symbols: The digits of boards above 9×9: \"auto\", \"letters\" (A is 1), \"digits\" (A is 10) or \"hex\" (0 is 1)."
    };
    (engine) => {
        "    engine: The search engine: \"auto\", \"lanes\" or \"dlx\".\n    \
         isa: The instruction set of \"lanes\": \"auto\", \"avx512\", \"avx2\" or \"portable\"."
    };
    (variant) => {
        "    variant: Additional rules: \"x\", \"windoku\", \"jigsaw\", \"anti-knight\" or \"disjoint-groups\". Several are a list, or\n        \
         a text with commas.\n    \
         regions: The regions of a jigsaw: a text with a letter for each cell, or the `pathlib.Path` of a file."
    };
    (search) => {
        concat!(
            "    timeout_per_puzzle: Seconds after which a puzzle is given up, with the status `unknown`. No limit by default.\n    \
             max_nodes: Nodes of the search after which a puzzle is given up. No limit by default.\n",
            args!(variant)
        )
    };
    (limits) => {
        "    timeout: Seconds after which the call fails with TimeoutError. No limit by default.\n    \
         max_nodes: Nodes of the search after which it fails with ValueError. No limit by default."
    };
    (memory) => {
        "    memory: The most bytes that the diagram of all solutions takes. None is 1 GiB."
    };
    (raises) => {
        "Raises:\n    \
         TypeError: An argument has another type, or there is no keyword of this name.\n    \
         ValueError: An argument is out of range, no column holds puzzles, or a str is malformed.\n    \
         TimeoutError: The call took longer than `timeout`."
    };
    (limited) => {
        "Raises:\n    \
         ValueError: The search reached `max_nodes`, or an argument is out of range.\n    \
         TimeoutError: The call took longer than `timeout`."
    };
    (unsearched) => {
        "Raises:\n    \
         ValueError: The search reached `max_nodes`, the diagram takes more than `memory`, or an argument is out of range.\n    \
         TimeoutError: The call took longer than `timeout`."
    };
    (undrawn) => {
        "Raises:\n    \
         ValueError: The problem has no solution to draw, or leaves more than 4,096 options after forced moves, the diagram\n        \
         takes more than `memory`, or the search reached `max_nodes`.\n    \
         TimeoutError: The call took longer than `timeout`."
    };
    ($first:ident, $($rest:ident),+) => { concat!(args!($first), "\n", args!($($rest),+)) };
}
