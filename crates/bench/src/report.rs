//! The results of a benchmark, from which the tables, the JSON file and the HTML page are made.

use super::{
    contestant::LimitSource,
    machine::Machine,
    profile::Profile,
    statistics::{Ratio, Spread},
};
use serde::Serialize;

/// The whole report.
#[derive(Serialize)]
pub(crate) struct BenchReport {
    /// Version of the JSON schema.
    pub schema: u32,
    pub machine: Machine,
    pub settings: BenchSettings,
    pub files: Vec<FileReport>,
}

#[derive(Serialize)]
pub(crate) struct BenchSettings {
    pub limit: u64,
    pub runs: usize,
    pub warm_up: usize,
    pub pin: Option<usize>,
    pub timeout_seconds: f64,
    pub baseline: String,
}

#[derive(Serialize)]
pub(crate) struct FileReport {
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
pub(crate) struct ContestantReport {
    pub name: String,
    pub limit: u64,
    pub limit_source: LimitSource,
    /// Whether the limit differs from the limit of the settings, which the head of the table shows.
    #[serde(skip)]
    pub other_limit: bool,
    /// Seconds from start to end with a single easy puzzle, if known.
    pub start_seconds: Option<f64>,
    pub threads: usize,
    /// The engine, if it is an engine of this program.
    pub engine: Option<&'static str>,
    /// The command, or for an engine its options.
    pub what: String,
    pub verdict: ContestantVerdict,
    /// Whether it failed because it took longer than its time limit.
    pub timed_out: bool,
    pub solve: Option<Timing>,
    pub end_to_end: Option<Timing>,
    /// Processor time of the whole process in seconds, median over the rounds.
    pub user_seconds: Option<f64>,
    pub system_seconds: Option<f64>,
    /// Peak memory of the whole process over all rounds.
    pub peak_bytes: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "is", content = "reason", rename_all = "snake_case")]
pub(crate) enum ContestantVerdict {
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

    /// The verdict in words.
    pub fn word(&self) -> &'static str {
        match self {
            ContestantVerdict::Right => "verified",
            ContestantVerdict::Unchecked => "not checked",
            ContestantVerdict::Wrong(_) => "wrong",
            ContestantVerdict::Failed(_) => "failed",
            ContestantVerdict::Absent(_) => "absent",
        }
    }

    fn reason(&self) -> Option<&str> {
        match self {
            ContestantVerdict::Wrong(why)
            | ContestantVerdict::Failed(why)
            | ContestantVerdict::Absent(why) => Some(why),
            ContestantVerdict::Right | ContestantVerdict::Unchecked => None,
        }
    }
}

impl ContestantReport {
    /// Whether an answer was wrong, so that its figures are meaningless.
    pub fn is_wrong(&self) -> bool {
        matches!(self.verdict, ContestantVerdict::Wrong(_))
    }

    /// The mark of a contestant without valid figures.
    pub fn mark(&self) -> Option<&'static str> {
        match self.verdict {
            ContestantVerdict::Wrong(_) => Some("✗ wrong"),
            ContestantVerdict::Failed(_) if self.timed_out => Some("✗ timed out"),
            ContestantVerdict::Failed(_) => Some("✗ crashed"),
            _ => None,
        }
    }

    /// The limit, if it is unknown or differs from the limit of the settings, as in `≤1`.
    pub fn limit_mark(&self) -> Option<&'static str> {
        match (self.has_unknown_limit(), self.has_other_limit(), self.limit) {
            (true, ..) => Some("≤?"),
            (false, true, 1) => Some("≤1"),
            (false, true, _) => Some("≤2"),
            (false, false, _) => None,
        }
    }

    fn has_figures(&self) -> bool {
        self.solve.is_some() || self.end_to_end.is_some()
    }

    /// Whether its figures may be for a limit other than the limit of the settings, because its own limit is
    /// unknown.
    fn has_unknown_limit(&self) -> bool {
        self.has_figures() && self.limit_source == LimitSource::Assumed
    }

    /// Whether its figures are for a limit other than the limit of the settings.
    fn has_other_limit(&self) -> bool {
        self.has_figures() && self.other_limit
    }

    /// The share of the start in the time of the whole process, if it is more than a fifth.
    pub fn large_start(&self) -> Option<f64> {
        let share = self.start_seconds? / self.end_to_end.as_ref()?.spread.median;
        (share > 0.2).then_some(share.min(1.0))
    }
}

