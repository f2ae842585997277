//! Settings that have no effect are refused, not ignored.

use quadrille::{
    Batch, ErrorKind, Input, Outcome, Shape,
    batch::{Dedup, Morphs},
    cover::{CoverBatch, CoverCosts, CoverTask},
    generate::{Generator, GeneratorOptions},
    rating::Method,
    symmetry::Transform,
    tasks::{Check, EqualBy, Givens, Rate, Solve},
};

/// The message of a run that is refused; nothing if it is done.
fn refusal(batch: &Batch) -> Option<String> {
    let mut answers = Vec::new();
    let puzzles = vec![Input::reader("puzzles", &b"id,puzzle,solution\n1,1...3..2..4.4..1,\n"[..])];
    let error = batch.run(puzzles, &mut answers, &mut ()).err()?;
    assert_eq!((error.kind(), answers.len()), (ErrorKind::Config, 0), "{error}");
    Some(error.to_string())
}

#[track_caller]
fn assert_refused(batch: Batch, why: &str) {
    let message = refusal(&batch).expect("settings that are refused");
    assert!(message.contains(why), "{message}");
}

#[test]
fn answers_that_are_not_checked_have_no_column_and_no_mismatches() {
    let why = "only if answers are checked or moved";
    assert_refused(Batch::new(Solve::new()).solution_column("solution"), why);
    assert_refused(Batch::new(Givens::new()).solution_column("solution"), why);
    let identity = Transform::identity(Shape::from_side(4).unwrap()).unwrap();
    assert_refused(
        Batch::new(Morphs::transform(identity).with_solutions(false)).solution_column("solution"),
        why,
    );
    assert_refused(Batch::new(Check::new()).all_mismatches(true), "only if answers are checked");
    let checked = Batch::new(Check::new().verify_answers(true)).solution_column("solution");
    assert_eq!(refusal(&checked.all_mismatches(true)), None);
}

#[test]
fn ratings_refuse_what_their_method_does_not_use() {
    let why = "a seed is for ratings by morphs";
    assert_refused(Batch::new(Rate::new(Method::Guesses).seed(1)), why);
    assert_refused(Batch::new(Rate::new(Method::Logic).seed(1)), why);
    let morphs = Rate::new(Method::Morphs { count: 2 });
    assert_refused(Batch::new(morphs.clone().limit(2)), "a limit of solutions is for ratings by guesses");
    assert_eq!(refusal(&Batch::new(morphs.seed(1))), None);
    assert_eq!(refusal(&Batch::new(Rate::new(Method::Guesses).limit(2))), None);
}

#[test]
fn checks_refuse_what_cannot_be_told_or_written() {
    assert_refused(Batch::new(Check::new().limit(1).minimal(true)), "its second solution");
    let only = Check::new().only(Outcome::Unique);
    assert_refused(Batch::new(only.clone().minimal(true)), "written as they are");
    assert_refused(Batch::new(only.clone().search_columns(true)), "written as they are");
    assert_eq!(refusal(&Batch::new(only)), None);
}

#[test]
fn duplicates_are_not_reported_while_classes_are_counted() {
    let dedup = Dedup::equal_by(EqualBy::Text).only_counts(true);
    assert_refused(Batch::new(dedup.report(true)), "not reported");
}

#[test]
fn text_columns_need_a_table() {
    assert_refused(Batch::new(Solve::new()).text_columns(true), "must be Parquet or Arrow");
}

#[test]
fn cover_runs_refuse_what_their_task_does_not_use() {
    let run = |batch: CoverBatch| {
        let error = batch.run(Input::reader("p", &b"1 1\n1\n"[..]), &mut Vec::new(), &mut ()).err()?;
        assert_eq!(error.kind(), ErrorKind::Config);
        Some(error.to_string())
    };
    let costs = || CoverCosts::parse("costs", b"1\n").unwrap();
    assert!(run(CoverBatch::new(CoverTask::LowestCost).limit(1)).unwrap().contains("a limit is for"));
    assert!(run(CoverBatch::new(CoverTask::Count).costs(costs())).unwrap().contains("costs are for"));
    assert!(run(CoverBatch::new(CoverTask::Solve).memory(1 << 20)).unwrap().contains("no memory"));
    assert_eq!(run(CoverBatch::new(CoverTask::LowestCost).costs(costs()).memory(1 << 20)), None);
    assert_eq!(run(CoverBatch::new(CoverTask::Count).limit(1).memory(1 << 20)), None);
}

#[test]
fn generated_puzzles_have_no_limits_of_a_search() {
    let options = GeneratorOptions::unique(Shape::NINE, GeneratorOptions::easy(Shape::NINE)).unwrap();
    let limited = quadrille::RunOptions::new().max_nodes(1);
    let error = Generator::new(options, 1).seed(1).run_options(limited).puzzles().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
}
