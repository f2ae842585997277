//! Exact cover with colors: counts from the literature, and a naive solver.

use crate::problems::{answers, count, naive, solutions, text};
use proptest::prelude::*;
use quadrille::RunOptions;
use quadrille::cover::{Cover, CoverBatch, CoverFormat, CoverTask, is_exact_cover};

/// D. E. Knuth's example of colors, in 7.2.2.1: its one solution is the second and the fourth option.
const KNUTH: &str = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";

/// De Bruijn cycles: every word of `n` bits begins once in a cycle of 2ⁿ bits. The color of a place is its bit.
fn de_bruijn(n: usize) -> Cover {
    let size = 1 << n;
    let mut cover = Cover::new(2 * size).with_secondary(size);
    for word in 0..size {
        for at in 0..size {
            let bit = |i: usize| (2 * size + (at + i) % size, (word >> i & 1) as u32 + 1);
            let items: Vec<_> = [(word, 0), (size + at, 0)].into_iter().chain((0..n).map(bit)).collect();
            cover.add_colored(&items).unwrap();
        }
    }
    cover
}

/// Graph colorings: an item for each edge, whose options give its two ends different colors.
fn colorings(vertices: usize, edges: &[(usize, usize)], colors: u32) -> Cover {
    let mut cover = Cover::new(edges.len()).with_secondary(vertices);
    for (edge, (a, b)) in edges.iter().enumerate() {
        for (i, j) in (1..=colors).flat_map(|i| (1..=colors).map(move |j| (i, j))).filter(|(i, j)| i != j) {
            cover.add_colored(&[(edge, 0), (edges.len() + a, i), (edges.len() + b, j)]).unwrap();
        }
    }
    cover
}

fn cycle(n: usize) -> Vec<(usize, usize)> {
    (0..n).map(|i| (i, (i + 1) % n)).collect()
}

fn petersen() -> Vec<(usize, usize)> {
    (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]).collect()
}

/// Word squares: the same words across and down.
fn word_squares(words: &[&str]) -> Cover {
    let n = words[0].len();
    let mut cover = Cover::new(n).with_secondary(n * n);
    for row in 0..n {
        for word in words {
            let letter = |i: usize| u32::from(word.as_bytes()[i]);
            let mut items = vec![(row, 0)];
            for i in 0..n {
                items.push((n + row * n + i, letter(i)));
                if i != row {
                    items.push((n + i * n + row, letter(i)));
                }
            }
            cover.add_colored(&items).unwrap();
        }
    }
    cover
}

/// The number of word squares, found letter by letter.
fn naive_word_squares(words: &[&str]) -> usize {
    fn extend(words: &[&str], rows: &mut Vec<usize>) -> usize {
        let n = words[0].len();
        if rows.len() == n {
            return 1;
        }
        let at = rows.len();
        let mut count = 0;
        for next in 0..words.len() {
            rows.push(next);
            let letter = |r: usize, c: usize| words[rows[r]].as_bytes()[c];
            if (0..at).all(|r| letter(r, at) == letter(at, r)) {
                count += extend(words, rows);
            }
            rows.pop();
        }
        count
    }
    extend(words, &mut Vec::new())
}

const WORDS: [&str; 24] = [
    "bat", "ace", "ten", "ate", "tea", "eat", "ear", "art", "rat", "tar", "era", "are", "bit", "ice", "tan",
    "ant", "net", "inn", "ion", "one", "toe", "bad", "ado", "dot",
];

#[test]
fn the_example_of_the_literature_has_one_solution() {
    let cover = CoverFormat::Dlx.parse(KNUTH.as_bytes()).unwrap().cover().clone();
    assert_eq!(naive(&cover), [[1, 3]]);
    assert_eq!(solutions(&cover), [[1, 3]]);
    assert_eq!(answers(&CoverBatch::new(CoverTask::Solve), KNUTH), "p r x:A y\nq x:A\n");
    assert_eq!(answers(&CoverBatch::new(CoverTask::Count), KNUTH), "1\n");
}

#[test]
fn the_examples_of_the_help_and_the_readme_hold() {
    for (text, want) in [
        ("p q | x\np x:1\nq x:1\nq x:2\n", "p x:1\nq x:1\n"),
        ("p q | x\np x:A\nq x:A\nq x:B\n", "p x:A\nq x:A\n"),
    ] {
        assert_eq!(crate::common::output(&["cover", "-"], text), want);
    }
}

#[test]
fn de_bruijn_cycles_have_the_known_counts() {
    for (n, cycles) in [(1, 1), (2, 1), (3, 2), (4, 16)] {
        assert_eq!(count(&de_bruijn(n)), cycles << n, "from each of 2^{n} places");
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/cover/de-bruijn.dlx");
    assert_eq!(crate::common::output(&["cover", "--count", folder], ""), "4\n16\n256\n");
}

#[test]
fn graph_colorings_have_the_known_counts() {
    for n in 3..10 {
        let known = (1 << n) + if n % 2 == 0 { 2 } else { -2 };
        assert_eq!(count(&colorings(n, &cycle(n), 3)), known as u64, "cycle of {n}");
    }
    assert_eq!(count(&colorings(10, &petersen(), 2)), 0);
    assert_eq!(count(&colorings(10, &petersen(), 3)), 120);
    assert_eq!(count(&colorings(10, &petersen(), 4)), 12960);
}

#[test]
fn word_squares_are_those_found_letter_by_letter() {
    let known = naive_word_squares(&WORDS);
    assert!(known > 5);
    assert_eq!(count(&word_squares(&WORDS)), known as u64);
}

#[test]
fn counts_and_solutions_with_colors_do_not_depend_on_threads() {
    for cover in [de_bruijn(3), colorings(7, &cycle(7), 3), word_squares(&WORDS)] {
        let text = text(CoverFormat::Dlx, &cover);
        let of = |task, threads| {
            answers(&CoverBatch::new(task).run_options(RunOptions::new().threads(threads)), &text)
        };
        assert_eq!(of(CoverTask::Count, 1), format!("{}\n", count(&cover)));
        for threads in [2, 3, 8] {
            assert_eq!(of(CoverTask::Count, threads), of(CoverTask::Count, 1));
            assert_eq!(of(CoverTask::Solve, threads), of(CoverTask::Solve, 1));
        }
    }
}

prop_compose! {
    fn problem()(primary in 1usize..6, secondary in 1usize..5)(
        primary in Just(primary),
        options in proptest::collection::vec(
            proptest::collection::vec((0u32..3, 0u32..3), primary + secondary), 0..16),
        secondary in Just(secondary),
    ) -> Cover {
        let mut cover = Cover::new(primary).with_secondary(secondary);
        for cells in options {
            let of = cells.iter().enumerate().filter(|(_, cell)| cell.0 == 0);
            let option: Vec<_> = of.map(|(i, cell)| (i, if i < primary { 0 } else { cell.1 })).collect();
            cover.add_colored(&option).unwrap();
        }
        cover
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_solver_agrees_with_the_naive_solver(cover in problem()) {
        let expected = naive(&cover);
        for solution in &expected {
            prop_assert!(is_exact_cover(&cover, solution));
        }
        prop_assert_eq!(solutions(&cover), expected);
    }
}
