//! Streams of every compression, and what only looks like one.

use super::*;
use crate::io::text::{Text, open_text};
use std::io::Write;

/// Those that can be written.
const WRITTEN: [Compression; 2] = [Compression::Gzip, Compression::Zstd];

fn compressed(compression: Compression, text: &[u8]) -> Vec<u8> {
    let mut encoder = Encoder::new(compression, Vec::new()).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// The text of an input that is not a table.
fn plain_text<'a>(bytes: &'a [u8]) -> io::Result<Box<dyn Read + Send + 'a>> {
    match open_text(Box::new(bytes))? {
        Text::Plain(reader) => Ok(reader),
        #[cfg(feature = "parquet")]
        Text::Table(_) => panic!("a table"),
    }
}

fn decompressed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    plain_text(bytes)?.read_to_end(&mut text)?;
    Ok(text)
}

#[test]
fn several_members_are_one_stream_and_a_truncated_one_is_an_error() {
    for compression in WRITTEN {
        let (a, b) = (compressed(compression, b"first\n"), compressed(compression, b"second\n"));
        assert_eq!(compressed(compression, b"first\n"), a, "no time goes into it");
        let both = [a, b].concat();
        assert_eq!(Compression::of_bytes(&both), Some(compression));
        assert_eq!(decompressed(&both).unwrap(), b"first\nsecond\n");
        for cut in [1, 4, 9] {
            assert!(decompressed(&both[..both.len() - cut]).is_err(), "{compression:?}: {cut} bytes less");
        }
        let mut corrupt = both.clone();
        corrupt[both.len() - 6] ^= 0x55;
        assert!(decompressed(&corrupt).is_err(), "{compression:?}");
    }
}

#[test]
fn only_zeros_may_follow_the_last_member() {
    let whole = compressed(Compression::Gzip, b"text\n");
    for zeros in [1, 511, 200_000] {
        let padded = [&whole[..], &vec![0; zeros]].concat();
        assert_eq!(decompressed(&padded).unwrap(), b"text\n", "{zeros} zeros");
        assert!(decompressed(&[&padded[..], b"x"].concat()).is_err());
        assert!(decompressed(&[&padded[..], &whole].concat()).is_err());
    }
    assert!(decompressed(&[&whole[..], b"x"].concat()).is_err());
}

#[test]
fn a_decompression_bomb_is_read_piece_by_piece() {
    for compression in WRITTEN {
        let mut encoder = Encoder::new(compression, Vec::new()).unwrap();
        let zeros = vec![b'\n'; 1 << 20];
        (0..64).for_each(|_| encoder.write_all(&zeros).unwrap());
        let bomb = encoder.finish().unwrap();
        assert!(bomb.len() < 100_000, "{compression:?}: {}", bomb.len());
        let (mut reader, mut piece, mut all) = (plain_text(&bomb).unwrap(), [0; 4096], 0);
        loop {
            match reader.read(&mut piece).unwrap() {
                0 => break,
                n => all += n,
            }
        }
        assert_eq!(all, 64 << 20);
    }
}

#[test]
fn other_bytes_are_not_changed() {
    for text in
        [&b""[..], b"\x1F", b"\x28\xB5\x2F", b"x\n", b"53..7", b"BZh9 is a title", b"P*M", b"BZh91AY&S"]
    {
        assert_eq!(decompressed(text).unwrap(), text);
    }
}

/// As `pzstd` writes them: a frame without text with the size of the next one, then a frame of text.
#[test]
fn frames_without_text_before_a_zstd_stream_are_skipped() {
    let frame = compressed(Compression::Zstd, b"text\n");
    for first in [0x50, 0x5F] {
        let skipped = [first, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, frame.len() as u8, 0, 0, 0];
        let stream = [&skipped[..], &frame, &skipped, &frame].concat();
        assert_eq!(Compression::of_bytes(&stream), Some(Compression::Zstd));
        assert_eq!(decompressed(&stream).unwrap(), b"text\ntext\n");
        for len in 1..4 {
            assert!(Compression::may_be(&stream[..len]) && Compression::of_bytes(&stream[..len]).is_none());
        }
    }
}

/// `printf 'text\\n' | xz`, and the same with bzip2.
#[test]
fn xz_and_bzip2_are_read() {
    #[rustfmt::skip]
    let xz: &[u8] = &[
        0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0x00, 0x04, 0xE6, 0xD6, 0xB4, 0x46, 0x02, 0x00, 0x21, 0x01,
        0x16, 0x00, 0x00, 0x00, 0x74, 0x2F, 0xE5, 0xA3, 0x01, 0x00, 0x04, 0x74, 0x65, 0x78, 0x74, 0x0A,
        0x00, 0x00, 0x00, 0x00, 0x1D, 0x2B, 0xD2, 0x8A, 0xAF, 0x19, 0x4C, 0xCD, 0x00, 0x01, 0x1D, 0x05,
        0xB8, 0x2D, 0x80, 0xAF, 0x1F, 0xB6, 0xF3, 0x7D, 0x01, 0x00, 0x00, 0x00, 0x00, 0x04, 0x59, 0x5A,
    ];
    #[rustfmt::skip]
    let bzip2: &[u8] = &[
        0x42, 0x5A, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0xC0, 0x6F, 0xE0, 0x65, 0x00, 0x00,
        0x01, 0xC1, 0x80, 0x00, 0x10, 0x02, 0x00, 0x04, 0x40, 0x20, 0x00, 0x21, 0x8C, 0x83, 0x34, 0xD0,
        0x88, 0xF1, 0x77, 0x24, 0x53, 0x85, 0x09, 0x0C, 0x06, 0xFE, 0x06, 0x50,
    ];
    for (bytes, compression) in [(xz, Compression::Xz), (bzip2, Compression::Bzip2)] {
        assert_eq!(Compression::of_bytes(bytes), Some(compression));
        assert_eq!(decompressed(&[bytes, bytes].concat()).unwrap(), b"text\ntext\n", "two streams are one");
        for len in 12..bytes.len() {
            assert!(decompressed(&bytes[..len]).is_err(), "{compression:?}: {len} bytes");
        }
        let mut corrupt = bytes.to_vec();
        corrupt[bytes.len() / 2] ^= 0x10;
        assert!(decompressed(&corrupt).is_err(), "{compression:?}");
    }
}
