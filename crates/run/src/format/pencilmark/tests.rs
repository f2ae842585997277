//! Candidates and regions, read and written.

use super::*;
use crate::format::{Head, detect_format, open_format, tests::read_options};
use quadrille_base::framing::HeadEnd;
use quadrille_grid::{ExtrasList, Symbols};

fn read(text: &str, cells: CellContent, regions: bool) -> RecordBatch {
    let parts = RecordParts { cells, regions };
    let codec = PencilmarkCodec { parts, symbols: Symbols::Auto.into(), end_line: EndLine::IsRecord };
    let mut batch = RecordBatch::default();
    codec.read(text.as_bytes(), None, &mut batch);
    batch
}

/// The error of the only record.
fn error(text: &str, cells: CellContent, regions: bool) -> String {
    let batch = read(text, cells, regions);
    assert_eq!(batch.boards.tags.len(), 1);
    assert!(batch.boards.cells.iter().all(Vec::is_empty));
    assert!(batch.boards.extras.iter().all(ExtrasList::is_empty));
    batch.boards.malformed[0].1.to_string()
}

#[test]
fn written_candidates_are_read_again() {
    for shape in Shape::EACH {
        let alphabet = Alphabet::usual(shape);
        let masks: Vec<u32> =
            (0..shape.area() as u32).map(|c| c.wrapping_mul(0x9E37_79B9) >> (32 - shape.side())).collect();
        let mut text = Vec::new();
        alphabet.write_candidates(shape, &masks, &mut text);
        let text = String::from_utf8(text).unwrap();
        for text in [text.clone(), format!(" {}\r\n", text.replace('.', "0")), format!("{text} 17 marks")] {
            let batch = read(&text, CellContent::Candidates, false);
            assert_eq!(batch.boards.extras[shape.index()].get(shape, 0).candidates, Some(&masks[..]));
            assert_eq!(batch.boards.cells[shape.index()], vec![0; shape.area()]);
            let head = Head { bytes: text.as_bytes(), end: HeadEnd::Eof };
            let format = detect_format(&head, &read_options()).unwrap().unwrap();
            assert_eq!(format.name(), "pencilmark");
        }
    }
}

#[test]
fn malformed_candidates_are_reported_with_their_column() {
    let valid = "1234".repeat(16);
    assert_eq!(
        error(&valid[1..], CellContent::Candidates, false),
        "expected 64, 216, 729, 1728, 4096 or 15625 characters of pencil marks, found 63"
    );
    for wrong in ['1', '5', 'x', '\0'] {
        let text = format!("{}{wrong}{}", &valid[..5], &valid[6..]);
        assert_eq!(
            error(&text, CellContent::Candidates, false),
            "column 6: expected an empty cell or the digit of this position"
        );
    }
}

#[test]
fn regions_follow_the_grid() {
    let batch = read("1...3..2..4.4..1AAABCADBCDDBCCDB\n", CellContent::Givens, true);
    assert_eq!(batch.boards.cells[0][..5], [1, 0, 0, 0, 3]);
    let regions = batch.boards.extras[0].get(Shape::EACH[0], 0).regions.unwrap();
    assert_eq!(regions[..6], [0, 0, 0, 1, 2, 0]);
    let text = format!("{}AAABCADBCDDBCCDB", "1.34".repeat(16));
    let batch = read(&text, CellContent::Candidates, true);
    let extras = batch.boards.extras[0].get(Shape::EACH[0], 0);
    assert_eq!((extras.candidates.unwrap()[3], extras.regions.unwrap().len()), (0b1101, 16));
}

#[test]
fn malformed_regions_of_a_record_are_reported() {
    let grid = "1...3..2..4.4..1";
    let error = |text: &str| error(text, CellContent::Givens, true);
    assert_eq!(
        error(grid),
        "expected 32, 72, 162, 288, 512 or 1250 characters for a grid and its regions, found 16"
    );
    assert_eq!(error(&format!("{grid}AAABCADBCDDBCCDE")), "expected 4 cells in region 'B', found 3");
    assert_eq!(
        error(&format!("{grid}AAABCADBCDDBCC.B")),
        "column 31: expected a letter or digit for a region"
    );
    assert_eq!(error("1...3..2..4.4.y1AAABCADBCDDBCCDB"), "column 15: 'y' is not a symbol of a 4×4 grid");
}

#[test]
fn a_line_end_is_a_malformed_record_unless_it_is_the_last_line() {
    let marks = "1234".repeat(16);
    for (rest, records, end_line) in [("", 1, Some(1)), (" \r\n\n", 1, Some(1)), ("\n1", 3, None)] {
        let text = format!("{marks}\nend{rest}");
        let head = Head { bytes: text.as_bytes(), end: HeadEnd::Eof };
        let format = detect_format(&head, &read_options()).unwrap().unwrap();
        let opened = open_format(format, &head, &read_options()).unwrap().unwrap();
        let mut batch = RecordBatch::default();
        batch.following = Some(Vec::new());
        opened.codec.read(text.as_bytes(), None, &mut batch);
        assert_eq!(
            (format.name(), batch.boards.tags.len(), batch.ended, batch.end_line),
            ("pencilmark", records, false, end_line),
            "{rest:?}"
        );
    }
}
