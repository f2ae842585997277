//! Output files: replaced only when complete, with permissions and links kept, and never by another output.

use crate::common::quadrille;
use predicates::prelude::*;
use std::fs;
use tempfile::tempdir;

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const EASY_SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

#[test]
fn an_output_file_is_replaced_only_when_complete() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("out");
    let path = out.to_str().unwrap();
    fs::write(&out, "old").unwrap();
    // This input can be opened but not read, so the run fails after it has started.
    quadrille(&["solve", "-o", path, "/proc/self/mem"]).assert().code(2);
    assert_eq!(fs::read_to_string(&out).unwrap(), "old");
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 1, "no temporary file is left");
    quadrille(&["solve", "-o", path]).write_stdin(EASY).assert().success().stdout("");
    assert_eq!(fs::read_to_string(&out).unwrap(), format!("{EASY_SOLVED}\n"));
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
}

#[test]
fn an_output_path_that_cannot_be_a_file_is_rejected_before_any_work() {
    let dir = tempdir().unwrap();
    for name in ["new/", "new/.", "new/.."] {
        let path = format!("{}/{name}", dir.path().display());
        // The input never ends, so an error after reading it would never be reported.
        quadrille(&["solve", "-o", &path, "/dev/zero"])
            .timeout(crate::common::PATIENCE)
            .assert()
            .code(2)
            .stderr(predicate::str::contains("cannot create"));
    }
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn an_output_file_keeps_its_permissions_and_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let dir = tempdir().unwrap();
    let (out, link) = (dir.path().join("out"), dir.path().join("link"));
    fs::write(&out, "old").unwrap();
    fs::set_permissions(&out, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&out, &link).unwrap();
    quadrille(&["solve", "-o", link.to_str().unwrap()]).write_stdin(EASY).assert().success();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&out).unwrap(), format!("{EASY_SOLVED}\n"));
    assert_eq!(fs::metadata(&out).unwrap().permissions().mode() & 0o777, 0o640);
    // The link is also followed if its target does not exist.
    fs::remove_file(&out).unwrap();
    for named in ["out", out.to_str().unwrap()] {
        fs::remove_file(&link).unwrap();
        symlink(named, &link).unwrap();
        quadrille(&["solve", "-o", link.to_str().unwrap()]).write_stdin(EASY).assert().success();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&out).unwrap(), format!("{EASY_SOLVED}\n"));
        fs::remove_file(&out).unwrap();
    }
}

#[test]
fn an_output_name_that_asks_for_xz_or_bzip2_is_rejected() {
    let dir = tempdir().unwrap();
    for name in ["out.xz", "out.bz2"] {
        let path = dir.path().join(name);
        quadrille(&["solve", "-o", path.to_str().unwrap()])
            .write_stdin(EASY)
            .assert()
            .code(2)
            .stderr(predicate::str::contains("use a name that ends in .gz or .zst"));
    }
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    quadrille(&["solve", "-o", "/dev/full"])
        .write_stdin(EASY)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("cannot write"));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_an_error() {
    use std::process::{Command, Stdio};
    let dir = tempdir().unwrap();
    let file = dir.path().join("many");
    fs::write(&file, format!("{EASY}\n").repeat(50_000)).unwrap();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("quadrille"))
        .args(["solve", file.to_str().unwrap(), "--chunk-size", "1000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let out = child.wait_with_output().unwrap();
    assert_eq!((out.status.code(), String::from_utf8(out.stderr).unwrap()), (Some(0), String::new()));
}

#[test]
fn statistics_do_not_overwrite_the_answers() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("out");
    let path = out.to_str().unwrap();
    fs::write(&out, "old").unwrap();
    quadrille(&["solve", "-o", path, "--summary-json", path])
        .write_stdin(EASY)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("both name"));
    assert_eq!(fs::read_to_string(&out).unwrap(), "old");
    quadrille(&["solve", "-q", "-o", "/dev/null", "--summary-json", "/dev/null"])
        .write_stdin(EASY)
        .assert()
        .success();
}

