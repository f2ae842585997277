//! Hints by techniques, and the steps of solutions.

use crate::common::{EASY, EASY_SOLVED, FOUR, FOUR_SOLVED, HUST, NONE, answer, output, run, sixteen};
use quadrille::{
    Batch, Puzzle, RunOptions, Shape, Solver,
    batch::OutputFormat,
    generate::{Generator, GeneratorOptions, Givens},
    logic::{Level, Rater},
    tasks::{Hint, Solve},
    techniques::hodoku::{Board, codes, find_all},
};
use std::collections::HashSet;

/// Random minimal puzzles with their levels.
fn rated(count: u64) -> Vec<(Puzzle, Level)> {
    let options = GeneratorOptions::unique(Shape::NINE, Givens::Minimal).unwrap();
    let puzzles = Generator::new(options, count).seed(15).puzzles().unwrap();
    let mut rater = Rater::new();
    puzzles
        .into_iter()
        .map(|puzzle| {
            let level = rater.rate(puzzle.givens(), None).unwrap().level;
            (puzzle, level)
        })
        .collect()
}

fn of_level(level: Level) -> Puzzle {
    let found = rated(60).into_iter().find(|(_, is)| *is == level);
    found.expect("a puzzle of the level among sixty").0
}

fn ndjson(args: &[&str], text: &str) -> serde_json::Value {
    let line = output(&[args, &["--output-format", "ndjson"]].concat(), text);
    serde_json::from_str(&line).unwrap()
}

/// The index of a cell such as `r1c5`.
fn cell(name: &str, side: usize) -> usize {
    let (row, column) = name.strip_prefix('r').unwrap().split_once('c').unwrap();
    (row.parse::<usize>().unwrap() - 1) * side + column.parse::<usize>().unwrap() - 1
}

#[test]
fn hint_method_names_cell_digit_technique_and_reason() {
    let csv = output(
        &["hint", "--method", "singles"],
        &*format!("id,puzzle\n7,{FOUR}\n8,{FOUR_SOLVED}\n9,{NONE}\n"),
    );
    let explanation = "row 1 has 1, column 3 has 4, box 2 has 2";
    let expected = format!(
        "id,puzzle,hint,status,cell,digit,technique,explanation\n\
         7,{FOUR},1.3.3..2..4.4..1,hint,r1c3,3,naked single,\"{explanation}\"\n\
         8,{FOUR_SOLVED},no hint,no hint,,,,\n\
         9,{NONE},mistake,mistake,,,,1 twice in row 1: r1c1 and r1c2\n"
    );
    assert_eq!(csv, expected);
    let row = ndjson(&["hint", "--method", "all"], FOUR);
    assert_eq!(
        (&row["cell"], &row["digit"], &row["explanation"]),
        (&"r1c3".into(), &3.into(), &explanation.into())
    );
    let row = ndjson(&["hint", "--method", "all"], FOUR_SOLVED);
    assert!(row["cell"].is_null() && row["technique"].is_null(), "{row}");
    // Lines have the grid alone, and with --explain the reason.
    assert_eq!(output(&["hint", "--method", "singles"], FOUR), "1.3.3..2..4.4..1\n");
    let explained = output(&["hint", "--method", "singles", "--explain"], FOUR);
    assert_eq!(explained, format!("1.3.3..2..4.4..1,r1c3 = 3 (naked single): {explanation}\n"));
    let drawn = output(&["hint", "--method", "all", "--explain", FOUR], "");
    assert!(drawn.ends_with(&format!("\nr1c3 = 3 (naked single): {explanation}\n\n")), "{drawn}");
    // With --explain csv has the same columns.
    let text = format!("puzzle\n{FOUR}\n");
    let args = ["hint", "--method", "all"];
    assert_eq!(output(&[&args[..], &["--explain"]].concat(), &*text), output(&args, &*text));
}

