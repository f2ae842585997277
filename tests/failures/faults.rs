//! Faults around a run: inputs that change, full disks, closed pipes, readers and writers that fail.

use crate::common::{
    EASY, EASY_SOLVED, FOUR, FOUR_SOLVED, MIXED, answer, cases, input, process::*, quadrille, run,
};
use predicates::prelude::*;
use proptest::prelude::*;
use quadrille::{
    Batch, ErrorKind, Input, RunOptions,
    batch::{Dedup, Format, Observer, Tally},
    tasks::{Count, EqualBy, Solve},
};
use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
    process::Stdio,
    time::{Duration, SystemTime},
};
use tempfile::tempdir;

/// Calls a function after this number of chunks has been written.
struct After<F>(u32, F);

impl<F: FnMut() + Send> Observer for After<F> {
    fn progress(&mut self, _: u64, _: &Tally) {
        if self.0 == 0 {
            (self.1)();
        }
        self.0 = self.0.wrapping_sub(1);
    }
}

/// How many lines an input has, how many bytes a chunk has, and whether it is mapped.
type Sizes = (u64, usize, bool);

/// Inputs that are mapped, read by the feed, and read ahead by the workers.
const SIZES: [Sizes; 3] = [(60_000, 1_700, true), (60_000, 1_700, false), (400_000, 16 << 10, false)];

/// The output of an undisturbed run, the output of one whose input is changed by `change`, and the error.
fn changed(
    (lines, chunk_size, map): Sizes,
    change: impl Fn(&Path) + Sync,
) -> (Vec<u8>, Vec<u8>, Option<String>) {
    let dir = tempdir().unwrap();
    let path = dir.path().join("in");
    let text = format!("{FOUR}\n").repeat(lines as usize);
    fs::write(&path, &text).unwrap();
    let want = format!("{FOUR_SOLVED}\n").repeat(lines as usize);
    let batch = Batch::new(Solve::new()).run_options(RunOptions::new().threads(2)).chunk_size(chunk_size);
    let mut out = Vec::new();
    let inputs = vec![input(&path, map)];
    let end = batch.run(inputs, &mut out, &mut After(3, || change(&path)));
    (want.into_bytes(), out, end.err().map(|e| crate::common::chain(&e)))
}

/// The output written before the change is detected is right for the old file.
#[test]
fn an_input_that_changes_while_it_is_read_is_an_error() {
    let write = |path: &Path, at: u64, text: &[u8]| {
        let mut file = File::options().write(true).open(path).unwrap();
        file.seek(SeekFrom::Start(at)).unwrap();
        file.write_all(text).unwrap();
        // The clock of some file systems is coarse, so the new time is set explicitly.
        file.set_modified(SystemTime::now() + Duration::from_secs(1)).unwrap();
    };
    let replace = |path: &Path| {
        fs::copy(path, path.with_extension("new")).unwrap();
        fs::rename(path.with_extension("new"), path).unwrap();
    };
    for sizes in SIZES {
        let (lines, _, map) = sizes;
        for (what, change) in [
            ("grows", &(|path: &Path| write(path, lines * 17, b"x\n")) as &(dyn Fn(&Path) + Sync)),
            ("is written to", &|path| write(path, (lines - 1_000) * 17, b"2")),
            ("is replaced", &replace),
            ("is removed", &|path| fs::remove_file(path).unwrap()),
        ] {
            let (want, out, error) = changed(sizes, change);
            let error = error.unwrap_or_else(|| panic!("it {what}, {map}: no error"));
            assert!(error.contains("while it was read"), "it {what}, {map}: {error}");
            let sure = out.len().min((lines as usize - 2_000) * 17);
            assert!(want[..sure] == out[..sure], "it {what}, {map}: {} bytes", out.len());
        }
        let (want, out, error) = changed(sizes, |_| {});
        assert!(error.is_none() && want == out);
    }
}

/// A file that is read, not mapped, may be truncated too.
#[test]
fn a_file_that_is_truncated_while_it_is_read_is_an_error() {
    for sizes in &SIZES[1..] {
        let end = sizes.0 * 17 * 2 / 3;
        let cut = |path: &Path| File::options().write(true).open(path).unwrap().set_len(end).unwrap();
        let (want, out, error) = changed(*sizes, cut);
        assert!(error.unwrap().contains("while it was read"));
        assert!(want.starts_with(&out));
    }
}

/// One thread waits for the pipe, so that nothing more is read meanwhile. It maps files only for parts of a run.
#[cfg(target_os = "linux")]
const MAPPED_BY_ONE_THREAD: [&str; 7] =
    ["solve", "--threads", "1", "--shard", "1/1", "--chunk-size", "100000"];

/// A mapped file is truncated while the command waits for room in a pipe; the fault occurs when it continues. The
/// statistics are a second output, of which nothing must be left.
#[cfg(target_os = "linux")]
#[test]
fn a_mapped_file_that_is_truncated_ends_the_run_with_a_message() {
    let dir = tempdir().unwrap();
    let (input, stats) = (dir.path().join("in"), dir.path().join("stats"));
    fs::write(&input, format!("{EASY}\n").repeat(60_000)).unwrap();
    fs::write(&stats, "old").unwrap();
    let mut args = MAPPED_BY_ONE_THREAD.to_vec();
    args.extend(["--summary-json", stats.to_str().unwrap()]);
    let mut child = start(&args, &[&input], None);
    let mut first = [0; 82];
    child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    assert!(temporary(dir.path()).is_some());
    File::options().write(true).open(&input).unwrap().set_len(0).unwrap();
    let end = child.wait_with_output().unwrap();
    let errors = String::from_utf8(end.stderr).unwrap();
    assert_eq!(end.status.code(), Some(2), "{errors}");
    // Either the missing page or the check after a chunk comes first.
    let fault = errors.contains("it was truncated while it was read") && errors.contains("--no-mmap");
    assert!(fault || errors.contains("it changed while it was read"), "{errors}");
    assert!(errors.contains(input.to_str().unwrap()) && errors.lines().count() == 1, "{errors}");
    assert!(temporary(dir.path()).is_none(), "no temporary file");
    assert_eq!(fs::read(&stats).unwrap(), b"old");
    let solved = format!("{EASY_SOLVED}\n").repeat(60_000);
    assert!(solved.as_bytes()[82..].starts_with(&end.stdout), "what was written is right");
}

