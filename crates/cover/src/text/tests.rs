use super::*;
use proptest::prelude::*;
use quadrille_base::framing::{Framing, HeadEnd, Target};

fn texts(format: CoverFormat, text: &str) -> Vec<String> {
    format.problems(text.as_bytes()).map(|p| String::from_utf8(p.to_vec()).unwrap()).collect()
}

/// The error of a malformed text: the line, counted from 1, and the message.
fn error(format: CoverFormat, text: &str) -> String {
    let error = format.parse(text.as_bytes()).unwrap_err();
    let error = error.reason::<CoverParseError>().expect("a line");
    format!("{}: {}", error.line + 1, error.message)
}

fn options(problem: &Problem<'_>) -> Vec<Vec<u32>> {
    problem.cover().options().map(<[u32]>::to_vec).collect()
}

#[test]
fn a_matrix_may_lack_blanks_and_have_comments() {
    for text in ["2 3\n1 0 1\n0 1 0\n", "# x\n2 3\r\n\r\n101\r\n# y\n010", " 2  3 \n\t1 0\t1\n010\n\n"] {
        let problem = CoverFormat::Matrix.parse(text.as_bytes()).unwrap();
        assert_eq!(options(&problem), [vec![0, 2], vec![1]], "{text:?}");
        assert_eq!(problem.uncovered(), None);
    }
}

#[test]
fn a_problem_with_the_numbers_of_items_and_lines_of_options_is_read_and_answered() {
    let problem = CoverFormat::Ec.parse(b"c n = 3, m = 3\n# more\np ec 3\n\ns 1 3\n s 2 \r\nc\ns\n").unwrap();
    assert_eq!(options(&problem), [vec![0, 2], vec![1], vec![]]);
    let mut answer = Vec::new();
    problem.write_solution(0, &[0, 1], &mut answer);
    problem.write_none(&mut answer);
    assert_eq!(answer, b"2 1 2\nNO\n");
}

#[test]
fn an_item_in_no_option_is_reported_with_its_line_and_not_as_an_error() {
    let problem =
        |format: CoverFormat, text: &'static str| format.parse(text.as_bytes()).unwrap().uncovered();
    let reported = |line, message: &str| Some(CoverParseError { line, message: message.into() });
    assert_eq!(problem(CoverFormat::Matrix, "\n1 2\n1 0\n"), reported(1, "item 2 is not in any option"));
    assert_eq!(
        problem(CoverFormat::Sparse, "1 2000000000\n1 1\n"),
        reported(0, "item 2 is not in any option")
    );
    assert_eq!(problem(CoverFormat::Sparse, "0 1\n"), reported(0, "item 1 is not in any option"));
    assert_eq!(problem(CoverFormat::Dlx, "| c\na b | x\na\n"), reported(1, "item b is not in any option"));
    assert_eq!(problem(CoverFormat::Dlx, "a | x\na\n"), None, "secondary items need no option");
}

