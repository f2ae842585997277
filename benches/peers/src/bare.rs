//! A bare loop for checking the overhead of `quadrille bench`: the 9×9 engine, one run over all puzzles, up to 2 solutions,
//! with the clock around nothing else. It takes the same arguments as the adapters and always prints its
//! own time.

use quadrille::{Shape, engine::{Limits, SearchReport}, grid::Symbols};
use quadrille_engines::{Engine, Run, portfolio::NineEngine};
use quadrille_grid::{cells::{is_record, parse_line}, verify::is_solution};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [input, output] = &args[..] else { return Err("usage: INPUT OUTPUT".into()) };
    let (text, mut cells) = (std::fs::read(input)?, Vec::new());
    for line in text.split(|b| *b == b'\n').filter(|l| is_record(l)) {
        parse_line(line, Symbols::Auto, &mut cells)?;
    }
    let mut reports = vec![SearchReport::default(); cells.len() / 81];
    let mut grids = vec![0; cells.len()];
    let mut lanes = NineEngine::default();
    let limits = Limits::new(2);
    let mut pass = || {
        let mut run = Run::new(Shape::NINE, &cells, &mut grids, &mut reports);
        let start = Instant::now();
        lanes.solve(&mut run, &limits);
        start.elapsed()
    };
    pass();
    let (mut passes, mut sum) = (0, Duration::ZERO);
    while sum < Duration::from_millis(50) {
        sum += pass();
        passes += 1;
    }
    let all = reports.iter().zip(cells.chunks(81).zip(grids.chunks(81)));
    let right = all.map(|(r, (givens, grid))| {
        format!("{}{}\n", r.solutions, if is_solution(Shape::NINE, givens, grid) { "" } else { "?" })
    });
    std::fs::write(output, right.collect::<String>())?;
    println!("{{\"solve_seconds\": {:.9}}}", sum.as_secs_f64() / f64::from(passes));
    Ok(())
}
