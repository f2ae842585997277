//! Pictures of the steps of real puzzles.

use super::{Picture, svg::STYLE};
use crate::techniques::{Explainer, Position, Step};

/// Puzzles with wings, unique rectangles, cycles, forcing chains, and multiple and dynamic chains.
const PUZZLES: [&str; 4] = [
    "8..5....7..4.2..6.9...8...2.....76.9.49......63........82.317.4.......1...7.48...",
    "..6.5.......4.9....53..1..6..8..6...3..9....7.7.....42482.3.1.........24.......8.",
    "..7..362.4...2...3.......5...38...45..26....7....5.....71..............4.3..8297.",
    "864.....75.76...1.......2...........7..14...81.....72...351.......46..95..69.8...",
];

/// Calls `each` for every step of a puzzle, with the picture of the board before it.
fn for_each_step(text: &str, mut each: impl FnMut(&Step, &crate::techniques::Reason, String)) {
    let digits: Vec<u8> = text.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect();
    let givens: [u8; 81] = digits.try_into().unwrap();
    let (mut digits, mut position, mut explainer) = (givens, Position::new(&givens), Explainer::new(true));
    while !position.is_full() {
        let step = explainer.next(&position).unwrap();
        let reason = explainer.reason(&position, &step);
        each(&step, &reason, Picture::new(&givens, &digits, &position).step(&step, &reason));
        position.make(&step);
        if let Some((cell, digit)) = step.placed {
            digits[usize::from(cell)] = digit + 1;
        }
    }
}

#[test]
fn pictures_show_what_a_step_removes_places_and_links() {
    let mut chains = 0;
    for puzzle in PUZZLES {
        for_each_step(puzzle, |step, reason, svg| {
            let count = |text: &str| svg.matches(text).count();
            assert_eq!(count("class=\"strike\""), step.removed.candidates().count(), "{step:?}");
            assert!(
                step.placed.is_none() || count("class=\"placed\"") == 1 || !reason.chains.is_empty(),
                "{step:?}"
            );
            let links = reason
                .chains
                .iter()
                .flat_map(|chain| &chain.nodes)
                .map(|node| node.parents.len())
                .sum::<usize>();
            // Chains share links, and each link is a curve and an arrow.
            assert_eq!(links == 0, count("class=\"link ") == 0, "{step:?}");
            assert!(count("class=\"link ") <= 2 * links && count("class=\"link ") % 2 == 0, "{step:?}");
            chains += usize::from(links > 0);
        });
    }
    assert!(chains > 20, "{chains}");
}

#[test]
fn pictures_are_well_formed_and_the_style_sheet_has_their_classes() {
    for_each_step(PUZZLES[1], |step, reason, svg| {
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>") && !svg.contains("NaN"));
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
        assert!(!svg.contains("<>"), "the sentence is escaped: {}", step.sentence(reason));
        for classes in svg.split("class=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            for class in classes.split(' ').filter(|class| !["pattern", "on", "link"].contains(class)) {
                assert!(STYLE.contains(&format!(".{class}")), "{class}");
            }
        }
    });
}
