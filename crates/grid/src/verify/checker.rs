//! Many 9×9 grids, several at once where the machine has instructions for it.

use super::nine::{CELLS, is_solution_nine};
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, sse2};
use quadrille_base::isa::InstructionSet;

/// Checks the solutions of many 9×9 puzzles. It accepts the same solutions as [`is_solution`](super::is_solution),
/// with any instruction set.
#[derive(Clone, Copy, Debug)]
pub struct NineChecker {
    build: Build,
}

#[derive(Clone, Copy, Debug)]
enum Build {
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    Portable,
}

impl NineChecker {
    /// The checker for this instruction set; `None` where the machine does not have it.
    pub fn new(isa: InstructionSet) -> Option<NineChecker> {
        let build = match isa {
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 | InstructionSet::Avx2 => Build::Avx2(Avx2::new()?),
            #[cfg(not(target_arch = "x86_64"))]
            InstructionSet::Avx512 | InstructionSet::Avx2 => return None,
            _ => Build::Portable,
        };
        Some(NineChecker { build })
    }

    /// The number, from 0, of the first puzzle with a wrong solution. Puzzles and solutions are laid end to end; where
    /// `has_solution` is false, the cells of `solutions` have no meaning.
    ///
    /// ```
    /// use quadrille::engine::InstructionSet;
    /// use quadrille_grid::verify::NineChecker;
    ///
    /// let grid: Vec<u8> = (0..81).map(|c| ((c / 9 % 3 * 3 + c / 27 + c % 9) % 9 + 1) as u8).collect();
    /// let mut solutions = grid.repeat(10);
    /// solutions.swap(81 * 7, 81 * 7 + 1);
    /// solutions[81 * 3] = 0;
    /// let checker = NineChecker::new(InstructionSet::detect()).expect("the machine has it");
    /// assert_eq!(checker.first_wrong(&[0; 810], &solutions, |_| true), Some(3));
    /// assert_eq!(checker.first_wrong(&[0; 810], &solutions, |i| i != 3), Some(7));
    /// ```
    ///
    /// # Panics
    /// If the slices differ in length or do not consist of 9×9 grids.
    pub fn first_wrong(
        self,
        givens: &[u8],
        solutions: &[u8],
        has_solution: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        assert_eq!(givens.len(), solutions.len(), "a solution for each puzzle");
        let (givens, rest) = givens.as_chunks::<CELLS>();
        let (solutions, _) = solutions.as_chunks::<CELLS>();
        assert!(rest.is_empty(), "whole grids");
        let mut at = 0;
        loop {
            at += self.right_at_once(givens[at..].as_flattened(), solutions[at..].as_flattened());
            // One of the next grids is wrong or has no solution, or they are the last.
            let end = givens.len().min(at + self.group());
            let is_wrong = |&i: &usize| has_solution(i) && !is_solution_nine(&givens[i], &solutions[i]);
            if let Some(wrong) = (at..end).find(is_wrong) {
                return Some(wrong);
            }
            if end == givens.len() {
                return None;
            }
            at = end;
        }
    }

    /// The number of grids that are checked at once.
    fn group(self) -> usize {
        match self.build {
            #[cfg(target_arch = "x86_64")]
            Build::Avx2(_) => Avx2::GRIDS,
            Build::Portable => 1,
        }
    }

    /// How many grids at the beginning are right, in whole groups; more of the following grids may be.
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables))]
    fn right_at_once(self, givens: &[u8], solutions: &[u8]) -> usize {
        match self.build {
            #[cfg(target_arch = "x86_64")]
            Build::Avx2(checker) => checker.right_at_once(givens, solutions),
            #[cfg(target_arch = "x86_64")]
            Build::Portable => sse2::right_at_once(givens, solutions),
            #[cfg(not(target_arch = "x86_64"))]
            Build::Portable => 0,
        }
    }
}
