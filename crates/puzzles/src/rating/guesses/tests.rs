//! The rules of every instruction set against the portable ones, on random boxes.

use super::{
    board::{Board, BoxDigits, LINES},
    fields::{ALL, THREE},
    rules::{Portable, Rules},
    tasks::{Pass, Tasks},
};

/// Words of random fields, with many or few digits.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 ^ self.0 >> 29
    }

    /// A field has each digit with a probability of 7 in 8, of 3 in 4, or of 1 in 2.
    fn fields(&mut self) -> u64 {
        let (a, b, c) = (self.next(), self.next().rotate_left(13), self.next().rotate_left(31));
        ALL & match self.next() >> 60 {
            0..8 => a | b | c,
            8..12 => a | b,
            _ => a,
        }
    }

    /// A board without regard to whether its parts agree.
    fn board(&mut self) -> Board {
        let mut board = Board::EMPTY;
        for number in 0..9 {
            *board.digits(number) = self.digits();
        }
        for line in 0..LINES {
            board.line(line).fill_with(|| self.fields() & THREE);
        }
        board
    }

    fn digits(&mut self) -> BoxDigits {
        [self.fields(), self.fields(), self.fields(), self.fields() & THREE]
    }
}

/// The board after an update of a box, and the result; `None` if there is a contradiction.
fn box_after(rules: impl Rules, before: &Board, number: usize, left: &BoxDigits) -> Option<(Board, Pass)> {
    let mut board = before.clone();
    let pass = rules.update_box(&mut board, number, left);
    (!pass.wrong).then_some((board, pass))
}

/// The board after an update of a line, the boxes that change, and the digits that each task on a box leaves.
fn line_after(rules: impl Rules, before: &Board, line: usize) -> (Board, usize, Vec<BoxDigits>) {
    let (mut board, mut tasks) = (before.clone(), Tasks::new());
    let changes = rules.update_line(&mut board, line, &mut tasks);
    let left = (0..18).map(|i| *tasks.left(i / 2, i % 2 != 0)).collect();
    (board, changes, left)
}

#[test]
fn avx2_and_avx512_do_the_same_as_the_portable_rules() {
    let mut words = Words(1);
    let (mut alive, mut again) = (0, 0);
    for i in 0..30_000 {
        let (board, a, b) = (words.board(), words.digits(), words.digits());
        let left = std::array::from_fn(|word| a[word] | b[word]);
        let (number, line) = (i % 9, i % LINES);
        let expected = box_after(Portable, &board, number, &left);
        let expected_line = line_after(Portable, &board, line);
        alive += usize::from(expected.is_some());
        again += usize::from(expected.as_ref().is_some_and(|(_, pass)| pass.again));
        let digits = *board.clone().digits(number);
        for avx2 in [super::avx2::Avx2::new(), super::avx2::Avx2::with_avx512()].into_iter().flatten() {
            assert_eq!(avx2.changes(&digits, &left), Portable.changes(&digits, &left), "{digits:x?}");
            assert_eq!(box_after(avx2, &board, number, &left), expected, "{board:x?} {number} {left:x?}");
            assert_eq!(line_after(avx2, &board, line), expected_line, "{board:x?} {line}");
        }
    }
    assert!(
        again > 500 && alive > again + 500,
        "{alive} without contradiction, {again} of them changed again"
    );
}
