//! The contents of a report.

use super::{
    common::keys::assert_declared,
    workspace::{PUZZLES, Workspace, fits_100_columns, row},
};
use quadrille_cli::reference::BENCH_KEYS;
use serde_json::Value;
use std::fs;

#[test]
fn engines_and_programs_are_measured_in_one_report() {
    let workspace = Workspace::new();
    let (code, text, report) = workspace.bench(&[
        "--engine",
        "lanes,dlx",
        "--isa",
        "portable",
        "--threads",
        "1,2",
        "--runs",
        "3",
        "--program",
        "a program with quite a long name=cat right",
        "--program",
        "cat=cat right",
    ]);
    assert_eq!(code, 0, "{text}");
    fits_100_columns(&text);
    let names =
        ["lanes-portable×1", "lanes-portable×2", "dlx×1", "dlx×2", "a program with quite a long name", "cat"];
    for name in names {
        let row = row(&report, name);
        assert_eq!(row["verdict"]["is"], "right", "{name}");
        assert_eq!(row["end_to_end"]["seconds"].as_array().unwrap().len(), 3, "{name}");
        let solve = if row["what"].as_str().unwrap().starts_with("cat") { 0 } else { 3 };
        assert_eq!(row["solve"]["seconds"].as_array().map_or(0, Vec::len), solve, "{name}");
        for part in ["median", "low", "high"] {
            assert!(row["end_to_end"]["ratio"][part].as_f64().unwrap() > 0.0);
        }
        assert!(row["peak_bytes"].as_u64().unwrap() > 0 && row["user_seconds"].as_f64().is_some());
        let shown: String = name.chars().take(15).collect();
        assert!(text.contains(&shown), "{name}");
    }
    assert_eq!(report["settings"]["baseline"], "lanes-portable×1");
    let file = &report["files"][0];
    assert_eq!((&file["puzzles"], &file["records"], &file["sides"]), (&4.into(), &4.into(), &[9].into()));
    assert_eq!(file["sha256"].as_str().unwrap().len(), 64);
    let machine = &report["machine"];
    assert_eq!(machine["version"], env!("CARGO_PKG_VERSION"));
    assert!(machine["date"].as_str().unwrap().starts_with("20"));
    let cpu = machine["cpu"].as_str().unwrap();
    assert!(!cpu.is_empty());
    // The header and the JSON name the same processor.
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(&cpu.split_whitespace().collect::<Vec<_>>().join(" ")), "{cpu}: {text}");
    if let Some(family) = machine["cpu_family"].as_u64() {
        assert!(cpu.contains(&format!(", family {family} model {} (", machine["cpu_model"])), "{cpu}");
    }
}

/// Other engines than the usual one have their own names, so that each contestant has one.
#[test]
fn the_usual_engine_is_named_quadrille() {
    let workspace = Workspace::new();
    let (code, text, report) =
        workspace.bench(&["--engine", "auto,dlx", "--runs", "1", "--program", "cat=cat right"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("\nquadrille ") && !text.contains("auto"), "{text}");
    let engines = ["quadrille", "dlx", "cat"].map(|name| row(&report, name)["engine"].clone());
    assert_eq!(engines, ["auto".into(), "dlx".into(), Value::Null]);
    assert_eq!(report["settings"]["baseline"], "quadrille");
}

#[test]
fn every_member_of_a_report_is_declared_and_every_declared_one_written() {
    let workspace = Workspace::new();
    let wrong = ["--engine", "dlx", "--profile", "--runs", "1", "--program", "wrong=echo x"];
    let (_, text, report) = workspace.bench(&wrong);
    assert!(!report.is_null(), "{text}");
    assert_declared(&[report], &BENCH_KEYS.iter().collect::<Vec<_>>(), "bench");
}

#[test]
fn the_hash_is_computed_from_the_file() {
    use sha2::{Digest, Sha256};
    let workspace = Workspace::new();
    let (_, _, report) = workspace.bench(&["--engine", "dlx", "--runs", "1", "--measure", "solve"]);
    let hash = Sha256::digest(fs::read(workspace.path("puzzles.txt")).unwrap());
    let hex: String = hash.iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(report["files"][0]["sha256"], hex);
    assert!(row(&report, "dlx")["end_to_end"].is_null());
}

#[test]
fn an_unsupported_instruction_set_is_not_a_failure() {
    use quadrille::engine::InstructionSet;
    let workspace = Workspace::new();
    let (code, text, report) = workspace.bench(&[
        "--engine",
        "lanes",
        "--isa",
        "avx512,avx2,portable",
        "--runs",
        "1",
        "--baseline",
        "lanes-portable",
    ]);
    assert_eq!(code, 0, "{text}");
    for &isa in InstructionSet::ALL {
        let row = row(&report, &format!("lanes-{}", isa.name()));
        let want = if isa.is_available() { "right" } else { "absent" };
        assert_eq!(row["verdict"]["is"], want);
    }
}

#[test]
fn sizes_may_be_mixed() {
    let workspace = Workspace::with(&["1...3..2..4.4..1", PUZZLES[0], "1..............1"]);
    let (code, text, report) =
        workspace.bench(&["--engine", "dlx", "--runs", "1", "--program", "other=cat right"]);
    assert_eq!(code, 0, "{text}");
    assert_eq!(report["files"][0]["sides"], Value::from([4, 9].to_vec()));
    for name in ["dlx", "other"] {
        assert_eq!(row(&report, name)["verdict"]["is"], "right");
    }
}

#[test]
fn other_formats_are_read_and_malformed_records_skipped() {
    let workspace = Workspace::new();
    let mut csv = "id,puzzle\n1,nonsense\n".to_string();
    PUZZLES.iter().for_each(|p| csv += &format!("2,{p}\n"));
    workspace.write("puzzles.txt", &csv);
    let (code, text, report) = workspace.bench(&["--runs", "1", "--program", "cat=cat right"]);
    assert_eq!(code, 0, "{text}");
    assert_eq!(row(&report, "cat")["verdict"]["is"], "right", "{text}");
    let file = &report["files"][0];
    assert_eq!((&file["puzzles"], &file["records"], &file["malformed"]), (&4.into(), &5.into(), &1.into()));
}

#[test]
fn selected_records_are_spread_evenly() {
    let lines: Vec<String> = (0..100).map(|i| PUZZLES[if i % 10 == 9 { 2 } else { 0 }].to_string()).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let workspace = Workspace::with(&lines);
    let want = format!("{}\n", PUZZLES[2]).repeat(10);
    workspace.write("want", &want);
    workspace.write("text", &"0\n".repeat(10));
    let command = "sh -c 'cmp - want && cat text'";
    let (code, verdict) = workspace.program(command, &["--records", "10", "--output-shape", "{count}"]);
    assert_eq!(code, 0, "{verdict}");
}
