//! Profiles and the HTML page.

use super::workspace::{Workspace, fits_100_columns, row};
use serde_json::Value;
use std::{fs, path::Path};

#[test]
fn profiles_describe_every_puzzle() {
    let puzzles = minimal_puzzles();
    let lines: Vec<&str> = puzzles.lines().collect();
    let workspace = Workspace::with(&lines);
    let html = workspace.path("page.html");
    let args = [
        "--engine",
        "lanes,dlx",
        "--isa",
        "portable",
        "--runs",
        "1",
        "--profile",
        "--html",
        html.to_str().unwrap(),
    ];
    let (code, text, report) = workspace.bench(&args);
    assert_eq!(code, 0, "{text}");
    fits_100_columns(&text);
    let profiles = report["files"][0]["profiles"].as_array().unwrap();
    assert_eq!(profiles.iter().map(|p| &p["name"]).collect::<Vec<_>>(), ["lanes-portable", "dlx"]);
    for (profile, together) in profiles.iter().zip([16, 1]) {
        assert_eq!(profile["puzzles_per_run"], together);
        assert_complete(profile, lines.len() as u64);
    }
    let page = fs::read_to_string(html).unwrap();
    assert_well_formed(&page);
    for title in [
        "Time per puzzle, dlx",
        "Guesses per puzzle, lanes-portable",
        "Scaling with threads",
        "Cost by number of records",
    ] {
        assert!(page.contains(title), "{title}");
    }
}

/// Checks the distributions, the hardest puzzles and the curves of a profile of `puzzles` puzzles.
fn assert_complete(profile: &Value, puzzles: u64) {
    for what in ["micros", "guesses", "nodes"] {
        let d = &profile[what];
        let bins = d["bins"].as_array().unwrap();
        let sum: u64 = bins.iter().map(|b| b["count"].as_u64().unwrap()).sum();
        assert_eq!(sum, puzzles, "{what}");
        let [p50, p90, p99, max] = ["p50", "p90", "p99", "max"].map(|p| d[p].as_f64().unwrap());
        assert!(p50 <= p90 && p90 <= p99 && p99 <= max && max > 0.0, "{d}");
    }
    let hardest = profile["hardest"].as_array().unwrap();
    let nodes: Vec<u64> = hardest.iter().map(|h| h["nodes"].as_u64().unwrap()).collect();
    assert_eq!(nodes.len(), 10);
    assert!(
        nodes.is_sorted_by(|a, b| a >= b) && nodes[0] as f64 == profile["nodes"]["max"].as_f64().unwrap()
    );
    for hard in hardest {
        // The first record is preceded by a comment and a blank line.
        assert_eq!(hard["line"].as_u64().unwrap(), hard["record"].as_u64().unwrap() + 2);
    }
    let threads: Vec<_> =
        profile["scaling"].as_array().unwrap().iter().map(|t| t["threads"].as_u64()).collect();
    assert_eq!(threads[0], Some(1));
    let counts: Vec<_> =
        profile["cost"].as_array().unwrap().iter().map(|c| c["records"].as_u64().unwrap()).collect();
    assert_eq!(counts, [1, 10, 40]);
}

/// 40 puzzles, some of which need guesses.
fn minimal_puzzles() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/9x9-minimal.txt");
    fs::read_to_string(file).unwrap().lines().take(40).map(|l| format!("{l}\n")).collect()
}

#[test]
fn the_page_is_self_contained() {
    let workspace = Workspace::new();
    workspace.write("wrong", "1\n2\n3\n4\n");
    let slow = "[[contestant]]\nname = \"slow\"\ncommand = \"sleep 1000\"\ntimeout = 0.5\n";
    workspace.write("bench.toml", slow);
    let html = workspace.path("page.html");
    let (_, _, report) = workspace.bench(&[
        "--runs",
        "3",
        "--html",
        html.to_str().unwrap(),
        "--program",
        "good <&> \"quoted\"=cat right",
        "--program",
        "liar=cat wrong",
        "--program",
        "gone=./gone",
    ]);
    let page = fs::read_to_string(html).unwrap();
    assert_well_formed(&page);
    for reference in ["http:", "https:", "src=", "href", "url(", "@import", "<script", "<link", "<iframe"] {
        assert!(!page.contains(reference), "{reference}");
    }
    assert!(page.contains("prefers-color-scheme: dark") && page.contains("width=device-width"));
    for name in ["quadrille", "good &lt;&amp;&gt; &quot;quoted&quot;", "liar", "gone"] {
        assert!(page.contains(&format!(">{name}</td>")), "{name}");
    }
    assert!(page.contains("<s>") && page.contains("liar: wrong: record 1"));
    for part in ["Speed, solve", "Speed, end to end", "<svg", report["files"][0]["sha256"].as_str().unwrap()]
    {
        assert!(page.contains(part), "{part}");
    }
}

/// Checks that elements are nested, that every `&` starts an entity, and that quotes are balanced in tags.
fn assert_well_formed(page: &str) {
    let mut open = Vec::new();
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("a document");
    while let Some(at) = rest.find('<') {
        let text = &rest[..at];
        let style = open.last() == Some(&"style");
        assert!(style || text.split('&').skip(1).all(|e| e.split(';').next().unwrap().len() < 6), "{text}");
        let end = at + rest[at..].find('>').expect("a tag ends");
        let tag = &rest[at + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(
                open.pop(),
                Some(name),
                "at …{}",
                &page[page.len() - rest.len() + at..][..60.min(rest.len() - at)]
            );
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap());
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?}");
}

#[test]
fn bad_contestants_are_marked_at_their_names_and_named_under_the_charts() {
    let workspace = Workspace::new();
    workspace.write("wrong", "1\n2\n3\n4\n");
    let slow = "[[contestant]]\nname = \"slow\"\ncommand = \"sleep 1000\"\ntimeout = 0.5\n";
    workspace.write("bench.toml", slow);
    let html = workspace.path("page.html");
    let (code, _, report) = workspace.bench(&[
        "--runs",
        "1",
        "--warm-up",
        "0",
        "--config",
        "bench.toml",
        "--html",
        html.to_str().unwrap(),
        "--program",
        "liar=cat wrong",
        "--program",
        "gone=sh -c 'exit 3'",
    ]);
    assert_eq!(code, 1);
    assert_eq!(row(&report, "slow")["timed_out"], true);
    assert_eq!(row(&report, "gone")["timed_out"], false);
    let page = fs::read_to_string(html).unwrap();
    assert_well_formed(&page);
    for (mark, name) in [("✗ wrong", "liar"), ("✗ crashed", "gone"), ("✗ timed out", "slow")] {
        let cell = format!("<span class=\"mark bad\">{mark}</span>");
        let rows: Vec<_> = page.lines().filter(|l| l.contains(&format!(">{name}</td>"))).collect();
        assert_eq!(rows.len(), 2, "{name} is in both tables");
        assert!(rows.iter().all(|row| row.contains(&cell)), "{rows:?}");
    }
    let left_out = "<p class=\"bad\">Not in the charts: ✗ wrong liar, ✗ crashed gone, ✗ timed out slow</p>";
    assert!(page.contains(left_out), "{page}");
    assert!(page.find("</svg>").unwrap() < page.find(left_out).unwrap());
}
