//! A data set, read once: the puzzles in memory, the same as text, and how many solutions each has.

use crate::cli::sigbus::open_mapped;
use anyhow::{Context, Result, bail};
use quadrille::{Batch, OutputFormat, Shape, Symbols, Task, unstable::format::line};
use sha2::{Digest, Sha256};
use std::{
    fs::File,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

/// The puzzles of a file.
pub(super) struct Puzzles {
    pub path: PathBuf,
    /// Of the file as it is.
    pub sha256: String,
    /// Malformed records, which are left out.
    pub malformed: u64,
    /// A puzzle a line, `.` for an empty cell: what every program is given, in its own shape.
    pub text: Vec<u8>,
    pub groups: Vec<Group>,
    /// Of each puzzle: its group and its place there.
    places: Vec<(u8, u32)>,
    /// Of each puzzle: the place of its record in the file, from 0.
    records: Vec<u64>,
    /// All records of the file.
    in_file: u64,
    /// Of each puzzle: solutions, up to `limit`.
    pub solutions: Vec<u8>,
    pub limit: u64,
    /// Whether a record is a line.
    lines: bool,
}

/// The puzzles of one shape, cells laid end to end.
pub(super) struct Group {
    pub shape: Shape,
    pub cells: Vec<u8>,
    /// Of each of them: its number among all.
    pub numbers: Vec<u32>,
}

impl Puzzles {
    /// Reads a file of any format. The count of solutions comes from the engines themselves, every
    /// solution verified; a contestant that differs has the matter looked at again (`verify.rs`).
    pub fn read(path: &Path, limit: u64, wanted: Option<usize>) -> Result<Puzzles> {
        let sha256 = sha256(path).with_context(|| format!("cannot read {}", path.display()))?;
        let pair = OutputFormat::named("pair").expect("pair is a conversion");
        let mut answers = Vec::new();
        let summary = Batch::new(Task::Count).limit(limit).output_format(pair).run(
            vec![open_mapped(path)?],
            &mut answers,
            &mut (),
        )?;
        let mut puzzles = Puzzles {
            path: path.to_owned(),
            sha256,
            malformed: summary.tally.invalid,
            text: Vec::new(),
            groups: Vec::new(),
            places: Vec::new(),
            records: Vec::new(),
            in_file: summary.tally.records,
            solutions: Vec::new(),
            limit,
            lines: summary.tally.formats.iter().all(|f| *f == "line"),
        };
        puzzles.fill(&answers, wanted);
        if puzzles.len() == 0 {
            bail!("{}: no puzzles", path.display());
        }
        Ok(puzzles)
    }

    /// Takes the wanted ones of `puzzle,count` lines.
    fn fill(&mut self, answers: &[u8], wanted: Option<usize>) {
        let all = (self.in_file - self.malformed) as usize;
        let wanted = wanted.unwrap_or(all).min(all);
        let good = answers.split(|b| *b == b'\n').enumerate().filter(|(_, l)| !l.is_empty() && l[0] != b',');
        for (i, (record, answer)) in good.enumerate() {
            // The first of every all ÷ wanted.
            if i * wanted / all < (i * wanted + wanted) / all || wanted == all {
                self.add(record as u64, answer);
            }
        }
    }

    fn add(&mut self, record: u64, answer: &[u8]) {
        let comma = answer.iter().position(|b| *b == b',').unwrap_or(answer.len());
        let mut cells = Vec::new();
        let Ok((shape, _)) = line::parse_field(&answer[..comma], Symbols::Auto, &mut cells) else { return };
        let group = self.groups.iter().position(|g| g.shape == shape).unwrap_or_else(|| {
            self.groups.push(Group { shape, cells: Vec::new(), numbers: Vec::new() });
            self.groups.len() - 1
        });
        let number = self.places.len() as u32;
        self.places.push((group as u8, self.groups[group].numbers.len() as u32));
        self.groups[group].cells.extend_from_slice(&cells);
        self.groups[group].numbers.push(number);
        self.records.push(record);
        let count = answer[comma..].iter().filter(|b| b.is_ascii_digit()).fold(0, |n, b| n * 10 + (b - b'0'));
        self.solutions.push(count);
        self.text.extend_from_slice(&answer[..comma]);
        self.text.push(b'\n');
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The name for tables: that of the file, without its ending.
    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    pub fn shape(&self, puzzle: usize) -> Shape {
        self.groups[usize::from(self.places[puzzle].0)].shape
    }

    pub fn givens(&self, puzzle: usize) -> &[u8] {
        let (group, place) = self.places[puzzle];
        let group = &self.groups[usize::from(group)];
        let area = group.shape.area();
        &group.cells[place as usize * area..][..area]
    }

    /// The sides of the boards, ascending.
    pub fn sides(&self) -> Vec<usize> {
        let mut sides: Vec<_> = self.groups.iter().map(|g| g.shape.side()).collect();
        sides.sort_unstable();
        sides
    }

    /// The first `n` puzzles alone.
    pub fn head(&self, n: usize) -> Puzzles {
        let mut head = Puzzles {
            path: self.path.clone(),
            sha256: self.sha256.clone(),
            text: Vec::new(),
            groups: Vec::new(),
            places: Vec::new(),
            records: Vec::new(),
            solutions: Vec::new(),
            ..*self
        };
        for (i, text) in self.text.split(|b| *b == b'\n').take(n.min(self.len())).enumerate() {
            head.add(self.records[i], &[text, b",", self.solutions[i].to_string().as_bytes()].concat());
        }
        head
    }

    /// All records of the file.
    pub fn in_file(&self) -> u64 {
        self.in_file
    }

    /// The place of a puzzle's record in its file, from 1, and its line, where a record is a line.
    pub fn origin(&self, puzzle: usize) -> (u64, Option<u64>) {
        let record = self.records[puzzle];
        (record + 1, self.line_of(record).ok().flatten())
    }

    fn line_of(&self, record: u64) -> std::io::Result<Option<u64>> {
        if !self.lines {
            return Ok(None);
        }
        let (mut seen, mut at, mut found) = (0, 0, None);
        let mut file = BufReader::new(File::open(&self.path)?);
        let mut text = Vec::new();
        while file.read_until(b'\n', &mut text)? > 0 {
            at += 1;
            if line::is_record(text.trim_ascii_end()) {
                found = if seen == record { Some(at) } else { found };
                seen += 1;
            }
            text.clear();
        }
        // A compressed file has other lines; so has one that changed.
        Ok(found.filter(|_| seen == self.in_file))
    }
}

fn sha256(path: &Path) -> std::io::Result<String> {
    let (mut file, mut hash) = (File::open(path)?, Sha256::new());
    let mut part = vec![0; 1 << 16];
    loop {
        match file.read(&mut part)? {
            0 => break,
            n => hash.update(&part[..n]),
        }
    }
    Ok(hash.finalize().iter().map(|b| format!("{b:02x}")).collect())
}
