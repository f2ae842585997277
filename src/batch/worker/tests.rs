//! What becomes of an engine's mistakes.

use super::*;
use crate::{
    batch::input_format::Recognizer,
    engine::{Engine, dlx::Dlx},
    format::{Format, ReadOptions, Selection},
    framing::HeadEnd,
    io::Recognize,
};

/// Changes one cell of the solution of every board that begins with an empty cell.
struct Wrong(Dlx);

impl Engine for Wrong {
    fn name(&self) -> &'static str {
        "wrong"
    }

    fn solve(&mut self, run: &mut Run<'_>, limits: &Limits) {
        self.0.solve(run, limits);
        for i in 0..run.len() {
            if run.givens(i)[0] > 0 {
                continue;
            }
            let cell = &mut run.solution_mut(i)[0];
            *cell = *cell % 4 + 1;
        }
    }
}

const CHUNK: &[u8] =
    b"# no record\n1...3..2..4.4..1\n\nx\n.11.............\n.2..3412..4.4..1\n1...3..2..4.4..1\n";

fn answer(task: Task, verify: bool) -> Answers {
    let shape = Shape::ALL[0];
    let limits = Limits::new(2);
    let orders = Orders { task, limits, verify, conversion: None, check_own: false };
    let mut worker =
        Worker::new(orders, Engines::with(shape, Box::new(Wrong(Dlx::new(shape)))), Default::default());
    let mut answers = Answers::default();
    let (symbols, fields) = (Symbols::Auto, Task::Solve.fields());
    let options = ReadOptions {
        symbols,
        column: None,
        fields,
        selection: Selection::Named,
        expected_solutions: false,
        regions: false,
        givens_only: false,
    };
    let mut recognizer = Recognizer { format: Format::named("line"), options };
    let start = recognizer.recognize("test", CHUNK, HeadEnd::Eof).expect("lines").expect("a whole input");
    let job = Job { chunk: CHUNK, reading: &start.reading, first_record: 0, records: None };
    worker.answer(&job, &mut answers);
    answers
}

#[test]
fn a_wrong_solution_is_found_and_its_line_named() {
    for task in [Task::Solve, Task::Check, Task::Count] {
        let answers = answer(task, true);
        // The board before it has no solution: there is nothing to check.
        assert!(answers.stop == Some((5, Stop::Wrong)), "{task:?}");
        assert_eq!(answers.text.iter().filter(|b| **b == b'\n').count(), 3, "{task:?}: nothing after it");
    }
}

#[test]
fn unverified_solutions_are_written_as_they_are() {
    let answers = answer(Task::Solve, false);
    assert!(answers.stop.is_none());
    let text = String::from_utf8(answers.text).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[2]), (5, "1234341221434321", "!none"));
    assert_eq!(lines[3], "2234341221434321");
}

#[test]
fn a_chunk_too_long_to_be_marked_is_an_overlong_record_and_its_line_named() {
    let shape = Shape::ALL[0];
    let (limits, fields) = (Limits::default(), Task::Solve.fields());
    let orders = Orders { task: Task::Solve, limits, verify: true, conversion: None, check_own: false };
    let options = ReadOptions {
        symbols: Symbols::Auto,
        column: None,
        fields,
        selection: Selection::Named,
        expected_solutions: false,
        regions: false,
        givens_only: false,
    };
    let mut recognizer = Recognizer { format: Format::named("csv"), options };
    let start =
        recognizer.recognize("test", b"puzzle\n", HeadEnd::Eof).expect("a table").expect("a whole input");
    let mut chunk = b"1...3..2..4.4..1\n\"never closed\n".to_vec();
    chunk.resize(MAX_RECORD + 200, b'\n');
    for (markable, line) in [(MAX_RECORD + 100, 1), (100, 0)] {
        let mut worker =
            Worker::new(orders.clone(), Engines::with(shape, Box::new(Dlx::new(shape))), Default::default());
        worker.markable = markable;
        let mut answers = Answers::default();
        let job = Job { chunk: &chunk, reading: &start.reading, first_record: 0, records: None };
        worker.answer(&job, &mut answers);
        assert!(answers.stop == Some((line, Stop::Overlong)), "{markable}");
        assert!(answers.text.is_empty(), "{markable}");
    }
}
