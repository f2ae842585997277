//! `rate --method se`: the ratings of Sudoku Explainer, and what uses them.

use crate::common::{EASY, FOUR, output, run};
use std::fs;

/// Puzzles of our generator, and ER, EP and ED by the reference, with and without the techniques that assume uniqueness.
const RATED: [(&str, &str, &str); 4] = [
    (
        "7....5.....2..9..4..5..39.8.46.3....98......15.31....6...26...9.....74.......13..",
        "1.5,1.2,1.2",
        "1.5,1.2,1.2",
    ),
    (
        "8..5....7..4.2..6.9...8...2.....76.9.49......63........82.317.4.......1...7.48...",
        "4.5,1.2,1.2",
        "6.6,1.2,1.2",
    ),
    (
        ".2....5.18.49.1..6.5........8.........9.32.....31.....31.8.46.56..7....9...5..1..",
        "5.6,1.2,1.2",
        "7.2,1.2,1.2",
    ),
    (
        "7.2.3..8...........6..7.4.3...6.8.5..4......18......3....52.9..69...1.4.4....3.1.",
        "8.2,1.2,1.2",
        "8.2,1.2,1.2",
    ),
];
/// Two digits 5 in the first row.
const NONE: &str = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SE: [&str; 2] = ["--method", "se"];
const WITHOUT: [&str; 2] = ["--method", "se=no-uniqueness"];

fn puzzles() -> String {
    RATED.map(|(puzzle, ..)| format!("{puzzle}\n")).concat()
}

/// The output of a command for the puzzles.
fn of(command: &str, options: &[&[&str]]) -> String {
    output(&[&[command], &options.concat()[..]].concat(), puzzles())
}

#[test]
fn ratings_are_those_of_the_reference_with_and_without_uniqueness() {
    let expected = |of: &dyn Fn(&(&str, &str, &str)) -> String| RATED.iter().map(of).collect::<String>();
    assert_eq!(of("rate", &[&SE]), expected(&|(puzzle, with, _)| format!("{puzzle},{with}\n")));
    assert_eq!(of("rate", &[&WITHOUT]), expected(&|(puzzle, _, without)| format!("{puzzle},{without}\n")));
    let csv = of("rate", &[&SE, &["--output-format", "csv", "--rating-column", "SE"]]);
    let rows = expected(&|(puzzle, with, _)| format!("{puzzle},{with},rated\n"));
    assert_eq!(csv, format!("puzzle,SE,ep,ed,status\n{rows}"));
    let object = format!("{{\"puzzle\":\"{}\",\"n\":1}}\n", RATED[3].0);
    let members = ",\"er\":8.2,\"ep\":1.2,\"ed\":1.2,\"status\":\"rated\"}\n";
    assert_eq!(output(&["rate", SE[0], SE[1]], &*object), object.replace("}\n", members));
}

#[test]
fn only_plain_puzzles_of_9x9_cells_with_one_solution_have_a_rating() {
    let text = [EASY, NONE, &".".repeat(81), FOUR, "x"].map(|line| format!("{line}\n")).concat();
    let (out, _, code) = run(&["rate", "-q", SE[0], SE[1]], &*text);
    let lines: Vec<_> = out.lines().collect();
    assert_eq!((code, lines.len()), (1, 5));
    assert_eq!(lines[..2], [format!("{EASY},1.2,1.2,1.2"), format!("{NONE},!none")]);
    assert!(lines[2].ends_with(".,!multiple") && lines[3].starts_with("!invalid: ratings need a 9×9 board"));
    let (out, _, _) = run(&["rate", "-q", SE[0], SE[1], "--output-format", "csv"], &*text);
    let rows: Vec<_> = out.lines().collect();
    assert_eq!(rows[0], "puzzle,er,ep,ed,status");
    assert_eq!(
        rows[2..4],
        [format!("{NONE},!none,,,none"), format!("{},!multiple,,,multiple", &text[164..245])]
    );
}

