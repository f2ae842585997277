//! Diagrams that are put in order against diagrams that are built in order: an ordered and reduced diagram is
//! unique.

use super::build::Builder;
use super::nodes::{BOTTOM, Nodes, TOP};
use super::ordered::ordered;
use crate::Cover;
use crate::count::memo::{OrderedSpace, Reduced, SmallestSpace};
use proptest::prelude::*;
use quadrille_base::limits::Budget;
use std::collections::BTreeSet;

/// The solutions of a node, listed by their definition.
fn solutions(nodes: &Nodes, node: u32) -> BTreeSet<BTreeSet<u32>> {
    match node {
        BOTTOM => BTreeSet::new(),
        TOP => BTreeSet::from([BTreeSet::new()]),
        node => {
            let node = nodes.node(node);
            let with = solutions(nodes, node.hi).into_iter().map(|mut solution| {
                assert!(solution.insert(node.option), "an option twice");
                solution
            });
            with.chain(solutions(nodes, node.lo)).collect()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_diagram_put_in_order_is_the_one_built_in_order(
        options in proptest::collection::vec((0u32..127, 0u32..9), 1..24)
    ) {
        let mut cover = Cover::new(6).with_secondary(2);
        for (items, color) in options {
            let colored: Vec<_> = (0..7)
                .filter(|item| items >> item & 1 != 0)
                .map(|item| (item, if item < 6 { 0 } else { color % 3 }))
                .collect();
            cover.add_colored(&colored).unwrap();
        }
        let reduced = Reduced::new(&cover).unwrap();
        prop_assume!(!reduced.is_dead && !reduced.items.is_empty());
        let Reduced { lists, options, items, .. } = &reduced;
        let ranks = reduced.ranks(items, cover.len());
        let mut smallest = Builder::new(SmallestSpace::<1>::without_symmetry(lists, options, items), false);
        let root = smallest.advance(u64::MAX, usize::MAX).unwrap().unwrap();
        let (converted, converted_root) = ordered(smallest.nodes(), root, &ranks, usize::MAX, &Budget::UNLIMITED).unwrap();
        let mut direct = Builder::new(OrderedSpace::<1>::new(lists, options, items), true);
        let direct_root = direct.advance(u64::MAX, usize::MAX).unwrap().unwrap();
        let wanted = solutions(smallest.nodes(), root);
        prop_assert_eq!(&solutions(&converted, converted_root), &wanted);
        prop_assert_eq!(&solutions(direct.nodes(), direct_root), &wanted);
        prop_assert_eq!(converted.len(), direct.nodes().len());
        let rank = |node| match node {
            BOTTOM | TOP => u32::MAX,
            node => ranks[converted.node(node).option as usize],
        };
        for (id, node) in converted.iter() {
            prop_assert!(node.hi != BOTTOM && rank(id) < rank(node.lo).min(rank(node.hi)));
        }
    }
}
