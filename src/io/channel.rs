//! The channels of the ordered desk.

pub(super) use crossbeam_channel::{Receiver, Sender, bounded};
