//! `select`: samples, samples of each group of ratings, and parts that share no class.

use crate::{
    common::{EASY, FOUR, NONE, answer, output, quadrille, run, sixteen},
    dedup::morph,
};
use quadrille::{
    Batch,
    batch::{Sample, Split},
    rating::GuessCounter,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};
use tempfile::{TempDir, tempdir};

/// Minimal 9×9 puzzles, a line each.
fn minimal(count: usize) -> String {
    output(&["generate", "--minimal", "--seed", "5", "--number", &count.to_string()], "")
}

/// A folder, and the path of a file in it.
fn folder() -> (TempDir, impl Fn(&str) -> String) {
    let dir = tempdir().unwrap();
    let path = dir.path().to_owned();
    (dir, move |name: &str| path.join(name).to_str().unwrap().to_owned())
}

/// Whether the lines of a text are lines of another one, in its order.
fn is_part(part: &str, all: &str) -> bool {
    let mut lines = all.lines();
    part.lines().all(|line| lines.any(|other| other == line))
}

#[test]
fn a_sample_has_so_many_records_unchanged_in_the_order_of_the_input() {
    let rows = (0..500).map(|n| format!("{n},{},\"a\nb\"\r\n", morph(FOUR, n)));
    let table = format!("id,puzzle,note\r\n{}", rows.collect::<String>());
    let (out, error, code) = run(&["select", "--number", "40", "--seed", "1"], &*table);
    assert_eq!(code, 0, "{error}");
    assert!(out.starts_with("id,puzzle,note\r\n") && out.lines().count() == 81 && is_part(&out, &table));
    assert!(error.lines().any(|line| *line == format!("{:<12}{:>14}", "selected", 40)), "{error}");
    assert!(!error.contains("again"), "the seed is known: {error}");
    // Another seed draws others, and a smaller sample is a part of a larger one.
    assert_ne!(output(&["select", "--number", "40", "--seed", "2"], &*table), out);
    assert!(is_part(&output(&["select", "--number", "10", "--seed", "1"], &*table), &out));
}

#[test]
fn without_a_seed_it_is_drawn_and_printed_and_gives_the_same_again() {
    let text: String = (0..100).map(|n| format!("{FOUR},{n}\n")).collect();
    for (options, what) in
        [(&["--number", "9"][..], "sample"), (&["--split", "1/1", "-o", "-", "-o", "/dev/null"], "parts")]
    {
        let args = [&["select"], options].concat();
        let (out, error, _) = run(&args, &*text);
        let line = error.lines().last().unwrap();
        let seed = line.strip_prefix("quadrille: --seed ").unwrap().split(' ').next().unwrap();
        assert!(line.ends_with(&format!(" gives the same {what} again")), "{line}");
        assert_eq!(output(&[&args[..], &["--seed", seed]].concat(), &*text), out);
    }
}

#[test]
fn malformed_records_are_never_drawn_and_boards_of_every_size_are() {
    let (sixteen, _) = sixteen();
    let text = format!("x\n{EASY}\ny\n{sixteen}\n{NONE}\nz\n");
    let (out, error, code) = run(&["select", "--number", "6", "--seed", "1"], &*text);
    assert_eq!((&*out, code), (&*format!("{EASY}\n{sixteen}\n{NONE}\n"), 1), "{error}");
    assert!(error.contains("quadrille: -:3: ") && !error.contains("unique"), "{error}");
    assert!(error.contains("quadrille: records: 3 instead of 6; all of them are selected\n"), "{error}");
    assert_eq!(
        run(&["select", "-q", "--number", "6"], format!("{EASY}\n")),
        (format!("{EASY}\n"), "".into(), 0)
    );
}