/// Whatever the path looks like, and whether the file exists.
#[cfg(unix)]
#[test]
fn statistics_that_would_replace_the_answers_or_an_input_are_rejected() {
    let dir = tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
    write("in", EASY);
    fs::create_dir(dir.path().join("sub")).unwrap();
    std::os::unix::fs::symlink("o", dir.path().join("link")).unwrap();
    let absolute = dir.path().join("o").to_str().unwrap().to_owned();
    let run = |output: &str, stats: &str| {
        let mut command = quadrille(&["solve", "-q", "in", "-o", output, "--summary-json", stats]);
        command.current_dir(&dir).assert()
    };
    for exists in [false, true] {
        if exists {
            write("o", "old");
        }
        for stats in ["o", "./o", "sub/../o", "link", &absolute] {
            run("o", stats).code(2).stderr(predicate::str::contains("both name"));
            run(stats, "o").code(2).stderr(predicate::str::contains("both name"));
        }
        assert_eq!(fs::read_to_string(dir.path().join("o")).ok().as_deref(), exists.then_some("old"));
    }
    run("-", "-").code(2).stdout("").stderr(predicate::str::contains("both write to standard output"));
    run("o", "./in").code(2).stderr(predicate::str::contains("this file is an input"));
    run("o", "o.quadrille-state").code(2).stderr(predicate::str::contains("a file of --resume"));
    assert_eq!(fs::read_to_string(dir.path().join("in")).unwrap(), EASY);
    run("o", "sub/o").success();
    assert!(fs::read_to_string(dir.path().join("sub/o")).unwrap().starts_with('{'));
}

/// Whatever its name is, and in every command that reads a file and writes one.
#[cfg(unix)]
#[test]
fn an_output_that_would_replace_an_input_is_refused() {
    let dir = tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    fs::write(path("in"), EASY).unwrap();
    fs::write(path("cover"), "a b\na\nb\n").unwrap();
    fs::write(path("costs"), "1\n2\n").unwrap();
    fs::write(path("pattern"), "xx..xx....xx....").unwrap();
    fs::write(path("regions"), "1122112233443344\n").unwrap();
    std::os::unix::fs::symlink("in", path("link")).unwrap();
    fs::hard_link(path("in"), path("other")).unwrap();
    for (args, output, option) in [
        ("solve in", "in", "--output"),
        ("check in", "./in", "--output"),
        ("solve in", "link", "--output"),
        ("count link", "in", "--output"),
        ("hint in", "other", "--output"),
        ("morph --seed 1 in", "in", "--output"),
        ("dedup cover in", "in", "--output"),
        ("leak in --against cover", "cover", "--output"),
        ("select --split 1/1 --seed 1 in -o part", "in", "--output"),
        ("solve --resume in", "in", "--output"),
        ("cover cover", "cover", "--output"),
        ("cover cover --lowest-cost --costs costs", "costs", "--output"),
        ("generate --size 4 --pattern pattern", "pattern", "--output"),
        ("generate --size 4 --variant jigsaw --regions regions", "regions", "--output"),
        ("solve --variant jigsaw --regions regions in", "regions", "--output"),
        ("solve --variant jigsaw --regions regions -o out in --summary-json", "regions", "--summary-json"),
    ] {
        let last: &[&str] = if option == "--output" { &["-q", "-o", output] } else { &[output, "-q"] };
        let args = [&args.split(' ').collect::<Vec<_>>()[..], last].concat();
        let told = format!("quadrille: {option} {output}: this file is an input; name another file\n");
        quadrille(&args).current_dir(&dir).assert().code(2).stderr(told);
    }
    let told = "quadrille: --zdd cover: this file is an input; name another file\n";
    quadrille(&["cover", "cover", "--zdd", "cover"]).current_dir(&dir).assert().code(2).stderr(told);
    let (_, error, code) = shell(&format!("cd {} && \"$0\" solve -q -o in < in", dir.path().display()));
    assert!(code == Some(2) && error.contains("--output in: this file is an input"), "{error}");
    assert_eq!(fs::read_to_string(path("in")).unwrap(), EASY);
    quadrille(&["solve", "-q", "in", "-o", "/dev/null"]).current_dir(&dir).assert().success();
}

