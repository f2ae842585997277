//! A step in the notation of forums: Eureka for chains, compact patterns for the rest.

use super::{names, sets};
use crate::techniques::{
    houses::{BOX, COLUMN, ROW},
    reason::{Argument, Chain, Link, Node, Part, Reason, Role},
    step::{Step, Technique},
};

impl Reason {
    /// The step as forums write it, or nothing if there is no notation for it, as for nets.
    ///
    /// Chains are in Eureka notation: `(5)r1c1=r1c5-r4c5=r4c2 => r4c1<>5`. Patterns have their names: `X-wing: 5 r37 c28 => r1c2<>5`.
    pub fn notation(&self, step: &Step) -> String {
        let pattern = match self.argument {
            Argument::Pattern if step.technique == Technique::NakedSingle => {
                format!("{}: {} in {}", step.name(self), names::digits(step.digits), names::group(step.cells))
            }
            Argument::Pattern | Argument::Type(_) => {
                format!("{}: {}", step.name(self), pattern(step.technique, &self.parts))
            }
            Argument::Contradiction => return String::new(),
            _ if self.chains.is_empty() => return String::new(),
            argument => {
                let chains: Option<Vec<_>> =
                    self.chains.iter().map(|chain| of_chain(chain, argument)).collect();
                let Some(chains) = chains else { return String::new() };
                chains.join(" || ")
            }
        };
        format!("{pattern} => {}", step.eliminations())
    }
}

/// A chain in Eureka notation; `None` if it is a net.
fn of_chain(chain: &Chain, argument: Argument) -> Option<String> {
    let nodes: Vec<&Node> = chain.nodes.iter().collect();
    let is_line = |(number, node): (usize, &&Node)| match node.parents[..] {
        [] => number == 0,
        [parent] => (number == 0 || parent.node + 1 == number) && !matches!(parent.link, Link::Step(_)),
        _ => false,
    };
    if nodes.is_empty() || !nodes.iter().enumerate().all(is_line) {
        return None;
    }
    match argument {
        // A strong link comes first, and the weak link between the first two nodes closes the loop.
        Argument::Cycle => {
            let from = usize::from(nodes[0].on);
            let rotated: Vec<&Node> = nodes[from..].iter().chain(&nodes[..from]).copied().collect();
            Some(format!("{}-loop", line(&rotated)))
        }
        // The refuted candidate sees both ends of the rest.
        Argument::Opposite if nodes[0].on && nodes.len() > 3 => Some(line(&nodes[1..nodes.len() - 1])),
        _ => Some(line(&nodes)),
    }
}

/// Nodes in a line: a node that is off and the next one are linked strongly. Nodes of one cell are written together.
fn line(nodes: &[&Node]) -> String {
    let (mut text, mut known, mut at) = (String::new(), 0, 0);
    while at < nodes.len() {
        let of_cell = nodes[at..].iter().take_while(|node| node.cells == nodes[at].cells).count();
        let group = &nodes[at..at + of_cell];
        if at > 0 {
            text.push(link(nodes[at - 1]));
        }
        if of_cell > 1 || group[0].digits != known {
            let mut inner = names::digits(group[0].digits);
            for pair in group.windows(2) {
                inner.push(link(pair[0]));
                inner += &names::digits(pair[1].digits);
            }
            text += &format!("({inner})");
        }
        text += &names::group(group[0].cells).replace(',', "|");
        known = group[of_cell - 1].digits;
        at += of_cell;
    }
    text
}

/// The link that leads on from a node.
fn link(node: &Node) -> char {
    if node.on { '-' } else { '=' }
}

fn pattern(technique: Technique, parts: &[Part]) -> String {
    let of = |role: Role| parts.iter().filter(move |part| part.role == role);
    let part = |part: &Part| format!("{} in {}", names::digits(part.digits), names::group(part.cells));
    let in_house =
        |part: &Part| format!("{} in {}", names::digits(part.digits), lines(part.house.into_iter()));
    match (technique, parts) {
        (Technique::LastValue | Technique::HiddenSingle, [single, ..]) => in_house(single),
        (Technique::DirectPointing | Technique::Pointing | Technique::Claiming, [base, ..]) => in_house(base),
        (Technique::XWing | Technique::Swordfish | Technique::Jellyfish, [first, ..]) => {
            let houses = |role| lines(of(role).filter_map(|part| part.house));
            format!("{} {} {}", names::digits(first.digits), houses(Role::Base), houses(Role::Cover))
        }
        (Technique::XyWing, [pivot, a, b]) => {
            let shared = [a.digits & b.digits, a.digits & pivot.digits, b.digits & pivot.digits];
            let [z, x, y] = shared.map(names::digits);
            let [first, middle, last] = [a, pivot, b].map(|part| names::group(part.cells));
            format!("({z}={x}){first}-({x}={y}){middle}-({y}={z}){last}")
        }
        (Technique::AlignedPairExclusion | Technique::AlignedTripletExclusion, _) => {
            let cells = |role| names::group(of(role).fold(0, |cells, part| cells | part.cells));
            format!("{} by {}", cells(Role::Base), cells(Role::Excluder))
        }
        _ if technique.is_of_sets() => sets::pattern(technique, parts),
        (Technique::Fish(_), [first, ..]) => {
            let houses = |role| lines(of(role).filter_map(|part| part.house));
            let fins = of(Role::Fin).fold(0, |cells, part| cells | part.cells);
            let fins = if fins == 0 { String::new() } else { format!(" fins {}", names::group(fins)) };
            format!("{} {} {}{fins}", names::digits(first.digits), houses(Role::Base), houses(Role::Cover))
        }
        (_, [first, ..]) if matches!(first.role, Role::Naked | Role::Pivot) => {
            let cells = parts
                .iter()
                .map(|part| format!("{}={}", names::group(part.cells), names::digits(part.digits)));
            cells.collect::<Vec<_>>().join(" ")
        }
        (
            Technique::DirectHiddenPair
            | Technique::DirectHiddenTriplet
            | Technique::UniqueRectangle
            | Technique::UniqueLoop,
            [first, ..],
        ) => part(first),
        _ => parts.iter().map(part).collect::<Vec<_>>().join(", "),
    }
}

/// Houses as forums write them: `r37`, `c28`, `b1`.
pub(super) fn lines(houses: impl Iterator<Item = u8>) -> String {
    let mut of_kind = [0u16; 3];
    houses.for_each(|house| of_kind[usize::from(house) / 9] |= 1 << (house % 9));
    let names = [(ROW, 'r'), (COLUMN, 'c'), (BOX, 'b')];
    let names = names.into_iter().filter(|(kind, _)| of_kind[*kind] != 0);
    names.map(|(kind, name)| format!("{name}{}", names::digits(of_kind[kind]))).collect()
}
