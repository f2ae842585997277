//! Which morphs a run writes.

use quadrille_puzzles::symmetry::{Symmetries, Transform};
use quadrille_tasks::{ColumnKind, ColumnPlace, ColumnSpec, MotionSource, Motions, Needs, SOLUTION};

/// The transformations with which a run makes morphs of puzzles and of the solutions that the records bring. Nothing is solved or checked.
///
/// ```
/// use quadrille::{Batch, Input, batch::Morphs, symmetry::Symmetries};
///
/// let text = "id,puzzle,solution\n7,1...3..2..4.4..1,1234341221434321\n".as_bytes();
/// let mut morphs = Vec::new();
/// let batch = Batch::new(Morphs::random(Symmetries::ALL, 1).copies(2));
/// batch.run(vec![Input::reader("puzzles", text)], &mut morphs, &mut ())?;
/// let rows: Vec<_> = std::str::from_utf8(&morphs).unwrap().lines().collect();
/// assert_eq!(rows.len(), 3);
/// assert_eq!(rows[0], "id,puzzle,solution,group");
/// assert!(rows[1..].iter().all(|row| row.starts_with("7,") && row.ends_with(",1")));
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Morphs {
    pub(super) source: MorphSource,
    pub(super) is_inverse: bool,
    pub(super) copies: Option<u32>,
    /// Whether solutions are moved with their puzzles.
    pub(super) moves_solutions: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum MorphSource {
    Random(Symmetries, u64),
    By(Transform),
    /// The name of the column or member with the text of each record's transformation.
    Column(String),
}

impl Morphs {
    /// Random morphs by these symmetries. Morph `k` of record `n` of the run, both from 0, is made by transformation
    /// number `n × copies + k` of the seed; see [`Transform::random`].
    pub fn random(from: Symmetries, seed: u64) -> Morphs {
        Morphs::new(MorphSource::Random(from, seed))
    }

    /// The morph by one transformation, which boards of another shape do not have.
    ///
    /// ```
    /// use quadrille::{Batch, Input, batch::Morphs, symmetry::Transform};
    ///
    /// let transform: Transform = "r1234-c1234-d2341".parse()?;
    /// let mut morphs = Vec::new();
    /// let batch = Batch::new(Morphs::transform(transform).inverse(true));
    /// batch.run(vec![Input::reader("puzzles", "2...4..3..1.1..2\n".as_bytes())], &mut morphs, &mut ())?;
    /// assert_eq!(morphs, b"1...3..2..4.4..1\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn transform(transform: Transform) -> Morphs {
        Morphs::new(MorphSource::By(transform))
    }

    /// The morph of each record by the transformation in its column or member of this name.
    ///
    /// ```
    /// use quadrille::{Batch, Input, batch::Morphs};
    ///
    /// let text = "puzzle,how\n1...3..2..4.4..1,r1234-c1234-d2341\n".as_bytes();
    /// let mut morphs = Vec::new();
    /// let batch = Batch::new(Morphs::transform_column("how").with_solutions(false));
    /// batch.run(vec![Input::reader("puzzles", text)], &mut morphs, &mut ())?;
    /// assert_eq!(morphs, b"puzzle,how\n2...4..3..1.1..2,r1234-c1234-d2341\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn transform_column(name: impl Into<String>) -> Morphs {
        Morphs::new(MorphSource::Column(name.into()))
    }

    /// Whether the inverse of each transformation is applied.
    pub fn inverse(self, is_inverse: bool) -> Morphs {
        Morphs { is_inverse, ..self }
    }

    /// Whether the solutions of the records are moved with their puzzles, which is the default. An input is then refused if its
    /// first records have solutions that would stay as they are: in a column that has none of the usual names and was not
    /// named by [`Batch::solution_column`](super::Batch::solution_column), or after the grids of lines.
    pub fn with_solutions(self, moves_solutions: bool) -> Morphs {
        Morphs { moves_solutions, ..self }
    }

    /// Writes several morphs of each record, at least one, and in csv and ndjson a field `group`: the number of the record
    /// that they are made of, from 1.
    pub fn copies(self, copies: u32) -> Morphs {
        Morphs { copies: Some(copies.max(1)), ..self }
    }

    fn new(source: MorphSource) -> Morphs {
        Morphs { source, is_inverse: false, copies: None, moves_solutions: true }
    }

    /// How the transformation of each record is found.
    pub(super) fn motions(&self) -> Motions {
        let source = match self.source {
            MorphSource::Random(from, seed) => MotionSource::Random(from, seed),
            MorphSource::By(transform) => MotionSource::By(transform),
            MorphSource::Column(_) => MotionSource::Text,
        };
        Motions { source, is_inverse: self.is_inverse }
    }

    /// How many morphs there are of each record.
    pub(super) fn count(&self) -> u32 {
        self.copies.unwrap_or(1)
    }

    /// Whether the numbers of the records matter.
    pub(super) fn needs_numbers(&self) -> bool {
        self.copies.is_some() || matches!(self.source, MorphSource::Random(..))
    }

    /// The facts that a run must know.
    pub(super) fn needs(&self) -> Needs {
        Needs {
            givens: true,
            conflict: self.conflict(),
            no_variants: Some("morphs follow the rules of plain sudoku, not of variants"),
            ..Needs::default()
        }
    }

    /// The message if its options exclude each other.
    fn conflict(&self) -> Option<&'static str> {
        let is_same = self.copies.is_some() && !matches!(self.source, MorphSource::Random(..));
        is_same.then_some("several copies of a morph by one transformation would be the same")
    }
}

/// The text written for each record, or read from it.
pub fn morph_columns(morphs: &Morphs) -> Vec<ColumnSpec> {
    let board = |name, about, place| ColumnSpec::new(name, ColumnKind::Board, about).at(place);
    let mut columns = vec![board("puzzle", "the puzzle, or its morph", ColumnPlace::Puzzle)];
    if morphs.moves_solutions {
        columns.push(board("solution", SOLUTION, ColumnPlace::Solution));
    }
    if let MorphSource::Column(name) = &morphs.source {
        let transform = ColumnSpec::named(name.clone().into(), ColumnKind::Text, "the transformation");
        columns.push(transform.at(ColumnPlace::Read));
    } else if morphs.copies.is_some() {
        let about = "the number of the record that the morph comes from, from 1";
        columns.push(ColumnSpec::new("group", ColumnKind::Number, about));
    }
    columns
}
