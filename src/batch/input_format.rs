//! Which format an input is in: the one that was named, or the one it looks like.

use crate::{
    error::{Error, ErrorKind},
    format::{Codec, Format, Head, Options},
    io::{Recognize, Start},
};
use std::sync::Arc;

/// An input's format and what reads it.
pub(super) struct InputFormat {
    pub format: &'static Format,
    pub guessed: bool,
    pub reader: Box<dyn Codec>,
}

/// Opens inputs.
pub(super) struct Recognizer {
    /// The format that was named.
    pub format: Option<&'static Format>,
    pub options: Options,
    /// Whether puzzles must be givens and nothing else.
    pub givens_only: bool,
}

impl Recognize for Recognizer {
    type Reading = Arc<InputFormat>;

    fn recognize(
        &mut self,
        name: &str,
        bytes: &[u8],
        whole: bool,
    ) -> Result<Option<Start<Arc<InputFormat>>>, Error> {
        let head = Head { bytes, whole };
        let fail = |what| Error::new(ErrorKind::Input, format!("{name}: {what}"));
        let format = match self.format {
            Some(format) => format,
            None => match Format::detect(&head, &self.options).map_err(fail)? {
                Some(format) => format,
                None => return Ok(None),
            },
        };
        let opening = (format.open)(&head, &self.options).map_err(fail)?;
        if self.options.own_answers && opening.as_ref().is_some_and(|o| !o.reader.own_answers()) {
            return Err(fail(format!("format {} has no answers of its own to check", format.name)));
        }
        if let Some(what) = opening.as_ref().and_then(|o| self.refused(&*o.reader, format)) {
            return Err(fail(what));
        }
        Ok(opening.map(|opening| Start {
            reading: Arc::new(InputFormat { format, guessed: self.format.is_none(), reader: opening.reader }),
            framing: opening.framing,
            skip: opening.skip,
        }))
    }
}

impl Recognizer {
    /// What a format lacks, or has too much, for what is asked.
    fn refused(&self, reader: &dyn Codec, format: &Format) -> Option<String> {
        let name = format.name;
        if self.options.regions && !reader.regions() {
            let other = "name a file with --regions, or use line or pencilmark";
            return Some(format!("format {name} has no regions with each record: {other}"));
        }
        let marks = self.givens_only && reader.candidates();
        marks.then(|| format!("format {name}: there are no hints for pencil marks"))
    }
}
