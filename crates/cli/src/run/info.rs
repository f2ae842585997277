//! The settings of a run, for its reports.

use quadrille_console::date::utc_now;
use quadrille_puzzles::rating::{BUCKETS, EXPLAINER_GROUPS, Method};
use quadrille_run::batch::{Selected, Summary};
use quadrille_techniques::{logic::Level, techniques::hodoku};

/// The settings of a run.
#[derive(Default)]
pub struct RunInfo {
    pub command: &'static str,
    /// Number of solutions at which each search stopped, if that was limited.
    pub limit: Option<u64>,
    /// Whether searches could be given up, because they had a limit of nodes or time.
    pub may_give_up: bool,
    /// Whether all solutions were written: the time that this took is not the time of the searches.
    pub all: bool,
    /// The morphs that were made, if that was the command.
    pub morphs: Option<MorphInfo>,
    /// The ratings, if that was the command.
    pub ratings: Option<RatingInfo>,
    /// The selection, if that was the command.
    pub selection: Option<SelectInfo>,
    pub inputs: Vec<String>,
    /// Date and time of the start, in UTC.
    pub started: String,
    /// The part of the inputs that was processed, if it was one.
    pub shard: Option<String>,
    /// The exit code of the command.
    pub exit_code: u8,
}

/// Which morphs were made.
#[derive(Clone, Copy)]
pub struct MorphInfo {
    /// How many of each record.
    pub copies: u32,
    /// The seed of the transformations, if they were random.
    pub seed: Option<u64>,
}

impl RunInfo {
    /// The settings of a command alone. `limit` is the number of solutions at which its searches stop.
    pub fn of(command: &'static str, limit: Option<u64>) -> RunInfo {
        RunInfo { command, limit, started: utc_now(), ..RunInfo::default() }
    }

    /// Whether records are compared as `--equal-by` says.
    pub fn compares_records(&self) -> bool {
        matches!(self.command, "dedup" | "leak")
    }

    /// The name of malformed records in reports. Runs that compare records also refuse large boards, which are well-formed.
    pub fn malformed(&self) -> &'static str {
        let divides = self.selection.as_ref().is_some_and(|select| select.is_split);
        let compares = self.compares_records() || divides;
        if compares { "records that cannot be compared" } else { "malformed lines" }
    }

    /// Whether the searches told puzzles with one solution from those with several.
    pub fn is_classified(&self) -> bool {
        self.limit != Some(1)
    }
}

/// The ratings of a run, for its reports.
#[derive(Clone, Copy)]
pub struct RatingInfo {
    pub method: Method,
    pub seed: u64,
    /// Whether records are selected by their rating.
    pub filters: bool,
    /// Whether a chart is shown.
    pub chart: bool,
}

impl RatingInfo {
    /// The names of the groups that ratings are counted in.
    pub fn groups(&self) -> Vec<&'static str> {
        match self.method {
            Method::Logic => Level::ALL.iter().map(|level| level.name()).collect(),
            Method::SudokuExplainer { .. } => EXPLAINER_GROUPS.iter().map(|(_, name)| *name).collect(),
            Method::Hodoku => hodoku::Level::ALL.iter().map(|level| level.name()).collect(),
            _ => BUCKETS.iter().map(|bucket| bucket.name).collect(),
        }
    }
}

/// The selection, for the reports of a run.
pub struct SelectInfo {
    /// The seed, if records are drawn or divided.
    pub seed: Option<u64>,
    /// How many records each group was to have, of a sample.
    pub wanted: Option<u64>,
    pub per_bucket: bool,
    pub is_split: bool,
    /// Whether records are selected by their properties.
    pub filters: bool,
}

impl SelectInfo {
    /// The groups in which records were drawn or divided, with their names.
    pub fn groups<'s>(&self, summary: &'s Summary) -> impl Iterator<Item = (String, &'s Selected)> {
        let (is_sample, per_bucket) = (!self.is_split, self.per_bucket);
        let name = move |index: usize| match (is_sample, per_bucket) {
            (false, _) => format!("part {}", index + 1),
            (true, true) => format!("rating {}", BUCKETS[index].name),
            (true, false) => "selected".into(),
        };
        // Records that are only sorted are one group, which is all of them.
        let groups = if self.seed.is_some() { &summary.selected[..] } else { &[] };
        groups.iter().enumerate().map(move |(index, group)| (name(index), group))
    }
}
