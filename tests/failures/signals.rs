//! A signal ends a run soon, keeps the old output and leaves no temporary file.

use crate::common::{EASY, EASY_SOLVED, process::*};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};
use tempfile::tempdir;

/// A puzzle, and a board with far too many solutions to count.
fn endless() -> String {
    format!("{EASY}\n{}\n{EASY}\n", ".".repeat(81))
}

/// A signal during an endless search, in each engine.
#[test]
fn a_signal_ends_a_search_and_leaves_the_old_output() {
    for (signal, code) in [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] {
        for engine in ["lanes", "dlx"] {
            let dir = tempdir().unwrap();
            let (input, out) = (dir.path().join("in"), dir.path().join("out"));
            fs::write(&input, endless()).unwrap();
            fs::write(&out, "old").unwrap();
            let args = ["count", "--engine", engine, "--chunk-size", "82", "--threads", "1"];
            let child = start(&args, &[&input], Some(&out));
            // The first chunk is written, so the search of the second has begun or is about to.
            wait_until("answers", || temporary(dir.path()).is_some_and(|t| fs::read(t).unwrap() == b"1\n"));
            let begun = Instant::now();
            kill(&child, signal);
            let end = child.wait_with_output().unwrap();
            let errors = String::from_utf8(end.stderr).unwrap();
            assert_eq!(end.status.code(), Some(code), "{errors}");
            assert!(errors.contains(" after 1 records; ") && errors.contains("is unchanged"), "{errors}");
            assert_eq!(errors.lines().count(), 1, "{errors}");
            assert_eq!(fs::read(&out).unwrap(), b"old");
            assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "no temporary file");
            // One second is promised; a machine under load may take longer.
            assert!(begun.elapsed() < crate::common::PATIENCE, "{:?}", begun.elapsed());
        }
    }
}

/// 20 queens, which have 39,029,188,884 solutions, in Knuth's format.
fn queens() -> String {
    let n = 20;
    let names =
        |letter: char, count: usize| (0..count).map(move |i| format!("{letter}{i} ")).collect::<String>();
    let items = names('r', n) + &names('c', n) + "| " + &names('a', 2 * n) + &names('b', 2 * n) + "\n";
    let option = |i: usize| format!("r{0} c{1} a{2} b{3}\n", i / n, i % n, i / n + i % n, n + i / n - i % n);
    items + &(0..n * n).map(option).collect::<String>()
}

#[test]
fn a_signal_ends_searches_of_exact_cover_and_variants() {
    let dir = tempdir().unwrap();
    let (input, out) = (dir.path().join("in"), dir.path().join("out"));
    let empty = |side: usize| format!("{}\n", ".".repeat(side * side));
    // One problem, counted on all threads; several problems; boards with variants; large boards.
    for (args, text) in [
        (&["cover", "--count"][..], queens()),
        (&["cover", "--count"], format!("p |\np\n{}", queens())),
        (&["count", "--variant", "x"], empty(9)),
        (&["count"], empty(25)),
    ] {
        fs::write(&input, text).unwrap();
        fs::write(&out, "old").unwrap();
        let child = start(args, &[&input], Some(&out));
        wait_until("an output", || temporary(dir.path()).is_some());
        kill(&child, SIGINT);
        let end = child.wait_with_output().unwrap();
        let errors = String::from_utf8(end.stderr).unwrap();
        assert_eq!(end.status.code(), Some(130), "{args:?}: {errors}");
        assert!(errors.contains("stopped by SIGINT") && errors.contains("is unchanged"), "{errors}");
        assert_eq!(fs::read(&out).unwrap(), b"old");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "no temporary file");
    }
}

#[test]
fn a_run_that_waits_for_its_input_can_be_stopped() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("out");
    let mut child = command(&["solve", "-"]).arg("-o").arg(&out).stdin(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    writeln!(pipe, "{EASY}").unwrap();
    wait_until("answers", || temporary(dir.path()).is_some_and(|t| fs::read(t).unwrap().len() == 82));
    kill(&child, SIGTERM);
    let end = child.wait_with_output().unwrap();
    assert_eq!(end.status.code(), Some(143));
    assert!(String::from_utf8(end.stderr).unwrap().contains("stopped by SIGTERM after 1 records"));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "no temporary file");
    drop(pipe);
}

