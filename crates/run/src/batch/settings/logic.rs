//! Hints and solutions by techniques.

use super::Batch;
use crate::batch::Task;
use quadrille_core::error::{Error, ErrorKind};
use quadrille_puzzles::logic::Techniques;

impl Batch {
    /// Makes [`Task::Hint`] place the next digit that these techniques find, one for each record, in place of all that the
    /// only-number method finds; see [`Deduction`](quadrille_puzzles::logic::Deduction). Csv and ndjson have four fields more: `cell`, as `r1c5`,
    /// `digit`, `technique`, and `because`, the reason as a sentence. With [`explain`](Batch::explain) the other formats have the sentence
    /// too. The answer is `no suggestion` if the techniques place no digit, and `mistake` if there is a contradiction. Ignored by other tasks.
    ///
    /// ```
    /// use quadrille::{Batch, Input, Task, logic::Techniques};
    ///
    /// let mut answers = Vec::new();
    /// let batch = Batch::new(Task::Hint).techniques(Techniques::All);
    /// let puzzles = "puzzle\n1...3..2..4.4..1\n".as_bytes();
    /// batch.run(vec![Input::reader("puzzles", puzzles)], &mut answers, &mut ())?;
    /// let answers = String::from_utf8(answers).unwrap();
    /// assert_eq!(
    ///     answers.lines().nth(1),
    ///     Some("1...3..2..4.4..1,1.3.3..2..4.4..1,r1c3,3,naked single,\"row 1 has 1, column 3 has 4, box 2 has 2\"")
    /// );
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn techniques(mut self, techniques: Techniques) -> Batch {
        self.techniques = Some(techniques);
        self
    }

    /// Makes [`Task::Solve`] write all [`Steps`](quadrille_puzzles::logic::Steps) of each puzzle, and where they end if they do not
    /// solve it. In the format `line` the answer is then a text of several lines with a blank line behind it, unless
    /// there is no step to write. Csv has a column `steps`, with ` | ` between them, and ndjson a list. Drawn boards have them below. Other
    /// formats are refused. Ignored by other tasks.
    ///
    /// ```
    /// use quadrille::{Batch, Input, Task};
    ///
    /// let mut answers = Vec::new();
    /// let puzzles = "12343412214.4321\n".as_bytes();
    /// Batch::new(Task::Solve).steps().run(vec![Input::reader("puzzles", puzzles)], &mut answers, &mut ())?;
    /// let text = "\
    /// Puzzle: 12343412214.4321
    /// 1. r3c4 = 3 (naked single): row 3 has 1 2 4
    /// Solution: 1234341221434321
    ///
    /// ";
    /// assert_eq!(String::from_utf8_lossy(&answers), text);
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn steps(mut self) -> Batch {
        self.steps = true;
        self
    }

    /// Refuses what has no place beside the steps of a solution.
    pub(in crate::batch) fn check_steps(&self) -> Result<(), Error> {
        if !self.steps || self.task != Task::Solve {
            return Ok(());
        }
        let refused = |what: &str| Err(Error::new(ErrorKind::Config, what));
        if !self.variants.is_plain() {
            return refused("steps are explained for standard sudoku only, without variants");
        }
        if self.all {
            return refused("steps lead to one solution, so they cannot be written with all solutions");
        }
        if self.stats || self.keep {
            return refused(
                "steps cannot be written with the figures of a search or with the text behind a grid",
            );
        }
        Ok(())
    }
}
