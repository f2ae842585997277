//! Runs over classes. With a limit of memory a first pass finds the duplicates, and a second one drops them.

use super::{
    RunInputs,
    pass_events::{Pass, PassEvents},
};
use crate::{
    batch::{
        Batch, Observer, Summary,
        classes::{FoundClasses, KeySpill, MarkedRecords},
        work::Work,
        writer::{Nowhere, Writer},
    },
    io::{Identity, Input, cannot_read, checksum},
};
use quadrille_base::error::{Error, ErrorKind};
use quadrille_tasks::{
    Keys, Needs, Reduce, Written,
    reduce::{Dedup, Filter},
};
use std::{path::Path, time::Instant};

/// A file as it was when the first pass began.
#[derive(PartialEq, Eq)]
struct FileState {
    name: String,
    identity: Identity,
    ends: u32,
}

/// Runs over the inputs once or, with a limit of memory for the classes, twice. `write` is the pass that writes; it gets what is
/// done with the classes of the records. Temporary files are in this folder.
pub(super) fn run<'i>(
    batch: &Batch,
    inputs: RunInputs<'i>,
    folder: &Path,
    observer: &mut dyn Observer,
    write: impl FnOnce(
        &Batch,
        RunInputs<'i>,
        Option<&mut (dyn Reduce + 'static)>,
        &mut PassEvents<'_>,
    ) -> Result<Summary, Error>,
) -> Result<Summary, Error> {
    let dedup = batch.work.as_task::<Dedup>().copied();
    let Some((dedup, memory)) = dedup.and_then(|dedup| Some((dedup, dedup.memory_limit()?))) else {
        let mut reducer = batch.work.reducer();
        return write(batch, inputs, reducer.as_deref_mut(), &mut PassEvents::new(observer, Pass::Only));
    };
    if dedup.counts() {
        return batch.find_classes(inputs, (dedup, memory), folder, observer).map(|(summary, _)| summary);
    }
    let files = inputs.inputs.iter().map(FileState::of).collect::<Result<Vec<_>, _>>()?;
    let (summary, found) = batch.find_classes(inputs.again(), (dedup, memory), folder, observer)?;
    check_files(&files, &inputs.inputs)?;
    // The second pass needs no keys.
    let records = Keys::of_places(Filter::new(), false).needing(|needs| Needs {
        givens: true,
        written: Written::Records(None),
        lines: dedup.needs_lines(),
        ..needs
    });
    let second = Batch { work: Work::from(records), ..batch.clone() };
    let again = inputs.again().inputs;
    let mut reducer = MarkedRecords::new(dedup, found.marks);
    let events = &mut PassEvents::new(observer, Pass::Second);
    let second = write(&second, inputs, Some(&mut reducer), events)?;
    check_files(&files, &again)?;
    Ok(joined(summary, &second))
}

/// Checks that no file has changed.
fn check_files(files: &[FileState], inputs: &[Input<'_>]) -> Result<(), Error> {
    files.iter().zip(inputs).try_for_each(|(file, input)| file.check(input))
}

impl Batch {
    /// The first pass.
    fn find_classes(
        &self,
        inputs: RunInputs<'_>,
        (dedup, memory): (Dedup, u64),
        folder: &Path,
        observer: &mut dyn Observer,
    ) -> Result<(Summary, FoundClasses), Error> {
        let mut spill = KeySpill::new(dedup, memory, folder);
        let (mut nowhere, mut events) = (Nowhere, PassEvents::new(observer, Pass::First));
        let writer = Writer::new(self, &mut nowhere, &mut events).reducer(Some(&mut spill));
        let mut summary = self.run_to(inputs, writer, None)?;
        let start = Instant::now();
        let mut found = spill.find(folder)?;
        summary.elapsed += start.elapsed();
        summary.tally.classes = found.classes;
        summary.tally.duplicates = found.records - found.classes;
        summary.class_sizes = std::mem::take(&mut found.sizes);
        summary.temporary_bytes = found.temporary_bytes;
        Ok((summary, found))
    }
}

impl FileState {
    fn of(input: &Input<'_>) -> Result<FileState, Error> {
        let name = input.name().to_owned();
        let identity = input.identity().map_err(|e| cannot_read(&name, e))?;
        let Some((identity, ends)) = identity else {
            return Err(Error::new(ErrorKind::Config, unrepeatable(&name)));
        };
        Ok(FileState { name, identity, ends: checksum(&ends) })
    }

    /// Checks that the file has not changed.
    fn check(&self, input: &Input<'_>) -> Result<(), Error> {
        if FileState::of(input)? == *self {
            return Ok(());
        }
        let what = format!("{}: the file has changed between the two passes over it", self.name);
        Err(Error::new(ErrorKind::Input, what))
    }
}

/// Why an input that is not a regular file is refused.
fn unrepeatable(name: &str) -> String {
    let (what, kind) = match name {
        "-" => ("standard input", "the name of a file"),
        _ => (name, "a regular file"),
    };
    format!("{what} cannot be read twice, as a limit of memory needs; give {kind} instead, compressed or not")
}

/// The summary of both passes: the first one has counted everything.
fn joined(first: Summary, second: &Summary) -> Summary {
    let mut summary = first;
    summary.threads = summary.threads.max(second.threads);
    summary.busy = summary.busy.max(second.busy);
    summary.elapsed += second.elapsed;
    summary.times += second.times;
    summary
}
