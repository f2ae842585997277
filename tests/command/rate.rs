//! `rate`: ratings of files, in every format and however the run is divided.

use crate::{
    common::{EASY, FOUR, quadrille, rows, run},
    determinism::one_output,
};
use quadrille::{
    Puzzle,
    logic::Rater,
    rating::{GuessCounter, Guesses, MorphRater},
};
use std::{fs, path::Path};

/// Rows of the data set sudoku-extreme: puzzles and their rating there.
const EXTREME: [(&str, u64); 4] = [
    ("5...27..9..41......1..5.3...92.6.8...5......66..7..29.8...7...2.......8...9..36..", 18),
    (".2.1..9.4....2.6....3.94..5..497..5..1...24.7....4..6...6.............8..9..1.7.6", 95),
    (".....8..1.6.9..2...4.52.9..4..6......9..45..6....924..9......7........3.35.2..6..", 60),
    (".9...12...3..284.6.6.....8..7....14..2..5.7....3.....2.1.9........7.5....872.6..4", 1),
];
/// Two digits 5 in the first row.
const NONE: &str = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn file(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// The output of the command for a text, without a message.
fn rated(text: &str, options: &[&str]) -> String {
    let (out, error, code) = run(&[&["rate", "-q"], options].concat(), text);
    assert_eq!((error.as_str(), code), ("", 0), "{options:?}");
    out
}

fn lines(puzzles: &[&str]) -> String {
    puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect()
}

/// The extreme rows as a table like the table of the data set.
fn table() -> String {
    let rows = EXTREME.map(|(puzzle, rating)| format!("forum,{puzzle},{},{rating}\n", "1".repeat(81)));
    format!("source,question,answer,rating\n{}", rows.concat())
}

#[test]
fn a_line_is_the_puzzle_and_its_rating() {
    let text = lines(&EXTREME.map(|(puzzle, _)| puzzle));
    let expected: String = EXTREME.iter().map(|(puzzle, rating)| format!("{puzzle},{rating}\n")).collect();
    assert_eq!(rated(&text, &[]), expected);
    assert_eq!(rated(&text, &["--output-format", "pair"]), expected);
    assert_eq!(rated(&format!("{EASY} # easy\n"), &["--keep-trailing"]), format!("{EASY},0 # easy\n"));
    assert_eq!(rated(&rows(EASY), &["--format", "grid"]), format!("{EASY},0\n"));
    assert_eq!(rated("", &[]), "");
}

#[test]
fn the_ratings_match_the_library() {
    let text: String =
        file("datasets/9x9-minimal.txt").lines().take(100).map(|line| format!("{line}\n")).collect();
    let puzzles: Vec<Puzzle> = text.lines().map(|line| line.parse().unwrap()).collect();
    let givens: Vec<u8> = puzzles.iter().flat_map(|puzzle| puzzle.givens().to_vec()).collect();
    let (mut counter, mut counts, mut means) =
        (GuessCounter::new(), vec![Guesses::default(); 100], vec![0.0; 100]);
    counter.count(&givens, 2, &mut counts);
    MorphRater::new(7, 3).rate(&mut counter, &givens, &mut means);
    let ratings = |options: &[&str]| -> Vec<String> {
        rated(&text, options).lines().map(|line| line.split_once(',').unwrap().1.to_owned()).collect()
    };
    let guesses: Vec<_> = counts.iter().map(|counts| counts.guesses.to_string()).collect();
    assert_eq!(ratings(&["--limit", "2"]), guesses);
    let means: Vec<_> = means.iter().map(|mean| format!("{mean:.3}")).collect();
    assert_eq!(ratings(&["--method", "morphs=7", "--seed", "3"]), means);
    assert_ne!(ratings(&["--method", "morphs=7"]), means, "another seed");
    let mut rater = Rater::new();
    let levels = givens.chunks(81).map(|givens| {
        let rating = rater.rate(givens, None).unwrap();
        format!("{},{}", rating.level, rating.steps)
    });
    assert_eq!(ratings(&["--method", "logic"]), levels.collect::<Vec<_>>());
}

#[test]
fn a_table_gets_a_column_or_keeps_its_own() {
    let table = table();
    let with_status = table.replace('\n', ",rated\n").replacen(",rated\n", ",status\n", 1);
    assert_eq!(rated(&table, &[]), with_status, "the ratings in the table come from tdoku");
    let changed = table.replace(",95\n", ",7\n");
    assert_eq!(rated(&changed, &[]), with_status, "the column is replaced");
    let beside = rated(&changed, &["--rating-column", "guesses"]);
    assert!(beside.starts_with("source,question,answer,rating,guesses,status\nforum,"), "{beside}");
    assert!(beside.contains(",7,95,rated\n"), "{beside}");
    let object = format!("{{\"puzzle\":\"{EASY}\",\"n\":[1, 2]}}\n");
    let with =
        |fields: &str| format!("{{\"puzzle\":\"{EASY}\",\"n\":[1, 2],{fields},\"status\":\"rated\"}}\n");
    assert_eq!(rated(&object, &[]), with("\"rating\":0"));
    assert_eq!(rated(&object, &["--method", "morphs"]), with("\"rating\":1.000"));
    assert_eq!(rated(&object, &["--method", "logic"]), with("\"rating\":\"singles\",\"step_count\":51"));
    assert_eq!(
        rated(&format!("puzzle\n{EASY}\n"), &["--rating-column", "steps"]),
        format!("puzzle,steps,status\n{EASY},0,rated\n")
    );
    let csv = rated(
        &format!("{EASY}\n"),
        &["--method", "logic", "--rating-column", "level", "--output-format", "csv"],
    );
    assert_eq!(csv, format!("puzzle,level,step_count,status\n{EASY},singles,51,rated\n"));
}

#[test]
fn every_record_has_an_answer() {
    let text = lines(&[EASY, NONE, &".".repeat(81), FOUR, "x"]);
    let answers = |options: &[&str]| run(&[&["rate", "-q"], options].concat(), text.as_str());
    let (out, error, code) = answers(&[]);
    let lines: Vec<_> = out.lines().collect();
    assert_eq!((lines.len(), code), (5, 1));
    assert_eq!(lines[1], format!("{NONE},0"));
    assert!(lines[2].starts_with("....") && lines[2].split_once(',').unwrap().1.parse::<u64>().is_ok());
    assert_eq!(lines[3], "!invalid: ratings need a 9×9 board, found 4×4");
    assert!(lines[4].starts_with("!invalid: expected "));
    assert!(error.contains("-:4: ratings need a 9×9 board") && error.contains("-:5: expected "), "{error}");
    let (out, _, code) = answers(&["--method", "logic"]);
    assert_eq!(code, 1);
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(lines[..2], [format!("{EASY},singles,51"), format!("{NONE},!none")]);
    assert!(lines[2].ends_with(",!multiple"));
    let (out, _, _) = answers(&["--method", "logic", "--output-format", "csv"]);
    let rows: Vec<_> = out.lines().collect();
    assert_eq!(rows[2], format!("{NONE},!none,,none"));
    assert!(rows[4].starts_with(",\"!invalid: ") || rows[4].starts_with(",!invalid: "), "{}", rows[4]);
}

#[test]
fn records_in_a_range_are_written_as_they_are() {
    let table = table().replace("forum,5", "\"a,\"\"b\",5");
    let row = |number: usize| table.lines().nth(number).unwrap().to_owned() + "\n";
    let head = row(0);
    assert_eq!(rated(&table, &["--rating", "18..60"]), head.clone() + &row(1) + &row(3));
    assert_eq!(rated(&table, &["--rating", "..17"]), head.clone() + &row(4));
    assert_eq!(rated(&table, &["--rating", "96.."]), head);
    let (low, high) = (
        rated(&table, &["--method", "morphs", "--rating", "..30"]),
        rated(&table, &["--method", "morphs", "--rating", "30.."]),
    );
    assert_eq!(low.lines().count() + high.lines().count(), 6);
    let text = lines(&[EASY, "x", NONE, EXTREME[0].0]);
    let kept =
        |options: &[&str]| run(&[&["rate", "-q", "--method", "logic"], options].concat(), text.as_str());
    let (out, _, code) = kept(&["--rating", "..locked"]);
    assert_eq!((out, code), (format!("{EASY}\n"), 1), "neither malformed records nor those without a rating");
    assert_eq!(kept(&["--rating", "backdoor 1..backdoor 3+"]).0, format!("{}\n", EXTREME[0].0));
}

#[test]
fn a_rating_is_compared_as_it_is_shown() {
    let text: String =
        file("datasets/9x9-minimal.txt").lines().take(200).map(|line| format!("{line}\n")).collect();
    let shown: Vec<String> = rated(&text, &["--method", "morphs=3"]).lines().map(String::from).collect();
    for line in shown.iter().step_by(40) {
        let (_, rating) = line.split_once(',').unwrap();
        let kept = rated(&text, &["--method", "morphs=3", "--rating", rating]);
        let expected = shown.iter().filter(|line| line.split_once(',').unwrap().1 == rating);
        assert_eq!(kept.lines().count(), expected.count());
    }
}

#[test]
fn a_histogram_takes_the_place_of_the_answers() {
    let text = lines(&[EASY, EXTREME[0].0, EXTREME[1].0, EXTREME[2].0, EXTREME[3].0]);
    let chart = rated(&text, &["--histogram"]);
    let counts: Vec<_> = chart.lines().map(|line| line.split_whitespace().nth(1).unwrap()).collect();
    assert_eq!(counts, ["puzzles", "1", "1", "1", "0", "2", "0"]);
    assert!(chart.lines().all(|line| line.chars().count() <= 80) && !chart.contains('\x1b'));
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("rated.txt");
    let with_answers = rated(&text, &["--histogram", "-o", out.to_str().unwrap()]);
    assert_eq!(with_answers, chart);
    assert_eq!(fs::read_to_string(out).unwrap(), rated(&text, &[]));
    let range = rated(&text, &["--histogram", "--rating", "5..60"]);
    let counts: Vec<_> = range.lines().map(|line| line.split_whitespace().nth(1).unwrap()).collect();
    assert_eq!(counts, ["puzzles", "0", "0", "1", "0", "1", "0"]);
    let levels = rated(&text, &["--histogram", "--method", "logic"]);
    assert!(levels.lines().nth(1).unwrap().starts_with("singles ") && levels.lines().count() == 6);
}

#[test]
fn a_page_needs_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let (page, out) = (folder.path().join("ratings.html"), folder.path().join("rated.txt"));
    let text = lines(&[EASY, EXTREME[0].0, EXTREME[1].0, EXTREME[2].0, EXTREME[3].0]);
    for by in ["guesses", "morphs", "logic", "se"] {
        let options = ["--method", by, "--html", page.to_str().unwrap()];
        assert_eq!(rated(&text, &options), "", "the page replaces the answers");
        let with_answers = [&options[..], &["-o", out.to_str().unwrap()]].concat();
        assert_eq!(rated(&text, &with_answers), "");
        assert_eq!(
            fs::read_to_string(&out).unwrap(),
            rated(&text, &options[..2]),
            "the answers do not change"
        );
        let html = fs::read_to_string(&page).unwrap();
        assert!(html.starts_with("<!DOCTYPE html>") && html.ends_with("</html>\n"));
        for word in ["http", "<script", "<link", "url(", "NaN"] {
            assert!(!html.contains(word), "{word}");
        }
        // Each puzzle is in one square of the map: its title has a comma.
        let squares = html.split("<title>guesses ").skip(1).map(|square| {
            let title = square.split_once("</title>").unwrap().0;
            title.rsplit_once(": ").unwrap().1.parse::<u64>().unwrap()
        });
        assert_eq!(squares.sum::<u64>(), 5);
        assert_eq!(
            html.matches("<svg ").count(),
            match by {
                "logic" => 5,
                "se" => 7,
                _ => 6,
            }
        );
        // All five puzzles are counted by their symmetry, and by their automorphisms.
        let (_, symmetries) = html.split_once("<h2>Symmetries</h2>").unwrap();
        let bars = |chart: &str| {
            let counts = chart.split("class=\"end\"").skip(1).map(|bar| {
                let text = bar.split_once('>').unwrap().1;
                text.split_once(' ').unwrap().0.parse::<u64>().unwrap()
            });
            counts.collect::<Vec<_>>()
        };
        let charts: Vec<_> = symmetries.split("<svg ").skip(1).map(bars).collect();
        assert_eq!(charts[0], [0, 1, 0, 0, 4], "one puzzle is unchanged by half a turn");
        assert_eq!(charts[1], [5], "only the identity leaves each puzzle unchanged");
        assert!(symmetries.contains(">rotate180</text>"));
    }
    let input = folder.path().join("puzzles.txt");
    fs::write(&input, &text).unwrap();
    let input = input.to_str().unwrap();
    let (html, _, code) = run(&["rate", "-q", input, "--html", "-"], "");
    assert!(code == 0 && html.starts_with("<!DOCTYPE html>"), "{html}");
    for (options, says) in [
        (&["--html", input][..], "this file is an input; name another file"),
        (&["--html", "-", "--histogram"], "--histogram and --html both write to standard output"),
        (&["--html", "-", "--summary-json", "-"], "both write to standard output"),
    ] {
        let (out, error, code) = run(&[&["rate", "-q", input][..], options].concat(), "");
        assert_eq!((out.as_str(), code), ("", 2));
        assert!(error.contains(says), "{error}");
    }
    assert_eq!(fs::read_to_string(input).unwrap(), text);
}

