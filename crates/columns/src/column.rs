//! A column of boards, whatever its type.

use super::{
    ColumnsError,
    numbers::{Numbers, is_integer},
};
use arrow_array::{
    Array, BinaryViewArray, GenericByteArray, GenericListArray, OffsetSizeTrait,
    cast::AsArray,
    types::{BinaryType, ByteArrayType, LargeBinaryType, LargeUtf8Type, Utf8Type},
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::DataType;
use quadrille_grid::Shape;
use std::ops::{BitOr, BitXor, Deref, Range};

/// The cells of the largest boards. Longer values have no answer.
const MOST_CELLS: usize = 625;

/// A column of boards. It shares the buffers of the array, or borrows memory.
pub(super) struct Column<'a> {
    /// The type of answers: the type of the values if the array is a dictionary.
    pub kind: DataType,
    len: usize,
    pub nulls: Option<NullBuffer>,
    /// For each row the place of its value, if the array is a dictionary.
    pub keys: Option<Vec<usize>>,
    pub rows: Rows,
    pub items: Items<'a>,
    /// The room of every row that is not null, if it is the same for all.
    uniform_room: Option<usize>,
}

/// Where the items of each row are.
pub(super) enum Rows {
    /// As many for each row.
    Fixed(usize),
    Small(OffsetBuffer<i32>),
    Large(OffsetBuffer<i64>),
}

/// The contents of rows.
pub(super) enum Items<'a> {
    /// Bytes of text and, if `digits`, of digits.
    Bytes { bytes: Bytes<'a>, digits: bool },
    /// Bytes in many buffers; the rows do not matter.
    Views { views: BinaryViewArray, digits: bool },
    /// Numbers, one for each cell.
    Numbers(Numbers),
    /// Lists of numbers, one for each row of the board.
    Lists { rows: Rows, nulls: Option<NullBuffer>, numbers: Numbers },
}

/// The bytes of all rows.
pub(super) enum Bytes<'a> {
    Shared(Buffer),
    Borrowed(&'a [u8]),
}

impl Deref for Bytes<'_> {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Shared(buffer) => buffer,
            Bytes::Borrowed(bytes) => bytes,
        }
    }
}

