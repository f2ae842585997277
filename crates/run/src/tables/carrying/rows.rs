//! Takes the rows that arrive at an output from the files.

use super::{
    CarriedInput, Carrying, StreamRows, Window, bytes,
    convert::{Conversion, flat},
};
use crate::{
    positioned_file::PositionedFile,
    tables::{
        RowNumber,
        read::{Plan, damaged, guarded, invalid, take_of_batch},
    },
};
use arrow_array::{Array, ArrayRef, RecordBatch, UInt32Array};
use arrow_schema::DataType;
use arrow_select::{concat::concat, take::take_arrays};
use quadrille_base::error::internal_error;
use std::{
    io,
    sync::{Arc, Mutex, PoisonError, atomic::Ordering},
};

/// The bytes after which no more rows are taken at a time: a few bytes of a file may encode any number of bytes of values.
const BYTES: usize = 32 << 20;

/// The columns that are carried to an output.
pub(in crate::tables) struct CarriedRows {
    carrying: Arc<Carrying>,
    columns: Vec<usize>,
    conversions: Vec<Conversion>,
    /// The number of the output.
    output: usize,
    /// The file whose rows were taken last, with the number of its input.
    current: Mutex<Option<(usize, Source)>>,
}

/// A file that is open.
#[derive(Clone)]
struct Source {
    plan: Arc<dyn Plan>,
    file: PositionedFile,
}

/// Takes rows of a group with these numbers in it, and passes them on in batches, until one is enough.
type Take<'t> =
    dyn FnMut(&[u64], &mut dyn FnMut(RecordBatch) -> Result<bool, String>) -> Result<(), String> + 't;

/// The rows that have been taken.
struct Taken<'n> {
    /// The numbers of those that have not, all of one group.
    left: &'n [RowNumber],
    /// The columns in pieces.
    pieces: Vec<Vec<ArrayRef>>,
    bytes: usize,
    /// The bytes after which no more are taken.
    most: usize,
}

impl CarriedRows {
    /// Columns of the inputs, with the types that they get, whose dictionaries come from their values here.
    pub fn new(carrying: &Arc<Carrying>, columns: Vec<(usize, &str, &DataType, bool)>) -> CarriedRows {
        let conversion = |&(_, name, data_type, is_puzzle): &(usize, &str, &DataType, bool)| {
            Conversion::new(name, flat(data_type), is_puzzle)
        };
        CarriedRows {
            carrying: carrying.clone(),
            conversions: columns.iter().map(conversion).collect(),
            columns: columns.into_iter().map(|(number, ..)| number).collect(),
            output: carrying.outputs.1.fetch_add(1, Ordering::Relaxed),
            current: Mutex::default(),
        }
    }

    /// The columns of the rows with these numbers, which may repeat, or of the first of them if these are long; and how many
    /// rows there are. They may belong to a window; then the number of the first of them in the output is given too.
    ///
    /// # Errors
    /// If the files are damaged or have changed, or the type of its column cannot hold a value.
    pub fn take(
        &self,
        numbers: &[RowNumber],
        window: Option<(&Window, u64)>,
    ) -> io::Result<(Vec<ArrayRef>, usize)> {
        let taken = guarded(|| {
            let of_window = window.map(|window| self.take_of_window(window, numbers.len()));
            match of_window.transpose()?.flatten() {
                Some(arrays) => Ok((arrays, numbers.len())),
                None if numbers.is_sorted() => self.take_here(numbers, BYTES),
                None => self.take_in_any_order(numbers),
            }
        });
        taken.map_err(invalid)
    }

    /// Takes so many rows of a window, from this row of the output on; `None` if they or the window are too long to be taken together.
    fn take_of_window(
        &self,
        (window, first): (&Window, u64),
        rows: usize,
    ) -> Result<Option<Vec<ArrayRef>>, String> {
        let decode = |rows: &[RowNumber], most: usize| self.take_here(rows, most);
        let Some(arrays) = window.take((first, rows), &decode)? else { return Ok(None) };
        // Views have their own values again.
        let converted = self.conversions.iter().zip(&arrays).map(|(to, array)| to.apply(array));
        let arrays: Vec<_> = converted.collect::<Result<_, _>>().map_err(|(_, what)| what)?;
        let is_short = arrays.iter().map(|array| bytes(array)).sum::<usize>() < BYTES;
        Ok(is_short.then_some(arrays))
    }

