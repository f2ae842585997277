//! Rows and fields, compared with the results of the crate `csv`.

use super::{fields::each_field, *};
use crate::{format::tests::read_options, quoting::quoted_end};
use proptest::prelude::*;
use quadrille_base::framing::{Framing, HeadEnd, Target};
use quadrille_grid::Extras;
use quadrille_tasks::PuzzleView;

const PUZZLE: &str = "1...3..2..4.4..1";

fn opened(text: &[u8]) -> OpenedInput {
    open(&Head { bytes: text, end: HeadEnd::Eof }, &read_options()).unwrap().unwrap()
}

/// The text of each record, cut into chunks of about this size.
fn records(text: &[u8], size: usize) -> Vec<Vec<u8>> {
    let OpenedInput { codec, mut framing, skip } = opened(text);
    let mut rest = &text[skip..];
    let mut found = Vec::new();
    let mut batch = RecordBatch::default();
    while !rest.is_empty() {
        let end = framing.cut(rest, Target::AtLeast(size)).unwrap().end;
        batch.clear();
        codec.read(&rest[..end], None, &mut batch);
        found.extend(batch.spans.iter().map(|s| rest[s.text.range().unwrap()].to_vec()));
        rest = &rest[end..];
    }
    found
}

/// The rows as the crate `csv` reads them. The crate also ends a row at a lone carriage return, so
/// the texts of the tests have none, and takes a comment without a newline for a row.
fn rows_of_the_crate(text: &[u8], delimiter: u8) -> Vec<Vec<Vec<u8>>> {
    let mut reader = ::csv::ReaderBuilder::new();
    let reader = reader.flexible(true).has_headers(false).comment(Some(b'#')).delimiter(delimiter);
    let mut reader = reader.from_reader(text);
    reader.byte_records().map(|r| r.unwrap().iter().map(<[u8]>::to_vec).collect()).collect()
}

/// The value of a field by RFC 4180: a doubled quote is one quote.
fn value(field: &[u8]) -> Vec<u8> {
    let Some(quoted) = field.strip_prefix(b"\"") else { return field.to_vec() };
    let mut value = Vec::new();
    let mut at = 0;
    let end = quoted_end(field, 0).unwrap_or(field.len() + 1) - 2;
    while at < end {
        value.push(quoted[at]);
        at += if quoted[at..end].starts_with(b"\"\"") { 2 } else { 1 };
    }
    value.extend_from_slice(&quoted[(end + 1).min(quoted.len())..]);
    value
}

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => Just("a"), 4 => Just(","), 3 => Just("\n"), 3 => Just("\""), 1 => Just("\"\""), 1 => Just("\r\n"),
        2 => Just(PUZZLE), 1 => Just("x,\"b\nc\",\"\"\"\"\n"), 1 => Just("#"),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| {
        let text = pieces.concat();
        let comment = text.rsplit('\n').next().is_some_and(|line| line.starts_with('#'));
        if comment { text + "\n" } else { text }
    })
}

fn delimiter() -> impl Strategy<Value = u8> {
    prop_oneof![Just(b','), Just(b'\t'), Just(b';')]
}

/// A table of two columns with this body, whose commas become delimiters.
fn table(body: &str, delimiter: u8) -> String {
    format!("puzzle,b\n{body}").replace(',', &char::from(delimiter).to_string())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn rows_and_fields_are_the_same_as_in_the_crate_csv(
        body in text(), size in 1usize..60, delimiter in delimiter(),
    ) {
        let text = table(&body, delimiter);
        let expected = rows_of_the_crate(text.as_bytes(), delimiter);
        let rows = records(text.as_bytes(), size);
        let read: Vec<Vec<Vec<u8>>> = rows
            .iter()
            .map(|row| {
                let mut fields = Vec::new();
                each_field(row, delimiter, |_, at| fields.push(value(&row[at])));
                fields
            })
            .collect();
        prop_assert_eq!(&read[..], &expected[1..], "{:?}", text);
    }

    #[test]
    fn written_tables_are_the_input_with_two_columns_more(body in text(), delimiter in delimiter()) {
        let text = table(&body, delimiter);
        let OpenedInput { codec, skip, .. } = opened(text.as_bytes());
        let chunk = &text.as_bytes()[skip..];
        let mut batch = RecordBatch::default();
        codec.read(chunk, None, &mut batch);
        let mut written = codec.capabilities().header.to_vec();
        let columns = read_options().columns;
        let word = b"!invalid: a \"word\",\t; quoted";
        for (tag, span) in batch.boards.tags.iter().zip(&batch.spans) {
            let puzzle = tag.shape().map(|shape| PuzzleView {
                shape,
                alphabet: tag.alphabet(),
                cells: &[],
                extras: Extras::default(),
            });
            let answer = Answer { puzzle, ..Answer::malformed(&columns, word) };
            let record = RecordText { chunk, span: *span, previous_end: 0, number: 0 };
            codec.write(&record, &answer, &mut written);
        }
        let (before, after) = (rows_of_the_crate(text.as_bytes(), delimiter), rows_of_the_crate(&written, delimiter));
        prop_assert_eq!(before.len(), after.len(), "{:?}", String::from_utf8_lossy(&written));
        for (before, after) in before.iter().zip(&after).skip(1) {
            let columns = before.len().max(2);
            prop_assert_eq!(after.len(), columns + 2);
            prop_assert_eq!(&after[columns], word);
            prop_assert_eq!(&after[columns + 1], b"invalid");
            prop_assert!(before.iter().zip(after).all(|(b, a)| a.starts_with(b)));
        }
    }
}

