//! Writes `.npy` files row by row, byte for byte as NumPy does.

use std::{
    fs::File,
    io::{self, BufWriter, Seek, SeekFrom, Write},
    path::Path,
};

/// The bytes before the data. NumPy leaves room for the number of rows to grow, so that it is the same for all of ours.
const HEADER: u64 = 128;

/// The digits that NumPy leaves room for.
const LONGEST_COUNT: usize = 21;

/// The type of the elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    U8,
    I32,
    I64,
}

impl Element {
    fn descr(self) -> &'static str {
        match self {
            Element::U8 => "|u1",
            Element::I32 => "<i4",
            Element::I64 => "<i8",
        }
    }

    /// The size of an element in bytes.
    pub fn size(self) -> usize {
        match self {
            Element::U8 => 1,
            Element::I32 => 4,
            Element::I64 => 8,
        }
    }
}

/// A file that is being written. Its header follows at the end, when the number of rows is known.
pub struct NpyWriter {
    file: BufWriter<File>,
    element: Element,
    /// The elements of a row, or `None` for an array of one dimension.
    width: Option<usize>,
    bytes: u64,
}

impl NpyWriter {
    /// Creates the file, and leaves room for its header.
    pub fn create(path: &Path, element: Element, width: Option<usize>) -> io::Result<NpyWriter> {
        let mut file = BufWriter::with_capacity(1 << 18, File::create(path)?);
        file.write_all(&[0; HEADER as usize])?;
        Ok(NpyWriter { file, element, width, bytes: 0 })
    }

    /// Appends elements, whose bytes are little-endian.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes += bytes.len() as u64;
        self.file.write_all(bytes)
    }

    /// Appends numbers to an array of `i32`.
    pub fn write_numbers(&mut self, numbers: impl IntoIterator<Item = i32>) -> io::Result<()> {
        numbers.into_iter().try_for_each(|number| self.write(&number.to_le_bytes()))
    }

    /// Writes the header.
    pub fn finish(mut self) -> io::Result<()> {
        let row = self.element.size() * self.width.unwrap_or(1);
        let header = header(self.element, self.bytes / row as u64, self.width);
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&header)?;
        self.file.flush()
    }
}

/// The header of version 1.0: the magic bytes, the version, the length of the text, and the text, which blanks and a
/// newline fill up to a multiple of 64 bytes.
fn header(element: Element, rows: u64, width: Option<usize>) -> Vec<u8> {
    let width = width.map(|width| width.to_string()).unwrap_or_default();
    let shape = format!("({rows},{}{width})", if width.is_empty() { "" } else { " " });
    let descr = element.descr();
    let mut text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    text.push_str(&" ".repeat(LONGEST_COUNT - rows.to_string().len()));
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    let length = HEADER as usize - header.len() - 2;
    header.extend((length as u16).to_le_bytes());
    header.extend(format!("{text:<width$}\n", width = length - 1).bytes());
    header
}