#[test]
fn puzzles_are_selected_and_sorted_by_er() {
    let line = |at: usize| format!("{}\n", RATED[at].0);
    for command in ["rate", "select"] {
        assert_eq!(of(command, &[&SE, &["--rating", "4.5..5.6"]]), line(1) + &line(2));
        assert_eq!(of(command, &[&SE, &["--rating", "5.7.."]]), line(3));
        assert_eq!(of(command, &[&WITHOUT, &["--rating", "6.6..7"]]), line(1));
        for (range, says) in
            [("4.55..", "a rating by se is a number with one digit"), ("7..6.9", "exchange them")]
        {
            let (out, error, code) = run(&[command, SE[0], SE[1], "--rating", range], puzzles());
            assert_eq!((&*out, code), ("", 2));
            assert!(
                error.starts_with(&format!("quadrille: --rating {range}: ")) && error.contains(says),
                "{error}"
            );
        }
    }
    assert_eq!(
        of("select", &[&SE, &["--sort", "rating", "--descending"]]),
        (0..4).rev().map(line).collect::<String>()
    );
    let (_, error, code) =
        run(&["select", "-n", "1", "--per-bucket", "--rating", "1..", SE[0], SE[1]], puzzles());
    assert!(code == 2 && error.contains("--per-bucket is by --method guesses, not se"), "{error}");
}

#[test]
fn groups_are_ranges_of_er() {
    let chart = of("rate", &[&SE, &["--histogram"]]);
    let bars: Vec<_> =
        chart.lines().map(|line| line.split_whitespace().take(2).collect::<Vec<_>>()).collect();
    let groups = [
        ["se", "puzzles"],
        ["0–1.5", "1"],
        ["1.6–2.9", "0"],
        ["3.0–6.4", "2"],
        ["6.5–7.9", "0"],
        ["8.0–8.9", "1"],
        ["9.0+", "0"],
    ];
    assert_eq!(bars[..7], groups);
    // The techniques of the hardest steps and of all steps. Each digit takes a step.
    let hardest: Vec<_> =
        chart.lines().skip(8).take(5).map(|line| line.split("  ").next().unwrap()).collect();
    let techniques = ["hidden single", "unique rectangle", "BUG", "multiple forcing chains"];
    assert_eq!((hardest[0].trim(), &hardest[1..]), ("hardest step", &techniques[..]));
    let steps =
        |text: &str| text.split_whitespace().find_map(|word| word.replace(',', "").parse::<u64>().ok());
    let placed =
        chart.lines().skip(14).filter(|line| line.contains("single") || line.starts_with("last value"));
    let empty = puzzles().bytes().filter(|byte| *byte == b'.').count() as u64;
    assert!((empty - 20..=empty).contains(&placed.filter_map(steps).sum::<u64>()), "{chart}");
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    of("rate", &[&WITHOUT, &["--html", page.to_str().unwrap()]]);
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("Steps by technique") && page.contains(">multiple forcing chains<"));
    assert!(
        page.contains("ER, the rating of Sudoku Explainer, without techniques that assume uniqueness."),
        "{page}"
    );
}

#[test]
fn positions_are_rated_from_there_on() {
    // A malformed deletion, deletions that change nothing, and one of a given.
    let cells = RATED[1].0;
    let hodoku = |deleted: &str| format!(":0000::{cells}:{deleted}:::\n");
    let text = [hodoku(""), hodoku("12"), hodoku("112 312"), hodoku("811")].concat();
    let (out, error, code) = run(&["rate", "-q", SE[0], SE[1], "--output-format", "csv"], &*text);
    let ratings: Vec<_> = out.lines().map(|line| line.split_once(',').unwrap().1).collect();
    assert_eq!(ratings[..2], ["er,ep,ed,status", "4.5,1.2,1.2,rated"]);
    assert!(ratings[2].starts_with("!invalid") || ratings[2].contains("column 90"), "{out}");
    assert_eq!(ratings[3], "4.5,1.2,1.2,rated");
    assert!(ratings[4].contains("the deleted candidate 811 is the digit of r1c1"), "{out}");
    assert!(error.contains("-:2: column 90: expected a deleted candidate") && code == 1, "{error}");
}

