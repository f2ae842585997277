//! Finds the transformation of each record of which a morph is made.

use super::Malformed;
use quadrille_base::error::Error;
use quadrille_grid::{NineText, Refusal, Shape};
use quadrille_puzzles::symmetry::{Motion, Symmetries, Transform, TransformError};

/// Where transformations come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MotionSource {
    /// Random transformations of this kind, with a seed.
    Random(Symmetries, u64),
    /// The same transformation for all records.
    By(Transform),
    /// A text of each record.
    Text,
}

/// How the transformations of records are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Motions {
    /// Where they come from.
    pub source: MotionSource,
    /// Whether their inverses are applied.
    pub is_inverse: bool,
}

impl Motions {
    /// The transformation of a board of this shape; `None` if it is random. `text` returns the text of the record, which may have blanks
    /// around it.
    ///
    /// # Errors
    /// If the board has no symmetries, the text is not a transformation, or it is one for another shape.
    pub fn transform<'t>(
        &self,
        shape: Shape,
        text: impl FnOnce() -> Result<&'t [u8], Malformed>,
    ) -> Result<Option<Transform>, Malformed> {
        if Transform::identity(shape).is_none() {
            return Err(Refusal::NoSymmetries(shape).into());
        }
        let transform = match self.source {
            MotionSource::Random(..) => return Ok(None),
            MotionSource::By(transform) => transform,
            MotionSource::Text => parsed(text()?)?,
        };
        if transform.shape() != shape {
            return Err(Malformed::OtherShape { transform: transform.shape(), board: shape });
        }
        Ok(Some(if self.is_inverse { transform.inverse() } else { transform }))
    }

    /// The motion by the transformation that was found or, if transformations are random, by the one with this number.
    ///
    /// # Panics
    /// If no transformation was found, and transformations are not random or the shape has no symmetries.
    #[inline]
    pub fn motion(
        &self,
        found: Option<&Transform>,
        (shape, number): (Shape, u64),
        nine_text: NineText,
    ) -> Motion {
        let motion = match (found, self.source) {
            (Some(transform), _) => Some(Motion::new(transform, nine_text)),
            (None, MotionSource::Random(from, seed)) if self.is_inverse => {
                let transform = Transform::random(shape, from, seed, number);
                transform.map(|transform| Motion::new(&transform.inverse(), nine_text))
            }
            (None, MotionSource::Random(from, seed)) => {
                Motion::random(shape, (from, seed, number), nine_text)
            }
            (None, _) => None,
        };
        motion.expect("a transformation of a shape with symmetries")
    }
}

/// The transformation of a text.
fn parsed(text: &[u8]) -> Result<Transform, Malformed> {
    let text = str::from_utf8(text.trim_ascii()).unwrap_or_default();
    text.parse().map_err(|error: Error| {
        let error = error.reason().copied().unwrap_or(TransformError::Form);
        Malformed::Other(error.message())
    })
}
