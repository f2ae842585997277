//! What to do about an error of the library, in terms of the command line.
//!
//! The library reports causes as types and does not know any option. Here, and only here, a cause is
//! mapped to the option that avoids it. The sentence is printed after the message, separated by `; `.

use anyhow::Error;
use quadrille::{ErrorKind, RulesError, Unavailable};

/// A sentence that names the option to use, if there is one.
pub(super) fn advice(error: &Error) -> Option<&'static str> {
    error.chain().find_map(|cause| {
        if cause.is::<Unavailable>() {
            return Some("use --isa auto");
        }
        cause.downcast_ref().and_then(for_rules).or_else(|| cause.downcast_ref().and_then(for_run))
    })
}

fn for_run(error: &quadrille::Error) -> Option<&'static str> {
    match error.kind() {
        ErrorKind::NeedsMapping => Some("remove --no-mmap"),
        ErrorKind::NotAFile => Some("--shard and --resume need regular files"),
        ErrorKind::NoRegions => Some("name the regions for all records with --regions FILE"),
        ErrorKind::RecordsEndEarly => Some("with --format line the input is read to its end"),
        _ => None,
    }
}

fn for_rules(error: &RulesError) -> Option<&'static str> {
    match error {
        RulesError::Regions { .. } => Some("use a --regions file for boards of this size"),
        RulesError::NoBoxes => Some("remove jigsaw or disjoint-groups from --variant"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;
    use quadrille::Isa;

    #[test]
    fn causes_are_found_below_their_context() {
        let error = Error::new(Unavailable(Isa::Avx512)).context("contestant");
        assert_eq!(advice(&error), Some("use --isa auto"));
        let error = Err::<(), _>(RulesError::NoBoxes).context("rules").unwrap_err();
        assert!(advice(&error).unwrap().contains("--variant"));
        let error = Error::new(quadrille::Error::new(ErrorKind::NeedsMapping, "x")).context("input");
        assert_eq!(advice(&error), Some("remove --no-mmap"));
        assert_eq!(advice(&anyhow::anyhow!("another error")), None);
    }
}
