//! Which format an input is in: the one that was named, or the one it looks like.

use crate::{
    error::{Error, ErrorKind},
    format::{Format, Head, Options, Reader},
    io::{Recognize, Start},
};
use std::sync::Arc;

/// An input's format and what reads it.
pub(super) struct Reading {
    pub format: &'static Format,
    pub guessed: bool,
    pub reader: Box<dyn Reader>,
}

/// Opens inputs.
pub(super) struct Recognizer {
    /// The format that was named.
    pub format: Option<&'static Format>,
    pub options: Options,
}

impl Recognize for Recognizer {
    type Reading = Arc<Reading>;

    fn recognize(
        &mut self,
        name: &str,
        bytes: &[u8],
        whole: bool,
    ) -> Result<Option<Start<Arc<Reading>>>, Error> {
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
        Ok(opening.map(|opening| Start {
            reading: Arc::new(Reading { format, guessed: self.format.is_none(), reader: opening.reader }),
            framing: opening.framing,
            skip: opening.skip,
        }))
    }
}
