//! The techniques, and the houses that their reasons name.

use quadrille_base::error::{Error, ErrorKind};
use quadrille_grid::Shape;
use std::{fmt, str::FromStr};

/// How one of the [`Steps`](super::Steps) is found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Technique {
    /// A cell has one candidate left.
    NakedSingle,
    /// A digit has one place left in a house.
    HiddenSingle,
    /// The places of a digit in a box lie in one row or column.
    Pointing,
    /// The places of a digit in a row or column lie in one box.
    Claiming,
}

impl Technique {
    /// Its name: `naked single`, `hidden single`, `pointing` or `claiming`.
    pub fn name(self) -> &'static str {
        match self {
            Technique::NakedSingle => "naked single",
            Technique::HiddenSingle => "hidden single",
            Technique::Pointing => "pointing",
            Technique::Claiming => "claiming",
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The techniques to use. An [`Explanation`](crate::explanation::Explanation) has more.
///
/// ```
/// use quadrille::logic::Techniques;
///
/// assert_eq!("locked".parse::<Techniques>()?, Techniques::Locked);
/// assert_eq!(Techniques::EACH.map(|techniques| techniques.name()), ["singles", "locked"]);
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Techniques {
    /// Naked and hidden singles.
    Singles,
    /// Singles and locked candidates, which are pointing and claiming.
    Locked,
}

impl Techniques {
    /// Every value, in order.
    pub const EACH: [Techniques; 2] = [Techniques::Singles, Techniques::Locked];

    /// Its name: `singles` or `locked`.
    pub fn name(self) -> &'static str {
        match self {
            Techniques::Singles => "singles",
            Techniques::Locked => "locked",
        }
    }

    pub(super) fn have_locked(self) -> bool {
        self != Techniques::Singles
    }
}

impl fmt::Display for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Techniques {
    type Err = Error;

    fn from_str(name: &str) -> Result<Techniques, Error> {
        Techniques::EACH.into_iter().find(|each| each.name() == name).ok_or_else(|| {
            let what = format!("unknown techniques {name:?}: expected singles or locked");
            Error::new(ErrorKind::Malformed, what)
        })
    }
}

/// The kinds of houses that a [`Reason`](super::Reason) names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HouseKind {
    /// A box.
    Box,
    /// A row.
    Row,
    /// A column.
    Column,
}

/// A box, a row or a column that a [`Reason`](super::Reason) names. Its text is such as `box 1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct House {
    /// Its kind.
    pub kind: HouseKind,
    /// Its number, from 0.
    pub index: usize,
}

impl House {
    /// The boxes of a board, then its rows, then its columns.
    pub(super) fn all(shape: Shape) -> impl Iterator<Item = House> {
        [HouseKind::Box, HouseKind::Row, HouseKind::Column].into_iter().flat_map(move |k| House::of(k, shape))
    }

    /// The rows of a board, then its columns.
    pub(super) fn lines(shape: Shape) -> impl Iterator<Item = House> {
        House::of(HouseKind::Row, shape).chain(House::of(HouseKind::Column, shape))
    }

    /// The houses of a kind.
    pub(super) fn of(kind: HouseKind, shape: Shape) -> impl Iterator<Item = House> {
        (0..shape.side()).map(move |index| House { kind, index })
    }

    /// The cells of the house, in order.
    pub fn cells(self, shape: Shape) -> impl Iterator<Item = usize> {
        let (side, width, height) = (shape.side(), shape.box_columns(), shape.box_rows());
        let (first, step) = match self.kind {
            HouseKind::Row => (self.index * side, 1),
            HouseKind::Column => (self.index, side),
            HouseKind::Box => {
                let across = side / width;
                (self.index / across * height * side + self.index % across * width, 1)
            }
        };
        (0..side).map(move |nth| match self.kind {
            HouseKind::Box => first + nth / width * side + nth % width,
            HouseKind::Row | HouseKind::Column => first + nth * step,
        })
    }

    /// Whether a cell, by its number from 0, is in the house.
    pub fn contains(self, shape: Shape, cell: usize) -> bool {
        self.index
            == match self.kind {
                HouseKind::Box => shape.box_of(cell),
                HouseKind::Row => shape.row_of(cell),
                HouseKind::Column => shape.column_of(cell),
            }
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            HouseKind::Box => "box",
            HouseKind::Row => "row",
            HouseKind::Column => "column",
        };
        write!(f, "{kind} {}", self.index + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_have_the_cells_that_they_contain() {
        for &shape in Shape::ALL {
            for house in House::all(shape) {
                let cells: Vec<usize> = house.cells(shape).collect();
                let contained: Vec<usize> =
                    (0..shape.area()).filter(|&cell| house.contains(shape, cell)).collect();
                assert_eq!(cells, contained, "{house} of {shape}");
            }
        }
    }

    #[test]
    fn techniques_are_read_by_name() {
        for techniques in Techniques::EACH {
            assert_eq!(techniques.to_string().parse::<Techniques>().unwrap(), techniques);
        }
        let error = "hidden".parse::<Techniques>().unwrap_err().to_string();
        assert_eq!(error, "unknown techniques \"hidden\": expected singles or locked");
    }
}
