//! How long the parts of a run took, and what follows for more cores.

use crate::io::CompressionTimes;
use quadrille_ordered::order::MOST_WRITERS;
use std::{ops::AddAssign, time::Duration};

/// How long the parts of a run took, summed over all threads. Waiting is not counted, except for decompressed text. [`Summary`](super::Summary) has it, and an example.
///
/// The parts that only one thread can do at a time, however many there are, limit how many cores a run can use:
/// [`usable_cores`](Self::usable_cores).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Times {
    /// Dividing the inputs into chunks, under a lock. For inputs that are not mapped this includes reading and
    /// decompressing, or waiting for the threads that decompress.
    pub dividing: Duration,
    /// Putting the answers in order: adding up the sums, reporting events, and finding the place of each chunk's answers in
    /// the output; with all solutions also the searches whose solutions do not fit into memory. One thread at a time.
    pub ordering: Duration,
    /// Writing answers that must be written in order: to pipes, devices, standard output, and outputs
    /// that are compressed, can be resumed, or hold all solutions. One thread at a time.
    pub writing_in_order: Duration,
    /// Writing answers to their places in a file, by two threads at a time.
    pub writing_to_places: Duration,
    /// Compressing the output, by all threads. The last blocks are not counted, because [`Output::finish`](crate::io::Output::finish)
    /// compresses them.
    pub compressing: Duration,
    /// Reading, solving and verifying records and formatting the answers, by all threads.
    pub answering: Duration,
}

impl AddAssign for Times {
    fn add_assign(&mut self, other: Times) {
        self.dividing += other.dividing;
        self.ordering += other.ordering;
        self.writing_in_order += other.writing_in_order;
        self.writing_to_places += other.writing_to_places;
        self.compressing += other.compressing;
        self.answering += other.answering;
    }
}

impl Times {
    /// The sum of all parts.
    pub fn busy(&self) -> Duration {
        let serial = self.dividing + self.ordering + self.writing_in_order;
        serial + self.writing_to_places + self.compressing + self.answering
    }

    /// Counts compressing as a part of its own. It was measured as writing, where that had to wait for it.
    pub(super) fn count_compressing(&mut self, times: CompressionTimes) {
        self.writing_in_order = self.writing_in_order.saturating_sub(times.blocked);
        self.compressing += times.compressing;
    }

    /// How many cores the run could have used. With more cores, a part that few threads can do at a time would take longer than
    /// the sum of all parts, divided by the cores. One thread at a time divides, orders and writes in order, and two
    /// threads write to places. So this is [`busy`](Self::busy), divided by the longest of the first three parts and half
    /// of [`writing_to_places`](Self::writing_to_places). `None` if these parts took no time that can be measured.
    pub fn usable_cores(&self) -> Option<f64> {
        let serial = self.dividing.max(self.ordering).max(self.writing_in_order);
        self.cores(serial.max(self.writing_to_places / MOST_WRITERS as u32))
    }

    /// As [`usable_cores`](Self::usable_cores), for a file system that lets only one thread at a time write to a file, so that
    /// writing to places counts as such a part. Linux does that for regular files on ext4, XFS and tmpfs.
    pub fn usable_cores_of_one_file(&self) -> Option<f64> {
        let serial = [self.dividing, self.ordering, self.writing_in_order, self.writing_to_places];
        self.cores(serial.into_iter().max().unwrap_or_default())
    }

    fn cores(&self, serial: Duration) -> Option<f64> {
        (!serial.is_zero()).then(|| self.busy().as_secs_f64() / serial.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_serial_part_limits_the_cores() {
        let ms = Duration::from_millis;
        let times = Times {
            dividing: ms(2),
            ordering: ms(1),
            writing_in_order: ms(0),
            writing_to_places: ms(17),
            compressing: ms(0),
            answering: ms(180),
        };
        assert_eq!(times.busy(), ms(200));
        assert_eq!(times.usable_cores(), Some(0.2 / 0.0085));
        let mapped = Times { writing_to_places: ms(0), answering: ms(197), ..times };
        assert_eq!(mapped.usable_cores(), Some(100.0));
        assert_eq!(times.usable_cores_of_one_file(), Some(0.2 / 0.017));
        let in_order = Times { writing_in_order: ms(20), ..times };
        assert_eq!(in_order.usable_cores(), Some(11.0));
        assert_eq!(Times::default().usable_cores(), None);
        let mut compressed = Times { writing_in_order: ms(100), ..times };
        compressed.count_compressing(CompressionTimes { compressing: ms(80), blocked: ms(90) });
        assert_eq!((compressed.writing_in_order, compressed.busy()), (ms(10), ms(290)));
        assert_eq!(compressed.usable_cores(), Some(0.29 / 0.01));
    }
}
