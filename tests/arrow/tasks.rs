//! Every function against the rest of the library.

use crate::{columns::*, functions::*};
use arrow_array::{
    Array, ArrayRef, BinaryArray, ListArray, StringArray,
    cast::AsArray,
    types::{Float64Type, Int64Type},
};
use quadrille::{
    ErrorKind, Outcome, Puzzle, RunOptions, Shape, Solver,
    arrow::{MorphOptions, Options, answers, classes, keys, morph, verify},
    explanation,
    grid::{NakedSingles, Variant},
    logic::{Deduction, Rater, Techniques},
    rating::{GuessCounter, Guesses, Method, MorphRater},
    symmetry::{self, Symmetries, Transform},
    tasks::{Canonical, Check, Count, EqualBy, FormOf, Hint, HintMethod, Rate, Solve},
};
use quadrille_columns::ColumnsError;
use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
};

fn array(values: &[Option<String>]) -> StringArray {
    values.iter().map(Option::as_deref).collect()
}

/// The values that are puzzles, with their rows.
fn puzzles(values: &[Option<String>]) -> Vec<(usize, Puzzle)> {
    let parsed = |(row, value): (usize, &Option<String>)| {
        let text = value.as_ref()?.replace(char::is_whitespace, "");
        Some((row, text.parse::<Puzzle>().ok()?))
    };
    values.iter().enumerate().filter_map(parsed).collect()
}

#[test]
fn check_and_count_give_the_counts_of_a_solver() {
    let mut values = mixed();
    values.truncate(6);
    values.extend(["12..............", ".".repeat(16).as_str()].map(|text| Some(text.to_owned())));
    let checked = check(&array(&values), &Options::new()).unwrap();
    let counted = count(&array(&values), &Options::new()).unwrap();
    let limited = answers(&array(&values), &Count::new().limit(5), &Options::new()).unwrap();
    for (row, puzzle) in puzzles(&values) {
        let all = Solver::new().limit(u64::MAX).solve(&puzzle).solutions();
        assert_eq!(numbers(&counted, "count")[row], Some(all));
        assert_eq!(numbers(&limited, "count")[row], Some(all.min(5)));
        let status = ["none", "unique", "multiple"][all.min(2) as usize];
        assert_eq!(column(&checked, "status")[row].as_deref(), Some(status));
        assert_eq!(column(&counted, "status")[row].as_deref(), Some(status));
    }
    assert_eq!((numbers(&counted, "count")[1], numbers(&counted, "count")[4]), (None, None));
}

#[test]
fn variants_are_followed_and_shapes_that_they_do_not_fit_are_errors() {
    let values = StringArray::from(vec!["1..............1", "12..............", &".".repeat(36), EASY]);
    let options = Options::new().variants(Variant::X).unwrap();
    let batch = answers(&values, &Solve::new().limit(2), &options).unwrap();
    assert_eq!(column(&batch, "status")[0].as_deref(), Some("none"));
    assert_eq!(column(&batch, "status")[1].as_deref(), Some("multiple"));
    assert_eq!(column(&batch, "status")[2].as_deref(), Some("multiple"));
    let windoku = Options::new().variants(Variant::Windoku).unwrap();
    let batch = solve(&values, &windoku).unwrap();
    assert_eq!(column(&batch, "status")[0].as_deref(), Some("invalid"));
    assert!(column(&batch, "error")[0].is_some() && column(&batch, "solution")[0].is_none());
}

#[test]
fn settings_without_an_effect_are_errors() {
    let values = StringArray::from(vec![EASY]);
    let variant = Options::new().variants(Variant::X).unwrap();
    let plain = Options::new();
    for error in [
        answers(&values, &Rate::new(Method::Guesses), &variant),
        answers(&values, &Rate::new(Method::Guesses).seed(1), &plain),
        answers(&values, &Check::new().limit(1).minimal(true), &plain),
        classes(&values, EqualBy::Puzzle, &variant),
        keys(&values, EqualBy::Puzzle, &variant),
        morph(&values, None, &MorphOptions::new(0), &variant),
    ] {
        assert_eq!(error.unwrap_err().kind(), ErrorKind::Config);
    }
}

