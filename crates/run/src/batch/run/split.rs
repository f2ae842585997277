//! Runs that divide their records among several outputs.

use super::{RunInputs, conclude};
use crate::{
    batch::{
        Batch, Observer, Summary,
        writer::{PartOutputs, Writer},
    },
    io::{Input, Output},
};
use quadrille_base::error::{Error, ErrorKind};
use quadrille_tasks::Written;

impl Batch {
    /// Divides the records among the outputs, one for each part of the [`Split`](crate::batch::Split) that the run is over, unchanged and in the order of the input;
    /// a header is in each of them. All records of a [class](quadrille_tasks::classes::EqualBy::Solution) are in the same part, so no puzzle
    /// of a part is a morph of one in another part, and neither are their solutions. [`Summary::selected`] has the sizes of the
    /// parts, which follow the weights as nearly as chance and the sizes of the classes allow.
    ///
    /// Malformed records and boards larger than 9×9, which cannot be compared, are not in any part; they are reported and
    /// counted. Memory is bounded.
    ///
    /// ```
    /// use quadrille::{Batch, Input, Output, batch::Split};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let [train, test] = ["train.txt", "test.txt"].map(|name| folder.path().join(name));
    /// let puzzles = "1...3..2..4.4..1\n2...4..3..1.1..2\n".as_bytes();
    /// let mut outputs = [Output::path(&train)?, Output::path(&test)?];
    /// let inputs = vec![Input::reader("puzzles", puzzles)];
    /// let summary = Batch::new(Split::new([1, 1])?).run_split(inputs, &mut outputs, &mut ())?;
    /// for output in outputs {
    ///     output.finish()?;
    /// }
    /// // The second puzzle is a morph of the first.
    /// let sizes = [&train, &test].map(|path| std::fs::read_to_string(path).unwrap().lines().count());
    /// assert!(sizes.contains(&0) && sizes.contains(&2));
    /// assert_eq!(summary.selected.iter().map(|part| part.written).sum::<u64>(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`run`](Self::run), and if there is not one output for each part. Afterwards no output can be finished.
    pub fn run_split(
        &self,
        inputs: Vec<Input<'_>>,
        outputs: &mut [Output],
        observer: &mut dyn Observer,
    ) -> Result<Summary, Error> {
        let Written::Parts(parts) = self.work.needs().written else {
            return Err(Error::new(ErrorKind::Config, "only a split has several outputs"));
        };
        let formats: Vec<_> = outputs.iter().map(Output::table_format).collect();
        let tables: Vec<_> = formats.iter().copied().flatten().collect();
        let batch = if tables.is_empty() { self.clone() } else { self.for_tables(&tables)? };
        let inputs = RunInputs::new(&batch, inputs, &formats)?;
        let end = if outputs.len() == parts {
            let threads = self.options.thread_count(0);
            outputs.iter_mut().for_each(|output| output.set_threads(threads));
            let mut reducer = self.work.reducer();
            let mut output = PartOutputs(outputs);
            let writer = Writer::new(&batch, &mut output, observer).reducer(reducer.as_deref_mut());
            batch.run_to(inputs, writer, None)
        } else {
            let what = format!("{} outputs for {parts} parts of a split", outputs.len());
            Err(Error::new(ErrorKind::Config, what))
        };
        conclude(end, outputs)
    }
}