#[test]
fn a_run_that_waits_for_its_reader_can_be_stopped() {
    let dir = tempdir().unwrap();
    let input = dir.path().join("in");
    fs::write(&input, format!("{EASY}\n").repeat(20_000)).unwrap();
    let mut child = start(&["solve"], &[&input], None);
    // The run has begun to write, and the rest of the output fills the pipe.
    let mut some = vec![0; EASY_SOLVED.len()];
    child.stdout.as_mut().unwrap().read_exact(&mut some).unwrap();
    assert_eq!(some, EASY_SOLVED.as_bytes());
    kill(&child, SIGINT);
    kill(&child, SIGINT);
    let pipe = child.stdout.take();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(pipe);
}

/// Nobody reads the pipe, and one signal is enough, whichever threads wait for it: those that compress, the one that writes
/// a table, or the one that ends the run.
#[test]
fn one_signal_ends_a_run_over_a_pipe_that_nobody_reads() {
    let dir = tempdir().unwrap();
    let (input, puzzles) = (dir.path().join("in"), Path::new("datasets/9x9-minimal.txt"));
    fs::write(&input, format!("{EASY}\n").repeat(60_000)).unwrap();
    let morph = (&["morph", "--seed", "1", "--copies", "1000"][..], &[puzzles][..]);
    let mut runs = vec![
        ("pipe.gz", morph),
        ("pipe.zst", morph),
        ("pipe.gz", (&["generate", "-n", "900000"][..], &[][..])),
    ];
    let tables = (&["solve"][..], &[&*input][..]);
    if cfg!(feature = "parquet") {
        runs.push(("pipe.arrows", tables));
    }
    for (i, (output, (args, inputs))) in runs.into_iter().cycle().take(24).enumerate() {
        let pipe = dir.path().join(output);
        if !pipe.exists() {
            assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        }
        let mut child = start(&[args, &["-q", "-t", "2"]].concat(), inputs, Some(&pipe));
        let reader = fs::File::open(&pipe).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(15 * i as u64));
        kill(&child, SIGTERM);
        wait_until("end", || child.try_wait().unwrap().is_some());
        assert_eq!(child.wait().unwrap().code(), Some(143), "{args:?} to {output}");
        drop(reader);
    }
}

/// A pipe is full when the signal comes, and its reader reads only after the end of the run: what it gets are whole
/// records, and the message has their number. The records are lines, blocks of lines, rows with a line break, and
/// random puzzles.
#[test]
fn a_signal_leaves_whole_records_in_a_pipe_and_tells_their_number() {
    let dir = tempdir().unwrap();
    let input = dir.path().join("in");
    let rows: Vec<_> = EASY.as_bytes().chunks(9).map(|row| str::from_utf8(row).unwrap()).collect();
    for (args, head, record, end) in [
        (&["solve"][..], "", format!("{EASY}\n"), "\n"),
        (&["solve", "--output-format", "ndjson"], "", format!("{EASY}\n"), "}\n"),
        (&["solve"], "", format!("{}\n\n", rows.join("\n")), "\n"),
        (&["solve"], "name,puzzle\n", format!("\"a\nb\",{EASY}\n"), ",solved\n"),
        (&["generate", "-n", "1000000"], "", String::new(), "\n"),
    ] {
        fs::write(&input, format!("{head}{}", record.repeat(20_000))).unwrap();
        let inputs = if record.is_empty() { &[][..] } else { &[&*input] };
        let mut child = start(&[args, &["--threads", "2"]].concat(), inputs, None);
        let (mut out, errors) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let mut begin = [0; 1];
        out.read_exact(&mut begin).unwrap();
        kill(&child, SIGTERM);
        assert_eq!(child.wait().unwrap().code(), Some(143), "{args:?}");
        let mut text = String::from_utf8(begin.to_vec()).unwrap();
        out.read_to_string(&mut text).unwrap();
        let errors = std::io::read_to_string(errors).unwrap();
        assert!(text.ends_with(end), "{args:?}: {:?}", &text[text.len().saturating_sub(100)..]);
        // A block and a row with a line break have nine lines or two, and blocks are separated by a blank line.
        let lines = text.lines().count() - head.lines().count();
        let records = match record.lines().count() {
            10 => (lines + 1) / 10,
            2 => lines / 2,
            _ => lines,
        };
        let told = format!(" after {} records were written", grouped(records));
        assert!(errors.contains(&told), "{args:?}: {records} records, {errors}");
    }
}

