//! Panics of the threads that decode and encode tables, which are not printed.
//!
//! The decoders of Parquet and Arrow may panic when a file is damaged. The library turns that into an error, and the
//! command prints that error alone. It does the same with the threads that encode.

use quadrille_run::tables::THREADS;
use std::{
    panic::{set_hook, take_hook},
    sync::Once,
    thread,
};

/// Prints no panics of these threads from now on.
pub(super) fn silence() {
    static SILENCED: Once = Once::new();
    SILENCED.call_once(|| {
        let others = take_hook();
        set_hook(Box::new(move |panic| {
            if thread::current().name().is_none_or(|name| !THREADS.contains(&name)) {
                others(panic);
            }
        }));
    });
}
