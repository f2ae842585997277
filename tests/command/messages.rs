//! The command as a person meets it: help, hints about mistyped words, messages, completions.

use crate::common::{quadrille, run};

/// The help of a command, `-h` or `--help`.
fn help(command: &str, flag: &str) -> String {
    let (text, _, code) = run(&[command, flag], "");
    assert_eq!(code, 0, "{command} {flag}");
    text
}

/// The lines below a heading that are indented more than it.
fn below<'a>(text: &'a str, heading: &str) -> Vec<&'a str> {
    let indented = |line: &str| line.len() - line.trim_start().len();
    let start = text.lines().skip_while(|line| *line != heading);
    start.skip(1).take_while(|line| indented(line) > indented(heading)).collect()
}

#[test]
fn help_has_its_options_under_headings_with_two_examples_each() {
    for command in ["solve", "check", "count", "hint", "cover"] {
        let text = help(command, "--help");
        for heading in ["Input", "Output", "Long runs", "Tuning"] {
            assert!(text.contains(&format!("\n{heading}:\n")), "{command}: {heading}");
            let examples = below(&text, &format!("  {heading}:"));
            assert!(examples.len() >= 2, "{command}: {heading}: {examples:?}");
        }
    }
    for (command, headings) in [
        ("dedup", ["Input", "Output", "Tuning"]),
        ("leak", ["Input", "Output", "Tuning"]),
        ("select", ["Input", "Output", "Tuning"]),
        ("generate", ["Puzzles", "Output", "Tuning"]),
        ("bench", ["Contestants", "Measurement", "Output"]),
    ] {
        let text = help(command, "--help");
        for heading in headings {
            assert!(text.contains(&format!("\n{heading}:\n")), "{command}: {heading}");
            let examples = below(&text, &format!("  {heading}:"));
            assert!(examples.len() >= 2, "{command}: {heading}: {examples:?}");
        }
    }
}

#[test]
fn every_option_has_a_heading() {
    for command in
        ["solve", "check", "count", "hint", "dedup", "leak", "select", "cover", "generate", "bench"]
    {
        let text = help(command, "-h");
        let options = below(&text, "Options:");
        assert_eq!(options.len(), 2, "{command}: only -h and -V are under no heading: {options:?}");
    }
}

#[test]
fn short_help_is_shorter_than_long_help_and_has_two_examples() {
    for command in
        ["solve", "check", "count", "hint", "dedup", "leak", "select", "cover", "generate", "bench"]
    {
        let (short, long) = (help(command, "-h"), help(command, "--help"));
        assert!(2 * short.lines().count() < long.lines().count(), "{command}");
        assert!(below(&short, "Examples:").len() >= 2, "{command}");
        assert!(long.lines().all(|line| line.chars().count() <= 100), "{command}");
    }
}

#[test]
fn the_first_page_has_formats_exit_codes_and_examples() {
    let page = quadrille(&[]).output().unwrap();
    assert_eq!(page.status.code(), Some(2));
    let page = String::from_utf8(page.stderr).unwrap();
    let formats = below(&page, "Formats:").concat();
    let (all, _, _) = run(&["solve", "--help"], "");
    for format in quadrille::batch::Format::all() {
        assert!(formats.contains(format.name()) && all.contains(format.name()), "{}", format.name());
    }
    let (long, _, _) = run(&["--help"], "");
    for heading in ["Formats:", "Exit codes:", "Examples:"] {
        assert!(below(&page, heading).iter().all(|line| long.contains(line)), "{heading} {long}");
    }
    assert!(long.lines().count() > page.lines().count() + 15 && long.contains("\nAnswers:\n"), "{long}");
    assert!(below(&page, "Exit codes:").concat().contains("2 usage or I/O error"));
    assert_eq!(below(&page, "Examples:").len(), 2);
}

