//! Panics of the decoders and encoders of tables, which are not printed.
//!
//! The decoders of Parquet and Arrow may panic when a file is damaged. The library turns that into an error, and the
//! command prints that error alone.

use quadrille_run::tables::panics_are_errors;
use std::{
    panic::{set_hook, take_hook},
    sync::Once,
};

/// Prints no panics of decoders and encoders from now on.
pub(super) fn silence() {
    static SILENCED: Once = Once::new();
    SILENCED.call_once(|| {
        let others = take_hook();
        set_hook(Box::new(move |panic| {
            if !panics_are_errors() {
                others(panic);
            }
        }));
    });
}