#[test]
fn hints_one_after_the_other_lead_to_the_solution() {
    for (level, method) in [(Level::Singles, "singles"), (Level::Locked, "locked"), (Level::Locked, "all")] {
        let puzzle = of_level(level);
        let solution = Solver::new().solve(&puzzle).into_solution().unwrap().to_string();
        let (mut board, mut techniques) = (puzzle.to_string(), std::collections::BTreeSet::new());
        while board.contains('.') {
            let row = ndjson(&["hint", "--method", method], &board);
            let at = cell(row["cell"].as_str().unwrap(), 9);
            let digit = row["digit"].to_string();
            assert_eq!((&board[at..=at], &*digit), (".", &solution[at..=at]), "{row}");
            board.replace_range(at..=at, &digit);
            assert_eq!(row["hint"], board, "{row}");
            assert!(!row["explanation"].as_str().unwrap().is_empty(), "{row}");
            techniques.insert(row["technique"].as_str().unwrap().to_owned());
        }
        assert_eq!(board, solution);
        let has_locked = techniques.contains("pointing") || techniques.contains("claiming");
        assert_eq!(has_locked, level == Level::Locked, "{techniques:?}");
    }
}

#[test]
fn where_a_method_ends_there_is_no_hint() {
    let puzzle = of_level(Level::Backdoor(1)).to_string();
    let steps = ndjson(&["solve", "--explain", "--method", "locked"], &puzzle);
    let mut board = puzzle.clone();
    for step in steps["steps"].as_array().unwrap().iter().filter_map(|step| step.as_str()) {
        if let Some((name, rest)) = step.split_once(" = ") {
            let at = cell(name, 9);
            board.replace_range(at..=at, &rest[..1]);
        }
    }
    assert!(board.contains('.'));
    for method in ["singles", "locked"] {
        assert_eq!(output(&["hint", "--method", method], &*board), "no hint\n", "{board}");
    }
    // All techniques go on: they eliminate candidates until a digit can be placed.
    let row = ndjson(&["hint"], &board);
    let solution = Solver::new().solve(&puzzle.parse().unwrap()).into_solution().unwrap().to_string();
    let at = cell(row["cell"].as_str().unwrap(), 9);
    assert_eq!(row["digit"].to_string(), solution[at..=at], "{row}");
    let explanation = row["explanation"].as_str().unwrap();
    let (before, last) = explanation.rsplit_once("; ").unwrap();
    assert!(before.contains("<>") && last.starts_with(row["cell"].as_str().unwrap()), "{explanation}");
    let last = steps["steps"].as_array().unwrap().last().unwrap().as_str().unwrap();
    let left = board.matches('.').count();
    assert_eq!(
        last,
        format!("the techniques end here: {left} cells are left (tried: singles and locked candidates)")
    );
}

#[test]
fn every_mistake_of_naked_singles_is_one_for_all_methods() {
    let mut state = 99u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    let board =
        |_| (0..16).map(|_| b"............1234"[next(16) as usize] as char).chain(['\n']).collect::<String>();
    let text: String = (0..1000).map(board).collect();
    let plain = output(&["hint", "--explain", "--method", "naked-singles"], &*text);
    let by_logic = output(&["hint", "--explain", "--method", "all"], &*text);
    let mut more = 0;
    for ((puzzle, plain), by_logic) in text.lines().zip(plain.lines()).zip(by_logic.lines()) {
        let (answer, reason) = by_logic.split_once(',').unwrap();
        if plain.starts_with("mistake") {
            assert_eq!(by_logic, plain, "{puzzle}");
            continue;
        }
        let is_mistake = answer == "mistake";
        more += usize::from(is_mistake);
        assert_eq!(reason.is_empty(), answer == "no hint", "{by_logic}");
        let solutions = Solver::new().solve(&puzzle.parse().unwrap()).solutions();
        assert!(!is_mistake || solutions == 0, "{puzzle} has a solution: {by_logic}");
    }
    assert!(more >= 5, "digits without a place are mistakes too: {more}");
}