#[cfg(target_os = "linux")]
#[test]
fn statistics_that_cannot_be_written_leave_the_old_output() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("out");
    let path = out.to_str().unwrap();
    fs::write(&out, "old").unwrap();
    quadrille(&["solve", "-o", path, "--summary-json", "/dev/full"])
        .write_stdin(EASY)
        .assert()
        .code(2)
        .stderr(predicate::str::contains(format!(
            "cannot write /dev/full: No space left on device (os error 28); {path} is unchanged"
        )));
    assert_eq!(fs::read_to_string(&out).unwrap(), "old");
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 1, "no temporary file is left");
    // With --resume, the answers are kept for the next run.
    let input = dir.path().join("in");
    fs::write(&input, EASY).unwrap();
    let resume = ["solve", "-q", "--resume", input.to_str().unwrap(), "-o", path];
    quadrille(&[&resume[..], &["--summary-json", "/dev/full"]].concat())
        .assert()
        .code(2)
        .stderr(predicate::str::contains("is unchanged; run again with --resume to complete"));
    assert_eq!(fs::read_to_string(&out).unwrap(), "old");
    quadrille(&resume).assert().success();
    assert_eq!(fs::read_to_string(&out).unwrap(), format!("{EASY_SOLVED}\n"));
    // The answers on standard output are not taken back.
    quadrille(&["solve", "--summary-json", "/dev/full"])
        .write_stdin(EASY)
        .assert()
        .code(2)
        .stdout(format!("{EASY_SOLVED}\n"))
        .stderr(predicate::str::contains("; the answers were written"));
}

/// The file of the statistics has become a folder, so that it cannot be replaced; the answers are in place by then.
#[cfg(unix)]
#[test]
fn statistics_that_cannot_be_put_in_place_are_reported_with_what_was_replaced() {
    use std::process::Stdio;
    let dir = tempdir().unwrap();
    let (out, stats) = (dir.path().join("out"), dir.path().join("stats"));
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("quadrille"))
        .args(["solve", "-q", "-", "-o", out.to_str().unwrap(), "--summary-json", stats.to_str().unwrap()])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    crate::common::process::wait_until("temporary files", || fs::read_dir(&dir).unwrap().count() == 2);
    fs::create_dir(&stats).unwrap();
    fs::write(stats.join("x"), "").unwrap();
    std::io::Write::write_all(child.stdin.as_mut().unwrap(), EASY.as_bytes()).unwrap();
    let end = child.wait_with_output().unwrap();
    let errors = String::from_utf8(end.stderr).unwrap();
    assert_eq!((end.status.code(), errors.lines().count()), (Some(2), 1), "{errors}");
    assert!(errors.contains("cannot write ") && errors.contains("out is complete and in place"), "{errors}");
    assert_eq!(fs::read_to_string(&out).unwrap(), format!("{EASY_SOLVED}\n"));
}

/// Runs a script of the shell with the command as `$0` and a file of three puzzles as `$1`.
#[cfg(unix)]
fn shell(script: &str) -> (String, String, Option<i32>) {
    let dir = tempdir().unwrap();
    let input = dir.path().join("in");
    fs::write(&input, format!("{EASY}\n").repeat(3)).unwrap();
    let end = std::process::Command::new("sh")
        .args(["-c", script])
        .args([assert_cmd::cargo::cargo_bin!("quadrille").as_os_str(), input.as_os_str()])
        .current_dir(&dir)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(end.stdout), text(end.stderr), end.status.code())
}

#[cfg(unix)]
#[test]
fn a_closed_standard_output_is_an_error_where_answers_would_be_lost() {
    for command in ["solve $1", "solve $1 -o /dev/stdout", "generate", "cover $1", "completions bash", "man"]
    {
        let (_, errors, code) = shell(&format!("$0 {command} >&-"));
        assert_eq!((code, errors.lines().count()), (Some(2), 1), "{command}: {errors}");
        assert!(errors.contains("standard output is closed"), "{command}: {errors}");
    }
    // It does not matter if the answers go elsewhere.
    assert_eq!(shell("$0 solve -q $1 -o out >&- && wc -l < out"), ("3\n".into(), String::new(), Some(0)));
    assert_eq!(shell("$0 solve -q $1 > /dev/null"), (String::new(), String::new(), Some(0)));
    // Standard error may be closed.
    assert_eq!(shell("$0 solve $1 2>&- | wc -l").0, "3\n");
}

#[cfg(unix)]
#[test]
fn a_closed_standard_input_is_an_error_where_it_would_be_read() {
    for command in ["solve -", "solve", "solve /dev/stdin", "cover -", "check $1 -"] {
        let (out, errors, code) = shell(&format!("$0 {command} <&-"));
        assert_eq!((out.as_str(), code, errors.lines().count()), ("", Some(2), 1), "{command}: {errors}");
        assert!(errors.contains("standard input is closed"), "{command}: {errors}");
    }
    assert_eq!(shell("$0 solve -q $1 <&- | wc -l").0, "3\n");
    assert_eq!(shell("$0 solve -q - < /dev/null"), (String::new(), String::new(), Some(0)));
}