#[test]
fn errors_in_problems_are_reported_by_line() {
    use CoverFormat::{Dlx, Ec, Matrix, Sparse};
    for (format, text, want) in [
        (Matrix, "", "1: expected a problem, found none"),
        (Matrix, "2 x\n", "1: expected `n m`, the numbers of options and items, found 2 x"),
        (Matrix, "1 2 3\n", "1: expected `n m`, the numbers of options and items, found 1 2 3"),
        (
            Matrix,
            "1 99999999999\n",
            "1: expected `n m`, the numbers of options and items, found 1 99999999999",
        ),
        (Matrix, "\n2 2\n1 0\n1 2\n", "4: column 2: expected 0 or 1, found 2"),
        (Matrix, "1 2\n1 -1\n", "2: column 2: expected 0 or 1, found -1"),
        (Matrix, "1 3\n1 0\n", "2: expected 3 numbers, found 2"),
        (Matrix, "1 3\n1 0 0 1\n", "2: expected 3 numbers, found 4"),
        (Matrix, "3 2\n1 0\n\n0 1\n", "4: expected 3 rows, found 2"),
        (Matrix, "1 2\n1 0\n0 1\n", "3: expected 1 rows, found more"),
        (Sparse, "1 3\n2 1\n", "2: expected 2 items, found 1"),
        (Sparse, "1 3\n2 1 2 3\n", "2: expected 2 items, found 3"),
        (Sparse, "1 3\n2 1 4\n", "2: unknown item 4: the items are 1 to 3"),
        (Sparse, "1 3\n1 0\n", "2: unknown item 0: the items are 1 to 3"),
        (Sparse, "1 3\nx 0\n", "2: expected a number of items, found x"),
        (Sparse, "2 3\n0\n2 3 3\n", "3: item 3 is repeated in the option"),
        (Sparse, "2 3\n", "1: expected 2 rows, found 0"),
        (Ec, "c x\n", "1: expected a problem, found none"),
        (Ec, "p ec 2 3\ns 1\n", "1: expected 3 options, found 1"),
        (
            Ec,
            "p ec 2 3 4\n",
            "1: expected `p ec n` with the number of items, or `p ec n m` with the number of options too, found p ec 2 3 4",
        ),
        (
            Ec,
            "c x\np cnf 2\n",
            "2: expected `p ec n` with the number of items, or `p ec n m` with the number of options too, found p cnf 2",
        ),
        (Ec, "p ec 2\ns 1\nc x\n2\n", "4: expected `s` and the items of an option, found 2"),
        (Ec, "p ec 2\ns 1 3\n", "2: unknown item 3: the items are 1 to 2"),
        (Ec, "p ec 2\ns 2 2\n", "2: item 2 is repeated in the option"),
        (Dlx, "| nothing\n\n", "1: expected a line of items, found none"),
        (Dlx, "a b a\n", "1: item a is named twice"),
        (Dlx, "a | x | y\n", "1: second `|` in the item line"),
        (Dlx, "a b:c\n", "1: `:` in the name b:c"),
        (Dlx, "a b\na\n| c\na c\n", "4: unknown item c; the item line of another problem needs a lone `|`"),
        (Dlx, "a b\na\nb c\n", "3: unknown item c"),
        (Dlx, "a b\na b a\n", "2: item a is repeated in the option"),
        (Dlx, "a | x\nx:1 a x:2\n", "2: item x is repeated in the option"),
        (Dlx, "a | x\na:1 x\n", "2: primary item a cannot have a color"),
        (Dlx, "a | x\na x:\n", "2: expected a color after x:"),
        (Dlx, "a | x\na x:1:2\n", "2: `:` in the name 1:2"),
    ] {
        assert_eq!(error(format, text), want, "{text:?}");
    }
    assert!(error(CoverFormat::Dlx, &format!("a\n{}\n", "\u{1}".repeat(90))).len() < 400);
}

#[test]
fn names_and_colors_are_of_any_length() {
    let text = "first_item #2 | a-long-secondary-one \u{e9}\n#2 a-long-secondary-one:a-long-color \u{e9}\n\
                a-long-secondary-one:a-long-color \u{e9}:1 first_item\n";
    let problem = CoverFormat::Dlx.parse(text.as_bytes()).unwrap();
    let cover = problem.cover();
    assert_eq!((cover.items(), cover.primary()), (4, 2));
    assert_eq!((cover.option(0), cover.colors(0)), (&[1, 2, 3][..], &[0, 1, 0][..]));
    assert_eq!((cover.option(1), cover.colors(1)), (&[2, 3, 0][..], &[1, 2, 0][..]));
}

#[test]
fn solutions_are_written_in_the_notation_of_the_problem() {
    let written = |format: CoverFormat, text: &str, solutions: &[&[usize]]| {
        let problem = format.parse(text.as_bytes()).unwrap();
        let mut out = Vec::new();
        (0..).zip(solutions).for_each(|(i, solution)| problem.write_solution(i, solution, &mut out));
        problem.write_none(&mut out);
        String::from_utf8(out).unwrap()
    };
    let counted = "3 1\n1 1\n1 1\n1 1\n";
    assert_eq!(written(CoverFormat::Sparse, counted, &[&[0, 2], &[], &[1]]), "2 1 3\n0\n1 2\nNO\n");
    assert_eq!(written(CoverFormat::Matrix, "2 2\n11\n11\n", &[&[0, 1], &[]]), "1 2\n\nNo Solution!\n");
    let dlx = "a | x\n  a \t x:r\r\nx\n";
    assert_eq!(written(CoverFormat::Dlx, dlx, &[&[0], &[0, 1]]), "a x:r\n\na x:r\nx\n");
}

