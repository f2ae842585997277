//! Compares each rule with a naive version of it, on random states and every instruction set.

use super::branch;
use super::portable::Portable;
use super::propagate::{self, SweepResult};
use super::state::{GUARDS, WORDS};
use super::vector::{PuzzleState, Simd, Vector};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

type CellCandidates = [u32; 81];

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

fn below(rng: &mut impl Rng, n: u32) -> u32 {
    rng.next_u32() % n
}

/// A complete grid: the cyclic one with digits, rows and columns shuffled.
fn full(rng: &mut impl Rng) -> CellCandidates {
    let mut shuffled = |n: u32| {
        let mut order: Vec<u32> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i as usize, below(rng, i + 1) as usize);
        }
        order
    };
    let digits = shuffled(9);
    let mut lines = || -> Vec<u32> {
        let (major, minor) = (shuffled(3), shuffled(3));
        major.iter().flat_map(|&m| minor.iter().map(move |&n| 3 * m + n)).collect()
    };
    let (rows, columns) = (lines(), lines());
    std::array::from_fn(|i| {
        let (r, c) = (rows[i / 9], columns[i % 9]);
        1 << digits[((3 * r + r / 3 + c) % 9) as usize]
    })
}

/// Candidates that can occur in a search, and some that cannot: a complete grid with extra candidates at a
/// random density, sometimes with cells taken from another grid.
fn random_board(rng: &mut impl Rng) -> CellCandidates {
    let (mut board, other) = (full(rng), full(rng));
    let (density, singles, wrong) = (below(rng, 9), below(rng, 101), below(rng, 4));
    for i in 0..81 {
        if below(rng, 100) >= singles {
            for d in 0..9 {
                board[i] |= u32::from(below(rng, 9) < density) << d;
            }
        }
        if wrong == 0 && below(rng, 20) == 0 {
            board[i] = if below(rng, 2) == 0 { other[i] } else { board[i] & other[i] };
        }
    }
    board
}

/// The word and the shift of a cell.
fn place(cell: usize) -> (usize, usize) {
    (cell % WORDS, 10 * (cell / WORDS))
}

fn state_of<S: Simd>(s: S, boards: &[CellCandidates]) -> [S::V; WORDS] {
    let mut state = [s.splat(0); WORDS];
    for (lane, board) in boards.iter().enumerate() {
        let mut row = PuzzleState([0; PuzzleState::WORDS]);
        row.0[..WORDS].fill(GUARDS);
        for (cell, &candidates) in board.iter().enumerate() {
            let (w, shift) = place(cell);
            row.0[w] |= candidates << shift;
        }
        S::V::load(&mut state, lane, &row);
    }
    state
}

fn board_of<S: Simd>(state: &[S::V; WORDS], lane: usize) -> CellCandidates {
    let words = S::V::words(state);
    for w in 0..WORDS {
        assert_eq!(words[w * S::V::LANES + lane] & !(GUARDS - (GUARDS >> 9)), GUARDS, "guards");
    }
    std::array::from_fn(|cell| {
        let (w, shift) = place(cell);
        words[w * S::V::LANES + lane] >> shift & 0x1FF
    })
}

/// Rows: removes the digits of naked singles from the other cells. Returns whether two singles of a row have the
/// same digit.
fn naked_singles(board: &mut CellCandidates) -> bool {
    let before = *board;
    let mut clash = false;
    for r in 0..9 {
        let row: Vec<usize> = (9 * r..9 * r + 9).collect();
        let single = |i: usize| before[i].count_ones() == 1;
        let taken = row.iter().filter(|&&i| single(i)).fold(0, |taken, &i| taken | before[i]);
        for &i in row.iter().filter(|&&i| !single(i)) {
            board[i] &= !taken;
        }
        let equal = |i: usize, j: usize| i != j && before[i] == before[j] && single(i);
        clash |= row.iter().any(|&i| row.iter().any(|&j| equal(i, j)));
    }
    clash
}

/// Rows: removes the other candidates of hidden singles. Returns whether a digit of a row has no cell.
fn hidden_singles(board: &mut CellCandidates) -> bool {
    let before = *board;
    let mut missing = false;
    for r in 0..9 {
        let row: Vec<usize> = (9 * r..9 * r + 9).collect();
        for &i in &row {
            let alone = |d: &u32| row.iter().all(|&j| j == i || before[j] & d == 0);
            let hidden = (0..9).map(|d| 1 << d).filter(alone).fold(0, |h, d| h | d) & before[i];
            if hidden != 0 {
                board[i] = hidden;
            }
        }
        missing |= row.iter().fold(0, |all, &i| all | before[i]) != 0x1FF;
    }
    missing
}