#[test]
fn help_of_count_names_the_columns_that_count_writes() {
    for (command, columns) in [
        ("solve", "`solution` and `status`"),
        ("check", "`status`"),
        ("count", "`count` and `status`"),
        ("hint", "`hint`, `status`, `cell`, `digit`, `technique` and `explanation`"),
    ] {
        let expected = format!("Added to csv and ndjson records: {columns}.\n");
        assert!(help(command, "--help").contains(&expected), "{command}");
        let (table, _, _) = run(&[command, "-q"], "puzzle\n1...3..2..4.4..1\n");
        let written = columns.replace('`', "").replace(" and ", ",").replace(", ", ",");
        assert_eq!(table.lines().next(), Some(&*format!("puzzle,{written}")));
    }
}

/// Asserts that a message has no control characters but line ends, and no line that fills the screen.
fn is_harmless(text: &str, what: &str) {
    assert!(!text.is_empty(), "{what}: a message is printed");
    let controls: Vec<char> = text.chars().filter(|c| c.is_control() && *c != '\n').collect();
    assert!(controls.is_empty(), "{what}: {controls:?} in {text:?}");
    assert!(!text.contains('\u{202e}'), "{what}: {text:?}");
    assert!(text.lines().all(|line| line.chars().count() <= 1200), "{what}: {} bytes", text.len());
}

/// A color, a new window title, a bell, a C1 control character, and a change of the writing direction.
const ESCAPES: &str = "\x1b[31mred\x1b]0;title\x07\u{9b}5m\u{202e}";

#[test]
fn terminal_escapes_in_inputs_do_not_reach_the_terminal() {
    let header = format!("id,{}\n1,2\n", ESCAPES.repeat(2_000));
    let names = format!("id,\"{ESCAPES}\n{ESCAPES}\"\n1,2\n");
    let member = format!("{{\"{ESCAPES}\":\"{}\"}}\n", ".".repeat(81));
    let escaped = format!("{{\"{}\":\"{}\"}}\n", ESCAPES.replace('\x1b', "\\u001b"), ".".repeat(81));
    for (args, text) in [
        (&["solve", "--format", "csv"][..], header.clone()),
        (&["solve", "--format", "csv", "--column", "board"], header.clone()),
        (&["solve", "--format", "csv", "--verify-answers"], header.replacen("id", "puzzle", 1)),
        (&["solve", "--format", "csv"], names),
        (&["solve"], header),
        (&["solve", "--format", "ndjson"], member),
        (&["solve", "--format", "ndjson", "--column", "x"], escaped),
        (&["solve", "--format", "line"], format!("{ESCAPES}\n{ESCAPES}\n")),
        (&["solve", "--format", "uva12988"], format!("{ESCAPES}\n")),
        (&["solve"], format!("{ESCAPES}\n")),
        (&["cover", "--format", "dlx"], format!("a {ESCAPES}\na {ESCAPES}x\n")),
        (&["cover", "--format", "sparse"], format!("1 {ESCAPES}\n")),
        (&["cover"], format!("{ESCAPES}\n")),
    ] {
        let (_, message, _) = run(args, text);
        is_harmless(&message, &args.join(" "));
    }
}

#[test]
fn terminal_escapes_in_arguments_and_file_names_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let file = path("a\x1b[31m\n\u{9b}5m.txt");
    std::fs::write(&file, "bad\n").unwrap();
    let column = format!("--column={ESCAPES}");
    std::fs::write(path("t.csv"), "puzzle\n1...3..2..4.4..1\n").unwrap();
    std::fs::write(path("c.toml"), format!("[[contestant]]\nname = \"{ESCAPES}\"\n")).unwrap();
    std::fs::write(path("d.toml"), "[[contestant]]\nname = \"a\\u001b[31m\"\ncommand = \"a\"\n").unwrap();
    for args in [
        &["solve", "--format", "line", &file][..],
        &["solve", &format!("{file}-missing")],
        &["solve", "-o", &format!("{file}/out"), &file],
        &["solve", &column, &path("t.csv")],
        &["solve", &format!("--limit={ESCAPES}")],
        &[ESCAPES],
        &["man", ESCAPES],
        &["solve", &format!("--{ESCAPES}")],
        &["solve", "--variant", "jigsaw", "--regions", &file, &file],
        &["bench", &file],
        &["bench", &file, "--against", &format!("{ESCAPES}=cat")],
        &["bench", &path("t.csv"), "--config", &path("c.toml")],
        &["bench", &path("t.csv"), "--config", &path("d.toml")],
    ] {
        let (_, message, _) = run(args, "");
        is_harmless(&message, &format!("{args:?}"));
    }
}

