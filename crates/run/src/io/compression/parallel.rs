//! Decompresses a stream of many members or frames on several threads.

#[cfg(feature = "gzip")]
use super::only_zeros;
#[cfg(feature = "zstd")]
use super::zstd_error;
use super::{
    Compression,
    pieces::{Bounds, CompressedStream},
};
#[cfg(feature = "gzip")]
use flate2::bufread::GzDecoder;
use quadrille_base::error::internal_error;
use quadrille_ordered::job_threads::JobThreads;
#[cfg(feature = "zstd")]
use std::io::BufRead;
use std::io::{self, Read};
#[cfg(feature = "zstd")]
use zstd::stream::read::Decoder as ZstdDecoder;

/// After this many failed pieces, the rest of the stream is read in order: its members are too long, or their ends are
/// guessed wrongly.
const MOST_FAILURES: u32 = 4;

/// Decompresses pieces of whole members on other threads, and all other members on the calling thread, in order.
///
/// A piece is used only if it ends exactly where its last member ends and nothing in it is damaged. So the next piece begins with a
/// member, too. Otherwise the stream is read in order from the beginning of the piece, which returns the text before the damage,
/// and then the error.
pub(super) struct Parallel {
    compression: Compression,
    bounds: Bounds,
    thread_count: usize,
    /// Started for the first piece. Small files are read in order.
    threads: Option<JobThreads<Piece, Piece>>,
    state: State,
    failures: u32,
    /// The piece whose text is being read, and how many bytes of its text were read.
    piece: Piece,
    next: usize,
    /// Pieces whose buffers will be reused.
    spare: Vec<Piece>,
}

enum State {
    Between(CompressedStream),
    Within(Member),
    Ended,
}

/// Some bytes of the stream, and their text after they were decompressed.
#[derive(Default)]
struct Piece {
    bytes: Vec<u8>,
    text: Vec<u8>,
    /// Whether the bytes are whole members.
    is_whole: bool,
}

/// A member that is read in order.
enum Member {
    #[cfg(feature = "gzip")]
    Gzip(Box<GzDecoder<CompressedStream>>),
    #[cfg(feature = "zstd")]
    Zstd(ZstdDecoder<'static, CompressedStream>),
}

impl Parallel {
    pub fn new(compression: Compression, reader: Box<dyn Read + Send>, threads: usize) -> Parallel {
        Parallel::with_bounds(compression, reader, threads, Bounds::usual(threads))
    }

    pub fn with_bounds(
        compression: Compression,
        reader: Box<dyn Read + Send>,
        threads: usize,
        bounds: Bounds,
    ) -> Parallel {
        Parallel {
            compression,
            bounds,
            thread_count: threads,
            threads: None,
            state: State::Between(CompressedStream::new(reader, compression, bounds)),
            failures: 0,
            piece: Piece::default(),
            next: 0,
            spare: Vec::new(),
        }
    }

    /// Takes the text of the next piece, or begins to read the next member in order.
    fn advance(&mut self, mut compressed: CompressedStream) -> io::Result<()> {
        // The bytes and texts of the pieces under way need most of the memory.
        let most_pieces = self.thread_count as u64 + 2;
        while self.failures < MOST_FAILURES && self.pending() < most_pieces {
            let mut piece = self.spare.pop().unwrap_or_default();
            if !compressed.cut_piece(&mut piece.bytes) {
                self.spare.push(piece);
                break;
            }
            self.push(piece);
        }
        let Some(piece) = self.next_done()? else { return self.begin(compressed) };
        if !piece.is_whole {
            self.failures += 1;
            let mut back = piece.bytes;
            while let Some(later) = self.next_done()? {
                back.extend_from_slice(&later.bytes);
            }
            compressed.put_back(back);
            return self.begin(compressed);
        }
        let read = std::mem::replace(&mut self.piece, piece);
        self.spare.push(read);
        self.next = 0;
        self.state = State::Between(compressed);
        Ok(())
    }

    fn push(&mut self, piece: Piece) {
        let (compression, most) = (self.compression, self.bounds.most_text);
        let decompress = move |mut piece: Piece| {
            let Piece { bytes, text, is_whole } = &mut piece;
            *is_whole = decompress_whole(compression, bytes, text, most).is_some();
            piece
        };
        let start = || JobThreads::new("decompressor", self.thread_count, decompress);
        self.threads.get_or_insert_with(start).push(piece);
    }

