//! Morphs of any text, and their inverses.

use crate::table_runs::expect_panics_of_decoders;
use quadrille::{
    Batch, Input, RunOptions,
    batch::{Format, Morphs},
    symmetry::Symmetries,
};

/// The written text, and the number of malformed records.
fn run(morphs: Morphs, format: &'static Format, size: usize, text: &[u8]) -> Result<(Vec<u8>, u64), String> {
    let mut out = Vec::new();
    let batch = Batch::new(morphs).format(format).run_options(RunOptions::new().threads(1)).chunk_size(size);
    let summary = batch.run(vec![Input::reader("text", text)], &mut out, &mut ());
    summary.map(|summary| (out, summary.tally.invalid)).map_err(|e| e.to_string())
}

/// The result does not depend on the size of the chunks, and the inverse restores the boards, as they are written
/// without any symmetry.
pub fn morph(data: &[u8]) {
    expect_panics_of_decoders();
    let [size, flags, seed, text @ ..] = data else { return };
    let format = Format::all()[usize::from(flags >> 2) % Format::all().len()];
    let (size, seed) = (usize::from(*size) + 1, u64::from(*seed));
    let from = Symmetries { digits: flags & 1 == 0, transpose: flags & 2 == 0, ..Symmetries::ALL };
    let random = || Morphs::random(from, seed);
    let moved = run(random(), format, 1 << 20, text);
    let cut = run(random(), format, size, text);
    if moved.is_ok() || cut.is_ok() {
        assert_eq!(moved, cut);
    }
    let Ok((moved, 0)) = moved else { return };
    let same = |text: &[u8]| run(Morphs::random(Symmetries::NONE, seed), format, size, text);
    let (written, _) = same(text).expect("the text was read before");
    let undone = run(random().inverse(true), format, size, &moved);
    // Twice, because a board may be written differently than it was read.
    assert_eq!(undone, same(&written));
}
