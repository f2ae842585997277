//! Large pages for large answers.
//!
//! New memory is cleared by the system page by page when it is first written. With pages of 2 MiB in place of 4 KiB that
//! happens 512 times less often.

/// Asks the system to back memory that nothing has been written to yet with large pages, if it is large. It may decline.
#[cfg(target_os = "linux")]
pub(super) fn advise<T>(memory: &mut [T]) {
    const HUGE: usize = 2 << 20;
    // Whole large pages of the memory itself: the advice affects nothing else.
    let start = memory.as_mut_ptr().cast::<u8>();
    let skip = start.align_offset(HUGE);
    let len = size_of_val(memory).saturating_sub(skip) & !(HUGE - 1);
    if len == 0 {
        return;
    }
    // SAFETY: the range is memory of this slice, and the advice changes neither its contents nor whether it is accessible.
    let _ = unsafe { libc::madvise(start.add(skip).cast(), len, libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
pub(super) fn advise<T>(_: &mut [T]) {}
