//! Checking of answers.

use super::workspace::{PUZZLES, Workspace, fits_100_columns, row};

#[test]
fn one_wrong_answer_is_marked_and_struck_out() {
    let workspace = Workspace::new();
    let mut lines = workspace.solutions();
    // Two cells of a row exchanged.
    lines[3] = format!("{}{}", lines[3][..2].chars().rev().collect::<String>(), &lines[3][2..]);
    workspace.write("wrong", &(lines.join("\n") + "\n"));
    let args = ["--runs", "3", "--program", "liar=cat wrong", "--program", "honest=cat right"];
    let (code, text, report) = workspace.bench(&args);
    assert_eq!(code, 1);
    let verdict = &row(&report, "liar")["verdict"];
    assert_eq!(verdict["is"], "wrong");
    assert_eq!(verdict["reason"], "record 4, line 6: the grid is not a solution");
    assert_eq!(row(&report, "honest")["verdict"]["is"], "right");
    let line = text.lines().find(|l| l.starts_with("✗ liar")).unwrap();
    assert!(line.contains('~'), "{line}");
    assert!(text.contains("liar: wrong: record 4, line 6"));
    fits_100_columns(&text);
}

#[test]
fn false_answers_are_wrong() {
    let workspace = Workspace::new();
    let right = workspace.solutions();
    let with = |i: usize, line: &str| {
        let mut lines = right.clone();
        lines[i] = line.into();
        lines.join("\n") + "\n"
    };
    let board = "1".repeat(81);
    for (limit, text, why) in [
        ("1", with(0, "none"), "no solution is shown, but the puzzle has 1 or more"),
        ("2", with(0, "none"), "no solution is shown, but the puzzle has 1"),
        ("1", with(2, &board), "the grid is not a solution"),
        ("1", with(1, &right[3]), "the grid is not a solution"),
        ("1", right[..3].join("\n"), "3 answers for 4 puzzles"),
        ("1", right.join("\n") + "\nmore\n", "5 answers for 4 puzzles"),
        ("1", String::new(), "0 answers for 4 puzzles"),
    ] {
        workspace.write("text", &text);
        let (code, verdict) = workspace.program("cat text", &["--limit", limit]);
        assert_eq!((code, verdict["is"].as_str()), (1, Some("wrong")), "{text}");
        assert!(verdict["reason"].as_str().unwrap().ends_with(why), "{verdict}");
    }
    // A grid does not imply that the solution is unique. If there are two, a missing grid may mean that.
    for (limit, line, fine) in
        [("1", &*right[1], true), ("2", &*right[1], true), ("2", "several", true), ("1", "several", false)]
    {
        workspace.write("text", &with(1, line));
        assert_eq!(workspace.program("cat text", &["--limit", limit]).0, i32::from(!fine), "{limit} {line}");
    }
}

#[test]
fn any_solution_of_several_is_right() {
    let workspace = Workspace::new();
    let mut lines = workspace.solutions();
    // Its solutions differ in which of the four empty cells contain 6 and which contain 7.
    let exchanged = |(digit, given): (char, char)| match (given, digit) {
        ('.', '6') => '7',
        ('.', '7') => '6',
        _ => digit,
    };
    let second: String = lines[1].chars().zip(PUZZLES[1].chars()).map(exchanged).collect();
    assert_ne!(second, lines[1]);
    for line in [lines[1].clone(), second] {
        lines[1] = line;
        workspace.write("text", &(lines.join("\n") + "\n"));
        assert_eq!(workspace.program("cat text", &["--limit", "1"]).0, 0);
    }
}

#[test]
fn every_output_layout_is_checked() {
    let workspace = Workspace::new();
    let right = workspace.solutions();
    let counts = ["1", "2", "0", "1"];
    let line = |form: &str, i: usize| {
        let solution = if right[i].starts_with('!') { "" } else { &right[i] };
        form.replace("{puzzle}", PUZZLES[i])
            .replace("{count}", counts[i])
            .replace("{solution}", solution)
            .replace("{any}", "3 ms")
    };
    for form in [
        "{solution}",
        "{count}",
        "{count}:{solution}",
        "{puzzle},{solution}",
        "{puzzle}:{count}:{solution}",
        "{any}\t{count} {solution}",
    ] {
        let good: Vec<String> = (0..4).map(|i| line(form, i)).collect();
        workspace.write("text", &(good.join("\n") + "\n"));
        let (code, verdict) = workspace.program("cat text", &["--output-shape", form]);
        assert_eq!((code, verdict["is"].as_str()), (0, Some("right")), "{form}: {verdict}");
        // The answers in another order.
        let mut bad = good.clone();
        bad.swap(0, 2);
        workspace.write("text", &(bad.join("\n") + "\n"));
        let (code, verdict) = workspace.program("cat text", &["--output-shape", form]);
        assert_eq!((code, verdict["is"].as_str()), (1, Some("wrong")), "{form}");
    }
}

