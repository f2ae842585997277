//! The library's part of `python/benches/speed.py`: it is measured in interleaved rounds with the Python package, on
//! the same puzzles.
//!
//! ```text
//! cargo bench --bench columns --no-default-features --features arrow -- FILE PUZZLES THREADS
//! ```
//!
//! The puzzles are the lines of the file that have 81 characters, repeated. For each line of standard input the program
//! solves them once in each form, and prints the names of the forms with the seconds that each took.

use arrow_array::{Array, ArrayRef, FixedSizeBinaryArray, StringArray};
use arrow_buffer::Buffer;
use quadrille::{
    Outcome, RunOptions, Shape, Solver,
    arrow::{Options, answers},
    tasks::Solve,
};
use std::{env, fs, hint::black_box, io, sync::Arc, time::Instant};

const USAGE: &str = "usage: columns FILE PUZZLES THREADS";

/// Puzzles as cells end to end, and as columns.
struct Forms {
    cells: Buffer,
    columns: Vec<(&'static str, ArrayRef)>,
}

impl Forms {
    fn new(lines: &str, puzzles: usize) -> Forms {
        let boards = || lines.lines().filter(|line| line.len() == 81).cycle().take(puzzles);
        let digit = |byte: u8| if byte == b'.' { 0 } else { byte - b'0' };
        let cells: Vec<u8> = boards().flat_map(str::bytes).map(digit).collect();
        let cells = Buffer::from_vec(cells);
        let columns: Vec<(&str, ArrayRef)> = vec![
            ("Utf8", Arc::new(StringArray::from_iter_values(boards()))),
            ("FixedSizeBinary", Arc::new(FixedSizeBinaryArray::new(81, cells.clone(), None))),
        ];
        Forms { cells, columns }
    }

    /// The seconds that each form takes, with its name.
    fn round(&self, threads: usize) -> Vec<(&'static str, f64)> {
        let count = self.cells.len() / 81;
        let mut times = Vec::new();
        let start = Instant::now();
        let (mut solutions, mut outcomes) = (vec![0; self.cells.len()], vec![Outcome::Unknown; count]);
        let mut solver = Solver::new().run_options(RunOptions::new().threads(threads));
        solver.solve_cells(Shape::NINE, &self.cells, black_box(&mut solutions), &mut outcomes);
        times.push(("cells", start.elapsed().as_secs_f64()));
        drop((solutions, outcomes));
        let options = Options::new().run_options(RunOptions::new().threads(threads));
        for (name, column) in &self.columns {
            let start = Instant::now();
            let answers = answers(column, &Solve::new(), &options).expect("a column of boards");
            times.push((name, start.elapsed().as_secs_f64()));
            assert_eq!(black_box(answers).column(0).null_count(), 0, "{name}: every puzzle has a solution");
        }
        times
    }
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let [file, puzzles, threads] = &arguments[..] else {
        eprintln!("{USAGE}");
        return;
    };
    let (Ok(puzzles), Ok(threads)) = (puzzles.parse(), threads.parse()) else {
        eprintln!("{USAGE}");
        return;
    };
    let lines = fs::read_to_string(file).expect("a file of puzzles");
    let forms = Forms::new(&lines, puzzles);
    for line in io::stdin().lines() {
        line.expect("a line of standard input");
        let times = forms.round(threads);
        let words: Vec<String> = times.iter().map(|(name, seconds)| format!("{name} {seconds:.6}")).collect();
        println!("{}", words.join(" "));
    }
}
