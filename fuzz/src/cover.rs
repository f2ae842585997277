//! Exact cover problems as text.

use quadrille::{
    Input, RunOptions,
    cover::{CoverBatch, CoverFormat, CoverTask},
};

/// Reads a text as exact cover problems in each format. The texts of its problems are the whole text. A
/// problem that is written and read again is the same. A run answers each problem, whether the text comes in
/// one piece or in many.
pub fn cover(data: &[u8]) {
    let Some((&step, text)) = data.split_first() else { return };
    // Such a text would be decompressed before it is read, or be read as a stream of Arrow.
    if [&b"\x1F\x8B"[..], b"\x28\xB5\x2F\xFD", b"\xFF\xFF\xFF\xFF"]
        .iter()
        .any(|magic| text.starts_with(magic))
    {
        return;
    }
    let _ = CoverFormat::detect(text);
    for &format in CoverFormat::ALL {
        let mut rest = text;
        for problem in format.problems(text) {
            rest = rest.strip_prefix(problem).expect("end to end");
            let Ok(read) = format.parse(problem) else { continue };
            let mut again = Vec::new();
            // Larger problems take too long.
            if read.cover().items() < 1 << 10 && format.write(read.cover(), &mut again).is_ok() {
                let again = format.parse(&again).expect("a text that was written");
                let (read, again) = (read.cover(), again.cover());
                assert!(read.options().eq(again.options()));
                assert!((0..read.primary()).all(|item| read.bounds(item) == again.bounds(item)));
                assert!((0..read.len()).all(|option| read.cost(option) == again.cost(option)));
            }
        }
        let run = |reader: &mut (dyn std::io::Read + Send)| {
            let mut out = Vec::new();
            let batch = CoverBatch::new(CoverTask::Solve)
                .format(format)
                .run_options(RunOptions::new().threads(1).max_nodes(100))
                .limit(3);
            let summary = batch.run(Input::reader("text", reader), &mut out, &mut ()).expect("from memory");
            (out, summary.tally)
        };
        let whole = run(&mut { text });
        assert_eq!(whole.1.problems, format.problems(text).count() as u64);
        assert_eq!(whole, run(&mut Drip(text, usize::from(step) + 1)));
    }
}

/// Gives at most this many bytes at a time.
struct Drip<'a>(&'a [u8], usize);

impl std::io::Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.1.min(buffer.len()).min(self.0.len());
        buffer[..n].copy_from_slice(&self.0[..n]);
        self.0 = &self.0[n..];
        Ok(n)
    }
}
