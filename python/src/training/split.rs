//! Writes the arrays of one part of a training set.

use super::{
    check::{CELLS, Record},
    error::Error,
    npy::{Element, NpyWriter},
};
use quadrille::{
    Shape,
    symmetry::{Symmetries, Transform},
};
use rayon::prelude::*;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

/// The examples that are made at a time: 21 MB with elements of 8 bytes.
const EXAMPLES: u64 = 16_384;

/// The examples that a thread makes at a time.
const EXAMPLES_OF_TASK: usize = 256;

/// The morphs of each puzzle that follow it.
#[derive(Clone, Copy, Debug)]
pub struct Augmentation {
    pub copies: u32,
    pub seed: u64,
}

impl Augmentation {
    /// The morph of this number. Morph `k` of row `n` is the morph of `quadrille morph`: transformation number
    /// `n × copies + k` of the seed.
    fn transform(self, record: &Record, morph: u64) -> Transform {
        let number = record.number.wrapping_mul(self.copies.into()).wrapping_add(morph);
        Transform::random(Shape::NINE, Symmetries::ALL, self.seed, number).expect("9×9 boards have morphs")
    }
}

/// The arrays of one part, which are being written.
pub struct SplitWriter<'a> {
    folder: PathBuf,
    inputs: NpyWriter,
    labels: NpyWriter,
    element: Element,
    augmentation: Augmentation,
    groups: u64,
    stop: &'a AtomicBool,
    progress: &'a AtomicU64,
    /// The bytes of some examples.
    buffers: [Vec<u8>; 2],
}

impl<'a> SplitWriter<'a> {
    /// Creates the arrays in a folder.
    pub fn create(
        folder: PathBuf,
        element: Element,
        augmentation: Augmentation,
        (stop, progress): (&'a AtomicBool, &'a AtomicU64),
    ) -> Result<SplitWriter<'a>, Error> {
        fs::create_dir(&folder).map_err(Error::of_file(&folder))?;
        let array = |name| {
            let path = array_path(&folder, name);
            NpyWriter::create(&path, element, Some(CELLS)).map_err(Error::of_file(&path))
        };
        let (inputs, labels) = (array("inputs")?, array("labels")?);
        let buffers = [const { Vec::new() }; 2];
        Ok(SplitWriter { folder, inputs, labels, element, augmentation, groups: 0, stop, progress, buffers })
    }

    /// How many puzzles there are.
    pub fn groups(&self) -> u64 {
        self.groups
    }

    /// How many examples there are: the puzzles and their morphs.
    pub fn examples(&self) -> u64 {
        self.groups * self.examples_of_group()
    }

    fn examples_of_group(&self) -> u64 {
        u64::from(self.augmentation.copies) + 1
    }

    /// Appends puzzles and their morphs.
    pub fn write(&mut self, records: &[Record]) -> Result<(), Error> {
        self.groups += records.len() as u64;
        if i32::try_from(self.examples()).is_err() {
            let what =
                "the indices of more than 2,147,483,647 examples do not fit the arrays, which are of int32";
            return Err(Error::Data(format!("{what}; take fewer puzzles or a smaller augment")));
        }
        let examples = records.len() as u64 * self.examples_of_group();
        for first in (0..examples).step_by(EXAMPLES as usize) {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Error::Stopped);
            }
            let count = EXAMPLES.min(examples - first);
            self.write_examples(records, first, count as usize)?;
            self.progress.fetch_add(count, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Writes some of the examples of these records.
    fn write_examples(&mut self, records: &[Record], first: u64, count: usize) -> Result<(), Error> {
        let (maker, row) = (self.maker(records), CELLS * self.element.size());
        let [inputs, labels] = &mut self.buffers;
        inputs.resize(count * row, 0);
        labels.resize(count * row, 0);
        let task = EXAMPLES_OF_TASK * row;
        let tasks = inputs.par_chunks_mut(task).zip(labels.par_chunks_mut(task)).enumerate();
        tasks.for_each(|(index, (inputs, labels))| {
            let examples = first + (index * EXAMPLES_OF_TASK) as u64..;
            let rows = inputs.chunks_exact_mut(row).zip(labels.chunks_exact_mut(row));
            examples.zip(rows).for_each(|(example, (input, label))| maker.make(example, input, label));
        });
        let (folder, [inputs, labels]) = (&self.folder, &self.buffers);
        let write = |writer: &mut NpyWriter, bytes: &[u8], name| {
            writer.write(bytes).map_err(Error::of_file(&array_path(folder, name)))
        };
        let (of_inputs, of_labels) = (&mut self.inputs, &mut self.labels);
        let written =
            rayon::join(|| write(of_inputs, inputs, "inputs"), || write(of_labels, labels, "labels"));
        written.0.and(written.1)
    }

    fn maker<'r>(&self, records: &'r [Record]) -> Maker<'r> {
        let (augmentation, element) = (self.augmentation, self.element);
        Maker { records, augmentation, element, per_group: self.examples_of_group() }
    }

    /// Completes the arrays and writes the arrays of indices, and the file that the loaders read first.
    pub fn finish(self) -> Result<(), Error> {
        let (groups, examples, per_group) = (self.groups, self.examples(), self.examples_of_group());
        let SplitWriter { folder, inputs, labels, .. } = self;
        for (writer, name) in [(inputs, "inputs"), (labels, "labels")] {
            writer.finish().map_err(Error::of_file(&array_path(&folder, name)))?;
        }
        let identifiers = (0..examples).map(|_| 0);
        write_numbers(&folder, "puzzle_identifiers", identifiers)?;
        // The check of the last examples showed that they fit.
        write_numbers(&folder, "puzzle_indices", (0..=examples).map(|example| example as i32))?;
        write_numbers(&folder, "group_indices", (0..=groups).map(|group| (group * per_group) as i32))?;
        let path = folder.join("dataset.json");
        fs::write(&path, metadata(groups)).map_err(Error::of_file(&path))
    }
}