/// The value of a row.
pub(super) enum Value<'c> {
    Null,
    Bytes(&'c [u8]),
    Numbers(&'c Numbers, Range<usize>),
    /// A list of lists that is not a board: its row of this number, from 1, has this many cells, not one for each row.
    Uneven {
        row: usize,
        found: usize,
        side: usize,
    },
}

impl<'a> Column<'a> {
    /// The boards of this shape whose cells are laid end to end.
    pub fn of_cells(cells: &'a [u8], shape: Shape) -> Column<'a> {
        let area = shape.area();
        Column {
            kind: DataType::FixedSizeBinary(area as i32),
            len: cells.len() / area,
            nulls: None,
            keys: None,
            rows: Rows::Fixed(area),
            items: Items::Bytes { bytes: Bytes::Borrowed(cells), digits: true },
            uniform_room: Some(area),
        }
    }

    /// # Errors
    /// If the type holds no boards.
    pub fn new(array: &dyn Array, name: &'static str) -> Result<Column<'static>, ColumnsError> {
        let error = || ColumnsError::Type { column: name, found: array.data_type().clone() };
        if let Some(dictionary) = array.as_any_dictionary_opt() {
            let values = dictionary.values();
            let is_bytes =
                |column: &Column<'_>| matches!(column.items, Items::Bytes { .. } | Items::Views { .. });
            let values = Column::of(values.as_ref()).filter(is_bytes).ok_or_else(error)?;
            let keys = if values.len == 0 { vec![0; array.len()] } else { dictionary.normalized_keys() };
            let (len, nulls) = (array.len(), array.logical_nulls());
            let column = Column { len, nulls, keys: Some(keys), ..values };
            return Ok(Column { uniform_room: column.find_uniform_room(), ..column });
        }
        Column::of(array).ok_or_else(error)
    }

    fn of(array: &dyn Array) -> Option<Column<'static>> {
        let kind = array.data_type().clone();
        let (rows, items) = match &kind {
            DataType::Null => (Rows::Fixed(0), bytes(Buffer::default(), false)),
            DataType::Utf8 => byte_rows(array.as_bytes::<Utf8Type>(), Rows::Small, false),
            DataType::LargeUtf8 => byte_rows(array.as_bytes::<LargeUtf8Type>(), Rows::Large, false),
            DataType::Binary => byte_rows(array.as_bytes::<BinaryType>(), Rows::Small, true),
            DataType::LargeBinary => byte_rows(array.as_bytes::<LargeBinaryType>(), Rows::Large, true),
            DataType::Utf8View => views(array.as_string_view().clone().to_binary_view(), false),
            DataType::BinaryView => views(array.as_binary_view().clone(), true),
            DataType::FixedSizeBinary(width) => {
                let width = usize::try_from(*width).ok()?;
                Shape::from_area(width)?;
                (Rows::Fixed(width), bytes(array.as_fixed_size_binary().values().clone(), true))
            }
            _ => list_rows(array)?,
        };
        let nulls = array.logical_nulls();
        let kind = if kind == DataType::Null { DataType::Utf8 } else { kind };
        let nulls = nulls.filter(|nulls| nulls.null_count() > 0);
        let column = Column { kind, len: array.len(), nulls, keys: None, rows, items, uniform_room: None };
        Some(Column { uniform_room: column.find_uniform_room(), ..column })
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether a row has a value.
    #[inline(always)]
    pub fn is_valid(&self, row: usize) -> bool {
        self.nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row))
    }

    /// Whether bytes may be digits instead of text.
    pub fn may_be_digits(&self) -> bool {
        matches!(self.items, Items::Bytes { digits: true, .. } | Items::Views { digits: true, .. })
    }

    /// The number of items that each answer must have, if the type says so.
    pub fn fixed_area(&self) -> Option<usize> {
        match (&self.kind, &self.items) {
            (DataType::FixedSizeBinary(_), _) => self.uniform_len(),
            (DataType::FixedSizeList(..), Items::Numbers(_)) => self.uniform_len(),
            (DataType::FixedSizeList(..), Items::Lists { .. }) => self.uniform_len().map(|side| side * side),
            _ => None,
        }
    }

    fn uniform_len(&self) -> Option<usize> {
        if let Rows::Fixed(len) = self.rows { Some(len) } else { None }
    }

    /// How many items the answer of a row has at most: no fewer than the cells of its board.
    #[inline]
    pub fn room(&self, row: usize) -> usize {
        if self.is_valid(row) { self.items_of(self.key(row)).min(MOST_CELLS) } else { 0 }
    }

    /// How many items a value has.
    #[inline]
    fn items_of(&self, row: usize) -> usize {
        match &self.items {
            Items::Views { views, .. } => views.views()[row] as u32 as usize,
            Items::Lists { rows, .. } => lists_items(&self.rows.range(row), rows).len(),
            _ => self.rows.range(row).len(),
        }
    }

    /// The room of every row that is not null, if it is the same for all.
    pub fn uniform_room(&self) -> Option<usize> {
        self.uniform_room
    }

    fn find_uniform_room(&self) -> Option<usize> {
        if let Some(area) = self.fixed_area() {
            return Some(area);
        }
        if self.keys.is_none() && self.nulls.is_none() {
            match (&self.items, &self.rows) {
                (Items::Lists { .. }, _) => {}
                (Items::Views { views, .. }, _) => {
                    let room = uniform(views.views().iter().map(|&view| view as u32))?;
                    return Some((room as usize).min(MOST_CELLS));
                }
                (_, Rows::Small(offsets)) => return uniform_stride(offsets).map(|len| len.min(MOST_CELLS)),
                (_, Rows::Large(offsets)) => return uniform_stride(offsets).map(|len| len.min(MOST_CELLS)),
                (_, Rows::Fixed(_)) => {}
            }
        }
        let mut rooms = (0..self.len).filter(|row| self.is_valid(*row)).map(|row| self.room(row));
        let first = rooms.next()?;
        rooms.all(|room| room == first).then_some(first)
    }

    #[inline(always)]
    fn key(&self, row: usize) -> usize {
        self.keys.as_ref().map_or(row, |keys| keys[row])
    }

    /// The value of a row.
    pub fn value(&self, row: usize) -> Value<'_> {
        if !self.is_valid(row) {
            return Value::Null;
        }
        let row = self.key(row);
        match &self.items {
            Items::Bytes { bytes, .. } => Value::Bytes(&bytes[self.rows.range(row)]),
            Items::Views { views, .. } => Value::Bytes(views.value(row)),
            Items::Numbers(numbers) => Value::Numbers(numbers, self.rows.range(row)),
            Items::Lists { rows, nulls, numbers } => {
                let lists = self.rows.range(row);
                let is_null = |list: usize| nulls.as_ref().is_some_and(|nulls| nulls.is_null(list));
                let len = |list: usize| if is_null(list) { 0 } else { rows.range(list).len() };
                let side = lists.len();
                match lists.clone().position(|list| len(list) != side) {
                    Some(at) => Value::Uneven { row: at + 1, found: len(lists.start + at), side },
                    None => Value::Numbers(numbers, lists_items(&lists, rows)),
                }
            }
        }
    }
}

