//! Bounds and costs in `dlx`.

use super::*;

fn parse(text: &str) -> Cover {
    CoverFormat::Dlx
        .parse(text.as_bytes())
        .unwrap_or_else(|error| panic!("{text:?}: {error}"))
        .cover()
        .clone()
}

/// The error of a malformed text: the line, counted from 1, and the message.
fn error(text: &str) -> String {
    let error = CoverFormat::Dlx.parse(text.as_bytes()).expect_err(text);
    let error = error.reason::<CoverParseError>().expect("a line");
    format!("{}: {}", error.line + 1, error.message)
}

fn bounds(cover: &Cover) -> Vec<(u32, u32)> {
    (0..cover.primary()).map(|item| cover.bounds(item)).collect()
}

#[test]
fn bounds_are_read_in_every_notation() {
    for (items, want) in [
        ("2:3|C", (2, 3)),
        ("2..3|C", (2, 3)),
        ("3|C", (3, 3)),
        ("0:1|C", (0, 1)),
        ("0..4294967295|C", (0, u32::MAX)),
        ("1|C", (1, 1)),
        ("1:1|C", (1, 1)),
        ("007|C", (7, 7)),
    ] {
        let cover = parse(&format!("A {items} B | X Y\nA C X:1\n"));
        assert_eq!(bounds(&cover), [(1, 1), want, (1, 1)], "{items}");
        assert_eq!((cover.items(), cover.has_bounds()), (5, want != (1, 1)));
        assert_eq!(cover.option(0), [0, 1, 3]);
    }
    // Dots and digits are ordinary characters of names.
    let names = parse("2..3 2 3..\n2..3 3..\n");
    assert_eq!((names.items(), names.option(0), names.has_bounds()), (3, &[0, 2][..], false));
}

#[test]
fn a_bar_may_be_joined_to_the_first_secondary_item() {
    for text in ["A B | X Y\nA X\n", "A B |X Y\nA X\n", "  A\tB |X\tY\r\nA X\n"] {
        let cover = parse(text);
        assert_eq!((cover.items(), cover.primary(), cover.option(0)), (4, 2, &[0, 2][..]), "{text:?}");
    }
    assert_eq!((parse("A |5\nA 5\n").primary(), parse("A |\nA\n").items()), (1, 1));
}

#[test]
fn lines_that_begin_with_two_slashes_are_comments() {
    let text = "// a | b\na b | x/ y//z\n//a\na x/\n  // b\nb y//z:1\n//";
    assert_eq!(CoverFormat::detect(text.as_bytes()), CoverFormat::Dlx);
    let problems: Vec<_> = CoverFormat::Dlx.problems(text.as_bytes()).collect();
    assert_eq!(problems, [text.as_bytes()]);
    let cover = parse(text);
    assert_eq!((cover.items(), cover.len(), cover.option(1)), (4, 2, &[1, 3][..]));
    // An option of such an item would be a comment.
    for items in ["a //b", "a | //b", "a 2|//b"] {
        let message = "1: `//` begins a comment, not the name of an item: //b";
        assert_eq!(error(&format!("{items}\na\n")), message);
    }
}

#[test]
fn costs_are_read_and_added_up() {
    let cover = parse("a b | x\na x:1 |7\nb |3 x |04\n a b |0\na\n| 9\nb |18446744073709551601\n");
    assert_eq!((0..5).map(|o| cover.cost(o)).collect::<Vec<_>>(), [7, 7, 0, 0, u64::MAX - 14]);
    assert_eq!((cover.option(1), cover.colors(0)), (&[1, 2][..], &[0, 1][..]));
    assert!(!parse("a\na |0\n").has_costs());
}

