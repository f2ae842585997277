//! Answers that are written together against the same answers one by one.

use super::*;
use crate::format::{Format, Head, ReadOptions, RecordBatch, open_format, tests::read_options};
use proptest::prelude::*;
use quadrille_base::{framing::HeadEnd, isa::InstructionSet};
use quadrille_grid::NineText;

const NINE: usize = Shape::NINE.area();

fn columns() -> [Vec<ColumnSpec>; 5] {
    let solution = || ColumnSpec::new("solution", ColumnKind::Board, "");
    let (status, [nodes, _]) = (|| ColumnSpec::STATUS, ColumnSpec::FIGURES);
    [
        vec![solution()],
        vec![solution(), status()],
        vec![status(), solution()],
        vec![solution(), status(), nodes],
        vec![status()],
    ]
}

/// The output for records with these outcomes and solutions, written together and one by one.
fn written(
    (name, text): (&str, &str),
    columns: &[ColumnSpec],
    isa: InstructionSet,
    (outcomes, solutions): (&[Outcome], &[u8]),
) -> [String; 2] {
    let head = Head { bytes: text.as_bytes(), end: HeadEnd::Eof };
    let options = ReadOptions { columns: columns.into(), ..read_options() };
    let input = open_format(Format::named(name).unwrap(), &head, &options).unwrap().unwrap();
    let (chunk, mut batch) = (&text.as_bytes()[input.skip..], RecordBatch::default());
    input.codec.read(chunk, None, &mut batch);
    let count = batch.boards.tags.len();
    assert!(batch.boards.malformed.is_empty() && count == batch.spans.len() && count <= outcomes.len());
    let reports: Vec<SearchReport> =
        outcomes.iter().map(|outcome| SearchReport::with_counts(*outcome, 0, 0, 0)).collect();
    let records = SolvedRecords {
        columns,
        chunk,
        spans: &batch.spans,
        previous_end: 0,
        number: 1,
        givens: &batch.boards.cells[Shape::NINE.index()],
        solutions: &solutions[..count * NINE],
        reports: &reports[..count],
        nine_text: NineText::new(isa).unwrap(),
    };
    let mut texts = [b"before".to_vec(), b"before".to_vec()];
    input.codec.write_solved(&records, &mut texts[0]);
    records.each(|record, answer| input.codec.write(record, answer, &mut texts[1]));
    texts.map(|text| String::from_utf8(text).unwrap())
}

/// Tables: the name of each column and the fields of each row. One column is `puzzle`.
fn tables() -> impl Strategy<Value = String> {
    let nine = "12345678.".repeat(9);
    let other = prop_oneof![
        Just(String::new()),
        Just("a".to_owned()),
        Just(nine.clone()),
        Just("\"b\nc\"\"\"".to_owned()),
        Just("x".repeat(200)),
        Just("é".repeat(20)),
    ];
    let columns =
        proptest::sample::subsequence(vec!["solution", "status", "level", "puzzle"], 0..=4).prop_shuffle();
    let rows = proptest::collection::vec((proptest::collection::vec(other, 4), any::<bool>()), 0..12);
    (columns, rows, prop_oneof![Just(','), Just('\t'), Just(';')]).prop_map(
        move |(mut columns, rows, delimiter)| {
            if !columns.contains(&"puzzle") {
                columns.push("puzzle");
            }
            let delimiter = delimiter.to_string();
            let mut text = columns.join(&delimiter) + "\n";
            for (fields, returns) in rows {
                let field = |(i, name): (usize, &&str)| {
                    if *name == "puzzle" { nine.clone() } else { fields[i].clone() }
                };
                let fields: Vec<String> = columns.iter().enumerate().map(field).collect();
                text += &(fields.join(&delimiter) + if returns { "\r\n" } else { "\n" });
            }
            text
        },
    )
}

/// Objects, one per line, with the member `puzzle` and others.
fn objects() -> impl Strategy<Value = String> {
    let puzzle = format!("\"puzzle\":\"{}\"", "12345678.".repeat(9));
    let member = prop_oneof![
        Just("\"solution\":null".to_owned()),
        Just("\"solution\" : \"é\"".to_owned()),
        Just("\"x\":{\"status\":1}".to_owned()),
        Just("\"status\":[1, 2]".to_owned()),
        Just(format!("\"note\":\"{}\"", "y".repeat(100))),
    ];
    let object = (proptest::collection::vec(member, 0..3), any::<bool>(), prop_oneof![Just(""), Just(" ")]);
    proptest::collection::vec(object, 1..12).prop_map(move |objects| {
        let mut text = String::new();
        for (mut members, is_first, blank) in objects {
            let at = if is_first { 0 } else { members.len() };
            members.insert(at, puzzle.clone());
            text += &format!("{blank}{{{blank}{}{blank}}}{blank}\n", members.join(","));
        }
        text
    })
}

fn outcomes() -> impl Strategy<Value = Vec<Outcome>> {
    proptest::collection::vec(proptest::sample::select(&SOLVED[..]), 12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn solved_records_are_written_together_as_one_by_one(
        table in tables(),
        objects in objects(),
        outcomes in outcomes(),
        solutions in proptest::collection::vec(1u8..=9, 12 * NINE),
    ) {
        for isa in InstructionSet::ALL.iter().copied().filter(|isa| isa.is_available()) {
            for columns in columns() {
                for input in [("csv", &*table), ("ndjson", &*objects)] {
                    let [together, each] = written(input, &columns, isa, (&outcomes, &solutions));
                    prop_assert_eq!(together, each, "{:?} {:?} {:?}", isa, columns, input);
                }
            }
        }
    }
}

#[test]
fn the_usual_fields_have_a_frame() {
    let texts = FrameTexts {
        replacing: b"",
        appended: b",",
        after: b"",
        status: [b",", b""],
        ends: [b"\n", b"\r\n"],
        dropped: 0,
    };
    let has_frame = columns().map(|columns| SolutionFrame::new(&columns, &texts).is_some());
    assert_eq!(has_frame, [true, true, false, false, false]);
}
