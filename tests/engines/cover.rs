//! Exact cover through the library: known counts, a naive solver, any number of threads.

use crate::problems::{answers, count, grids, langford, naive, pentominoes, queens, solutions, text};
use proptest::prelude::*;
use quadrille::{
    Input, Outcome, RunOptions,
    cover::{
        Cover, CoverBatch, CoverCounter, CoverFormat, CoverSolver, CoverTask, SearchProgress, is_exact_cover,
    },
    engine::Limits,
};

#[test]
fn pentominoes_fill_the_rectangles() {
    // Where a side is odd, the quarter for the cross would need its middle row or column twice: count all.
    assert_eq!(count(&pentominoes(3, 20, false)), 4 * 2);
    assert_eq!(count(&pentominoes(4, 15, false)), 4 * 368);
    assert_eq!(count(&pentominoes(6, 10, true)), 2339);
}

#[test]
fn pentominoes_in_all() {
    let (rows, columns, all) = crate::common::cases((4, 15, 1472), (6, 10, 9356));
    let cover = pentominoes(rows, columns, false);
    let (mut right, mut previous) = (0, Vec::new());
    let limits = Limits::new(u64::MAX);
    let report = CoverSolver::new(&cover).solve(&limits, |options| {
        right += u64::from(is_exact_cover(&cover, options) && options != previous);
        previous = options.to_vec();
    });
    assert_eq!((report.solutions, right), (all, all));
}

#[test]
fn langford_pairs_have_the_known_counts() {
    let known =
        [(1, 0), (2, 0), (3, 2), (4, 2), (5, 0), (6, 0), (7, 52), (8, 300), (11, 35584), (12, 216288)];
    for (n, pairs) in known {
        assert_eq!(count(&langford(n)), pairs, "n = {n}");
    }
}

#[test]
fn queens_have_the_known_counts() {
    let known = [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352), (10, 724)];
    for (n, boards) in known {
        assert_eq!(count(&queens(n)), boards, "n = {n}");
    }
}

#[test]
fn there_are_288_grids_of_4_by_4() {
    assert_eq!(count(&grids(2, 2)), 288);
}

#[test]
fn there_are_28_200_960_grids_of_6_by_6() {
    let cover = grids(2, 3);
    assert_eq!(CoverCounter::new(&cover).count().unwrap().solutions, 28_200_960u32.into());
}

#[test]
fn the_naive_solver_finds_the_known_counts() {
    for (cover, known) in [(langford(7), 52), (queens(6), 4), (grids(2, 2), 288)] {
        let found = naive(&cover);
        assert_eq!(found.len(), known);
        assert!(found.iter().all(|solution| is_exact_cover(&cover, solution)));
        assert_eq!(solutions(&cover), found);
    }
}

#[test]
fn the_checker_rejects_every_single_change() {
    let cover = langford(4);
    let right = &naive(&cover)[0];
    for i in 0..right.len() {
        let mut wrong = right.clone();
        wrong.remove(i);
        assert!(!is_exact_cover(&cover, &wrong));
        for option in 0..=cover.len() {
            wrong = right.clone();
            wrong[i] = option;
            assert_eq!(is_exact_cover(&cover, &wrong), option == right[i]);
            wrong = right.clone();
            wrong.push(option);
            assert!(!is_exact_cover(&cover, &wrong));
        }
    }
}

#[test]
fn counts_do_not_depend_on_threads() {
    for (cover, known) in [(queens(9), "352\n"), (langford(8), "300\n"), (grids(2, 2), "288\n")] {
        for threads in [1, 2, 3, 8] {
            let batch = CoverBatch::new(CoverTask::Count)
                .run_options(RunOptions::new().threads(threads))
                .format(CoverFormat::Dlx);
            assert_eq!(answers(&batch, &text(CoverFormat::Dlx, &cover)), known, "{threads} threads");
        }
    }
}

/// Many problems, some of them malformed.
fn many(format: CoverFormat) -> String {
    let one = |i: usize| match i % 7 {
        0 => text(format, &langford(3 + i % 6)),
        1 => text(format, &grids(2, 2)),
        3 if format == CoverFormat::Dlx => "a b |\nc\n".into(),
        3 if format == CoverFormat::Ec => "p ec x\n".into(),
        3 => "2 x\n".into(),
        _ => text(format, &langford(3 + i % 4)),
    };
    (0..60).map(one).collect()
}

