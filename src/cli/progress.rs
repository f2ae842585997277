//! Progress and malformed lines on standard error.

use super::{args::ProgressArg, report::grouped, tell};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use quadrille::{Format, Observer, Tally};
use std::{
    io::{IsTerminal, stderr},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// Shows how a run goes.
pub(super) struct Progress {
    show: Show,
    start: Instant,
    /// Bytes of all inputs, or whatever else the work is measured in, if known.
    total: Option<u64>,
    quiet: bool,
    /// Records so far, for whoever else wants to know.
    pub reached: Arc<AtomicU64>,
}

enum Show {
    Nothing,
    /// A bar, drawn again in its place.
    Bar(ProgressBar),
    /// A line a second, for logs.
    Lines {
        last: Instant,
        shown: String,
    },
}

impl Progress {
    pub fn new(when: ProgressArg, quiet: bool, total: Option<u64>) -> Progress {
        let terminal = stderr().is_terminal();
        let start = Instant::now();
        let show = match when {
            _ if quiet => Show::Nothing,
            ProgressArg::Never => Show::Nothing,
            ProgressArg::Auto if !terminal => Show::Nothing,
            _ if terminal => Show::Bar(bar(total)),
            _ => Show::Lines { last: start, shown: String::new() },
        };
        Progress { show, start, total, quiet, reached: Arc::default() }
    }

    /// A line on standard error, above the bar if there is one.
    pub fn say(&self, line: &str) {
        match &self.show {
            Show::Bar(bar) => bar.suspend(|| tell(line)),
            _ => tell(line),
        }
    }

    /// Takes the display away, or writes its last line.
    pub fn finish(&mut self) {
        match &self.show {
            Show::Bar(bar) => bar.finish_and_clear(),
            Show::Lines { shown, .. } if !shown.is_empty() => tell(shown),
            _ => {}
        }
        self.show = Show::Nothing;
    }

    /// So much of the total is done, and so many records.
    pub fn show(&mut self, position: u64, records: u64) {
        self.reached.store(records, Ordering::Relaxed);
        if let Show::Nothing = self.show {
            return;
        }
        let text = self.describe(position, records);
        self.put(position, || text);
    }

    /// So much of the total is done, in other words.
    pub fn put(&mut self, position: u64, text: impl FnOnce() -> String) {
        match &mut self.show {
            Show::Nothing => {}
            Show::Bar(bar) => {
                bar.set_position(position);
                bar.set_message(text());
            }
            Show::Lines { last, shown } => {
                *shown = text();
                if last.elapsed() >= Duration::from_secs(1) {
                    tell(&std::mem::take(shown));
                    *last = Instant::now();
                }
            }
        }
    }

    /// Records, rate and time left, in words.
    fn describe(&self, position: u64, records: u64) -> String {
        let elapsed = self.start.elapsed().as_secs_f64().max(1e-9);
        let rate = (records as f64 / elapsed) as u64;
        let text = format!("{} records, {}/s", grouped(records), grouped(rate));
        match self.total {
            Some(total) if position > 0 => {
                let left = elapsed * total.saturating_sub(position) as f64 / position as f64;
                let left = HumanDuration(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX));
                format!("{text}, {} %, {left:#} left", position * 100 / total.max(1))
            }
            _ => text,
        }
    }
}

fn bar(total: Option<u64>) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => (ProgressBar::new(total), "{wide_bar} {msg}"),
        None => (ProgressBar::no_length(), "{spinner} {msg}"),
    };
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar.with_style(ProgressStyle::with_template(template).expect("a template that is tested"))
}

impl Observer for Progress {
    fn malformed(&mut self, input: &str, line: u64, reason: &str) {
        self.say(&format!("quadrille: {input}:{line}: {reason}"));
    }

    fn recognized(&mut self, input: &str, format: &'static Format) {
        if !self.quiet {
            self.say(&format!("quadrille: {input}: read as {}; --format names another", format.name));
        }
    }

    fn mismatch(&mut self, input: &str, line: u64) {
        self.say(&format!("quadrille: {input}:{line}: the record's own answer is no solution"));
    }

    fn fault(&mut self, input: &str, line: u64, what: &str) {
        self.say(&format!("quadrille: {input}:{line}: {what}"));
    }

    fn progress(&mut self, bytes: u64, so_far: &Tally) {
        self.show(bytes, so_far.records);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_templates_are_sound_and_the_words_tell_what_is_known() {
        for (total, want) in [(Some(200), "50 %"), (None, "/s")] {
            bar(total).finish_and_clear();
            let mut progress = Progress::new(ProgressArg::Never, false, total);
            progress.start = Instant::now();
            let text = progress.describe(100, 1234);
            assert!(text.starts_with("1,234 records, ") && text.contains(want), "{text}");
        }
    }

    #[test]
    fn a_time_left_beyond_all_measure_is_told_all_the_same() {
        let mut progress = Progress::new(ProgressArg::Never, true, Some(u64::MAX));
        progress.start = Instant::now() - Duration::from_secs(100);
        assert!(progress.describe(1, 1).contains("left"));
    }
}