#[test]
fn limits_make_a_puzzle_unknown() {
    let values = StringArray::from(vec![HARD, EASY]);
    let batch = solve(&values, &Options::new().run_options(RunOptions::new().max_nodes(1))).unwrap();
    assert_eq!(column(&batch, "status"), [Some("unknown".into()), Some("solved".into())]);
    assert_eq!(column(&batch, "solution")[0], None);
    let forms =
        canonical(&values, FormOf::Puzzle, &Options::new().run_options(RunOptions::new().max_nodes(1)))
            .unwrap();
    assert_eq!(column(&forms, "canonical")[0], None);
}

#[test]
fn hints_are_deductions() {
    let mut values = mixed();
    values.extend(
        ["11..............", "12..............", "123.............4......4........"].map(|t| Some(t.into())),
    );
    let locked = Hint::new().method(HintMethod::Techniques(explanation::Method::Locked));
    let batch = answers(&array(&values), &locked, &Options::new()).unwrap();
    let [hints, cells, techniques, explanation, statuses] =
        ["hint", "cell", "technique", "explanation", "status"].map(|name| column(&batch, name));
    for (row, puzzle) in puzzles(&values) {
        match Deduction::next(&puzzle, Techniques::Locked) {
            Ok(Some(next)) if puzzle.naked_singles() != NakedSingles::Mistake => {
                let (cell, digit) = (next.placement().cell().unwrap(), next.placement().digit());
                let mut after = puzzle.givens().to_vec();
                after[cell] = digit;
                assert_eq!(hints[row], Some(Puzzle::new(after).unwrap().to_string()));
                let side = puzzle.shape().side();
                assert_eq!(cells[row], Some(format!("r{}c{}", cell / side + 1, cell % side + 1)));
                assert_eq!(techniques[row], Some(next.technique().to_string()));
                let sentence = next.to_string();
                assert!(sentence.ends_with(explanation[row].as_ref().unwrap().rsplit("; ").next().unwrap()));
                assert_eq!(statuses[row].as_deref(), Some("hint"));
            }
            Ok(None) => assert_eq!(statuses[row].as_deref(), Some("no hint")),
            _ => {
                assert_eq!(statuses[row].as_deref(), Some("mistake"));
                assert!(explanation[row].is_some() && hints[row].is_none());
            }
        }
    }
    let kinds = ["hint", "no hint", "mistake", "invalid"];
    assert!(kinds.iter().all(|kind| statuses.iter().any(|status| status.as_deref() == Some(kind))));
}

#[test]
fn forms_are_canonical() {
    let values = mixed();
    let batch = canonical(&array(&values), FormOf::Puzzle, &Options::new()).unwrap();
    let (forms, counts) = (column(&batch, "canonical"), numbers(&batch, "automorphisms"));
    let solutions = canonical(&array(&values), FormOf::Solution, &Options::new()).unwrap();
    for (row, puzzle) in puzzles(&values) {
        let Ok(canonical) = symmetry::canonical(&puzzle) else {
            let error = column(&batch, "error")[row].clone().unwrap();
            assert!(error.ends_with("have no canonical form"), "{error}");
            continue;
        };
        assert_eq!(forms[row], Some(canonical.form.to_string()));
        assert_eq!(counts[row], Some(canonical.automorphisms));
        let verdict = Solver::new().limit(2).solve(&puzzle);
        let solution = verdict.solution().filter(|_| verdict.solutions() == 1);
        let least = solution.map(|solution| symmetry::minlex(solution).unwrap().form.to_string());
        assert_eq!(column(&solutions, "canonical")[row], least);
    }
}