#[test]
fn helpers_of_bench_are_not_in_help_completions_or_manual_pages() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (script, _, _) = run(&["completions", shell], "");
        assert!(script.contains("generate") && !script.contains("launch") && !script.contains("cleanup"));
    }
    for args in [&["man"][..], &["--help"], &["help", "help"]] {
        let (text, _, _) = run(args, "");
        assert!(!text.contains("launch") && !text.contains("cleanup"), "{args:?}");
    }
    for name in ["launch", "cleanup"] {
        assert_eq!(run(&[name, "/nonexistent"], "").2, 2, "{name} is not a command");
    }
}

#[test]
fn cleanup_removes_only_a_folder_with_the_mark_of_its_own_run() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("quadrille-bench-precious");
    let mark = "0123456789abcdef0123456789abcdef";
    let clean = |path: &std::path::Path, mark: &str| {
        run(&["bench:cleanup", path.to_str().unwrap()], format!("{mark}\n")).2
    };
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("thesis.txt"), "years of work").unwrap();
    for guess in ["", mark] {
        assert_eq!(clean(&folder, guess), 2, "no folder of bench has no mark");
    }
    std::fs::write(folder.join(".quadrille-bench-mark"), mark).unwrap();
    for guess in ["", "0", &mark.replace('f', "e"), &format!("{mark}0")] {
        assert_eq!(clean(&folder, guess), 2, "{guess}");
        assert!(folder.join("thesis.txt").exists());
    }
    #[cfg(unix)]
    {
        let link = parent.path().join("quadrille-bench-link");
        std::os::unix::fs::symlink(&folder, &link).unwrap();
        assert_eq!(clean(&link, mark), 2, "a link is not followed");
        assert!(folder.join("thesis.txt").exists());
    }
    assert_eq!(clean(&folder, mark), 0);
    assert!(!folder.exists());
}

#[test]
fn mistyped_commands_options_and_values_are_corrected() {
    for (args, correction) in [
        (&["solv"][..], "'solve'"),
        (&["chekc"], "'check'"),
        (&["generat"], "'generate'"),
        (&["solve", "--thread", "2"], "'--threads'"),
        (&["solve", "--colum", "x"], "'--column'"),
        (&["cover", "--coutn"], "'--count'"),
        (&["solve", "--variant", "windku"], "'windoku'"),
        (&["solve", "--format", "ndjsn"], "'ndjson'"),
        (&["man", "slove"], "'solve'"),
    ] {
        let (_, message, code) = run(args, "");
        assert_eq!(code, 2, "{args:?}");
        assert!(message.contains("similar") && message.contains(correction), "{args:?}: {message}");
    }
}

#[test]
fn a_file_in_the_place_of_a_command_leads_to_solve() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my puzzles.txt");
    std::fs::write(&file, "1...3..2..4.4..1\n").unwrap();
    let file = file.to_str().unwrap();
    let puzzle = "1...3..2..4.4..1";
    for (word, what, typed) in [
        (file, "a file", format!("quadrille solve '{file}'")),
        ("no/such.csv", "the name of a file", "quadrille solve no/such.csv".into()),
        ("-", "standard input", "quadrille solve -".into()),
        (puzzle, "a puzzle", format!("quadrille solve {puzzle}")),
    ] {
        let (_, message, code) = run(&[word], "");
        assert_eq!((code, message.lines().count()), (2, 1), "{message}");
        let expected = format!("is {what}, not a command; to solve it: {typed}\n");
        assert!(message.ends_with(&expected), "{message}");
    }
    let (_, message, _) = run(&["nonsense"], "");
    assert!(!message.contains("to solve it"), "{message}");
}

#[test]
fn quiet_is_an_option_of_every_command_and_of_the_program() {
    for args in [
        &["-q", "solve"][..],
        &["solve", "-q"],
        &["-q", "check"],
        &["count", "--quiet"],
        &["-q", "hint"],
        &["generate", "-q"],
        &["-q", "generate"],
        &["man", "-q"],
        &["-q", "completions", "bash"],
    ] {
        let (_, message, code) = run(args, "1...3..2..4.4..1\n");
        assert_eq!((&*message, code), ("", 0), "{args:?}");
    }
    let (_, message, code) = run(&["-q", "cover"], "1 1\n1\n");
    assert_eq!((&*message, code), ("", 0));
}