#[test]
fn hints_by_techniques_are_written_as_judges_and_large_boards_are() {
    let judged = output(&["hint", "--method", "all", "--format", "hust1565"], HUST);
    let cases = |text: &str| text.lines().filter(|line| line.starts_with("Case #")).count();
    assert_eq!(cases(&judged), cases(crate::common::HUST_HINTS));
    let (puzzle, solution) = sixteen();
    let row = ndjson(&["hint", "--method", "all"], &puzzle);
    let at = cell(row["cell"].as_str().unwrap(), 16);
    let letter = solution.as_bytes()[at];
    assert_eq!(row["digit"], letter - b'A' + 1, "a number, whatever the alphabet: {row}");
    let marks = ".".repeat(64);
    for command in [&["hint", "--method", "all"][..], &["solve", "--explain", "--output-format", "line"]] {
        let (out, _, code) = run(&[command, &["--format", "pencilmark"]].concat(), &*marks);
        assert_eq!((&*out, code), ("!invalid: these steps need a 9×9 board, found 4×4\n", 1));
    }
    let (_, error, code) = run(&["hint", "--method", "guess"], FOUR);
    assert!(
        code == 2
            && error
                .contains("the values are all, se, se=no-uniqueness, hodoku, locked, singles, naked-singles"),
        "{error}"
    );
}

/// Follows a text of steps from the puzzle on; returns the board where they end.
fn follow<'t>(puzzle: &str, steps: impl Iterator<Item = &'t str>) -> String {
    let (mut board, side) = (puzzle.to_owned(), puzzle.len().isqrt());
    for (number, step) in (1..).zip(steps) {
        let step = step.strip_prefix(&format!("{number}. ")).expect("a number").to_owned();
        if let Some((name, rest)) = step.split_once(" = ") {
            let at = cell(name, side);
            assert_eq!(&board[at..=at], ".", "{step}");
            board.replace_range(at..=at, &rest[..1]);
        } else {
            assert!(step.starts_with("pointing: ") || step.starts_with("claiming: "), "{step}");
        }
    }
    board
}

#[test]
fn solve_explain_lists_the_steps_to_the_solution() {
    let text = output(&["solve", "--explain"], EASY);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], format!("Puzzle: {EASY}"));
    let [.., solution, blank] = lines[..] else { panic!("{text}") };
    assert_eq!((solution, blank), (&*format!("Solution: {EASY_SOLVED}"), ""));
    assert_eq!(follow(EASY, lines[1..lines.len() - 2].iter().copied()), EASY_SOLVED);
    // One step for each digit and for each of the locked candidates, as a rating counts them.
    for (puzzle, level) in rated(12) {
        let text = output(&["solve", "--explain", "--method", "locked"], &*puzzle.to_string());
        let steps = text.lines().skip(1).take_while(|line| line.starts_with(|c: char| c.is_ascii_digit()));
        let rating = Rater::new().rate(puzzle.givens(), None).unwrap();
        assert_eq!(steps.clone().count() as u32, rating.steps);
        let is_full = !follow(&puzzle.to_string(), steps).contains('.');
        assert_eq!(is_full, level <= Level::Locked);
        assert_eq!(text.contains("\nthe techniques end here: "), !is_full, "{text}");
        let solution = Solver::new().solve(&puzzle).into_solution().unwrap();
        assert!(text.ends_with(&format!("\nSolution: {solution}\n\n")), "{text}");
        let all = output(&["solve", "--explain"], &*puzzle.to_string());
        assert!(all.starts_with(text.split("\nthe techniques").next().unwrap()) || is_full, "{all}");
        assert!(!all.contains("the techniques end here"), "{all}");
    }
}

#[test]
fn records_without_steps_are_answered_by_a_line() {
    let text = format!("{FOUR_SOLVED}\nx\n{NONE}\n");
    let (answers, _, code) = run(&["solve", "--explain"], &*text);
    let invalid = "!invalid: expected 16, 36, 81, 144, 256 or 625 cells, found 1";
    assert_eq!(answers, format!("{FOUR_SOLVED}\n{invalid}\n!none: 1 twice in row 1: r1c1 and r1c2\n"));
    assert_eq!(code, 1);
    let empty = ".".repeat(16);
    let several = output(&["solve", "--explain", "--limit", "2"], &*empty);
    let [puzzle, end, solution, ""] = several.lines().collect::<Vec<_>>()[..] else { panic!("{several}") };
    assert_eq!(puzzle, format!("Puzzle: {empty}"));
    assert_eq!(end, "the techniques end here: 16 cells are left (tried: singles and locked candidates)");
    assert!(solution.starts_with("One solution of several: "), "{solution}");
}

