//! The contents of a state file.

/// The checksum of committed bytes and of state files.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// The first word of a state file; the number is its version.
const MAGIC: &str = "quadrille-state 1";

/// The record of the partial file in the state file.
pub(super) struct SavedState {
    /// Committed bytes and their checksum.
    pub len: u64,
    pub sum: u32,
    /// Whether these are the whole output.
    pub is_complete: bool,
    /// The state that the run needs to continue.
    pub payload: String,
}

impl SavedState {
    pub fn write(&self) -> String {
        let Self { len, sum, is_complete, payload } = self;
        let word = if *is_complete { "complete" } else { "partial" };
        let body = format!("{len} {sum:08x} {word}\n{payload}\n");
        format!("{MAGIC} {:08x}\n{body}", checksum(body.as_bytes()))
    }

    /// `None` if the file is damaged, or is not a state file.
    pub fn read(text: &[u8]) -> Option<SavedState> {
        let text = std::str::from_utf8(text).ok()?;
        let (head, body) = text.split_once('\n')?;
        let sum = head.strip_prefix(MAGIC)?.strip_prefix(' ')?;
        if sum != format!("{:08x}", checksum(body.as_bytes())) {
            return None;
        }
        let (line, payload) = body.split_once('\n')?;
        let mut words = line.split(' ');
        let len = words.next()?.parse().ok()?;
        let sum = u32::from_str_radix(words.next()?, 16).ok()?;
        let is_complete = words.next()? == "complete";
        Some(SavedState { len, sum, is_complete, payload: payload.strip_suffix('\n')?.to_owned() })
    }
}