#[test]
fn expected_solutions_are_unquoted() {
    let OpenedInput { codec, .. } = opened(b"puzzle,solution\n");
    assert!(codec.capabilities().expected_solutions);
    let expected = |row: &str| {
        let mut batch = RecordBatch::default();
        codec.read(row.as_bytes(), None, &mut batch);
        String::from_utf8(codec.expected_solution(row.as_bytes(), &batch.spans[0]).into_owned()).unwrap()
    };
    assert_eq!(expected("1,12 34\n"), "12 34");
    assert_eq!(expected("1, 1234 \r\n"), "1234");
    assert_eq!(expected("1,\"12,34\"\n"), "12,34");
    assert_eq!(expected("1,\n"), "");
    assert_eq!(expected("1\n"), "");
    assert_eq!(expected(&format!("{},{}\n", ".".repeat(81), "1".repeat(81))), "1".repeat(81));
}

#[test]
fn a_stream_is_cut_at_its_last_row() {
    let text = b"a,\"b\nc\"\nd,e\nf,\"g\n";
    let cut = |text: &[u8]| CsvFraming { delimiter: b',', columns: 2 }.cut(text, Target::Last).map(|c| c.end);
    assert_eq!(cut(text), Some(12));
    assert_eq!(cut(&text[..7]), None);
    assert_eq!(cut(b"a,b\nc"), Some(4));
    assert_eq!(cut(b"a,b"), None);
}

/// Rows of 9×9 puzzles, and other rows and lines among them.
fn rows_of_nines() -> impl Strategy<Value = String> {
    let nine = "12345678.".repeat(9);
    let field = prop_oneof![
        6 => Just(nine.clone()), 1 => Just(format!("\"{nine}\"")), 1 => Just(nine[1..].to_owned()),
        1 => Just(nine.replace('5', "x")), 1 => Just(String::new()), 1 => Just("a\"b".to_owned()),
        1 => Just("\"b\nc\"".to_owned()), 1 => Just("\"open".to_owned()), 1 => Just(" ".to_owned()),
    ];
    let between = prop_oneof![8 => Just(","), 3 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\n# \"c\n")];
    proptest::collection::vec((field, between), 0..30)
        .prop_map(|fields| fields.into_iter().map(|(field, between)| field + between).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn short_rows_are_read_like_all_others(
        body in rows_of_nines(), header in prop_oneof![Just("puzzle"), Just("puzzle,solution"), Just("puzzle,b")],
    ) {
        let options = read_options();
        let text = format!("{header}\n");
        let head = Head { bytes: text.as_bytes(), end: HeadEnd::Eof };
        let (header, _) = Header::find(&head, &options).unwrap().unwrap();
        let codec = CsvCodec { header, symbols: options.symbols.into(), has_candidates: false, frame: None };
        prop_assert!(codec.has_short_rows());
        let [short, plain] = [true, false].map(|is_short| {
            let mut batch = RecordBatch::default();
            codec.read_rows(body.as_bytes(), is_short, &mut batch);
            (batch.boards.tags, batch.boards.cells, batch.spans, batch.boards.malformed, batch.lines)
        });
        prop_assert_eq!(short, plain);
    }
}

/// Rows that are alike are read together, and then the next ones, up to the last row, which has no newline.
#[test]
fn runs_of_rows_are_read_like_single_rows() {
    let (nine, options) = ("12345678.".repeat(9), read_options());
    for delimiter in [",", "\t", ";"] {
        for header in ["puzzle", "puzzle,solution", "puzzle,b"] {
            let ends = ["", delimiter, &format!("{delimiter}{nine}"), &format!("{delimiter}{}", &nine[1..])];
            let runs = ends.map(|end| format!("{nine}{end}\n").repeat(5));
            let body =
                [&runs[1], &runs[2], &runs[0], &runs[3], &runs[2], &*format!("{nine}{delimiter}{nine}")]
                    .concat();
            let text = format!("{header}\n").replace(',', delimiter);
            let head = Head { bytes: text.as_bytes(), end: HeadEnd::Eof };
            let symbols = options.symbols.into();
            let (mut header, _) = Header::find(&head, &options).unwrap().unwrap();
            header.delimiter = delimiter.as_bytes()[0];
            let codec = CsvCodec { header, symbols, has_candidates: false, frame: None };
            let mut batch = RecordBatch::default();
            let rows = if codec.header.columns == 1 { &runs[0] } else { &runs[2] };
            assert_eq!(codec.read_short_rows(rows.as_bytes(), 0, &mut batch), rows.len(), "{text:?}");
            let [short, plain] = [true, false].map(|is_short| {
                let mut batch = RecordBatch::default();
                codec.read_rows(body.as_bytes(), is_short, &mut batch);
                (batch.boards.tags, batch.boards.cells, batch.spans, batch.boards.malformed, batch.lines)
            });
            assert_eq!(short, plain, "{text:?}");
        }
    }
}

#[test]
fn rows_without_quotes_are_cut_without_reading_them() {
    let text = b"a,b\nc,d\n\n# e\nf,\"g\nh\"\ni,j\nk";
    let mut framing = CsvFraming { delimiter: b',', columns: 2 };
    for min in 1..=14 {
        for len in min..text.len() {
            let cut = framing.cut(&text[..len], Target::AtLeast(min));
            if let Some(fast) = framing.cut_unquoted(&text[..len], min) {
                assert_eq!(Some(fast), cut, "{min} of {len}");
            }
        }
    }
    assert_eq!(framing.cut_unquoted(text, 5).map(|c| c.end), Some(8));
    assert_eq!(framing.cut_unquoted(text, 14), None, "the row that is cut has a quote");
    assert_eq!(framing.cut_unquoted(b"a", 5).map(|c| c.end), Some(1));
}
