//! The format of an input: the one that was set, or the one that its contents look like.

use crate::{
    error::{Error, ErrorKind},
    format::{Codec, Format, Head, Options},
    io::{Recognize, Recognized},
};
use std::sync::Arc;

/// An input's format and its codec.
pub(super) struct InputFormat {
    pub format: &'static Format,
    /// Whether it was recognized from the contents.
    pub guessed: bool,
    pub codec: Box<dyn Codec>,
}

/// Opens inputs.
pub(super) struct Recognizer {
    /// The format that was set.
    pub format: Option<&'static Format>,
    pub options: Options,
    /// Whether puzzles must consist of givens only.
    pub givens_only: bool,
}

impl Recognize for Recognizer {
    type Format = Arc<InputFormat>;

    fn recognize(
        &mut self,
        name: &str,
        bytes: &[u8],
        whole: bool,
    ) -> Result<Option<Recognized<Arc<InputFormat>>>, Error> {
        let head = Head { bytes, whole };
        let fail = |what| Error::new(ErrorKind::Input, format!("{name}: {what}"));
        let format = match self.format {
            Some(format) => format,
            None => match Format::detect(&head, &self.options).map_err(fail)? {
                Some(format) => format,
                None => return Ok(None),
            },
        };
        let Some(opened) = (format.open)(&head, &self.options).map_err(fail)? else { return Ok(None) };
        if let Some((kind, what)) = self.mismatch(&*opened.reader, format) {
            return Err(Error::new(kind, format!("{name}: {what}")));
        }
        Ok(Some(Recognized {
            format: Arc::new(InputFormat { format, guessed: self.format.is_none(), codec: opened.reader }),
            framing: opened.framing,
            skip: opened.skip,
        }))
    }
}

impl Recognizer {
    /// Why the format does not fit the settings of the run.
    fn mismatch(&self, codec: &dyn Codec, format: &Format) -> Option<(ErrorKind, String)> {
        let name = format.name;
        if self.options.own_answers && !codec.own_answers() {
            return Some((ErrorKind::Input, format!("format {name} has no expected answers to check")));
        }
        if self.options.regions && !codec.regions() {
            let what =
                format!("format {name} cannot hold the regions of each record; line and pencilmark can");
            return Some((ErrorKind::NoRegions, what));
        }
        if self.givens_only && codec.candidates() {
            let what = format!("format {name} holds pencil marks, for which there are no hints");
            return Some((ErrorKind::Input, what));
        }
        None
    }
}