    /// Takes rows in the order of the files, and arranges them. If they are too long to be taken together, half of them are.
    fn take_in_any_order(&self, numbers: &[RowNumber]) -> Result<(Vec<ArrayRef>, usize), String> {
        let mut count = numbers.len();
        loop {
            let mut order: Vec<usize> = (0..count).collect();
            order.sort_unstable_by_key(|at| numbers[*at]);
            let sorted: Vec<RowNumber> = order.iter().map(|at| numbers[*at]).collect();
            let (arrays, done) = self.take_here(&sorted, BYTES)?;
            if done == count {
                let mut places = vec![0; count];
                (0..).zip(order).for_each(|(place, at)| places[at] = place);
                let arranged = take_arrays(&arrays, &UInt32Array::from(places), None);
                return Ok((arranged.map_err(|e| e.to_string())?, count));
            }
            count = count.div_ceil(2);
        }
    }

    /// The columns of rows whose numbers are in order, or of the first of them if these have so many bytes.
    fn take_here(&self, numbers: &[RowNumber], most: usize) -> Result<(Vec<ArrayRef>, usize), String> {
        if self.columns.is_empty() {
            return Ok((Vec::new(), numbers.len()));
        }
        let pieces = self.columns.iter().map(|_| Vec::new()).collect();
        let (mut taken, mut done) = (Taken { left: &[], pieces, bytes: 0, most }, 0);
        while done < numbers.len() && taken.bytes < most {
            let input = numbers[done].input;
            let name = |what| match self.carrying.schemas.get(input) {
                Some(schema) => format!("{}: {what}", schema.name),
                None => what,
            };
            let count = self.take_of_group(&numbers[done..], &mut taken).map_err(name)?;
            done += count;
        }
        let joined = taken.pieces.into_iter().map(|pieces| match &pieces[..] {
            [] => Err(internal_error("no rows were taken")),
            [only] => Ok(only.clone()),
            all => {
                let all: Vec<&dyn Array> = all.iter().map(|array| &**array).collect();
                concat(&all).map_err(|e| e.to_string())
            }
        });
        Ok((joined.collect::<Result<_, _>>()?, done))
    }

    /// This row has been written and, unless rows were kept until the end, those before it: streams need them no more.
    pub fn pass(&self, number: RowNumber) {
        if self.carrying.kept {
            return;
        }
        let outputs = (self.output, self.carrying.outputs.0);
        for input in 0..=number.input {
            let row = if input == number.input { number.row } else { u64::MAX };
            if let Some(rows) = self.carrying.stream(input) {
                rows.pass(outputs, row);
            }
        }
    }

