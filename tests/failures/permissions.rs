//! Runs by a user who may neither read a file nor write to a folder.

use crate::common::EASY;
use std::{fs, os::unix::fs::PermissionsExt, path::Path, process::Command};
use tempfile::tempdir;

/// The number of an ordinary user, `nobody`.
const NOBODY: &str = "65534";

/// A command of an ordinary user; `None` if root cannot become one, or the program cannot be reached.
fn as_ordinary_user(dir: &Path) -> Option<impl Fn(&[&str]) -> Command> {
    let program = assert_cmd::cargo::cargo_bin!("quadrille");
    let is_root = fs::read(dir.join("secret")).is_ok();
    let command = move |args: &[&str]| {
        let mut command = Command::new(if is_root { "setpriv" } else { "env" });
        if is_root {
            command.args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]);
        }
        command.arg(program).args(args);
        command
    };
    let version = command(&["--version"]).current_dir(dir).output().ok()?;
    version.status.success().then_some(command)
}

#[test]
fn a_file_or_folder_without_permission_is_named_and_nothing_is_changed() {
    let dir = tempdir().unwrap();
    let (dir, mode) = (dir.path(), |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    });
    for name in ["ok", "secret"] {
        fs::write(dir.join(name), format!("{EASY}\n")).unwrap();
    }
    fs::create_dir(dir.join("closed")).unwrap();
    fs::write(dir.join("closed/old"), "old").unwrap();
    mode(&dir.join("secret"), 0);
    mode(&dir.join("closed"), 0o555);
    mode(dir, 0o755);
    let Some(command) = as_ordinary_user(dir) else {
        mode(&dir.join("closed"), 0o755);
        return;
    };
    for (args, why) in [
        ("solve secret", "cannot open secret"),
        ("solve ok secret", "cannot open secret"),
        ("solve ok --variant jigsaw --regions secret", "cannot read secret"),
        ("cover secret", "cannot open secret"),
        ("leak ok --against secret", "cannot open secret"),
        ("generate --pattern secret", "cannot read secret"),
        ("solve ok -o closed/new", "cannot create closed/new"),
        ("solve ok -o closed/old", "cannot create closed/old"),
        ("solve ok --summary-json closed/new", "cannot create closed/new"),
        ("rate ok --html closed/new", "cannot create closed/new"),
        ("dedup ok --report closed/new", "cannot create closed/new"),
        ("select -n 1 ok -o closed/new", "cannot create closed/new"),
        ("generate -o closed/new", "cannot create closed/new"),
    ] {
        let out = command(&args.split(' ').collect::<Vec<_>>()).current_dir(dir).output().unwrap();
        let told = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{args}: {told}");
        assert!(told.contains(&format!("{why}: Permission denied")), "{args}: {told}");
    }
    let left: Vec<_> =
        fs::read_dir(dir.join("closed")).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!((left, fs::read(dir.join("closed/old")).unwrap()), (vec!["old".into()], b"old".to_vec()));
    mode(&dir.join("closed"), 0o755);
}
