//! The parts that both ways of generating share: settings, engines, and how puzzles are written.

use memchr::memchr_iter;
use quadrille_base::error::{Error, ErrorKind};
use quadrille_engines::{Engine, Engines, RunOptions};
use quadrille_grid::{Alphabet, Rules, RulesError, Shape};
use quadrille_ordered::{pieces::pieces, workers::Workers};
use std::io::Write;

/// How generated puzzles are written: see [`Generator::format`](super::Generator::format).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum PuzzleFormat {
    /// One character for each cell.
    #[default]
    Line,
    /// As pencil marks: a given has one, an empty cell has all.
    Pencilmark,
}

/// The settings of all runs that generate puzzles.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub shape: Shape,
    pub seed: u64,
    pub number: u64,
    pub run_options: RunOptions,
    /// The rules, unless they are standard.
    pub rules: Option<Rules>,
    pub format: PuzzleFormat,
    pub with_regions: bool,
    pub max_write: usize,
}

impl Settings {
    pub fn new(shape: Shape, number: u64) -> Settings {
        Settings {
            shape,
            seed: 0,
            number,
            run_options: RunOptions::new(),
            rules: None,
            format: PuzzleFormat::default(),
            with_regions: false,
            max_write: usize::MAX,
        }
    }

    /// # Errors
    /// If a search of a puzzle has a limit.
    pub fn workers(&self) -> Result<Workers, Error> {
        let limits = self.run_options.limits();
        if limits.max_nodes < u64::MAX || limits.timeout_per_puzzle.is_some() {
            let what = "puzzles are generated without limits of nodes or time for one of them";
            return Err(Error::new(ErrorKind::Config, what));
        }
        Ok(Workers::new(self.run_options.thread_count(0)))
    }

    pub fn set_rules(&mut self, rules: Rules) -> Result<(), Error> {
        if rules.shape() != self.shape {
            return Err(RulesError::OtherShape { rules: rules.shape(), board: self.shape }.into());
        }
        if rules.variants().wants_regions() {
            return Err(RulesError::MissingRegions.into());
        }
        self.rules = Some(rules).filter(|rules| !rules.is_plain());
        Ok(())
    }

    pub fn write_board(&self, alphabet: Alphabet, board: &[u8], text: &mut Vec<u8>) {
        let shape = self.shape;
        match self.format {
            PuzzleFormat::Line => alphabet.write(shape, board, text),
            PuzzleFormat::Pencilmark => {
                let mask = |&digit: &u8| if digit == 0 { u32::MAX } else { 1 << (digit - 1) };
                board.iter().for_each(|digit| alphabet.write_candidates(shape, &[mask(digit)], text));
            }
        }
        let rules = self.rules.as_ref().filter(|_| self.with_regions);
        if let Some(regions) = rules.and_then(|rules| rules.variants().regions()) {
            alphabet.write_regions(regions.of_cells(), text);
        }
        text.push(b'\n');
    }

    /// Writes whole lines, and reports how many are written after each piece.
    pub fn write_lines(
        &self,
        text: &[u8],
        ends: &mut Vec<usize>,
        output: &mut (dyn Write + Send),
        mut written: impl FnMut(u64),
    ) -> Result<(), Error> {
        ends.clear();
        ends.extend(memchr_iter(b'\n', text).map(|newline| newline + 1));
        for (piece, count) in pieces(text, ends, self.max_write) {
            let fail = |e| Error::io(ErrorKind::Output, "cannot write the output", e);
            output.write_all(piece).map_err(fail)?;
            written(count as u64);
        }
        Ok(())
    }
}

/// The engines of one thread.
pub(super) struct RuleEngines {
    engines: Engines,
    pub shape: Shape,
    under_variants: bool,
}

impl RuleEngines {
    pub fn new(settings: &Settings) -> Result<RuleEngines, Error> {
        let engines = Engines::new(settings.run_options.choice())?;
        let engines = match &settings.rules {
            None => engines,
            Some(rules) => engines.variants(rules.variants().clone()),
        };
        Ok(RuleEngines { engines, shape: settings.shape, under_variants: settings.rules.is_some() })
    }

    pub fn get(&mut self) -> &mut dyn Engine {
        if self.under_variants {
            self.engines.under_variants(self.shape).expect("rules of this shape")
        } else {
            self.engines.get(self.shape)
        }
    }
}