#[test]
fn answers_do_not_depend_on_threads_or_on_how_the_text_arrives() {
    for &format in CoverFormat::ALL {
        let text = many(format);
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &text).unwrap();
        for (task, limit) in [(CoverTask::Solve, 1), (CoverTask::Solve, 3), (CoverTask::Count, 100)] {
            let batch =
                |threads| CoverBatch::new(task).limit(limit).run_options(RunOptions::new().threads(threads));
            let first = answers(&batch(1), &text);
            assert_eq!(first.lines().filter(|line| line.starts_with("!invalid: ")).count(), 9);
            for threads in [2, 3, 8] {
                assert_eq!(answers(&batch(threads), &text), first, "{format:?}, {threads} threads");
                for map in [true, false] {
                    let mut out = Vec::new();
                    let input = crate::common::input(file.path(), map);
                    let summary = batch(threads).run(input, &mut out, &mut ()).unwrap();
                    assert_eq!(String::from_utf8(out).unwrap(), first);
                    assert_eq!((summary.tally.problems, summary.format), (60, format));
                }
            }
        }
    }
}

/// A problem with one solution for each subset of `n` elements.
fn subsets(n: usize) -> Cover {
    let mut cover = Cover::new(n);
    for i in 0..2 * n {
        cover.add(&[i / 2]).unwrap();
    }
    cover
}

#[test]
fn answers_too_long_to_be_buffered_are_written_in_order() {
    let sizes = [2, 15, 1, 15, 16, 3];
    let problems: String = sizes.iter().map(|n| text(CoverFormat::Dlx, &subsets(*n))).collect();
    let one =
        answers(&CoverBatch::new(CoverTask::Solve).run_options(RunOptions::new().threads(1)), &problems);
    assert!(one.len() > 4 << 20);
    assert_eq!(
        answers(&CoverBatch::new(CoverTask::Solve).run_options(RunOptions::new().threads(3)), &problems),
        one
    );
    let mut rest = &one[..];
    for (i, n) in sizes.into_iter().enumerate() {
        let own;
        (own, rest) = rest.split_once(&format!("| problem {}\n", i + 2)).unwrap_or((rest, ""));
        assert_eq!(own, answers(&CoverBatch::new(CoverTask::Solve), &text(CoverFormat::Dlx, &subsets(n))));
        assert_eq!(own.split("\n\n").count(), 1 << n);
    }
}

