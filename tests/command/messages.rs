//! The command as a person meets it: help, hints about mistyped words, messages, completions.

use crate::common::{EASY, EASY_SOLVED, quadrille, run};

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

const COMMANDS: [&str; 15] = [
    "solve",
    "check",
    "count",
    "hint",
    "canonical",
    "rate",
    "givens",
    "convert",
    "dedup",
    "leak",
    "select",
    "morph",
    "cover",
    "generate",
    "bench",
];

#[test]
fn help_has_its_options_under_headings() {
    for command in COMMANDS {
        let headings: &[&str] = match command {
            "generate" => &["Puzzles", "Output", "Tuning"],
            "bench" => &["Contestants", "Measurement", "Output"],
            "dedup" | "leak" | "select" => &["Input", "Output", "Tuning"],
            _ => &["Input", "Output", "Long runs", "Tuning"],
        };
        let text = help(command, "--help");
        for heading in headings {
            assert!(text.contains(&format!("\n{heading}:\n")), "{command}: {heading}");
        }
    }
}

#[test]
fn every_option_has_a_heading() {
    for command in COMMANDS {
        for flag in ["-h", "--help"] {
            let text = help(command, flag);
            let options = below(&text, "Options:");
            assert_eq!(options.len(), 2, "{command}: only -h and -V are under no heading: {options:?}");
        }
    }
}

#[test]
fn help_fits_on_a_page_and_begins_with_examples() {
    for command in COMMANDS {
        let (short, long) = (help(command, "-h"), help(command, "--help"));
        assert_eq!(run(&["help", command], "").0, long);
        let lines = |text: &str| text.lines().count();
        assert!(lines(&short) <= 60 && 4 * lines(&short) < 3 * lines(&long), "{command}: {}", lines(&short));
        assert!(lines(&long) <= 120, "{command}: {}", lines(&long));
        assert!(long.lines().all(|line| line.chars().count() <= 100), "{command}");
        assert!(below(&short, "Examples:").len() >= 2, "{command}");
        assert!(below(&long, "Examples:").len() > below(&short, "Examples:").len(), "{command}");
        assert!(long.find("Examples:") < long.find("Options:"), "{command}");
        assert!(long.contains(&format!("docs/reference/commands.md#{command}")), "{command}");
    }
}

#[test]
fn the_pages_that_help_names_exist() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let texts = COMMANDS.map(|command| help(command, "--help")).into_iter().chain([run(&["--help"], "").0]);
    for text in texts {
        let pages = text.split_whitespace().filter_map(|word| word.split_once(".md")).map(|(page, _)| page);
        let pages: Vec<_> = pages.collect();
        assert!(
            !pages.is_empty() && pages.iter().all(|page| root.join(format!("{page}.md")).exists()),
            "{pages:?}"
        );
    }
}

#[test]
fn help_and_messages_are_colored_as_asked() {
    let colored = |args: &[&str]| {
        let (out, error, _) = run(args, "");
        (out + &error).contains('\x1b')
    };
    for args in
        [&["solve", "--help"][..], &["--help"], &["solve", "--thread", "2"], &["solve", "missing.txt"]]
    {
        assert!(!colored(args), "{args:?}: not on a terminal");
        assert!(colored(&[args, &["--color", "always"]].concat()), "{args:?}");
        assert!(!colored(&[args, &["--color=never"]].concat()), "{args:?}");
    }
    let chart = |when: &str| run(&["rate", "--histogram", "-q", "--color", when], format!("{EASY}\n")).0;
    assert!(chart("always").contains('\x1b') && !chart("auto").contains('\x1b'));
    assert_eq!(run(&["solve", "--color", "blue"], "").2, 2);
    let (answers, message, _) = run(&["solve", "--color", "always"], format!("{EASY}\n"));
    assert!(!answers.contains('\x1b') && !message.contains('\x1b'), "{message}");
}

