//! The events that a run reports.

use crate::format::{Format, OutputFormat};
use quadrille_tasks::{Malformed, Mismatch, Tally};

/// The number of malformed records, and of mismatches, that a run reports to its observer one by one. The tally
/// counts all of them.
pub const MALFORMED_SHOWN: usize = 10;

/// Receives the events of a run, one at a time: on the thread that started the run or, with
/// [`Batch::run_into`](super::Batch::run_into), on any of its threads. Events of one kind are in the order of the records.
///
/// All methods do nothing unless they are implemented.
///
/// ```
/// use quadrille::{Batch, Input, tasks::EqualBy};
/// use quadrille::batch::{Dedup, Format, Malformed, Mismatch, Observer, OutputFormat, Tally};
///
/// #[derive(Default)]
/// struct Log(Vec<String>);
///
/// impl Observer for Log {
///     fn recognized(&mut self, input: &str, format: &'static Format) {
///         self.0.push(format!("{input}: {}", format.name()));
///     }
///     fn malformed(&mut self, input: &str, line: u64, _reason: &str) {
///         self.0.push(format!("{input}:{line}: malformed"));
///     }
///     fn reason(&mut self, reason: &Malformed) {
///         println!("that record is malformed: {reason}");
///     }
///     fn duplicate(&mut self, record: (&str, u64), first: (&str, u64)) {
///         self.0.push(format!("line {} equals line {}", record.1, first.1));
///     }
///     fn mismatch(&mut self, input: &str, line: u64, mismatch: &Mismatch) {
///         self.0.push(format!("{input}:{line}: {mismatch}"));
///     }
///     fn fault(&mut self, input: &str, line: u64, reason: &str) {
///         self.0.push(format!("{input}:{line}: {reason}"));
///     }
///     fn opened(&mut self, input: &str, format: &'static Format, [puzzles, _]: [Option<&str>; 2]) {
///         println!("{input}: {format}, the puzzles are in the column {puzzles:?}");
///     }
///     fn table(&mut self, input: &str) {
///         println!("{input}: lines are rows");
///     }
///     fn column_found(&mut self, input: &str, column: &str) {
///         println!("{input}: {column} is the only column with boards");
///     }
///     fn converted(&mut self, input: &str, format: &'static OutputFormat) {
///         println!("{input}: the answers are in the format {format}");
///     }
///     fn overwritten(&mut self, input: &str, columns: &[String]) {
///         println!("{input}: the answers replace {columns:?}");
///     }
///     fn left_out(&mut self, input: &str, _format: Option<&'static OutputFormat>) {
///         println!("{input}: other columns are not in the output");
///     }
///     fn end_line(&mut self, input: &str, line: u64) {
///         println!("{input}:{line}: the last line is not a record");
///     }
///     fn written(&mut self, records: u64) {
///         println!("{records} records are answered");
///     }
///     fn progress(&mut self, bytes: u64, so_far: &Tally) {
///         println!("{} records in {bytes} bytes", so_far.records);
///     }
/// }
///
/// let text = "puzzle\n1...3..2..4.4..1\nx\n1...3..2..4.4..1\n".as_bytes();
/// let mut log = Log::default();
/// let batch = Batch::new(Dedup::equal_by(EqualBy::Text).report(true));
/// batch.run(vec![Input::reader("p", text)], &mut Vec::new(), &mut log)?;
/// assert_eq!(log.0[0], "p: csv");
/// assert!(log.0.contains(&"p:3: malformed".into()) && log.0.contains(&"line 4 equals line 2".into()));
/// # Ok::<(), quadrille::Error>(())
/// ```
pub trait Observer: Send {
    /// A malformed record: the input's name, the line, counted from 1, and the reason. Called for the first
    /// [`MALFORMED_SHOWN`] of a run; [`Tally::invalid`] counts all.
    fn malformed(&mut self, input: &str, line: u64, reason: &str) {
        let _ = (input, line, reason);
    }

    /// The reason of the malformed record that was just reported.
    fn reason(&mut self, reason: &Malformed) {
        let _ = reason;
    }

    /// The format of an input was recognized from its contents and is not the default, `line`.
    fn recognized(&mut self, input: &str, format: &'static Format) {
        let _ = (input, format);
    }

    /// An input has been opened: its name, its format, and the columns, or members of objects, with the puzzles and with the
    /// solutions that records bring.
    fn opened(&mut self, input: &str, format: &'static Format, columns: [Option<&str>; 2]) {
        let _ = (input, format, columns);
    }

    /// An input is a table, such as a Parquet file: its lines are its rows, counted from 1 without a header.
    fn table(&mut self, input: &str) {
        let _ = input;
    }

    /// The puzzles of an input are taken from a column, or a member of objects, that has none of the usual names, because
    /// it is the only one that holds boards: the input's name and the column's.
    fn column_found(&mut self, input: &str, column: &str) {
        let _ = (input, column);
    }

    /// The answers to an input are written in another format than its own, because of
    /// [`Batch::preferred_output_format`](super::Batch::preferred_output_format).
    fn converted(&mut self, input: &str, format: &'static OutputFormat) {
        let _ = (input, format);
    }

    /// Columns of an input, or members of its objects, are replaced by columns of the answers with the same names.
    fn overwritten(&mut self, input: &str, columns: &[String]) {
        let _ = (input, columns);
    }

    /// The output has only the puzzles and answers of an input that has other columns or members: the input's name, and the
    /// format of the output, if it is not a table such as a Parquet file.
    fn left_out(&mut self, input: &str, format: Option<&'static OutputFormat>) {
        let _ = (input, format);
    }

    /// The answer that a record brings is not a solution; called only if these answers are checked. The input's name,
    /// the line, and what is wrong. Called for the first [`MALFORMED_SHOWN`] of a run, or for all with
    /// [`Batch::all_mismatches`](super::Batch::all_mismatches); [`Tally::mismatches`] counts all.
    fn mismatch(&mut self, input: &str, line: u64, mismatch: &Mismatch) {
        let _ = (input, line, mismatch);
    }

    /// A record was dropped because it is in the same class as an earlier one; called only if [these are
    /// reported](super::Dedup::report). The input's name and the line of the record, and the name and line of the first one.
    fn duplicate(&mut self, record: (&str, u64), first: (&str, u64)) {
        let _ = (record, first);
    }

    /// Something is wrong with an input as a whole, such as fewer boards than it announces: the input's name, the
    /// line, and the reason. The boards that are there are answered.
    fn fault(&mut self, input: &str, line: u64, reason: &str) {
        let _ = (input, line, reason);
    }

    /// The last line of an input is `end`, which is not a record: the input's name and the line.
    fn end_line(&mut self, input: &str, line: u64) {
        let _ = (input, line);
    }

    /// The answers to this many records of the run have been written as a whole, or have their places in a file that
    /// nobody sees before it is complete. Called after every write to the output; with
    /// [`Batch::max_write`](super::Batch::max_write) there are several between two calls of
    /// [`progress`](Self::progress).
    fn written(&mut self, records: u64) {
        let _ = records;
    }

    /// The answers to some more records have been [`written`](Self::written): the bytes of input and the sums so far.
    fn progress(&mut self, bytes: u64, so_far: &Tally) {
        let _ = (bytes, so_far);
    }
}

/// Ignores all events.
impl Observer for () {}
