//! The commands, each a file or a folder: its arguments with their help, its examples, and what runs it.

#[cfg(feature = "bench")]
mod bench;
mod canonical;
mod check;
mod completions;
mod convert;
mod count;
mod cover;
mod dedup;
mod generate;
mod givens;
mod hint;
pub mod leak;
mod man;
mod morph;
pub mod rate;
mod select;
mod solve;
mod summary;

use anyhow::Result;
use clap::{Args, Subcommand};
use quadrille_console::exit::ExitStatus;

/// The commands in the order of the help: the name of each, and the module with its `Args` and `run`.
macro_rules! commands {
    ($($(#[$cfg:meta])? $name:literal $variant:ident $module:ident,)*) => {
        #[derive(Subcommand)]
        pub enum Command {
            $($(#[$cfg])? $variant($module::Args),)*
        }

        impl Command {
            /// The function that adds the options of the command of this name.
            pub fn options(name: &str) -> Option<fn(clap::Command) -> clap::Command> {
                match name {
                    $($(#[$cfg])? $name => Some($module::Args::augment_args),)*
                    _ => None,
                }
            }

            /// Its name on the command line.
            pub fn name(&self) -> &'static str {
                match self {
                    $($(#[$cfg])? Command::$variant(_) => $name,)*
                }
            }

            pub fn run(self) -> Result<ExitStatus> {
                match self {
                    $($(#[$cfg])? Command::$variant(args) => $module::run(args),)*
                }
            }
        }

        /// The names of all commands.
        pub const COMMANDS: &[&str] = &[$($(#[$cfg])? $name,)*];
    };
}

commands! {
    "solve" Solve solve,
    "check" Check check,
    "count" Count count,
    "hint" Hint hint,
    "canonical" Canonical canonical,
    "rate" Rate rate,
    "givens" Givens givens,
    "convert" Convert convert,
    "dedup" Dedup dedup,
    "leak" Leak leak,
    "select" Select select,
    "morph" Morph morph,
    "cover" Cover cover,
    "generate" Generate generate,
    #[cfg(feature = "bench")]
    "bench" Bench bench,
    "summary" Summary summary,
    "completions" Completions completions,
    "man" Man man,
}
