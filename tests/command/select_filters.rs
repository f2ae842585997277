//! `select` by properties of the puzzles, and its order of records.

use crate::common::{EASY, FOUR, NONE, output, quadrille, run, sixteen};
use std::{collections::BTreeSet, fs};
use tempfile::tempdir;

/// Puzzles of 9×9 with several numbers of givens and symmetries, a row each.
fn table() -> String {
    let mut lines = output(&["generate", "--minimal", "--seed", "5", "--number", "60"], "");
    for symmetry in ["rotate90", "rotate180", "mirror", "diagonal"] {
        let args = ["generate", "--symmetry", symmetry, "--givens", "26..34", "--seed", "2", "--number", "5"];
        lines += &output(&args, "");
    }
    let rows = (1..).zip(lines.lines()).map(|(number, line)| format!("{number},{line},\"a, b\"\n"));
    format!("id,puzzle,note\n{}", rows.collect::<String>())
}

/// The rows of a table with what another command says about each: its last columns before `status`, joined.
fn with_answers(args: &[&str], table: &str, columns: usize) -> Vec<(String, String)> {
    let answered = output(args, table);
    let answers = answered.lines().skip(1).map(|row| {
        let fields: Vec<&str> = row.rsplit(',').skip(1).take(columns).collect();
        fields.into_iter().rev().collect::<Vec<_>>().join(",")
    });
    table.lines().skip(1).map(|row| format!("{row}\n")).zip(answers).collect()
}

/// A board of 9×9 with two equal digits in a row.
fn nine_without_solution() -> String {
    format!("11{}", ".".repeat(79))
}

const HEADER: &str = "id,puzzle,note\n";

#[test]
fn puzzles_are_selected_by_givens_and_symmetry_as_the_command_givens_tells_them() {
    let table = table();
    let told = with_answers(&["givens"], &table, 2);
    let expected = |is_wanted: &dyn Fn(usize, &str) -> bool| {
        let rows = told.iter().filter(|(_, told)| {
            let (givens, symmetry) = told.split_once(',').unwrap();
            is_wanted(givens.parse().unwrap(), symmetry)
        });
        HEADER.to_owned() + &rows.map(|(row, _)| &**row).collect::<String>()
    };
    let select = |args: &[&str]| output(&[&["select"], args].concat(), &*table);
    let few = select(&["--givens", "..24"]);
    assert_eq!(few, expected(&|givens, _| givens <= 24));
    assert!(few.lines().count() > 5 && few.lines().count() < 60, "{few}");
    let half = select(&["--symmetry", "rotate180"]);
    assert_eq!(half, expected(&|_, symmetry| ["rotate90", "rotate180"].contains(&symmetry)));
    assert!(half.lines().count() > 10);
    assert_eq!(select(&["--symmetry", "none"]), expected(&|_, symmetry| symmetry == "none"));
    assert_eq!(
        select(&["--symmetry", "none", "--givens", "25"]),
        expected(&|givens, symmetry| givens == 25 && symmetry == "none")
    );
}

#[test]
fn puzzles_are_selected_by_rating_as_rate_selects_them() {
    // A puzzle without a solution has no rating by logic.
    let table = format!("{}99,{},\n", table(), nine_without_solution());
    for (method, range) in [("guesses", "1.."), ("morphs=2", "..2.5"), ("logic", "locked..backdoor 1")] {
        let options = ["--method", method, "--rating", range];
        let (expected, _, _) = run(&[&["rate", "-q"], &options[..]].concat(), &*table);
        let (selected, error, code) = run(&[&["select", "-q"], &options[..]].concat(), &*table);
        assert_eq!((selected, code), (expected.clone(), 0), "{method}: {error}");
        assert!((3..80).contains(&expected.lines().count()), "{method}: {expected}");
    }
    let both = output(&["select", "--rating", "1..", "--givens", "..24"], &*table);
    let piped = output(&["select", "--rating", "1.."], output(&["select", "--givens", "..24"], &*table));
    assert_eq!(both, piped);
}