/// Keeps a digit in entry (p, q) of a 3×3 table only if it is also in two more entries such that no two of
/// the three are in one row or column; `cells` returns the cells of an entry.
fn pairing(board: &mut CellCandidates, cells: impl Fn(usize, usize) -> [usize; 3]) {
    let before = *board;
    let entry = |p: usize, q: usize| cells(p, q).iter().fold(0, |all, &i| all | before[i]);
    for p in 0..3 {
        for q in 0..3 {
            let mut keep = 0;
            for (x, y) in [(1, 2), (2, 1)] {
                keep |= entry((p + 1) % 3, (q + x) % 3) & entry((p + 2) % 3, (q + y) % 3);
            }
            for i in cells(p, q) {
                board[i] &= keep;
            }
        }
    }
}

fn bands(board: &mut CellCandidates) {
    for band in 0..3 {
        pairing(board, |row, stack| [0, 1, 2].map(|c| 27 * band + 9 * row + 3 * stack + c));
    }
}

fn stacks(board: &mut CellCandidates) {
    for stack in 0..3 {
        pairing(board, |band, column| [0, 1, 2].map(|r| 27 * band + 9 * r + 3 * stack + column));
    }
}

fn houses() -> Vec<[usize; 9]> {
    let houses = |f: fn(usize, usize) -> usize| (0..9).map(move |h| std::array::from_fn(|i| f(h, i)));
    let rows = houses(|h, i| 9 * h + i);
    let columns = houses(|h, i| 9 * i + h);
    let boxes = houses(|h, i| 27 * (h / 3) + 3 * (h % 3) + 9 * (i / 3) + i % 3);
    rows.chain(columns).chain(boxes).collect()
}

/// A naive sweep: the new board, and whether it is dead, solved, still or nearly so.
fn naive_sweep(old: &CellCandidates) -> (CellCandidates, [bool; 4]) {
    let mut board = *old;
    let clash = naked_singles(&mut board);
    bands(&mut board);
    stacks(&mut board);
    let missing = hidden_singles(&mut board);
    bands(&mut board);
    stacks(&mut board);
    let single = board.iter().all(|c| c.count_ones() == 1);
    let complete = houses().iter().all(|h| h.iter().fold(0, |all, &i| all | board[i]) == 0x1FF);
    let dead = clash || missing || board.contains(&0) || (single && !complete);
    let solved = !dead && single;
    let digits = |b: usize| (27 * b..27 * b + 27).fold(0, |all, i| all | (board[i] ^ old[i]));
    let changes = (0..3).map(|b| digits(b).count_ones()).sum::<u32>();
    let still = |most: u32| !dead && !solved && changes <= most;
    (board, [dead, solved, still(0), still(propagate::FEW_CHANGES)])
}

