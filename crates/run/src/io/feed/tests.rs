//! How streams are cut.

use super::*;
use memchr::memrchr;
use quadrille_base::framing::{Cut, Framing, HeadEnd, LineFraming, line_end};
use std::io;
use std::io::Read;

/// Recognizes everything as lines.
struct Plain(usize);

impl Recognize for Plain {
    type Format = ();

    fn recognize(&mut self, _: &str, _: &[u8], _: HeadEnd) -> Result<Option<Recognized<()>>, Error> {
        Ok(Some(Recognized {
            format: (),
            framing: Box::new(LineFraming { max_line: Some(self.0) }),
            skip: 0,
        }))
    }
}

/// Returns at most `step` bytes per read.
struct Drip<'a>(&'a [u8], usize);

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.1.min(buffer.len()).min(self.0.len());
        buffer[..n].copy_from_slice(&self.0[..n]);
        self.0 = &self.0[n..];
        Ok(n)
    }
}

fn chunks(text: &[u8], step: usize, size: usize, max_line: usize) -> Vec<Vec<u8>> {
    let mut feed = Feed::new(vec![Input::reader("x", Drip(text, step))], size, Plain(max_line));
    let mut buffer = Vec::new();
    let mut chunks = Vec::new();
    while let Some(chunk) = feed.next(&mut buffer).unwrap() {
        chunks.push(chunk.bytes(&buffer).to_vec());
    }
    chunks
}

fn mapped_cuts(text: &[u8], size: usize) -> Vec<Vec<u8>> {
    let (mut at, mut cuts) = (0, Vec::new());
    while at < text.len() {
        let end = at + line_end(&text[at..], size);
        cuts.push(text[at..end].to_vec());
        at = end;
    }
    cuts
}

#[test]
fn chunks_are_whole_lines_and_lose_nothing() {
    let text = b"one\n\nthree\r\n four\nfive and a long one\nno newline";
    for size in 1..60 {
        for step in 1..60 {
            let cut = chunks(text, step, size, 1000);
            assert_eq!(cut.concat(), text, "size {size} step {step}");
            let (last, whole) = cut.split_last().unwrap();
            assert!(whole.iter().all(|c| c.ends_with(b"\n")) && !last.is_empty());
        }
        let cut = mapped_cuts(text, size);
        assert_eq!(cut.concat(), text);
        let short = |c: &Vec<u8>| memrchr(b'\n', &c[..c.len() - 1]).is_none_or(|i| i + 1 < size);
        assert!(cut.iter().all(short), "a chunk ends with the line that reaches its size");
    }
}

#[test]
fn a_byte_order_mark_is_not_part_of_the_text() {
    for step in 1..8 {
        assert_eq!(chunks(b"\xEF\xBB\xBFab\ncd\n", step, 100, 100).concat(), b"ab\ncd\n");
        assert_eq!(chunks(b"\xEF\xBB", step, 100, 100).concat(), b"\xEF\xBB");
    }
}

#[test]
fn only_the_beginning_of_an_endless_line_is_kept() {
    let mut text = vec![b'1'; 100_000];
    text.extend_from_slice(b"\nnext\n");
    for step in [1000, 5000, 200_000] {
        let mut feed = Feed::new(vec![Input::reader("x", Drip(&text, step))], 64, Plain(1000));
        let mut buffer = Vec::new();
        let mut lines = Vec::new();
        while let Some(chunk) = feed.next(&mut buffer).unwrap() {
            assert!(buffer.len() < 1000 + 64 + 1000, "{} bytes held", buffer.len());
            lines.extend(chunk.bytes(&buffer).split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec));
        }
        assert_eq!(lines.len(), 2);
        assert!(lines[0].len() > 1000);
        assert_eq!(lines[1], b"next\n");
    }
}

#[test]
fn a_line_that_arrives_alone_is_a_chunk_of_its_own() {
    assert_eq!(chunks(b"a\nb\nc\n", 2, 1 << 16, 100).len(), 3);
}

#[test]
fn the_head_of_an_input_is_cut_into_chunks() {
    let text = [&[b'a'; 199][..], b"\n"].concat().repeat(1000);
    for step in [1 << 10, 1 << 20] {
        let cut = chunks(&text, step, 700, 300);
        assert_eq!(cut.concat(), text);
        let longest = cut.iter().map(Vec::len).max().unwrap();
        assert!(longest <= quadrille_base::framing::MAX_HEAD / 16, "a chunk of {longest} bytes");
    }
}

/// Finds no boundary before the end of the input, and notes how much it was asked about.
struct Noting(std::sync::Arc<std::sync::Mutex<Vec<usize>>>);

impl Framing for Noting {
    fn cut(&mut self, bytes: &[u8], target: Target) -> Option<Cut> {
        self.0.lock().unwrap().push(bytes.len());
        (target == Target::End).then(|| Cut::at(bytes.len()))
    }
}

impl Recognize for Noting {
    type Format = ();

    fn recognize(&mut self, _: &str, _: &[u8], _: HeadEnd) -> Result<Option<Recognized<()>>, Error> {
        Ok(Some(Recognized { format: (), framing: Box::new(Noting(self.0.clone())), skip: 0 }))
    }
}

#[test]
fn a_framing_is_never_asked_about_fewer_bytes_than_before() {
    let text = ["\n".repeat(100), "x".repeat(50)].concat().repeat(9);
    for (size, step) in [(1, 1), (64, 7), (64, 1000), (400, 30), (1000, 33)] {
        let asked = std::sync::Arc::default();
        let mut feed = Feed::new(vec![Input::reader("x", Drip(text.as_bytes(), step))], size, Noting(asked));
        let mut buffer = Vec::new();
        while feed.next(&mut buffer).unwrap().is_some() {}
        let asked = feed.recognizer.0.lock().unwrap();
        // After the boundary at the end nothing is left.
        let (last, asked) = asked.split_last().unwrap();
        assert!(*last == 0 && asked.len() > 1 && asked.is_sorted(), "size {size}, step {step}: {asked:?}");
    }
}