#[test]
fn steps_to_a_contradiction_are_shown() {
    // The givens do not show a contradiction.
    let text = output(&["solve", "--explain"], ".3.4....2......1");
    let lines: Vec<&str> = text.lines().collect();
    let [first, steps @ .., end, answer, ""] = &lines[..] else { panic!("{text}") };
    assert_eq!((*first, *answer), ("Puzzle: .3.4....2......1", "!none"));
    let contradiction = "the steps lead to a contradiction: no cell is left for 2 in box 4";
    assert_eq!((steps.len(), *end), (2, contradiction), "{text}");
}

#[test]
fn steps_are_a_column_a_list_or_below_the_drawing() {
    let almost = "12343412214.4321";
    let step = "r3c4 = 3 (naked single): row 3 has 1 2 4";
    let csv = output(&["solve", "--explain"], &*format!("puzzle\n{almost}\n{FOUR}\n"));
    let [header, first, second] = csv.lines().collect::<Vec<_>>()[..] else { panic!("{csv}") };
    assert_eq!(header, "puzzle,solution,status,steps");
    assert_eq!(first, format!("{almost},{FOUR_SOLVED},solved,{step}"));
    assert_eq!(second.matches(" | ").count() + 1, FOUR.matches('.').count(), "{second}");
    let row = ndjson(&["solve", "--explain"], almost);
    assert_eq!((&row["solution"], &row["steps"]), (&FOUR_SOLVED.into(), &serde_json::json!([step])));
    assert_eq!(ndjson(&["solve", "--explain"], FOUR_SOLVED)["steps"], serde_json::json!([]));
    let own = output(&["solve", "--explain"], &*format!("{{\"puzzle\":\"{almost}\"}}\n"));
    assert!(own.ends_with(&format!("\"steps\":[\"{step}\"]}}\n")), "{own}");
    let drawn = output(&["solve", "--explain", almost], "");
    assert!(drawn.ends_with(&format!("\n4 3 | 2 1\n1. {step}\n\n")), "{drawn}");
    // A later run without --explain writes the same solutions.
    let lines = output(&["solve"], &*format!("puzzle\n{almost}\n{FOUR}\n"));
    for (plain, explained) in lines.lines().zip(csv.lines()) {
        assert!(explained.starts_with(plain), "{explained}");
    }
}

#[test]
fn steps_are_refused_where_they_have_no_place() {
    for args in [&["--output-format", "pair"][..], &["--format", "hust1565"], &["--format", "spoj1110"]] {
        let (_, error, code) = run(&[&["solve", "--explain"], args].concat(), HUST);
        assert!(code == 2 && error.contains("cannot hold the steps of a solution"), "{args:?}: {error}");
    }
    for option in ["--all", "--search-columns", "--keep-trailing"] {
        let (_, error, code) = run(&["solve", "--explain", option], FOUR);
        assert!(code == 2 && error.contains("cannot be used with"), "{option}: {error}");
    }
    let refused = |task: Solve, variants: quadrille::grid::Variants| {
        let input = quadrille::Input::reader("test", FOUR.as_bytes());
        let batch = Batch::new(task).variants(variants);
        batch.run(vec![input], &mut Vec::new(), &mut ()).unwrap_err().to_string()
    };
    let (steps, plain) = (|| Solve::new().steps(true), quadrille::grid::Variants::default);
    assert!(refused(steps(), quadrille::grid::Variant::X.into()).contains("without variants"));
    assert!(refused(steps().all(true), plain()).contains("one solution"));
    assert!(refused(steps().search_columns(true), plain()).contains("figures"));
}

