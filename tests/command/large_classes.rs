//! `dedup` and `leak` on boards larger than 9×9, by text: against a plain set of the boards' texts.

use crate::common::{FOUR, cases, output, rows, run, sixteen};
use std::{
    collections::{BTreeMap, HashMap},
    fs,
};
use tempfile::{TempDir, tempdir};

/// Boards of our generator, a line each.
const GENERATED: [&str; 3] = [
    include_str!("../../datasets/12x12.txt"),
    include_str!("../../datasets/16x16.txt"),
    include_str!("../../datasets/25x25.txt"),
];

/// So many boards of 12×12, 16×16 and a few of 25×25, a third of them a board that was there before.
fn boards(count: usize) -> Vec<String> {
    let [twelve, sixteen, large] = GENERATED.map(|text| Vec::from_iter(text.lines()));
    let board = |number: usize| {
        let set = match number % 16 {
            0 => &large,
            n if n % 2 == 0 => &sixteen,
            _ => &twelve,
        };
        let mut cells = set[number % set.len()].as_bytes().to_vec();
        // Another given is left out in each round of the set.
        let givens: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != b'.').collect();
        cells[givens[number / set.len() % givens.len()]] = b'.';
        String::from_utf8(cells).unwrap()
    };
    let distinct = count - count / 3;
    // 7919 is prime, so that duplicates are spread over the records.
    (0..count).map(|n| board(if n % 3 == 2 { n * 7919 % distinct } else { n - n / 3 })).collect()
}

/// The records of boards as lines that spell empty cells in several ways, after a comment.
fn lines(boards: &[String]) -> String {
    let spelled = |(n, board): (usize, &String)| match n % 4 {
        0 => format!("{}\n", board.replace('.', "_")),
        1 => format!("{},{n}\r\n", board.replace('.', "-")),
        _ => format!("{board}\n"),
    };
    format!("# large boards\n{}", boards.iter().enumerate().map(spelled).collect::<String>())
}

/// The same records as csv; every board is on one line.
fn csv(boards: &[String]) -> String {
    let rows = boards.iter().enumerate().map(|(n, board)| format!("{n},\"{board}\",x\n"));
    format!("id,puzzle,note\n{}", rows.collect::<String>())
}

/// For each record the first record with the same board.
fn firsts(boards: &[String]) -> Vec<usize> {
    let mut seen = HashMap::new();
    boards.iter().enumerate().map(|(n, board)| *seen.entry(board).or_insert(n)).collect()
}

/// The table of `--class-sizes`: how many classes have how many records.
fn class_sizes(firsts: &[usize]) -> String {
    let mut classes = HashMap::<_, usize>::new();
    firsts.iter().for_each(|first| *classes.entry(first).or_default() += 1);
    let mut sizes = BTreeMap::<_, usize>::new();
    classes.into_values().for_each(|size| *sizes.entry(size).or_default() += 1);
    let rows: String = sizes.iter().map(|(size, classes)| format!("{size},{classes}\n")).collect();
    format!("size,classes\n{rows}")
}

struct Folder(TempDir);

impl Folder {
    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).unwrap();
        self.path(name)
    }
}

#[test]
fn dedup_by_text_keeps_the_first_of_equal_boards_of_every_size() {
    let folder = Folder(tempdir().unwrap());
    let (boards, report, out) = (boards(cases(25_000, 100_000)), folder.path("report"), folder.path("out"));
    let firsts = firsts(&boards);
    for (name, text) in [("a.txt", lines(&boards)), ("a.csv", csv(&boards))] {
        let input = folder.write(name, &text);
        // The records are on the lines after the comment or the header.
        let kept = text.lines().enumerate().filter(|(line, _)| *line == 0 || firsts[line - 1] == line - 1);
        let ends = |line: &str| if line.contains(',') && name == "a.txt" { "\r\n" } else { "\n" };
        let kept: String = kept.map(|(_, line)| format!("{line}{}", ends(line))).collect();
        let dropped = firsts.iter().enumerate().filter(|(n, first)| n != *first);
        let dropped = dropped.map(|(n, first)| format!("{input}:{},{input}:{}\n", n + 2, first + 2));
        let dropped = format!("dropped,equals\n{}", dropped.collect::<String>());
        // A comment is not a record.
        let kept = kept.strip_prefix("# large boards\n").unwrap_or(&kept);
        for options in [
            &["-t", "1"][..],
            &["-t", "3", "--chunk-size", "5000"],
            &["-t", "2", "--no-mmap"],
            &["-t", "2", "--memory", "1M"],
            &["-t", "3", "--memory", "1M", "--chunk-size", "3000"],
        ] {
            let args = [
                "dedup",
                "-q",
                &input,
                "--equal-by",
                "text",
                "-o",
                &out,
                "--report",
                &report,
                "--summary-json",
            ];
            let stats = folder.path("stats");
            let (_, error, code) = run(&[&args[..], &[&stats], options].concat(), "");
            assert_eq!((&*error, code), ("", 0), "{name} {options:?}");
            assert!(fs::read_to_string(&out).unwrap() == kept, "{name} {options:?}");
            assert!(fs::read_to_string(&report).unwrap() == dropped, "{name} {options:?}");
            let stats: serde_json::Value = serde_json::from_slice(&fs::read(&stats).unwrap()).unwrap();
            let is_limited = options.contains(&"--memory");
            assert_eq!(stats["temporary_bytes"].as_u64().unwrap() > 100_000, is_limited, "{options:?}");
        }
        let got = output(&["dedup", "--class-sizes", "--equal-by", "text", "-"], text);
        assert_eq!(got, class_sizes(&firsts));
    }
}

