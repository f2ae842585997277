//! The arena of a board, in the layout that its rules need.

use quadrille_cover::Cover;
use quadrille_cover::arena::Arena;
use quadrille_cover::arena::layout::{Excluding, Layout, Of};
use quadrille_cover::arena::tables::fits;
use quadrille_cover::csr::Csr;

/// For up to 15 digits: the digits of a cell, and the places of a digit in a house, fit into 16 bits.
pub(super) type Small = Of<u16, u16, 4, false>;
/// For up to 31 digits.
pub(super) type Large = Of<u32, u16, 4, false>;

#[derive(Debug)]
pub(super) enum BoardArena {
    /// Only rows, columns and regions: four items for each option.
    Small(Arena<Small>),
    Large(Arena<Large>),
    /// More houses, or exclusions.
    SmallExcluding(Arena<Excluding<u16, u16>>),
    LargeExcluding(Arena<Excluding<u32, u16>>),
}

/// Evaluates an expression with whichever arena a board has.
macro_rules! with_arena {
    ($arena:expr, $name:ident => $body:expr) => {
        match $arena {
            BoardArena::Small($name) => $body,
            BoardArena::Large($name) => $body,
            BoardArena::SmallExcluding($name) => $body,
            BoardArena::LargeExcluding($name) => $body,
        }
    };
}
pub(super) use with_arena;

impl BoardArena {
    /// The arena of a board that is stated as a problem.
    pub fn new(cover: &Cover) -> BoardArena {
        let has_exclusions = cover.items() > cover.primary();
        if !has_exclusions && fits_or_abort::<Small>(cover) {
            return BoardArena::Small(Arena::new(cover));
        }
        if !has_exclusions && fits_or_abort::<Large>(cover) {
            return BoardArena::Large(Arena::new(cover));
        }
        let (bare, excluded) = split(cover);
        if fits_or_abort::<Excluding<u16, u16>>(&bare) {
            BoardArena::SmallExcluding(excluding(&bare, &excluded))
        } else {
            BoardArena::LargeExcluding(excluding(&bare, &excluded))
        }
    }
}

fn fits_or_abort<L: Layout>(cover: &Cover) -> bool {
    fits::<L>(cover).unwrap_or_else(|error| error.abort())
}

fn excluding<L: Layout>(cover: &Cover, excluded: &Csr<usize>) -> Arena<L> {
    let mut arena = Arena::new(cover);
    arena.tables.exclude(excluded);
    arena
}

/// The problem without its secondary items, and for each option the options that share a secondary item
/// with it.
fn split(cover: &Cover) -> (Cover, Csr<usize>) {
    let primary = cover.primary();
    let secondary =
        |option: usize| cover.option(option).iter().filter_map(move |&i| (i as usize).checked_sub(primary));
    let members = Csr::group(cover.items() - primary, || {
        (0..cover.len()).flat_map(|option| secondary(option).map(move |item| (item, option)))
    });
    let excluded = Csr::from_lists((0..cover.len()).map(|option| {
        let mut others: Vec<_> = secondary(option).flat_map(|item| members.list(item)).copied().collect();
        others.sort_unstable();
        others.dedup();
        others.retain(|&other| other != option);
        others
    }));
    let mut bare = Cover::new(primary);
    for option in cover.options() {
        let items = option.iter().map(|&item| item as usize).filter(|&item| item < primary);
        bare.add(&items.collect::<Vec<_>>()).expect("a part of a valid option");
    }
    (bare, excluded)
}
