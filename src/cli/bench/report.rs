//! The results of a benchmark, from which the tables, the JSON file and the HTML page are made.

use super::{
    machine::Machine,
    profile::Profile,
    statistics::{Ratio, Spread},
};
use serde::Serialize;

/// The whole report.
#[derive(Serialize)]
pub(super) struct BenchReport {
    /// Version of the JSON schema.
    pub schema: u32,
    pub machine: Machine,
    pub settings: BenchSettings,
    pub files: Vec<FileReport>,
}

#[derive(Serialize)]
pub(super) struct BenchSettings {
    pub limit: u64,
    pub runs: usize,
    pub warm_up: usize,
    pub pin: Option<usize>,
    pub timeout_s: f64,
    pub baseline: String,
}

#[derive(Serialize)]
pub(super) struct FileReport {
    pub name: String,
    /// Hash of the file.
    pub sha256: String,
    pub puzzles: usize,
    /// Number of records in the file; `--records` selects a part of them.
    pub records: u64,
    pub malformed: u64,
    pub sides: Vec<usize>,
    pub rows: Vec<ContestantReport>,
    pub profiles: Vec<Profile>,
}

/// One contestant on one file.
#[derive(Serialize)]
pub(super) struct ContestantReport {
    pub name: String,
    pub limit: u64,
    pub threads: usize,
    /// The command, or for an engine its options.
    pub what: String,
    pub verdict: ContestantVerdict,
    pub solve: Option<Timing>,
    pub end_to_end: Option<Timing>,
    /// Processor time of the whole process in seconds, median over the rounds.
    pub user_s: Option<f64>,
    pub system_s: Option<f64>,
    /// Peak memory of the whole process over all rounds.
    pub peak_bytes: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "is", content = "why", rename_all = "snake_case")]
pub(super) enum ContestantVerdict {
    /// Every answer of every round was verified.
    Right,
    /// The output was not checked.
    Unchecked,
    /// An answer was wrong; the figures are struck out.
    Wrong(String),
    /// It crashed or timed out.
    Failed(String),
    /// It was not run on this file.
    Absent(String),
}

impl ContestantVerdict {
    /// Whether this makes the exit code 1.
    pub fn is_bad(&self) -> bool {
        matches!(self, ContestantVerdict::Wrong(_) | ContestantVerdict::Failed(_))
    }

    pub fn reason(&self) -> Option<&str> {
        match self {
            ContestantVerdict::Wrong(why)
            | ContestantVerdict::Failed(why)
            | ContestantVerdict::Absent(why) => Some(why),
            ContestantVerdict::Right | ContestantVerdict::Unchecked => None,
        }
    }
}

/// The times of one contestant on one file, of one kind.
#[derive(Serialize)]
pub(super) struct Timing {
    /// Seconds for the whole file in each round.
    pub seconds: Vec<f64>,
    #[serde(flatten)]
    pub spread: Spread,
    pub puzzles_per_second: f64,
    /// Speed relative to the baseline.
    pub ratio: Option<Ratio>,
    /// Whether the program measured the times itself.
    pub own_clock: bool,
}

impl Timing {
    /// `None` without any rounds.
    pub fn new(seconds: Vec<f64>, puzzles: usize, own_clock: bool) -> Option<Timing> {
        let spread = Spread::of(&seconds);
        let rate = puzzles as f64 / spread.median;
        (!seconds.is_empty()).then_some(Timing {
            seconds,
            spread,
            puzzles_per_second: rate,
            ratio: None,
            own_clock,
        })
    }

    pub fn micros(&self) -> f64 {
        1e6 / self.puzzles_per_second
    }
}

impl FileReport {
    /// Computes the ratios to the baseline over the rounds that both finished. If the baseline gave wrong
    /// answers, there are no ratios.
    pub fn compare(&mut self, baseline: &str) {
        let is_baseline =
            |r: &&ContestantReport| r.name == baseline && !matches!(r.verdict, ContestantVerdict::Wrong(_));
        let Some(base) = self.rows.iter().find(is_baseline) else { return };
        let of = |figure: &Option<Timing>| figure.as_ref().map(|f| f.seconds.clone());
        let (solve, end_to_end) = (of(&base.solve), of(&base.end_to_end));
        for row in &mut self.rows {
            for (figure, base) in [(&mut row.solve, &solve), (&mut row.end_to_end, &end_to_end)] {
                if let (Some(figure), Some(base)) = (figure, base) {
                    figure.ratio = Ratio::of(base, &figure.seconds);
                }
            }
        }
    }
}

/// Remarks that a reader needs in order to understand the figures of a file.
pub(super) fn remarks(file: &FileReport) -> Vec<String> {
    let names = |matches: &dyn Fn(&ContestantReport) -> bool| {
        let names: Vec<_> = file.rows.iter().filter(|r| matches(r)).map(|r| r.name.as_str()).collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    let mut all = Vec::new();
    if let Some(names) = names(&|r| r.solve.as_ref().is_some_and(|f| f.own_clock)) {
        all.push(format!("solve time reported by the program itself: {names}"));
    }
    if let Some(names) = names(&|r| r.limit == 1 && !matches!(r.verdict, ContestantVerdict::Absent(_))) {
        all.push(format!("stopped at the first solution: {names}"));
    }
    if let Some(names) = names(&|r| r.verdict == ContestantVerdict::Unchecked) {
        all.push(format!("answers not checked: {names}"));
    }
    if file.sides.iter().any(|s| *s != 9) && file.rows.iter().any(|r| r.name.starts_with("lanes")) {
        all.push("boards other than 9×9 are solved by the dancing-links engine, also for lanes".into());
    }
    if file.malformed > 0 {
        all.push(format!("malformed records skipped: {}", file.malformed));
    }
    all
}
