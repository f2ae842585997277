//! Runs that fail inside the library.

mod numbers;

use super::*;
use crate::{
    format::{AnswerForm, Format, OutputFormat},
    io::{
        Input, Output,
        disk::faulty::{Fault, FaultyDisk, Plan},
    },
};
use proptest::prelude::*;
use quadrille_base::error::ErrorKind;
use quadrille_engines::RunOptions;
use quadrille_tasks::{Solve, Tally};
use std::{fs, sync::Arc};

/// Panics after some answers of a chunk.
static PANICS: OutputFormat = OutputFormat {
    name: "panics",
    about: "",
    extensions: &[],
    form: AnswerForm::Lines,
    number_end: None,
    header: |_, _| {},
    write: |answer, text| {
        answer.write(text);
        text.push(b'\n');
        assert!(text.len() < 1000 || !text.ends_with(b"!none\n"), "on purpose");
    },
};

#[test]
fn a_panic_in_a_worker_ends_the_run_and_the_output_is_a_prefix() {
    let text = format!("{}11..............\n", "1...3..2..4.4..1\n".repeat(100)).repeat(3);
    let run = |batch: &Batch| {
        let mut out = Vec::new();
        let end = batch.run(vec![Input::reader("x", text.as_bytes())], &mut out, &mut ());
        (out, end.map_err(|error| error.kind()))
    };
    let (expected, end) = run(&Batch::new(Solve::new()));
    assert!(end.is_ok());
    for threads in [1, 2, 3, 8] {
        for chunk in [1700, 1 << 20] {
            let batch = Batch::new(Solve::new())
                .output_format(&PANICS)
                .run_options(RunOptions::new().threads(threads))
                .chunk_size(chunk);
            let (out, end) = run(&batch);
            assert_eq!(end.unwrap_err(), ErrorKind::Internal);
            assert!(expected.starts_with(&out), "{threads} threads, chunks of {chunk}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever fails while the workers write to their places, and whether in order or not: the file is the old one or has all
    /// answers, and only injected errors are reported.
    #[test]
    fn after_any_fault_of_the_disk_a_file_is_the_old_one_or_complete(
        plan in Plan::any(),
        (threads, chunk) in (1usize..4, 1usize..200),
        name in prop_oneof![3 => Just("out"), 1 => Just("out.gz")],
        format in prop_oneof![Just("line"), Just("csv")],
    ) {
        let lines = "1...3..2..4.4..1\n11..............\n\nx\n".repeat(5);
        let text = if format == "csv" { format!("puzzle\n{lines}") } else { lines };
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(name);
        fs::write(&path, "old").unwrap();
        let batch = Batch::new(Solve::new()).format(Format::named(format).unwrap()).run_options(RunOptions::new().threads(threads));
        let batch = batch.chunk_size(chunk);
        let input = || vec![Input::reader("x", text.as_bytes())];
        let expected = {
            let mut output = Output::path(&dir.path().join(format!("good-{name}"))).unwrap();
            let summary = batch.run_into(input(), &mut output, &mut ()).unwrap();
            output.finish().unwrap();
            (summary.tally.records, fs::read(dir.path().join(format!("good-{name}"))).unwrap())
        };
        let disk = Arc::new(FaultyDisk::new(plan));
        let end = Output::on(disk.clone(), &path).and_then(|mut output| {
            let summary = batch.run_into(input(), &mut output, &mut ())?;
            output.finish().map(|()| summary.tally.records)
        });
        let failed = disk.failed();
        let now = fs::read(&path).unwrap();
        match end {
            Ok(records) => {
                prop_assert_eq!((records, now), expected);
                prop_assert!(failed.is_empty(), "success in spite of {:?}", failed);
            }
            Err(error) => {
                prop_assert_eq!(error.kind(), ErrorKind::Output);
                let chain = format!("{error}: {:?}", std::error::Error::source(&error));
                prop_assert!(!failed.is_empty() && chain.contains("on purpose"), "{}", chain);
                // Only the syncing of the folder fails after the renaming.
                let renamed = failed == [crate::io::disk::faulty::Op::SyncFolder];
                prop_assert_eq!(now, if renamed { expected.1 } else { b"old".to_vec() }, "{:?}", failed);
            }
        }
        prop_assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "no temporary file is left");
    }
}

/// In the order of the records, whoever calls it; the sums grow.
#[test]
fn an_observer_that_any_worker_calls_gets_the_events_in_order() {
    #[derive(Default)]
    struct Events(Vec<u64>, Vec<u64>);
    impl Observer for Events {
        fn malformed(&mut self, _: &str, line: u64, _: &str) {
            self.0.push(line);
        }

        fn progress(&mut self, bytes: u64, so_far: &Tally) {
            assert!(self.1.last().is_none_or(|before| *before <= so_far.records) && bytes > 0);
            self.1.push(so_far.records);
        }
    }
    let text = "1...3..2..4.4..1\nx\n".repeat(500);
    let dir = tempfile::tempdir().unwrap();
    for name in ["out", "out.gz"] {
        for threads in 1..5 {
            let batch =
                Batch::new(Solve::new()).run_options(RunOptions::new().threads(threads)).chunk_size(100);
            let mut output = Output::path(&dir.path().join(name)).unwrap();
            let mut events = Events::default();
            let inputs = vec![Input::reader("x", text.as_bytes())];
            let summary = batch.run_into(inputs, &mut output, &mut events).unwrap();
            let expected: Vec<_> = (1..=MALFORMED_SHOWN as u64).map(|number| 2 * number).collect();
            assert_eq!((events.0, events.1.last()), (expected, Some(&1000)));
            assert_eq!(summary.tally.invalid, 500);
        }
    }
}

#[test]
fn an_answer_that_cannot_be_written_to_its_place_is_told_by_the_records_before_it() {
    /// How many records had a place after each chunk.
    #[derive(Default)]
    struct Placed(Vec<u64>);
    impl Observer for Placed {
        fn written(&mut self, records: u64) {
            self.0.extend((records > 0).then_some(records));
        }
    }
    let text = "1...3..2..4.4..1\n".repeat(1000);
    let dir = tempfile::tempdir().unwrap();
    // The first operation opens the file; the third chunk fails.
    let faults = vec![None, None, None, Some(Fault::Error)];
    let disk = Arc::new(FaultyDisk::new(Plan { faults, is_permanent: false }));
    let path = dir.path().join("out");
    let mut output = Output::on(disk, &path).unwrap();
    let batch = Batch::new(Solve::new())
        .format(Format::named("line").unwrap())
        .run_options(RunOptions::new().threads(1))
        .chunk_size(1700);
    let mut placed = Placed::default();
    let end = batch.run_into(vec![Input::reader("x", text.as_bytes())], &mut output, &mut placed);
    let [_, second, _] = placed.0[..] else { panic!("three chunks: {:?}", placed.0) };
    let expected = format!("cannot write the output after the answers to {second} records");
    assert_eq!(end.unwrap_err().to_string(), expected);
    // The disk works again, but a part is missing.
    let error = output.finish().unwrap_err();
    assert!(format!("{:?}", std::error::Error::source(&error)).contains("incomplete"), "{error}");
    assert!(!path.exists());
}
