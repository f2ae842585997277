//! Records that are kept until the end of a run.

/// The unchanged text of a record that is kept until the end of the run.
#[derive(Clone, Default)]
pub(super) struct KeptText {
    pub text: Box<[u8]>,
    /// It may begin with the blank line that separates it from the one before it.
    pub is_separated: bool,
}

impl KeptText {
    /// Appends the text, with that line unless it is the first of the output. The first of an input, which does not have it,
    /// may be a later one of the output.
    pub fn write(&self, is_first: bool, text: &mut Vec<u8>) {
        if !self.is_separated {
            return text.extend_from_slice(&self.text);
        }
        text.extend_from_slice(if is_first { b"" } else { b"\n" });
        text.extend_from_slice(self.text.strip_prefix(b"\n").unwrap_or(&self.text));
    }
}