#[test]
fn a_sample_is_written_in_the_form_of_the_input() {
    let ndjson: String = (0..20).map(|n| format!("{{\"n\": {n}, \"puzzle\": \"{FOUR}\"}}\n")).collect();
    let drawn = output(&["select", "--number", "5", "--seed", "1"], &*ndjson);
    assert!(drawn.lines().count() == 5 && is_part(&drawn, &ndjson));
    // Boards as they are drawn, with titles and blank lines between them.
    let grid = |n: u64| format!("Grid {n:02}\n{}\n", crate::common::rows(&morph(FOUR, n)));
    let drawn: String = (0..20).map(grid).collect();
    let sample = output(&["select", "--number", "5", "--seed", "1"], &*drawn);
    assert!(is_part(&sample, &drawn) && sample.starts_with("Grid "), "{sample}");
    assert_eq!(output(&["check", "--output-format", "line"], &*sample).lines().count(), 5, "{sample}");
    // Boards with a blank line before each but the first.
    let (sixteen, _) = sixteen();
    let board = crate::common::rows(&sixteen);
    let sample = output(&["select", "--number", "2", "--seed", "1"], [&*board; 5].join("\n"));
    assert_eq!(sample, format!("{board}\n{board}"));
    for text in [format!("[{{\"puzzle\": \"{FOUR}\"}}]\n"), crate::common::UVA.to_owned()] {
        let (out, error, code) = run(&["select", "-q", "--number", "1"], &*text);
        let advice = "write its records as ndjson, csv or lines first\n";
        assert!(out.is_empty() && code == 2 && error.ends_with(advice), "{error}");
    }
}

#[test]
fn the_bytes_do_not_depend_on_threads_chunks_or_reading() {
    let (_dir, path) = folder();
    let rows = (0..3000).map(|n| format!("{n},{}\n", morph([EASY, FOUR, NONE][n as usize % 3], n % 50)));
    let text = format!("id,puzzle\n{}", rows.collect::<String>());
    let [input, one, two] = ["in.csv", "one.csv", "two.csv"].map(&path);
    fs::write(&input, &text).unwrap();
    let mut seen = BTreeSet::new();
    for options in [
        &["--threads", "1"][..],
        &["--threads", "3", "--chunk-size", "100"],
        &["--threads", "2", "--chunk-size", "3000", "--no-mmap"],
    ] {
        let sample = ["select", "-q", "--number", "100", "--seed", "1", &input, "-o", &one];
        assert_eq!(run(&[&sample[..], options].concat(), "").2, 0);
        let sample = fs::read_to_string(&one).unwrap();
        let split = ["select", "-q", "--split", "2/1", "--seed", "1", &input, "-o", &one, "-o", &two];
        assert_eq!(run(&[&split[..], options].concat(), "").2, 0);
        seen.insert((sample, fs::read_to_string(&one).unwrap(), fs::read_to_string(&two).unwrap()));
    }
    assert_eq!(seen.len(), 1);
    assert_eq!(output(&["select", "--number", "100", "--seed", "1"], text), seen.first().unwrap().0);
}

