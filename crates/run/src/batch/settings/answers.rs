//! The settings of the output for each record.

use super::{Batch, OutputChoice};
use crate::format::OutputFormat;

impl Batch {
    /// Sets the format of the output. By default, each answer is in the format of its input.
    pub fn output_format(self, format: &'static OutputFormat) -> Batch {
        Batch { output: OutputChoice::Always(format), ..self }
    }

    /// Sets the format of the output for inputs of another kind: an input whose own form of answer is of the same kind
    /// keeps it. Answers to a csv input stay in its table with all of its columns if `format` is `csv`, and boards that
    /// are drawn stay so if it is `line`, which here means any text that is neither csv nor ndjson.
    ///
    /// ```
    /// use quadrille::{Batch, Input, batch::OutputFormat, tasks::Check};
    ///
    /// let csv = OutputFormat::named("csv").expect("the name of a format");
    /// let batch = Batch::new(Check::new()).preferred_output_format(csv);
    /// let answer = |text: &'static [u8]| {
    ///     let mut answers = Vec::new();
    ///     batch.run(vec![Input::reader("test", text)], &mut answers, &mut ()).map(|_| answers)
    /// };
    /// assert_eq!(answer(b"id,puzzle\n7,1...3..2..4.4..1\n")?, b"id,puzzle,status\n7,1...3..2..4.4..1,unique\n");
    /// assert_eq!(answer(b"1...3..2..4.4..1\n")?, b"puzzle,status\n1...3..2..4.4..1,unique\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn preferred_output_format(self, format: &'static OutputFormat) -> Batch {
        Batch { output: OutputChoice::Preferred(format), ..self }
    }

    /// Whether the text after the grid of a record, from the separator on, is written after its answer. Inputs must be in the
    /// format `line`: other formats copy everything anyway, or have no such text.
    ///
    /// ```
    /// use quadrille::{Batch, Input, tasks::Solve};
    ///
    /// let puzzles = "1...3..2..4.4..1;ED=1.2/1.2/1.2\n".as_bytes();
    /// let mut answers = Vec::new();
    /// Batch::new(Solve::new()).keep_trailing(true).run(vec![Input::reader("puzzles", puzzles)], &mut answers, &mut ())?;
    /// assert_eq!(answers, b"1234341221434321;ED=1.2/1.2/1.2\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn keep_trailing(self, keep_trailing: bool) -> Batch {
        Batch { keep_trailing, ..self }
    }

    /// Whether the columns of csv are strings in a [table](crate::io::Output::table), whatever they hold. Otherwise those whose first rows hold nothing but
    /// numbers are columns of numbers, and a later value that is not a number ends the run. A row with another number of fields is kept whole, as the
    /// text of its puzzle. Columns of tables keep their types.
    pub fn text_columns(self, text_columns: bool) -> Batch {
        Batch { text_columns, ..self }
    }
}
