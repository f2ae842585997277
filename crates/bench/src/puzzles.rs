//! A data set, read once: the puzzles in memory and as text, and the number of solutions of each.

use anyhow::{Error, Result, bail};
use quadrille_console::{files::absent, sigbus::open_mapped};
use quadrille_grid::{Puzzle, Shape, Symbols};
use quadrille_grid::{cells::is_record, field::parse_field};
use quadrille_run::batch::Batch;
use quadrille_run::format::OutputFormat;
use quadrille_tasks::tasks::Count;
use sha2::{Digest, Sha256};
use std::{
    fs::File,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

/// The puzzles of a file.
#[derive(Default)]
pub(crate) struct Puzzles {
    pub path: PathBuf,
    /// Hash of the file.
    pub sha256: String,
    /// Number of malformed records, which are skipped.
    pub malformed: u64,
    /// One puzzle per line, with `.` for an empty cell. Every program gets this text in its own layout.
    pub text: Vec<u8>,
    pub groups: Vec<ShapeGroup>,
    /// For each puzzle, its group and its index in the group.
    locations: Vec<(u8, u32)>,
    /// For each puzzle, the index of its record in the file.
    records: Vec<u64>,
    /// Number of records in the file.
    pub records_in_file: u64,
    /// For each puzzle, its number of solutions, counted up to `limit`.
    pub solutions: Vec<u8>,
    pub limit: u64,
    /// Whether each record is a line.
    is_line_format: bool,
}

/// The puzzles of one shape, with their cells concatenated.
pub(crate) struct ShapeGroup {
    pub shape: Shape,
    pub cells: Vec<u8>,
    /// For each of them, its number among all puzzles.
    pub numbers: Vec<u32>,
}

impl Puzzles {
    /// Reads a file of any format. The engines themselves count the solutions and verify each of them; if a
    /// contestant disagrees, `verify.rs` counts again.
    pub fn read(path: &Path, limit: u64, max: Option<usize>) -> Result<Puzzles> {
        let cannot_read = || format!("cannot read {}", path.display());
        let sha256 = sha256(path)
            .map_err(|e| absent(path).unwrap_or_else(|| Error::from(e).context(cannot_read())))?;
        let pair = OutputFormat::named("pair").expect("pair is an output format");
        let mut answers = Vec::new();
        let summary = Batch::new(Count::new().limit(limit)).output_format(pair).run(
            vec![open_mapped(path)?],
            &mut answers,
            &mut (),
        )?;
        let mut puzzles = Puzzles {
            path: path.to_owned(),
            sha256,
            malformed: summary.tally.invalid,
            records_in_file: summary.tally.records,
            limit,
            is_line_format: summary.tally.formats.iter().all(|f| *f == "line"),
            ..Puzzles::default()
        };
        puzzles.fill(&answers, max);
        if puzzles.len() == 0 {
            bail!("{}: no puzzles in it; name another file", path.display());
        }
        Ok(puzzles)
    }

    /// One puzzle that is not from a file, with its number of solutions.
    pub fn single(puzzle: &Puzzle, solutions: u8) -> Puzzles {
        let mut puzzles = Puzzles {
            records_in_file: 1,
            limit: u64::from(solutions),
            is_line_format: true,
            ..Puzzles::default()
        };
        puzzles.add(0, format!("{puzzle},{solutions}").as_bytes());
        puzzles
    }

    /// Adds at most `max` of the puzzles in lines `puzzle,count`, spread evenly.
    fn fill(&mut self, answers: &[u8], max: Option<usize>) {
        let all = (self.records_in_file - self.malformed) as usize;
        let count = max.unwrap_or(all).min(all);
        let well_formed =
            answers.split(|b| *b == b'\n').enumerate().filter(|(_, l)| !l.is_empty() && l[0] != b',');
        for (i, (record, answer)) in well_formed.enumerate() {
            // One of every all ÷ count puzzles.
            if i * count / all < (i * count + count) / all || count == all {
                self.add(record as u64, answer);
            }
        }
    }

    fn add(&mut self, record: u64, answer: &[u8]) {
        let comma = answer.iter().position(|b| *b == b',').unwrap_or(answer.len());
        let mut cells = Vec::new();
        let Ok((shape, _)) = parse_field(&answer[..comma], Symbols::Auto, &mut cells) else {
            // Its symbols are clear only together with other records.
            self.malformed += 1;
            return;
        };
        let group = self.groups.iter().position(|g| g.shape == shape).unwrap_or_else(|| {
            self.groups.push(ShapeGroup { shape, cells: Vec::new(), numbers: Vec::new() });
            self.groups.len() - 1
        });
        let number = self.locations.len() as u32;
        self.locations.push((group as u8, self.groups[group].numbers.len() as u32));
        self.groups[group].cells.extend_from_slice(&cells);
        self.groups[group].numbers.push(number);
        self.records.push(record);
        let count = answer[comma..].iter().filter(|b| b.is_ascii_digit()).fold(0, |n, b| n * 10 + (b - b'0'));
        self.solutions.push(count);
        self.text.extend_from_slice(&answer[..comma]);
        self.text.push(b'\n');
    }

    pub fn len(&self) -> usize {
        self.locations.len()
    }

    /// The name in the report: the file name without its extension.
    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    pub fn shape(&self, puzzle: usize) -> Shape {
        self.groups[usize::from(self.locations[puzzle].0)].shape
    }

    pub fn givens(&self, puzzle: usize) -> &[u8] {
        let (group, index) = self.locations[puzzle];
        let group = &self.groups[usize::from(group)];
        let area = group.shape.area();
        &group.cells[index as usize * area..][..area]
    }

    /// The sides of the boards, in ascending order.
    pub fn sides(&self) -> Vec<usize> {
        let mut sides: Vec<_> = self.groups.iter().map(|g| g.shape.side()).collect();
        sides.sort_unstable();
        sides
    }

    /// A copy with only the first `n` puzzles.
    pub fn first(&self, n: usize) -> Puzzles {
        let mut first = Puzzles {
            path: self.path.clone(),
            sha256: self.sha256.clone(),
            text: Vec::new(),
            groups: Vec::new(),
            locations: Vec::new(),
            records: Vec::new(),
            solutions: Vec::new(),
            ..*self
        };
        for (i, text) in self.text.split(|b| *b == b'\n').take(n.min(self.len())).enumerate() {
            first.add(self.records[i], &[text, b",", self.solutions[i].to_string().as_bytes()].concat());
        }
        first
    }

    /// The record number of a puzzle in its file, and its line number if each record is a line; both from 1.
    pub fn position(&self, puzzle: usize) -> (u64, Option<u64>) {
        let record = self.records[puzzle];
        (record + 1, self.line_of(record).ok().flatten())
    }

    fn line_of(&self, record: u64) -> std::io::Result<Option<u64>> {
        if !self.is_line_format {
            return Ok(None);
        }
        let (mut records, mut line, mut found) = (0, 0, None);
        let mut file = BufReader::new(File::open(&self.path)?);
        let mut text = Vec::new();
        while file.read_until(b'\n', &mut text)? > 0 {
            line += 1;
            if is_record(&text) {
                found = if records == record { Some(line) } else { found };
                records += 1;
            }
            text.clear();
        }
        // The lines of a compressed file, or of one that has changed, are different.
        Ok(found.filter(|_| records == self.records_in_file))
    }
}

fn sha256(path: &Path) -> std::io::Result<String> {
    let (mut file, mut hash) = (File::open(path)?, Sha256::new());
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            n => hash.update(&buffer[..n]),
        }
    }
    Ok(hash.finalize().iter().map(|b| format!("{b:02x}")).collect())
}