#[test]
fn leak_by_text_finds_the_equal_boards_of_every_size() {
    let folder = Folder(tempdir().unwrap());
    let boards = boards(6000);
    let (test, train) = (&boards[4000..], &boards[..4000]);
    let mut places = HashMap::<&String, Vec<usize>>::new();
    train.iter().enumerate().for_each(|(n, board)| places.entry(board).or_default().push(n));
    for (test_name, train_name, test_text, train_text) in [
        ("test.txt", "train.csv", lines(test), csv(train)),
        ("test.csv", "train.txt", csv(test), lines(train)),
    ] {
        let (test_path, train_path) =
            (folder.write(test_name, &test_text), folder.write(train_name, &train_text));
        let row = |(n, board): (usize, &String)| {
            let equals: Vec<_> =
                places.get(board)?.iter().map(|n| format!("{train_path}:{}", n + 2)).collect();
            Some(format!("{test_path}:{},{},{}\n", n + 2, equals.len(), equals.join(" ")))
        };
        let expected: String = test.iter().enumerate().filter_map(row).collect();
        assert!(expected.lines().count() > 100);
        for options in [&["-t", "1"][..], &["-t", "3", "--chunk-size", "2000"], &["-t", "2", "--no-mmap"]] {
            let args = ["leak", "-q", &test_path, "--against", &train_path, "--equal-by", "text"];
            let (out, error, code) = run(&[&args[..], options].concat(), "");
            assert!(out == format!("record,matches,equals\n{expected}"), "{test_name} {options:?}: {error}");
            assert_eq!((&*error, code), ("", 1));
        }
    }
}

/// One board in every layout, and another one.
#[test]
fn a_board_of_16x16_is_the_same_in_every_layout_and_alphabet() {
    let folder = Folder(tempdir().unwrap());
    let (board, solved) = sixteen();
    let digits = board.bytes().map(|symbol| match symbol {
        b'-' => '.',
        b'A'..=b'I' => char::from(symbol - b'A' + b'1'),
        b'J'..=b'P' => char::from(symbol - b'J' + b'A'),
        other => char::from(other),
    });
    let digits: String = digits.collect();
    let train = folder.write("train.txt", &format!("{solved}\n{board}\n"));
    for (name, text, place) in [
        ("a.txt", format!("{board}\n"), 1),
        ("a.ndjson", format!("{{\"puzzle\": \"{board}\"}}\n"), 1),
        ("grid.txt", rows(&board), 1),
        ("digits.txt", format!("{digits}\n"), 1),
        ("digits.csv", format!("puzzle\n{digits}\n"), 2),
    ] {
        let test = folder.write(name, &text);
        let (out, error, _) = run(&["leak", "-q", &test, "--against", &train, "--equal-by", "text"], "");
        assert_eq!(out, format!("record,matches,equals\n{test}:{place},1,{train}:2\n"), "{name}: {error}");
        let twice = run(&["dedup", "-q", &test, &test, "--equal-by", "text"], "");
        assert_eq!(twice, (text, String::new(), 0), "{name}");
    }
}

#[test]
fn by_symmetry_a_large_board_is_refused_with_its_size_and_the_option_that_works() {
    let folder = Folder(tempdir().unwrap());
    let (sixteen, _) = sixteen();
    let text = format!("{FOUR}\n{}{FOUR}\n", format!("{sixteen}\n").repeat(12));
    let test = folder.write("a.txt", &text);
    let train = folder.write("b.txt", &format!("{sixteen}\n{FOUR}\n"));
    let advice = "quadrille: use --equal-by text to compare the givens of boards of every size";
    for by in ["puzzle", "solution"] {
        for (args, expected, more) in [
            (&["dedup", "-q", &test][..], format!("{FOUR}\n{}", format!("{sixteen}\n").repeat(12)), 2),
            (
                &["leak", "-q", &test, "--against", &train],
                format!("record,matches,equals\n{test}:1,1,{train}:2\n{test}:14,1,{train}:2\n"),
                3,
            ),
        ] {
            let (out, error, code) = run(&[args, &["--equal-by", by]].concat(), "");
            assert_eq!((out, code), (expected, 1), "{error}");
            let lines = Vec::from_iter(error.lines());
            assert_eq!(lines[0], format!("quadrille: {test}:2: boards of 16×16 have no canonical form"));
            assert_eq!(lines[1], advice);
            let last = format!("quadrille: and {more} more records that cannot be compared");
            assert_eq!((lines.len(), *lines.last().unwrap()), (12, &*last), "{error}");
            assert!(!error.contains("malformed"), "{error}");
        }
    }
    // Where there is no such option it is not named.
    let part = folder.path("part");
    for args in [&["canonical", &test][..], &["select", "--split", "1/1", "-o", &part, "-o", "-", &test]] {
        let (_, error, _) = run(args, "");
        assert!(error.contains("16×16 have no canonical form") && !error.contains("--equal-by"), "{error}");
    }
}