#[test]
fn verbose_says_what_was_decided() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.csv").to_str().unwrap().to_owned();
    std::fs::write(&path, format!("id,board,answer\n1,{EASY},{EASY_SOLVED}\n")).unwrap();
    let told = |args: &[&str], text: &str| run(args, text).1;
    let message = told(
        &["check", "--verify-answers", "--verbose", "--threads", "2", &path, "-"],
        &format!("id,board,answer\n1,{EASY},{EASY_SOLVED}\n"),
    );
    let columns = "format csv, puzzles in column board, solutions in column answer";
    assert!(message.contains(&format!("quadrille: {path}: mapped into memory, {columns}\n")), "{message}");
    assert!(message.contains(&format!("quadrille: -: read, {columns}\n")), "{message}");
    assert!(message.contains(" cores, engine lanes") && message.contains("instruction set "), "{message}");
    for option in [&["--no-mmap"][..], &["--threads", "1"]] {
        let message = told(&[&["solve", "--verbose", &path], option].concat(), "");
        assert!(message.contains(&format!("{path}: read, format csv")), "{message}");
    }
    let parts = told(&["solve", "--verbose", "--threads", "1", "--shard", "1/2", &path], "");
    assert!(parts.contains(&format!("{path}: mapped into memory, format csv")), "{parts}");
    let message = told(&["cover", "--verbose"], "1 1\n1\n");
    assert!(message.contains("standard input: read, format matrix\n"), "{message}");
    assert!(told(&["generate", "--verbose"], "").contains("instruction set "));
    assert!(
        told(&["dedup", "--verbose"], &format!("{EASY}\n")).contains("quadrille: -: read, format line\n")
    );
    let message = told(&["solve", "--verbose", "-q"], "");
    assert!(message.contains("cannot be used with"), "{message}");
    assert!(!told(&["solve", &path], "").contains("instruction set"));
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
        (&["solv"][..], "there is no command solv; did you mean solve?"),
        (&["sovle"], "did you mean solve?"),
        (&["chekc"], "did you mean check?"),
        (&["generat"], "did you mean generate?"),
        (&["solve", "--thread", "2"], "solve has no option --thread; did you mean --threads?"),
        (&["solve", "--colum", "x"], "did you mean --column?"),
        (&["solve", "--verify"], "solve has no option --verify; did you mean --verify-answers?"),
        (&["check", "--summary=x"], "did you mean --summary-json?"),
        (&["verify", "x"], "there is no command verify; did you mean check --verify-answers? `quadrille"),
        (&["deduplicate"], "did you mean dedup?"),
        (&["split"], "did you mean select --split?"),
        (&["canon"], "did you mean canonical?"),
        (&["solve", "--colum=x"], "did you mean --column?"),
        (&["cover", "--coutn"], "did you mean --count?"),
        (
            &["solve", "--variant", "windku"],
            "--variant windku: there is no such value; did you mean windoku?",
        ),
        (&["solve", "--format", "ndjsn"], "did you mean ndjson?"),
        (&["man", "slove"], "did you mean solve?"),
        (&["hint", "--method", "lock"], "did you mean locked?"),
        (&["check", "--only", "uniq"], "did you mean unique?"),
        (&["generate", "--symmetry", "rot180"], "did you mean rotate180?"),
        (&["select", "--symmetry", "rot"], "did you mean rotate180 or rotate90?"),
        (&["solve", "--out", "x"], "did you mean --output or --output-format?"),
    ] {
        let (_, message, code) = run(args, "");
        assert_eq!((code, message.lines().count()), (2, 1), "{args:?}: {message}");
        assert!(message.contains(correction), "{args:?}: {message}");
    }
    for (args, says) in [
        (&["train"][..], "there is no command train; `quadrille --help` lists all commands"),
        (&["dedup", "--by", "text"], "dedup has no option --by; `quadrille dedup --help` lists all options"),
        (&["solve", "--copies", "3"], "solve has no option --copies; morph has it; `quadrille solve --help`"),
        (&["man", "solve", "check"], "man takes no argument \"check\""),
    ] {
        let (_, message, code) = run(args, "");
        assert!(code == 2 && message.contains(says), "{args:?}: {message}");
        assert!(!message.contains("did you mean") && !message.contains("'-- "), "{args:?}: {message}");
    }
}

#[test]
fn a_command_line_that_cannot_be_parsed_is_refused_in_one_line() {
    for (args, says) in [
        (&["solve", "--limit", "0"][..], "--limit 0: expected a whole number of 1 or more"),
        (&["solve", "--max-nodes", "many"], "--max-nodes many: expected a whole number of 1 or more"),
        (&["solve", "--all", "--shard", "1/2"], "--all cannot be used with --shard; remove one of them"),
        (&["solve", "--limit", "2", "--limit", "3"], "--limit is given more than once; remove all but one"),
        (
            &["solve", "--solution-column", "x"],
            "--solution-column needs --verify-answers; add it, or remove --solution-column",
        ),
        (&["solve", "--mismatches=x"], "--mismatches needs --verify-answers; add it, or remove --mismatches"),
        (&["solve", "--checkpoint", "3"], "--checkpoint needs --resume; add it, or remove --checkpoint"),
        (&["solve", "--resume"], "--resume needs --output; add it, or remove --resume"),
        (&["solve", "--max-nodes", "0"], "--max-nodes 0: expected a whole number of 1 or more"),
        (&["cover", "--max-nodes", "0"], "--max-nodes 0: expected a whole number of 1 or more"),
        (
            &["rate", "--method", "logik"],
            "--method logik: there is no such method; did you mean logic? the methods are guesses, morphs, morphs=K (K from 1 \
             to 10,000), logic, se, se=no-uniqueness, hodoku",
        ),
        (&["solve", "--symbols"], "--symbols needs a value: auto, letters, digits, hex"),
        (&["generate", "--with-regions"], "--with-regions needs --regions; add it, or remove --with-regions"),
    ] {
        let (_, message, code) = run(args, "");
        assert_eq!((code, &*message), (2, &*format!("quadrille: {says}\n")), "{args:?}");
    }
}

