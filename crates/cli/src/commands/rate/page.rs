//! The page of `--html`: the distribution of the ratings, guesses against morphs, the givens, their symmetries and automorphisms, and duplicates.

use super::{counts as rating_counts, techniques};
use crate::run::{RatingInfo, RunInfo};
use quadrille_console::{
    numbers::grouped,
    page::{
        GroupBar, HeatMap,
        charts::{Bin, Values, escape, histogram},
        document, figure, group_bars, heat_map,
    },
};
use quadrille_puzzles::{generate::GivenSymmetry, rating::Method};
use quadrille_run::batch::Summary;
use quadrille_tasks::RatingCounts;

/// The charts of techniques.
const TECHNIQUES: [&str; 2] = ["Puzzles by the technique of the hardest step", "Steps by technique"];

/// The page, or nothing if the run did not rate.
pub fn page(summary: &Summary, run: &RunInfo) -> String {
    let Some(info) = &run.ratings else { return String::new() };
    let counts = rating_counts(summary);
    let mut html = head(summary, run, info);
    html += "<h2>Ratings</h2>\n<div class=\"charts\">\n";
    html += &figure("Puzzles by the usual groups", &group_bars("Puzzles by group", &groups(info, counts)));
    if !info.method.needs_one_solution() {
        let unit = if info.method == Method::Guesses { "guesses" } else { "rating by morphs" };
        html += &figure(
            "Puzzles by rating; from 2 up, two bins for each doubling",
            &histogram(
                "Puzzles by rating",
                &bins(&RatingCounts::BIN_EDGES, &counts.bins),
                (Values::Counted, unit),
            ),
        );
    }
    for (caption, bars) in TECHNIQUES.into_iter().zip(techniques(counts)).filter(|(_, bars)| !bars.is_empty())
    {
        let bar = |(name, count): (&str, u64)| GroupBar { label: name.to_owned(), count };
        let bars: Vec<_> = bars.into_iter().map(bar).collect();
        html += &figure(caption, &group_bars(caption, &bars));
    }
    html += "</div>\n<h2>Guesses, morphs and givens</h2>\n<div class=\"charts\">\n";
    let map = HeatMap {
        edges: &RatingCounts::BIN_EDGES,
        counts: &counts.pairs,
        x: "guesses",
        y: "rating by morphs",
    };
    html += &figure(
        "Guesses against the rating by morphs; darker: more puzzles, on a logarithmic scale",
        &heat_map("Guesses and morphs", &map),
    );
    html += &figure(
        "Puzzles by number of givens",
        &histogram("Givens", &givens(counts), (Values::Counted, "givens")),
    );
    html += "</div>\n<h2>Symmetries</h2>\n<div class=\"charts\">\n";
    let (cells, digits) =
        ("Puzzles by the symmetry of the given cells", "Puzzles by number of automorphisms");
    html += &figure(&format!("{cells}, the largest of each"), &group_bars(cells, &symmetries(counts)));
    html += &figure(
        &format!(
            "{digits}: transformations that leave the givens with their digits unchanged, the identity included"
        ),
        &group_bars(digits, &automorphisms(counts)),
    );
    document("quadrille rate", &(html + "</div>\n" + &duplicates(counts)))
}

fn head(summary: &Summary, run: &RunInfo, info: &RatingInfo) -> String {
    let (tally, counts) = (&summary.tally, rating_counts(summary));
    let method = match info.method {
        Method::Guesses => format!("Guesses of searches for {} solutions", run.limit.unwrap_or(1)),
        Method::Morphs { count } => {
            format!("exp(mean(ln(guesses + 1))) over {count} morphs, seed {}", info.seed)
        }
        Method::Logic => "Steps of logic".into(),
        Method::Hodoku => "The level of HoDoKu".into(),
        Method::SudokuExplainer { uniqueness: true } => "ER, the rating of Sudoku Explainer".into(),
        Method::SudokuExplainer { uniqueness: false } => {
            "ER, the rating of Sudoku Explainer, without techniques that assume uniqueness".into()
        }
    };
    let method = method.replace("for 1 solutions", "for one solution");
    let kept = if info.filters {
        format!("{} of them have a rating in the range and are counted here.", grouped(counts.records()))
    } else {
        format!("{} of them are rated.", grouped(counts.records()))
    };
    let morphs = match info.method {
        Method::Morphs { .. } => String::new(),
        _ => format!(" Ratings by morphs are of {} morphs, seed {}.", Method::USUAL_MORPHS, info.seed),
    };
    let inputs = run.inputs.iter().map(|name| escape(name)).collect::<Vec<_>>().join(", ");
    format!("<p>{inputs}: {} records. {kept}</p>\n<p>{method}.{morphs}</p>\n", grouped(tally.records))
}