    fn pending(&self) -> u64 {
        self.threads.as_ref().map_or(0, JobThreads::pending)
    }

    /// Waits for the next piece, if one is under way.
    fn next_done(&self) -> io::Result<Option<Piece>> {
        let panicked = |_| io::Error::other(internal_error("a decompressor has panicked"));
        self.threads.as_ref().and_then(|threads| threads.take(true)).transpose().map_err(panicked)
    }

    /// Begins to read a member in order, if one follows.
    fn begin(&mut self, mut compressed: CompressedStream) -> io::Result<()> {
        self.state = match self.compression {
            #[cfg(feature = "gzip")]
            Compression::Gzip if !only_zeros(&mut compressed)? => {
                State::Within(Member::Gzip(Box::new(GzDecoder::new(compressed))))
            }
            #[cfg(feature = "zstd")]
            Compression::Zstd if !compressed.fill_buf()?.is_empty() => {
                State::Within(Member::Zstd(ZstdDecoder::with_buffer(compressed)?.single_frame()))
            }
            _ => State::Ended,
        };
        Ok(())
    }
}

impl Read for Parallel {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if self.next < self.piece.text.len() {
                let count = (&self.piece.text[self.next..]).read(buffer)?;
                self.next += count;
                return Ok(count);
            }
            match std::mem::replace(&mut self.state, State::Ended) {
                State::Between(compressed) => self.advance(compressed)?,
                State::Within(mut member) => match member.read(buffer) {
                    Ok(0) => self.state = State::Between(member.into_inner()),
                    other => {
                        self.state = State::Within(member);
                        return other;
                    }
                },
                State::Ended => return Ok(0),
            }
        }
    }
}

impl Member {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            #[cfg(feature = "gzip")]
            Member::Gzip(member) => member.read(buffer),
            #[cfg(feature = "zstd")]
            Member::Zstd(frame) => frame.read(buffer).map_err(zstd_error),
        }
    }

    fn into_inner(self) -> CompressedStream {
        match self {
            #[cfg(feature = "gzip")]
            Member::Gzip(member) => member.into_inner(),
            #[cfg(feature = "zstd")]
            Member::Zstd(frame) => frame.finish(),
        }
    }
}

