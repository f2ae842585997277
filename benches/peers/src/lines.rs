//! What every timed program shares: read line puzzles, time the solving alone, write
//! `count:solution` lines, print the seconds as JSON.

use std::error::Error;
use std::fs;
use std::io::Write as _;
use std::time::{Duration, Instant};

/// What a solver says about one puzzle: solutions found up to 2, and the first of them.
pub struct Answer {
    pub count: u64,
    pub solution: Vec<u8>,
    /// Nodes of the search, as the solver counts them.
    pub nodes: u64,
}

/// Cells of every puzzle line of a file, 0 for empty; lines of `#` and empty lines are no puzzles.
pub fn parse(text: &str) -> Vec<Vec<u8>> {
    let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines.map(|line| line.bytes().map(|b| digit(b, line.len())).collect()).collect()
}

/// Boards up to 9x9 are written in digits, larger ones in letters.
fn digit(b: u8, cells: usize) -> u8 {
    match b {
        b'1'..=b'9' if cells <= 81 => b - b'0',
        b'A'..=b'Y' if cells > 81 => b - b'A' + 1,
        _ => 0,
    }
}

fn text(digits: &[u8]) -> String {
    let zero = if digits.len() <= 81 { b'0' } else { b'A' - 1 };
    digits.iter().map(|&d| char::from(zero + d)).collect()
}

/// Runs `solve` over the puzzles of the file named first, answers to the file named second.
///
/// Only the calls of `solve` are timed as solving.
pub fn main(solve: impl FnOnce(&[Vec<u8>]) -> Vec<Answer>) -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, input, output] = &args[..] else { return Err("usage: INPUT OUTPUT".into()) };
    let start = Instant::now();
    let puzzles = parse(&fs::read_to_string(input)?);
    let parsed = start.elapsed();
    let start = Instant::now();
    let answers = solve(&puzzles);
    let solved = start.elapsed();
    write(output, &answers)?;
    let nodes = answers.iter().map(|a| a.nodes).sum::<u64>() as f64 / answers.len().max(1) as f64;
    report(puzzles.len(), nodes, parsed, solved);
    Ok(())
}

fn write(path: &str, answers: &[Answer]) -> Result<(), Box<dyn Error>> {
    let mut out = std::io::BufWriter::new(fs::File::create(path)?);
    for answer in answers {
        // Which solution comes first of several is each solver's own affair.
        let solution = if answer.count == 1 { text(&answer.solution) } else { String::new() };
        writeln!(out, "{}:{solution}", answer.count)?;
    }
    Ok(out.flush()?)
}

fn report(puzzles: usize, nodes: f64, parsed: Duration, solved: Duration) {
    let (parsed, solved) = (parsed.as_secs_f64(), solved.as_secs_f64());
    println!(
        "{{\"puzzles\": {puzzles}, \"nodes_mean\": {nodes:.2}, \"parse_s\": {parsed:.6}, \"solve_s\": {solved:.6}}}"
    );
}
