//! The default size of a chunk.

use crate::io::Input;

/// The default chunk size. Large chunks keep the cost of handing them over negligible; on small inputs, smaller ones
/// distribute the work evenly.
pub(super) fn chunk_size(inputs: &[Input<'_>], threads: usize) -> usize {
    const LARGE: usize = 128 << 10;
    const SMALL: usize = 4 << 10;
    match share(inputs, threads) {
        Some(share) if threads > 1 => share.clamp(SMALL, LARGE),
        _ => LARGE,
    }
}

/// The chunk size of a task that takes `cost` times as long as usual. If the sizes of the inputs are known, a chunk holds a few
/// records, because other workers go on after a record that takes long; a stream may bring only a few at a time.
pub(super) fn costly_chunk_size(size: usize, cost: usize, inputs: &[Input<'_>], threads: usize) -> usize {
    const FEW_RECORDS: usize = 512;
    let few = share(inputs, threads).map_or(1, |share| share.min(FEW_RECORDS));
    (size / cost).max(few.min(size)).max(1)
}

/// A sixteenth of each worker's share of the inputs, if their sizes are known.
fn share(inputs: &[Input<'_>], threads: usize) -> Option<usize> {
    let total: u64 = inputs.iter().map(Input::size).sum::<Option<u64>>()?;
    Some(usize::try_from(total).ok()? / (16 * threads))
}

/// As many workers as there are chunks are enough; without the size of an input, any number may be needed.
pub(super) fn chunk_count(inputs: &[Input<'_>], chunk_size: usize) -> usize {
    let chunks = |input: &Input<'_>| Some(input.size()?.div_ceil(chunk_size.max(1) as u64).max(1));
    let total: Option<u64> = inputs.iter().map(chunks).sum();
    total.and_then(|total| usize::try_from(total).ok()).unwrap_or(usize::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::{fs, io};

    proptest! {
        /// Costly chunks hold a few records of a file, but there are enough chunks for all workers.
        #[test]
        fn costly_chunks_are_small_but_hold_a_few_records(
            len in 1..200_000usize,
            cost in 1..1000usize,
            threads in 1..40usize,
        ) {
            let file = tempfile::NamedTempFile::new().unwrap();
            fs::write(file.path(), vec![b'.'; len]).unwrap();
            let inputs = [Input::path(file.path()).unwrap()];
            let plain = chunk_size(&inputs, threads);
            let costly = costly_chunk_size(plain, cost, &inputs, threads);
            prop_assert!((1..=plain).contains(&costly));
            prop_assert!(costly >= plain / cost);
            if cost > 1 && costly > (plain / cost).max(1) {
                prop_assert!(costly <= 512 && chunk_count(&inputs, costly) >= 16 * threads);
            }
            if len >= 16 * threads * 512 {
                prop_assert!(costly >= 512);
            }
        }

        /// A stream may bring one record at a time.
        #[test]
        fn costly_chunks_of_a_stream_may_be_a_record(cost in 1..1000usize, threads in 1..40usize) {
            let inputs = [Input::reader("x", io::empty())];
            let plain = chunk_size(&inputs, threads);
            prop_assert_eq!(costly_chunk_size(plain, cost, &inputs, threads), plain / cost);
        }
    }
}
