//! Which cores a thread, and the processes it starts, may run on.

use anyhow::{Context, Result};

/// Keeps this thread, and what it starts, to `count` cores from `first` on.
///
/// # Errors
/// If the machine has no such cores, or the system cannot do it.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) fn pin(first: usize, count: usize) -> Result<()> {
    use nix::{sched::CpuSet, unistd::Pid};
    let mut cores = CpuSet::new();
    let set = (first..first.saturating_add(count)).try_for_each(|core| cores.set(core));
    set.and_then(|()| nix::sched::sched_setaffinity(Pid::from_raw(0), &cores)).with_context(|| match count {
        1 => format!("cannot run on core {first}"),
        _ => format!("cannot run on {count} cores from {first} on"),
    })
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(super) fn pin(_: usize, _: usize) -> Result<()> {
    let error = std::io::Error::from(std::io::ErrorKind::Unsupported);
    Err(error).context("--pin: cores can be chosen on Linux alone")
}
