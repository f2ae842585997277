//! Runs of the command that something happens to meanwhile.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// The command, with its standard error kept and nothing else.
pub fn command(args: &[&str]) -> Command {
    heed_signals();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("quadrille"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Sees to it that children begin with signals that are not ignored, as they are where the tests run in the
/// background of a shell: a signal that is handled here is back at its default there.
#[cfg(unix)]
fn heed_signals() {
    use signal_hook::{consts::*, flag::register_conditional_default};
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            // For this process itself nothing changes.
            register_conditional_default(signal, std::sync::Arc::new(true.into())).unwrap();
        }
    });
}

#[cfg(not(unix))]
fn heed_signals() {}

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

/// Waits for what must come, however slow the machine is.
pub fn wait_until(what: &str, mut came: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !came() {
        assert!(begun.elapsed() < Duration::from_secs(60), "no {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The temporary file of an output in this folder.
pub fn temporary(folder: &Path) -> Option<PathBuf> {
    let mut paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.find(|path| path.file_name().unwrap().to_string_lossy().starts_with(".quadrille-"))
}