#[test]
fn morphs_are_the_random_transformations_of_their_rows() {
    let values = mixed();
    let solved = solve(&array(&values), &Options::new()).unwrap();
    let from = Symmetries { transpose: false, ..Symmetries::ALL };
    let options = MorphOptions::new(7).copies(3).symmetries(from).first_row(100);
    for threads in [1, 3] {
        let solutions = solved.column(0);
        let threads = Options::new().run_options(RunOptions::new().threads(threads));
        let batch = morph(&array(&values), Some(solutions), &options, &threads).unwrap();
        let [morphs, moved, errors] = ["morph", "solution", "error"].map(|name| column(&batch, name));
        let groups: Vec<_> = (0..3 * values.len() as u64).map(|at| Some(101 + at / 3)).collect();
        assert_eq!(numbers(&batch, "group"), groups);
        let puzzles = puzzles(&values);
        for (row, value) in values.iter().enumerate() {
            let puzzle = puzzles.iter().find(|(of, _)| *of == row).map(|(_, puzzle)| puzzle);
            for copy in 0..3 {
                let (at, number) = (3 * row + copy, (100 + row as u64) * 3 + copy as u64);
                let transform = puzzle.and_then(|p| Transform::random(p.shape(), from, 7, number));
                let apply = |text: &str| transform.unwrap().apply(&text.parse().unwrap()).to_string();
                assert_eq!(morphs[at], transform.map(|t| t.apply(puzzle.unwrap()).to_string()));
                let solution = column(&solved, "solution")[row].clone();
                assert_eq!(moved[at], solution.filter(|_| transform.is_some()).map(|text| apply(&text)));
                assert_eq!(errors[at].is_some(), value.is_some() && transform.is_none());
            }
        }
    }
}

#[test]
fn morphs_by_transformations_are_undone_by_their_inverses() {
    let values = mixed();
    let boards = array(&values);
    let forms = answers(&boards, &Canonical::new(FormOf::Puzzle).transforms(true), &Options::new()).unwrap();
    let transforms = forms.column_by_name("transform").unwrap().clone();
    let by = MorphOptions::transform_column(transforms.clone());
    assert!(by == MorphOptions::transform_column(transforms.clone()) && by != MorphOptions::new(0));
    let moved = morph(&boards, None, &by, &Options::new()).unwrap();
    let back = MorphOptions::transform_column(transforms).inverse(true);
    let back = morph(moved.column(0), None, &back, &Options::new()).unwrap();
    for (row, puzzle) in puzzles(&values) {
        let form = column(&forms, "canonical")[row].clone();
        if form.is_some() {
            assert_eq!(column(&moved, "morph")[row], form);
            assert_eq!(column(&back, "morph")[row], Some(puzzle.to_string()));
        }
    }
}

#[test]
fn a_transformation_that_does_not_fit_is_an_error_of_its_row() {
    let boards = StringArray::from(vec!["1...3..2..4.4..1"; 3]);
    let transforms = StringArray::from(vec![Some("x"), None, Some("r1234-c1234-d2341")]);
    let by = MorphOptions::transform_column(Arc::new(transforms));
    let moved = morph(&boards, None, &by, &Options::new()).unwrap();
    assert_eq!(column(&moved, "morph")[..2], [None, None]);
    assert_eq!(column(&moved, "morph")[2].as_deref(), Some("2...4..3..1.1..2"));
    assert_eq!(column(&moved, "error")[1].as_deref(), Some("there is no transformation"));
    let nine: Transform = "r123456789-c123456789-d123456789".parse().unwrap();
    let moved = morph(&boards, None, &MorphOptions::transform(nine), &Options::new()).unwrap();
    let expected = "expected a 9×9 board for this transformation, found 4×4";
    assert_eq!(column(&moved, "error")[0].as_deref(), Some(expected));
    let error = morph(&boards, None, &by.copies(2), &Options::new()).unwrap_err();
    assert!(error.to_string().contains("would be the same"), "{error}");
    let error =
        morph(&boards.slice(0, 1), None, &MorphOptions::transform_column(Arc::new(boards)), &Options::new());
    assert_eq!(error.unwrap_err().to_string(), "there must be one transformation for each puzzle");
}

#[test]
fn reasons_about_solutions_of_numbers_name_the_numbers() {
    let solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let rows: [Vec<i64>; 6] = [1, 12, 200, 300, 0, 2].map(|first| {
        let mut row = solution.to_vec();
        row[0] = first;
        row
    });
    let puzzles = StringArray::from(vec!["................"; 6]);
    let lists = ListArray::from_iter_primitive::<Int64Type, _, _>(
        rows.iter().map(|row| Some(row.iter().map(|n| Some(*n)))),
    );
    let bytes: Vec<Vec<u8>> =
        rows.iter().map(|row| row.iter().map(|n| u8::try_from(*n).unwrap_or(u8::MAX)).collect()).collect();
    let bytes = BinaryArray::from_iter_values(bytes);
    let beyond = |number: &str| Some(format!("r1c1: {number}not a digit of a 4×4 board"));
    let empty = Some("r1c1: empty".to_owned());
    let twice = Some("r1c2: 2 twice in its row".to_owned());
    let arrays: [(ArrayRef, &str); 2] = [(Arc::new(lists), "300 is "), (Arc::new(bytes), "")];
    for (solutions, last) in arrays {
        let batch = verify(&puzzles, &solutions, &Options::new()).unwrap();
        let expected =
            [None, beyond("12 is "), beyond("200 is "), beyond(last), empty.clone(), twice.clone()];
        assert_eq!(column(&batch, "mismatch"), expected, "{}", solutions.data_type());
    }
}

