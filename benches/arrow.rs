//! Columns of puzzles against puzzles laid end to end, on one thread and two.
//!
//! ```text
//! cargo bench --bench arrow --no-default-features --features arrow [-- PUZZLES]
//! ```
//!
//! The puzzles of `datasets/9x9-easy.txt` are repeated to a million, or to PUZZLES. Each figure is the median of some
//! rounds; in a round every program runs once, so that a slow moment of the machine affects all of them. The answers
//! are compared with each other. A column of answers is new memory, which the system has to clear page by page; so
//! `solve_cells` is also timed with new memory for its answers.

use arrow_array::{
    Array, ArrayRef, FixedSizeBinaryArray, FixedSizeListArray, RecordBatch, StringArray, StringViewArray,
    UInt8Array, cast::AsArray, types::UInt8Type,
};
use arrow_schema::{DataType, Field};
use quadrille::{
    Outcome, Puzzle, RunOptions, Shape, Solver,
    arrow::{Options, answers},
    tasks::Solve,
};
use std::{
    env, fs,
    hint::black_box,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

const PUZZLES: usize = 1_000_000;
const ROUNDS: usize = 9;

/// The cells of this many puzzles.
fn read(count: usize) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/9x9-easy.txt");
    let text = fs::read_to_string(path).expect("the data set of the repository");
    let records = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let puzzles: Vec<Puzzle> = records.map(|line| line.trim().parse().expect("a puzzle")).collect();
    puzzles.iter().cycle().take(count).flat_map(|puzzle| puzzle.givens().to_vec()).collect()
}

/// The puzzles as columns, each with its name.
fn columns(cells: &[u8]) -> Vec<(&'static str, ArrayRef)> {
    let symbols = cells.iter().map(|&digit| if digit == 0 { '.' } else { char::from(b'0' + digit) });
    let text: String = symbols.collect();
    let texts = || (0..cells.len() / 81).map(|row| &text[row * 81..(row + 1) * 81]);
    let boards = cells.chunks_exact(81);
    let field = Arc::new(Field::new_list_field(DataType::UInt8, true));
    let numbers: ArrayRef = Arc::new(UInt8Array::from(cells.to_vec()));
    vec![
        ("Utf8", Arc::new(StringArray::from_iter_values(texts()))),
        ("Utf8View", Arc::new(StringViewArray::from_iter_values(texts()))),
        ("FixedSizeBinary", Arc::new(FixedSizeBinaryArray::try_from_iter(boards).expect("81 bytes each"))),
        ("FixedSizeList", Arc::new(FixedSizeListArray::new(field, 81, numbers, None))),
    ]
}

/// The solutions of a batch as cells.
fn solutions(batch: &RecordBatch) -> Vec<u8> {
    let column = batch.column(0);
    let digits = |text: &str| text.bytes().map(|byte| byte - b'0').collect::<Vec<u8>>();
    match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().iter().flatten().flat_map(digits).collect(),
        DataType::Utf8View => column.as_string_view().iter().flatten().flat_map(digits).collect(),
        DataType::FixedSizeBinary(_) => column.as_fixed_size_binary().values().to_vec(),
        _ => column.as_fixed_size_list().values().as_primitive::<UInt8Type>().values().to_vec(),
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// The processor as the system names it, with family and model.
fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let of = |name: &str| {
        let line = info.lines().find(|line| line.split(':').next().is_some_and(|key| key.trim() == name));
        line.and_then(|line| line.split(':').nth(1)).map_or("unknown", str::trim).to_owned()
    };
    format!("{}, family {}, model {}", of("model name"), of("cpu family"), of("model"))
}

fn main() {
    let count = env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(PUZZLES);
    let cells = read(count);
    let columns = columns(&cells);
    let (mut expected, mut outcomes) = (vec![0; cells.len()], vec![Outcome::Unknown; count]);
    println!("{}: {count} puzzles, medians of {ROUNDS} rounds", processor());
    for threads in [1, 2] {
        let mut solver = Solver::new().run_options(RunOptions::new().threads(threads));
        let options = Options::new().run_options(RunOptions::new().threads(threads));
        let mut times = vec![Vec::new(); columns.len() + 2];
        for round in 0..ROUNDS {
            let start = Instant::now();
            solver.solve_cells(Shape::NINE, &cells, &mut expected, black_box(&mut outcomes));
            times[0].push(start.elapsed());
            let start = Instant::now();
            let (mut new, mut new_outcomes) = (vec![0; cells.len()], vec![Outcome::Unknown; count]);
            solver.solve_cells(Shape::NINE, &cells, black_box(&mut new), &mut new_outcomes);
            times[1].push(start.elapsed());
            for ((name, column), times) in columns.iter().zip(&mut times[2..]) {
                let start = Instant::now();
                let batch = answers(column, &Solve::new(), &options).expect("a column of puzzles");
                times.push(start.elapsed());
                assert!(round > 0 || solutions(&batch) == expected, "{name}: other solutions");
            }
        }
        let names = ["solve_cells", "the same, new"].into_iter().chain(columns.iter().map(|(name, _)| *name));
        let medians: Vec<_> = times.into_iter().map(median).collect();
        for (name, time) in names.zip(&medians) {
            let rate = count as f64 / time.as_secs_f64() / 1e6;
            let [reused, new] =
                [0, 1].map(|of: usize| 100.0 * medians[of].as_secs_f64() / time.as_secs_f64());
            println!(
                "{threads} thread(s)  {name:16} {rate:6.2} M rows/s  {new:5.1} % of new  {reused:5.1} % of reused"
            );
        }
    }
}
