//! The next digit by techniques, or why none was found.

use super::{Deduction, Explained, Techniques};
use quadrille_core::{
    grid::naked_singles::HintKind,
    grid::{Alphabet, Shape},
};

/// The result of a hint by techniques.
pub enum NextDigit {
    /// The digit, its cell and its reasons.
    Placed(Deduction),
    /// The techniques place no digit.
    Nothing,
    /// The board has this mistake, in words.
    Mistake(String),
}

impl NextDigit {
    /// Finds the next digit of a board. `simple` is the result of [`step`](quadrille_core::grid::naked_singles::step): a mistake
    /// that it finds is a mistake for every method, and its words come first. `explained` passes on the board with its
    /// rules, which only a mistake needs.
    pub fn find(
        (shape, alphabet, cells): (Shape, Alphabet, &[u8]),
        simple: HintKind,
        techniques: Techniques,
        explained: impl FnOnce(&mut dyn FnMut(&Explained<'_>)),
    ) -> NextDigit {
        let words = |words: fn(&Explained<'_>) -> Option<String>| {
            let mut text = None;
            explained(&mut |board| text = words(board));
            text
        };
        if simple == HintKind::Mistake {
            return NextDigit::Mistake(words(|board| Some(board.hint_mistake())).unwrap_or_default());
        }
        match Deduction::of_cells(shape, cells, techniques) {
            Ok(None) => NextDigit::Nothing,
            Ok(Some(found)) => NextDigit::Placed(found),
            Err(contradiction) => {
                let mistake = words(|board| board.mistake());
                NextDigit::Mistake(mistake.unwrap_or_else(|| contradiction.of_next_steps(shape, alphabet)))
            }
        }
    }

    /// The kind of the result.
    pub fn kind(&self) -> HintKind {
        match self {
            NextDigit::Placed(_) => HintKind::Placed,
            NextDigit::Nothing => HintKind::Nothing,
            NextDigit::Mistake(_) => HintKind::Mistake,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::{
        grid::naked_singles::step,
        grid::{Puzzle, Rules, Variants},
    };

    fn find(text: &str) -> NextDigit {
        let puzzle: Puzzle = text.parse().unwrap();
        let (shape, cells) = (puzzle.shape(), puzzle.givens());
        let alphabet = Alphabet::usual(shape);
        let simple = step(shape, cells, &mut vec![0; cells.len()]);
        NextDigit::find((shape, alphabet, cells), simple, Techniques::All, |f| {
            let rules = Rules::new(shape, &Variants::default()).unwrap();
            f(&Explained { rules: &rules, alphabet, cells, candidates: None });
        })
    }

    #[test]
    fn a_digit_nothing_or_a_mistake() {
        let NextDigit::Placed(found) = find("123.............") else { panic!("4 is left in the row") };
        assert_eq!((found.placement().cell(), found.placement().digit()), (Some(3), 4));
        assert_eq!(find("................").kind(), HintKind::Nothing);
        let NextDigit::Mistake(words) = find("11..............") else { panic!("two ones in a row") };
        assert!(words.contains("r1c1") && words.contains("r1c2"), "{words}");
    }

    #[test]
    fn a_contradiction_of_later_steps_is_a_mistake_with_words() {
        // Every cell has several digits left, but row 1 cannot hold 1.
        let NextDigit::Mistake(words) = find("2.....1..1......") else { panic!("a mistake") };
        assert!(!words.is_empty());
    }
}
