//! The machine and the program that the figures belong to.

use super::cpu::Cpu;
use serde::Serialize;
use std::{fs, thread::available_parallelism, time::SystemTime};

#[derive(Serialize)]
pub(crate) struct Machine {
    /// Name, family, model and microarchitecture: records of two machines are compared by it.
    pub cpu: String,
    pub cpu_family: Option<u32>,
    pub cpu_model: Option<u32>,
    pub cpu_stepping: Option<u32>,
    pub microarchitecture: Option<&'static str>,
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
            date: date(SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |d| d.as_secs())),
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

/// Converts seconds since 1970 to a date of the Gregorian calendar.
fn date(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut year, mut day) = (1970, days);
    while day >= 365 + u64::from(leap(year)) {
        day -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", day + 1)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_follow_the_gregorian_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_798_761_599, "2026-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(date(seconds), text);
        }
    }
}
