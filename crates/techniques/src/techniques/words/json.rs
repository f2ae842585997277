//! A step as JSON.

use super::names;
use crate::techniques::{
    houses::{cells, members},
    reason::{Argument, Chain, Link, Node, Part, Reason, Role},
    step::Step,
};

impl Step {
    /// The step by Sudoku Explainer with its reason as one JSON object, in one line. `docs/reference/steps.md` describes its members.
    ///
    /// Cells are named as `r1c5`, houses as `row 1`. Digits are numbers from 1, nodes and steps are numbered from 0.
    pub fn json(&self, reason: &Reason) -> String {
        self.object(reason, ("rating", format!("{}.{}", self.rating / 10, self.rating % 10)))
    }

    /// The same for a step by HoDoKu, with its score, or by simple techniques, without a rating.
    pub(crate) fn json_with(&self, reason: &Reason, score: Option<u16>) -> String {
        let value = score.map_or(("rating", "null".into()), |score| ("score", score.to_string()));
        self.object(reason, value)
    }

    fn object(&self, reason: &Reason, rating: (&str, String)) -> String {
        let placed = match self.placed {
            Some((cell, digit)) => candidate(cell.into(), digit.into()),
            None => "null".into(),
        };
        let removed = list(self.removed.candidates().map(|(cell, digit)| candidate(cell, digit)));
        let notation = reason.notation(self);
        let [cells_of_step, digits_of_step] = cells_and_digits(self.cells, self.digits);
        let members = [
            ("technique", text(self.technique.name())),
            ("name", text(&self.name(reason))),
            rating,
            cells_of_step,
            digits_of_step,
            ("placed", placed),
            ("eliminated", removed),
            ("notation", if notation.is_empty() { "null".into() } else { text(&notation) }),
            ("argument", argument(reason.argument)),
            ("parts", list(reason.parts.iter().map(part))),
            ("chains", list(reason.chains.iter().map(chain))),
            ("steps", list(reason.steps.iter().map(|(step, reason)| step.json(reason)))),
        ];
        object(&members)
    }
}

/// A text without characters that JSON escapes.
fn text(text: &str) -> String {
    format!("\"{text}\"")
}

fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}

fn object(members: &[(&str, String)]) -> String {
    let members: Vec<_> = members.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
    format!("{{{}}}", members.join(","))
}

fn candidate(cell: usize, digit: usize) -> String {
    object(&[("cell", text(&names::cell(cell))), ("digit", (digit + 1).to_string())])
}

fn cells_and_digits(set: u128, digits: u16) -> [(&'static str, String); 2] {
    [
        ("cells", list(cells(set).map(|cell| text(&names::cell(cell))))),
        ("digits", list(members(digits).map(|digit| (digit + 1).to_string()))),
    ]
}

fn argument(argument: Argument) -> String {
    let plain = |kind| object(&[("kind", text(kind))]);
    match argument {
        Argument::Pattern => plain("pattern"),
        Argument::Type(number) => object(&[("kind", text("type")), ("type", number.to_string())]),
        Argument::Cycle => plain("cycle"),
        Argument::Opposite => plain("opposite"),
        Argument::Ends => plain("ends"),
        Argument::Contradiction => plain("contradiction"),
        Argument::Double => plain("double"),
        Argument::Cell(cell) => object(&[("kind", text("cell")), ("cell", text(&names::cell(cell.into())))]),
        Argument::House(house) => object(&[("kind", text("house")), ("house", text(&names::house(house)))]),
    }
}

fn part(part: &Part) -> String {
    let [cells, digits] = cells_and_digits(part.cells, part.digits);
    let house = part.house.map_or("null".into(), |house| text(&names::house(house)));
    object(&[("role", text(role(part.role))), cells, digits, ("house", house)])
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Pattern => "pattern",
        Role::Base => "base",
        Role::Cover => "cover",
        Role::Fin => "fin",
        Role::Pivot => "pivot",
        Role::Wing => "wing",
        Role::AlmostLockedSet => "almost_locked_set",
        Role::RestrictedCommon => "restricted_common",
        Role::Intersection => "intersection",
        Role::Excluder => "excluder",
        Role::Further => "further",
        Role::Naked => "naked",
        Role::Hidden => "hidden",
        Role::Locked => "locked",
        Role::Target => "target",
        Role::Color => "color",
        Role::OtherColor => "other_color",
    }
}

fn chain(chain: &Chain) -> String {
    object(&[("nodes", list(chain.nodes.iter().map(node)))])
}

fn node(node: &Node) -> String {
    let [cells, digits] = cells_and_digits(node.cells, node.digits);
    let parents = node.parents.iter().map(|parent| {
        let (kind, more) = match parent.link {
            Link::Cell => ("cell", None),
            Link::House(house) => ("house", Some(("house", text(&names::house(house))))),
            Link::Set => ("set", None),
            Link::Step(number) => ("step", Some(("step", number.to_string()))),
        };
        let mut members = vec![("node", parent.node.to_string()), ("link", text(kind))];
        members.extend(more);
        object(&members)
    });
    object(&[cells, digits, ("on", node.on.to_string()), ("parents", list(parents))])
}
