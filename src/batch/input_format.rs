//! The format of an input: the one that was set, or the one that is detected.

use crate::{
    error::{Error, ErrorKind},
    format::{Codec, Format, FormatError, Head, ReadOptions, Selection},
    framing::HeadEnd,
    io::{Recognize, Recognized},
};
use std::sync::Arc;

/// The format of an input and its codec.
pub(super) struct InputFormat {
    pub format: &'static Format,
    pub selection: Selection,
    pub codec: Box<dyn Codec>,
}

/// Opens inputs.
pub(super) struct Recognizer {
    /// The format that was set.
    pub format: Option<&'static Format>,
    pub options: ReadOptions,
}

impl Recognizer {
    fn open(&self, head: &Head<'_>) -> Result<Option<Recognized<Arc<InputFormat>>>, FormatError> {
        let format = match self.format {
            Some(format) => Some(format),
            None => Format::detect(head, &self.options)?,
        };
        let Some(format) = format else { return Ok(None) };
        Ok(format.open(head, &self.options)?.map(|opened| Recognized {
            format: Arc::new(InputFormat { format, selection: self.options.selection, codec: opened.codec }),
            framing: opened.framing,
            skip: opened.skip,
        }))
    }
}

impl Recognize for Recognizer {
    type Format = Arc<InputFormat>;

    fn recognize(
        &mut self,
        name: &str,
        bytes: &[u8],
        end: HeadEnd,
    ) -> Result<Option<Recognized<Arc<InputFormat>>>, Error> {
        self.open(&Head { bytes, end }).map_err(|cause| Error::caused(ErrorKind::Input, name, cause))
    }
}