/// Cuts off the first third of what it is given, and never lets go of what it has searched after that.
struct Remembering(usize);

impl Framing for Remembering {
    fn cut(&mut self, bytes: &[u8], target: Target) -> Option<Cut> {
        assert!(bytes.len() >= self.0, "{} bytes of {} that were searched", bytes.len(), self.0);
        let end = if target == Target::End { bytes.len() } else { bytes.len() / 3 };
        self.0 = bytes.len() - end;
        (end > 0 || target == Target::End).then(|| Cut::at(end))
    }
}

impl Recognize for Remembering {
    type Format = ();

    fn recognize(&mut self, _: &str, _: &[u8], _: HeadEnd) -> Result<Option<Recognized<()>>, Error> {
        Ok(Some(Recognized { format: (), framing: Box::new(Remembering(0)), skip: 0 }))
    }
}

#[test]
fn a_framing_is_given_again_what_it_was_given_after_a_cut() {
    let text = "some lines\n".repeat(100);
    for size in [1, 10, 64, 200, 1000, 5000] {
        for step in [1, 7, 33, 100, 1000, 5000] {
            let mut feed =
                Feed::new(vec![Input::reader("x", Drip(text.as_bytes(), step))], size, Remembering(0));
            let (mut buffer, mut cut) = (Vec::new(), Vec::new());
            while let Some(chunk) = feed.next(&mut buffer).unwrap() {
                cut.extend_from_slice(chunk.bytes(&buffer));
            }
            assert!(cut == text.as_bytes(), "size {size}, step {step}");
        }
    }
}

/// A quote at any place of a chunk moves its end to the end of the bytes.
struct Quoting;

impl Framing for Quoting {
    fn cut(&mut self, bytes: &[u8], target: Target) -> Option<Cut> {
        let Target::AtLeast(min) = target else { return None };
        let end = line_end(bytes, min);
        Some(Cut::at(if bytes[..end].contains(&b'"') { bytes.len() } else { end }))
    }

    fn cut_unquoted(&mut self, bytes: &[u8], min: usize) -> Option<Cut> {
        let end = line_end(bytes, min);
        (!bytes[min.min(end)..end].contains(&b'"')).then(|| Cut::at(end))
    }
}

/// Also those with many short lines, whose chunks are smaller.
#[test]
fn chunks_are_the_same_whether_their_bytes_were_surveyed_or_not() {
    let long =
        ["a line of some length\n".repeat(300), "x\n".repeat(2000), "\n".repeat(900)].concat().repeat(2);
    let ends = |text: &str, size, framing: &mut dyn Framing, surveys: &dyn Fn(usize) -> bool| {
        let survey = Survey::new(0, text.len(), size).unwrap();
        let (mut at, mut ends) = (0, Vec::new());
        while at < text.len() {
            let cut = cut_mapped(framing, Some(&survey), text.as_bytes(), at, size).unwrap();
            if surveys(ends.len()) {
                survey.look_ahead(text.as_bytes(), at..at + cut.end);
            }
            at += cut.end;
            ends.push(at);
        }
        ends
    };
    for size in [50, 64, 300, 777] {
        for quote in [long.len() / 3, long.len() - 5] {
            let quoted = [&long[..quote], "\"", &long[quote..]].concat();
            let expected = ends(&quoted, size, &mut Quoting, &|_| false);
            assert_eq!(ends(&quoted, size, &mut Quoting, &|_| true), expected);
            assert_eq!(ends(&quoted, size, &mut Quoting, &|number| number % 5 > 1), expected);
        }
        let mut lines = LineFraming { max_line: None };
        let expected = ends(&long, size, &mut lines, &|_| false);
        assert_eq!(ends(&long, size, &mut lines, &|_| true), expected);
        assert!(expected.len() > long.len() / size, "chunks of short lines are smaller");
    }
}

/// A file of lines, a byte-order mark, long lines and a last one without a newline.
#[test]
fn chunks_of_a_file_are_whole_lines_for_any_number_of_threads() {
    let size = 16 << 10;
    let line = |i: usize| "12345678.".repeat(if i % 500 == 7 { 3000 } else { 1 + i % 20 });
    let lines: String = (0..20_000).map(|i| line(i) + "\n").collect();
    let text = format!("\u{feff}{lines}end");
    let mut file = tempfile::NamedTempFile::new().unwrap();
    io::Write::write_all(&mut file, text.as_bytes()).unwrap();
    for threads in [1, 2, 5] {
        let input = Input::path(file.path()).unwrap().on_threads(threads);
        let mut feed = Feed::new(vec![input], size, Plain(1 << 20));
        let (mut buffer, mut all, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(chunk) = feed.next(&mut buffer).unwrap() {
            chunk.look_ahead();
            assert!(matches!(chunk.bytes, Bytes::Buffered { taken: Some(_), .. }), "the file is long");
            all.extend_from_slice(chunk.bytes(&buffer));
            assert!(all.ends_with(b"\n") || all.ends_with(b"end"), "chunks end with lines");
            ends.push(chunk.end);
        }
        assert_eq!(all, text.as_bytes()["\u{feff}".len()..]);
        assert_eq!(ends.last(), Some(&(all.len() as u64)));
        assert!(ends.len() > all.len() / size / 2, "{} chunks", ends.len());
    }
}
