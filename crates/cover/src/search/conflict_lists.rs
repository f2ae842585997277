//! A cover problem as lists of options that exclude each other.

use crate::csr::Csr;
use crate::{Cover, OutOfMemory, memory};
use std::collections::HashMap;

/// No list.
pub(crate) const NONE: u32 = u32::MAX;

/// Two lists: an option with this conflict excludes the options of the first that are not in the second.
///
/// | item of the option | `item` | `same_color` |
/// | --- | --- | --- |
/// | primary, or secondary without color | the item's options | none |
/// | secondary with a color | the item's options | the options that give it the same color |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Conflicts {
    pub item: u32,
    pub same_color: u32,
}

/// The conflicts of every option, one for each of its items.
///
/// Lists are numbered: primary items, secondary items, then one for every color of every item.
#[derive(Debug)]
pub(crate) struct ConflictLists {
    pub primary: usize,
    /// Number of lists.
    pub lists: usize,
    conflicts: Csr<Conflicts>,
}

impl ConflictLists {
    /// # Panics
    /// If the options have 2³² items or more in all.
    pub fn try_new(cover: &Cover) -> Result<ConflictLists, OutOfMemory> {
        let nodes = cover.nodes();
        let (mut colors, mut conflicts) = (HashMap::new(), Csr::try_with_capacity(cover.len(), nodes)?);
        for option in 0..cover.len() {
            if !cover.is_colored() {
                let items = cover.option(option).iter();
                conflicts.extend(items.map(|&item| Conflicts { item, same_color: NONE }));
                conflicts.end_list();
                continue;
            }
            for (&item, &color) in cover.option(option).iter().zip(cover.colors(option)) {
                let next = (cover.items() + colors.len()) as u32;
                if color != 0 {
                    memory::reserve_entry(&mut colors)?;
                }
                let same_color = if color == 0 { NONE } else { *colors.entry((item, color)).or_insert(next) };
                conflicts.push(Conflicts { item, same_color });
            }
            conflicts.end_list();
        }
        Ok(ConflictLists { primary: cover.primary(), lists: cover.items() + colors.len(), conflicts })
    }

    /// The conflicts of an option.
    #[inline(always)]
    pub fn of(&self, option: usize) -> &[Conflicts] {
        self.conflicts.list(option)
    }

    /// The conflicts of all options.
    pub fn all(&self) -> &Csr<Conflicts> {
        &self.conflicts
    }

    /// Whether an option has a primary item. An option without one is never chosen.
    #[inline]
    pub fn is_choice(&self, option: usize) -> bool {
        self.of(option).iter().any(|conflicts| (conflicts.item as usize) < self.primary)
    }
}
