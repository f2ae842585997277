//! Streams of several blocks: their bytes, their members, and what is left of them after a failure.

use super::{
    encoder::BLOCK,
    member::{BlockCompressor, compressor},
    *,
};
use proptest::prelude::*;
use std::{
    io::Write,
    sync::{Arc, Mutex, atomic::AtomicUsize, atomic::Ordering},
};

/// Lines that compress about as well as answers do.
fn lines(len: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let mut digit = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        b'1' + (state >> 33) as u8 % 9
    };
    (0..len).map(|at| if at % 82 == 81 { b'\n' } else { digit(at) }).collect()
}

/// Where the bytes go, so that a test sees what an encoder has written so far. Fails after so many bytes.
#[derive(Clone)]
struct Sink(Arc<Mutex<Vec<u8>>>, usize);

impl Sink {
    fn failing_after(bytes: usize) -> Sink {
        Sink(Arc::default(), bytes)
    }

    fn new() -> Sink {
        Sink::failing_after(usize::MAX)
    }

    fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap().clone()
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut written = self.0.lock().unwrap();
        match bytes.len().min(self.1 - written.len()) {
            0 => Err(io::Error::other("the disk is full")),
            count => {
                written.extend_from_slice(&bytes[..count]);
                Ok(count)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn encoder(compression: Compression, threads: usize, sink: &Sink) -> Encoder<Sink> {
    let mut encoder = Encoder::new(compression, sink.clone()).unwrap();
    encoder.set_threads(threads);
    encoder
}

/// Writes parts of these sizes, over and over.
fn stream(compression: Compression, threads: usize, text: &[u8], sizes: &[usize]) -> Vec<u8> {
    let sink = Sink::new();
    let mut encoder = encoder(compression, threads, &sink);
    let (mut rest, mut sizes) = (text, sizes.iter().cycle());
    while !rest.is_empty() {
        let (part, after) = rest.split_at(rest.len().min(*sizes.next().unwrap()));
        encoder.write_all(part).unwrap();
        encoder.flush().unwrap();
        rest = after;
    }
    encoder.finish().unwrap();
    sink.bytes()
}

fn decompressed(compression: Compression, bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    compression.decoder(Box::new(io::Cursor::new(bytes.to_vec())))?.read_to_end(&mut text)?;
    Ok(text)
}

/// Whether a reader notices that this is not a whole stream: `gzip` and `zstd` refuse one without any bytes.
fn is_cut(compression: Compression, bytes: &[u8]) -> bool {
    bytes.is_empty() || decompressed(compression, bytes).is_err()
}

/// The compressions that are written.
fn written() -> impl Strategy<Value = Compression> {
    prop_oneof![Just(Compression::Gzip), Just(Compression::Zstd)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_bytes_do_not_depend_on_threads_and_writes(
        compression in written(),
        len in prop_oneof![0..=3 * BLOCK, Just(0), Just(BLOCK), Just(BLOCK + 1), Just(3 * BLOCK)],
        sizes in proptest::collection::vec(1..2 * BLOCK, 1..6),
    ) {
        let text = lines(len);
        let want = stream(compression, 1, &text, &[BLOCK]);
        for threads in [1, 2, 5] {
            prop_assert!(stream(compression, threads, &text, &sizes) == want, "{} threads", threads);
        }
        prop_assert!(decompressed(compression, &want).unwrap() == text);
    }

    /// Each block is a member of its own, as a text of one block has it.
    #[test]
    fn a_stream_is_its_members(compression in written(), len in 1..4 * BLOCK) {
        let text = lines(len);
        let members: Vec<_> = text.chunks(BLOCK).map(|text| stream(compression, 1, text, &[BLOCK])).collect();
        prop_assert!(stream(compression, 3, &text, &[70_000]) == members.concat());
    }

    /// A run may end at any moment: its reader must notice.
    #[test]
    fn what_was_written_before_the_end_is_not_a_whole_stream(
        compression in written(),
        threads in 1..4_usize,
        writes in proptest::collection::vec(1..2 * BLOCK, 1..4),
    ) {
        let (text, sink) = (lines(writes.iter().sum()), Sink::new());
        let mut encoder = encoder(compression, threads, &sink);
        let mut rest = &text[..];
        for size in writes {
            encoder.write_all(&rest[..size]).unwrap();
            rest = &rest[size..];
            prop_assert!(is_cut(compression, &sink.bytes()));
        }
        drop(encoder);
        prop_assert!(is_cut(compression, &sink.bytes()));
    }

    #[test]
    fn after_a_failed_write_nothing_succeeds(
        compression in written(),
        threads in 1..4_usize,
        limit in 0..2 * BLOCK,
    ) {
        let (text, sink) = (lines(5 * BLOCK), Sink::failing_after(limit));
        let whole = stream(compression, 1, &text, &[BLOCK]);
        let mut encoder = encoder(compression, threads, &sink);
        let has_failed = text.chunks(BLOCK / 2).any(|text| encoder.write_all(text).is_err());
        if has_failed {
            prop_assert!(encoder.write_all(b"more").is_err());
        }
        prop_assert_eq!(encoder.finish().is_ok(), whole.len() <= limit);
        prop_assert!(whole.starts_with(&sink.bytes()));
    }
}

/// Finds the members without decompressing them.
#[test]
fn the_header_of_a_gzip_member_tells_its_length() {
    let text = lines(3 * BLOCK + 7);
    let bytes = stream(Compression::Gzip, 2, &text, &[100_000]);
    let (mut rest, mut texts) = (&bytes[..], Vec::new());
    while !rest.is_empty() {
        let number = |at: usize| u32::from_le_bytes(rest[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!(rest[..16], *b"\x1F\x8B\x08\x04\0\0\0\0\0\xFF\x08\0MZ\x04\0");
        let end = 20 + number(16) + 8;
        assert_eq!(number(end - 4), text.len().saturating_sub(texts.len() * BLOCK).min(BLOCK));
        let (member, after) = rest.split_at(end);
        texts.push(decompressed(Compression::Gzip, member).unwrap());
        rest = after;
    }
    assert_eq!(texts.len(), 4);
    assert!(texts.concat() == text);
}

/// The byte after the magic number says that there is a checksum, and how long the length is.
#[test]
fn a_zstd_frame_has_its_length_and_a_checksum() {
    for (len, descriptor) in [(100, 0x24), (BLOCK, 0xA4)] {
        assert_eq!(stream(Compression::Zstd, 1, &lines(len), &[BLOCK])[4], descriptor);
    }
}

#[test]
fn a_stream_that_was_cut_has_all_text_and_no_end() {
    let text = lines(2 * BLOCK + 7);
    for (compression, threads) in [(Compression::Gzip, 1), (Compression::Gzip, 3), (Compression::Zstd, 2)] {
        let sink = Sink::new();
        let mut encoder = encoder(compression, threads, &sink);
        encoder.write_all(&text).unwrap();
        encoder.cut().unwrap();
        assert!(encoder.write_all(b"more").is_err());
        assert!(encoder.finish().is_err());
        let whole = stream(compression, 1, &text, &[BLOCK]);
        assert!(sink.bytes() == whole[..whole.len() - 1]);
    }
}

#[test]
fn an_empty_stream_that_was_cut_has_no_bytes() {
    let sink = Sink::new();
    encoder(Compression::Gzip, 2, &sink).cut().unwrap();
    assert!(sink.bytes().is_empty());
}

/// Fails or panics at the block with this number.
struct Failing {
    inner: Box<dyn BlockCompressor>,
    at: usize,
    number: Arc<AtomicUsize>,
    panics: bool,
}

impl BlockCompressor for Failing {
    fn compress(&mut self, text: &[u8], member: &mut Vec<u8>) -> io::Result<()> {
        match self.number.fetch_add(1, Ordering::Relaxed) == self.at {
            true if self.panics => std::panic::resume_unwind(Box::new("on purpose")),
            true => Err(io::Error::other("on purpose")),
            false => self.inner.compress(text, member),
        }
    }
}

#[test]
fn a_block_that_is_not_compressed_is_a_failure_at_the_latest_at_the_end() {
    let text = lines(6 * BLOCK);
    for (threads, at, panics) in [(1, 0, true), (1, 5, false), (2, 3, true), (3, 5, true), (3, 0, false)] {
        let (number, sink) = (Arc::default(), Sink::new());
        let failing = move || {
            let (inner, number) = (compressor(Compression::Gzip)?, Arc::clone(&number));
            Ok(Box::new(Failing { inner, at, number, panics }) as Box<dyn BlockCompressor>)
        };
        let mut encoder = Encoder::of(failing, sink.clone()).unwrap();
        encoder.set_threads(threads);
        let end = encoder.write_all(&text).and_then(|()| encoder.finish().map(drop));
        let message = end.unwrap_err().to_string();
        assert!(message.contains(if panics { "panicked" } else { "on purpose" }), "{message}");
        assert!(is_cut(Compression::Gzip, &sink.bytes()), "{threads} threads");
    }
}

/// Most outputs are short.
#[test]
fn threads_are_started_when_there_are_several_blocks() {
    let mut encoder = encoder(Compression::Zstd, 8, &Sink::new());
    encoder.write_all(&lines(BLOCK)).unwrap();
    assert_eq!(encoder.threads(), 0);
    encoder.write_all(&lines(20 * BLOCK)).unwrap();
    assert!((1..=8).contains(&encoder.threads()));
}