#[test]
fn generate_says_what_it_did_and_prints_its_seed() {
    let generated = |args: &[&str]| run(&[&["generate"], args].concat(), "");
    let (first, message, _) = generated(&[]);
    let (second, other, _) = generated(&[]);
    assert_ne!(first, second, "another seed each time");
    assert_ne!(message, other);
    assert!(
        message.starts_with("quadrille: generated 1 puzzle: 9×9, 33 givens, one solution; --seed "),
        "{message}"
    );
    let seed = message.split("--seed ").nth(1).unwrap().split(' ').next().unwrap();
    assert_eq!(generated(&["--seed", seed, "-q"]).0, first, "the printed seed gives the same puzzle");
    let (_, message, _) =
        generated(&["--seed", "7", "--size", "4", "-n", "3", "--minimal", "--variant", "x"]);
    assert_eq!(
        message,
        "quadrille: generated 3 puzzles: 4×4, x, minimal, one solution; --seed 7 gives the same again\n"
    );
    let (_, message, _) = generated(&["--seed", "7", "--givens", "20", "--no-unique"]);
    assert!(message.contains("20 givens, one or more solutions; --seed 7"), "{message}");
}

#[test]
fn completions_know_the_commands_of_man_and_values_after_a_comma() {
    let (script, _, _) = run(&["completions", "bash"], "");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("quadrille.bash");
    std::fs::write(&file, script).unwrap();
    let complete = |words: &[&str]| {
        let (word, before) = (words[words.len() - 1], words[words.len() - 2]);
        let typed = words.iter().map(|word| format!("'{word}' ")).collect::<String>();
        let script = format!(
            "source {}; COMP_WORDS=({typed}); COMP_CWORD={}; _quadrille quadrille '{word}' '{before}'; \
             echo \"${{COMPREPLY[@]}}\"",
            file.display(),
            words.len() - 1
        );
        let out = std::process::Command::new("bash").args(["-c", &script]).output();
        out.map(|out| String::from_utf8(out.stdout).unwrap().trim().to_owned())
    };
    if complete(&["quadrille", ""]).is_err() {
        return eprintln!("skipped: bash is not installed");
    }
    for (words, expected) in [
        (&["quadrille", "solve", "--variant", "x,wi"][..], "x,windoku"),
        (&["quadrille", "solve", "--variant", "x,windoku,j"], "x,windoku,jigsaw"),
        (&["quadrille", "generate", "--variant", "anti"], "anti-knight"),
        (&["quadrille", "bench", "--isa", "avx2,por"], "avx2,portable"),
        (&["quadrille", "solve", "--isa", "por"], "portable"),
        (&["quadrille", "man", "so"], "solve"),
    ] {
        assert_eq!(complete(words).unwrap(), expected, "{words:?}");
    }
    let all = complete(&["quadrille", "solve", "--variant", "x,"]).unwrap();
    assert!(all.contains("x,windoku") && all.contains("x,disjoint-groups"), "{all}");
    let commands = complete(&["quadrille", "man", ""]).unwrap();
    assert!(["solve", "cover", "bench", "man"].iter().all(|name| commands.contains(name)), "{commands}");
    let (fish, _, _) = run(&["completions", "fish"], "");
    assert!(fish.contains("subcommand man\" -f -a \"solve check"), "{fish}");
    assert!(fish.contains("(__fish_append , x windoku"));
    assert!(run(&["completions", "zsh"], "").0.contains(":VARIANT:_sequence compadd - x windoku"));
}

