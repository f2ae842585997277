//! What to do about an error of the library, in terms of the command line.
//!
//! The library reports causes as types and does not know any option. Here, and only here, a cause is
//! mapped to the option that avoids it. The sentence is printed after the message, separated by `; `.

use anyhow::Error;
use quadrille::{ErrorKind, Format, FormatError, RulesError, Unavailable};

/// A sentence that names the option to use, if there is one.
pub(super) fn advice(error: &Error) -> Option<String> {
    error.chain().find_map(|cause| {
        if cause.is::<Unavailable>() {
            return Some("use --isa auto".into());
        }
        let for_rules = cause.downcast_ref().and_then(for_rules).map(Into::into);
        let for_run = cause.downcast_ref().and_then(for_run).map(Into::into);
        for_rules.or(for_run).or_else(|| cause.downcast_ref().and_then(for_format))
    })
}

fn for_run(error: &quadrille::Error) -> Option<&'static str> {
    match error.kind() {
        ErrorKind::NeedsMapping => Some("remove --no-mmap"),
        ErrorKind::NotAFile => Some("--shard and --resume need regular files"),
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

fn for_format(error: &FormatError) -> Option<String> {
    match error {
        FormatError::Unrecognized { .. } => {
            let names = Format::all().iter().flat_map(|f| [&[f.name()], f.aliases()].concat());
            Some(format!("name its format with --format: {}", names.collect::<Vec<_>>().join(", ")))
        }
        FormatError::NoPuzzleColumn { requested: None, .. } => Some("name it with --column".into()),
        FormatError::NoRegions { .. } => Some("use a --regions file, or --format line or pencilmark".into()),
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
        assert_eq!(advice(&error).as_deref(), Some("use --isa auto"));
        let error = Err::<(), _>(RulesError::NoBoxes).context("rules").unwrap_err();
        assert!(advice(&error).unwrap().contains("--variant"));
        let error = Error::new(quadrille::Error::new(ErrorKind::NeedsMapping, "x")).context("input");
        assert_eq!(advice(&error).as_deref(), Some("remove --no-mmap"));
        assert_eq!(advice(&anyhow::anyhow!("another error")), None);
    }
}