/// Text has letters for these digits.
#[test]
fn reasons_about_large_boards_of_numbers_have_numbers() {
    let board = |first: i64, rest: i64| (0..256).map(move |cell| Some(if cell == 0 { first } else { rest }));
    let lists = |boards: [(i64, i64); 2]| {
        let boards = boards.map(|(first, rest)| Some(board(first, rest).collect::<Vec<_>>()));
        ListArray::from_iter_primitive::<Int64Type, _, _>(boards)
    };
    let (puzzles, solutions) = (lists([(3, 0), (3, 0)]), lists([(16, 16), (3, 16)]));
    let batch = verify(&puzzles, &solutions, &Options::new()).unwrap();
    let reasons = ["r1c1: 16 instead of the given 3", "r1c3: 16 twice in its row"];
    assert_eq!(column(&batch, "mismatch"), reasons.map(|reason| Some(reason.to_owned())));
}

#[test]
fn solutions_of_numbers_of_another_size_are_wrong() {
    let puzzles = StringArray::from(vec!["................", "................", "11.............."]);
    let rows = [vec![1; 36], vec![1; 17], vec![0; 16]];
    let rows = rows.iter().map(|row| Some(row.iter().map(|n| Some(*n))));
    let lists = ListArray::from_iter_primitive::<Int64Type, _, _>(rows);
    let batch = verify(&puzzles, &lists, &Options::new()).unwrap();
    let [large, long] = ["36 cells", "17 cells"].map(|text| Some(text.to_owned()));
    // Zeros alone are what `solve` answers in an array for a puzzle without a solution.
    assert_eq!(column(&batch, "mismatch"), [large, long, None]);
}

#[test]
fn steps_are_lists() {
    let boards = StringArray::from(vec![Some("1234341.21434321"), None, Some("11.............."), Some("x")]);
    let batch = answers(&boards, &Solve::new().steps(true), &Options::new()).unwrap();
    let steps = batch.column_by_name("steps").unwrap().as_list::<i32>();
    assert_eq!([0, 1, 2, 3].map(|row| steps.is_valid(row)), [true, false, true, false]);
    assert_eq!([0, 2].map(|row| steps.value(row).len()), [1, 0]);
    assert_eq!(steps.value(0).as_string::<i32>().value(0), "r2c4 = 2 (naked single): row 2 has 1 3 4");
}

#[test]
fn solutions_that_do_not_belong_to_their_puzzles_are_errors_of_their_rows() {
    let puzzles = StringArray::from(vec![EASY, EASY, EASY, EASY]);
    let solutions = StringArray::from(vec![Some("1234341221434321"), Some("!none"), None, Some("12!")]);
    let batch = morph(&puzzles, Some(&solutions), &MorphOptions::new(0), &Options::new()).unwrap();
    let errors = column(&batch, "error");
    assert_eq!(errors[0].as_deref(), Some("the solution is a board of 4×4, the puzzle of 9×9"));
    assert!(errors[3].as_ref().unwrap().starts_with("the solution: "));
    let morphs = column(&batch, "morph");
    assert_eq!(morphs.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, true, false]);
    let fewer = solutions.slice(0, 3);
    let error = morph(&puzzles, Some(&fewer), &MorphOptions::new(0), &Options::new()).unwrap_err();
    assert_eq!(error.reason(), Some(&ColumnsError::Lengths { puzzles: 4, solutions: 3 }));
}

