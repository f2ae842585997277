//! Shared by all adapters: reads line puzzles, writes `count:solution` lines, and prints the seconds of solving only as JSON.
//!
//! An adapter is called with INPUT and OUTPUT and solves the file once, so that its whole process can be timed. With
//! `--clock` after them it times the solving itself: once untimed, and then repeatedly until 50 ms have passed.

use std::error::Error;
use std::fs;
use std::io::Write as _;
use std::time::{Duration, Instant};

/// The answer to one puzzle: the number of solutions up to the limit, and the first one.
pub struct Answer {
    pub count: u64,
    pub solution: Vec<u8>,
    /// Search nodes as the solver counts them; 0 if it does not.
    pub nodes: u64,
}

/// The cells of every puzzle of a file, 0 for empty. Blank lines and lines that begin with `#` are skipped.
pub fn parse(text: &str) -> Vec<Vec<u8>> {
    let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines
        .map(|line| {
            // Larger boards use letters, or digits and then letters.
            let digits = line.len() <= 81 || line.bytes().any(|b| matches!(b, b'1'..=b'9'));
            line.bytes().map(|b| digit(b, digits)).collect()
        })
        .collect()
}

fn digit(b: u8, digits: bool) -> u8 {
    match b {
        b'1'..=b'9' => b - b'0',
        b'A'..=b'Y' if digits => b - b'A' + 10,
        b'A'..=b'Y' => b - b'A' + 1,
        _ => 0,
    }
}

fn text(digits: &[u8]) -> String {
    let zero = if digits.len() <= 81 { b'0' } else { b'A' - 1 };
    digits.iter().map(|&d| char::from(zero + d)).collect()
}

/// Runs `solve` on the puzzles of the first argument's file and writes the answers to the second.
pub fn main(mut solve: impl FnMut(&[Vec<u8>]) -> Vec<Answer>) -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (input, output, clock) = match &args[..] {
        [input, output] => (input, output, false),
        [input, output, flag] if flag == "--clock" => (input, output, true),
        _ => return Err("usage: INPUT OUTPUT [--clock]".into()),
    };
    let puzzles = parse(&fs::read_to_string(input)?);
    let mut answers = if clock { solve(&puzzles) } else { Vec::new() };
    let (mut passes, mut solved) = (0, Duration::ZERO);
    while passes == 0 || (clock && solved < Duration::from_millis(50)) {
        let start = Instant::now();
        answers = solve(&puzzles);
        solved += start.elapsed();
        passes += 1;
    }
    write(output, &answers)?;
    let nodes = answers.iter().map(|a| a.nodes).sum::<u64>() as f64 / answers.len().max(1) as f64;
    let seconds = solved.as_secs_f64() / f64::from(passes);
    println!("{{\"puzzles\": {}, \"nodes_mean\": {nodes:.2}, \"solve_seconds\": {seconds:.9}}}", puzzles.len());
    Ok(())
}

fn write(path: &str, answers: &[Answer]) -> Result<(), Box<dyn Error>> {
    let mut out = std::io::BufWriter::new(fs::File::create(path)?);
    for answer in answers {
        let solution = if answer.count > 0 { text(&answer.solution) } else { String::new() };
        writeln!(out, "{}:{solution}", answer.count)?;
    }
    Ok(out.flush()?)
}
