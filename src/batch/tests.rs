//! Runs that fail inside the library.

use super::*;
use crate::{ErrorKind, Input, format::OutputFormat};

/// Panics after some answers of a chunk.
static PANICS: OutputFormat = OutputFormat {
    name: "panics",
    about: "",
    extensions: &[],
    includes: |_| false,
    number_end: None,
    header: |_, _| {},
    write: |answer, _, text| {
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
    let (expected, end) = run(&Batch::new(Task::Solve));
    assert!(end.is_ok());
    for threads in [1, 2, 3, 8] {
        for chunk in [1700, 1 << 20] {
            let batch = Batch::new(Task::Solve).output_format(&PANICS).threads(threads).chunk_size(chunk);
            let (out, end) = run(&batch);
            assert_eq!(end.unwrap_err(), ErrorKind::Internal);
            assert!(expected.starts_with(&out), "{threads} threads, chunks of {chunk}");
        }
    }
}