#[test]
fn blocks_copies_and_unchecked_outputs() {
    let workspace = Workspace::with(&[PUZZLES[0], PUZZLES[2], PUZZLES[3]]);
    let right = workspace.solutions();
    let shape = |shape| ["--output-shape", shape];
    workspace.write("text", &format!("{}\n\n\n{}\n\n", right[0], right[2]));
    assert_eq!(workspace.program("cat text", &shape("blocks")).0, 0);
    workspace.write("text", &format!("{0}\n{0}\n\n\n{1}\n\n", right[0], right[2]));
    assert_eq!(workspace.program("cat text", &shape("blocks")).0, 1);
    assert_eq!(workspace.program("cp {input} {output}", &shape("copy")).0, 0);
    assert_eq!(workspace.program("cat right", &shape("copy")).0, 1);
    assert_eq!(workspace.program("true", &shape("unchecked")).1["is"], "unchecked");
}

/// A configuration file may set the limit 2 for a contestant although `--limit` is 1.
#[test]
fn at_limit_1_answers_without_a_solution_are_wrong() {
    let workspace = Workspace::new();
    workspace.write("blank", "\n\n\n\n");
    workspace.write("five", "5:\n5:\n0:\n5:\n");
    let shape = |name: &str, limit, shape: &str| {
        format!(
            "[[contestant]]\nname = \"{name}\"\ncommand = \"cat {name}\"\nlimit = {limit}\noutput.shape = \"{shape}\"\n"
        )
    };
    workspace
        .write("bench.toml", &(shape("blank", 2, "{solution}") + &shape("five", 1, "{count}:{solution}")));
    for limit in ["1", "2"] {
        let args = ["--engine", "none", "--runs", "1", "--limit", limit, "--config", "bench.toml"];
        let (code, text, report) = workspace.bench(&args);
        assert_eq!(code, 1, "{text}");
        for name in ["blank", "five"] {
            assert_eq!(row(&report, name)["verdict"]["is"], "wrong", "{name}, {limit}");
        }
    }
}

#[test]
fn a_block_with_one_solution_is_right_at_limit_1() {
    let workspace = Workspace::new();
    let right = workspace.solutions();
    workspace.write("text", &format!("{}\n\n{}\n\n\n{}\n\n", right[0], right[1], right[3]));
    assert_eq!(workspace.program("cat text", &["--limit", "1", "--output-shape", "blocks"]).0, 0);
    assert_eq!(workspace.program("cat text", &["--limit", "2", "--output-shape", "blocks"]).0, 1);
}

#[test]
fn wrong_answers_have_no_times_and_no_ratio_refers_to_them() {
    let workspace = Workspace::new();
    workspace.write("wrong", "1\n2\n3\n4\n");
    let args = ["--engine", "none", "--runs", "3", "--baseline", "liar"];
    let (code, text, report) = workspace
        .bench(&[&args[..], &["--program", "liar=cat wrong", "--program", "cat=cat right"]].concat());
    assert_eq!(code, 1);
    assert!(row(&report, "cat")["end_to_end"]["ratio"].is_null(), "{text}");
    let spread = text.lines().filter(|l| l.starts_with("✗ liar")).nth(1).unwrap();
    assert!(!spread.contains("ms") && !spread.contains("µs"), "{spread}");
}

/// A program may report its time in the output that contains its answers.
#[test]
fn lines_of_json_are_not_answers() {
    let workspace = Workspace::new();
    let text = r#"
        [[contestant]]
        name = "both"
        command = "sh -c 'cat right; echo {\\\"solve_seconds\\\": 0.25}'"
        clock = true
        "#;
    workspace.write("bench.toml", text);
    let (code, output, report) =
        workspace.bench(&["--engine", "none", "--runs", "1", "--config", "bench.toml"]);
    assert_eq!(code, 0, "{output}");
    assert_eq!(row(&report, "both")["solve"]["seconds"], serde_json::json!([0.25]));
}
