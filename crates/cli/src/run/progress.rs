//! Progress and malformed records on standard error.

use super::csv_file::{self, CsvFile};
use crate::{advice::for_record, options::ProgressArg};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use quadrille_base::isa::InstructionSet;
use quadrille_console::{exit::print_stderr, numbers::grouped};
use quadrille_run::{
    batch::{MALFORMED_SHOWN, Observer, Summary},
    format::{Format, OutputFormat},
    io::Input,
};
use quadrille_tasks::{Malformed, Mismatch, Tally};
use std::{
    borrow::Cow,
    collections::BTreeSet,
    io::{IsTerminal, stderr},
    mem::{Discriminant, discriminant},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// Shows the progress of a run.
pub struct ProgressReporter {
    display: Display,
    start: Instant,
    /// The position at the end of the run, if known: bytes of all inputs, or number of puzzles to generate.
    total: Option<u64>,
    quiet: bool,
    /// The kinds of malformed records for which an option has been named.
    advised: Vec<Discriminant<Malformed>>,
    /// The inputs that are tables.
    tables: BTreeSet<String>,
    /// For `--verbose`: how each input is read, and what was decided about it.
    decisions: Option<Vec<(String, String)>>,
    mismatches_shown: usize,
    /// Where all mismatches are written.
    pub mismatches: Option<CsvFile>,
    /// Where all dropped records are written.
    pub duplicates: Option<CsvFile>,
    /// The shared number of records counts records that were read: they are not written, or only in a second pass.
    pub counts_read: bool,
    /// Whether the command has the option `--equal-by`.
    pub equal_by: bool,
    /// Number of records so far, shared with the thread that handles signals.
    pub records: Arc<AtomicU64>,
}

/// The shortest time between two changes of the bar.
const BAR_INTERVAL: Duration = Duration::from_millis(50);

enum Display {
    None,
    /// A bar that is redrawn in place.
    Bar {
        bar: ProgressBar,
        /// When it was last changed.
        last: Option<Instant>,
    },
    /// At most one line per second, for logs.
    Lines {
        last: Instant,
        /// The newest text, if it has not been printed.
        pending: String,
    },
}

impl ProgressReporter {
    pub fn new(when: ProgressArg, quiet: bool, total: Option<u64>) -> ProgressReporter {
        let terminal = stderr().is_terminal();
        let start = Instant::now();
        let display = match when {
            _ if quiet => Display::None,
            ProgressArg::Never => Display::None,
            ProgressArg::Auto if !terminal => Display::None,
            _ if terminal => Display::Bar { bar: bar(total), last: None },
            _ => Display::Lines { last: start, pending: String::new() },
        };
        ProgressReporter {
            display,
            start,
            total,
            quiet,
            advised: Vec::new(),
            tables: BTreeSet::new(),
            decisions: None,
            mismatches_shown: 0,
            mismatches: None,
            duplicates: None,
            counts_read: false,
            equal_by: false,
            records: Arc::default(),
        }
    }

    /// Notes how each input is read, and from now on what is decided about it.
    pub fn note_decisions(&mut self, inputs: &[&Input<'_>]) {
        let noted = |input: &&Input<'_>| (input.name().to_owned(), input.way().to_owned());
        self.decisions = Some(inputs.iter().map(noted).collect());
    }

    /// Prints what was decided, if it was noted.
    pub fn print_decisions(&self, summary: &Summary) {
        let Some(decisions) = &self.decisions else { return };
        for (input, text) in decisions {
            print_stderr(&format!("quadrille: {input}: {text}"));
        }
        print_stderr(&machine_decisions(summary.threads, &summary.tally.engines));
    }

    /// Prints a line on standard error, above the bar if there is one.
    pub fn print(&self, line: &str) {
        match &self.display {
            Display::Bar { bar, .. } => bar.suspend(|| print_stderr(line)),
            _ => print_stderr(line),
        }
    }

    /// The place of a record in a message.
    fn place(&self, input: &str, line: u64) -> String {
        let row = if self.tables.contains(input) { " row " } else { "" };
        format!("{input}:{row}{line}")
    }

    /// The bar, if there is one. It is not drawn at once, so that a short run does not show it.
    pub fn late_bar(&mut self) -> Option<ProgressBar> {
        let Display::Bar { bar, last } = &mut self.display else { return None };
        *last = Some(Instant::now());
        Some(bar.clone())
    }

    /// Removes the bar, or prints the last line.
    pub fn finish(&mut self) {
        match &self.display {
            Display::Bar { bar, .. } => bar.finish_and_clear(),
            Display::Lines { pending, .. } if !pending.is_empty() => print_stderr(pending),
            _ => {}
        }
        self.display = Display::None;
    }

    /// Shows the position, the number of records, their rate and the time left; the records have been written.
    pub fn update(&mut self, position: u64, records: u64) {
        self.records.store(records, Ordering::Relaxed);
        self.show(position, records);
    }

    /// Shows the number of records, which have been written, and a text about them.
    pub fn update_text(&mut self, records: u64, text: impl FnOnce() -> String) {
        self.records.store(records, Ordering::Relaxed);
        self.update_with(records, text);
    }

    fn show(&mut self, position: u64, records: u64) {
        let (start, total) = (self.start, self.total);
        self.update_with(position, || describe(start.elapsed(), total, position, records));
    }

    /// Shows the position and a text, which is made only if it is shown or may be the last.
    pub fn update_with(&mut self, position: u64, text: impl FnOnce() -> String) {
        match &mut self.display {
            Display::None => {}
            Display::Bar { last: Some(last), .. } if last.elapsed() < BAR_INTERVAL => {}
            Display::Bar { bar, last } => {
                bar.set_position(position);
                bar.set_message(text());
                *last = Some(Instant::now());
            }
            Display::Lines { last, pending } => {
                *pending = text();
                if last.elapsed() >= Duration::from_secs(1) {
                    print_stderr(&std::mem::take(pending));
                    *last = Instant::now();
                }
            }
        }
    }
}

/// The line of `--verbose` about the machine: the threads, the engines and the widest instruction set.
pub fn machine_decisions(threads: usize, engines: &BTreeSet<Cow<'static, str>>) -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let engines = engines.iter().map(|engine| format!(", engine {engine}")).collect::<String>();
    format!(
        "quadrille: threads {threads} of {cores} cores{engines}, instruction set {}",
        InstructionSet::detect().name()
    )
}

/// The number of records, their rate and the time left.
fn describe(elapsed: Duration, total: Option<u64>, position: u64, records: u64) -> String {
    let elapsed = elapsed.as_secs_f64().max(1e-9);
    let rate = (records as f64 / elapsed) as u64;
    let text = format!("{} records, {}/s", grouped(records), grouped(rate));
    match total {
        Some(total) if position > 0 => {
            let left = elapsed * total.saturating_sub(position) as f64 / position as f64;
            let left = HumanDuration(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX));
            format!("{text}, {} %, {left:#} left", position * 100 / total.max(1))
        }
        _ => text,
    }
}

fn bar(total: Option<u64>) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => (ProgressBar::new(total), "{wide_bar} {msg}"),
        None => (ProgressBar::no_length(), "{spinner} {msg}"),
    };
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar.with_style(ProgressStyle::with_template(template).expect("both templates are valid"))
}