#[test]
fn positions_are_written_and_read_again() {
    let text = [RATED[1].0, "x", RATED[2].0].map(|line| format!("{line}\n")).concat();
    let written = |command: &str, format: &str, text: &str| {
        let (out, _, code) = run(&[command, "-q", "--output-format", format], text);
        assert_eq!(code, 1, "{out}");
        let is_kept = |line: &&str| !line.starts_with("!invalid: expected ");
        let lines: Vec<_> = out.lines().collect();
        assert_eq!(lines.iter().filter(|line| !is_kept(line)).count(), 1, "{out}");
        lines.into_iter().filter(is_kept).map(|line| format!("{line}\n")).collect::<String>()
    };
    let ratings = |positions: &str| {
        let out = output(&["rate", SE[0], SE[1]], positions);
        out.lines().map(|line| line.split_once(',').unwrap().1.to_owned()).collect::<Vec<_>>()
    };
    for format in ["pencilmark", "candidates", "hodoku"] {
        let positions = written("convert", format, &text);
        assert_eq!(ratings(&positions), ["4.5,1.2,1.2", "5.6,1.2,1.2"], "{format}");
        assert_eq!(output(&["convert", "--output-format", format], &*positions), positions);
        // A step at a time: the first one places a digit.
        let after = written("hint", format, &text);
        let marks = |positions: &str| output(&["convert", "--output-format", "pencilmark"], positions);
        assert_eq!(marks(&after) == marks(&positions), format == "hodoku", "{after}");
        assert_eq!(output(&["solve"], &*after), output(&["solve"], &*positions));
    }
    let line = written("hint", "hodoku", &text);
    assert!(line.starts_with(&format!(":0002:4:{}:::", RATED[1].0)) || line.starts_with(":0002:"), "{line}");
    // The first candidate is deleted: the steps go on from there.
    let position = format!(":0000::{}:212 x:::\n:0000::{}:112 312:::\n", RATED[1].0, RATED[1].0);
    let (hint, _, _) = run(&["hint", "-q", SE[0], SE[1], "--output-format", "csv"], &*position);
    assert!(hint.contains("!invalid") && hint.lines().nth(2).unwrap().contains(",hint,r"), "{hint}");
    let (steps, _, _) =
        run(&["solve", "-q", "--explain", SE[0], SE[1], "--output-format", "line"], &*position);
    assert!(steps.contains("unique rectangle") && steps.contains("Solution: "), "{steps}");
    let (out, error, code) = run(&["solve", "--output-format", "hodoku"], &*text);
    assert!(code == 2 && out.is_empty() && error.contains("which only convert and hint write"), "{error}");
    let (out, _, _) = run(&["hint", "-q", "--output-format", "pencilmark"], format!("{NONE}\n{FOUR}\n"));
    assert_eq!(out, "mistake\n!invalid: candidates are written for 9×9 boards, found 4×4\n");
    // The techniques need one solution. A position without a step is written as it is.
    let (out, _, code) = run(&["hint", "-q", "--output-format", "pencilmark"], ".".repeat(81));
    assert_eq!((out, code), (format!("{}\n", "123456789".repeat(81)), 0));
    for options in [&["--explain"][..], &["--svg", "x.svg"], &["--method", "all"]] {
        let (_, error, code) =
            run(&[&["hint", "--output-format", "hodoku"], options].concat(), ".".repeat(81));
        assert!(code == 2 && error.contains("--output-format hodoku holds"), "{error}");
    }
}

#[test]
fn hints_in_a_chain_end_with_the_full_board() {
    let (mut position, mut steps) = (format!("{}\n", RATED[1].0), 0);
    loop {
        let method = ["se", "hodoku"][steps % 2];
        let format = if steps % 8 == 7 { "candidates" } else { "pencilmark" };
        let hint = ["hint", "-q", "--method", method, "--output-format", format];
        let (next, _, code) = run(&hint, &*position);
        assert!(code == 0 && !next.contains('!') && steps < 100, "{method}: {next}");
        if next == position {
            break;
        }
        (position, steps) = (next, steps + 1);
    }
    let solution = output(&["solve"], RATED[1].0);
    assert_eq!(output(&["solve"], &*position), solution);
    assert!(steps > 30 && position.matches('.').count() == 8 * 81, "{steps}: {position}");
    // A full board that is drawn is read as `grid`, and drawn again.
    let drawn = output(&["hint", "--output-format", "candidates"], &*position);
    assert_eq!(output(&["hint", "--output-format", "candidates"], &*drawn), drawn);
}

