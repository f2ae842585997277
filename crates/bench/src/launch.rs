//! The launcher: a small process between `bench` and the process of a contestant.
//!
//! ```text
//!  bench ──(stdin: open while bench is running and waiting)──► launcher ──► contestant, a process group
//!        ◄──(stdout: the measurements as JSON)────────────────
//! ```
//!
//! - The system counts the peak memory of a child from the fork, when the child is still a copy of its
//!   parent. `bench` may hold hundreds of megabytes of puzzles; the launcher is small.
//! - The resource usage of "all children" is the usage of one contestant.
//! - When `bench` closes the pipe because the time is up, or ends for any reason, the whole process group
//!   of the contestant is killed.

use super::args::LaunchArgs;
use anyhow::{Context, Result};
use quadrille_console::exit::ExitStatus;
use serde::{Deserialize, Serialize};
use std::{
    fs::File,
    io::{Read, stdin},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    time::Instant,
};

/// Time and memory that one run used, and how it ended.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct ProcessUsage {
    /// Wall-clock time of the whole process.
    pub seconds: f64,
    /// Processor time of the process and its children in user and system mode, if known.
    pub user: Option<f64>,
    pub system: Option<f64>,
    /// Peak memory in bytes.
    pub peak: Option<u64>,
    /// The exit code, or the signal that ended the process.
    pub code: Option<i32>,
    pub signal: Option<i32>,
    /// Whether the launcher killed it because `bench` closed the pipe.
    pub killed: bool,
}

/// The helper `launch`.
pub(crate) fn launch(args: LaunchArgs) -> Result<ExitStatus> {
    if let [first, count] = args.cores[..] {
        super::cores::pin(first, count)?;
    }
    system::limit_files(args.max_file_size)?;
    let (program, words) = args.command.split_first().context("the command is empty")?;
    let input = args.stdin.as_ref().map_or(Ok(Stdio::null()), |path| File::open(path).map(Stdio::from))?;
    let mut command = Command::new(program);
    command.args(words).stdin(input).stdout(File::create(&args.stdout)?).stderr(File::create(&args.stderr)?);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let start = Instant::now();
    let child = command.spawn().with_context(|| format!("cannot start {}", program.to_string_lossy()))?;
    let usage = wait(child, start)?;
    println!("{}", serde_json::to_string(&usage)?);
    Ok(ExitStatus::AllAnswered)
}

/// Whether the thread that waits for the end of the pipe may still kill the process.
#[derive(Default)]
struct KillState {
    ended: bool,
    killed: bool,
}

/// Waits for the end of the process or of the pipe, and then kills the rest of the process group.
fn wait(mut child: Child, start: Instant) -> Result<ProcessUsage> {
    let state = Arc::new(Mutex::new(KillState::default()));
    let (id, other) = (child.id(), Arc::clone(&state));
    std::thread::spawn(move || {
        let _ = stdin().read(&mut [0]);
        let mut state = other.lock().unwrap_or_else(|e| e.into_inner());
        if !state.ended {
            state.killed = true;
            system::kill(id);
        }
    });
    let end = system::wait(&mut child);
    let seconds = start.elapsed().as_secs_f64();
    let mut state = state.lock().unwrap_or_else(|e| e.into_inner());
    // After the process is reaped, its id may belong to another process.
    state.ended = true;
    let end = end?;
    system::kill(id);
    let status = child.wait()?;
    let (user, system, peak) = system::children();
    Ok(ProcessUsage {
        seconds,
        user,
        system,
        peak,
        code: end.or(status.code()),
        signal: signal(&status),
        killed: state.killed,
    })
}

#[cfg(unix)]
fn signal(status: &std::process::ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(status)
}

#[cfg(not(unix))]
fn signal(_: &std::process::ExitStatus) -> Option<i32> {
    None
}

#[cfg(unix)]
mod system {
    use anyhow::Result;
    use nix::sys::{
        resource::{Resource, UsageWho, getrusage, setrlimit},
        signal::{Signal, killpg},
        time::TimeValLike,
        wait::{Id, WaitPidFlag, waitid},
    };
    use nix::unistd::Pid;
    use std::process::Child;

    /// Limits the size of files for processes started after this call, so that a contestant that never stops
    /// writing fails before the disk is full.
    pub fn limit_files(bytes: u64) -> Result<()> {
        Ok(setrlimit(Resource::RLIMIT_FSIZE, bytes, bytes)?)
    }

    /// Kills the process group of the contestant. Its first process has not been reaped, so the id is still
    /// its own.
    pub fn kill(id: u32) {
        let _ = killpg(Pid::from_raw(id as i32), Signal::SIGKILL);
    }

    /// Waits for the end without reaping, so that the rest of the group can be killed.
    pub fn wait(child: &mut Child) -> Result<Option<i32>> {
        let pid = Pid::from_raw(child.id() as i32);
        while let Err(error) = waitid(Id::Pid(pid), WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT) {
            if error != nix::errno::Errno::EINTR {
                return Err(error.into());
            }
        }
        Ok(None)
    }

    /// User time, system time and peak memory of all children that were waited for.
    pub fn children() -> (Option<f64>, Option<f64>, Option<u64>) {
        let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return (None, None, None) };
        let seconds = |t: nix::sys::time::TimeVal| t.num_microseconds() as f64 / 1e6;
        let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
        let peak = usage.max_rss() as u64 * unit;
        (Some(seconds(usage.user_time())), Some(seconds(usage.system_time())), Some(peak))
    }
}

#[cfg(not(unix))]
mod system {
    use anyhow::Result;
    use std::{
        process::{Child, Command, Stdio},
        thread::sleep,
        time::Duration,
    };

    pub fn limit_files(_: u64) -> Result<()> {
        Ok(())
    }

    /// Kills the process and its children.
    pub fn kill(id: u32) {
        let id = id.to_string();
        let _ = Command::new("taskkill").args(["/F", "/T", "/PID", &id]).stderr(Stdio::null()).status();
    }

    pub fn wait(child: &mut Child) -> Result<Option<i32>> {
        loop {
            match child.try_wait()? {
                Some(status) => return Ok(status.code()),
                None => sleep(Duration::from_micros(200)),
            }
        }
    }

    pub fn children() -> (Option<f64>, Option<f64>, Option<u64>) {
        (None, None, None)
    }
}