impl Observer for ProgressReporter {
    fn malformed(&mut self, input: &str, line: u64, reason: &str) {
        self.print(&format!("quadrille: {}: {reason}", self.place(input, line)));
    }

    fn reason(&mut self, reason: &Malformed) {
        let kind = discriminant(reason);
        let is_known = self.advised.contains(&kind);
        if let Some(advice) = for_record(reason, self.equal_by).filter(|_| !is_known) {
            self.print(&format!("quadrille: {advice}"));
            self.advised.push(kind);
        }
    }

    fn recognized(&mut self, input: &str, format: &'static Format) {
        if !self.quiet {
            let name = format.name();
            self.print(&format!("quadrille: {input}: detected format {name}; use --format to override"));
        }
    }

    fn opened(&mut self, input: &str, format: &'static Format, [puzzles, solutions]: [Option<&str>; 2]) {
        let found = self.decisions.iter_mut().flatten().find(|(name, _)| name == input);
        if let Some((_, text)) = found {
            let column = |what: &str, name: Option<&str>| {
                name.map_or(String::new(), |name| format!(", {what} in column {name}"))
            };
            let (puzzles, solutions) = (column("puzzles", puzzles), column("solutions", solutions));
            *text += &format!(", format {}{puzzles}{solutions}", format.name());
        }
    }