/// The standard library ignores such a descriptor.
#[cfg(unix)]
#[test]
fn a_standard_descriptor_of_the_wrong_direction_is_an_error() {
    let (_, errors, code) = shell("$0 solve -q $1 1< $1");
    assert_eq!((code, errors.lines().count()), (Some(2), 1), "{errors}");
    assert!(errors.contains("cannot write the output"), "{errors}");
    let (out, errors, code) = shell("$0 solve -q - 0> x");
    assert_eq!((out.as_str(), code, errors.lines().count()), ("", Some(2), 1), "{errors}");
    assert!(errors.contains("cannot open -: "), "{errors}");
}

/// The text of a compressed file, by the program for it; `None` if that is not installed.
fn decompressed(path: &str) -> Option<String> {
    let program = if path.ends_with("gz") { "gzip" } else { "zstd" };
    let Ok(out) = std::process::Command::new(program).args(["-dc", path]).output() else {
        eprintln!("skipped: no {program} here");
        return None;
    };
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    Some(String::from_utf8(out.stdout).unwrap())
}

/// They have several blocks. Shards one after the other are one stream.
#[test]
fn compressed_outputs_depend_neither_on_threads_nor_on_chunks() {
    let dir = tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let rows: String = (0..20_000).map(|id| format!("{id},{EASY}\n")).collect();
    fs::write(path("in.csv"), format!("id,puzzle\n{rows}")).unwrap();
    let solve = |args: &[&str], out: &str| {
        quadrille(&[&["solve", "-q", &path("in.csv"), "-o", &path(out)], args].concat()).assert().success();
        fs::read(path(out)).unwrap()
    };
    let text = String::from_utf8(solve(&[], "plain.csv")).unwrap();
    assert!(text.len() > 3 << 20);
    for suffix in ["gz", "zst"] {
        let out = format!("out.csv.{suffix}");
        let whole = solve(&["-t", "1"], &out);
        for args in [&["-t", "2"][..], &["-t", "3", "--chunk-size", "1000"], &["-t", "2", "--no-mmap"]] {
            assert!(solve(args, &out) == whole, "{args:?}");
        }
        assert!(decompressed(&path(&out)).is_none_or(|found| found == text));
        let shards = ["1/3", "2/3", "3/3"].map(|shard| solve(&["-t", "2", "--shard", shard], &out));
        fs::write(path(&out), shards.concat()).unwrap();
        assert!(decompressed(&path(&out)).is_none_or(|found| found == text));
        let read = quadrille(&["select", "-q", "--number", "99999", &path(&out)]).assert().success();
        assert!(read.get_output().stdout == text.as_bytes());
    }
}

#[test]
fn parts_and_generated_puzzles_have_the_same_compressed_bytes_with_any_threads() {
    let dir = tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (puzzles, a, b) = (path("puzzles.txt"), path("a.gz"), path("b.zst"));
    let written = |threads: &str, args: &[&str], outputs: &[&String]| {
        quadrille(&[args, &["-q", "-t", threads]].concat()).assert().success();
        outputs.iter().map(|out| fs::read(out).unwrap()).collect::<Vec<_>>()
    };
    let generate = |out| ["generate", "--seed", "1", "-n", "40000", "-o", out];
    written("2", &generate(&puzzles), &[]);
    let text = fs::read_to_string(&puzzles).unwrap();
    let split = ["select", "--split", "1/1", "--seed", "1", &puzzles, "-o", &a, "-o", &b];
    assert!(written("1", &split, &[&a, &b]) == written("3", &split, &[&a, &b]));
    if let (Some(a), Some(b)) = (decompressed(&a), decompressed(&b)) {
        let sorted = |text: &str| text.lines().map(String::from).collect::<std::collections::BTreeSet<_>>();
        assert!(sorted(&(a + &b)) == sorted(&text));
    }
    assert!(written("1", &generate(&a), &[&a]) == written("3", &generate(&a), &[&a]));
    assert!(decompressed(&a).is_none_or(|found| found == text));
}