/// The handler for SIGBUS prints the name of the file.
#[cfg(target_os = "linux")]
#[test]
fn terminal_escapes_in_the_name_of_a_truncated_file_do_not_reach_the_terminal() {
    let dir = tempdir().unwrap();
    let input = dir.path().join("in\x1b[31m\u{9b}5m");
    fs::write(&input, format!("{EASY}\n").repeat(60_000)).unwrap();
    let mut child = start(&MAPPED_BY_ONE_THREAD, &[&input], None);
    let mut first = [0; 82];
    child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    File::options().write(true).open(&input).unwrap().set_len(0).unwrap();
    let end = child.wait_with_output().unwrap();
    let errors = String::from_utf8(end.stderr).unwrap();
    assert_eq!(end.status.code(), Some(2), "{errors}");
    assert!(!errors.contains(|c: char| c.is_control() && c != '\n'), "{errors:?}");
    assert!(errors.contains("[31m") && errors.lines().count() == 1, "{errors}");
}

/// SIGBUS for another reason has its default effect.
#[cfg(target_os = "linux")]
#[test]
fn a_bus_error_outside_of_mappings_has_its_default_effect() {
    use std::os::unix::process::ExitStatusExt;
    let mut child = command(&["solve", "-"]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(format!("{EASY}\n").as_bytes()).unwrap();
    let mut first = [0; 82];
    child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    // The first signal restores the previous handler, which handles the second.
    while child.try_wait().unwrap().is_none() {
        kill(&child, 7);
    }
    assert_eq!(child.wait().unwrap().signal(), Some(7));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_leaves_no_partial_output() {
    let (_, errors, code) = run(&["solve", "-o", "/dev/full"], EASY);
    assert_eq!((code, errors.lines().count()), (2, 1), "{errors}");
    assert!(errors.contains("No space left"));
    let to_full = File::options().write(true).open("/dev/full").unwrap();
    let mut child = command(&["solve", "-q", "-"]).stdin(Stdio::piped()).stdout(to_full).spawn().unwrap();
    child.stdin.take().unwrap().write_all(EASY.as_bytes()).unwrap();
    let end = child.wait_with_output().unwrap();
    assert_eq!(end.status.code(), Some(2));
    assert!(String::from_utf8(end.stderr).unwrap().contains("No space left"));
    // A limit on the size of files raises SIGXFSZ.
    let dir = tempdir().unwrap();
    let (input, out) = (dir.path().join("in"), dir.path().join("out"));
    fs::write(&input, format!("{EASY}\n").repeat(10_000)).unwrap();
    for resume in ["", "--resume --checkpoint 0"] {
        fs::write(&out, "old").unwrap();
        let script = format!("ulimit -f 100; exec \"$0\" solve -q \"$1\" -o \"$2\" {resume}");
        let end = std::process::Command::new("sh")
            .args(["-c", &script])
            .args([
                assert_cmd::cargo::cargo_bin!("quadrille").as_os_str(),
                input.as_os_str(),
                out.as_os_str(),
            ])
            .output()
            .unwrap();
        let errors = String::from_utf8(end.stderr).unwrap();
        assert_eq!((end.status.code(), errors.lines().count()), (Some(2), 1), "{errors}");
        assert!(errors.contains("File too large"), "{errors}");
        assert_eq!(fs::read(&out).unwrap(), b"old");
        assert!(temporary(dir.path()).is_none());
    }
    // A later run continues after what was committed before the disk was full.
    let args = ["solve", "-q", "--resume", input.to_str().unwrap(), "-o", out.to_str().unwrap()];
    quadrille(&args).assert().success();
    assert_eq!(fs::read_to_string(&out).unwrap(), format!("{EASY_SOLVED}\n").repeat(10_000));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
}

/// Runs a script of the shell in a folder, with the program as `$0`.
#[cfg(target_os = "linux")]
fn run_script(script: &str, folder: &Path) -> std::process::Output {
    std::process::Command::new("sh")
        .args(["-c", script])
        .arg(assert_cmd::cargo::cargo_bin!("quadrille"))
        .current_dir(folder)
        .output()
        .unwrap()
}

/// A run whose temporary files grow beyond the limit of a file's size.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_temporary_files_of_classes_is_an_error_and_leaves_nothing() {
    let dir = tempdir().unwrap();
    let rows = (0..200_000).map(|n| format!("{:0>16}\n", format!("{n:o}").replace('4', "1")));
    fs::write(dir.path().join("in"), rows.collect::<String>().replace(['5', '6', '7'], "2")).unwrap();
    fs::write(dir.path().join("out"), "old").unwrap();
    for out in ["-o out", "| cat"] {
        // The input has 3.4 MB and 6.4 MB of keys, and the kept records have less than 1 MB.
        let script =
            format!("ulimit -f 4000; export TMPDIR=.; \"$0\" dedup -q --equal-by text --memory 1M in {out}");
        let end = run_script(&script, dir.path());
        let errors = String::from_utf8(end.stderr).unwrap();
        assert!(end.stdout.is_empty(), "nothing was written");
        assert!(errors.contains("cannot write a temporary file in "), "{errors}");
        assert!(errors.contains(": File too large"), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        if out.starts_with("-o") {
            assert_eq!(end.status.code(), Some(2));
        }
        assert_eq!(fs::read(dir.path().join("out")).unwrap(), b"old");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
    }
}

/// Changes a file when the second pass begins.
struct AtSecondPass<'a>(&'a Path, bool);

impl Observer for AtSecondPass<'_> {
    fn written(&mut self, _: u64) {
        if !std::mem::replace(&mut self.1, true) {
            fs::write(self.0, format!("{EASY}\n{EASY}\n{FOUR}\n")).unwrap();
        }
    }
}