/// The second record is malformed, the fourth equals the first, and the last two are morphs of others.
#[test]
fn a_page_shows_duplicates() {
    let [easy, hard] = [EASY, EXTREME[0].0].map(|puzzle| {
        let (morph, _, _) = run(&["morph", "-q", "--seed", "1", "-"], format!("{puzzle}\n"));
        (puzzle, morph.trim().to_owned())
    });
    let text = lines(&[easy.0, "x", hard.0, easy.0, &easy.1, &hard.1]);
    let (html, _, _) = run(&["rate", "-q", "--html", "-", "-"], text);
    let (_, duplicates) = html.split_once("<h2>Duplicates</h2>").unwrap();
    for says in ["earlier puzzle: 1<", "equal ones included: 3<", "several puzzles: 2<"] {
        assert!(duplicates.contains(says), "{duplicates}");
    }
    let row = |records, first, puzzle: &str| {
        let puzzle = puzzle.replace('0', ".");
        format!("<tr><td>{records}</td><td>{first}</td><td class=\"puzzle\">{puzzle}</td></tr>\n")
    };
    let rows = [row(3, 1, easy.0), row(2, 3, hard.0)].concat();
    assert!(duplicates.contains(&rows), "{duplicates}");
    let (html, _, _) = run(&["rate", "-q", "--html", "-", "-"], lines(&[easy.0, hard.0]));
    let (_, none) = html.split_once("<h2>Duplicates</h2>").unwrap();
    assert!(none.contains("equal ones included: 0<") && !none.contains("<table"), "{none}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let judges = format!("1\n{}\n", EASY.replace('.', "0"));
    for (args, text, says) in [
        (&["--variant", "x"][..], EASY, "has no option --variant"),
        (
            &["--method", "luck"],
            EASY,
            "--method luck: there is no such method; the methods are guesses, morphs, morphs=K",
        ),
        (&["--method", "morphs=0"], EASY, "--method morphs=0: there is no such method; the methods are"),
        (&["--limit", "3"], EASY, "expected a whole number from 1 to 2"),
        (&["--limit", "2", "--method", "morphs"], EASY, "--limit is for --method guesses"),
        (&["--rating", "1.5.."], EASY, "--rating 1.5..: \"1.5\": a rating by guesses is a whole number"),
        (
            &["--rating", "1..", "--method", "logic"],
            EASY,
            "a rating by logic is one of singles, locked, backdoor 1",
        ),
        (&["--rating", "3..2"], EASY, "--rating 3..2: the first bound is above the second one"),
        (&["--rating", "3..", "--rating-column", "x"], EASY, "remove --rating-column"),
        (&["--rating-column", "a,b"], EASY, "cannot be the name of a column"),
        (&["--rating-column", ""], EASY, "cannot be the name of a column"),
        (&["--rating-column", "Puzzle"], EASY, "that is a name of the puzzles"),
        (&["--rating-column", "Step_Count", "--method", "logic"], EASY, "step_count is another column"),
        (&["--histogram", "--output-format", "csv"], EASY, "only with --output FILE"),
        (
            &["--html", "page", "--rating-column", "x"],
            EASY,
            "with --html answers are written only with --output FILE",
        ),
        (&["--html", "page", "--output-format", "csv"], EASY, "only with --output FILE"),
        (&["--histogram", "--html", "-"], EASY, "both write to standard output"),
        (&["--histogram", "--resume", "-o", "x"], EASY, "cannot be used with"),
        (&["--rating", "1..", "--output-format", "csv"], EASY, "cannot be written as csv"),
        (&["--rating", "1..", "--format", "spoj1110"], &judges, "without --rating"),
        (&["--format", "pencilmark"], &"1".repeat(729), "has candidates, but givens are needed"),
    ] {
        let (out, error, code) = run(&[&["rate", "-q"], args].concat(), format!("{text}\n"));
        assert_eq!((out.as_str(), code), ("", 2), "{args:?}");
        assert!(error.contains(says), "{args:?}: {error}");
    }
}

#[test]
fn the_answers_do_not_depend_on_threads_chunks_shards_or_mapping() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.csv");
    let mixed = file("datasets/9x9-mixed.txt");
    let rows: String = mixed.lines().take(400).zip(0..).map(|(l, i)| format!("{i},{l}\n")).collect();
    fs::write(&path, format!("id,puzzle\n{rows}")).unwrap();
    let path = path.to_str().unwrap();
    for method in [
        &["--method", "guesses"][..],
        &["--method", "morphs=4"],
        &["--method", "logic"],
        &["--method", "se"],
        &["--rating", "1.."],
    ] {
        let out = |options: &[&str]| run(&[&["rate", "-q", path], method, options].concat(), "").0;
        let expected = one_output(out);
        assert!(expected.lines().count() > 50, "{method:?}");
        let resumed = folder.path().join("rated.csv");
        out(&["--resume", "-o", resumed.to_str().unwrap()]);
        assert_eq!(fs::read_to_string(&resumed).unwrap(), expected);
        let chart = |options: &[&str]| out(&[&["--histogram"], options].concat());
        assert_eq!(chart(&["--threads", "3", "--chunk-size", "500"]), chart(&["--threads", "1"]));
    }
}

#[test]
fn the_statistics_have_the_groups() {
    let folder = tempfile::tempdir().unwrap();
    let stats = folder.path().join("stats.json");
    let text = lines(&[EASY, NONE, EXTREME[1].0, "x"]);
    let args = ["rate", "--rating", "1..", "--summary-json", stats.to_str().unwrap()];
    let done = quadrille(&args).write_stdin(text).output().unwrap();
    let summary = String::from_utf8(done.stderr).unwrap();
    for line in
        ["rated                    3\n", "kept                     1\n", "none                     1\n"]
    {
        assert!(summary.contains(line), "{summary}");
    }
    let stats: serde_json::Value = serde_json::from_str(&fs::read_to_string(stats).unwrap()).unwrap();
    assert_eq!(
        (&stats["command"], &stats["method"], &stats["seed"]),
        (&"rate".into(), &"guesses".into(), &0.into())
    );
    assert_eq!((&stats["rated"], &stats["kept"], &stats["invalid"]), (&3.into(), &1.into(), &1.into()));
    assert_eq!((&stats["ratings"]["50–99"], &stats["ratings"]["0"]), (&1.into(), &0.into()));
}