#[test]
fn steps_and_hints_do_not_depend_on_threads_or_chunks() {
    let mut text = String::new();
    for (puzzle, _) in rated(40) {
        text += &format!("{puzzle}\n{FOUR}\nx\n{NONE}\n\n# a comment\n");
    }
    for format in ["line", "csv", "ndjson", "grid"] {
        let format = OutputFormat::named(format).unwrap();
        for batch in
            [Batch::new(Solve::new().explain(true).steps(true)), Batch::new(Hint::new().explain(true))]
        {
            let batch = batch.output_format(format);
            let (expected, summary) =
                answer(&batch.clone().run_options(RunOptions::new().threads(1)), text.as_bytes());
            assert_eq!(summary.tally.records, 160);
            for (threads, chunk) in [(1, 1), (2, 100), (3, 1000), (8, 7)] {
                let other = batch.clone().run_options(RunOptions::new().threads(threads)).chunk_size(chunk);
                assert_eq!(answer(&other, text.as_bytes()).0, expected, "{threads} threads, {chunk} bytes");
            }
        }
    }
}

/// Needs an XY-wing.
const WING: &str = ".3.4...711.....6....5...89....9........6.495.3....2...7..2..5......91..32..74....";

#[test]
fn the_next_step_of_sudoku_explainer_may_eliminate_candidates() {
    let header = "puzzle,hint,status,cell,digit,technique,rating,eliminated,notation,explanation";
    let (mut board, mut hardest) = (WING.to_owned(), 0.0f64);
    let steps = ndjson(&["solve", "--explain", "--method", "se"], WING);
    let steps: Vec<&str> =
        steps["steps"].as_array().unwrap().iter().filter_map(|step| step.as_str()).collect();
    for step in &steps {
        let csv = output(&["hint", "--method", "se"], &*format!("puzzle\n{board}\n"));
        assert!(csv.starts_with(header), "{csv}");
        let row = ndjson(&["hint", "--method", "se"], &board);
        let rating = row["rating"].as_f64().unwrap();
        hardest = hardest.max(rating);
        let name = format!("{} ({rating:.1}): ", row["technique"].as_str().unwrap());
        assert_eq!(*step, name + row["explanation"].as_str().unwrap());
        let Some(name) = row["cell"].as_str() else {
            // A board cannot hold the candidates that are eliminated: the next hint of the board would be the same.
            assert!(row["digit"].is_null() && row["hint"] == board && row["eliminated"] != "", "{row}");
            break;
        };
        assert_eq!(row["eliminated"], "", "{row}");
        let at = cell(name, 9);
        board.replace_range(at..=at, &row["digit"].to_string());
        assert_eq!(row["hint"], board);
    }
    assert!(steps.iter().any(|step| step.starts_with("XY-wing (4.2): ")), "{steps:?}");
    // Two digits can be exchanged.
    let grid = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    let two = format!("..{}..{}", &grid[2..27], &grid[29..]);
    let (_, summary, code) = run(&["hint", "--method", "se", "--explain"], &*format!("{two}\n{FOUR}\n"));
    assert!(code == 1 && summary.contains("these steps need a 9×9 board, found 4×4"), "{summary}");
    let tried = output(&["hint", "--method", "se", "--explain"], &*two);
    assert_eq!(
        tried,
        "no hint,the techniques end here: 4 cells are left (the techniques of Sudoku Explainer need one solution, and the puzzle \
         has several)\n"
    );
    let mut wrong = WING.to_owned();
    wrong.replace_range(2..3, "6");
    let mistake = output(&["hint", "--explain", "--method", "se"], &*wrong);
    assert_eq!(mistake, "mistake,the board has no solution\n");
}

#[test]
fn steps_are_drawn_and_solutions_are_pages() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page");
    let file = path.to_str().unwrap();
    let text = || std::fs::read_to_string(&path).unwrap();
    let page = output(
        &["solve", "--explain", "--method", "se", "--html", file],
        &*format!("{WING}\n{EASY}\n{FOUR}\n"),
    );
    assert_eq!(page, "", "the page replaces the answers");
    let html = text();
    assert!(html.starts_with("<!DOCTYPE html>") && html.matches("<h2>Puzzle ").count() == 3, "{html}");
    assert!(html.contains(
        "<p><strong>This record is malformed: these steps need a 9×9 board, found 4×4.</strong></p>"
    ));
    assert!(html.contains("ER 4.2, EP 1.2, ED 1.2") && html.contains("XY-wing <span>4.2</span>"));
    assert!(
        !html.contains("http://")
            || html.matches("http://").count() == html.matches("http://www.w3.org/2000/svg").count()
    );
    let hundred = format!("{EASY}\n").repeat(101);
    let (_, error, code) = run(&["solve", "--explain", "--html", file], &*hundred);
    assert!(code == 2 && error.contains("at most 100 puzzles"), "{error}");
    assert_eq!(text(), html, "a page that is refused replaces nothing");
    let answer = output(&["hint", "--svg", file, EASY], "");
    assert!(answer.contains("r5c5 = 5") && text().starts_with("<svg "), "{answer}");
    assert_eq!(output(&["hint", "--svg", "-"], EASY), text(), "to standard output, without the answer");
    let (_, error, code) = run(&["hint", "--svg", file], &*format!("{EASY}\n{EASY}\n"));
    assert!(code == 2 && error.contains("the hint of one puzzle"), "{error}");
    let (_, error, code) = run(&["solve", "--html", file], EASY);
    assert!(code == 2 && error.contains("--html needs --explain; add it"), "{error}");
}