#[test]
fn an_input_that_changes_between_two_passes_is_an_error() {
    let dir = tempdir().unwrap();
    let [a, b] = ["a", "b"].map(|name| dir.path().join(name));
    for changes in [false, true] {
        fs::write(&a, format!("{EASY}\n")).unwrap();
        fs::write(&b, format!("{FOUR}\n{EASY}\n")).unwrap();
        let batch =
            Batch::new(Dedup::equal_by(EqualBy::Text).memory(0)).run_options(RunOptions::new().threads(1));
        let inputs = vec![input(&a, false), input(&b, false)];
        let mut out = Vec::new();
        let end = batch.run(inputs, &mut out, &mut AtSecondPass(&b, !changes));
        match changes {
            true => assert!(end.unwrap_err().to_string().contains("changed between the two passes")),
            false => assert_eq!(out, format!("{EASY}\n{FOUR}\n").into_bytes()),
        }
    }
}

/// Standard output is a file on a full disk. What had been written before stays, as whole records.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_standard_output_leaves_whole_records_and_their_number() {
    let dir = tempdir().unwrap();
    let input = dir.path().join("in");
    for (text, lines) in [(format!("{EASY}\n"), 1), (format!("{}\n\n", grid_of_nine(EASY)), 10)] {
        fs::write(&input, text.repeat(10_000)).unwrap();
        for (redirect, before) in [(">", 0), (">>", 1)] {
            fs::write(dir.path().join("out"), "before\n").unwrap();
            let script = format!("ulimit -f 100; exec \"$0\" solve -q in --chunk-size 3000 {redirect} out");
            let end = run_script(&script, dir.path());
            let errors = String::from_utf8(end.stderr).unwrap();
            assert_eq!((end.status.code(), errors.lines().count()), (Some(2), 1), "{errors}");
            let out = fs::read_to_string(dir.path().join("out")).unwrap();
            assert!(out.ends_with('\n') && out.len() > 30_000, "{} bytes", out.len());
            let records = (out.lines().count() - before) as f64 / f64::from(lines);
            assert_eq!(records.ceil(), records.round(), "whole records");
            let told = format!("after the answers to {} records: File too large", records.ceil());
            assert!(errors.contains(&told), "{records}: {errors}");
        }
    }
}

/// The board as nine lines.
fn grid_of_nine(line: &str) -> String {
    line.as_bytes().chunks(9).map(|row| str::from_utf8(row).unwrap()).collect::<Vec<_>>().join("\n")
}

/// A small and a read-only file system, mounted for the test, which only a superuser may do.
#[cfg(target_os = "linux")]
#[test]
fn a_small_and_a_read_only_file_system() {
    let dir = tempdir().unwrap();
    let input = dir.path().join("in");
    fs::write(&input, format!("{EASY}\n").repeat(10_000)).unwrap();
    let script = r#"
        set -e
        mount -t tmpfs -o size=256k none "$2" || exit 77
        echo old > "$2/out"
        code=0; "$0" solve -q "$1" -o "$2/out" || code=$?
        [ $code = 2 ] && [ "$(cat "$2/out")" = old ] && [ "$(ls -A "$2")" = out ]
        mount -o remount,ro "$2"
        code=0; "$0" solve -q "$1" -o "$2/out" || code=$?
        [ $code = 2 ] && [ "$(cat "$2/out")" = old ]
        code=0; "$0" solve -q --resume "$1" -o "$2/out" || code=$?
        [ $code = 2 ] && [ "$(cat "$2/out")" = old ]
    "#;
    let folder = dir.path().join("small");
    fs::create_dir(&folder).unwrap();
    let end = std::process::Command::new("unshare")
        .args(["--mount", "--propagation", "private", "sh", "-c", script])
        .args([assert_cmd::cargo::cargo_bin!("quadrille").as_os_str(), input.as_os_str(), folder.as_os_str()])
        .output();
    let Ok(end) = end else { return eprintln!("skipped: no unshare here") };
    let errors = String::from_utf8_lossy(&end.stderr);
    if end.status.code() == Some(77) || errors.contains("Operation not permitted") {
        return eprintln!("skipped: only a superuser may mount: {errors}");
    }
    assert!(end.status.success(), "{errors}");
    let told: Vec<_> = errors.lines().collect();
    assert_eq!(told.len(), 3, "{errors}");
    assert!(
        told[0].contains("No space left") && told[1].contains("Read-only") && told[2].contains("Read-only")
    );
}