/// The solutions of an exact cover problem go to a pipe as whole lines.
#[test]
fn a_signal_leaves_whole_lines_of_solutions_in_a_pipe() {
    let dir = tempdir().unwrap();
    let input = dir.path().join("in");
    fs::write(&input, queens()).unwrap();
    let mut child = start(&["cover"], &[&input], None);
    let (mut out, mut begin) = (child.stdout.take().unwrap(), [0; 1]);
    out.read_exact(&mut begin).unwrap();
    kill(&child, SIGTERM);
    assert_eq!(child.wait().unwrap().code(), Some(143));
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert!(rest.len() > 4096 && rest.ends_with('\n'), "{:?}", &rest[rest.len().saturating_sub(100)..]);
}

/// Reads a stream that was cut short, by the command and by the program for it, if that is installed: both fail. Gives
/// the text that the program found.
fn read_cut(file: &Path, program: &str) -> Option<String> {
    let end = command(&["solve", "-q"]).arg(file).output().unwrap();
    let errors = String::from_utf8(end.stderr).unwrap();
    assert!(end.status.code() == Some(2) && errors.contains("cannot read"), "{errors}");
    let Ok(end) = Command::new(program).arg("-dc").stdin(fs::File::open(file).unwrap()).output() else {
        eprintln!("skipped: no {program} here");
        return None;
    };
    assert!(!end.status.success());
    Some(String::from_utf8(end.stdout).unwrap())
}

/// The blocks before are complete; nevertheless a reader must notice that the stream is not.
#[test]
fn a_signal_leaves_a_compressed_stream_in_a_pipe_that_readers_refuse() {
    let dir = tempdir().unwrap();
    for (suffix, program) in [("gz", "gzip"), ("zst", "zstd")] {
        let (pipe, file) = (dir.path().join(format!("pipe.{suffix}")), dir.path().join("cut"));
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let mut solve = command(&["solve", "-q", "-t", "2", "-", "-o"]);
        let mut child = solve.arg(&pipe).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let lines = format!("{EASY}\n").repeat(1000);
        // Until the command ends.
        let feeder = std::thread::spawn(move || while stdin.write_all(lines.as_bytes()).is_ok() {});
        let (mut reader, mut bytes) = (fs::File::open(&pipe).unwrap(), vec![0; 1000]);
        reader.read_exact(&mut bytes).unwrap();
        kill(&child, SIGTERM);
        reader.read_to_end(&mut bytes).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(143));
        feeder.join().unwrap();
        fs::write(&file, bytes).unwrap();
        if let Some(text) = read_cut(&file, program) {
            let whole = format!("{EASY_SOLVED}\n").repeat(text.len() / EASY_SOLVED.len() + 1);
            assert!(text.len() > EASY_SOLVED.len() && whole.starts_with(&text));
        }
    }
}

/// All answers before the failure are in the stream, but not its end.
#[test]
fn a_failed_run_leaves_its_answers_in_a_compressed_pipe() {
    let dir = tempdir().unwrap();
    let (good, bad) = (dir.path().join("good"), dir.path().join("bad"));
    fs::write(&good, format!("{EASY}\n").repeat(30_000)).unwrap();
    fs::write(&bad, b"\x1F\x8B\x08\0").unwrap();
    for (suffix, program) in [("gz", "gzip"), ("zst", "zstd")] {
        let (pipe, file) = (dir.path().join(format!("pipe.{suffix}")), dir.path().join("cut"));
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let child = start(&["solve", "-q", "-t", "2"], &[&good, &bad], Some(&pipe));
        fs::write(&file, fs::read(&pipe).unwrap()).unwrap();
        let end = child.wait_with_output().unwrap();
        assert_eq!(end.status.code(), Some(2), "{}", String::from_utf8_lossy(&end.stderr));
        let want = format!("{EASY_SOLVED}\n").repeat(30_000);
        // `zstd` does not write the end of a frame that is cut short.
        let is_right = |text: String| if program == "gzip" { text == want } else { want.starts_with(&text) };
        assert!(read_cut(&file, program).is_none_or(is_right), "{program}");
    }
}

