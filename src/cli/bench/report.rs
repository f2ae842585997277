//! What a benchmark found out: the one thing that table, JSON and page are made of.

use super::{
    machine::Machine,
    profile::Profile,
    statistics::{Ratio, Summary},
};
use serde::Serialize;

/// Everything.
#[derive(Serialize)]
pub(super) struct Report {
    /// The form of this document.
    pub schema: u32,
    pub machine: Machine,
    pub settings: Settings,
    pub files: Vec<FileReport>,
}

#[derive(Serialize)]
pub(super) struct Settings {
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
    /// Of the file as it is.
    pub sha256: String,
    pub puzzles: usize,
    /// All of its records; the puzzles may be a part of them.
    pub records: u64,
    pub malformed: u64,
    pub sides: Vec<usize>,
    pub rows: Vec<Row>,
    pub profiles: Vec<Profile>,
}

/// One contestant on one file.
#[derive(Serialize)]
pub(super) struct Row {
    pub name: String,
    pub limit: u64,
    pub threads: usize,
    /// What was run: the engine's name, or the command.
    pub what: String,
    pub verdict: Verdict,
    pub solve: Option<Figure>,
    pub end_to_end: Option<Figure>,
    /// Of the whole process: seconds of processor time, medians over the rounds.
    pub user_s: Option<f64>,
    pub system_s: Option<f64>,
    /// Of the whole process: the most memory that it had in any round.
    pub peak_bytes: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "is", content = "why", rename_all = "snake_case")]
pub(super) enum Verdict {
    /// Every answer of every round was verified.
    Right,
    /// Its output was not looked at.
    Unchecked,
    /// An answer was wrong; figures are struck.
    Wrong(String),
    /// It crashed or took too long.
    Failed(String),
    /// It does not take part in this file.
    Absent(String),
}

impl Verdict {
    /// Whether this makes the exit code 1.
    pub fn is_bad(&self) -> bool {
        matches!(self, Verdict::Wrong(_) | Verdict::Failed(_))
    }

    pub fn reason(&self) -> Option<&str> {
        match self {
            Verdict::Wrong(why) | Verdict::Failed(why) | Verdict::Absent(why) => Some(why),
            Verdict::Right | Verdict::Unchecked => None,
        }
    }
}

/// Times of one kind.
#[derive(Serialize)]
pub(super) struct Figure {
    /// Seconds for the whole file, round by round.
    pub seconds: Vec<f64>,
    #[serde(flatten)]
    pub summary: Summary,
    pub puzzles_per_second: f64,
    /// Speed as a multiple of the baseline's.
    pub ratio: Option<Ratio>,
    /// Whether the times are by the program's own clock.
    pub own_clock: bool,
}

impl Figure {
    /// `None` of no rounds.
    pub fn new(seconds: Vec<f64>, puzzles: usize, own_clock: bool) -> Option<Figure> {
        let summary = Summary::of(&seconds);
        let rate = puzzles as f64 / summary.median;
        (!seconds.is_empty()).then_some(Figure {
            seconds,
            summary,
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
    /// Fills in the ratios to the baseline, over the rounds that both finished; none if it was wrong.
    pub fn compare(&mut self, baseline: &str) {
        // A multiple of the speed of wrong answers says nothing.
        let fair = |r: &&Row| r.name == baseline && !matches!(r.verdict, Verdict::Wrong(_));
        let Some(base) = self.rows.iter().find(fair) else { return };
        let of = |figure: &Option<Figure>| figure.as_ref().map(|f| f.seconds.clone());
        let (solve, whole) = (of(&base.solve), of(&base.end_to_end));
        for row in &mut self.rows {
            for (figure, base) in [(&mut row.solve, &solve), (&mut row.end_to_end, &whole)] {
                if let (Some(figure), Some(base)) = (figure, base) {
                    figure.ratio = Ratio::of(base, &figure.seconds);
                }
            }
        }
    }
}

/// What must be known besides the figures of a file, in sentences.
pub(super) fn remarks(file: &FileReport) -> Vec<String> {
    let names = |wanted: &dyn Fn(&Row) -> bool| {
        let names: Vec<_> = file.rows.iter().filter(|r| wanted(r)).map(|r| r.name.as_str()).collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    let mut all = Vec::new();
    if let Some(names) = names(&|r| r.solve.as_ref().is_some_and(|f| f.own_clock)) {
        all.push(format!("solve by the program's own clock: {names}"));
    }
    if let Some(names) = names(&|r| r.limit == 1 && !matches!(r.verdict, Verdict::Absent(_))) {
        all.push(format!("stop at the first solution: {names}"));
    }
    if let Some(names) = names(&|r| r.verdict == Verdict::Unchecked) {
        all.push(format!("answers not looked at: {names}"));
    }
    if file.sides.iter().any(|s| *s != 9) && file.rows.iter().any(|r| r.name.starts_with("lanes")) {
        all.push("boards other than 9×9 are solved by the arena, whatever the engine's name".into());
    }
    if file.malformed > 0 {
        all.push(format!("malformed records left out: {}", file.malformed));
    }
    all
}
