//! Outputs that are compressed, on several threads.

use super::{Output, OutputState};
use crate::io::compression::CompressionTimes;
use quadrille_base::parallel::thread_count;

impl Output {
    /// Sets how many threads compress the output, if its name asks for compression; 0 means one per core. By default the
    /// thread that writes does it. The bytes do not depend on it. [`Batch::run_into`](crate::batch::Batch::run_into) and
    /// [`Batch::run_split`](crate::batch::Batch::run_split) set the threads of the run.
    ///
    /// The threads are started when there is work for them: the text is compressed in blocks of 1 MiB, each a member of the
    /// gzip stream or a frame of the zstd stream. A block is written when it is complete, and not by
    /// [`flush`](std::io::Write::flush). Until the output is finished, it is empty or ends within a member or frame, so that its
    /// reader notices that it was cut short.
    ///
    /// ```
    /// use quadrille::Output;
    /// use std::io::Write;
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("puzzles.txt.gz");
    /// let mut output = Output::path(&path)?;
    /// output.set_threads(2);
    /// output.write_all(b"1...3..2..4.4..1\n")?;
    /// output.finish()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_threads(&mut self, threads: usize) {
        if let OutputState::Compressed(encoder) = &mut self.state {
            encoder.set_threads(thread_count(threads));
        }
    }

    /// Writes the text of an output that will not be finished, where others see it, but not the end of the stream.
    pub(super) fn cut(&mut self) {
        if let OutputState::Compressed(encoder) = &mut self.state
            && encoder.get_ref().temporary().is_none()
        {
            // Another error came before.
            let _ = encoder.cut();
        }
    }

    /// How long compressing took since the last call.
    pub(crate) fn take_compression_times(&mut self) -> CompressionTimes {
        match &mut self.state {
            OutputState::Compressed(encoder) => encoder.take_times(),
            _ => CompressionTimes::default(),
        }
    }
}