#[test]
fn problems_follow_each_other_and_a_malformed_one_affects_no_other() {
    // (format, text, where the problems begin)
    let cases: &[(CoverFormat, &[&str])] = &[
        (CoverFormat::Matrix, &["1 1\n1\n", "2 2\n1 0\n0 1\n\n# c\n", "0 3\n", "1 2\n11\n"]),
        // Too few rows, too many rows, and a line that does not belong to a problem.
        (CoverFormat::Matrix, &["3 3\n1 0 0\n", "2 2\n1 1\n1 1\n0 1\n01\n", "x\n0 1\n", "2 1\n1\n1\n"]),
        (CoverFormat::Matrix, &["x\ny y\n\n", "1 1\n1\n", "1 3\n1 0\n", "1 1\n1\n"]),
        (CoverFormat::Sparse, &["2 4\n1 1\n3 2 3 4\n", "1 2\n2 1 2\n", "0 2\n", "1 1\n0\n"]),
        (CoverFormat::Sparse, &["3 4\n2 1 2\n", "2 5\n2 1 2\n3 3 4 5\n", "1 1\n1 1\n"]),
        (CoverFormat::Sparse, &["3 4\n2 1 2\n\n", "2 3\n1 1\n2 2 3\n"]),
        (
            CoverFormat::Sparse,
            &["1 2\n0\n", "1 x\n1 3\n2 1 2\n", "2 2\n0\n0\n2 1 2\n0\n", "x\n\n", "1 1\n1 1\n"],
        ),
        (CoverFormat::Sparse, &["2 4\n3 1\n1 2\n", "1 1\n1 1\n"]),
        (CoverFormat::Ec, &["c n = 2\n\np ec 2\ns 1\nx\nc y\n", "p\n", "p ec 1\ns 1\n\n", "p ec 1"]),
        (CoverFormat::Dlx, &["| c\na b\na\n\nb\n", "a b |\na b\n| d\n", "a | b\n", "c |\nc\nb x\n"]),
    ];
    for (format, problems) in cases {
        assert_eq!(texts(*format, &problems.concat()), *problems);
    }
    for &format in CoverFormat::ALL {
        assert!(texts(format, "").is_empty() && texts(format, "\n \n").is_empty());
    }
    assert!(texts(CoverFormat::Dlx, "| only\n| comments").is_empty());
}

#[test]
fn a_format_is_detected_by_the_first_line_that_is_valid_in_no_other() {
    use CoverFormat::{Dlx, Ec, Matrix, Sparse};
    for (text, format) in [
        ("2 2\n1 0\n0 1\n", Matrix),
        ("2 3\n101\n010\n", Matrix),
        ("2 2\n1 1\n1 2\n", Sparse),
        ("2 3\n2 1 3\n", Sparse),
        ("# c\n\n2 3\n0\n", Sparse),
        ("1 2\n1 1\n1 2\n2 1 2\n", Sparse),
        ("1 2\n1 1\n", Matrix),
        ("0 2\n2 2\nx\n1 0", Matrix),
        ("", Matrix),
        ("x", Dlx),
        ("a b | c\n", Dlx),
        ("| c\n1 2\n", Dlx),
        ("#1 a\n#1\na\n", Dlx),
        ("1 2 3\n", Dlx),
        ("p ec 3\ns 1\n", Ec),
        ("c n = 3, m = 1\nc\n\np ec 3\n", Ec),
        ("c d\nc\nd\n", Dlx),
        ("c d\nc d\n", Dlx),
        ("# a comment\np ec 2\ns 1 2\n", Ec),
        ("p ec 3 2\ns 1 2\n", Ec),
        ("p xc 3\n", Ec),
        ("p ec x\np x\n", Dlx),
        ("p ec\np ec\n", Dlx),
    ] {
        assert_eq!(CoverFormat::detect(text.as_bytes()), format, "{text:?}");
        for cut in 0..text.len() {
            let detected = detect_head(&text.as_bytes()[..cut], HeadEnd::More);
            assert!(detected.is_none() || detected == Some(format), "{text:?} up to {cut}");
        }
    }
}

#[test]
fn a_head_of_comments_or_of_an_unfinished_line_needs_more_bytes() {
    use CoverFormat::{Dlx, Matrix, Sparse};
    let comments = "# a comment of some length\n".repeat(100);
    let names = (0..1000).map(|i| format!("item-{i} ")).collect::<String>();
    let row = (1..=1000).map(|i| format!(" {i}")).collect::<String>();
    let ones = " 1".repeat(1000);
    for (text, end, format) in [
        (format!("{comments}{names}"), "\nitem-1\n", Dlx),
        (format!("{comments}1 1000\n1000{row}"), "\n", Sparse),
        (format!("1 1001\n1{ones}"), "\n", Matrix),
        (format!("1 1001\n{}", "01".repeat(500)), "1\n", Matrix),
    ] {
        for len in [1, text.len() / 3, text.len() / 2, text.len()] {
            let head = &text.as_bytes()[..len];
            assert_eq!(detect_head(head, HeadEnd::Long), None, "{format:?} up to {len}");
        }
        let whole = format!("{text}{end}");
        assert_eq!(detect_head(whole.as_bytes(), HeadEnd::Long), Some(format));
        // The longest head decides by the visible part of the line.
        assert_eq!(detect_head(text.as_bytes(), HeadEnd::Truncated), Some(format));
    }
    assert_eq!(detect_head(b"# x", HeadEnd::Truncated), Some(Matrix));
}

