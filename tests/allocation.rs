//! After warm-up a run allocates nothing per puzzle: the second half of a long run makes almost no
//! allocations.

use quadrille::{
    Batch, Input, RunOptions,
    batch::{Dedup, Morphs, Observer, Tally, Work},
    grid::{Variant, Variants},
    rating::{GuessCounter, Guesses, Method},
    tasks::{Canonical, Check, Count, EqualBy, FormOf, Hint, HintMethod, Rate, Solve},
};

#[path = "common/allocations.rs"]
mod allocations;

use allocations::allocations;

/// Records the number of allocations after each chunk that was written.
struct AllocationLog(Vec<(u64, u64)>);

impl Observer for AllocationLog {
    fn progress(&mut self, _: u64, so_far: &Tally) {
        if self.0.len() < self.0.capacity() {
            self.0.push((so_far.records, allocations()));
        }
    }
}

/// Checks that the second half of the records makes almost no allocations.
fn check_allocations(batch: &Batch, text: &str, what: &str) {
    let mut log = AllocationLog(Vec::with_capacity(10_000));
    let inputs = vec![Input::reader("test", text.as_bytes())];
    batch.run(inputs, &mut std::io::sink(), &mut log).unwrap();
    let (first, last) = (log.0[log.0.len() / 2], log.0[log.0.len() - 1]);
    assert!(last.0 - first.0 >= 4000, "records after warm-up");
    let begin = &text[..text.len().min(30)];
    // A channel allocates its list of waiting threads when a thread first waits, which may be late. There
    // are many chunks, so that one allocation per chunk would be noticed too.
    let (records, allocations) = (last.0 - first.0, last.1 - first.1);
    assert!(allocations <= 4, "{what} of {begin:?}: {allocations} over {records} records");
}

/// The table of classes grows with these alone; here they are all known after the first half of the records.
fn check_known_classes() {
    let kinds = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "1...3..2..4.4..1",
    ];
    let line = |kind: &str| format!("{kind}\n");
    let row = |kind: &str| format!("7,{kind},x\n");
    let lines = kinds.map(line).concat().repeat(3000);
    let rows = format!("id,puzzle,note\n{}", kinds.map(row).concat().repeat(3000));
    for text in [&lines, &rows] {
        for by in [EqualBy::Puzzle, EqualBy::Solution, EqualBy::Text] {
            for dedup in [Dedup::equal_by(by), Dedup::equal_by(by).only_counts(true)] {
                let batch =
                    Batch::new(dedup).run_options(RunOptions::new().threads(1)).chunk_size(text.len() / 75);
                check_allocations(&batch, text, &format!("{dedup:?}"));
            }
        }
    }
}

/// A counter of guesses allocates only when it is created.
fn check_guesses() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let givens: Vec<u8> = hard.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect();
    let givens = [givens.as_slice(), &[0; 81]].concat();
    let (mut counter, mut counts) = (GuessCounter::new(), [Guesses::default(); 2]);
    let before = allocations();
    assert!(counter.count(&givens, 1000, &mut counts));
    assert_eq!(allocations(), before, "allocations of a counter of guesses");
    assert_eq!(counts.map(|count| count.solutions), [1, 1000]);
}

