use super::*;
use crate::framing::{Framing, HeadEnd, Target};
use proptest::prelude::*;

fn texts(format: CoverFormat, text: &str) -> Vec<String> {
    format.problems(text.as_bytes()).map(|p| String::from_utf8(p.to_vec()).unwrap()).collect()
}

/// What is said of a text that is malformed: the line from 1, and what.
fn complaint(format: CoverFormat, text: &str) -> String {
    let malformed = format.parse(text.as_bytes()).unwrap_err();
    format!("{}: {}", malformed.line + 1, malformed.what)
}

fn options(problem: &Problem<'_>) -> Vec<Vec<u32>> {
    problem.cover().options().map(<[u32]>::to_vec).collect()
}

#[test]
fn a_matrix_may_be_glued_and_commented() {
    for text in ["2 3\n1 0 1\n0 1 0\n", "# x\n2 3\r\n\r\n101\r\n# y\n010", " 2  3 \n\t1 0\t1\n010\n\n"] {
        let problem = CoverFormat::Matrix.parse(text.as_bytes()).unwrap();
        assert_eq!(options(&problem), [vec![0, 2], vec![1]], "{text:?}");
        assert_eq!(problem.uncovered(), None);
    }
}

#[test]
fn an_item_in_no_option_is_no_error_and_told_by_its_line() {
    let problem =
        |format: CoverFormat, text: &'static str| format.parse(text.as_bytes()).unwrap().uncovered();
    let said = |line, what: &str| Some(Malformed { line, what: what.into() });
    assert_eq!(problem(CoverFormat::Matrix, "\n1 2\n1 0\n"), said(1, "item 2 is in no option"));
    assert_eq!(problem(CoverFormat::Sparse, "1 2000000000\n1 1\n"), said(0, "item 2 is in no option"));
    assert_eq!(problem(CoverFormat::Sparse, "0 1\n"), said(0, "item 1 is in no option"));
    assert_eq!(problem(CoverFormat::Dlx, "| c\na b | x\na\n"), said(1, "item b is in no option"));
    assert_eq!(problem(CoverFormat::Dlx, "a | x\na\n"), None, "secondary items need not be");
}

#[test]
fn malformed_problems_are_told_by_line() {
    use CoverFormat::{Dlx, Matrix, Sparse};
    for (format, text, want) in [
        (Matrix, "", "1: no problem"),
        (Matrix, "2 x\n", "1: 2 x is not `n m`, the numbers of options and items"),
        (Matrix, "1 2 3\n", "1: 1 2 3 is not `n m`, the numbers of options and items"),
        (Matrix, "1 99999999999\n", "1: 1 99999999999 is not `n m`, the numbers of options and items"),
        (Matrix, "\n2 2\n1 0\n1 2\n", "4: 2 is neither 0 nor 1"),
        (Matrix, "1 2\n1 -1\n", "2: -1 is neither 0 nor 1"),
        (Matrix, "1 3\n1 0\n", "2: 2 numbers in a row of 3"),
        (Matrix, "1 3\n1 0 0 1\n", "2: 4 numbers in a row of 3"),
        (Matrix, "3 2\n1 0\n\n0 1\n", "4: ends after 2 of 3 rows"),
        (Matrix, "1 2\n1 0\n0 1\n", "3: a line after the 1 rows announced"),
        (Sparse, "1 3\n2 1\n", "2: 1 items, not 2 as announced"),
        (Sparse, "1 3\n2 1 2 3\n", "2: 3 items, not 2 as announced"),
        (Sparse, "1 3\n2 1 4\n", "2: unknown item 4: items are 1 to 3"),
        (Sparse, "1 3\n1 0\n", "2: unknown item 0: items are 1 to 3"),
        (Sparse, "1 3\nx 0\n", "2: x is no number of items"),
        (Sparse, "2 3\n0\n2 3 3\n", "3: item 3 twice in one option"),
        (Sparse, "2 3\n", "1: ends after 0 of 2 rows"),
        (Dlx, "| nothing\n\n", "1: no item line"),
        (Dlx, "a b a\n", "1: item a is named twice"),
        (Dlx, "a | x | y\n", "1: a second `|` in the item line"),
        (Dlx, "a b:c\n", "1: `:` in the name b:c"),
        (Dlx, "a b|c\n", "1: `|` in the name b|c"),
        (Dlx, "a b\na\n| c\na c\n", "4: unknown item c; an item line of another problem needs a lone `|`"),
        (Dlx, "a b\na\nb c\n", "3: unknown item c"),
        (Dlx, "a b\na b a\n", "2: item a twice in one option"),
        (Dlx, "a | x\nx:1 a x:2\n", "2: item x twice in one option"),
        (Dlx, "a | x\na:1 x\n", "2: primary item a has a colour"),
        (Dlx, "a | x\na x:\n", "2: no colour after x:"),
        (Dlx, "a | x\na x:1:2\n", "2: `:` in the name 1:2"),
    ] {
        assert_eq!(complaint(format, text), want, "{text:?}");
    }
    assert!(complaint(CoverFormat::Dlx, &format!("a\n{}\n", "\u{1}".repeat(90))).len() < 400);
}

