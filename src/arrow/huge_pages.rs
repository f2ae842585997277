//! Large pages for large answers.
//!
//! New memory is cleared by the system page by page when it is first written. With pages of 2 MiB in place of 4 KiB that
//! happens 512 times less often.

/// Asks the system to back memory that nothing has been written to yet with large pages, if it is large. It may decline.
#[cfg(target_os = "linux")]
pub(super) fn advise(memory: &mut [u8]) {
    const HUGE: usize = 2 << 20;
    // Whole large pages of the memory itself: the advice affects nothing else.
    let skip = memory.as_ptr().align_offset(HUGE);
    let len = memory.len().saturating_sub(skip) & !(HUGE - 1);
    if len == 0 {
        return;
    }
    let part = &mut memory[skip..skip + len];
    // SAFETY: the range is memory of this slice, and the advice changes neither its contents nor whether it is accessible.
    let _ = unsafe { libc::madvise(part.as_mut_ptr().cast(), part.len(), libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
pub(super) fn advise(_: &mut [u8]) {}
