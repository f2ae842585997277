//! The search of a matrix is compiled once for each of several instruction sets, and the best is chosen at run time.
//!
//! They differ only in how they find the smallest item, and find the same one: solutions, their order, nodes and
//! guesses are the same.

use super::block::Block;
use super::matrix_search::MatrixSearch;
use super::needs::Needs;
use super::progress::{Reached, Tracker};
use super::smallest::Portable;
#[cfg(target_arch = "x86_64")]
use super::vectors::{Avx2, Avx512};

/// A build that this machine can run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AnyBuild {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Default for AnyBuild {
    /// The fastest one.
    fn default() -> AnyBuild {
        #[cfg(target_arch = "x86_64")]
        if let Some(token) = Avx512::new() {
            return AnyBuild::Avx512(token);
        } else if let Some(token) = Avx2::new() {
            return AnyBuild::Avx2(token);
        }
        AnyBuild::Portable
    }
}

impl AnyBuild {
    /// All builds that this machine can run.
    #[cfg(test)]
    pub fn all() -> Vec<AnyBuild> {
        let mut all = vec![AnyBuild::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            all.extend(Avx2::new().map(AnyBuild::Avx2));
            all.extend(Avx512::new().map(AnyBuild::Avx512));
        }
        all
    }

    /// See [`MatrixSearch::advance`].
    #[inline(always)]
    pub fn advance<const W: usize, N: Needs>(
        self,
        search: &mut MatrixSearch<W, N>,
        block: &Block,
        tracker: &mut Tracker<'_>,
    ) -> Reached {
        match self {
            AnyBuild::Portable => portable(search, block, tracker),
            #[cfg(target_arch = "x86_64")]
            AnyBuild::Avx2(token) => token.advance(search, block, tracker),
            #[cfg(target_arch = "x86_64")]
            AnyBuild::Avx512(token) => token.advance(search, block, tracker),
        }
    }
}

#[inline(never)]
fn portable<const W: usize, N: Needs>(
    search: &mut MatrixSearch<W, N>,
    block: &Block,
    tracker: &mut Tracker<'_>,
) -> Reached {
    search.advance(Portable, block, tracker)
}