#[test]
fn after_warm_up_nothing_is_allocated_for_a_puzzle() {
    // Solved by singles, by guesses, with several solutions, with none, malformed; every pair occurs in both
    // orders.
    let kinds = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ".................................................................................",
        "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "1...3..2..4.4..1",
    ];
    let check_batch = |batch: Batch, text: &str, chunk| {
        let what = format!("{batch:?}");
        check_allocations(&batch.run_options(RunOptions::new().threads(1)).chunk_size(chunk), text, &what);
    };
    let check_under =
        |variants, task, text: &str, chunk| check_batch(Batch::new(task).variants(variants), text, chunk);
    let check = |task, text: &str, chunk| check_under(Variants::default(), task, text, chunk);
    let block: String = (0..25).flat_map(|i| [kinds[i % 5], "\n", kinds[i / 5], "\n"]).collect();
    let text = block.repeat(200);
    let chunk = block.len() * 4;
    for task in [
        Work::from(Solve::new().limit(2)),
        Check::new().into(),
        Count::new().limit(2).into(),
        Canonical::new(FormOf::Puzzle).into(),
        Canonical::new(FormOf::Puzzle).transforms(true).into(),
        Canonical::new(FormOf::Solution).into(),
    ] {
        check(task, &text, chunk);
    }
    // A board of another size than 9×9, which has no rating, is malformed.
    let nine = block.replace(kinds[4], "x");
    let morphs = Rate::new(Method::Morphs { count: 1 });
    for rate in [
        Rate::new(Method::Guesses).at_least(1.0),
        Rate::new(Method::Logic),
        morphs.clone(),
        morphs.only_counts(true).pairs(true),
    ] {
        check_batch(Batch::new(rate), &nine.repeat(200), nine.len() * 4);
    }
    let repeat = |record: &dyn Fn(&str) -> String| -> String {
        let block = [kinds[0], kinds[3]].map(record).concat();
        block.repeat(4800)
    };
    let rows = |kind: &str| -> String {
        kind.as_bytes().chunks(9).map(|row| format!("{}\n", std::str::from_utf8(row).unwrap())).collect()
    };
    // Regions that change with every record, variants of every kind, and candidates.
    let with = |kind: &str, region: &dyn Fn(usize) -> usize| {
        let regions = (0..81).map(|cell| char::from(b'1' + region(cell) as u8));
        format!("{kind}{}\n", regions.collect::<String>())
    };
    let jigsaws = repeat(&|kind| match kind.starts_with("53") {
        true => with(kind, &|cell| cell / 27 * 3 + cell % 9 / 3),
        false => with(kind, &|cell| cell / 9),
    });
    check_under(Variant::Jigsaw.into(), Work::from(Check::new()), &jigsaws, jigsaws.len() / 75);
    let lines = repeat(&|kind| format!("{kind}\n"));
    let all = Variants::from(Variant::X).with(Variant::AntiKnight).with(Variant::Windoku);
    check_under(all, Work::from(Check::new()), &lines, lines.len() / 75);
    let cell = |c| if c == '.' { "123456789".into() } else { format!("{c}{}", "........") };
    let marks = |c: char| match c.to_digit(10) {
        Some(d) if d > 1 => format!("{}{c}{}", ".".repeat(d as usize - 1), ".".repeat(9 - d as usize)),
        _ => cell(c),
    };
    let marks = repeat(&|kind| format!("{}\n", kind.chars().map(marks).collect::<String>()));
    check_under(Variants::default(), Work::from(Check::new()), &marks, marks.len() / 75);
    let morphs = || Morphs::random(quadrille::symmetry::Symmetries::ALL, 0);
    for (text, task) in [
        (repeat(&|kind| format!("{kind}\n")), Work::from(Hint::new().method(HintMethod::NakedSingles))),
        (format!("puzzle,b\n{}", repeat(&|kind| format!("{kind},x\n"))), Solve::new().limit(2).into()),
        (
            format!("a,puzzle,solution\n{}", repeat(&|kind| format!("\"x\",{kind},\n"))),
            Count::new().limit(2).into(),
        ),
        (repeat(&|kind| format!("{{\"a\":1,\"puzzle\":\"{kind}\"}}\n")), Check::new().into()),
        (
            format!("puzzle,b\n{}", repeat(&|kind| format!("{kind},x\n"))),
            Canonical::new(FormOf::Puzzle).into(),
        ),
        (repeat(&|kind| format!("{}\n", rows(kind))), Solve::new().limit(2).into()),
        (format!("9600\n{}", repeat(&rows)), Hint::new().into()),
        (repeat(&|kind| format!("{kind}\n")), morphs().into()),
        (format!("a,puzzle,solution\n{}", repeat(&|kind| format!("x,{kind},{kind}\n"))), morphs().into()),
    ] {
        // Chunks that begin at the same offset in the block hold the same records.
        let chunk = text.len() / 75;
        check(task, &text, chunk);
    }
    // Not tests of their own, which would run at the same time: allocations of all threads are counted.
    check_known_classes();
    check_guesses();
}
