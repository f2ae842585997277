//! Lists of different lengths, end to end: compressed sparse rows (CSR).

use super::memory;
use super::memory::OutOfMemory;
use std::ops::Range;

/// Lists stored one after the other, found by their offsets.
///
/// ```text
///            list 0    list 1   list 2
///  items   │ a b c   │        │ d e   │
///  starts    0         3        3       5
/// ```
#[derive(Clone, Debug)]
pub struct Csr<T> {
    /// Where each list begins, and where the last one ends.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Csr<T> {
    /// No lists.
    fn default() -> Csr<T> {
        Csr { starts: vec![0], items: Vec::new() }
    }
}

impl<T> Csr<T> {
    /// No lists yet, with memory for this many lists, and this many items in all.
    pub fn try_with_capacity(lists: usize, items: usize) -> Result<Csr<T>, OutOfMemory> {
        let mut starts = memory::with_capacity(lists + 1)?;
        starts.push(0);
        Ok(Csr { starts, items: memory::with_capacity(items)? })
    }

    /// These lists, in order.
    pub fn from_lists(lists: impl IntoIterator<Item: IntoIterator<Item = T>>) -> Csr<T> {
        let mut csr = Csr::default();
        for list in lists {
            list.into_iter().for_each(|item| csr.push(item));
            csr.end_list();
        }
        csr
    }

    /// `lists` lists, from items that are given in any order, each with the number of its list; a list
    /// keeps the order of its items. `items` is called twice: to count, and to fill.
    ///
    /// # Panics
    /// If a number is not below `lists`.
    pub fn group<I>(lists: usize, items: impl Fn() -> I) -> Csr<T>
    where
        T: Copy + Default,
        I: Iterator<Item = (usize, T)>,
    {
        Csr::try_group(lists, items).unwrap_or_else(|error| error.abort())
    }

    /// As [`group`](Self::group), of lists that grow with a problem.
    pub fn try_group<I>(lists: usize, items: impl Fn() -> I) -> Result<Csr<T>, OutOfMemory>
    where
        T: Copy + Default,
        I: Iterator<Item = (usize, T)>,
    {
        let mut starts = memory::filled(0u32, lists + 1)?;
        items().for_each(|(list, _)| starts[list + 1] += 1);
        for list in 0..lists {
            starts[list + 1] += starts[list];
        }
        let mut next = memory::with_capacity(lists + 1)?;
        next.extend_from_slice(&starts);
        let mut grouped = memory::filled(T::default(), starts[lists] as usize)?;
        for (list, item) in items() {
            grouped[next[list] as usize] = item;
            next[list] += 1;
        }
        Ok(Csr { starts, items: grouped })
    }

    /// Removes all lists and keeps the memory.
    pub fn clear(&mut self) {
        self.starts.truncate(1);
        self.items.clear();
    }

    /// Appends an item to the list that [`end_list`](Self::end_list) will end.
    #[inline(always)]
    pub fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// Appends items to the list that [`end_list`](Self::end_list) will end.
    #[inline(always)]
    pub fn extend(&mut self, items: impl Iterator<Item = T>) {
        self.items.extend(items);
    }

    /// Ends a list with the items pushed since the last one.
    ///
    /// # Panics
    /// If there are 2³² items or more.
    #[inline]
    pub fn end_list(&mut self) {
        self.starts.push(u32::try_from(self.items.len()).expect("fewer than 2³² items"));
    }

    /// The number of lists.
    #[expect(clippy::len_without_is_empty, reason = "no caller needs it")]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// A list.
    ///
    /// # Panics
    /// If the list does not exist.
    #[inline(always)]
    pub fn list(&self, list: usize) -> &[T] {
        &self.items[self.range(list)]
    }

    /// A list, to change its items.
    ///
    /// # Panics
    /// If the list does not exist.
    #[inline(always)]
    pub fn list_mut(&mut self, list: usize) -> &mut [T] {
        let range = self.range(list);
        &mut self.items[range]
    }

    /// Where a list is in [`items`](Self::items).
    ///
    /// # Panics
    /// If the list does not exist.
    #[inline(always)]
    pub fn range(&self, list: usize) -> Range<usize> {
        self.starts[list] as usize..self.starts[list + 1] as usize
    }

    /// The items of all lists, end to end.
    #[inline(always)]
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.starts) + size_of_val(&*self.items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lists_are_found_and_changed_by_number() {
        let mut csr = Csr::from_lists([vec![1, 2, 3], vec![], vec![4, 5]]);
        assert_eq!((csr.len(), csr.items()), (3, &[1, 2, 3, 4, 5][..]));
        assert_eq!([csr.list(0), csr.list(1), csr.list(2)], [&[1, 2, 3][..], &[], &[4, 5]]);
        csr.list_mut(2)[0] = 9;
        assert_eq!((csr.list(2), csr.range(2)), (&[9, 5][..], 3..5));
        assert_eq!(csr.bytes(), 4 * 4 + 5 * 4);
    }

    #[test]
    fn cleared_lists_can_be_filled_again() {
        let mut csr = Csr::from_lists([[1], [2]]);
        csr.clear();
        assert_eq!((csr.len(), csr.items().len()), (0, 0));
        csr.push(7);
        csr.push(8);
        csr.end_list();
        csr.end_list();
        assert_eq!((csr.len(), csr.list(0), csr.list(1)), (2, &[7, 8][..], &[][..]));
    }

    #[test]
    fn no_list_has_no_items() {
        assert_eq!(Csr::<u8>::default().len(), 0);
        assert_eq!(Csr::<u8>::group(0, std::iter::empty).len(), 0);
        assert!(Csr::from_lists([[0u8; 0]; 0]).items().is_empty());
    }

    proptest! {
        #[test]
        fn grouping_keeps_the_order_within_each_list(
            pairs in proptest::collection::vec((0usize..6, any::<u16>()), 0..40)
        ) {
            let csr = Csr::group(6, || pairs.iter().copied());
            let lists: Vec<Vec<u16>> = (0..6)
                .map(|list| pairs.iter().filter(|pair| pair.0 == list).map(|pair| pair.1).collect())
                .collect();
            for (list, items) in lists.iter().enumerate() {
                prop_assert_eq!(csr.list(list), &items[..]);
            }
            let again = Csr::from_lists(lists);
            prop_assert_eq!((again.starts, again.items), (csr.starts, csr.items));
        }
    }
}
