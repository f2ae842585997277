//! The channels, lock and atomics of the pipeline, in a file of their own: `tests/ordered_model.rs` compiles
//! the pipeline a second time, with the primitives of a model checker in their place.

pub(super) use crossbeam_channel::{Receiver, Sender, bounded};
#[cfg(feature = "batch")]
pub(super) use std::sync::{Condvar, MutexGuard};
pub(super) use std::sync::{
    Mutex,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};