#[cfg(target_os = "linux")]
#[test]
fn inputs_of_every_kind_are_read_or_rejected() {
    let dir = tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let solved = format!("{EASY_SOLVED}\n");
    for (name, text, want) in [
        ("crlf", format!("{EASY}\r\n{EASY}\r\n"), solved.repeat(2)),
        ("no_end", format!("{EASY}\n{EASY}"), solved.repeat(2)),
        ("mark", format!("\u{FEFF}{EASY}\n"), solved.clone()),
        ("empty", String::new(), String::new()),
        ("only_mark", "\u{FEFF}".into(), String::new()),
        (
            "nul",
            format!("{EASY}\n\0\n{EASY}\n"),
            format!("{solved}!invalid: expected 16, 36, 81, 144, 256 or 625 cells, found 1\n{solved}"),
        ),
        (
            "long",
            format!("{EASY}\n{}\n{EASY}", "1".repeat(10 << 20)),
            format!("{solved}!invalid: the grid is longer than 1 MiB\n{solved}"),
        ),
    ] {
        fs::write(path(name), &text).unwrap();
        let name = path(name).to_str().unwrap().to_owned();
        for flags in [&[name.as_str()][..], &["--no-mmap", &name], &["-"]] {
            let args = [&["solve", "-q"], flags].concat();
            assert_eq!(run(&args, text.clone()).0, want, "{args:?}");
        }
    }
    // A named pipe; a file in /proc, whose size is given as 0; a folder; a file that cannot be read.
    let fifo = path("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let child = start(&["solve", "-q"], &[&fifo], None);
    fs::write(&fifo, EASY).unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, solved.as_bytes());
    let (out, _, code) = run(&["solve", "-q", "--format", "line", "/proc/version"], "");
    assert_eq!((out.lines().count(), code), (1, 1));
    assert!(out.starts_with("!invalid: "));
    for (args, words) in [
        (&["solve", dir.path().to_str().unwrap()][..], "is a folder"),
        (&["solve", "/proc/self/mem"], "cannot"),
        (&["solve", "--no-mmap", "/proc/self/mem"], "cannot"),
    ] {
        let (out, errors, code) = run(args, "");
        assert_eq!((out.as_str(), code, errors.lines().count()), ("", 2, 1), "{errors}");
        assert!(errors.contains(words), "{errors}");
    }
}

/// Files that hold no text are refused by name, with what to do, whether they are mapped, read or piped.
#[test]
fn files_of_other_kinds_are_refused_by_name_with_what_to_do() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("in");
    let name = path.to_str().unwrap();
    let zip =
        |file: &str| [b"PK\x03\x04", &[0; 22][..], &[file.len() as u8, 0, 0, 0], file.as_bytes()].concat();
    for (bytes, kind, advice) in [
        (&*zip("puzzles.txt"), "a zip archive", "`unzip -p FILE | quadrille solve -`"),
        (&zip("xl/workbook.xml"), "a spreadsheet (xlsx)", "save it as csv"),
        (&zip("quizzes.npy"), "an archive of numpy arrays", "numpy.savetxt"),
        (b"7z\xBC\xAF\x27\x1C\0\x04", "a 7z archive", "`7z x -so FILE | quadrille solve -`"),
        #[cfg(not(feature = "parquet"))]
        (b"\x93NUMPY\x01\0v\0{'descr': '<i8'", "a numpy array", "--features parquet`"),
        (b"\x80\x04\x95\x10\0\0\0\0\0\0\0]", "pickled objects of Python", "in Python"),
        #[cfg(not(feature = "parquet"))]
        (b"PAR1\x15\x04\x15\x10", "a Parquet table", "--features parquet`"),
        #[cfg(not(feature = "parquet"))]
        (b"ARROW1\0\0\xFF\xFF\xFF\xFF", "an Arrow or Feather table", "--features parquet`"),
        (b"%PDF-1.7\n%\xE2\xE3", "a PDF document", "`pdftotext -layout FILE - | quadrille solve -`"),
        (
            b"<?xml version=\"1.0\"?>\n<opensudoku><game data=\"1\"/></opensudoku>",
            "an OpenSudoku file",
            "use `grep -o 'data=\"[0-9]*' FILE",
        ),
        (b"<?xml version=\"1.0\"?><puzzles/>", "an XML document", "write its boards as lines of digits"),
        (b"<!doctype html><html>", "an HTML page", "save it as plain text"),
        (b"\xFF\xFE\0\x005\0\0\0", "UTF-32 text", "`iconv -f UTF-32 -t UTF-8 FILE | quadrille solve -`"),
        (b"5\x003\0.\0.\x007\0", "UTF-16 text without a byte-order mark", "`iconv -f UTF-16LE"),
    ] {
        fs::write(&path, bytes).unwrap();
        for flags in [&[name][..], &["--no-mmap", name], &["-"], &["--format", "line", "-"]] {
            let args = [&["solve", "-q"], flags].concat();
            let mut command = quadrille(&args);
            let end = command.write_stdin(bytes).assert().code(2).stdout("");
            let errors = String::from_utf8_lossy(&end.get_output().stderr).into_owned();
            let told = format!("{}: it is {kind}", flags.last().unwrap());
            assert!(errors.contains(&told) && errors.contains(advice), "{args:?}: {errors}");
            assert_eq!(errors.lines().count(), 1, "{errors}");
        }
    }
    // An archive inside of a compressed stream, as in `puzzles.tar.gz`.
    let mut tar = [0; 512];
    tar[..11].copy_from_slice(b"puzzles.txt");
    tar[257..262].copy_from_slice(b"ustar");
    fs::write(&path, tar).unwrap();
    let (_, errors, code) = run(&["solve", name], "");
    assert!(code == 2 && errors.contains("a tar archive") && errors.contains("tar -xOf FILE"), "{errors}");
}

/// Spreadsheet programs save such text. It is read from files and pipes alike; the answers are UTF-8.
#[test]
fn utf_16_with_a_byte_order_mark_is_read() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("in");
    let name = path.to_str().unwrap();
    let text = format!("\u{FEFF}name,puzzle\r\né𝄞,{EASY}\r\n");
    let want = format!("name,puzzle,solution,status\r\né𝄞,{EASY},{EASY_SOLVED},solved\r\n");
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for bytes in [little, big] {
        fs::write(&path, &bytes).unwrap();
        for flags in [&[name][..], &["--no-mmap", name], &["-"]] {
            let args = [&["solve", "-q"], flags].concat();
            quadrille(&args).write_stdin(bytes.clone()).assert().success().stdout(want.clone()).stderr("");
        }
        let (_, errors, code) = run(&["solve", "--shard", "1/2", name], "");
        assert!(code == 2 && errors.contains("UTF-16"), "{errors}");
        fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        let (_, errors, code) = run(&["solve", "-q", name], "");
        assert!(code == 2 && errors.contains("ends in the middle of a character"), "{errors}");
    }
}

