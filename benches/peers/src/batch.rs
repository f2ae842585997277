//! What the programs that are timed text to text share.

use std::{error::Error, fs, time::Instant};

/// Runs `solve` from the text of the file named first to the text of the file named second.
///
/// Reading and writing the files is not timed; reading and writing the text is. A first run warms
/// up, the second is timed.
pub fn main(mut solve: impl FnMut(&str, &mut Vec<u8>)) -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, input, output] = &args[..] else { return Err("usage: INPUT OUTPUT".into()) };
    let text = fs::read_to_string(input)?;
    let mut answers = Vec::with_capacity(text.len());
    solve(&text, &mut answers);
    answers.clear();
    let start = Instant::now();
    solve(&text, &mut answers);
    let solved = start.elapsed().as_secs_f64();
    let puzzles = answers.iter().filter(|b| **b == b'\n').count();
    fs::write(output, &answers)?;
    println!("{{\"puzzles\": {puzzles}, \"solve_s\": {solved:.6}}}");
    Ok(())
}