#[test]
fn records_are_sorted_and_equal_ones_stay_in_order() {
    let table = table();
    for (by, command) in [("givens", &["givens"][..]), ("rating", &["rate"])] {
        let columns = if by == "givens" { 2 } else { 1 };
        let told = with_answers(command, &table, columns);
        let mut rows: Vec<(u64, &str)> = told
            .iter()
            .map(|(row, told)| (told.split(',').next().unwrap().parse().unwrap(), &**row))
            .collect();
        let text =
            |rows: &[(u64, &str)]| HEADER.to_owned() + &rows.iter().map(|(_, row)| *row).collect::<String>();
        rows.sort_by_key(|(number, _)| *number);
        assert!(rows[0].0 < rows.last().unwrap().0, "{by}");
        assert_eq!(output(&["select", "--sort", by], &*table), text(&rows), "{by}");
        rows.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
        assert_eq!(output(&["select", "--sort", by, "--descending"], &*table), text(&rows), "{by}");
    }
    let sorted = output(&["select", "--sort", "symmetry"], &*table);
    let order: Vec<String> =
        with_answers(&["givens"], &sorted, 1).into_iter().map(|(_, symmetry)| symmetry).collect();
    let place = |name: &String| {
        ["rotate90", "rotate180", "mirror", "diagonal", "none"]
            .map(String::from)
            .iter()
            .position(|n| n == name)
    };
    assert!(order.is_sorted_by_key(place), "{order:?}");
}

#[test]
fn puzzles_without_a_rating_are_sorted_last_and_malformed_records_left_out() {
    let none = nine_without_solution();
    let text = format!("{none}\nx\n{EASY}\n{FOUR}\n");
    let options = ["--sort", "rating", "--method", "logic"];
    for descending in [&[][..], &["--descending"]] {
        let (out, error, code) = run(&[&["select"], &options[..], descending].concat(), &*text);
        assert_eq!((&*out, code), (&*format!("{EASY}\n{none}\n"), 1), "{error}");
        assert!(error.contains("-:4: ratings need a 9×9 board") && !error.contains("solved"), "{error}");
    }
    // Boards of every size have givens.
    let (sixteen, _) = sixteen();
    let (out, _, code) = run(&["select", "--sort", "givens"], format!("{sixteen}\n{FOUR}\n"));
    assert_eq!((out, code), (format!("{FOUR}\n{sixteen}\n"), 0));
}

#[test]
fn samples_and_parts_are_of_the_selected_records() {
    let (table, dir) = (table(), tempdir().unwrap());
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let few = output(&["select", "--givens", "..24"], &*table);
    let sample = ["select", "--givens", "..24", "--number", "5", "--seed", "3"];
    let drawn = output(&sample, &*table);
    assert!(drawn.lines().count() == 6 && drawn.lines().all(|row| few.contains(row)), "{drawn}");
    let sorted = output(&[&sample[..], &["--sort", "givens"]].concat(), &*table);
    assert_eq!(sorted, output(&["select", "--sort", "givens"], drawn));
    let buckets = ["select", "--rating", "1..", "--number", "99", "--per-bucket", "--seed", "3"];
    assert_eq!(output(&buckets, &*table), output(&["select", "--rating", "1.."], &*table));
    let [one, two, summary] = ["one", "two", "summary.json"].map(path);
    let split = ["select", "--givens", "..24", "--split", "1/1", "--seed", "1", "-o", &one, "-o", &two];
    let (_, error, code) = run(&[&split[..], &["--summary-json", &summary]].concat(), &*table);
    assert_eq!(code, 0, "{error}");
    let parts = [one, two].map(|path| fs::read_to_string(path).unwrap());
    let rows = |text: &str| text.lines().skip(1).map(String::from).collect::<BTreeSet<_>>();
    assert_eq!(&rows(&parts[0]) | &rows(&parts[1]), rows(&few));
    let kept = few.lines().count() - 1;
    assert!(error.contains(&format!("{:<12}{kept:>14}\n", "kept")), "{error}");
    let summary: serde_json::Value = serde_json::from_slice(&fs::read(summary).unwrap()).unwrap();
    assert_eq!((&summary["kept"], &summary["records"]), (&kept.into(), &80.into()));
}