#[test]
fn a_solution_with_another_digit_than_a_given_is_an_error_of_its_row() {
    let puzzles = StringArray::from(vec!["1...3..2..4.4..1"; 3]);
    let solutions = StringArray::from(vec!["1234341221434321", "1234341221434312", "123.341221434321"]);
    let batch = morph(&puzzles, Some(&solutions), &MorphOptions::new(0).copies(2), &Options::new()).unwrap();
    let error = "the solution is of another puzzle: its digit at r4c4 is not the given there";
    let errors = column(&batch, "error");
    // Nothing is reported about a cell that the puzzle leaves empty.
    assert_eq!(errors, [None, None, Some(error.into()), Some(error.into()), None, None]);
    for name in ["morph", "solution"] {
        let is_some: Vec<_> = column(&batch, name).iter().map(Option::is_some).collect();
        assert_eq!(is_some, [true, true, false, false, true, true], "{name}");
    }
}

#[test]
fn tasks_that_are_for_files_are_refused() {
    let values = StringArray::from(vec![EASY]);
    let (options, guesses) = (Options::new(), || Rate::new(Method::Guesses));
    for refused in [
        answers(&values, &Solve::new().all(true), &options),
        answers(&values, &Check::new().only(Outcome::Unique), &options),
        answers(&values, &guesses().at_least(2.0), &options),
        answers(&values, &guesses().only_counts(true), &options),
    ] {
        assert_eq!(refused, Err(ColumnsError::NotForColumns.into()));
    }
}

#[test]
fn a_number_of_copies_of_zero_is_an_error() {
    let values = StringArray::from(vec![EASY]);
    let error = morph(&values, None, &MorphOptions::new(0).copies(0), &Options::new()).unwrap_err();
    assert_eq!(error.reason(), Some(&ColumnsError::Zero { option: "copies" }));
}

