//! Pinning a thread, and the processes that it starts, to cores.

use anyhow::{Context, Result};

/// Restricts this thread, and the processes that it starts, to `count` cores starting at `first`.
///
/// # Errors
/// If the machine does not have these cores or the system does not support pinning.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(crate) fn pin(first: usize, count: usize) -> Result<()> {
    use nix::{sched::CpuSet, unistd::Pid};
    let mut cores = CpuSet::new();
    let set = (first..first.saturating_add(count)).try_for_each(|core| cores.set(core));
    set.and_then(|()| nix::sched::sched_setaffinity(Pid::from_raw(0), &cores)).with_context(|| match count {
        1 => format!("cannot run on core {first}"),
        _ => format!("cannot run on cores {first} to {}", first.saturating_add(count - 1)),
    })
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(crate) fn pin(_: usize, _: usize) -> Result<()> {
    let error = std::io::Error::from(std::io::ErrorKind::Unsupported);
    Err(error).context("--pin is supported on Linux only")
}
