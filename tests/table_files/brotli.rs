//! Brotli is a feature of its own: a build without it says so.

use crate::common::quadrille;
use predicates::str::contains;
use std::fs;
use tempfile::tempdir;

/// A column `puzzle` with one small board, written by pyarrow with Brotli.
const FILE: &[u8] =
    b"PAR1\x15\0\x154\x15:,\x15\x02\x15\0\x15\x06\x15\x06\x1C\0\0\0\x1B\x19\0\0\x04\xDCdHH\xA6\xF4\x0D\xA5\
    \x11A%\x16YTp\xD4\x92<\xDB\0\x8F\xB3R\x08\x15\x04\x19,5\0\x18\x06schema\x15\x02\0\x15\x0C%\x02\x18\
    \x06puzzle%\0L\x1C\0\0\0\x16\x02\x19\x1C\x19\x1C&\0\x1C\x15\x0C\x19%\x06\0\x19\x18\x06puzzle\x15\x08\
    \x16\x02\x16Z\x16`&\x08I\x1C\x15\0\x15\0\x15\x02\0<\x16 \x19\x06\x19&\0\x02\0\0\0\x16Z\x16\x02&\x08\
    \x16`\0( parquet-cpp-arrow version 26.0.1\x19\x1C\x1C\0\0\0\x8C\0\0\0PAR1";

#[test]
fn brotli_is_read_by_a_build_with_the_feature_and_named_by_one_without() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("x.parquet"), FILE).unwrap();
    let mut command = quadrille(&["solve", "-q", "x.parquet"]);
    let assert = command.current_dir(folder.path()).assert();
    if cfg!(feature = "brotli") {
        assert.success().stdout(contains("1...3..2..4.4..1,1234341221434321,solved"));
        return;
    }
    let message = "x.parquet: column \"puzzle\" is compressed with Brotli, which this build does not read: write it with zstd, or use \
                   a build with the feature `brotli`\n";
    assert.code(2).stdout("").stderr(contains(message));
}
