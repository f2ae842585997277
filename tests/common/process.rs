//! Running the command in the background, to stop it or to change its files.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// The command with an empty standard input and piped outputs.
pub fn command(args: &[&str]) -> Command {
    reset_ignored_signals();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("quadrille"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Ensures that child processes do not ignore the signals, as they would if the tests run in the background
/// of a shell: a signal with a handler is reset to its default action in child processes.
#[cfg(unix)]
fn reset_ignored_signals() {
    use signal_hook::{consts::*, flag::register_conditional_default};
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            // In this process the handler emulates the default action.
            register_conditional_default(signal, std::sync::Arc::new(true.into())).unwrap();
        }
    });
}

#[cfg(not(unix))]
fn reset_ignored_signals() {}

pub fn start(args: &[&str], inputs: &[&Path], output: Option<&Path>) -> Child {
    let mut command = command(args);
    command.args(inputs);
    if let Some(output) = output {
        command.arg("-o").arg(output);
    }
    command.spawn().unwrap()
}

/// Sends a signal to a child that has not been waited for.
#[cfg(unix)]
pub fn kill(child: &Child, signal: i32) {
    let status = Command::new("sh")
        .args(["-c", &format!("kill -{signal} {} 2> /dev/null || true", child.id())])
        .status()
        .unwrap();
    assert!(status.success());
}

/// Waits for an event that must happen, even on a slow machine.
pub fn wait_until(what: &str, mut happened: impl FnMut() -> bool) {
    let start = Instant::now();
    while !happened() {
        assert!(start.elapsed() < super::PATIENCE, "no {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The temporary file of an output in a folder, if there is one.
pub fn temporary(folder: &Path) -> Option<PathBuf> {
    let mut paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.find(|path| path.file_name().unwrap().to_string_lossy().starts_with(".quadrille-"))
}
