//! The script `scripts/bench-record`.

use super::workspace::Workspace;
use serde_json::Value;
use std::{fs, path::Path};

/// A record with one contestant, with a ratio to the baseline or with times only.
fn record(date: &str, ratio: Option<[f64; 3]>, [median, min, mad]: [f64; 3], verdict: &str) -> Value {
    let ratio =
        ratio.map(|[low, median, high]| serde_json::json!({"low": low, "median": median, "high": high}));
    let figure = serde_json::json!({"median_seconds": median, "min_seconds": min, "mad_seconds": mad, "ratio": ratio, "seconds": [median]});
    serde_json::json!({
        "machine": {"cpu": "a processor", "cores": 2, "version": "1.0.0", "date": date},
        "settings": {"limit": 2},
        "files": [{"name": "easy", "sha256": "00", "puzzles": 10, "rows": [
            {"name": "crate-dlx", "verdict": {"is": "right"}, "solve": figure, "end_to_end": null},
            {"name": "lanes", "verdict": {"is": verdict, "reason": "?"}, "solve": figure, "end_to_end": null},
        ]}],
    })
}

/// Compares two records: exit code and both outputs of the script.
fn compare(workspace: &Workspace, old: &Value, new: &Value) -> (i32, String) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/bench-record");
    workspace.write("old.json", &old.to_string());
    workspace.write("new.json", &new.to_string());
    let mut python = std::process::Command::new("python3");
    let records = [workspace.path("old.json"), workspace.path("new.json")];
    let out = python.arg(&script).arg("--compare").args(records).output().expect("python3 is installed");
    let text = String::from_utf8(out.stdout).unwrap() + &String::from_utf8(out.stderr).unwrap();
    (out.status.code().unwrap(), text)
}

#[test]
fn regressions_beyond_the_noise_are_reported() {
    let workspace = Workspace::new();
    let (right, wrong) = ("right", "wrong");
    let time = [1.0, 0.9, 0.01];
    let old = record("2026-01-01T00:00:00Z", Some([9.5, 10.0, 10.5]), time, right);
    let new = |ratio, time, verdict| record("2026-02-01T00:00:00Z", ratio, time, verdict);
    for (ratio, verdict, code, words) in [
        (Some([9.6, 10.1, 10.7]), right, 0, "nothing became slower"),
        (Some([9.0, 9.4, 9.6]), right, 0, "nothing became slower"), // within the noise
        (Some([9.3, 9.35, 9.4]), right, 1, "lanes on easy, solve: 6.5% slower"),
        (Some([9.6, 10.1, 10.7]), wrong, 1, "lanes on easy: wrong"),
    ] {
        // Absolute times do not count if there is a ratio.
        let (got, text) = compare(&workspace, &old, &new(ratio, [2.0, 1.9, 0.01], verdict));
        assert_eq!(got, code, "{text}");
        assert!(text.contains(words), "{text}");
    }
    let old = record("2026-01-01T00:00:00Z", None, time, right);
    for (time, code) in
        [([1.03, 1.02, 0.01], 0), ([1.5, 1.04, 0.3], 0), ([1.3, 1.2, 0.2], 0), ([1.3, 1.2, 0.01], 1)]
    {
        let (got, text) = compare(&workspace, &old, &new(None, time, right));
        assert_eq!(got, code, "{time:?}: {text}");
    }
}

#[test]
fn other_machines_and_missing_contestants_are_reported() {
    let workspace = Workspace::new();
    let date = |month: &str| record(&format!("2026-{month}-01T00:00:00Z"), None, [1.0, 0.9, 0.01], "right");
    let (old, new) = (date("01"), date("02"));
    let mut other = new.clone();
    other["machine"]["cores"] = 4.into();
    let (code, text) = compare(&workspace, &old, &other);
    assert!(code == 1 && text.contains("different machines"), "{text}");
    let mut gone = new.clone();
    gone["files"][0]["rows"].as_array_mut().unwrap().pop();
    assert_eq!(compare(&workspace, &old, &gone).1.lines().last(), Some("lanes on easy: is missing"));
}

#[test]
fn kept_records_can_be_compared() {
    let workspace = Workspace::new();
    for kept in
        fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/record")).into_iter().flatten()
    {
        let kept: Value = serde_json::from_slice(&fs::read(kept.unwrap().path()).unwrap()).unwrap();
        let (code, text) = compare(&workspace, &kept, &kept);
        assert_eq!(code, 0, "{text}");
    }
}
