//! The iterator over all solutions of a diagram.

use super::search::{BOTTOM, Nodes, TOP};

/// The solutions of a [`CoverDiagram`](super::CoverDiagram), created by
/// [`CoverDiagram::solutions`](super::CoverDiagram::solutions).
///
/// ```
/// use quadrille::cover::{Cover, CoverDiagram};
///
/// let mut cover = Cover::new(2);
/// for items in [&[1][..], &[0, 1], &[0]] {
///     cover.add(items)?;
/// }
/// let diagram = CoverDiagram::build(&cover)?;
/// let solutions: Vec<_> = diagram.solutions().collect();
/// assert_eq!(solutions, [vec![1], vec![0, 2]]);
/// assert_eq!(diagram.nth(&1u32.into()), Some(vec![0, 2]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DiagramSolutions<'a> {
    nodes: &'a Nodes,
    /// Nodes whose solutions are still to come, and the number of options chosen before each; the next one last.
    ahead: Vec<(u32, usize)>,
    chosen: Vec<usize>,
}

impl<'a> DiagramSolutions<'a> {
    pub(super) fn new(nodes: &'a Nodes, root: u32) -> DiagramSolutions<'a> {
        DiagramSolutions { nodes, ahead: vec![(root, 0)], chosen: Vec::new() }
    }
}

impl Iterator for DiagramSolutions<'_> {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        while let Some((mut at, depth)) = self.ahead.pop() {
            self.chosen.truncate(depth);
            while at != TOP && at != BOTTOM {
                let node = self.nodes.node(at);
                if node.lo != BOTTOM {
                    self.ahead.push((node.lo, self.chosen.len()));
                }
                self.chosen.push(node.option as usize);
                at = node.hi;
            }
            if at == TOP {
                let mut solution = self.chosen.clone();
                solution.sort_unstable();
                return Some(solution);
            }
        }
        None
    }
}

impl std::iter::FusedIterator for DiagramSolutions<'_> {}