/// Makes the examples of some records.
struct Maker<'r> {
    records: &'r [Record],
    augmentation: Augmentation,
    element: Element,
    per_group: u64,
}

impl Maker<'_> {
    /// Makes the example of this number: a puzzle and its solution, or their morphs.
    fn make(&self, example: u64, input: &mut [u8], label: &mut [u8]) {
        let record = &self.records[(example / self.per_group) as usize];
        let Some(morph) = (example % self.per_group).checked_sub(1) else {
            store(&record.givens, input, self.element);
            return store(&record.answer, label, self.element);
        };
        let transform = self.augmentation.transform(record, morph);
        let mut cells = [0; CELLS];
        transform.apply_to(&record.givens, &mut cells);
        store(&cells, input, self.element);
        transform.apply_to(&record.answer, &mut cells);
        store(&cells, label, self.element);
    }
}

/// The path of an array.
fn array_path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("all__{name}.npy"))
}

/// Writes the cells as elements, each 1 more: 1 is an empty cell, and 0 is padding.
fn store(cells: &[u8; CELLS], row: &mut [u8], element: Element) {
    match element {
        Element::U8 => row.iter_mut().zip(cells).for_each(|(byte, cell)| *byte = cell + 1),
        _ => {
            for (bytes, cell) in row.chunks_exact_mut(element.size()).zip(cells) {
                bytes[0] = cell + 1;
                bytes[1..].fill(0);
            }
        }
    }
}

fn write_numbers(folder: &Path, name: &str, numbers: impl Iterator<Item = i32>) -> Result<(), Error> {
    let path = array_path(folder, name);
    let write = || {
        let mut writer = NpyWriter::create(&path, Element::I32, None)?;
        writer.write_numbers(numbers)?;
        writer.finish()
    };
    write().map_err(Error::of_file(&path))
}

/// `dataset.json` as the newer of the public scripts writes it; the loader of the older one ignores `total_puzzles`.
fn metadata(groups: u64) -> String {
    format!(
        "{{\"pad_id\": 0, \"ignore_label_id\": 0, \"blank_identifier_id\": 0, \"vocab_size\": 11, \"seq_len\": 81, \
         \"num_puzzle_identifiers\": 1, \"total_groups\": {groups}, \"mean_puzzle_examples\": 1.0, \
         \"total_puzzles\": {groups}, \"sets\": [\"all\"]}}"
    )
}