/// With the programs themselves, if they are here; the bytes of a small stream of each are in `io/compression.rs`.
#[test]
fn xz_and_bzip2_and_pzstd_are_read_like_the_text_in_them() {
    let text = MIXED.repeat(200);
    let want = run(&["solve", "-q", "--format", "line", "-"], text.clone()).0;
    for program in ["xz", "bzip2", "pzstd"] {
        let mut command = std::process::Command::new(program);
        let Ok(mut child) = command.arg("-c").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() else {
            eprintln!("skipped: no {program} here");
            continue;
        };
        let mut input = child.stdin.take().unwrap();
        let bytes = text.clone().into_bytes();
        let writer = std::thread::spawn(move || input.write_all(&bytes).unwrap());
        let packed = child.wait_with_output().unwrap().stdout;
        writer.join().unwrap();
        let dir = tempdir().unwrap();
        let path = dir.path().join("in");
        fs::write(&path, &packed).unwrap();
        let name = path.to_str().unwrap();
        for (flag, bytes) in [(name, &b""[..]), ("-", &packed)] {
            let mut command = quadrille(&["solve", "-q", "--format", "line", flag]);
            command.write_stdin(bytes).assert().code(1).stdout(want.clone());
        }
        // One that is cut short is an error after the answers that are right.
        fs::write(&path, &packed[..packed.len() - 8]).unwrap();
        let (out, _, code) = run(&["solve", "-q", "--format", "line", name], "");
        assert!(code == 2 && want.starts_with(&out), "{program}: {code}");
    }
}

/// More than 4 GiB, most of them a hole that occupies no disk. The hole is one line, a comment.
#[cfg(target_os = "linux")]
#[test]
fn a_file_of_more_than_four_gibibytes() {
    let dir = tempdir().unwrap();
    let input = dir.path().join("in");
    let mut file = File::create(&input).unwrap();
    file.write_all(format!("{EASY}\n#").as_bytes()).unwrap();
    let far = 4_300_000_000;
    file.seek(SeekFrom::Start(far)).unwrap();
    file.write_all(format!("\n{EASY}\n").as_bytes()).unwrap();
    drop(file);
    let name = input.to_str().unwrap();
    let solved = format!("{EASY_SOLVED}\n");
    assert_eq!(run(&["solve", "-q", name], "").0, solved.repeat(2));
    // The second shard begins in the hole and has no records.
    let shard = |shard: &str| run(&["solve", "-q", "--shard", shard, name], "").0;
    assert_eq!(["1/3", "2/3", "3/3"].map(shard), [solved.clone(), String::new(), solved]);
}

/// A budget of nodes or time ends a search, and the next puzzle is unaffected.
#[test]
fn an_endless_puzzle_is_unknown_and_its_neighbors_are_solved() {
    let twenty_five = ".".repeat(625);
    let nine = ".".repeat(81);
    let text = format!("{EASY}\n{nine}\n{EASY}\n{twenty_five}\n{FOUR}\n{nine}\n{EASY}\n");
    let want = "1\n!unknown\n1\n!unknown\n1\n!unknown\n1\n";
    for engine in ["lanes", "dlx"] {
        for budget in [&["--timeout-per-puzzle", "0.05"][..], &["--max-nodes", "20000"]] {
            let args = [&["count", "-q", "-", "--engine", engine], budget].concat();
            assert_eq!(run(&args, text.clone()), (want.into(), String::new(), 1), "{args:?}");
        }
    }
    for bad in ["0", "-1", "x", "inf", "nan"] {
        quadrille(&["count", "--timeout-per-puzzle", bad]).assert().code(2);
    }
}

/// The result for a puzzle does not depend on what the worker solved before.
#[test]
fn an_easy_puzzle_after_a_pathological_one_is_as_a_fresh_one() {
    let hard = format!("{}\n{}\n{}\n", ".".repeat(81), ".".repeat(256), ".".repeat(625));
    for engine in [quadrille::engine::EngineChoice::Auto, quadrille::engine::EngineChoice::Dlx] {
        let lines = Format::named("line").unwrap();
        let options = RunOptions::new().max_nodes(5000).engine(engine).unwrap().threads(1);
        let batch = || Batch::new(Count::new().limit(2000)).format(lines).run_options(options.clone());
        let fresh: Vec<_> =
            MIXED.lines().map(|line| answer(&batch(), format!("{line}\n").as_bytes())).collect();
        let mut text = String::new();
        for line in MIXED.lines() {
            text.push_str(&format!("{hard}{line}\n"));
        }
        let (after, summary) = answer(&batch(), text.as_bytes());
        let (alone, hard_alone) = answer(&batch(), hard.as_bytes());
        let want: String = fresh.iter().map(|(out, _)| format!("{alone}{out}")).collect();
        assert_eq!(after, want);
        let nodes: u64 = fresh.iter().map(|(_, s)| s.tally.nodes).sum();
        let lines = MIXED.lines().count() as u64;
        assert_eq!(summary.tally.nodes, nodes + lines * hard_alone.tally.nodes);
    }
}

