//! Exact cover: the description of a problem, without any search.

mod sudoku;

/// An exact cover problem: choose options so that every primary item is in exactly one of them and
/// every secondary item in at most one.
///
/// Items are numbered from 0, the primary ones first; options are numbered from 0 in the order in
/// which they were added. See D. E. Knuth, *The Art of Computer Programming*, 7.2.2.1.
///
/// ```
/// use quadrille::cover::Cover;
///
/// // Two primary items and one secondary one.
/// let mut cover = Cover::new(2, 1);
/// cover.add(&[0, 2]).unwrap();
/// cover.add(&[1, 2]).unwrap();
/// cover.add(&[1]).unwrap();
/// assert_eq!((cover.items(), cover.primary(), cover.len()), (3, 2, 3));
/// assert_eq!(cover.option(1), [1, 2]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cover {
    primary: usize,
    items: usize,
    /// The items of all options, end to end.
    nodes: Vec<u32>,
    /// Where each option begins in `nodes`, and where the last one ends.
    starts: Vec<usize>,
}

/// Why an option was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CoverError {
    /// The option names an item that the problem does not have.
    #[error("item {item} of {items}")]
    UnknownItem {
        /// The item.
        item: usize,
        /// Items of the problem.
        items: usize,
    },
    /// The option names an item twice.
    #[error("item {0} twice in one option")]
    RepeatedItem(usize),
}

impl Cover {
    /// A problem with so many primary and secondary items and no option yet.
    ///
    /// # Panics
    /// If there are 2³¹ items or more.
    pub fn new(primary: usize, secondary: usize) -> Cover {
        let items = primary + secondary;
        assert!(items < 1 << 31, "too many items");
        Cover { primary, items, nodes: Vec::new(), starts: vec![0] }
    }

    /// Adds an option and returns its number.
    ///
    /// An option without a primary item is numbered but never chosen.
    ///
    /// # Errors
    /// If an item does not exist or is named twice; the problem is then unchanged.
    pub fn add(&mut self, items: &[usize]) -> Result<usize, CoverError> {
        for (i, &item) in items.iter().enumerate() {
            if item >= self.items {
                return Err(CoverError::UnknownItem { item, items: self.items });
            }
            if items[..i].contains(&item) {
                return Err(CoverError::RepeatedItem(item));
            }
        }
        self.nodes.extend(items.iter().map(|&item| item as u32));
        self.starts.push(self.nodes.len());
        Ok(self.len() - 1)
    }

    /// Items, primary and secondary.
    pub fn items(&self) -> usize {
        self.items
    }

    /// Primary items: those numbered below this.
    pub fn primary(&self) -> usize {
        self.primary
    }

    /// Options.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no option.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The items of an option, in the order given.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn option(&self, option: usize) -> &[u32] {
        &self.nodes[self.starts[option]..self.starts[option + 1]]
    }

    /// The items of every option, in order.
    pub fn options(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        (0..self.len()).map(|option| self.option(option))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_option_leaves_no_trace() {
        let mut cover = Cover::new(2, 1);
        cover.add(&[2, 0]).unwrap();
        let before = cover.clone();
        assert_eq!(cover.add(&[0, 3]), Err(CoverError::UnknownItem { item: 3, items: 3 }));
        assert_eq!(cover.add(&[1, 0, 1]), Err(CoverError::RepeatedItem(1)));
        assert_eq!(cover, before);
        assert_eq!(cover.add(&[]), Ok(1));
        assert_eq!(cover.options().collect::<Vec<_>>(), [&[2, 0][..], &[]]);
    }
}
