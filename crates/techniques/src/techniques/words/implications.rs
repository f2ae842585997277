//! Chains in words.

use super::names;
use crate::techniques::{
    reason::{Argument, Chain, Link, Node, Parent, Reason},
    step::Step,
};

/// The assumptions of chains and their consequences.
pub(super) fn because(step: &Step, reason: &Reason) -> String {
    let [first, ..] = &reason.chains[..] else { return "its chains are not shown".into() };
    let (Some(start), Some(end)) = (first.nodes.first(), first.nodes.last()) else { return String::new() };
    let [start_text, end_text] = [start, end].map(names::node);
    match reason.argument {
        Argument::Cycle => {
            let line = line(first);
            let either = "Either all candidates with = are true or all with <>";
            format!("if {line}, so {start_text} again. {either}; a candidate that sees one of each is false")
        }
        Argument::Opposite => format!("if {}, which is a contradiction", line(first)),
        Argument::Ends => {
            let [start, end] = [start, end].map(|node| names::node(&Node { on: true, ..node.clone() }));
            format!("if {}; so {start} or {end}", line(first))
        }
        Argument::Contradiction if (start.cells, start.digits) == (end.cells, end.digits) => {
            format!("if {start_text}, then {}, which is a contradiction", opposite(start))
        }
        Argument::Contradiction => {
            format!("if {start_text}, then {end_text} and also {}, which is a contradiction", opposite(end))
        }
        Argument::Double => format!("whether {start_text} or {}, {end_text}", opposite(start)),
        Argument::Cell(cell) => format!("each candidate of {} leads to {end_text}", names::cell(cell.into())),
        Argument::House(house) => {
            format!(
                "each place of {} in {} leads to {end_text}",
                names::digits(start.digits),
                names::house(house)
            )
        }
        Argument::Pattern | Argument::Type(_) => step.eliminations(),
    }
}

/// A node with its truth negated.
fn opposite(node: &Node) -> String {
    names::node(&Node { on: !node.on, ..node.clone() })
}

/// "r1c5=3, then r1c7<>3, so r4c7=3".
fn line(chain: &Chain) -> String {
    let nodes: Vec<_> = chain.nodes.iter().map(names::node).collect();
    match &nodes[..] {
        [first, second, rest @ ..] => {
            let rest: String = rest.iter().map(|node| format!(", so {node}")).collect();
            format!("{first}, then {second}{rest}")
        }
        _ => nodes.concat(),
    }
}

/// The nodes of several chains, line by line, and then the inner steps that are not described by a notation. A node that an earlier chain
/// from the same assumption has is not repeated.
pub(super) fn listing(reason: &Reason) -> String {
    if reason.chains.len() < 2 {
        return String::new();
    }
    let mut listing = Listing { reason, lines: Vec::new(), known: Vec::new() };
    reason.chains.iter().for_each(|chain| listing.add(chain));
    for (number, (step, inner)) in reason.steps.iter().enumerate() {
        if inner.notation(step).is_empty() {
            let sentence = step.sentence(inner).replace('\n', "\n   ");
            listing.lines.push(format!("Step {}. {sentence}", number + 1));
        }
    }
    listing.lines.iter().map(|line| format!("\n{line}")).collect()
}

struct Listing<'a> {
    reason: &'a Reason,
    lines: Vec<String>,
    /// The nodes that were listed, in order, each with the start of its chain.
    known: Vec<(&'a Node, &'a Node)>,
}

impl<'a> Listing<'a> {
    /// Lists the nodes of a chain.
    fn add(&mut self, chain: &'a Chain) {
        let start = &chain.nodes[0];
        let mut numbers = Vec::new();
        for node in &chain.nodes {
            let is_same = |known: &(&Node, &Node)| {
                *known.1 == *start
                    && (known.0.cells, known.0.digits, known.0.on) == (node.cells, node.digits, node.on)
            };
            let number = self.known.iter().position(is_same).unwrap_or_else(|| {
                self.known.push((node, start));
                let why = self.why(node, &numbers);
                self.lines.push(format!("{}. {}: {why}", self.known.len(), names::node(node)));
                self.known.len() - 1
            });
            numbers.push(number);
        }
    }

    /// Why a node follows from its parents, whose numbers are known.
    fn why(&self, node: &Node, numbers: &[usize]) -> String {
        let [first, ..] = &node.parents[..] else { return "assumed".into() };
        let of = |parent: &Parent| (numbers[parent.node] + 1).to_string();
        let by = node.parents.iter().map(of).collect::<Vec<_>>().join(", ");
        let (digits, cells) = (names::digits(node.digits), names::group(node.cells));
        let why = match (first.link, node.on) {
            (Link::Cell, true) => format!("{cells} has no other candidate"),
            (Link::Cell, false) => format!("{cells} has one digit"),
            (Link::House(house), true) => format!("{} has no other place for {digits}", names::house(house)),
            (Link::House(house), false) => format!("{} has {digits} once", names::house(house)),
            (Link::Set, _) => format!("the set has no other digits than {digits}"),
            (Link::Step(number), _) => match self.reason.steps.get(number) {
                Some((step, reason)) => inner(number, step, reason),
                None => String::new(),
            },
        };
        format!("{why} ({by})")
    }
}

/// An inner step in a few words.
fn inner(number: usize, step: &Step, reason: &Reason) -> String {
    let notation = reason.notation(step);
    if notation.is_empty() { format!("step {} => {}", number + 1, step.eliminations()) } else { notation }
}
