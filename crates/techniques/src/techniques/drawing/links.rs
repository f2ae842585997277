//! The links of chains as curves with arrows, and outlines around the candidates of groups.

use super::svg::{Point, RADIUS, Svg, candidate, put};
use crate::techniques::{
    houses::{cells, members},
    reason::{Chain, Link, Node},
};
use std::collections::BTreeSet;

/// The number of colors of chains.
const COLORS: usize = 6;
/// The length of an arrow.
const ARROW: f64 = 6.5;

/// Outlines around all nodes with several candidates.
pub(super) fn draw_groups(svg: &mut Svg, chains: &[&Chain]) {
    let mut drawn = BTreeSet::new();
    for (number, chain) in chains.iter().enumerate() {
        for node in chain.nodes.iter().filter(|node| points(node).len() > 1) {
            if drawn.insert((node.cells, node.digits)) {
                draw_group(svg, number % COLORS, &points(node));
            }
        }
    }
}

/// A rounded outline around the candidates of a node.
fn draw_group(svg: &mut Svg, color: usize, points: &[Point]) {
    const ROOM: f64 = RADIUS + 2.5;
    let least = |by: fn(&Point) -> f64| points.iter().map(by).fold(f64::INFINITY, f64::min) - ROOM;
    let most = |by: fn(&Point) -> f64| points.iter().map(by).fold(0.0, f64::max) + ROOM;
    let (x, y) = (least(|point| point.0), least(|point| point.1));
    let (width, height) = (most(|point| point.0) - x, most(|point| point.1) - y);
    put!(
        svg,
        "<rect class=\"group k{color}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{ROOM}\"/>"
    );
}

/// The links of all chains, each once. Every chain has a color.
pub(super) fn draw_links(svg: &mut Svg, chains: &[&Chain]) {
    let mut drawn = BTreeSet::new();
    for (number, chain) in chains.iter().enumerate() {
        for (from, to, link) in links(chain) {
            let kind = match link {
                Link::Step(_) => " deduced",
                _ if to.on => "",
                _ => " weak",
            };
            if drawn.insert((from.cells, from.digits, to.cells, to.digits, kind)) {
                draw_link(svg, (number % COLORS, kind), nearest(from, to));
            }
        }
    }
}

/// The links of a chain: the parent, the node that follows from it, and how.
fn links(chain: &Chain) -> impl Iterator<Item = (&Node, &Node, &Link)> {
    chain.nodes.iter().flat_map(move |node| {
        node.parents
            .iter()
            .filter_map(move |parent| Some((chain.nodes.get(parent.node)?, node, &parent.link)))
    })
}

/// The candidates of a node.
fn points(node: &Node) -> Vec<Point> {
    let of_digit = |digit| cells(node.cells).map(move |cell| candidate(cell, digit));
    members(node.digits).flat_map(of_digit).collect()
}

/// The two candidates of the nodes that are nearest to each other.
fn nearest(from: &Node, to: &Node) -> [Point; 2] {
    let (from, to) = (points(from), points(to));
    let pairs = from.iter().flat_map(|a| to.iter().map(move |b| [*a, *b]));
    let length = |[a, b]: &[Point; 2]| (b.0 - a.0).hypot(b.1 - a.1);
    pairs.min_by(|one, other| length(one).total_cmp(&length(other))).unwrap_or_default()
}

/// A curve from one candidate to another that leaves both discs free, with an arrow at its end. It bends to its right, so that links in
/// both directions are apart.
fn draw_link(svg: &mut Svg, (color, kind): (usize, &str), [from, to]: [Point; 2]) {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let length = across.hypot(down);
    if length < 1.0 {
        return;
    }
    let bend = (0.16 * length).clamp(5.0, 34.0);
    let top = (
        from.0 + across / 2.0 - down / length * bend * 1.4,
        from.1 + down / 2.0 + across / length * bend * 1.4,
    );
    let towards = |(x, y): Point, by: f64| {
        let (across, down) = (top.0 - x, top.1 - y);
        let length = across.hypot(down);
        ((x + across / length * by, y + down / length * by), (across / length, down / length))
    };
    let ((x, y), _) = towards(from, RADIUS + 0.5);
    let ((tip_x, tip_y), (back_x, back_y)) = towards(to, RADIUS + 1.0);
    let (end_x, end_y) = (tip_x + back_x * ARROW, tip_y + back_y * ARROW);
    let (side_x, side_y) = (-back_y * ARROW * 0.42, back_x * ARROW * 0.42);
    put!(
        svg,
        "<path class=\"link k{color}{kind}\" d=\"M{x:.1} {y:.1}Q{:.1} {:.1} {end_x:.1} {end_y:.1}\"/>\
         <path class=\"link k{color}\" d=\"M{:.1} {:.1}L{tip_x:.1} {tip_y:.1} {:.1} {:.1}\"/>",
        top.0,
        top.1,
        end_x + side_x,
        end_y + side_y,
        end_x - side_x,
        end_y - side_y
    );
}