fn groups(info: &RatingInfo, counts: &RatingCounts) -> Vec<GroupBar> {
    let bar = |(name, count): (&str, &u64)| GroupBar { label: name.to_owned(), count: *count };
    info.groups().into_iter().zip(&counts.groups).map(bar).collect()
}

fn symmetries(counts: &RatingCounts) -> Vec<GroupBar> {
    let bar = |(symmetry, count): (&GivenSymmetry, &u64)| GroupBar {
        label: symmetry.name().to_owned(),
        count: *count,
    };
    GivenSymmetry::ALL.iter().zip(&counts.symmetries).map(bar).collect()
}

/// A bar for each number of automorphisms, and one for all large ones if there are many.
fn automorphisms(counts: &RatingCounts) -> Vec<GroupBar> {
    const MOST: usize = 8;
    let all = &counts.automorphisms;
    let shown = if all.len() > MOST { MOST - 1 } else { MOST };
    let label = |number: u64| if number < 1_000_000 { grouped(number) } else { format!("{number:.0e}") };
    let bar = |(number, count): &(u64, u64)| GroupBar { label: label(*number), count: *count };
    let mut bars: Vec<GroupBar> = all.iter().take(shown).map(bar).collect();
    if let Some((number, _)) = all.get(shown) {
        let count = all[shown..].iter().map(|(_, count)| count).sum();
        bars.push(GroupBar { label: format!("{}+", label(*number)), count });
    }
    bars
}

/// How many records are duplicates, and the largest classes.
fn duplicates(counts: &RatingCounts) -> String {
    let found = counts.duplicates();
    let mut html = format!(
        "<h2>Duplicates</h2>\n<ul>\n<li>Puzzles with the givens of an earlier puzzle: {}</li>\n\
         <li>Puzzles that are morphs of an earlier puzzle, equal ones included: {}</li>\n\
         <li>Classes of several puzzles: {}</li>\n</ul>\n",
        grouped(found.equal),
        grouped(found.equivalent),
        grouped(found.classes)
    );
    if let Some(limit) = found.cut_at {
        html += &format!(
            "<p>There may be more: puzzles were compared with the first {} boards and classes only. quadrille dedup --class-sizes \
             compares all.</p>\n",
            grouped(limit)
        );
    }
    if found.largest.is_empty() {
        return html;
    }
    html += "<div class=\"wide\"><table>\n<thead><tr><th>puzzles of the largest classes</th><th>first record</th><th>its puzzle</th></tr></thead>\n<tbody>\n";
    for class in &found.largest {
        let (records, first) = (grouped(class.records), grouped(class.first));
        html += &format!(
            "<tr><td>{records}</td><td>{first}</td><td class=\"puzzle\">{}</td></tr>\n",
            class.puzzle
        );
    }
    html + "</tbody></table></div>\n<p class=\"soft\">Records are counted from 1, over all inputs.</p>\n"
}

/// The bins from the first to the last with a puzzle. The last of all bins has no end, and is drawn as if it ended.
fn bins(edges: &[u64], counts: &[u64]) -> Vec<Bin> {
    let used = |count: &u64| *count > 0;
    let (Some(first), Some(last)) = (counts.iter().position(used), counts.iter().rposition(used)) else {
        return Vec::new();
    };
    let to = |bin: usize| edges.get(bin + 1).map_or(edges[bin] as f64 * 2.0, |edge| *edge as f64);
    (first..=last).map(|bin| Bin { from: edges[bin] as f64, to: to(bin), count: counts[bin] }).collect()
}

fn givens(counts: &RatingCounts) -> Vec<Bin> {
    let edges: Vec<u64> = (0..=counts.givens.len() as u64).collect();
    bins(&edges, &counts.givens)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_numbers_of_automorphisms_are_joined() {
        let of = |numbers: u64| {
            let mut counts = RatingCounts::default();
            counts.automorphisms = (1..=numbers).map(|number| (number, 10 * number)).collect();
            automorphisms(&counts).into_iter().map(|bar| (bar.label, bar.count)).collect::<Vec<_>>()
        };
        assert_eq!(of(8).last(), Some(&("8".into(), 80)));
        assert_eq!(of(10)[7..], [("8+".into(), 270)]);
    }

    #[test]
    fn bins_without_puzzles_are_left_out_at_both_ends() {
        let found = bins(&[0, 1, 2, 4, 8], &[0, 3, 0, 2, 0]);
        let bin = |from, to, count| Bin { from, to, count };
        assert_eq!(found, [bin(1.0, 2.0, 3), bin(2.0, 4.0, 0), bin(4.0, 8.0, 2)]);
        assert_eq!(bins(&[0, 1], &[0, 1]), [bin(1.0, 2.0, 1)]);
        assert_eq!(bins(&[0, 1], &[0, 0]), []);
    }
}
