//! Regions as text.

use super::*;

fn error(text: &str) -> String {
    Regions::parse(text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn rows_may_be_lines_or_all_in_one_line() {
    for shape in Shape::EACH {
        let symbol = |cell: usize| b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[shape.box_of(cell)];
        let line: Vec<u8> = (0..shape.area()).map(symbol).collect();
        let rows: Vec<u8> =
            line.chunks(shape.side()).flat_map(|r| [b" ", r, b"\r\n\n# x\n"].concat()).collect();
        let regions = Regions::parse(&line).unwrap();
        assert_eq!(regions.shape(), shape);
        assert_eq!(regions, Regions::parse(&[b"\xEF\xBB\xBF", &rows[..]].concat()).unwrap());
    }
}

#[test]
fn an_empty_text_is_refused() {
    assert!(error("# nothing\n\n").starts_with("no regions"));
}

#[test]
fn a_line_of_a_length_that_no_board_has_is_refused() {
    assert!(error("\nAAABB\n").starts_with("line 2: expected 4, 6, 9, 12, 16 or 25 characters for a row"));
}

#[test]
fn a_row_of_another_length_is_refused() {
    assert_eq!(error("AAAB\n\nCAD\n"), "line 3: expected 4 characters as in the rows above, found 3");
}

#[test]
fn too_few_rows_are_refused() {
    assert_eq!(error("AAAB\nCADB\nCDDB\n"), "line 3: expected 4 rows, found 3");
}

#[test]
fn too_many_rows_are_refused() {
    assert_eq!(error("AAAB\nCADB\nCDDB\nCCDB\nAAAB\n"), "line 5: more than the 4 rows of the board");
    let line = "1".repeat(36);
    assert_eq!(error(&format!("{line}\n{line}")), "line 2: more than the 1 rows of the board");
}

#[test]
fn a_character_that_is_neither_a_letter_nor_a_digit_is_refused() {
    assert_eq!(
        error("AAAB\n C.DB\n"),
        "line 2, column 3: expected a letter or digit for a region, found '.'"
    );
}

#[test]
fn a_region_of_the_wrong_size_is_refused() {
    assert_eq!(error("AAAB\nCADB\nCDDB\nCCDE\n"), "line 1: expected 4 cells in region 'B', found 3");
    assert_eq!(error("AAAB\nCaDB\nCDDB\nCCDB\n"), "line 1: expected 4 cells in region 'A', found 3");
    assert_eq!(error("AAAA\nBBBB\nCCCC\nCDDD\n"), "line 3: expected 4 cells in region 'C', found 5");
}