#[test]
fn more_rows_than_a_column_can_have_are_an_error() {
    let values = StringArray::from(vec![EASY]);
    let options = MorphOptions::new(0).copies(u32::MAX);
    let error = morph(&values, None, &options, &Options::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
}

#[test]
fn ratings_match_the_raters() {
    let values = mixed();
    let nines: Vec<_> =
        puzzles(&values).into_iter().filter(|(_, puzzle)| puzzle.shape() == Shape::NINE).collect();
    let rated = |task: &Rate| {
        answers(&array(&values), task, &Options::new().run_options(RunOptions::new().threads(2))).unwrap()
    };
    let guesses = rated(&Rate::new(Method::Guesses).limit(2));
    let morphs = rated(&Rate::new(Method::Morphs { count: 5 }).seed(3));
    let logic = rated(&Rate::new(Method::Logic));
    for (row, puzzle) in &nines {
        let mut counts = [Guesses::default()];
        GuessCounter::new().count(puzzle.givens(), 2, &mut counts);
        assert_eq!(numbers(&guesses, "rating")[*row], Some(counts[0].guesses));
        let mut mean = [0.0];
        MorphRater::new(5, 3).rate(&mut GuessCounter::new(), puzzle.givens(), &mut mean);
        let found = morphs.column(0).as_primitive::<Float64Type>().value(*row);
        assert_eq!(format!("{found:.3}"), format!("{:.3}", mean[0]));
        assert!((found - mean[0]).abs() <= 0.0005);
        let rating = Rater::new().rate(puzzle.givens(), None);
        assert_eq!(column(&logic, "rating")[*row].as_deref(), rating.map(|r| r.level.name()));
        assert_eq!(numbers(&logic, "step_count")[*row], rating.map(|r| r.steps.into()));
    }
    let statuses = column(&logic, "status");
    assert_eq!([0, 5, 7].map(|row| statuses[row].as_deref().unwrap()), ["rated", "none", "multiple"]);
    let error = column(&guesses, "error")[3].clone().unwrap();
    assert_eq!(error, "ratings need a 9×9 board, found 4×4");
    assert_eq!(numbers(&guesses, "rating")[3], None);
}

#[test]
fn a_class_is_the_first_row_of_it() {
    let puzzle: Puzzle = HARD.parse().unwrap();
    let transform = Transform::random(Shape::NINE, Symmetries::ALL, 5, 1).unwrap();
    let morph = transform.apply(&puzzle).to_string();
    let more = Solver::new().solve(&puzzle).into_solution().unwrap().to_string();
    let zeros = HARD.replace('.', "0");
    let values = StringArray::from(vec![
        None,
        Some(HARD),
        Some(EASY),
        Some(morph.as_str()),
        Some("malformed"),
        Some(more.as_str()),
        Some(zeros.as_str()),
    ]);
    for (by, expected) in [
        (EqualBy::Puzzle, [None, Some(1), Some(2), Some(1), None, Some(5), Some(1)]),
        (EqualBy::Solution, [None, Some(1), Some(2), Some(1), None, Some(1), Some(1)]),
        (EqualBy::Text, [None, Some(1), Some(2), Some(3), None, Some(5), Some(1)]),
    ] {
        let batch = classes(&values, by, &Options::new()).unwrap();
        assert_eq!(numbers(&batch, "class"), expected, "{by:?}");
        assert!(column(&batch, "error")[4].is_some());
    }
}

#[test]
fn rows_have_the_same_key_if_they_are_of_the_same_class() {
    let morph = Transform::random(Shape::NINE, Symmetries::ALL, 5, 1).unwrap();
    let morph = morph.apply(&HARD.parse().unwrap()).to_string();
    let values = vec![Some(HARD), None, Some(EASY), Some(morph.as_str()), Some("malformed"), Some(SEVERAL)];
    for by in [EqualBy::Puzzle, EqualBy::Solution, EqualBy::Text] {
        let array = StringArray::from(values.clone());
        let rows = numbers(&classes(&array, by, &Options::new()).unwrap(), "class");
        let batch = keys(&array, by, &Options::new()).unwrap();
        let found = batch.column(0).as_fixed_size_binary();
        for (row, class) in rows.iter().enumerate() {
            assert_eq!(found.is_null(row), class.is_none());
            assert!(class.is_none_or(|class| found.value(class as usize) == found.value(row)));
        }
        let different: HashSet<_> = found.iter().flatten().collect();
        let first = |(row, class): (usize, &Option<u64>)| *class == Some(row as u64);
        assert_eq!(different.len(), rows.iter().enumerate().filter(|&row| first(row)).count());
        assert!(column(&batch, "error")[4].is_some());
    }
}

#[test]
fn answers_do_not_depend_on_threads_and_all_rows_are_counted() {
    let values: Vec<_> = mixed().into_iter().filter(|v| v.as_ref().is_none_or(|v| v.len() < 200)).collect();
    let nines = vec![Some(EASY.to_owned()), Some(HARD.to_owned()), Some(NONE.to_owned())];
    for values in [values, nines] {
        let many: Vec<_> = values.iter().cycle().take(5_000).cloned().collect();
        for array in strings(&many) {
            let progress = Arc::new(AtomicU64::new(0));
            let options = Options::new().progress(progress.clone());
            let one = solve(&array, &options.clone().run_options(RunOptions::new().threads(1))).unwrap();
            assert_eq!(
                solve(&array, &options.clone().run_options(RunOptions::new().threads(3))).unwrap(),
                one
            );
            assert_eq!(progress.load(Relaxed), 10_000);
            let few = solve(&array.slice(0, values.len()), &options).unwrap();
            let (all, few) = (column(&one, "solution"), column(&few, "solution"));
            assert!(all.chunks(values.len()).all(|rows| *rows == few[..rows.len()]));
        }
    }
}

#[test]
fn a_raised_flag_stops_every_function() {
    let values = StringArray::from(vec![SEVERAL; 3]);
    let flag = Arc::new(AtomicBool::new(true));
    let options = Options::new().run_options(RunOptions::new().stop_flag(flag));
    let morphs = MorphOptions::new(0);
    let results = [
        solve(&values, &options),
        check(&values, &options),
        count(&values, &options),
        hint(&values, &options),
        canonical(&values, FormOf::Puzzle, &options),
        morph(&values, None, &morphs, &options),
        answers(&values, &Rate::new(Method::Guesses), &options),
        classes(&values, EqualBy::Puzzle, &options),
    ];
    assert!(results.iter().all(|result| *result == Err(ColumnsError::Stopped.into())));
}

#[test]
fn a_search_without_an_end_is_stopped() {
    let values = StringArray::from(vec![SEVERAL]);
    let flag = Arc::new(AtomicBool::new(false));
    let options = Options::new().run_options(RunOptions::new().stop_flag(flag.clone()));
    let counted = std::thread::spawn(move || count(&values, &options));
    flag.store(true, Relaxed);
    assert_eq!(counted.join().unwrap(), Err(ColumnsError::Stopped.into()));
}