    /// Takes the first rows, as many as are in one group.
    fn take_of_group<'n>(&self, numbers: &'n [RowNumber], taken: &mut Taken<'n>) -> Result<usize, String> {
        let RowNumber { input, row } = numbers[0];
        match self.carrying.inputs.get(input) {
            Some(CarriedInput::Stream(rows)) => self.take_of_stream(rows, numbers, taken),
            Some(CarriedInput::File(file)) => {
                let source = self.source(input)?;
                let group = source.plan.groups().of_row(row);
                let (group, first, rows) = group.ok_or_else(|| damaged("", "rows are missing"))?;
                let count = self.append((numbers, first, rows), taken, &mut |rows, each| {
                    source.plan.take(group, rows, &source.file, each)
                });
                file.check_unchanged(&source.file).map_err(|e| e.to_string())?;
                count
            }
            None => Err(internal_error("there is no such input")),
        }
    }

    fn take_of_stream<'n>(
        &self,
        rows: &StreamRows,
        numbers: &'n [RowNumber],
        taken: &mut Taken<'n>,
    ) -> Result<usize, String> {
        let (first, batch) = rows.batch(numbers[0].row).map_err(|e| e.to_string())?;
        let group = (numbers, first, batch.num_rows() as u64);
        let batch = batch.project(&self.columns).map_err(|e| e.to_string())?;
        self.append(group, taken, &mut |rows, each| take_of_batch(&batch, rows, each))
    }

    /// Appends the first rows, as many as are in a group that begins with a row and has so many; says how many.
    fn append<'n>(
        &self,
        (numbers, first, rows): (&'n [RowNumber], u64, u64),
        taken: &mut Taken<'n>,
        take: &mut Take<'_>,
    ) -> Result<usize, String> {
        let missing = || damaged("", "rows are missing");
        let input = numbers[0].input;
        let count = numbers.partition_point(|number| number.input == input && number.row - first < rows);
        taken.left = &numbers[..count];
        let mut distinct: Vec<u64> = taken.left.iter().map(|number| number.row - first).collect();
        distinct.dedup();
        let mut of_batch = &distinct[..];
        take(&distinct, &mut |batch| {
            let rows = of_batch.split_off(..batch.num_rows()).ok_or_else(missing)?;
            let arrays = self.converted(&batch, |at| first + rows[at] + 1)?;
            taken.append(arrays, rows, first)?;
            Ok(taken.bytes < taken.most)
        })?;
        if !taken.left.is_empty() && taken.bytes < taken.most {
            return Err(missing());
        }
        Ok(count - taken.left.len())
    }

    /// The columns of a batch with the types that they get. `number` is the number of a row in its file, from 1.
    fn converted(&self, batch: &RecordBatch, number: impl Fn(usize) -> u64) -> Result<Vec<ArrayRef>, String> {
        let columns = self.conversions.iter().zip(batch.columns());
        let converted = columns.map(|(conversion, array)| {
            conversion.apply(array).map_err(|(row, what)| match row {
                Some(row) => format!("row {}: {what}", number(row)),
                None => what,
            })
        });
        converted.collect()
    }

    /// How a file is read.
    fn source(&self, input: usize) -> Result<Source, String> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((number, source)) = &*current
            && *number == input
        {
            return Ok(source.clone());
        }
        let Some(CarriedInput::File(of)) = self.carrying.inputs.get(input) else {
            return Err("there is no such file".into());
        };
        let plan = of.plan.with_columns(&self.columns);
        let source = Source { plan, file: of.open().map_err(|e| e.to_string())? };
        *current = Some((input, source.clone()));
        Ok(source)
    }
}

