//! The settings of what is written for each record.

use super::{Batch, OutputChoice};
use crate::{batch::Morphs, format::OutputFormat};
use quadrille_core::engine::Outcome;
use quadrille_tasks::classes::FormOf;

impl Batch {
    /// Sets the format of the output. By default, each answer is in the format of its input.
    pub fn output_format(mut self, format: &'static OutputFormat) -> Batch {
        self.output = OutputChoice::Always(format);
        self
    }

    /// Sets the format of the output for inputs of another kind: an input whose own form of answer is of the same kind
    /// keeps it. Answers to a csv input stay in its table with all of its columns if `format` is `csv`, and boards that
    /// are drawn stay so if it is `line`, which here stands for any text that is neither csv nor ndjson.
    ///
    /// ```
    /// use quadrille::{Batch, Input, OutputFormat, Task};
    ///
    /// let csv = OutputFormat::named("csv").expect("the name of a format");
    /// let batch = Batch::new(Task::Check).preferred_output_format(csv);
    /// let answer = |text: &'static [u8]| {
    ///     let mut answers = Vec::new();
    ///     batch.run(vec![Input::reader("test", text)], &mut answers, &mut ()).map(|_| answers)
    /// };
    /// assert_eq!(answer(b"id,puzzle\n7,1...3..2..4.4..1\n")?, b"id,puzzle,status\n7,1...3..2..4.4..1,unique\n");
    /// assert_eq!(answer(b"1...3..2..4.4..1\n")?, b"puzzle,status\n1...3..2..4.4..1,unique\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn preferred_output_format(mut self, format: &'static OutputFormat) -> Batch {
        self.output = OutputChoice::Preferred(format);
        self
    }

    /// Makes [`Task::Solve`](crate::batch::Task::Solve) write every solution of each record, up to the [`limit`](Batch::limit), a row each: in
    /// lines behind the number of the record, as in `3: 1234…`, in csv and ndjson with the columns of the record.
    /// Memory is bounded, whatever the number of solutions. A record without a solution has one row, and one more
    /// follows the solutions of a record whose search was given up.
    ///
    /// Such a run can be neither sharded nor resumed.
    ///
    /// ```
    /// use quadrille::{Batch, Input, Task};
    ///
    /// let puzzles = "11..............\n123.341221434.21\n12..34..2.4.4.2.\n".as_bytes();
    /// let mut answers = Vec::new();
    /// let batch = Batch::new(Task::Solve).all_solutions().limit(u64::MAX);
    /// batch.run(vec![Input::reader("puzzles", puzzles)], &mut answers, &mut ())?;
    /// let lines: Vec<_> = std::str::from_utf8(&answers).unwrap().lines().collect();
    /// assert_eq!(lines[..2], ["1: !none", "2: 1234341221434321"]);
    /// assert!(lines[2..].iter().all(|line| line.starts_with("3: 12")));
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn all_solutions(mut self) -> Batch {
        self.all = true;
        self
    }

    /// Adds reasons. To [`Task::Hint`](crate::batch::Task::Hint) a field `explanation`: for each digit of the hint its cell and the houses that
    /// exclude the other digits, or what the mistake is. With [`Task::Solve`](crate::batch::Task::Solve) the answer to a puzzle without a solution
    /// is `!none: ` and the mistake, if one can be seen without a search. Ignored by other tasks.
    ///
    /// ```
    /// use quadrille::{Batch, Input, Task};
    ///
    /// let answer = |task, puzzle: &'static [u8]| {
    ///     let mut answers = Vec::new();
    ///     let batch = Batch::new(task).explain();
    ///     batch.run(vec![Input::reader("test", puzzle)], &mut answers, &mut ()).unwrap();
    ///     String::from_utf8(answers).unwrap()
    /// };
    /// assert_eq!(answer(Task::Hint, b"123.............\n"), "1234............,r1c4 = 4 (row 1 has 1 2 3)\n");
    /// assert_eq!(answer(Task::Solve, b"1..1............\n"), "!none: 1 twice in row 1: r1c1 and r1c4\n");
    /// ```
    pub fn explain(mut self) -> Batch {
        self.explain = true;
        self
    }

    /// Makes [`Task::Hint`](crate::batch::Task::Hint) fill only the first of the cells that it could fill.
    pub fn one_step(mut self) -> Batch {
        self.one = true;
        self
    }

    /// Writes the records with this outcome as they stand in the input, and nothing else: a filter. A header is kept.
    ///
    /// An input that announces the number of its records cannot be filtered, nor can the records be written in another
    /// format.
    ///
    /// ```
    /// use quadrille::{Batch, Input, Outcome, Task};
    ///
    /// let puzzles = "id,puzzle\n1,1...3..2..4.4..1\n2,1..............1\n".as_bytes();
    /// let mut unique = Vec::new();
    /// let batch = Batch::new(Task::Check).only(Outcome::Unique);
    /// batch.run(vec![Input::reader("puzzles", puzzles)], &mut unique, &mut ())?;
    /// assert_eq!(unique, b"id,puzzle\n1,1...3..2..4.4..1\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn only(mut self, outcome: Outcome) -> Batch {
        self.only = Some(outcome);
        self
    }

    /// Makes [`Task::Check`](crate::batch::Task::Check) also test, for each puzzle with exactly one solution, whether it keeps it without each of
    /// its givens in turn. The answer has one field more, `givens`: `minimal` if every given is needed, or `redundant: `
    /// and the cells of the givens that can go, each alone, such as `r1c2 r9c9`; `unknown` if a limit ended a search.
    /// It is empty for any other puzzle. [`Tally::minimal`](quadrille_tasks::Tally::minimal) counts the minimal ones.
    ///
    /// ```
    /// use quadrille::{Batch, Input, Task};
    ///
    /// let puzzles = "1...3..2..4.4..1\n1............32.\n".as_bytes();
    /// let mut answers = Vec::new();
    /// let batch = Batch::new(Task::Check).minimal();
    /// batch.run(vec![Input::reader("puzzles", puzzles)], &mut answers, &mut ())?;
    /// assert_eq!(answers, b"unique,redundant: r2c1 r4c1\nmultiple,\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn minimal(mut self) -> Batch {
        self.minimal = true;
        self
    }

    /// Adds the number of nodes and of guesses of its search to the answer of each record, as
    /// [`Report::nodes`](quadrille_core::engine::Report::nodes) and [`Report::guesses`](quadrille_core::engine::Report::guesses): two fields in csv and
    /// ndjson, behind the answer and a comma in the formats of one line per record. Ignored by [`Task::Hint`](crate::batch::Task::Hint) and
    /// [`Task::Canon`](crate::batch::Task::Canon).
    ///
    /// A run over an input whose answers have no place for them fails.
    pub fn stats(mut self) -> Batch {
        self.stats = true;
        self
    }

    /// Sets what [`Task::Canon`](crate::batch::Task::Canon) finds the canonical form of.
    ///
    /// ```
    /// use quadrille::{Batch, FormOf, Input, Task};
    ///
    /// let puzzles = "1...3..2..4.4..1\n.2.14..........3\n";
    /// let forms = |batch: Batch| {
    ///     let mut forms = Vec::new();
    ///     batch.run(vec![Input::reader("puzzles", puzzles.as_bytes())], &mut forms, &mut ()).unwrap();
    ///     String::from_utf8(forms).unwrap()
    /// };
    /// let solutions = forms(Batch::new(Task::Canon).form_of(FormOf::Solution));
    /// assert_eq!(solutions.lines().next(), Some("1234341221434321"));
    /// ```
    pub fn form_of(mut self, form_of: FormOf) -> Batch {
        self.form_of = form_of;
        self
    }

    /// Makes [`Task::Canon`](crate::batch::Task::Canon) write the [`Transform`](quadrille_puzzles::symmetry::Transform) that leads from each puzzle to the
    /// form, as text: in csv and ndjson a field `transform`, behind the answer and a comma in the formats of one line per record.
    pub fn transforms(mut self) -> Batch {
        self.transforms = true;
        self
    }

    /// Sets the morphs that [`Task::Morph`](crate::batch::Task::Morph) writes: by default one of each record, by a random transformation under
    /// seed 0. Ignored by other tasks.
    pub fn morphs(mut self, morphs: Morphs) -> Batch {
        self.morphs = morphs;
        self
    }

    /// Writes what stands behind the grid of a record, from the separator on, behind its answer. Inputs must be in the
    /// format `line`: other formats copy everything anyway, or have no such text.
    ///
    /// ```
    /// use quadrille::{Batch, Input, Task};
    ///
    /// let puzzles = "1...3..2..4.4..1;ED=1.2/1.2/1.2\n".as_bytes();
    /// let mut answers = Vec::new();
    /// Batch::new(Task::Solve).keep().run(vec![Input::reader("puzzles", puzzles)], &mut answers, &mut ())?;
    /// assert_eq!(answers, b"1234341221434321;ED=1.2/1.2/1.2\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn keep(mut self) -> Batch {
        self.keep = true;
        self
    }
}