#[test]
fn a_run_stops_when_its_output_fails() {
    struct Full(usize);
    impl std::io::Write for Full {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(std::io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    // Too many solutions to ever finish: the failed output must end the run.
    let endless = text(CoverFormat::Dlx, &subsets(60));
    for problems in [endless.clone(), endless.repeat(5)] {
        for threads in [1, 3] {
            let input = Input::reader("test", problems.as_bytes());
            let error = CoverBatch::new(CoverTask::Solve)
                .run_options(RunOptions::new().threads(threads))
                .run(input, &mut Full(3 << 20), &mut ())
                .unwrap_err();
            assert_eq!(error.kind(), quadrille::ErrorKind::Output, "{error}");
        }
    }
}

#[test]
fn long_searches_report_their_progress() {
    #[derive(Default)]
    struct Watch(Vec<SearchProgress>);
    impl quadrille::cover::CoverObserver for Watch {
        fn searching(&mut self, progress: &SearchProgress) {
            self.0.push(*progress);
        }
    }
    let endless = text(CoverFormat::Dlx, &subsets(60));
    for task in [CoverTask::Solve, CoverTask::Count] {
        let run = |seconds| {
            let mut watch = Watch::default();
            let timeout = std::time::Duration::from_secs(seconds);
            let options = RunOptions::new().timeout_per_puzzle(timeout).threads(2);
            let batch = CoverBatch::new(task).run_options(options);
            // One by one: with memory, this count takes no time.
            let batch = if task == CoverTask::Count { batch.memory(0) } else { batch };
            let mut out = std::io::sink();
            let summary = batch.run(Input::reader("test", endless.as_bytes()), &mut out, &mut watch).unwrap();
            assert_eq!((summary.tally.unknown, summary.tally.solved), (1, 0));
            (watch, summary)
        };
        // On a machine under load nothing may be searched in the first second.
        let runs = [1, 10, 100].into_iter().map(run);
        let (watch, summary) = runs.into_iter().find(|(watch, _)| !watch.0.is_empty()).expect("reports");
        assert!(watch.0.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes));
        assert!(watch.0.iter().all(|told| (0.0..=1.0).contains(&told.part)));
        assert!(
            watch.0.last().is_some_and(|told| told.nodes > 0 && told.nodes as u128 <= summary.tally.nodes)
        );
    }
}

prop_compose! {
    fn problem()(primary in 1usize..7, secondary in 0usize..5)(
        primary in Just(primary),
        options in proptest::collection::vec(
            proptest::collection::vec(0u32..4, primary + secondary), 0..14),
        secondary in Just(secondary),
    ) -> Cover {
        let mut cover = Cover::new(primary).with_secondary(secondary);
        for cells in options {
            cover.add(&(0..cells.len()).filter(|&i| cells[i] == 0).collect::<Vec<_>>()).unwrap();
        }
        cover
    }
}

proptest! {
    #[test]
    fn the_solver_agrees_with_the_naive_solver(cover in problem()) {
        let expected = naive(&cover);
        for solution in &expected {
            prop_assert!(is_exact_cover(&cover, solution));
        }
        prop_assert_eq!(solutions(&cover), expected);
    }

    #[test]
    fn the_checker_accepts_exactly_the_solutions_of_the_naive_solver(
        cover in problem(),
        chosen in proptest::collection::vec(0usize..14, 0..5),
    ) {
        let mut sorted = chosen.clone();
        sorted.sort_unstable();
        // The naive solver only chooses options with a primary item.
        let useful = |o: &usize| *o < cover.len() && cover.option(*o).iter().any(|i| (*i as usize) < cover.primary());
        if chosen.iter().all(useful) {
            prop_assert_eq!(is_exact_cover(&cover, &chosen), naive(&cover).contains(&sorted));
        }
    }

    #[test]
    fn the_text_of_solutions_matches_the_naive_solver(cover in problem(), threads in 1usize..4) {
        let mut dlx = Vec::new();
        prop_assume!(CoverFormat::Dlx.write(&cover, &mut dlx).is_ok());
        let dlx = String::from_utf8(dlx).unwrap();
        let lines: Vec<_> = dlx.lines().skip(1).collect();
        let shown = |solution: &Vec<usize>| solution.iter().map(|o| format!("{}\n", lines[*o])).collect::<String>();
        let mut expected: Vec<String> = naive(&cover).iter().map(shown).collect();
        let out = answers(&CoverBatch::new(CoverTask::Solve).run_options(RunOptions::new().threads(threads)).format(CoverFormat::Dlx), &dlx);
        let mut found: Vec<String> = out.split("\n\n").map(|s| format!("{}\n", s.trim_end())).collect();
        found.retain(|solution| solution != "\n");
        expected.sort();
        found.sort();
        prop_assert_eq!(&found, &expected);
        let counted = answers(&CoverBatch::new(CoverTask::Count).run_options(RunOptions::new().threads(threads)).format(CoverFormat::Dlx), &dlx);
        prop_assert_eq!(counted, format!("{}\n", expected.len()));
        if cover.items() == cover.primary() {
            for format in [CoverFormat::Matrix, CoverFormat::Sparse] {
                let out = answers(&CoverBatch::new(CoverTask::Solve).format(format), &text(format, &cover));
                let none = out == "NO\n" || out == "No Solution!\n";
                prop_assert_eq!(none, expected.is_empty(), "{}", out);
                let skip = usize::from(format == CoverFormat::Sparse);
                let rows: Vec<_> = out.split_whitespace().skip(skip).map(|w| w.parse::<usize>().unwrap_or(0)).collect();
                prop_assert!(none || is_exact_cover(&cover, &rows.iter().map(|r| r - 1).collect::<Vec<_>>()));
            }
        }
    }
}

#[test]
fn a_count_within_a_spent_budget_is_reported_as_a_lower_bound() {
    let text = text(CoverFormat::Dlx, &queens(8));
    for nodes in [1, 10, 100] {
        let counted = answers(
            &CoverBatch::new(CoverTask::Count).run_options(RunOptions::new().max_nodes(nodes)),
            &text,
        );
        let number: u64 = counted.strip_suffix("+\n").expect("a lower bound").parse().unwrap();
        assert!(number < 92);
        let listed = answers(
            &CoverBatch::new(CoverTask::Solve).run_options(RunOptions::new().max_nodes(nodes)),
            &text,
        );
        assert!(listed.ends_with("!unknown\n"));
    }
    let mut solver = CoverSolver::new(&queens(8));
    let report = solver.solve(&Limits::new(u64::MAX).max_nodes(10), |_| {});
    assert_eq!(report.outcome, Outcome::Unknown);
}
