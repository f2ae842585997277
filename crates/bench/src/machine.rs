//! The machine and the program that the figures belong to.

use super::cpu::Cpu;
use quadrille_console::date::utc_now;
use serde::Serialize;
use std::{fs, thread::available_parallelism};

#[derive(Serialize)]
pub(crate) struct Machine {
    /// Name, family, model and microarchitecture: records of two machines are matched by it.
    pub cpu: String,
    pub cpu_family: Option<u32>,
    pub cpu_model: Option<u32>,
    pub cpu_stepping: Option<u32>,
    pub microarchitecture: Option<String>,
    pub cores: usize,
    /// Features of the processor, as listed by the system.
    pub cpu_flags: Vec<String>,
    pub os: String,
    pub kernel: String,
    pub version: &'static str,
    /// Commit of the source, from the build script.
    pub commit: &'static str,
    /// Version of the compiler, from the build script.
    pub rustc: &'static str,
    pub profile: &'static str,
    /// Date and time in UTC, as in 2026-01-31T12:00:00Z.
    pub date: String,
}

impl Machine {
    /// The machine that this process runs on.
    pub fn this() -> Machine {
        let cpu = Cpu::parse(&read("/proc/cpuinfo"));
        let release = read("/etc/os-release");
        let os = release
            .lines()
            .find_map(|l| l.strip_prefix("PRETTY_NAME="))
            .map(|n| n.trim_matches('"').to_string());
        Machine {
            cpu: cpu.description(),
            cpu_family: cpu.family,
            cpu_model: cpu.model,
            cpu_stepping: cpu.stepping,
            microarchitecture: cpu.microarchitecture(),
            cores: available_parallelism().map_or(1, usize::from),
            cpu_flags: cpu.flags,
            os: os.unwrap_or_else(|| std::env::consts::OS.into()),
            kernel: read("/proc/sys/kernel/osrelease").trim().into(),
            version: env!("CARGO_PKG_VERSION"),
            commit: option_env!("QUADRILLE_COMMIT").unwrap_or("unknown"),
            rustc: option_env!("QUADRILLE_RUSTC").unwrap_or("unknown"),
            profile: if cfg!(debug_assertions) { "debug" } else { "release" },
            date: utc_now(),
        }
    }

    /// Machine and program in one line.
    pub fn line(&self) -> String {
        let commit =
            if self.commit == "unknown" { String::new() } else { format!(", commit {}", self.commit) };
        format!(
            "{}, {} core{}; quadrille {}{commit}, {}; {}",
            self.cpu,
            self.cores,
            if self.cores == 1 { "" } else { "s" },
            self.version,
            self.profile,
            &self.date[..10]
        )
    }
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default()
}
