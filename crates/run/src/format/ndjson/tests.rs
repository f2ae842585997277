//! Members of objects.

use super::*;
use crate::format::{Head, ReadOptions, open_format, tests::read_options};
use quadrille_base::framing::HeadEnd;

#[test]
fn expected_solutions_are_unquoted_and_unescaped() {
    let head = Head { bytes: b"", end: HeadEnd::Eof };
    let codec = open_format(Format::named("ndjson").unwrap(), &head, &read_options()).unwrap().unwrap().codec;
    let expected = |object: &str| {
        let mut batch = RecordBatch::default();
        codec.read(object.as_bytes(), None, &mut batch);
        String::from_utf8(codec.expected_solution(object.as_bytes(), &batch.spans[0]).into_owned()).unwrap()
    };
    assert_eq!(expected("{\"solution\":\"1234\"}"), "1234");
    assert_eq!(expected("  {\"x\":1, \"answer\" : \"12\\u00334\"}\n"), "1234");
    assert_eq!(expected("{\"answer\":\"b\",\"solution\":\"a\"}"), "a");
    assert_eq!(expected("{\"solution\":null}"), "", "null holds no solution");
    assert_eq!(expected("{\"solution\":null,\"ANSWER\":\"a\"}"), "a");
    assert_eq!(expected("{\"solution\":\"a\",\"Solution\":\"b\"}"), "a");
    assert_eq!(expected("{\"SOLUTION\":\"b\",\"Solution\":\"c\",\"solution\":\"a\"}"), "a");
    assert_eq!(expected("{\"SOLUTION\":\"b\",\"Solution\":\"c\"}"), "b");
    assert_eq!(expected("{\"solution\":\"\"}"), "");
    assert_eq!(expected("{}"), "");
    assert_eq!(expected("{\"solution\":\"\\x\"}"), "", "not an object");
}

#[test]
fn lone_puzzles_are_read_like_all_other_objects() {
    let nine = "12345678.".repeat(9);
    let lines = [
        format!("{{\"puzzle\":\"{nine}\"}}\n"),
        format!("{{\"puzzle\": \"{nine}\"}}\n"),
        format!("{{\"puzzle\":\"{nine}\"}}\r\n"),
        format!("{{\"puzzle\":\"{nine}\",\"solution\":\"1\"}}\n"),
        format!(" {{\"puzzle\":\"{nine}\"}}\n"),
        format!("{{\"puzzle\":\"{}\"}}\n", nine.replace('5', "x")),
        format!("{{\"puzzle\":\"{}\"}}\n", &nine[1..]),
        format!("{{\"b\":\"{nine}\"}}\n"),
        format!("{{\"puzzle\":\"{nine}\"}} x\n"),
        "\n# a comment\n".to_owned(),
        format!("{{\"puzzle\":\"{nine}\"}}"),
    ];
    let options = read_options();
    let head = Head { bytes: lines[0].as_bytes(), end: HeadEnd::Eof };
    let mut codec =
        NdjsonCodec::open(std::iter::once(&b"{\"puzzle\":\"\"}"[..]), &head, &options).unwrap().unwrap();
    assert!(codec.read_lone_puzzles(lines[1].as_bytes(), 0, &mut RecordBatch::default()) > 0);
    let read = |codec: &NdjsonCodec, text: &str| {
        let mut batch = RecordBatch::default();
        codec.read(text.as_bytes(), None, &mut batch);
        (batch.boards.tags, batch.boards.cells, batch.spans, batch.boards.malformed, batch.lines)
    };
    let texts: Vec<String> =
        lines.iter().flat_map(|a| lines.iter().map(move |b| format!("{a}{b}"))).collect();
    let lone: Vec<_> = texts.iter().map(|text| read(&codec, text)).collect();
    codec.starts.clear();
    for (text, lone) in texts.iter().zip(lone) {
        assert_eq!(lone, read(&codec, text), "{text:?}");
    }
}

#[test]
fn a_puzzle_that_the_answer_replaces_is_not_a_lone_puzzle() {
    let options = ReadOptions { column: Some("solution".into()), ..read_options() };
    let object = format!("{{\"solution\":\"{}\"}}\n", "12345678.".repeat(9));
    let head = Head { bytes: object.as_bytes(), end: HeadEnd::Eof };
    let codec =
        NdjsonCodec::open(std::iter::once(object.trim().as_bytes()), &head, &options).unwrap().unwrap();
    let mut batch = RecordBatch::default();
    codec.read(object.as_bytes(), None, &mut batch);
    assert!(batch.spans[0].replaced[0].range().is_some());
}