#[test]
fn the_bytes_do_not_depend_on_threads_chunks_or_shards() {
    let (table, dir) = (table(), tempdir().unwrap());
    let input = dir.path().join("in.csv").to_str().unwrap().to_owned();
    fs::write(&input, &table).unwrap();
    for options in [&["--rating", "1..", "--symmetry", "none"][..], &["--sort", "rating"]] {
        let args = [&["select", &input], options].concat();
        let whole = output(&args, "");
        for tuning in [&["--threads", "1"][..], &["--threads", "3", "--chunk-size", "200"], &["--no-mmap"]] {
            assert_eq!(output(&[&args[..], tuning].concat(), ""), whole, "{options:?} {tuning:?}");
        }
        assert_eq!(output(&[&["select"], options].concat(), &*table), whole);
    }
    let select = ["select", &input, "--givens", "..24"];
    let shards = ["1/3", "2/3", "3/3"].map(|shard| output(&[&select[..], &["--shard", shard]].concat(), ""));
    assert_eq!(shards.concat(), output(&select, ""));
}

#[test]
fn drawn_boards_are_selected_and_sorted() {
    let boards = |lines: [&str; 2]| lines.map(crate::common::rows).join("\n");
    let text = [EASY, NONE, FOUR].map(crate::common::rows).join("\n");
    assert_eq!(output(&["select", "--givens", "..10"], &*text).trim_end(), boards([NONE, FOUR]).trim_end());
    let sorted = output(&["select", "--sort", "givens", "--givens", "5.."], &*text);
    assert_eq!(sorted.trim_end(), boards([FOUR, EASY]).trim_end());
    // Boards with a blank line before each but the first.
    let (sixteen, _) = sixteen();
    let fewer = sixteen.replacen('B', "-", 1);
    let text = boards([&sixteen, &fewer]);
    assert_eq!(output(&["select", "--sort", "givens"], &*text), boards([&fewer, &sixteen]));
    let count = sixteen.bytes().filter(|cell| *cell != b'-').count();
    let last = output(&["select", "--givens", &format!("..{}", count - 1)], &*text);
    assert_eq!(last, crate::common::rows(&fewer));
}

#[test]
fn options_without_an_effect_are_refused() {
    for (options, message) in [
        (&["--givens", "30..20"][..], "--givens 30..20: the first bound is above the second one"),
        (&["--givens", "x"], "not a number of givens"),
        (&["--rating", "singles"], "a rating by guesses is a whole number"),
        (
            &["--method", "logic", "--givens", "20.."],
            "--method needs --rating, --technique, --first-steps or --sort rating",
        ),
        (&["--seed", "1", "--givens", "20.."], "--seed is for the random choices of --number and --split"),
        (&["--descending", "--givens", "20.."], "--sort"),
        (&["--sort", "givens", "--shard", "1/2"], "--sort cannot be sharded"),
        (&["--sort", "rating", "--split", "1/1", "-o", "a", "-o", "b"], "cannot be used with"),
        (&["--rating", "1..", "--split", "1/1", "-o", "a", "-o", "b"], "select with --rating first"),
        (&["--number", "1", "--per-bucket", "--rating", "singles..", "--method", "logic"], "not logic"),
        (&["--givens", "20..", "-o", "a", "-o", "b"], "only the parts of --split have several outputs"),
        (&["--givens", "20..", "--resume", "-o", "a"], "cannot be resumed"),
        (&["--givens", "20..", "--output-format", "csv"], "cannot be written as csv"),
    ] {
        let (dir, args) = (tempdir().unwrap(), [&["select"], options].concat());
        let done = quadrille(&args).current_dir(&dir).write_stdin(FOUR).output().unwrap();
        let error = String::from_utf8(done.stderr).unwrap();
        assert!(done.status.code() == Some(2) && error.contains(message), "{options:?}: {error}");
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 0, "{options:?}");
    }
}