#[test]
fn a_board_that_a_spreadsheet_took_for_a_number_is_named_with_the_remedy() {
    let board = EASY.replace('.', "0");
    let text = format!("id,puzzle\n1,{board}\n2,{}\n3,12\n", &board.replacen('5', "0", 1)[1..]);
    let (answers, messages, code) = run(&["check", "-q", "--format", "csv", "-"], text);
    let reason = "expected 81 cells, found 80 digits; leading zeros are missing: read the column as text, as with dtype=str of pandas";
    assert!(messages.contains(&format!("-:3: {reason}\n")), "{answers}{messages}");
    assert!(
        messages.contains("-:4: expected 16, 36, 81, 144, 256 or 625 cells, found 2\n") && code == 1,
        "{messages}"
    );
}

#[test]
fn mistyped_columns_are_corrected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.csv").to_str().unwrap().to_owned();
    std::fs::write(&path, format!("puzzle,solution,how\n{EASY},{EASY_SOLVED},x\n")).unwrap();
    for (args, says) in [
        (
            &["solve", "--column", "pzzle"][..],
            "there is no column \"pzzle\"; the columns are puzzle, solution, how; did you mean puzzle?",
        ),
        (
            &["solve", "--column", "board"],
            "there is no column \"board\"; the columns are puzzle, solution, how; name the one with the puzzles with --column",
        ),
        (
            &["check", "--verify-answers", "--solution-column", "soluton"],
            "there is no column \"soluton\"; the columns are puzzle, solution, how; did you mean solution?",
        ),
        (
            &["morph", "--transform-column", "hwo"],
            "there is no column \"hwo\"; the columns are puzzle, solution, how; did you mean how?",
        ),
    ] {
        let (_, message, code) = run(&[args, &[&path]].concat(), "");
        assert_eq!((code, message), (2, format!("quadrille: {path}: {says}\n")), "{args:?}");
    }
    let member = format!("{{\"Puzzel\":\"{EASY}\"}}\n");
    let (_, message, _) = run(&["solve", "--column", "puzzle"], member);
    assert!(
        message.contains("there is no member \"puzzle\"; the members are Puzzel; did you mean Puzzel?"),
        "{message}"
    );
    let (_, message, _) = run(&["solve", "--format", "csv"], "a,b\n1,2\n");
    assert!(
        message
            .contains("none of them is known to hold puzzles; if one of them has the puzzles, name it with"),
        "{message}"
    );
}

#[test]
fn mistyped_files_are_corrected() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("9x9-minimal.txt"), format!("{EASY}\n")).unwrap();
    let (typed, meant, other) = (path("9x9-minimal.tx"), path("9x9-minimal.txt"), path("other"));
    let inside = path("none/x.txt");
    for args in
        [&["solve"][..], &["bench"], &["cover"], &["generate", "--pattern"], &["leak", "x", "--against"]]
    {
        let of = |name: &str| {
            run(
                &[args, &[name]]
                    .concat()
                    .iter()
                    .map(|arg| if *arg == "x" { &*meant } else { arg })
                    .collect::<Vec<_>>(),
                "",
            )
        };
        // A file that an option names comes after the option.
        let option = args.get(1).filter(|arg| **arg == "--pattern");
        let option = option.map_or(String::new(), |option| format!("{option} "));
        assert_eq!(
            of(&typed).1,
            format!("quadrille: {option}{typed}: not found; did you mean {meant}?\n"),
            "{args:?}"
        );
        assert_eq!(
            of(&other).1,
            format!("quadrille: {option}{other}: not found; check its name and folder\n")
        );
        let (_, message, code) = of(&inside);
        assert_eq!(
            (code, message),
            (2, format!("quadrille: {option}{inside}: not found; there is no folder {}\n", path("none")))
        );
    }
    let (_, message, _) = run(&[&*typed], "");
    assert!(message.ends_with(&format!("to solve it: quadrille solve {meant}\n")), "{message}");
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
        let out = std::process::Command::new("bash").args(["-c", &script]).current_dir(&folder).output();
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
        (&["quadrille", "rate", "--method", ""], "guesses morphs logic se hodoku"),
        (&["quadrille", "generate", "--rating", "5..", "--method", "g"], "guesses"),
        (&["quadrille", "hint", "-q", "--method", "n"], "naked-singles"),
        (&["quadrille", "solve", "-q", "--output-format", "nd"], "ndjson"),
        (&["quadrille", "solve", "--output-format", "=", "nd"], "ndjson"),
        (&["quadrille", "solve", "--symbols", "="], "auto letters digits hex"),
        // Neither numbers nor names of columns are files.
        (&["quadrille", "solve", "--threads", ""], ""),
        (&["quadrille", "solve", "--column", "qu"], "qu"),
        (&["quadrille", "solve", "-o", "quad"], "quadrille.bash"),
        (&["quadrille", "leak", "a", "--against", "quad"], "quadrille.bash"),
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