#[test]
fn cover_leaves_its_answers_before_a_failure_in_a_compressed_pipe() {
    let dir = tempdir().unwrap();
    let (bad, pipe, file) = (dir.path().join("bad"), dir.path().join("pipe.gz"), dir.path().join("cut"));
    fs::write(&bad, "2 2\n1 0\n0 1\n\n".repeat(2000)).unwrap();
    let whole = command(&["cover", "-q"]).arg(&bad).output().unwrap().stdout;
    let Ok(gz) = Command::new("gzip").arg("-c").arg(&bad).output() else {
        eprintln!("skipped: no gzip here");
        return;
    };
    fs::write(&bad, &gz.stdout[..gz.stdout.len() * 2 / 3]).unwrap();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let child = start(&["cover", "-q", "-t", "2"], &[&bad], Some(&pipe));
    fs::write(&file, fs::read(&pipe).unwrap()).unwrap();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(2));
    let text = read_cut(&file, "gzip");
    assert!(text.is_none_or(|text| !text.is_empty() && whole.starts_with(text.as_bytes())));
}

/// A stopped run says how many records it has written.
#[test]
fn a_signal_leaves_all_generated_puzzles_in_a_compressed_pipe() {
    let dir = tempdir().unwrap();
    let (pipe, file) = (dir.path().join("pipe.gz"), dir.path().join("cut"));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut child = start(&["generate", "-t", "2", "-n", "100000000", "--seed", "1"], &[], Some(&pipe));
    let (mut reader, mut bytes) = (fs::File::open(&pipe).unwrap(), vec![0; 1000]);
    reader.read_exact(&mut bytes).unwrap();
    kill(&child, SIGTERM);
    reader.read_to_end(&mut bytes).unwrap();
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(143));
    fs::write(&file, bytes).unwrap();
    if let Some(text) = read_cut(&file, "gzip") {
        let count = grouped(text.lines().count());
        assert!(errors.contains(&format!("after {count} records were written")), "{count}: {errors}");
    }
}

/// With a comma between thousands.
fn grouped(number: usize) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", number / 1000, number % 1000),
    }
}

/// The second output is a FIFO without a reader; at that point the temporary file of the first output exists.
#[test]
fn a_run_that_waits_for_its_second_output_can_be_stopped() {
    let dir = tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("in"), EASY).unwrap();
    assert!(Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
    let bench = ["bench", &path("in"), "--json", &path("out"), "--html", &path("pipe")];
    let solve = ["solve", &path("in"), "-o", &path("out"), "--summary-json", &path("pipe")];
    for args in [&bench, &solve] {
        let child = start(&args[..1], &args[1..].iter().map(|arg| arg.as_ref()).collect::<Vec<_>>(), None);
        wait_until("an output", || temporary(dir.path()).is_some());
        kill(&child, SIGTERM);
        let end = child.wait_with_output().unwrap();
        assert_eq!(end.status.code(), Some(143), "{}", String::from_utf8_lossy(&end.stderr));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "no temporary file");
    }
}

#[test]
fn a_benchmark_can_be_stopped() {
    let dir = tempdir().unwrap();
    let (input, out) = (dir.path().join("in"), dir.path().join("out"));
    fs::write(&input, EASY).unwrap();
    fs::write(&out, "old").unwrap();
    let [input, out] = [&input, &out].map(|path| path.to_str().unwrap());
    let child = start(&["bench", "--runs", "1000", "--warm-up", "100", "--json", out, input], &[], None);
    wait_until("an output", || temporary(dir.path()).is_some());
    kill(&child, SIGINT);
    let end = child.wait_with_output().unwrap();
    let errors = String::from_utf8(end.stderr).unwrap();
    assert_eq!(end.status.code(), Some(130), "{errors}");
    assert!(errors.contains("stopped by SIGINT; ") && errors.contains("is unchanged"), "{errors}");
    assert_eq!(fs::read(out).unwrap(), b"old");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "no temporary file");
}