#[test]
fn errors_in_bounds_and_costs_say_what_to_do() {
    let bounds = "as in `2:3|item` or `3|item`";
    let word = "a cost is a word of its own, as in `item |5`, and bounds are in the item line";
    for (text, want) in [
        ("a b|c\n", format!("1: expected bounds before `|` in b|c, {bounds}")),
        ("a -1|c\n", format!("1: expected bounds before `|` in -1|c, {bounds}")),
        ("a 1:|c\n", format!("1: expected bounds before `|` in 1:|c, {bounds}")),
        ("a :2|c\n", format!("1: expected bounds before `|` in :2|c, {bounds}")),
        ("a 1..|c\n", format!("1: expected bounds before `|` in 1..|c, {bounds}")),
        ("a 1:2:3|c\n", format!("1: expected bounds before `|` in 1:2:3|c, {bounds}")),
        ("a 1-2|c\n", format!("1: expected bounds before `|` in 1-2|c, {bounds}")),
        ("a 4294967296|c\n", "1: the bound 4294967296 is too large".into()),
        (
            "a 2:3| c\n",
            "1: expected an item after 2:3|; bounds and name are one word, as in `2:3|item`".into(),
        ),
        ("a 2|3|c\n", "1: `|` in the name 3|c".into()),
        ("a 2|c:d\n", "1: `:` in the name c:d".into()),
        ("a 2:c\n", "1: `|` expected after the bounds in 2:c, as in `2:3|item`".into()),
        ("a 0|c\n", "1: item c: the upper bound must be 1 or more".into()),
        ("a 0:0|c\n", "1: item c: the upper bound must be 1 or more".into()),
        ("a 3:2|c\n", "1: item c: the lower bound 3 is above the upper bound 2".into()),
        ("a 2|c 3|c\n", "1: item c is named twice".into()),
        ("a | 2:3|x\n", "1: secondary item x cannot have bounds".into()),
        ("a | x |y\n", "1: second `|` in the item line".into()),
        ("a\na |x\n", "2: expected a cost after `|`, a whole number, found |x".into()),
        ("a\na |-1\n", "2: expected a cost after `|`, a whole number, found |-1".into()),
        ("a\na |1.5\n", "2: expected a cost after `|`, a whole number, found |1.5".into()),
        ("a\na |\n", "2: expected a cost after `|`, a whole number, found |".into()),
        ("a\na |18446744073709551616\n", "2: the cost 18446744073709551616 is too large".into()),
        ("a\na |18446744073709551615\na |1\n", "3: the costs of all options add up to 2⁶⁴ or more".into()),
        ("a\na |18446744073709551615 |1\n", "2: the costs of all options add up to 2⁶⁴ or more".into()),
        ("a\na|3\n", format!("2: `|` in a|3; {word}")),
        ("a | x\na x:1|3\n", format!("2: `|` in x:1|3; {word}")),
        ("a 2|b\na 2|b\n", format!("2: `|` in 2|b; {word}")),
        ("a | x\na :1\n", "2: expected an item before :1".into()),
    ] {
        assert_eq!(error(text), want, "{text:?}");
    }
}

#[test]
fn problems_with_bounds_and_costs_are_detected_and_split() {
    let first = "| c\nA 2:3|C | X\nA C X:1 |4\nC |5\n|6 A\n";
    let second = "3|A |\nA |1\nA\n\nA |2\n";
    let text = format!("{first}{second}");
    assert_eq!(CoverFormat::detect(text.as_bytes()), CoverFormat::Dlx);
    assert_eq!(CoverFormat::detect(b"2:3|1 2\n1 2\n"), CoverFormat::Dlx);
    assert_eq!(CoverFormat::detect(b"2|1 2\n1 2\n"), CoverFormat::Dlx);
    let problems: Vec<_> = CoverFormat::Dlx.problems(text.as_bytes()).collect();
    assert_eq!(problems, [first.as_bytes(), second.as_bytes()]);
    let parsed = problems.iter().map(|text| CoverFormat::Dlx.parse(text).unwrap());
    assert_eq!(parsed.map(|problem| problem.cover().len()).collect::<Vec<_>>(), [2, 3]);
}

#[test]
fn an_item_in_too_few_options_is_reported() {
    let uncovered =
        |text: &str| CoverFormat::Dlx.parse(text.as_bytes()).unwrap().uncovered().map(|e| e.message);
    assert_eq!(uncovered("a 2|b\na b\n").as_deref(), Some("item b is in 1 option and needs 2"));
    assert_eq!(uncovered("3:4|b a\na b\nb\n").as_deref(), Some("item b is in 2 options and needs 3"));
    assert_eq!(uncovered("3:4|b a\na\n").as_deref(), Some("item b is not in any option"));
    assert_eq!(uncovered("0:4|b a\na\n"), None);
}

#[test]
fn solutions_show_options_as_they_stand_in_the_text() {
    let problem = CoverFormat::Dlx.parse(b"2|a | x\na |3 x:1   |4\na\n").unwrap();
    let mut text = Vec::new();
    problem.write_solution(0, &[0, 1], &mut text);
    assert_eq!(text, b"a |3 x:1 |4\na\n");
}

#[test]
fn bounds_and_costs_are_written() {
    let text = "1 0:2|2 3|3 | 4\n1 4:1 |9\n2 3\n";
    let mut again = Vec::new();
    CoverFormat::Dlx.write(&parse(text), &mut again).unwrap();
    assert_eq!(String::from_utf8(again).unwrap(), text);
}