#[test]
fn names_and_colours_are_of_any_length() {
    let text = "first_item #2 | a-long-secondary-one \u{e9}\n#2 a-long-secondary-one:a-long-colour \u{e9}\n\
                a-long-secondary-one:a-long-colour \u{e9}:1 first_item\n";
    let problem = CoverFormat::Dlx.parse(text.as_bytes()).unwrap();
    let cover = problem.cover();
    assert_eq!((cover.items(), cover.primary()), (4, 2));
    assert_eq!((cover.option(0), cover.colours(0)), (&[1, 2, 3][..], &[0, 1, 0][..]));
    assert_eq!((cover.option(1), cover.colours(1)), (&[2, 3, 0][..], &[1, 2, 0][..]));
}

#[test]
fn solutions_are_written_in_the_words_of_the_problem() {
    let wrote = |format: CoverFormat, text: &str, solutions: &[&[usize]]| {
        let problem = format.parse(text.as_bytes()).unwrap();
        let mut out = Vec::new();
        (0..).zip(solutions).for_each(|(i, solution)| problem.write_solution(i, solution, &mut out));
        problem.write_none(&mut out);
        String::from_utf8(out).unwrap()
    };
    let counted = "3 1\n1 1\n1 1\n1 1\n";
    assert_eq!(wrote(CoverFormat::Sparse, counted, &[&[0, 2], &[], &[1]]), "2 1 3\n0\n1 2\nNO\n");
    assert_eq!(wrote(CoverFormat::Matrix, "2 2\n11\n11\n", &[&[0, 1], &[]]), "1 2\n\nNo Solution!\n");
    let dlx = "a | x\n  a \t x:r\r\nx\n";
    assert_eq!(wrote(CoverFormat::Dlx, dlx, &[&[0], &[0, 1]]), "a x:r\n\na x:r\nx\n");
}

#[test]
fn problems_follow_each_other_and_a_malformed_one_costs_itself() {
    // (format, text, where the problems begin)
    let cases: &[(CoverFormat, &[&str])] = &[
        (CoverFormat::Matrix, &["1 1\n1\n", "2 2\n1 0\n0 1\n\n# c\n", "0 3\n", "1 2\n11\n"]),
        // Rows too few, rows too many, and a line that is nothing.
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
        (CoverFormat::Dlx, &["| c\na b\na\n\nb\n", "a b |\na b\n| d\n", "a | b\n", "c |\nc\nb x\n"]),
    ];
    for (format, problems) in cases {
        assert_eq!(texts(*format, &problems.concat()), *problems);
    }
    for format in CoverFormat::ALL {
        assert!(texts(format, "").is_empty() && texts(format, "\n \n").is_empty());
    }
    assert!(texts(CoverFormat::Dlx, "| only\n| comments").is_empty());
}

#[test]
fn a_format_is_told_by_the_first_lines_that_can_be_nothing_else() {
    use CoverFormat::{Dlx, Matrix, Sparse};
    for (text, want) in [
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
    ] {
        assert_eq!(CoverFormat::detect(text.as_bytes(), HeadEnd::Eof), Some(want), "{text:?}");
        for cut in 0..text.len() {
            let told = CoverFormat::detect(&text.as_bytes()[..cut], HeadEnd::More);
            assert!(told.is_none() || told == Some(want), "{text:?} up to {cut}");
        }
    }
}