/// A truncated or corrupt stream is an error, and the answers written before are right.
#[test]
fn corrupt_and_truncated_streams_are_errors() {
    let dir = tempdir().unwrap();
    let text = MIXED.repeat(200);
    let want = answer(&Batch::new(Solve::new()), text.as_bytes()).0;
    for suffix in ["gz", "zst"] {
        let packed = dir.path().join(format!("in.{suffix}"));
        let out = File::create(&packed).unwrap();
        let program = if suffix == "gz" { "gzip" } else { "zstd" };
        let Ok(mut child) =
            std::process::Command::new(program).arg("-c").stdin(Stdio::piped()).stdout(out).spawn()
        else {
            eprintln!("skipped: no {program} here");
            continue;
        };
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        assert!(child.wait().unwrap().success());
        let whole = fs::read(&packed).unwrap();
        let solve = |bytes: &[u8]| {
            let mut out = Vec::new();
            let batch = Batch::new(Solve::new()).run_options(RunOptions::new().threads(1));
            let end = batch.run(vec![Input::reader("x", bytes)], &mut out, &mut ());
            (String::from_utf8(out).unwrap(), end.is_ok())
        };
        assert_eq!(solve(&whole), (want.clone(), true));
        for cut in (0..whole.len()).step_by(whole.len() / 50 + 1).chain([whole.len() - 1]) {
            let (out, ok) = solve(&whole[..cut]);
            // Fewer bytes than the magic number are read as text that is not a puzzle.
            assert!(!ok || cut < 4, "{suffix}: {cut} bytes");
            assert!(want.starts_with(&out) || cut < 4, "{suffix}: {cut} bytes");
        }
        for at in (12..whole.len()).step_by(whole.len() / 50 + 1) {
            let mut corrupt = whole.clone();
            corrupt[at] ^= 0x10;
            let (out, ok) = solve(&corrupt);
            assert!(!ok || out == want, "{suffix}: byte {at}");
        }
    }
}

/// A reader or writer that fails or transfers only a part, according to a plan.
struct Faulty<'a> {
    text: &'a [u8],
    /// The faults of the operations, in order; later operations succeed.
    plan: std::vec::IntoIter<Fault>,
}

#[derive(Clone, Copy, Debug)]
enum Fault {
    None,
    Short(usize),
    Interrupted,
    Error,
}

impl Faulty<'_> {
    fn next(&mut self, len: usize) -> io::Result<usize> {
        match self.plan.next().unwrap_or(Fault::None) {
            Fault::None => Ok(len),
            Fault::Short(most) => Ok(len.min(most)),
            Fault::Interrupted => Err(io::ErrorKind::Interrupted.into()),
            Fault::Error => Err(io::Error::other("on purpose")),
        }
    }
}

impl Read for Faulty<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.next(buffer.len())?.min(self.text.len());
        buffer[..n].copy_from_slice(&self.text[..n]);
        self.text = &self.text[n..];
        Ok(n)
    }
}

/// A writer with faults.
struct Sink<'a>(Faulty<'a>, Vec<u8>);

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.0.next(bytes.len())?;
        self.1.extend_from_slice(&bytes[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn plan() -> impl Strategy<Value = Vec<Fault>> {
    let fault = prop_oneof![
        6 => Just(Fault::None),
        6 => (1usize..200).prop_map(Fault::Short),
        3 => Just(Fault::Interrupted),
        1 => Just(Fault::Error),
    ];
    proptest::collection::vec(fault, 0..30)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// After any I/O fault the output is a correct prefix; if no error is reported, it is complete. Only injected errors
    /// are reported.
    #[test]
    fn after_any_fault_of_reader_or_writer_the_output_is_a_correct_prefix(
        (reads, writes) in (plan(), plan()),
        (threads, chunk) in (1usize..4, 1usize..2000),
    ) {
        let text = MIXED.repeat(3);
        let lines = Batch::new(Solve::new()).format(Format::named("line").unwrap());
        let want = answer(&lines, text.as_bytes()).0;
        let reader = Faulty { text: text.as_bytes(), plan: reads.clone().into_iter() };
        let sink = Faulty { text: b"", plan: writes.clone().into_iter() };
        let mut sink = Sink(sink, Vec::new());
        let batch = lines.run_options(RunOptions::new().threads(threads)).chunk_size(chunk);
        let end = batch.run(vec![Input::reader("x", reader)], &mut sink, &mut ());
        prop_assert!(want.as_bytes().starts_with(&sink.1));
        match end {
            Ok(summary) => {
                prop_assert_eq!(&sink.1[..], want.as_bytes());
                prop_assert_eq!(summary.tally.records as usize, want.lines().count());
            }
            Err(e) => {
                let fails = |plan: &[Fault]| plan.iter().any(|f| matches!(f, Fault::Error));
                let planned = match e.kind() {
                    ErrorKind::Input => fails(&reads),
                    ErrorKind::Output => fails(&writes),
                    _ => false,
                };
                prop_assert!(planned, "{}", e);
                prop_assert!(crate::common::chain(&e).contains("on purpose"));
            }
        }
    }
}

/// A closed pipe ends the run without an error.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_an_error() {
    let dir = tempdir().unwrap();
    let input = dir.path().join("in");
    fs::write(&input, format!("{EASY}\n").repeat(100_000)).unwrap();
    let script = "{ \"$0\" solve \"$1\"; echo \"code $?\" >&2; } | head -n 1";
    let end = std::process::Command::new("sh")
        .args(["-c", script])
        .args([assert_cmd::cargo::cargo_bin!("quadrille").as_os_str(), input.as_os_str()])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(end.stdout).unwrap(), format!("{EASY_SOLVED}\n"));
    assert_eq!(String::from_utf8(end.stderr).unwrap(), "code 0\n");
}

/// An output that cannot be created is an error before any work is done.
#[cfg(unix)]
#[test]
fn a_folder_without_write_permission_is_an_error_before_any_work() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempdir().unwrap();
    let closed = dir.path().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).unwrap();
    if File::create(closed.join("probe")).is_ok() {
        // A superuser may write anywhere except to /proc.
        for flags in [&["-o", "/proc/out"][..], &["--resume", "-o", "/proc/out", "/dev/null"]] {
            let (out, errors, code) = run(&[&["solve", "-q"], flags].concat(), EASY);
            assert_eq!((out.as_str(), code, errors.lines().count()), ("", 2, 1), "{errors}");
        }
        return;
    }
    let out = closed.join("out");
    // The input is endless, so the error has to come first.
    quadrille(&["solve", "-o", out.to_str().unwrap(), "/dev/zero"])
        .timeout(crate::common::PATIENCE)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("cannot create"));
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).unwrap();
}