/// After a signal at any time there is either the old output or the complete new one.
#[test]
fn a_signal_at_any_time_leaves_a_complete_output() {
    let dir = tempdir().unwrap();
    let (input, out) = (dir.path().join("in"), dir.path().join("out"));
    fs::write(&input, format!("{EASY}\n").repeat(3000)).unwrap();
    let whole = format!("{EASY_SOLVED}\n").repeat(3000);
    // Measures how long an undisturbed run takes.
    let begun = Instant::now();
    start(&["solve", "-q"], &[&input], Some(&out)).wait().unwrap();
    let whole_run = begun.elapsed();
    let mut ends = [0, 0];
    for i in 0..40 {
        fs::write(&out, "old").unwrap();
        let mut child = start(&["solve", "-q", "--chunk-size", "1000"], &[&input], Some(&out));
        std::thread::sleep(whole_run * i / 25);
        kill(&child, if i % 2 == 0 { SIGINT } else { SIGTERM });
        let code = child.wait().unwrap();
        let text = fs::read_to_string(&out).unwrap();
        match code.code() {
            Some(0) => assert_eq!(text, whole),
            // Killed before the handler was installed, or stopped by it.
            None | Some(130 | 143) => assert_eq!(text, "old"),
            other => panic!("exit code {other:?}"),
        }
        ends[usize::from(code.success())] += 1;
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "no temporary file");
    }
}

#[test]
fn signals_that_were_ignored_at_the_start_stay_ignored() {
    let mut child = Command::new("sh")
        .args([
            "-c",
            "trap '' HUP INT; exec \"$0\" solve -",
            assert_cmd::cargo::cargo_bin!("quadrille").to_str().unwrap(),
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (mut pipe, mut answers) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    let mut line = String::new();
    writeln!(pipe, "{EASY}").unwrap();
    answers.read_line(&mut line).unwrap();
    kill(&child, SIGHUP);
    kill(&child, SIGINT);
    writeln!(pipe, "{EASY}").unwrap();
    drop(pipe);
    answers.read_to_string(&mut line).unwrap();
    assert_eq!(line, format!("{EASY_SOLVED}\n{EASY_SOLVED}\n"));
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// A chart takes the place of the answers, so none was written before the signal.
#[test]
fn a_signal_ends_a_run_that_only_counts() {
    let dir = tempdir().unwrap();
    let input = dir.path().join("in");
    fs::write(&input, format!("{EASY}\n").repeat(100_000)).unwrap();
    let args = ["rate", "--method", "morphs=10000", "--histogram", "--progress", "always"];
    let mut child = start(&args, &[&input], None);
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    errors.read_exact(&mut [0; 10]).unwrap();
    kill(&child, SIGTERM);
    let told = std::io::read_to_string(errors).unwrap();
    let end = child.wait_with_output().unwrap();
    assert_eq!((end.status.code(), end.stdout.len()), (Some(143), 0), "{told}");
    assert!(told.contains(" records were read"), "{told}");
}

/// The puzzles that were written are whole, so they are kept.
#[test]
fn a_signal_ends_a_search_for_puzzles_and_keeps_what_was_found() {
    let errors = a_signal_keeps_puzzles(&["generate", "--rating", "2..", "-n", "100000000", "--seed", "1"]);
    assert!(errors.contains(" tried; ") && errors.contains(" had a rating below 2\n"), "{errors}");
}

#[test]
fn a_signal_ends_a_generation_and_keeps_what_was_written() {
    a_signal_keeps_puzzles(&["generate", "-n", "100000000", "--seed", "1"]);
}

/// Returns the messages.
fn a_signal_keeps_puzzles(args: &[&str]) -> String {
    let dir = tempdir().unwrap();
    let out = dir.path().join("out");
    let child = start(args, &[], Some(&out));
    wait_until("puzzles", || temporary(dir.path()).is_some_and(|t| fs::read(t).unwrap().len() > 82));
    kill(&child, SIGINT);
    let end = child.wait_with_output().unwrap();
    let errors = String::from_utf8(end.stderr).unwrap();
    assert_eq!(end.status.code(), Some(130), "{errors}");
    let text = fs::read_to_string(&out).unwrap();
    assert!(text.ends_with('\n') && text.lines().all(|line| line.len() == 81));
    let count = errors.split(" after ").nth(1).unwrap().split(' ').next().unwrap().replace(',', "");
    assert_eq!(count, text.lines().count().to_string(), "{errors}");
    assert!(errors.contains("records, which are in "), "{errors}");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "no temporary file");
    errors
}