#[test]
fn each_group_of_ratings_has_its_own_sample() {
    // Of 3,000 minimal puzzles some have a rating of 5 and more, but none one of 20.
    let text = minimal(3000);
    let lines: Vec<&str> = text.lines().collect();
    let cells: Vec<u8> =
        lines.iter().flat_map(|line| line.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' })).collect();
    let mut guesses = vec![Default::default(); lines.len()];
    GuessCounter::new().count(&cells, 1, &mut guesses);
    let group = |guesses: u64| match guesses {
        0 => 0,
        1..=4 => 1,
        5..=19 => 2,
        _ => 3,
    };
    let of: BTreeMap<&str, usize> =
        lines.iter().zip(&guesses).map(|(line, count)| (*line, group(count.guesses))).collect();
    let mut sizes = [0; 4];
    lines.iter().for_each(|line| sizes[of[line]] += 1);
    let (out, error, code) =
        run(&["select", "--number", "50", "--per-bucket", "--seed", "1"], format!("{FOUR}\n{text}"));
    assert_eq!(code, 1, "{error}");
    assert!(error.contains("-:1: ratings need a 9×9 board"), "{error}");
    assert!(is_part(&out, &text));
    let mut drawn = [0; 4];
    out.lines().for_each(|line| drawn[of[line]] += 1);
    assert_eq!(drawn, sizes.map(|size| size.min(50)), "{error}");
    for (name, wanted) in [("0", 50), ("1–4", 50)] {
        let line = error.lines().find(|line| line.starts_with(&format!("rating {name} "))).unwrap();
        let count = format!("{wanted} of {}", sizes[usize::from(name != "0")]);
        assert!(line.replace(',', "").ends_with(&count), "{line}");
    }
    assert!(
        error.contains("records with rating 100+: 0 instead of 50; all of them are selected\n"),
        "{error}"
    );
}

#[test]
fn parts_share_no_class_and_no_solution_class_and_nothing_is_lost() {
    let (_dir, path) = folder();
    // Morphs, other puzzles on morphs of the same grids, boards of other sizes, without or with several solutions.
    let several = format!("{}123456789..", ".".repeat(70));
    let minimal = minimal(300);
    let mut text = String::from("puzzle,number\n");
    for (number, line) in (0u64..).zip(minimal.lines().chain([FOUR, NONE, &several])) {
        let solved = output(&["solve"], format!("{line}\n"));
        let solved = solved.trim_end();
        text += &format!("{line},{number}\n{},a\n", morph(line, number));
        if !solved.starts_with('!') && line.len() == 81 && line != several {
            text += &format!("{}{},b\n", &solved[..40], &line[40..]);
            text += &format!("{},c\n", morph(&format!("{}{}", &line[..40], &solved[40..]), number + 7));
        }
    }
    let outputs = ["a.csv", "b.csv.gz", "c.csv"].map(&path);
    let [a, b, c] = outputs.each_ref().map(|path| &**path);
    let (out, error, code) =
        run(&["select", "--split", "6/3/1", "--seed", "2", "-", "-o", a, "-o", b, "-o", c], &*text);
    assert_eq!((&*out, code), ("", 0), "{error}");
    let parts = outputs.each_ref().map(|path| output(&["select", "--number", "9999", path], ""));
    for part in &parts {
        assert!(part.starts_with("puzzle,number\n") && part.lines().count() > 20 && is_part(part, &text));
    }
    let records = |text: &str| text.lines().skip(1).map(String::from).collect::<Vec<_>>();
    let mut all: Vec<_> = parts.iter().flat_map(|part| records(part)).collect();
    let mut expected = records(&text);
    all.sort();
    expected.sort();
    assert_eq!(all, expected);
    for (number, part) in parts.iter().enumerate() {
        let line = format!("{:<12}{:>14}", format!("part {}", number + 1), part.lines().count() - 1);
        assert!(error.lines().any(|other| *other == line), "{line}: {error}");
    }
    for by in ["solution", "puzzle"] {
        for (test, train) in [(a, [b, c]), (b, [a, c])] {
            let args = ["leak", "-q", test, "--equal-by", by, "--against", train[0], train[1]];
            assert_eq!(run(&args, ""), ("record,matches,equals\n".into(), "".into(), 0), "{by}");
        }
    }
}

#[test]
fn records_added_to_an_input_do_not_move_the_others() {
    let (_dir, path) = folder();
    let [one, two] = ["one", "two"].map(&path);
    let text = minimal(200);
    let split = |text: &str| {
        run(&["select", "-q", "--split", "1/1", "--seed", "4", "-o", &one, "-o", &two], text);
        [&one, &two].map(|path| fs::read_to_string(path).unwrap())
    };
    let first: String = text.lines().skip(50).take(100).map(|line| format!("{line}\n")).collect();
    let (some, all) = (split(&first), split(&text));
    assert!(some.iter().zip(&all).all(|(some, all)| !some.is_empty() && is_part(some, all)));
}

#[test]
fn records_that_cannot_be_compared_are_not_in_any_part_and_are_reported() {
    let (_dir, path) = folder();
    let [one, two] = ["one", "two"].map(&path);
    let (sixteen, _) = sixteen();
    let text = format!("{FOUR}\nx\n{sixteen}\n");
    for quiet in [&[][..], &["-q"]] {
        let args = ["select", "--split", "1/1", "--seed", "1", "-o", &one, "-o", &two];
        let (_, error, code) = run(&[&args[..], quiet].concat(), &*text);
        assert_eq!(code, 1);
        let told = "quadrille: 2 records cannot be compared and are not in any part\n";
        assert!(error.contains(told) && !error.contains("malformed"), "{error}");
        assert!(error.contains("-:3: boards of 16×16 have no canonical form"), "{error}");
        let parts = [&one, &two].map(|path| fs::read_to_string(path).unwrap());
        assert_eq!(parts.concat(), format!("{FOUR}\n"));
    }
}

#[test]
fn shards_of_parts_are_parts_of_the_whole() {
    let (_dir, path) = folder();
    let input = path("in.csv");
    fs::write(&input, format!("puzzle\n{}", minimal(300))).unwrap();
    let split = |shard: &[&str], name: &str| {
        let outputs = ["a", "b"].map(|part| path(&format!("{part}{name}.csv")));
        let args =
            ["select", "-q", "--split", "3/2", "--seed", "9", &input, "-o", &outputs[0], "-o", &outputs[1]];
        assert_eq!(run(&[&args[..], shard].concat(), "").2, 0);
        outputs.map(|path| fs::read_to_string(path).unwrap())
    };
    let whole = split(&[], "");
    let shards = ["1/3", "2/3", "3/3"].map(|shard| split(&["--shard", shard], &shard[..1]));
    for part in 0..2 {
        assert_eq!(shards.each_ref().map(|shard| &*shard[part]).concat(), whole[part]);
    }
}

#[test]
fn drawn_boards_are_divided() {
    let (_dir, path) = folder();
    let [one, two] = ["one", "two"].map(&path);
    let blocks: Vec<_> = minimal(20).lines().map(crate::common::rows).collect();
    let text = blocks.join("\n") + "\n";
    run(&["select", "-q", "--split", "1/1", "--seed", "4", "-o", &one, "-o", &two], &*text);
    let parts = [&one, &two].map(|path| fs::read_to_string(path).unwrap());
    assert!(parts.iter().all(|part| !part.starts_with('\n') && is_part(part, &text)), "{parts:?}");
    let mut boards: Vec<_> = parts.iter().flat_map(|part| part.split("\n\n")).map(str::trim_end).collect();
    boards.retain(|board| !board.is_empty());
    let mut expected: Vec<_> = blocks.iter().map(|block| block.trim_end()).collect();
    boards.sort_unstable();
    expected.sort_unstable();
    assert_eq!(boards, expected);
}

#[test]
#[cfg(target_os = "linux")]
fn no_part_is_replaced_if_one_cannot_be_written() {
    let (_dir, path) = folder();
    let [one, two] = ["one", "two"].map(&path);
    fs::write(&one, "old").unwrap();
    let text = format!("{}[\n", minimal(50));
    let args = ["select", "-q", "--split", "1/1", "--seed", "1", "-o", &one, "-o"];
    for (other, message) in [("/dev/full", "/dev/full: No space left"), (&*path("no/such"), "cannot create")]
    {
        let (_, error, code) = run(&[&args[..], &[other]].concat(), &*text);
        assert!(code == 2 && error.contains(message), "{error}");
        assert_eq!(fs::read_to_string(&one).unwrap(), "old");
    }
    // The statistics are written before any part is put in place.
    let (_, error, code) = run(&[&args[..], &[&two, "--summary-json", "/dev/full"]].concat(), &*text);
    let end = format!("{one} is unchanged, {two} was not written\n");
    assert!(code == 2 && error.ends_with(&end), "{error}");
    assert_eq!(fs::read_dir(&_dir).unwrap().count(), 1, "no temporary file is left");
}

#[test]
fn the_statistics_have_the_groups_and_the_seed() {
    let (_dir, path) = folder();
    let [one, two, stats] = ["one", "two", "stats.json"].map(&path);
    let of = |args: &[&str]| {
        let args = [&["select", "-q", "--seed", "12", "--summary-json", &stats], args].concat();
        assert!(
            quadrille(&args).write_stdin(format!("{FOUR}\n").repeat(5)).output().unwrap().status.success()
        );
        serde_json::from_str::<serde_json::Value>(&fs::read_to_string(&stats).unwrap()).unwrap()
    };
    let sample = of(&["--number", "2"]);
    assert_eq!(sample["seed"], 12);
    assert_eq!(sample["selected"], serde_json::json!([{"bucket": "selected", "found": 5, "written": 2}]));
    let split = of(&["--split", "1/1", "-o", &one, "-o", &two]);
    let sizes: Vec<_> =
        split["selected"].as_array().unwrap().iter().map(|part| part["written"].clone()).collect();
    assert!(split["command"] == "select" && (sizes == [0, 5] || sizes == [5, 0]), "{split}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (options, message) in [
        (&[][..], "--number N for a sample, or --split 90/10 for parts"),
        (&["--number", "0"], "--number 0: expected a whole number of 1 or more"),
        (&["--number", "1", "--split", "1/1"], "cannot be used with"),
        (&["--per-bucket"], "--number"),
        (&["--split", "1/1", "--per-bucket"], "cannot be used with"),
        (&["--split", "1/x"], "as in 90/10"),
        (&["--split", "90"], "at least two parts"),
        (&["--split", "90/0"], "at least 1"),
        (&["--split", "1/1"], "--split has 2 parts and 1 output; name a file for each"),
        (&["--split", "1/1", "-o", "a", "-o", "b", "-o", "c"], "2 parts and 3 outputs"),
        (&["--split", "1/1", "-o", "a", "-o", "a"], "--output and --output both name a"),
        (&["--split", "1/1", "-o", "-", "-o", "-"], "both write to standard output"),
        (&["--split", "1/1", "-o", "a.csv", "-o", "b.txt"], "extensions of different formats"),
        (
            &["--split", "1/1", "-o", "a", "-o", "b.csv"],
            "keep the format of their input, line, and cannot be written as csv",
        ),
        (&["--split", "1/1", "--shard", "1/2", "-o", "a", "-o", "b"], "--shard needs --seed"),
        (&["--number", "1", "-o", "a", "-o", "b"], "only the parts of --split have several outputs"),
        (&["--number", "1", "--shard", "1/2"], "--number cannot be sharded"),
        (&["--number", "1", "--resume", "-o", "a"], "cannot be resumed"),
        (&["--number", "1", "--keep-trailing"], "remove --keep-trailing"),
        (&["--number", "1", "--output-format", "csv"], "cannot be written as csv"),
        (&["--number", "1", "--format", "pencilmark"], "givens are needed"),
    ] {
        let (dir, args) = (tempdir().unwrap(), [&["select"], options].concat());
        let done = quadrille(&args).current_dir(&dir).write_stdin(FOUR).output().unwrap();
        let error = String::from_utf8(done.stderr).unwrap();
        assert!(done.status.code() == Some(2) && error.contains(message), "{options:?}: {error}");
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 0, "{options:?}");
    }
}

#[test]
fn the_library_refuses_it_as_well() {
    let batch = Batch::new(Sample::of(1));
    assert_eq!(answer(&batch, format!("x\n{FOUR}\n").as_bytes()).0, format!("{FOUR}\n"));
    let refused = [
        batch.clone().keep_trailing(true),
        Batch::new(Split::new([1, 1]).unwrap()),
        batch.clone().shard("1/2".parse().unwrap()),
        batch.clone().variants(quadrille::grid::Variant::X.into()),
    ];
    let input = || vec![quadrille::Input::reader("test", FOUR.as_bytes())];
    for batch in refused {
        let error = batch.run(input(), &mut Vec::new(), &mut ()).unwrap_err();
        assert_eq!(error.kind(), quadrille::ErrorKind::Config, "{error}");
    }
    let (_dir, path) = folder();
    let mut outputs = [quadrille::Output::path(path("one").as_ref()).unwrap()];
    let split = Batch::new(Split::new([1, 1]).unwrap());
    let error = split.run_split(input(), &mut outputs, &mut ()).unwrap_err();
    assert_eq!(error.to_string(), "1 outputs for 2 parts of a split");
}