/// The times of one contestant on one file, of one kind.
#[derive(Serialize)]
pub(crate) struct Timing {
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
    /// answers, no ratios are computed.
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

/// A number of rounds in words, as in `1 round` or `7 rounds`.
pub(crate) fn rounds(number: usize, name: &str) -> String {
    format!("{number} {name}{}", if number == 1 { "" } else { "s" })
}

/// The contestants whose processes take much of their time to start.
fn large_starts(file: &FileReport) -> Option<String> {
    let share = |row: &ContestantReport| Some(format!("{} ({:.0} %)", row.name, 100.0 * row.large_start()?));
    let names: Vec<_> = file.rows.iter().filter_map(share).collect();
    let few = "process start is more than a fifth of end to end, so that these figures say little about solving; \
               use more puzzles";
    (!names.is_empty()).then(|| format!("{few}: {}", names.join(", ")))
}

/// The reasons of contestants without valid figures, then the remarks, each with whether it is about a bad contestant.
pub(crate) fn notes(file: &FileReport) -> Vec<(bool, String)> {
    let reason = |row: &ContestantReport| {
        let (verdict, why) = (&row.verdict, row.verdict.reason()?);
        Some((verdict.is_bad(), format!("{}: {}: {why}", row.name, verdict.word())))
    };
    let remarks = remarks(file).into_iter().map(|remark| (false, remark));
    file.rows.iter().filter_map(reason).chain(remarks).collect()
}

/// Remarks that a reader needs in order to understand the figures of a file.
fn remarks(file: &FileReport) -> Vec<String> {
    let names = |matches: &dyn Fn(&ContestantReport) -> bool| {
        let names: Vec<_> = file.rows.iter().filter(|r| matches(r)).map(|r| r.name.as_str()).collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    let mut all = Vec::new();
    if let Some(names) = names(&|r| r.solve.as_ref().is_some_and(|f| f.own_clock)) {
        all.push(format!("solve time reported by the program itself: {names}"));
    }
    if let Some(names) = names(&|r| r.limit == 1 && !matches!(r.verdict, ContestantVerdict::Absent(_))) {
        let mark = if file.rows.iter().any(|r| r.limit == 1 && r.has_other_limit()) { "≤1: " } else { "" };
        all.push(format!("{mark}stopped at the first solution: {names}"));
    }
    if let Some(names) = names(&|r| r.limit > 1 && r.has_other_limit()) {
        all.push(format!("≤2: looked for a second solution: {names}"));
    }
    if let Some(names) = names(&ContestantReport::has_unknown_limit) {
        all.push(format!("≤?: it is not known whether they look for a second solution: {names}"));
    }
    all.extend(large_starts(file));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, start: Option<f64>, end_to_end: f64) -> ContestantReport {
        ContestantReport {
            name: name.into(),
            limit: 2,
            limit_source: LimitSource::Given,
            other_limit: false,
            start_seconds: start,
            threads: 1,
            engine: None,
            what: String::new(),
            verdict: ContestantVerdict::Right,
            timed_out: false,
            solve: None,
            end_to_end: Timing::new(vec![end_to_end], 1, false),
            user_seconds: None,
            system_seconds: None,
            peak_bytes: None,
        }
    }

    #[test]
    fn a_start_of_more_than_a_fifth_of_end_to_end_is_mentioned() {
        let rows = vec![
            row("mostly", Some(0.8), 1.0),
            row("slow", Some(0.1), 1.0),
            row("unknown", None, 1.0),
            row("all", Some(2.0), 1.0),
        ];
        let mut file = FileReport {
            name: "f".into(),
            sha256: String::new(),
            puzzles: 1,
            records: 1,
            malformed: 0,
            sides: vec![9],
            rows,
            profiles: Vec::new(),
        };
        let remarks_of = |file: &FileReport| remarks(file).concat();
        let text = remarks_of(&file);
        assert!(
            text.contains("process start is more than a fifth")
                && text.contains("mostly (80 %), all (100 %)")
        );
        assert!(!text.contains("slow") && !text.contains("unknown"), "{text}");
        file.rows.retain(|row| row.name == "slow");
        assert_eq!(remarks_of(&file), "");
    }
}