fn check_sweep<S: Simd>(s: S) {
    let mut rng = rng(1);
    let mut seen = [0; 4];
    for _ in 0..4000 / S::V::LANES {
        let mut boards: Vec<CellCandidates> = (0..S::V::LANES).map(|_| random_board(&mut rng)).collect();
        for _ in 0..6 {
            let mut state = state_of(s, &boards);
            let mut spare = state;
            let kept = below(&mut rng, 1 << S::V::LANES) & below(&mut rng, 1 << S::V::LANES);
            let SweepResult { dead, solved, still, nearly_still } =
                propagate::sweep(s, &mut state, &mut spare, kept);
            for (lane, board) in boards.iter_mut().enumerate() {
                let (mut expected, mut flags) = naive_sweep(board);
                if kept >> lane & 1 == 1 {
                    (expected, flags) = (*board, [false, false, true, false]);
                }
                assert_eq!(board_of::<S>(&state, lane), expected);
                let found = [dead, solved, still, nearly_still].map(|mask| mask >> lane & 1 == 1);
                assert_eq!(found, flags, "dead, solved, still, nearly still");
                (0..4).for_each(|k| seen[k] += usize::from(found[k]));
                *board = expected;
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 100), "the boards show every case: {seen:?}");
}

/// The cells of the nine minirows of a band (0 to 2) by row and box, or of the minicolumns of a stack (3 to 5) by
/// column and box.
fn triples(unit: usize) -> [[[usize; 3]; 3]; 3] {
    let cell = |line: usize, x: usize, k: usize| match unit {
        0..3 => 9 * (3 * unit + line) + 3 * x + k,
        _ => 9 * (3 * x + k) + 3 * (unit - 3) + line,
    };
    [0, 1, 2].map(|line| [0, 1, 2].map(|x| [0, 1, 2].map(|k| cell(line, x, k))))
}

fn union(board: &CellCandidates, cells: [usize; 3]) -> u32 {
    cells.iter().fold(0, |all, &i| all | board[i])
}

/// Leaves three digits in each minirow and minicolumn that must have these three.
fn naive_triads(board: &mut CellCandidates) {
    let before = *board;
    for unit in 0..6 {
        let cells = triples(unit);
        let digits = cells.map(|line| line.map(|triple| union(&before, triple)));
        for line in 0..3 {
            for x in 0..3 {
                let in_line = digits[line][(x + 1) % 3] | digits[line][(x + 2) % 3];
                let in_box = digits[(line + 1) % 3][x] | digits[(line + 2) % 3][x];
                let must = digits[line][x] & (!in_line | !in_box);
                if must.count_ones() >= 3 {
                    cells[line][x].iter().for_each(|&i| board[i] &= must);
                }
            }
        }
    }
}

/// A board that the rule of bands and stacks does not change.
fn paired(mut board: CellCandidates) -> CellCandidates {
    loop {
        let before = board;
        bands(&mut board);
        stacks(&mut board);
        if board == before {
            return board;
        }
    }
}

fn check_triads<S: Simd>(s: S) {
    let mut rng = rng(5);
    let mut seen = 0;
    for _ in 0..4000 / S::V::LANES {
        let boards: Vec<CellCandidates> = (0..S::V::LANES).map(|_| paired(random_board(&mut rng))).collect();
        let mut state = state_of(s, &boards);
        let wanted = below(&mut rng, 1 << S::V::LANES);
        let minis = branch::Minis::new(&state);
        let (excess, changed) = branch::triads(s, &minis, wanted);
        let places = branch::places(s, minis);
        let mut second = [s.splat(0); WORDS];
        branch::branch(s, &mut state, &mut second, &excess, &places, 0);
        for (lane, board) in boards.iter().enumerate() {
            let mut expected = *board;
            if wanted >> lane & 1 == 1 {
                naive_triads(&mut expected);
            }
            assert_eq!(board_of::<S>(&state, lane), expected);
            assert_eq!(changed >> lane & 1 == 1, expected != *board);
            seen += u32::from(expected != *board);
        }
    }
    assert!(seen > 100, "the boards show the rule: {seen}");
}

/// The two halves of the branch by the rule in `README.md`, computed cell by cell, whether the placements are many, and
/// the band (0 to 2) or stack.
fn naive_branch(board: &CellCandidates) -> ([CellCandidates; 2], bool, usize) {
    let has = |triple: [usize; 3], d: u32| union(board, triple) & d != 0;
    let placements = |unit: usize, d: u32| {
        let t = triples(unit);
        let boxes = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];
        boxes.iter().filter(|x| (0..3).all(|line| has(t[line][x[line]], d))).count()
    };
    let digits = || (0..9).map(|d| 1u32 << d);
    let open = |unit: usize| digits().filter(move |&d| placements(unit, d) > 1);
    let weight = |unit: usize| digits().map(|d| placements(unit, d).clamp(1, 4) - 1).sum::<usize>();
    let many = (0..6).map(weight).sum::<usize>() >= 70;
    let weight = |unit: usize| if many { open(unit).count() } else { weight(unit) };
    let unit = (0..6).filter(|&unit| weight(unit) > 0).min_by_key(|&unit| weight(unit)).unwrap();
    let d = open(unit).find(|&d| placements(unit, d) == 2).or_else(|| open(unit).next()).unwrap();
    let lines = triples(unit);
    let line = lines.iter().find(|line| line.iter().filter(|&&t| has(t, d)).count() > 1).unwrap();
    let first = line.iter().position(|&t| has(t, d)).unwrap();
    let mut halves = [*board; 2];
    for (x, triple) in line.iter().enumerate() {
        triple.iter().for_each(|&i| halves[usize::from(x == first)][i] &= !d);
    }
    (halves, many, unit)
}

/// A board that no sweep changes any more, or `None` if it ends before.
fn still(mut board: CellCandidates) -> Option<CellCandidates> {
    loop {
        let (next, [dead, solved, ..]) = naive_sweep(&board);
        if dead || solved {
            return None;
        }
        if next == board {
            return Some(board);
        }
        board = next;
    }
}

fn check_branch<S: Simd>(s: S) {
    let mut rng = rng(2);
    let (mut kinds, mut weights) = ([0; 2], [0; 2]);
    for _ in 0..2000 / S::V::LANES {
        let boards = std::iter::repeat_with(|| still(random_board(&mut rng))).flatten();
        let boards: Vec<CellCandidates> = boards.take(S::V::LANES).collect();
        let (mut first, mut second) = (state_of(s, &boards), [s.splat(0); WORDS]);
        let minis = branch::Minis::new(&first);
        let (excess, _) = branch::triads(s, &minis, 0);
        let places = branch::places(s, minis);
        let wanted = below(&mut rng, 1 << S::V::LANES);
        branch::branch(s, &mut first, &mut second, &excess, &places, wanted);
        for (lane, board) in boards.iter().enumerate() {
            let halves = [board_of::<S>(&first, lane), board_of::<S>(&second, lane)];
            if wanted >> lane & 1 == 0 {
                assert_eq!(halves, [*board; 2]);
                continue;
            }
            let (expected, many, unit) = naive_branch(board);
            assert_eq!(halves, expected);
            kinds[unit / 3] += 1;
            weights[usize::from(many)] += 1;
            assert!(halves.iter().all(|half| half != board), "both halves remove a candidate");
        }
    }
    assert!(kinds.iter().all(|&n| n > 100), "bands and stacks: {kinds:?}");
    assert!(weights.iter().all(|&n| n > 100), "few and many placements: {weights:?}");
}