/// One worker is in an endless search, and the others wait for it: a stop ends all of them.
#[test]
fn a_run_whose_workers_wait_for_each_other_can_be_stopped() {
    use std::sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    };
    let dir = tempdir().unwrap();
    let path = dir.path().join("in");
    fs::write(&path, format!("{EASY}\n{}\n{}", ".".repeat(81), format!("{EASY}\n").repeat(50))).unwrap();
    for threads in [1, 2, 3] {
        let stop = Arc::new(AtomicBool::new(false));
        let batch = Batch::new(Count::new())
            .chunk_size(82)
            .run_options(RunOptions::new().threads(threads).stop_flag(stop.clone()));
        let mut out = Vec::new();
        let mut raise = After(0, || stop.store(true, Ordering::Relaxed));
        let end = batch.run(vec![input(&path, true)], &mut out, &mut raise);
        assert_eq!(end.unwrap_err().kind(), ErrorKind::Interrupted);
        assert_eq!(out, b"1\n");
    }
}

/// Runs a script of the shell with the command as `$0` in a folder; its output, its messages and its exit code.
#[cfg(unix)]
fn shell(folder: &Path, script: &str) -> (String, String, Option<i32>) {
    let end = std::process::Command::new("sh")
        .args(["-c", script])
        .arg(assert_cmd::cargo::cargo_bin!("quadrille"))
        .current_dir(folder)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (text(end.stdout), text(end.stderr), end.status.code())
}

/// The answer to a line of two bytes is 30 times as long, and a chunk of 4 MiB would have two million of them. With two
/// threads, the whole process may have 40 times two chunks, and what any process needs.
#[cfg(target_os = "linux")]
#[test]
fn malformed_lines_of_two_bytes_take_bounded_memory() {
    let dir = tempdir().unwrap();
    // In three chunks or five, of two threads.
    let lines = cases(6, 10) << 20;
    fs::write(dir.path().join("in"), "x\n".repeat(lines)).unwrap();
    let limit = (2 * 40 * 4 + 400) << 10;
    for input in ["in", "--no-mmap in", "- < in"] {
        let run = format!(
            "\"$0\" solve -q --format line --threads 2 --chunk-size 4194304 {input} 2> errors | wc -l"
        );
        let (out, errors, _) = shell(dir.path(), &format!("ulimit -v {limit}; {run}; cat errors >&2"));
        assert_eq!(out.trim(), lines.to_string(), "{input}: {errors}");
    }
}

/// The answer to a row has as many fields as the header, even if the row has fewer.
#[cfg(target_os = "linux")]
#[test]
fn short_rows_under_a_header_with_many_columns_take_bounded_memory() {
    let dir = tempdir().unwrap();
    let rows = cases(1500, 15_000);
    fs::write(dir.path().join("in"), format!("puzzle{}\n{}", ",x".repeat(100_000), "1,\n".repeat(rows)))
        .unwrap();
    for input in ["in", "--no-mmap in", "- < in"] {
        let run = format!("\"$0\" solve -q --threads 2 {input} 2> errors | wc -l");
        let (out, errors, _) = shell(dir.path(), &format!("ulimit -v 300000; {run}; cat errors >&2"));
        assert_eq!(out.trim(), (rows + 1).to_string(), "{input}: {errors}");
    }
}

/// A file is open only while it is read: not while its answers wait for those before it.
#[cfg(target_os = "linux")]
#[test]
fn many_tiny_files_need_few_open_descriptors() {
    let dir = tempdir().unwrap();
    for i in 0..500 {
        // The first one takes longer, and the answers to the others wait for it.
        let board = if i == 0 { ".".repeat(81) } else { EASY.to_owned() };
        fs::write(dir.path().join(format!("{i:03}")), format!("{board}\n")).unwrap();
    }
    for flags in ["", "--no-mmap"] {
        let script =
            format!("ulimit -n 24; \"$0\" count -q --threads 8 --limit 20000 {flags} [0-9]* | tail -n 499");
        let (out, errors, _) = shell(dir.path(), &script);
        assert_eq!((out, errors), ("1\n".repeat(499), String::new()));
    }
}

/// A killed run leaves its temporary file; the next run with the same output removes it. A run that is still going on
/// keeps its own.
#[cfg(unix)]
#[test]
fn the_next_run_removes_the_temporary_file_of_a_killed_one() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("out");
    fs::write(&out, "old").unwrap();
    let begin = || {
        let child = command(&["solve", "-q", "-"]).arg("-o").arg(&out).stdin(Stdio::piped()).spawn().unwrap();
        wait_until("temporary file", || temporary(dir.path()).is_some());
        child
    };
    let mut killed = begin();
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(temporary(dir.path()).is_some());
    quadrille(&["solve", "-q", "-o", out.to_str().unwrap()]).write_stdin(EASY).assert().success();
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
    let living = begin();
    let kept = temporary(dir.path());
    quadrille(&["solve", "-q", "-o", out.to_str().unwrap()]).write_stdin(EASY).assert().success();
    assert_eq!(temporary(dir.path()), kept);
    assert!(living.wait_with_output().unwrap().status.success());
    assert_eq!(fs::read(&out).unwrap(), b"", "the run that ended last had no records");
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
}

