//! Runs over files and pipes: inputs in any format in, answers out, in the order of the input.
//!
//! This crate is a part of `quadrille`, whose public items are the ones to use: only they keep their names and meanings.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod batch;
pub mod format;
pub mod io;
mod positioned_file;
mod quoting;
pub mod tables;
