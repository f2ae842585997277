//! Wrong solutions of an engine, and other errors that end a run.

use super::*;
use crate::{
    batch::{input_format::Recognizer, settings::OutputChoice},
    format::{Format, ReadOptions, Selection},
    io::{Recognize, Recognized},
};
use quadrille_base::framing::HeadEnd;
use quadrille_engines::{Engine, Limits, Run, dlx::Dlx};
use quadrille_grid::Symbols;
use quadrille_tasks::{Check, Count, Solve, Task};

/// Changes one cell of the solution of every board whose first cell is empty.
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

fn opened(task: &dyn Task, format: &str, text: &[u8]) -> Recognized<Arc<InputFormat>> {
    let options = ReadOptions {
        symbols: Symbols::Auto,
        column: None,
        columns: task.columns().into(),
        selection: Selection::Named,
        solution_column: None,
        expected_solutions: false,
        regions: false,
        givens_only: false,
        counts_placed: false,
        keep_trailing: false,
        copies: false,
        unchanged: false,
        moves_solutions: false,
    };
    let mut recognizer = Recognizer {
        format: Format::named(format),
        output: OutputChoice::Same,
        filters: false,
        all: false,
        options,
    };
    recognizer.recognize("test", text, HeadEnd::Eof).expect("a known format").expect("a complete input")
}

fn config(task: impl Task + 'static, verifies: bool) -> WorkerConfig {
    WorkerConfig {
        limits: Limits::new(1),
        search: Some(Arc::new(task)),
        verifies,
        written: Arc::new(ChunkOutput::Answers),
        needs_lines: false,
        all_mismatches: false,
        tracks_ends: false,
        threads: 1,
        workers: 1,
    }
}

fn answer(task: impl Task + 'static, verifies: bool) -> ChunkAnswers {
    let shape = Shape::EACH[0];
    let engines = Engines::with(shape, Box::new(Wrong(Dlx::new(shape))));
    let mut answers = ChunkAnswers::default();
    let opened = opened(&task, "line", CHUNK);
    let mut worker = RecordWorker::new(config(task, verifies), engines, Default::default());
    let records = Records::of_text(CHUNK, &opened.format);
    worker.answer(&records, (0, None), &mut answers).unwrap();
    answers
}

#[test]
fn a_wrong_solution_is_fatal_and_its_line_is_known() {
    let (solve, check, count) = (Solve::new().limit(2), Check::new(), Count::new().limit(2));
    for (task, answers) in
        [("solve", answer(solve, true)), ("check", answer(check, true)), ("count", answer(count, true))]
    {
        // The board before it has no solution, so there is nothing to check.
        assert_eq!(answers.fatal, Some((5, Fatal::WrongSolution)), "{task}");
        assert_eq!(
            answers.written.text.iter().filter(|b| **b == b'\n').count(),
            3,
            "{task}: nothing after it"
        );
    }
}

#[test]
fn without_verification_solutions_are_written_as_they_are() {
    let answers = answer(Solve::new().limit(2), false);
    assert!(answers.fatal.is_none());
    let text = String::from_utf8(answers.written.text).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[2]), (5, "1234341221434321", "!none"));
    assert_eq!(lines[3], "2234341221434321");
}

/// Solved 9×9 puzzles in a row are written together; they end before a wrong solution.
#[test]
fn solved_puzzles_before_a_wrong_solution_are_written_and_none_after_it() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let chunk = format!("{}.{}{puzzle}", puzzle.repeat(5), &puzzle[1..]);
    for (format, head) in [("line", puzzle), ("csv", "puzzle\n")] {
        let engines = Engines::with(Shape::NINE, Box::new(Wrong(Dlx::new(Shape::NINE))));
        let config = config(Solve::new().limit(2), true);
        let mut worker = RecordWorker::new(config, engines, Default::default());
        let (mut answers, opened) = (ChunkAnswers::default(), opened(&Solve::new(), format, head.as_bytes()));
        let (input, chunk) = (&opened.format, chunk.as_bytes());
        let records = Records::of_text(chunk, input);
        worker.answer(&records, (0, None), &mut answers).unwrap();
        assert_eq!(answers.fatal, Some((5, Fatal::WrongSolution)), "{format}");
        assert_eq!(answers.tally.unique, 5, "{format}");
        let text = String::from_utf8(answers.written.text).unwrap();
        assert_eq!(text.lines().filter(|line| line.contains(solution)).count(), 5, "{format}: {text}");
        assert_eq!(text.lines().count(), 5, "{format}: nothing after it");
    }
}
