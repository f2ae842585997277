//! Tells the program which commit it is made of and which compiler made it, for the reports of
//! `quadrille bench`. Without git or outside of a clone both are as the environment says, or unknown.

use std::process::Command;

fn main() {
    // A change of the sources may make the commit a changed one, a commit makes it another.
    for path in ["src", "Cargo.toml", "Cargo.lock"] {
        println!("cargo:rerun-if-changed={path}");
    }
    if let Some(log) = said("git", &["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo:rerun-if-changed={log}");
    }
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    tell("QUADRILLE_COMMIT", said("git", &["describe", "--always", "--dirty", "--exclude=*"]));
    tell("QUADRILLE_RUSTC", said(&rustc, &["--version"]));
}

fn tell(name: &str, value: Option<String>) {
    println!("cargo:rerun-if-env-changed={name}");
    if let (Err(_), Some(value)) = (std::env::var(name), value) {
        println!("cargo:rustc-env={name}={value}");
    }
}

fn said(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
