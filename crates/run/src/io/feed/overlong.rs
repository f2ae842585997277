//! Records that are too long to be written.

use quadrille_base::framing::{Cut, Framing, Target};

/// The message about a record that is longer than this.
pub(crate) fn overlong_record(longest: usize) -> String {
    format!("a record is longer than {} MiB", longest >> 20)
}

/// A cut of these bytes, made smaller if it has a record that is too long to be written: the cut ends before it.
/// `None` if that is the first record.
///
/// So all records before it are answered, however the input is read. A framing that counts makes such cuts itself.
pub(super) fn before_overlong(framing: &mut dyn Framing, cut: Cut, bytes: &[u8], size: usize) -> Option<Cut> {
    if cut.end <= framing.max_record() || framing.max_line().is_some() {
        return Some(cut);
    }
    match cut.records {
        None => framing.cut(&bytes[..size], Target::Last),
        Some(records) => (records != 1).then_some(cut),
    }
}
