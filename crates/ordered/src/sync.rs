//! The locks and atomics of the pipeline, in a file of their own: `tests/ordered_model` compiles the pipeline a
//! second time, with the primitives of a model checker instead.

pub(super) use std::sync::{
    Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};