#[test]
fn formats_have_names() {
    for format in CoverFormat::ALL {
        assert_eq!(CoverFormat::named(format.name()), Some(format));
        assert!(!format.about().is_empty());
    }
    assert_eq!(CoverFormat::named("x"), None);
}

#[test]
fn what_a_format_cannot_say_is_refused() {
    let mut secondary = Cover::new(1, 1);
    secondary.add(&[0]).unwrap();
    let mut bare = Cover::new(1, 0);
    bare.add(&[]).unwrap();
    let mut text = Vec::new();
    for (format, cover) in [
        (CoverFormat::Matrix, &secondary),
        (CoverFormat::Sparse, &secondary),
        (CoverFormat::Dlx, &bare),
        (CoverFormat::Dlx, &Cover::new(0, 1)),
        (CoverFormat::Matrix, &Cover::new(0, 0)),
    ] {
        let error = format.write(cover, &mut text).unwrap_err();
        assert!(error.to_string().starts_with(format.name()) && text.is_empty());
    }
}

prop_compose! {
    /// A problem that every format can say if it has no secondary items.
    fn problem()(primary in 1usize..6, secondary in 0usize..4)(
        primary in Just(primary),
        secondary in Just(secondary),
        options in proptest::collection::vec(
            (proptest::collection::vec((any::<bool>(), 0u32..3), primary + secondary), 0..primary), 0..8),
    ) -> Cover {
        let mut cover = Cover::new(primary, secondary);
        for (cells, first) in options {
            let of = cells.iter().enumerate().filter(|(i, cell)| cell.0 || *i == first);
            let option: Vec<_> = of.map(|(i, cell)| (i, if i < primary { 0 } else { cell.1 })).collect();
            cover.add_coloured(&option).unwrap();
        }
        cover
    }
}

/// Colours are numbered anew as they come.
fn renumbered(cover: &Cover) -> Vec<Vec<(u32, u32)>> {
    let mut known = vec![0];
    let mut number = |colour: u32| match known.iter().position(|c| *c == colour) {
        Some(at) => at as u32,
        None => {
            known.push(colour);
            known.len() as u32 - 1
        }
    };
    let pairs = |option| cover.option(option).iter().copied().zip(cover.colours(option).iter().copied());
    (0..cover.len()).map(|o| pairs(o).map(|(item, colour)| (item, number(colour))).collect()).collect()
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(covers in proptest::collection::vec(problem(), 0..5)) {
        for format in CoverFormat::ALL {
            let mut text = Vec::new();
            let written: Vec<_> = covers.iter().filter(|c| format.write(c, &mut text).is_ok()).collect();
            let read: Vec<_> = format.problems(&text).map(|t| format.parse(t).unwrap()).collect();
            prop_assert_eq!(read.len(), written.len());
            for (read, written) in read.iter().zip(written) {
                let read = read.cover();
                prop_assert_eq!((read.items(), read.primary()), (written.items(), written.primary()));
                prop_assert_eq!(renumbered(read), renumbered(written));
            }
        }
    }

    /// However a text comes in, it is cut at the same places, and nothing of it is lost.
    #[test]
    fn cuts_do_not_depend_on_how_the_text_comes(text in "[012ab:| \n#]{0,80}", aim in 1usize..40, step in 1usize..9) {
        for format in CoverFormat::ALL {
            let text = text.as_bytes();
            let whole: Vec<_> = format.problems(text).collect();
            let mut splitter = format.splitter();
            let (mut at, mut mapped, mut records) = (0, Vec::new(), 0);
            while at < text.len() {
                let cut = splitter.cut(&text[at..], Target::AtLeast(aim)).unwrap();
                mapped.extend(format.problems(&text[at..at + cut.end]));
                records += cut.records.unwrap();
                at += cut.end;
            }
            prop_assert_eq!(&mapped, &whole);
            prop_assert_eq!(records, whole.len() as u64);
            let mut splitter = format.splitter();
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
fn a_problem_without_options_is_no_row_of_the_one_before() {
    for format in CoverFormat::ALL {
        let mut text = Vec::new();
        for items in [2, 1, 2] {
            format.write(&Cover::new(items, 0), &mut text).unwrap();
        }
        let read: Vec<_> = format.problems(&text).map(|t| format.parse(t).unwrap().cover().items()).collect();
        assert_eq!(read, [2, 1, 2], "{}", format.name());
    }
}