#[test]
fn an_empty_input_gives_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).unwrap();
        folder.path().join(name).to_str().unwrap().to_owned()
    };
    let (empty, comments, full) =
        (path("empty", ""), path("comments", "# nothing\n\n"), path("full", "1...3..2..4.4..1\n"));
    let warnings = |args: &[&str], text: &str| {
        let (_, message, code) = run(args, text);
        assert_eq!(code, 0, "{args:?}: {message}");
        let lines = message.lines().filter(|line| line.contains("warning")).map(str::to_owned);
        lines.collect::<Vec<_>>()
    };
    assert_eq!(warnings(&["solve", &empty], ""), [format!("quadrille: warning: {empty} is empty")]);
    assert_eq!(warnings(&["solve", &full, &empty], ""), [format!("quadrille: warning: {empty} is empty")]);
    let nothing = |name: &str, what: &str| {
        [format!("quadrille: warning: no {what} in {name}; there is nothing to answer")]
    };
    assert_eq!(warnings(&["check"], ""), nothing("standard input", "record"));
    assert_eq!(warnings(&["count", &comments], ""), nothing(&comments, "record"));
    assert_eq!(warnings(&["hint", "--format", "line"], "\n"), nothing("standard input", "record"));
    assert_eq!(warnings(&["cover"], ""), nothing("standard input", "problem"));
    assert!(warnings(&["solve", &full], "").is_empty());
    assert!(warnings(&["solve", "-q", &empty], "").is_empty());
    assert!(warnings(&["solve", &full, "--shard", "1/9"], "").is_empty(), "a part may be empty");
}

#[test]
fn the_summary_has_no_line_that_the_limit_makes_meaningless() {
    let shown = |args: &[&str]| {
        let (_, message, _) = run(args, "1...3..2..4.4..1\n................\n");
        let lines = message.lines().map(|line| line.split_whitespace().next().unwrap_or("").to_owned());
        lines.collect::<Vec<_>>()
    };
    let has = |args: &[&str]| {
        let lines = shown(args);
        assert!(lines.iter().any(|line| line == "solved"), "{lines:?}");
        (lines.iter().any(|line| line == "unique"), lines.iter().any(|line| line == "multiple"))
    };
    assert_eq!(has(&["solve"]), (false, false), "nobody looked for a second solution");
    assert_eq!(has(&["count", "--limit", "1"]), (false, false));
    for args in [&["solve", "--limit", "2"][..], &["check"], &["count"], &["count", "--limit", "5"]] {
        assert_eq!(has(args), (true, true), "{args:?}");
    }
}

#[test]
fn statistics_have_a_schema_number_and_name_their_inputs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("a.txt"), "1...3..2..4.4..1\n").unwrap();
    let statistics = |args: &[&str]| {
        let file = path("stats.json");
        let args = [args, &["--summary-json", &file, "-q"]].concat();
        run(&args, "................\n");
        let text = std::fs::read(file).unwrap();
        serde_json::from_slice::<serde_json::Value>(&text).unwrap()
    };
    let stats = statistics(&["solve", &path("a.txt"), "-"]);
    assert_eq!(stats["schema"], 1);
    assert_eq!((&stats["command"], &stats["limit"]), (&"solve".into(), &1.into()));
    assert_eq!(stats["inputs"], serde_json::json!([path("a.txt"), "-"]));
    assert!(stats["unique"].is_null() && stats["multiple"].is_null(), "the limit was 1");
    let counts = statistics(&["count", "-"]);
    assert_eq!(
        (&counts["command"], &counts["unique"], &counts["multiple"]),
        (&"count".into(), &0.into(), &1.into())
    );
    assert!(counts["limit"].is_null());
    for part in ["dividing", "ordering", "writing_in_order", "writing_to_places", "answering"] {
        let seconds = |stats: &serde_json::Value| stats["part_seconds"][part].as_f64().unwrap();
        assert!(seconds(&stats) >= 0.0 && seconds(&counts) >= 0.0, "{part}");
    }
    assert!(stats["part_seconds"]["writing_in_order"].as_f64().unwrap() > 0.0, "to standard output");
    let cores = |name: &str| stats[name].as_f64().unwrap();
    assert!(cores("usable_cores") >= 1.0 && cores("usable_cores") == cores("usable_cores_of_one_file"));
    let to_file = statistics(&["solve", &path("a.txt"), "-o", &path("out")]);
    let of = |part: &str| to_file["part_seconds"][part].as_f64().unwrap();
    assert!(of("writing_in_order") == 0.0 && of("writing_to_places") > 0.0, "{to_file}");
}