#[test]
fn a_matrix_or_a_sparse_problem_without_its_first_line_is_told_that_it_was_read_as_dlx() {
    let read_as = "; this was read as dlx, since the first line is not `n m`, as in matrix and sparse";
    for (text, message) in [
        ("1 0 1\n0 1 0\n", "1: item 1 is named twice"),
        ("1 0 1 1\n", "1: item 1 is named twice"),
        ("101\n010\n", "2: unknown item 010"),
        ("2 1 3\n2 2 4\n", "2: unknown item 4"),
    ] {
        assert_eq!(CoverFormat::detect(text.as_bytes()), CoverFormat::Dlx);
        let error = error(CoverFormat::Dlx, text);
        assert!(error.starts_with(message) && error.ends_with(read_as), "{error}");
    }
    let uncovered = CoverFormat::Dlx.parse(b"3 1 2 4\n1 3\n").unwrap().uncovered().unwrap();
    assert_eq!(uncovered.message, format!("item 2 is not in any option{read_as}"));
}

#[test]
fn json_and_csv_are_told_that_they_were_read_as_dlx() {
    let read_as = "; this was read as dlx, where blanks separate items; the formats are matrix, sparse and dlx, not JSON or csv";
    for (text, message) in [
        ("1,0\n0,1\n", "2: unknown item 0,1"),
        ("a, b\na, c\n", "2: unknown item c"),
        ("{\"a\": [1]}\n", "1: `:` in the name {\\\"a\\\":"),
    ] {
        let error = error(CoverFormat::detect(text.as_bytes()), text);
        assert!(error.starts_with(message) && error.ends_with(read_as), "{error}");
    }
    let uncovered = CoverFormat::Dlx.parse(b"[[1,0],[0,1]]\n").unwrap().uncovered().unwrap();
    assert_eq!(uncovered.message, format!("item [[1,0],[0,1]] is not in any option{read_as}"));
    // Names of cells may have commas.
    assert!(!error(CoverFormat::Dlx, "1,1 1,2\n1,3\n").contains("csv"));
}

#[test]
fn a_line_that_arrives_in_parts_is_searched_once() {
    // 64 MB in pieces of 1 KiB: searching from the beginning each time would take minutes.
    let text = [&b"a b c "[..], &vec![b'x'; 64 << 20], b"\na b c\n"].concat();
    let mut splitter = Splitter::new(CoverFormat::Dlx);
    for len in (0..text.len()).step_by(1 << 10) {
        assert_eq!(splitter.cut(&text[..len], Target::Last), None);
    }
    assert_eq!(splitter.cut(&text, Target::End).unwrap().end, text.len());
}

#[test]
fn formats_are_found_by_name() {
    for &format in CoverFormat::ALL {
        assert_eq!(CoverFormat::named(format.name()), Some(format));
        assert!(!format.about().is_empty());
    }
    assert_eq!(CoverFormat::named("x"), None);
}

#[test]
fn a_problem_that_a_format_cannot_represent_is_refused() {
    let mut secondary = Cover::new(1).with_secondary(1);
    secondary.add(&[0]).unwrap();
    let mut bare = Cover::new(1);
    bare.add(&[]).unwrap();
    let mut bounded = Cover::new(1);
    bounded.set_bounds(0, 0, 1).unwrap();
    let mut costly = Cover::new(1);
    costly.add(&[0]).unwrap();
    costly.set_cost(0, 1).unwrap();
    let mut text = Vec::new();
    for (format, cover) in [
        (CoverFormat::Matrix, &secondary),
        (CoverFormat::Sparse, &secondary),
        (CoverFormat::Matrix, &bounded),
        (CoverFormat::Sparse, &bounded),
        (CoverFormat::Matrix, &costly),
        (CoverFormat::Sparse, &costly),
        (CoverFormat::Dlx, &bare),
        (CoverFormat::Dlx, &Cover::new(0).with_secondary(1)),
        (CoverFormat::Matrix, &Cover::new(0)),
    ] {
        let error = format.write(cover, &mut text).unwrap_err();
        assert!(error.to_string().starts_with(format.name()) && text.is_empty());
    }
}