    fn table(&mut self, input: &str) {
        self.tables.insert(input.to_owned());
    }

    fn end_line(&mut self, input: &str, line: u64) {
        if !self.quiet {
            self.print(&format!(
                "quadrille: {}: the last line, `end`, is not a record",
                self.place(input, line)
            ));
        }
    }

    fn column_found(&mut self, input: &str, column: &str) {
        if !self.quiet {
            self.print(&format!(
                "quadrille: {input}: the puzzles are taken from column {column}; use --column to override"
            ));
        }
    }

    fn converted(&mut self, input: &str, format: &'static OutputFormat) {
        if !self.quiet {
            let name = format.name();
            self.print(&format!(
                "quadrille: {input}: answers are written as {name} because of the output's name; use --output-format same \
                 to keep the input's format"
            ));
        }
    }

    fn overwritten(&mut self, input: &str, columns: &[String]) {
        if !self.quiet {
            let (columns, them) = match columns {
                [column] => (format!("column {column} is"), "it"),
                columns => (format!("columns {} are", columns.join(", ")), "them"),
            };
            self.print(&format!(
                "quadrille: {input}: its {columns} replaced by the answers; rename {them} to keep {them}"
            ));
        }
    }

    fn left_out(&mut self, input: &str, format: Option<&'static OutputFormat>) {
        if !self.quiet {
            let (what, remedy) = match format {
                Some(format) => (format.name(), "use --output-format same"),
                None => ("the table", "write ndjson"),
            };
            self.print(&format!(
                "quadrille: {input}: {what} gets only the puzzles and the answers; {remedy} to keep its other columns"
            ));
        }
    }

    fn mismatch(&mut self, input: &str, line: u64, mismatch: &Mismatch) {
        if self.mismatches_shown < MALFORMED_SHOWN {
            self.mismatches_shown += 1;
            self.print(&format!(
                "quadrille: {}: the answer in the record is wrong: {mismatch}",
                self.place(input, line)
            ));
        }
        if let Some(file) = &mut self.mismatches {
            file.add(&csv_file::mismatch_row(input, line, mismatch));
        }
    }

    fn duplicate(&mut self, record: (&str, u64), first: (&str, u64)) {
        if let Some(file) = &mut self.duplicates {
            file.add(&csv_file::duplicate_row(record, first));
        }
    }

    fn fault(&mut self, input: &str, line: u64, what: &str) {
        self.print(&format!("quadrille: {}: {what}", self.place(input, line)));
    }

    fn written(&mut self, records: u64) {
        if !self.counts_read {
            self.records.store(records, Ordering::Relaxed);
        }
    }

    fn progress(&mut self, bytes: u64, so_far: &Tally) {
        // Otherwise those that have been read may not have been written.
        if self.counts_read {
            self.records.store(so_far.records, Ordering::Relaxed);
        }
        self.show(bytes, so_far.records);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_valid_and_text_shows_what_is_known() {
        for (total, expected) in [(Some(200), "50 %"), (None, "/s")] {
            bar(total).finish_and_clear();
            let text = describe(Duration::from_secs(1), total, 100, 1234);
            assert!(text.starts_with("1,234 records, ") && text.contains(expected), "{text}");
        }
    }

    #[test]
    fn a_time_left_that_overflows_is_shown() {
        assert!(describe(Duration::from_secs(100), Some(u64::MAX), 1, 1).contains("left"));
    }
}