fn check_packing<S: Simd>(s: S) {
    let mut rng = rng(3);
    for _ in 0..500 {
        let board = full(&mut rng);
        let digits = board.map(|c| c.trailing_zeros() as u8 + 1);
        let givens = digits.map(|d| if below(&mut rng, 2) == 0 { d } else { 0 });
        let mut row = PuzzleState([0; PuzzleState::WORDS]);
        s.pack(&givens, &mut row);
        let mut state = [s.splat(0); WORDS];
        let lane = below(&mut rng, S::V::LANES as u32) as usize;
        S::V::load(&mut state, lane, &row);
        let expected = givens.map(|d| if d == 0 { 0x1FF } else { 1 << (d - 1) });
        assert_eq!(board_of::<S>(&state, lane), expected);
        s.pack(&digits, &mut row);
        S::V::load(&mut state, lane, &row);
        let mut back = [0; 81];
        s.unpack(&state, lane, &mut back);
        assert_eq!(back, digits);
    }
}

fn check_vector<S: Simd>(s: S) {
    let mut rng = rng(4);
    for _ in 0..200 {
        let mut v = [s.splat(0); 3];
        for lane in 0..S::V::LANES {
            S::V::load(&mut v, lane, &PuzzleState(std::array::from_fn(|_| rng.next_u32() >> 1)));
        }
        let [a, b, c] = v;
        let check = |name: &str, result: S::V, f: fn(u32, u32, u32) -> u32| {
            let words = |v: S::V| S::V::words(&[v]).to_vec();
            let (a, b, c) = (words(a), words(b), words(c));
            let expected: Vec<u32> = (0..S::V::LANES).map(|k| f(a[k], b[k], c[k])).collect();
            assert_eq!(words(result), expected, "{name}");
        };
        check("and", a & b, |a, b, _| a & b);
        check("or", a | b, |a, b, _| a | b);
        check("xor", a ^ b, |a, b, _| a ^ b);
        check("add", a + b, |a, b, _| a.wrapping_add(b));
        check("sub", a - b, |a, b, _| a.wrapping_sub(b));
        check("shl", a.shl::<10>(), |a, _, _| a << 10);
        check("shr", a.shr::<9>(), |a, _, _| a >> 9);
        check("and_not", a.and_not(b), |a, b, _| a & !b);
        check("and3", a.and3(b, c), |a, b, c| a & b & c);
        check("or3", a.or3(b, c), |a, b, c| a | b | c);
        check("or_and", a.or_and(b, c), |a, b, c| a | (b & c));
        check("two_of", a.two_of(b, c), |a, b, c| (a & b) | (a & c) | (b & c));
        check("or_xor", a.or_xor(b, c), |a, b, c| a | (b ^ c));
        check("and_not_or", a.and_not_or(b, c), |a, b, c| a & !b | c);
        check("without", a.without(b, c), |a, b, c| a & !b & !c);
        check("and_and_not", a.and_and_not(b, c), |a, b, c| a & b & !c);
        let bits = rng.next_u32() >> 1;
        let lane = below(&mut rng, S::V::LANES as u32) as usize;
        let mut zero = [a];
        S::V::words_mut(&mut zero)[lane] = 0;
        assert_eq!(zero[0].zeros(), 1 << lane);
        let wanted = below(&mut rng, 1 << S::V::LANES);
        let selected = [s.select(wanted, bits)];
        for (k, &word) in S::V::words(&selected).iter().enumerate() {
            assert_eq!(word, if wanted >> k & 1 == 1 { bits } else { 0 });
        }
    }
}

fn check_all<S: Simd>(s: S) {
    check_vector(s);
    check_packing(s);
    check_sweep(s);
    check_triads(s);
    check_branch(s);
}

#[test]
fn portable() {
    check_all(Portable);
}

#[test]
#[cfg(target_arch = "x86_64")]
fn sse2() {
    check_all(super::sse2::Sse2);
}

#[test]
#[cfg(target_arch = "x86_64")]
fn avx2() {
    if let Some(s) = super::avx2::Avx2::new() {
        check_all(s);
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn avx512() {
    if let Some(s) = super::avx512::Avx512::new() {
        check_all(s);
    }
}
