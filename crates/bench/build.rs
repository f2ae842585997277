//! Records the commit and the compiler of the command, for the reports of `quadrille bench`.
//!
//! The environment variables QUADRILLE_COMMIT and QUADRILLE_RUSTC take precedence. Without them, and
//! without git or a repository, the value is unknown.

use std::{env, process::Command};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // `git describe --dirty` depends on the sources, and on the commit that is checked out.
    for path in ["..", "../../src", "../../Cargo.toml", "../../Cargo.lock"] {
        println!("cargo:rerun-if-changed={path}");
    }
    if let Some(log) = output("git", &["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo:rerun-if-changed={log}");
    }
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    set_default("QUADRILLE_COMMIT", || output("git", &["describe", "--always", "--dirty", "--exclude=*"]));
    set_default("QUADRILLE_RUSTC", || output(&rustc, &["--version"]));
}

/// Sets a variable for the compilation of the command, unless the environment sets it already.
fn set_default(name: &str, value: impl FnOnce() -> Option<String>) {
    println!("cargo:rerun-if-env-changed={name}");
    if env::var_os(name).is_none()
        && let Some(value) = value()
    {
        println!("cargo:rustc-env={name}={value}");
    }
}

/// The trimmed standard output of a program that succeeds and prints something.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
