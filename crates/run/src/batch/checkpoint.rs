//! The state of a run that can be resumed, and its text form.

use crate::{format::Format, io::Position};
use quadrille_tasks::Tally;
use serde_json::{Map, Value, json};
use std::{borrow::Cow, time::Duration};

/// The state of a run after a chunk has been written.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Checkpoint {
    pub position: Position,
    pub so_far: SoFar,
}

/// The amount written so far, by this process and the ones before it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct SoFar {
    /// Bytes of input.
    pub bytes: u64,
    /// Lines of the current input.
    pub lines: u64,
    /// The header before all answers, once it has been written.
    pub header: Option<Vec<u8>>,
    /// Whether an answer has been written.
    pub has_answers: bool,
    pub malformed_shown: usize,
    pub mismatches_shown: usize,
    pub tally: Tally,
    /// Time that earlier processes have spent.
    pub elapsed: Duration,
}

impl Checkpoint {
    pub fn write(&self) -> Value {
        let Checkpoint { position, so_far } = self;
        let mut tally = so_far.tally.clone();
        let sums: Map<_, _> =
            sums(&mut tally).into_iter().map(|(name, sum)| (name.to_owned(), json!(*sum))).collect();
        json!({
            "input": position.input,
            "offset": position.offset,
            "counted": position.records,
            "ended": position.ended,
            "bytes": so_far.bytes,
            "lines": so_far.lines,
            "header": so_far.header.as_deref().unwrap_or_default(),
            "begun": so_far.has_answers,
            "malformed_told": so_far.malformed_shown,
            "mismatches_told": so_far.mismatches_shown,
            "sums": sums,
            "solving": nanos(so_far.tally.solving),
            "engines": so_far.tally.engines,
            "formats": so_far.tally.formats,
            "elapsed": nanos(so_far.elapsed),
        })
    }

    /// `None` if something is missing or is not what it should be.
    pub fn read(value: &Value) -> Option<Checkpoint> {
        let number = |name: &str| value[name].as_u64();
        let size = |name: &str| number(name).and_then(|n| usize::try_from(n).ok());
        let position = Position {
            input: size("input")?,
            offset: number("offset")?,
            records: number("counted")?,
            ended: value["ended"].as_bool()?,
        };
        let so_far = SoFar {
            bytes: number("bytes")?,
            lines: number("lines")?,
            header: Some(serde_json::from_value(value["header"].clone()).ok()?),
            has_answers: value["begun"].as_bool()?,
            malformed_shown: size("malformed_told")?,
            mismatches_shown: size("mismatches_told")?,
            tally: read_tally(value)?,
            elapsed: Duration::from_nanos(number("elapsed")?),
        };
        Some(Checkpoint { position, so_far })
    }
}

fn read_tally(value: &Value) -> Option<Tally> {
    let names = |key: &str| -> Option<Vec<String>> { serde_json::from_value(value[key].clone()).ok() };
    let mut tally = Tally::default();
    for (name, sum) in sums(&mut tally) {
        *sum = value["sums"][name].as_u64()?;
    }
    tally.solving = Duration::from_nanos(value["solving"].as_u64()?);
    tally.engines = names("engines")?.into_iter().map(Cow::Owned).collect();
    for name in names("formats")? {
        tally.formats.insert(Format::named(&name)?.name());
    }
    Some(tally)
}

/// The sums of a tally that are numbers, by name.
fn sums(tally: &mut Tally) -> [(&'static str, &mut u64); 19] {
    [
        ("records", &mut tally.records),
        ("unique", &mut tally.unique),
        ("minimal", &mut tally.minimal),
        ("multiple", &mut tally.multiple),
        ("solved", &mut tally.solved),
        ("none", &mut tally.none),
        ("invalid", &mut tally.invalid),
        ("unknown", &mut tally.unknown),
        ("rated", &mut tally.rated),
        ("given_up", &mut tally.given_up),
        ("kept", &mut tally.kept),
        ("described", &mut tally.described),
        ("hinted", &mut tally.hinted),
        ("no_hint", &mut tally.no_hint),
        ("mistakes", &mut tally.mistakes),
        ("mismatches", &mut tally.mismatches),
        ("faults", &mut tally.faults),
        ("nodes", &mut tally.nodes),
        ("guesses", &mut tally.guesses),
    ]
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