#[test]
fn positions_are_read_by_every_method_and_in_tables() {
    // The placed digit counts for steps, and is not a given.
    let placed = RATED[1].0.replacen("8..5", "8..+5", 1);
    let line = format!(":0000::{placed}:::\n");
    for method in ["all", "locked", "singles", "se", "hodoku", "naked-singles"] {
        let hint = output(&["hint", "--method", method], &*line);
        assert!(hint.as_bytes().get(3) == Some(&b'5') && hint.len() == 82, "{method}: {hint}");
    }
    // It is written as the position that its digits leave, but not drawn if a cell has no candidate.
    for (command, format) in [("rate", "csv"), ("rate", "ndjson"), ("hint", "csv"), ("hint", "ndjson")] {
        let again = |text: &str| output(&[command, SE[0], SE[1], "--output-format", format], text);
        let written = again(&line);
        assert_eq!(again(&written), written);
    }
    let none_left: String = (1..=9).map(|digit| format!("{digit}12 ")).collect();
    let none_left = format!(":0000::{placed}:{none_left}:::\n");
    assert_eq!(output(&["convert", "--output-format", "candidates"], &*none_left), "mistake\n");
    // Words follow the board where a drawing of candidates is answered.
    let drawing = output(&["convert", "--output-format", "candidates"], &*line);
    let (hint, _, code) = run(&["hint", "-q", "--explain"], &*drawing);
    assert!(code == 0 && hint.lines().count() == 1 && hint.contains(" single): "), "{hint}");
    let steps = output(&["solve", "--explain", "--output-format", "line"], &*drawing);
    let marks = output(&["convert", "--output-format", "pencilmark"], &*drawing);
    assert!(steps.starts_with(&format!("Puzzle: {marks}1. ")), "{steps}");
    // csv and ndjson that were written are read as positions again, and can be selected by their ratings.
    for format in ["csv", "ndjson"] {
        let solved = output(&["solve", "--output-format", format], &*marks);
        let rated = output(&["rate", SE[0], SE[1], "--output-format", "csv"], &*solved);
        assert!(
            rated.contains(&format!("{},", marks.trim())) && rated.contains(",4.5,1.2,1.2,rated"),
            "{rated}"
        );
        assert_eq!(output(&["select", SE[0], SE[1], "--rating", "4.."], &*solved), solved);
        let (_, error, code) = run(&["select", "--givens", "20.."], &*solved);
        assert!(code == 2 && error.contains(&format!("format {format} has candidates")), "{error}");
    }
    // The page has a note for the malformed record.
    let folder = tempfile::tempdir().unwrap();
    let [page, picture] = ["page.html", "hint.svg"].map(|name| folder.path().join(name));
    let (_, _, code) = run(
        &["solve", "-q", "--explain", "--html", page.to_str().unwrap(), "--format", "hodoku"],
        format!("{line}x\n"),
    );
    let text = fs::read_to_string(page).unwrap();
    let note = "<h2>Puzzle 2</h2>\n<p><strong>This record is malformed: expected `:technique";
    assert!(
        code == 1 && text.contains(note) && text.contains("ER 4.5") && !text.contains("no given"),
        "{text}"
    );
    output(&["hint", "--svg", picture.to_str().unwrap()], &*line);
    let text = fs::read_to_string(picture).unwrap();
    assert!(text.contains("class=\"found\"") && text.contains("class=\"placed\""), "{text}");
    // A step is an object.
    let hint = output(&["hint", "--method", "hodoku", "--output-format", "ndjson"], &*line);
    let hint: serde_json::Value = serde_json::from_str(&hint).unwrap();
    let step = &hint["step"];
    assert_eq!(
        (&step["name"], &step["score"], &step["placed"]["digit"]),
        (&hint["technique"], &hint["score"], &hint["digit"])
    );
}