impl Rows {
    #[inline(always)]
    pub fn range(&self, row: usize) -> Range<usize> {
        match self {
            Rows::Fixed(len) => row * len..(row + 1) * len,
            // Offsets are not negative and do not decrease.
            Rows::Small(offsets) => offsets[row] as usize..offsets[row + 1] as usize,
            Rows::Large(offsets) => offsets[row] as usize..offsets[row + 1] as usize,
        }
    }
}

/// The length of all values, if it is the same.
fn uniform_stride<O: OffsetSizeTrait + BitXor<Output = O> + BitOr<Output = O>>(
    offsets: &OffsetBuffer<O>,
) -> Option<usize> {
    uniform(offsets.windows(2).map(|ends| ends[1] - ends[0])).map(O::as_usize)
}

/// The value of all items, if it is the same. Without a branch in the loop: compiles to vector code.
fn uniform<T: Copy + Default + PartialEq + BitXor<Output = T> + BitOr<Output = T>>(
    mut items: impl Iterator<Item = T> + Clone,
) -> Option<T> {
    let first = items.clone().next()?;
    let other = items.by_ref().fold(T::default(), |other, item| other | (item ^ first));
    (other == T::default()).then_some(first)
}

/// The items of some lists.
fn lists_items(lists: &Range<usize>, rows: &Rows) -> Range<usize> {
    if lists.is_empty() { 0..0 } else { rows.range(lists.start).start..rows.range(lists.end - 1).end }
}

fn bytes(bytes: Buffer, digits: bool) -> Items<'static> {
    Items::Bytes { bytes: Bytes::Shared(bytes), digits }
}

fn views(views: BinaryViewArray, digits: bool) -> (Rows, Items<'static>) {
    (Rows::Fixed(0), Items::Views { views, digits })
}

fn byte_rows<T: ByteArrayType>(
    array: &GenericByteArray<T>,
    rows: impl FnOnce(OffsetBuffer<T::Offset>) -> Rows,
    digits: bool,
) -> (Rows, Items<'static>) {
    (rows(array.offsets().clone()), bytes(array.values().clone(), digits))
}

/// The rows of an array of lists, or of lists of lists.
fn list_rows(array: &dyn Array) -> Option<(Rows, Items<'static>)> {
    let (rows, items) = lists(array)?;
    if is_integer(items.data_type()) {
        if let Rows::Fixed(len) = rows {
            Shape::from_area(len)?;
        }
        return Some((rows, Items::Numbers(Numbers::new(items)?)));
    }
    let (inner, cells) = lists(items)?;
    if let Rows::Fixed(side) = rows {
        Shape::from_side(side)?;
    }
    let items = Items::Lists { rows: inner, nulls: items.logical_nulls(), numbers: Numbers::new(cells)? };
    Some((rows, items))
}

/// The rows of an array of lists, and the array of their items.
fn lists(array: &dyn Array) -> Option<(Rows, &dyn Array)> {
    fn of<O: OffsetSizeTrait>(list: &GenericListArray<O>) -> (OffsetBuffer<O>, &dyn Array) {
        (list.offsets().clone(), list.values())
    }
    match array.data_type() {
        DataType::List(_) => {
            let (offsets, items) = of(array.as_list::<i32>());
            Some((Rows::Small(offsets), items))
        }
        DataType::LargeList(_) => {
            let (offsets, items) = of(array.as_list::<i64>());
            Some((Rows::Large(offsets), items))
        }
        DataType::FixedSizeList(_, len) => {
            Some((Rows::Fixed(usize::try_from(*len).ok()?), array.as_fixed_size_list().values()))
        }
        _ => None,
    }
}