#[test]
fn all_steps_of_a_position_are_those_of_the_finders() {
    let all = ["hint", "--method", "hodoku", "--all-steps"];
    let board = "9384652711..8296356253178945..97831.8..63495.3..1524..7..28.54.48659172325.74.1..";
    let nine = Board::new(board.parse::<Puzzle>().unwrap().givens().try_into().unwrap());
    // A siamese fish is two of the steps.
    let found = codes().filter(|&code| code < 3000).flat_map(|code| find_all(code, &nine));
    let words = found.map(|(step, reason)| (step.technique, step.sentence(&reason)));
    let count = words.collect::<HashSet<_>>().len();
    let row = ndjson(&all, board);
    let steps: Vec<&str> =
        row["steps"].as_array().unwrap().iter().map(|step| step.as_str().unwrap()).collect();
    assert!(steps.len() == count && count > 10, "{count} {steps:?}");
    assert!(steps.iter().any(|step| step.starts_with("XY-wing (160): r5c2 is 1 or 7")), "{steps:?}");
    // The next step is one of them, in the same words.
    let words = |row: &serde_json::Value| {
        format!(
            "{} ({}): {}",
            row["technique"].as_str().unwrap(),
            row["score"],
            row["explanation"].as_str().unwrap()
        )
    };
    assert!(steps.contains(&&*words(&row)), "{steps:?}");
    let plain = ndjson(&all[..3], board);
    assert!(plain["steps"].is_null() && plain["explanation"] == row["explanation"]);
    // csv has a bar between the steps, lines have each step on a line of its own.
    let csv = output(&all, &*format!("puzzle\n{board}\nx\n"));
    assert!(!csv.contains("siamese"), "{csv}");
    assert!(csv.lines().next().unwrap().ends_with(",notation,explanation,steps"), "{csv}");
    assert!(csv.contains(&steps.join(" | ")) && csv.lines().last().unwrap().ends_with(','), "{csv}");
    let lines = output(&all, board);
    assert!(lines.lines().any(|line| line == format!("{count}. {}", steps[count - 1])), "{lines}");
}

#[test]
fn a_position_has_all_its_steps_only_if_it_has_one_solution() {
    let all = ["hint", "--method", "hodoku", "--all-steps"];
    for board in [EASY_SOLVED.trim(), &".".repeat(81), &format!("55{}", &WING[2..])] {
        assert!(ndjson(&all, board)["steps"].as_array().is_none_or(Vec::is_empty), "{board}");
    }
    for method in ["se", "all", "naked-singles"] {
        let (_, error, code) = run(&["hint", "--all-steps", "--method", method], EASY);
        assert!(code == 2 && error.contains("add --method hodoku, or remove --all-steps"), "{error}");
    }
    let (_, error, code) = run(&[&all[..], &["--output-format", "pencilmark"]].concat(), EASY);
    assert!(code == 2 && error.contains("remove --all-steps or --output-format"), "{error}");
    let input = quadrille::Input::reader("test", EASY.as_bytes());
    let error =
        Batch::new(Hint::new().all_steps(true)).run(vec![input], &mut Vec::new(), &mut ()).unwrap_err();
    assert_eq!(error.to_string(), "all steps of a position are found by the techniques of HoDoKu only");
}
