//! Runs over classes. With a limit of memory a first pass finds the duplicates, and a second one drops them.

use super::pass_events::PassEvents;
use crate::{
    batch::{
        Batch, Observer, Summary,
        classes::{ClassSettings, ClassSink, FirstOfEach, FoundClasses, KeySpill, MarkedRecords, Pass},
        writer::{InOrder, Writer},
    },
    io::{Identity, Input, checksum},
};
use quadrille_core::error::{Error, ErrorKind};
use std::{path::Path, time::Instant};

/// A run whose first pass, if it has two, is over.
pub(super) struct Started<'i> {
    batch: Batch,
    inputs: Vec<Input<'i>>,
    classes: Classes,
}

enum Classes {
    None,
    InMemory(FirstOfEach),
    /// There is no second pass.
    Counted(Box<Summary>),
    Marked(Box<SecondPass>),
}

struct SecondPass {
    sink: MarkedRecords,
    /// Of the first pass.
    summary: Summary,
    files: Vec<FileState>,
}

/// A file as it was when the first pass began.
#[derive(PartialEq, Eq)]
struct FileState {
    name: String,
    identity: Identity,
    ends: u32,
}

impl<'i> Started<'i> {
    /// Temporary files are in this folder.
    pub fn new(
        batch: &Batch,
        inputs: Vec<Input<'i>>,
        folder: &Path,
        observer: &mut dyn Observer,
    ) -> Result<Started<'i>, Error> {
        let (batch, settings) = (batch.clone(), batch.classes);
        let Some(settings) = settings else { return Ok(Started { batch, inputs, classes: Classes::None }) };
        let Some(memory) = settings.memory else {
            let classes = Classes::InMemory(FirstOfEach::new(settings));
            return Ok(Started { batch, inputs, classes });
        };
        let spill = |settings| KeySpill::new(settings, memory, folder);
        if settings.count {
            let (summary, _) = batch.find_classes(inputs, spill, folder, observer)?;
            return Ok(Started { batch, inputs: Vec::new(), classes: Classes::Counted(Box::new(summary)) });
        }
        let files = inputs.iter().map(FileState::of).collect::<Result<Vec<_>, _>>()?;
        let again = inputs.iter().filter_map(Input::again).collect();
        let (summary, found) = batch.find_classes(again, spill, folder, observer)?;
        files.iter().zip(&inputs).try_for_each(|(file, input)| file.check(input))?;
        let batch = batch.pass(Pass::Second);
        let settings = batch.classes.unwrap_or(settings);
        let sink = MarkedRecords::new(settings, found.marks);
        let classes = Classes::Marked(Box::new(SecondPass { sink, summary, files }));
        Ok(Started { batch, inputs, classes })
    }

    /// The only pass, or the second one: `run` runs the batch over the inputs.
    pub fn run(
        self,
        observer: &mut dyn Observer,
        run: impl FnOnce(
            &Batch,
            Vec<Input<'i>>,
            Option<&mut (dyn ClassSink + 'static)>,
            &mut PassEvents<'_>,
        ) -> Result<Summary, Error>,
    ) -> Result<Summary, Error> {
        let Started { batch, inputs, classes } = self;
        match classes {
            Classes::Counted(summary) => Ok(*summary),
            Classes::None => run(&batch, inputs, None, &mut PassEvents::new(observer, Pass::Only)),
            Classes::InMemory(mut classes) => {
                let events = &mut PassEvents::new(observer, Pass::Only);
                let mut summary = run(&batch, inputs, Some(&mut classes), events)?;
                if classes.settings().count {
                    summary.class_sizes = classes.sizes();
                }
                Ok(summary)
            }
            Classes::Marked(second) => {
                let SecondPass { mut sink, summary, files } = *second;
                let again: Vec<_> = inputs.iter().filter_map(Input::again).collect();
                let events = &mut PassEvents::new(observer, Pass::Second);
                let second = run(&batch, inputs, Some(&mut sink), events)?;
                files.iter().zip(&again).try_for_each(|(file, input)| file.check(input))?;
                Ok(joined(summary, &second))
            }
        }
    }
}

impl Batch {
    fn pass(mut self, pass: Pass) -> Batch {
        self.classes.iter_mut().for_each(|classes| classes.pass = pass);
        self
    }

    /// The first pass.
    fn find_classes(
        &self,
        inputs: Vec<Input<'_>>,
        spill: impl FnOnce(ClassSettings) -> KeySpill,
        folder: &Path,
        observer: &mut dyn Observer,
    ) -> Result<(Summary, FoundClasses), Error> {
        let batch = self.clone().pass(Pass::First);
        let mut spill = spill(batch.classes.expect("a run over classes"));
        let (mut nowhere, mut events) = (std::io::sink(), PassEvents::new(observer, Pass::First));
        let mut output = InOrder(&mut nowhere);
        let writer = Writer::new(&batch, &mut output, &mut events).classes(Some(&mut spill));
        let mut summary = batch.run_to(inputs, writer, None)?;
        let start = Instant::now();
        let mut found = spill.finish(folder)?;
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
        let identity =
            input.identity().map_err(|e| Error::io(ErrorKind::Input, format!("cannot read {name}"), e))?;
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
