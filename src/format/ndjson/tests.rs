//! Members of objects.

use super::*;
use crate::{
    format::{Head, tests::read_options},
    framing::HeadEnd,
};

#[test]
fn expected_solutions_are_unquoted_and_unescaped() {
    let head = Head { bytes: b"", end: HeadEnd::Eof };
    let codec = Format::named("ndjson").unwrap().open(&head, &read_options()).unwrap().unwrap().codec;
    let expected = |object: &str| {
        let mut batch = RecordBatch::default();
        codec.read(object.as_bytes(), None, &mut batch);
        String::from_utf8(codec.expected_solution(object.as_bytes(), &batch.spans[0]).into_owned()).unwrap()
    };
    assert_eq!(expected("{\"solution\":\"1234\"}"), "1234");
    assert_eq!(expected("  {\"x\":1, \"answer\" : \"12\\u00334\"}\n"), "1234");
    assert_eq!(expected("{\"answer\":\"b\",\"solution\":\"a\"}"), "a");
    assert_eq!(expected("{\"solution\":null}"), "null");
    assert_eq!(expected("{\"solution\":\"\"}"), "");
    assert_eq!(expected("{}"), "");
    assert_eq!(expected("{\"solution\":\"\\x\"}"), "", "not an object");
}