/// The system refuses further bytes in the middle of a run, as under a quota, wherever the tests run. A library that is
/// loaded before the system's own takes the place of a file system with quotas.
#[cfg(target_os = "linux")]
#[test]
fn a_quota_that_is_exceeded_at_any_write_leaves_the_old_output() {
    let dir = tempdir().unwrap();
    let shim = r#"
        #define _GNU_SOURCE
        #include <errno.h>
        #include <stdlib.h>
        #include <sys/stat.h>
        #include <sys/syscall.h>
        #include <unistd.h>
        static long written;
        /* Several threads may write at the same time. */
        static long allowed(int fd, size_t count) {
            struct stat about;
            if (fstat(fd, &about) || !S_ISREG(about.st_mode)) return count;
            long left = atol(getenv("QUOTA")) - __atomic_fetch_add(&written, count, __ATOMIC_SEQ_CST);
            if (left <= 0) { errno = EDQUOT; return -1; }
            return count < left ? count : left;
        }
        ssize_t write(int fd, const void *bytes, size_t count) {
            long most = allowed(fd, count);
            return most < 0 ? -1 : syscall(SYS_write, fd, bytes, most);
        }
        ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t place) {
            long most = allowed(fd, count);
            return most < 0 ? -1 : syscall(SYS_pwrite64, fd, bytes, most, place);
        }
    "#;
    fs::write(dir.path().join("shim.c"), shim).unwrap();
    let built = shell(dir.path(), "cc -shared -fPIC -o shim.so shim.c");
    assert_eq!(built.2, Some(0), "this test needs a C compiler: {}", built.1);
    fs::write(dir.path().join("in"), format!("{EASY}\n").repeat(6000)).unwrap();
    for quota in [0, 1, 100_000, 400_000] {
        for resume in ["", "--resume --checkpoint 0"] {
            let run = format!("LD_PRELOAD=./shim.so QUOTA={quota} \"$0\" solve -q in -o out {resume}");
            let script = format!("echo old > out; {run}; echo $? $(cat out); ls -A; rm -f *quadrille*");
            let (out, errors, _) = shell(dir.path(), &script);
            let mut lines = out.lines();
            assert_eq!(lines.next(), Some("2 old"), "{run}: {errors}");
            // With --resume, the partial file and the state stay.
            let left = lines.filter(|name| name.contains("quadrille")).count();
            assert!(left <= if resume.is_empty() { 0 } else { 2 }, "{run}: {out}");
            assert!(errors.lines().count() == 1 && errors.contains("Disk quota exceeded"), "{run}: {errors}");
        }
    }
    let whole = "LD_PRELOAD=./shim.so QUOTA=100000000 \"$0\" solve -q in -o out && cat out";
    assert_eq!(shell(dir.path(), whole).0, format!("{EASY_SOLVED}\n").repeat(6000));
}

/// A file system with quotas, mounted for the test, which only a superuser may do.
#[cfg(target_os = "linux")]
#[test]
fn an_exceeded_quota_is_an_error_and_leaves_the_old_output() {
    let dir = tempdir().unwrap();
    fs::write(dir.path().join("in"), format!("{EASY}\n").repeat(60_000)).unwrap();
    let script = r#"
        truncate -s 128M image && mkfs.btrfs -q image > /dev/null 2>&1 || exit 77
        mkdir small && mount -o loop image small && btrfs quota enable small || exit 77
        btrfs subvolume create small/s > /dev/null && btrfs qgroup limit 2M small/s || exit 77
        echo old > small/s/out
        for resume in "" "--resume --checkpoint 0"; do
            "$0" solve -q in -o small/s/out $resume
            echo "$? $(cat small/s/out) $(ls -A small/s | wc -l)"
        done
    "#;
    let mounted = format!("exec unshare --mount --propagation private sh -c '{script}' \"$0\"");
    let (out, errors, code) = shell(dir.path(), &mounted);
    if code != Some(0) {
        return eprintln!("skipped: a file system with quotas cannot be mounted here: {errors}");
    }
    // With --resume, the partial file and the state stay.
    assert_eq!(out, "2 old 1\n2 old 3\n");
    let told: Vec<_> = errors.lines().collect();
    assert!(told.len() == 2 && told.iter().all(|line| line.contains("Disk quota exceeded")), "{errors}");
}

/// The time of day jumps by decades between two looks at it. Intervals, limits and answers do not depend on it.
#[cfg(target_os = "linux")]
#[test]
fn jumps_of_the_clock_change_nothing() {
    let dir = tempdir().unwrap();
    let shim = r#"
        #define _GNU_SOURCE
        #include <sys/syscall.h>
        #include <time.h>
        #include <unistd.h>
        static int calls;
        int clock_gettime(clockid_t clock, struct timespec *time) {
            int end = syscall(SYS_clock_gettime, clock, time);
            if (clock == CLOCK_REALTIME) {
                if (!calls) write(2, "jumps\n", 6);
                time->tv_sec += calls++ % 2 ? 900000000L : -900000000L;
            }
            return end;
        }
    "#;
    fs::write(dir.path().join("shim.c"), shim).unwrap();
    fs::write(dir.path().join("in"), format!("{EASY}\n{FOUR}\n").repeat(3000)).unwrap();
    if shell(dir.path(), "cc -shared -fPIC -o shim.so shim.c").2 != Some(0) {
        return eprintln!("skipped: no C compiler here");
    }
    let flags = "--resume --checkpoint 0 --timeout-per-puzzle 1000 --progress always --summary-json stats";
    let run = format!("LD_PRELOAD=./shim.so \"$0\" solve in -o out {flags}");
    let (_, errors, code) = shell(dir.path(), &format!("{run} && cat stats >&2"));
    assert_eq!(code, Some(0), "{errors}");
    let want = format!("{EASY_SOLVED}\n{FOUR_SOLVED}\n").repeat(3000);
    assert!(fs::read_to_string(dir.path().join("out")).unwrap() == want);
    let elapsed = errors.lines().find_map(|line| line.trim().strip_prefix("\"elapsed_seconds\": "));
    let elapsed: f64 = elapsed.unwrap().trim_end_matches(',').parse().unwrap();
    assert!((0.0..600.0).contains(&elapsed), "{elapsed}");
    // Nothing looks at the time of day during a run; random seeds do.
    let (_, errors, code) = shell(dir.path(), "LD_PRELOAD=./shim.so \"$0\" generate -n 3 > puzzles");
    assert_eq!(code, Some(0), "{errors}");
}