/// The names of the lines of the summary.
fn summary(args: &[&str], text: &str) -> Vec<String> {
    let (_, message, _) = run(args, text);
    let name = |line: &str| line.split("  ").find(|part| !part.is_empty()).unwrap_or_default().to_owned();
    message.lines().filter(|line| !line.starts_with("quadrille: ")).map(name).collect()
}

#[test]
fn the_summary_has_no_line_that_the_task_cannot_have() {
    const PUZZLES: &str = "1...3..2..4.4..1\n";
    let search = ["records", "solved", "none", "invalid", "threads", "format", "engine"];
    let plain = ["records", "invalid", "threads", "format"];
    let begins = |args: &[&str], text: &str, expected: &[&str]| {
        let lines = summary(args, text);
        let count = lines.iter().position(|line| line == "elapsed").expect("the time");
        assert_eq!(lines[..count], *expected, "{args:?} {text:?}");
    };
    begins(&["solve"], PUZZLES, &search);
    // Without a board no engine is used.
    for text in ["", "bad\n"] {
        begins(&["solve", "--format", "line"], text, &search[..6]);
    }
    let with_unknown = ["records", "solved", "none", "invalid", "unknown", "threads", "format", "engine"];
    begins(&["solve", "--max-nodes", "1000"], PUZZLES, &with_unknown);
    begins(&["solve", "--timeout-per-puzzle", "9"], PUZZLES, &with_unknown);
    for text in [PUZZLES, "", "bad\n"] {
        begins(&["givens", "--format", "line"], text, &plain);
        begins(
            &["hint", "--format", "line"],
            text,
            &["records", "hints", "no hint", "mistakes", "invalid", "threads", "format"],
        );
        begins(
            &["morph", "--format", "line", "--seed", "1"],
            text,
            &["records", "morphed", "invalid", "threads", "format"],
        );
    }
    begins(
        &["dedup", "--equal-by", "text"],
        PUZZLES,
        &["records", "invalid", "classes", "duplicates", "threads", "format"],
    );
    let rated = ["records", "rated", "multiple", "none", "invalid", "threads", "format"];
    begins(&["rate", "--method", "logic"], &format!("{EASY}\n"), &rated);
    let cover = |args: &[&str]| summary(&[&["cover"], args].concat(), "1 1\n1\n");
    assert_eq!(cover(&[])[..5], ["problems", "solved", "none", "invalid", "solutions"]);
    let has = |args: &[&str], name: &str| cover(args).iter().any(|line| line == name);
    assert!(has(&["--max-nodes", "9"], "unknown") && has(&["--count"], "remembered"));
    assert!(!has(&[], "unknown") && !has(&[], "remembered"));
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
    assert_eq!(stats["schema"], 2);
    assert_eq!((&stats["command"], &stats["limit"]), (&"solve".into(), &1.into()));
    assert_eq!(stats["inputs"], serde_json::json!([path("a.txt"), "-"]));
    assert!(stats["unique"].is_null() && stats["multiple"].is_null(), "the limit was 1");
    let counts = statistics(&["count", "-"]);
    assert_eq!(
        (&counts["command"], &counts["unique"], &counts["multiple"]),
        (&"count".into(), &0.into(), &1.into())
    );
    assert!(counts["limit"].is_null());
    let parts = ["dividing", "ordering", "writing_in_order", "writing_to_places", "compressing", "answering"];
    for part in parts {
        let seconds = |stats: &serde_json::Value| stats["part_seconds"][part].as_f64().unwrap();
        assert!(seconds(&stats) >= 0.0 && seconds(&counts) >= 0.0, "{part}");
    }
    assert!(stats["part_seconds"]["writing_in_order"].as_f64().unwrap() > 0.0, "to standard output");
    let cores = |name: &str| stats[name].as_f64().unwrap();
    assert!(cores("usable_cores") >= 1.0 && cores("usable_cores") == cores("usable_cores_of_one_file"));
    let to_file = statistics(&["solve", &path("a.txt"), "-o", &path("out")]);
    let of = |part: &str| to_file["part_seconds"][part].as_f64().unwrap();
    assert!(of("writing_in_order") == 0.0 && of("writing_to_places") > 0.0, "{to_file}");
    assert_eq!(of("compressing"), 0.0);
}
