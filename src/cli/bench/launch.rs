//! One run of a contestant's process, in a small process of its own between `bench` and it.
//!
//! ```text
//!  bench ──(stdin: open as long as bench lives and waits)──► launcher ──► contestant, a process group
//!        ◄──(stdout: what was measured, as JSON)────────────
//! ```
//!
//! - The system counts a child's peak memory from before it becomes another program, when it still
//!   is a copy of its parent. `bench` may hold hundreds of megabytes of puzzles; the launcher holds next to
//!   nothing.
//! - The resources of "all children" are those of one contestant.
//! - When `bench` closes the pipe, because time is up, or ends in whatever way, the contestant's
//!   whole group is killed.

use super::args::LaunchArgs;
use crate::cli::ExitStatus;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::{
    fs::File,
    io::{Read, stdin},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    time::Instant,
};

/// What one run took.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Taken {
    /// From before the start to after the end.
    pub seconds: f64,
    /// Processor time of the process and its children, in and outside the system; where known.
    pub user: Option<f64>,
    pub system: Option<f64>,
    /// Bytes of memory at most.
    pub peak: Option<u64>,
    /// The exit code, or the signal that ended it.
    pub code: Option<i32>,
    pub signal: Option<i32>,
    /// Whether it was killed, because time was up.
    pub killed: bool,
}

/// The hidden command `launch`.
pub(in crate::cli) fn launch(args: LaunchArgs) -> Result<ExitStatus> {
    if let [first, count] = args.cores[..] {
        super::cores::pin(first, count)?;
    }
    system::limit_files(args.most)?;
    let (program, words) = args.command.split_first().context("no command")?;
    let input = args.stdin.as_ref().map_or(Ok(Stdio::null()), |path| File::open(path).map(Stdio::from))?;
    let mut command = Command::new(program);
    command.args(words).stdin(input).stdout(File::create(&args.stdout)?).stderr(File::create(&args.stderr)?);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let start = Instant::now();
    let child = command.spawn().with_context(|| format!("cannot start {}", program.to_string_lossy()))?;
    let taken = watch(child, start)?;
    println!("{}", serde_json::to_string(&taken)?);
    Ok(ExitStatus::AllAnswered)
}

/// What the thread that waits for the end of the pipe may still kill.
#[derive(Default)]
struct Watched {
    over: bool,
    killed: bool,
}

fn watch(mut child: Child, start: Instant) -> Result<Taken> {
    let watched = Arc::new(Mutex::new(Watched::default()));
    let (id, other) = (child.id(), Arc::clone(&watched));
    std::thread::spawn(move || {
        let _ = stdin().read(&mut [0]);
        let mut watched = other.lock().unwrap_or_else(|e| e.into_inner());
        if !watched.over {
            watched.killed = true;
            system::kill(id);
        }
    });
    let end = system::wait(&mut child);
    let seconds = start.elapsed().as_secs_f64();
    let mut watched = watched.lock().unwrap_or_else(|e| e.into_inner());
    // From here on the number may belong to another process.
    watched.over = true;
    let end = end?;
    system::kill(id);
    let status = child.wait()?;
    let (user, system, peak) = system::children();
    Ok(Taken {
        seconds,
        user,
        system,
        peak,
        code: end.or(status.code()),
        signal: signal(&status),
        killed: watched.killed,
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

    /// Nothing that is started from here on writes longer files: a contestant that never stops to
    /// write is to fail before the disk is full.
    pub fn limit_files(bytes: u64) -> Result<()> {
        Ok(setrlimit(Resource::RLIMIT_FSIZE, bytes, bytes)?)
    }

    /// Kills the contestant's group. Its first process has not been reaped, so that the number is
    /// still its own.
    pub fn kill(id: u32) {
        let _ = killpg(Pid::from_raw(id as i32), Signal::SIGKILL);
    }

    /// Waits for the end without reaping, so that what is left of the group can be killed.
    pub fn wait(child: &mut Child) -> Result<Option<i32>> {
        let pid = Pid::from_raw(child.id() as i32);
        while let Err(error) = waitid(Id::Pid(pid), WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT) {
            if error != nix::errno::Errno::EINTR {
                return Err(error.into());
            }
        }
        Ok(None)
    }

    /// User time, system time and peak memory of the children that were waited for.
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

    /// Ends the process and those that it started.
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