impl Taken<'_> {
    /// Appends the rows of a piece, each as often as it is wanted, until they are enough. `rows` are their numbers in a group
    /// that begins with the row `first`.
    fn append(&mut self, arrays: Vec<ArrayRef>, rows: &[u64], first: u64) -> Result<(), String> {
        let wanted = match rows.last() {
            Some(last) => self.left.partition_point(|number| number.row - first <= *last),
            None => 0,
        };
        if wanted == rows.len() {
            self.bytes += arrays.iter().map(|array| bytes(array)).sum::<usize>();
            return self.push(arrays, wanted);
        }
        let mut indices = Vec::new();
        for (at, row) in (0..).zip(rows) {
            let of_row = arrays.iter().map(|array| bytes(&array.slice(at as usize, 1))).sum::<usize>();
            let same = self.left[indices.len()..].iter().take_while(|number| number.row - first == *row);
            let before = indices.len();
            for _ in same {
                if self.bytes >= self.most {
                    break;
                }
                indices.push(at);
                self.bytes += of_row;
            }
            if indices.len() == before || self.bytes >= self.most {
                break;
            }
        }
        let count = indices.len();
        let repeated = take_arrays(&arrays, &UInt32Array::from(indices), None);
        self.push(repeated.map_err(|e| e.to_string())?, count)
    }

    fn push(&mut self, arrays: Vec<ArrayRef>, rows: usize) -> Result<(), String> {
        self.pieces.iter_mut().zip(arrays).for_each(|(pieces, array)| pieces.push(array));
        self.left = self.left.get(rows..).ok_or("there are more rows than were wanted")?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::{CarriedFile, InputSchema, TableFile, TableKind};
    use arrow_array::{Int32Array, Int64Array, StringArray};
    use arrow_ipc::writer::FileWriter;
    use std::{fs::File, io::Write, path::Path};

    /// An Arrow file of two batches of ten rows, with numbers and texts.
    fn write(path: &Path, first: i32) {
        let batch = |first: i32| {
            let numbers: ArrayRef = Arc::new(Int32Array::from_iter_values(first..first + 10));
            let texts: ArrayRef = Arc::new(StringArray::from_iter_values((0..10).map(|n| format!("{n}"))));
            RecordBatch::try_from_iter([("n", numbers), ("text", texts)]).unwrap()
        };
        let mut writer = FileWriter::try_new(File::create(path).unwrap(), &batch(0).schema()).unwrap();
        writer.write(&batch(first)).unwrap();
        writer.write(&batch(first + 10)).unwrap();
        writer.finish().unwrap();
    }

    fn numbers(rows: &[(usize, u64)]) -> Vec<RowNumber> {
        rows.iter().map(|&(input, row)| RowNumber { input, row }).collect()
    }

    #[test]
    fn rows_are_taken_in_order_with_gaps_and_repeats_until_the_file_changes() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a.arrow", "b.arrow"].map(|name| folder.path().join(name));
        let input = |(number, path): (i32, &std::path::PathBuf)| {
            write(path, number * 100);
            let file = File::open(path).unwrap();
            let table = TableFile::open(TableKind::ArrowFile, &file).unwrap();
            let schema = InputSchema { name: path.display().to_string(), schema: table.schema().clone() };
            (schema, CarriedInput::File(CarriedFile::new(path.clone(), &table, file).unwrap()))
        };
        let inputs = (0..).zip(&paths).map(input).collect();
        let carrying = Arc::new(Carrying::new(inputs, 1, false));
        let rows = CarriedRows::new(&carrying, vec![(0, "n", &DataType::Int64, false)]);
        let of = |wanted: &[(usize, u64)]| {
            rows.take(&numbers(wanted), None).map(|(arrays, rows)| (arrays[0].to_data(), rows))
        };
        let wanted = [(0, 1), (0, 1), (0, 3), (0, 9), (0, 10), (1, 0), (1, 19), (1, 19)];
        let values = Int64Array::from(vec![1, 1, 3, 9, 10, 100, 119, 119]);
        assert_eq!(of(&wanted).unwrap(), (values.to_data(), 8));
        let unordered = of(&[(1, 0), (0, 9), (0, 1), (1, 0)]).unwrap();
        assert_eq!(unordered, (Int64Array::from(vec![100, 9, 1, 100]).to_data(), 4));
        let output = numbers(&[(1, 7), (0, 9), (1, 19), (0, 1), (0, 10), (1, 0), (0, 2)]);
        for threads in 1..9 {
            let window = Window::new(&output, 30, threads);
            for (from, to) in [(0, 2), (1, 7), (3, 3)] {
                let (arrays, count) =
                    rows.take(&output[from..to], Some((&window, 30 + from as u64))).unwrap();
                let values = [107, 9, 119, 1, 10, 100, 2][from..to].to_vec();
                assert_eq!((arrays[0].to_data(), count), (Int64Array::from(values).to_data(), to - from));
            }
        }
        assert!(of(&[(0, 20)]).unwrap_err().to_string().contains("rows are missing"));
        File::options().append(true).open(&paths[0]).unwrap().write_all(b" ").unwrap();
        // The file that is open says so too.
        assert!(of(&[(0, 2)]).unwrap_err().to_string().ends_with("it changed while it was read"));
    }
}