/// The text of whole members. `None` if anything is wrong with them, or it is longer than `most` bytes.
fn decompress_whole(compression: Compression, bytes: &[u8], text: &mut Vec<u8>, most: usize) -> Option<()> {
    text.clear();
    match compression {
        #[cfg(feature = "gzip")]
        Compression::Gzip => {
            let mut rest = bytes;
            while !rest.is_empty() {
                let left = (most - text.len()) as u64 + 1;
                let mut member = GzDecoder::new(rest).take(left);
                member.read_to_end(text).ok().filter(|_| text.len() <= most)?;
                rest = member.into_inner().into_inner();
            }
            Some(())
        }
        #[cfg(feature = "zstd")]
        Compression::Zstd => {
            // The system provides only the memory that is written to.
            text.reserve_exact(most);
            zstd::bulk::Decompressor::new()
                .and_then(|mut whole| whole.decompress_to_buffer(bytes, text))
                .ok()?;
            (text.len() <= most).then_some(())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Encoder, *};
    use proptest::prelude::*;
    use std::io::Write;

    const SMALL: Bounds = Bounds { piece: 300, most: 3000, most_text: 4000 };

    fn compressed(compression: Compression, text: &[u8]) -> Vec<u8> {
        let mut encoder = Encoder::new(compression, Vec::new()).unwrap();
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    /// All text, and the error after it.
    fn all(mut reader: impl Read) -> (Vec<u8>, Option<(io::ErrorKind, String)>) {
        let mut text = Vec::new();
        // A byte at a time, so that no text before an error is lost.
        let mut byte = [0];
        loop {
            match reader.read(&mut byte) {
                Ok(0) => return (text, None),
                Ok(_) => text.push(byte[0]),
                Err(error) => return (text, Some((error.kind(), error.to_string()))),
            }
        }
    }

    fn check(compression: Compression, stream: &[u8]) {
        let expected = all(compression.decoder(Box::new(io::Cursor::new(stream.to_vec()))).unwrap());
        for threads in [2, 4] {
            let reader = Box::new(io::Cursor::new(stream.to_vec()));
            let found = all(Parallel::with_bounds(compression, reader, threads, SMALL));
            assert!(found == expected, "{:?} and {:?}", found.1, expected.1);
        }
    }

    fn is_written() -> impl Strategy<Value = Compression> {
        prop_oneof![Just(Compression::Gzip), Just(Compression::Zstd)]
    }

    /// Texts that compress little, well or not at all, of up to 9000 bytes.
    fn texts() -> impl Strategy<Value = Vec<u8>> {
        let bytes = |range: std::ops::Range<u8>| prop::collection::vec(range, 0..900);
        prop_oneof![
            bytes(b'.'..b'9'),
            bytes(0..255),
            prop::collection::vec(b'0'..=b'8', 9000),
            Just(vec![b'.'; 9000]),
            Just(Vec::new()),
        ]
    }

    /// Damage to a stream. The numbers say where, and with what.
    #[derive(Clone, Debug)]
    enum Damage {
        None,
        Flip(prop::sample::Index, u8),
        Cut(prop::sample::Index),
        Insert(prop::sample::Index, Vec<u8>),
        Append(Vec<u8>),
    }

    fn damage() -> impl Strategy<Value = Damage> {
        let bytes = || prop::collection::vec(any::<u8>(), 1..9);
        prop_oneof![
            Just(Damage::None),
            (any::<prop::sample::Index>(), 1_u8..).prop_map(|(at, with)| Damage::Flip(at, with)),
            any::<prop::sample::Index>().prop_map(Damage::Cut),
            (any::<prop::sample::Index>(), bytes()).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
            bytes().prop_map(Damage::Append),
            (1_usize..5000).prop_map(|count| Damage::Append(vec![0; count])),
        ]
    }

    fn damaged(mut stream: Vec<u8>, damage: &Damage) -> Vec<u8> {
        match damage {
            Damage::None => {}
            Damage::Flip(at, with) => *at.get_mut(&mut stream) ^= with,
            Damage::Cut(at) => stream.truncate(at.index(stream.len()) + 1),
            Damage::Insert(at, bytes) => {
                let at = at.index(stream.len());
                stream.splice(at..at, bytes.iter().copied());
            }
            Damage::Append(bytes) => stream.extend_from_slice(bytes),
        }
        stream
    }

    proptest! {
        #[test]
        fn text_and_errors_are_those_of_the_usual_decoder(
            compression in is_written(),
            texts in prop::collection::vec(texts(), 1..20),
            damages in prop::collection::vec(damage(), 0..3),
        ) {
            let stream: Vec<u8> = texts.iter().flat_map(|text| compressed(compression, text)).collect();
            check(compression, &damages.iter().fold(stream, damaged));
        }
    }

    #[test]
    fn members_in_the_text_and_padding_between_members_are_read_in_order() {
        let inner: Vec<u8> = (0..200).flat_map(|n| compressed(Compression::Gzip, &[n; 99])).collect();
        // Stored, so that its headers are found.
        let mut outer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
        outer.write_all(&inner).unwrap();
        let outer = outer.finish().unwrap();
        check(Compression::Gzip, &[&outer[..], &inner, &outer, &inner].concat());
        let padded = [&inner[..], &[0; 700], &inner].concat();
        check(Compression::Gzip, &padded);
    }

    #[test]
    fn frames_without_text_and_of_other_levels_are_pieces() {
        let mut stream = Vec::new();
        for n in 0..99 {
            stream.extend_from_slice(&[0x53, 0x2A, 0x4D, 0x18, n, 0, 0, 0]);
            stream.resize(stream.len() + usize::from(n), 7);
            stream.extend(zstd::encode_all(&vec![n; 99 * usize::from(n)][..], i32::from(n % 9)).unwrap());
        }
        check(Compression::Zstd, &stream);
        let reader = Box::new(io::Cursor::new(stream));
        let mut compressed = CompressedStream::new(reader, Compression::Zstd, SMALL);
        let mut pieces = 0;
        while compressed.cut_piece(&mut Vec::new()) {
            pieces += 1;
        }
        assert!(pieces > 10);
    }
}
