//! The stages of a run on the data sets of the repository: parsing records, solving with each engine on one
//! thread, reading, verifying and writing 9×9 grids with each instruction set, and whole batches in memory (parse, solve, verify, write) on
//! all threads.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use quadrille::{
    Batch, Input, RunOptions, Shape,
    cover::{CoverBatch, CoverTask},
    engine::{EngineChoice, InstructionSet, Limits, SearchReport},
    grid::{Symbols, Variants},
    tasks::Check,
};
use quadrille_engines::{Engines, Run};
use quadrille_grid::cells::{is_record, parse_line};
use quadrille_grid::{NineText, verify::NineChecker};
use std::{fs, hint::black_box, path::Path};

const SETS: [&str; 7] = ["4x4", "6x6", "9x9-easy", "9x9-minimal", "12x12", "16x16", "25x25"];

fn read(set: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets").join(format!("{set}.txt"));
    fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn parse(text: &[u8]) -> (Shape, Vec<u8>) {
    let (mut cells, mut shape) = (Vec::new(), Shape::NINE);
    for text in text.split(|b| *b == b'\n').filter(|l| is_record(l)) {
        shape = parse_line(text, Symbols::Auto, &mut cells).expect("a puzzle").0;
    }
    (shape, cells)
}

fn stages(c: &mut Criterion) {
    let mut group = c.benchmark_group("parse");
    for set in SETS {
        let text = read(set);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(set, |b| b.iter(|| parse(black_box(&text))));
    }
    group.finish();
    solve(c, "dlx", EngineChoice::Dlx, &SETS);
    for isa in InstructionSet::ALL.iter().copied().filter(|isa| isa.is_available()) {
        solve(c, isa.name(), EngineChoice::Lanes(isa), &["9x9-easy", "9x9-minimal"]);
        verify(c, isa);
        read_and_write(c, isa);
    }
    solve(c, "auto", EngineChoice::Auto, &["12x12", "16x16", "25x25"]);
    batch(c);
    variants(c);
    covers(c);
}

/// From parsed puzzles to reports, on one thread, up to two solutions.
fn solve(c: &mut Criterion, name: &str, choice: EngineChoice, sets: &[&str]) {
    let mut group = c.benchmark_group("solve");
    for &set in sets {
        let (shape, cells) = parse(&read(set));
        let count = cells.len() / shape.area();
        let (mut solutions, mut reports) = (cells.clone(), vec![SearchReport::default(); count]);
        let mut engines = Engines::new(choice).expect("available");
        let limits = Limits::new(2);
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(BenchmarkId::new(name, set), |b| {
            b.iter(|| {
                let mut run = Run::new(shape, black_box(&cells), &mut solutions, &mut reports);
                engines.get(shape).solve(&mut run, &limits);
            });
        });
    }
    group.finish();
}

/// The check of solved 9×9 grids. There are as many as in a chunk, so that they fit the cache.
fn verify(c: &mut Criterion, isa: InstructionSet) {
    let (givens, solutions) = solved("9x9-easy", CHUNK_GRIDS);
    let checker = NineChecker::new(isa).expect("available");
    let mut group = c.benchmark_group("verify");
    group.throughput(Throughput::Elements(CHUNK_GRIDS as u64));
    group.bench_function(isa.name(), |b| {
        b.iter(|| assert_eq!(checker.first_wrong(black_box(&givens), &solutions, |_| true), None));
    });
    group.finish();
}

/// The lines of a chunk to cells, and solutions to lines.
fn read_and_write(c: &mut Criterion, isa: InstructionSet) {
    let (givens, solutions) = solved("9x9-easy", CHUNK_GRIDS);
    let nine = NineText::new(isa).expect("available");
    let (mut lines, mut cells, mut text) = (Vec::new(), Vec::new(), Vec::new());
    nine.write_lines(&givens, &mut lines);
    let mut group = c.benchmark_group("read");
    group.throughput(Throughput::Elements(CHUNK_GRIDS as u64));
    group.bench_function(isa.name(), |b| {
        b.iter(|| {
            cells.clear();
            assert_eq!(nine.read_lines(black_box(&lines), &mut cells), CHUNK_GRIDS);
        });
    });
    group.finish();
    let mut group = c.benchmark_group("write");
    group.throughput(Throughput::Elements(CHUNK_GRIDS as u64));
    group.bench_function(isa.name(), |b| {
        b.iter(|| {
            text.clear();
            nine.write_lines(black_box(&solutions), &mut text);
        });
    });
    group.finish();
}

/// The 9×9 grids in a chunk of a file.
const CHUNK_GRIDS: usize = 1600;

/// The first puzzles of a set, repeated if it has fewer, and their solutions.
fn solved(set: &str, count: usize) -> (Vec<u8>, Vec<u8>) {
    let (shape, cells) = parse(&read(set));
    let givens: Vec<u8> = cells.iter().copied().cycle().take(count * shape.area()).collect();
    let (mut solutions, mut reports) = (vec![0; givens.len()], vec![SearchReport::default(); count]);
    let mut engines = Engines::new(EngineChoice::Auto).expect("always available");
    engines.get(shape).solve(&mut Run::new(shape, &givens, &mut solutions, &mut reports), &Limits::new(1));
    (givens, solutions)
}

fn batch(c: &mut Criterion) {
    let mut group = c.benchmark_group("batch");
    for set in SETS {
        let text = read(set);
        let records = text.iter().filter(|b| **b == b'\n').count();
        group.throughput(Throughput::Elements(records as u64));
        for verifies in [true, false] {
            let name = if verifies { "check" } else { "check, unverified" };
            let batch = Batch::new(Check::new()).verify(verifies);
            group.bench_function(BenchmarkId::new(name, set), |b| {
                b.iter(|| {
                    let inputs = vec![Input::reader("bench", &text[..])];
                    batch.run(inputs, &mut std::io::sink(), &mut ()).expect("memory cannot fail")
                });
            });
        }
    }
    group.finish();
}

/// The data set of each variant, from text in memory to answers, on one thread.
fn variants(c: &mut Criterion) {
    let mut group = c.benchmark_group("variants");
    for name in ["x", "windoku", "anti-knight", "disjoint-groups"] {
        let text = read(&format!("variants/{name}"));
        let variants = Variants::default().with(name.parse().expect("a variant"));
        let batch = Batch::new(Check::new()).variants(variants).run_options(RunOptions::new().threads(1));
        group.throughput(Throughput::Elements(text.iter().filter(|b| **b == b'\n').count() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                let inputs = vec![Input::reader("bench", &text[..])];
                batch.run(inputs, &mut std::io::sink(), &mut ()).expect("memory cannot fail")
            });
        });
    }
    group.finish();
}

/// The counts of exact cover problems, from text in memory to answers, on one thread.
fn covers(c: &mut Criterion) {
    let mut group = c.benchmark_group("cover");
    group.sample_size(10);
    for name in ["queens.dlx", "de-bruijn.dlx", "pentominoes.dlx", "matrix.txt", "sparse.txt"] {
        let text =
            fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/cover").join(name)).expect(name);
        let batch = CoverBatch::new(CoverTask::Count).run_options(RunOptions::new().threads(1));
        group.bench_function(name, |b| {
            b.iter(|| {
                let input = Input::reader("bench", &text[..]);
                batch.run(input, &mut std::io::sink(), &mut ()).expect("memory cannot fail")
            });
        });
    }
    group.finish();
}

criterion_group!(benches, stages);
criterion_main!(benches);