#[test]
fn a_rating_that_is_given_up_is_a_lower_bound() {
    let text = [RATED[3].0, "x", RATED[0].0].map(|line| format!("{line}\n")).concat();
    let rate = |options: &[&str]| run(&[&["rate", "-q", SE[0], SE[1]], options].concat(), &*text);
    let (out, _, code) = rate(&["--max-steps", "8"]);
    let lines: Vec<_> = out.lines().map(|line| line.split_once(',').unwrap_or((line, "")).1).collect();
    assert_eq!((lines[0], lines[2], code), (">=1.2,1.2,1.2", ">=1.2,1.2,1.2", 1), "{out}");
    let (out, _, _) = rate(&["--max-steps", "8", "--output-format", "ndjson"]);
    let bound = "\"er\":\">=1.2\",\"ep\":1.2,\"ed\":1.2,\"status\":\"lower bound\"}";
    assert!(out.lines().next().unwrap().ends_with(bound), "{out}");
    // A puzzle that is at least this difficult is kept, but not if there is an upper bound.
    assert_eq!(rate(&["--max-steps", "8", "--rating", "1.2.."]).0.lines().count(), 2);
    assert_eq!(rate(&["--max-steps", "8", "--rating", "1.2..9"]).0, "");
    // Without a hidden single, which is found before the first look at the clock.
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n";
    let options =
        ["rate", "-q", SE[0], SE[1], "--timeout-per-puzzle", "0.000000001", "--output-format", "csv"];
    let (out, _, _) = run(&options, hard);
    assert!(out.lines().nth(1).unwrap().ends_with(",!unknown,,,unknown"), "{out}");
    let (_, error, code) = run(&["rate", "--max-steps", "3"], &*text);
    assert!(code == 2 && error.contains("need --method se"), "{error}");
}

#[test]
fn puzzles_are_selected_and_generated_by_technique_and_first_steps() {
    let line = |at: usize| format!("{}\n", RATED[at].0);
    let diamond = ".....1.....7.2.....9.6.8..5..1..7....6.9....42.9.........8...59.8....4....6.3...8\n";
    let text = puzzles() + "x\n" + diamond;
    for command in ["rate", "select"] {
        let of = |options: &[&str]| run(&[&[command, "-q"], options].concat(), &*text).0;
        assert_eq!(of(&["--technique", "bug"]), line(2));
        assert_eq!(
            [of(&["--technique", "BUG+1"]), of(&["--technique", "BUG type 2"])],
            [line(2), String::new()]
        );
        assert_eq!(of(&["--technique", "Unique-rectangle", "--rating", "4.6.."]), "");
        assert_eq!(of(&["--first-steps", "pearl", "--rating", "7.."]), diamond);
        assert_eq!(of(&["--first-steps", "diamond", "--rating", "7..", WITHOUT[0], WITHOUT[1]]), "");
    }
    for (args, says) in [
        (&["select", "--technique", "bag"][..], "did you mean BUG?"),
        (
            &["rate", "--technique", "skyscraper"],
            "only HoDoKu has this technique, and --technique is for --method se; name one of ",
        ),
        (&["rate", "--technique", ""], "--technique \"\": there is no such technique"),
        (&["convert", "--output-format", "pair"], "convert has no answers"),
        (&["rate", "--explain"], "solve and hint have it"),
        (&["rate", "--technique", "BUG", "--method", "logic"], "--technique is for --method se, not logic"),
        (&["generate", "--method", "se"], "--method needs --rating, --technique or --first-steps"),
        (&["rate", "--technique", "BUG", "--rating-column", "x"], "remove --rating-column"),
    ] {
        let (_, error, code) = run(args, &*text);
        assert!(code == 2 && error.contains(says), "{args:?}: {error}");
    }
    let (made, error, code) = run(
        &["generate", "--first-steps", "diamond", "--rating", "9..", "--max-tries", "40", "--seed", "1"],
        "",
    );
    assert!(made.is_empty() && code == 1 && error.contains("gave up after 40 attempts"), "{error}");
    let options = ["--technique", "naked pair"];
    let made = output(&[&["generate", "-n", "3", "--seed", "1"], &options[..]].concat(), "");
    assert_eq!((made.lines().count(), output(&[&["select"], &options[..]].concat(), &*made)), (3, made));
}

#[test]
fn generated_puzzles_have_their_er_in_the_range() {
    let wanted = ["--rating", "3.0..4.4", "-n", "3", "--seed", "1"];
    let puzzles = output(&[&["generate"], &SE[..], &wanted].concat(), "");
    assert_eq!(puzzles.lines().count(), 3);
    let kept = output(&["rate", SE[0], SE[1], "--rating", "3.0..4.4"], &*puzzles);
    assert_eq!(kept, puzzles);
}

#[test]
fn the_summary_says_how_many_puzzles_are_rated_in_a_second() {
    for method in ["se", "logic", "guesses"] {
        let (_, summary, _) = run(&["rate", "--method", method], puzzles());
        assert!(summary.contains("rating only") && !summary.contains("solve only"), "{summary}");
    }
}