prop_compose! {
    /// A problem that every format can represent if it has no secondary items.
    fn problem()(primary in 1usize..6, secondary in 0usize..4)(
        primary in Just(primary),
        secondary in Just(secondary),
        options in proptest::collection::vec(
            (proptest::collection::vec((any::<bool>(), 0u32..3), primary + secondary), 0..primary), 0..8),
        bounds in proptest::collection::vec((0..primary, 0u32..4, 1u32..4), 0..3),
        costs in proptest::collection::vec(prop_oneof![Just(0), 0..u64::MAX / 8], 0..8),
    ) -> Cover {
        let mut cover = Cover::new(primary).with_secondary(secondary);
        for (cells, first) in options {
            let of = cells.iter().enumerate().filter(|(i, cell)| cell.0 || *i == first);
            let option: Vec<_> = of.map(|(i, cell)| (i, if i < primary { 0 } else { cell.1 })).collect();
            let option = cover.add_colored(&option).unwrap();
            if let Some(&cost) = costs.get(option) {
                cover.set_cost(option, cost).unwrap();
            }
        }
        for (item, low, high) in bounds {
            cover.set_bounds(item, low.min(high), high).unwrap();
        }
        cover
    }
}

/// The options with colors numbered in order of appearance.
fn renumbered(cover: &Cover) -> Vec<Vec<(u32, u32)>> {
    let mut known = vec![0];
    let mut number = |color: u32| match known.iter().position(|c| *c == color) {
        Some(at) => at as u32,
        None => {
            known.push(color);
            known.len() as u32 - 1
        }
    };
    let pairs = |option| cover.option(option).iter().copied().zip(cover.colors(option).iter().copied());
    (0..cover.len()).map(|o| pairs(o).map(|(item, color)| (item, number(color))).collect()).collect()
}

proptest! {
    #[test]
    fn a_problem_that_was_written_is_read_back(covers in proptest::collection::vec(problem(), 0..5)) {
        for &format in CoverFormat::ALL {
            let mut text = Vec::new();
            let written: Vec<_> = covers.iter().filter(|c| format.write(c, &mut text).is_ok()).collect();
            let read: Vec<_> = format.problems(&text).map(|t| format.parse(t).unwrap()).collect();
            prop_assert_eq!(read.len(), written.len());
            for (read, written) in read.iter().zip(written) {
                let read = read.cover();
                prop_assert_eq!((read.items(), read.primary()), (written.items(), written.primary()));
                prop_assert_eq!(renumbered(read), renumbered(written));
                let bounds = |cover: &Cover| (0..cover.primary()).map(|i| cover.bounds(i)).collect::<Vec<_>>();
                prop_assert_eq!(bounds(read), bounds(written));
                let costs = |cover: &Cover| (0..cover.len()).map(|o| cover.cost(o)).collect::<Vec<_>>();
                prop_assert_eq!(costs(read), costs(written));
            }
        }
    }

    /// A text is cut at the same places, and completely, however it arrives.
    #[test]
    fn cuts_do_not_depend_on_how_the_text_arrives(text in "[012abcpes:| \n#]{0,80}", aim in 1usize..40, step in 1usize..9) {
        for &format in CoverFormat::ALL {
            let text = text.as_bytes();
            let whole: Vec<_> = format.problems(text).collect();
            let mut splitter = Splitter::new(format);
            let (mut at, mut mapped, mut records) = (0, Vec::new(), 0);
            while at < text.len() {
                let cut = splitter.cut(&text[at..], Target::AtLeast(aim)).unwrap();
                mapped.extend(format.problems(&text[at..at + cut.end]));
                records += cut.records.unwrap();
                at += cut.end;
            }
            prop_assert_eq!(&mapped, &whole);
            prop_assert_eq!(records, whole.len() as u64);
            let mut splitter = Splitter::new(format);
            let (mut at, mut had, mut piped) = (0, 0, Vec::new());
            while at < text.len() {
                had = text.len().min(had + step);
                let target = if had == text.len() { Target::End } else { Target::Last };
                if let Some(cut) = splitter.cut(&text[at..had], target) {
                    piped.extend(format.problems(&text[at..at + cut.end]));
                    at += cut.end;
                }
            }
            prop_assert_eq!(&piped, &whole);
            for problem in whole {
                let _ = format.parse(problem);
            }
        }
    }
}

#[test]
fn a_problem_without_options_is_not_read_as_a_row_of_the_previous_one() {
    for &format in CoverFormat::ALL {
        let mut text = Vec::new();
        for items in [2, 1, 2] {
            format.write(&Cover::new(items), &mut text).unwrap();
        }
        let read: Vec<_> = format.problems(&text).map(|t| format.parse(t).unwrap().cover().items()).collect();
        assert_eq!(read, [2, 1, 2], "{}", format.name());
    }
}
