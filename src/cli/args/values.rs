//! Values of options: the names of formats, and sizes.

use clap::builder::{PossibleValue, PossibleValuesParser};
use quadrille::{Format, LEAST_CLASS_MEMORY, OutputFormat, TableFormat};

/// The names of all input formats, from their table.
pub(super) fn formats() -> PossibleValuesParser {
    let auto = PossibleValue::new("auto").help("detect the format of each input");
    let named = |f: &'static Format| {
        let alias = move |a| PossibleValue::new(a).help(format!("same as {}", f.name()));
        let aliases = f.aliases().iter().map(alias);
        std::iter::once(PossibleValue::new(f.name()).help(f.about())).chain(aliases)
    };
    let all = Format::all().iter().copied();
    std::iter::once(auto).chain(all.flat_map(named)).collect::<Vec<_>>().into()
}

/// The names of all output formats, from their table.
pub(super) fn output_formats() -> PossibleValuesParser {
    let auto = PossibleValue::new("auto").help("by the extension of the output");
    let same = PossibleValue::new("same").help("the format of the input");
    let named = |f: &&'static OutputFormat| PossibleValue::new(f.name()).help(f.about());
    let table = |f: &TableFormat| PossibleValue::new(f.name()).help(f.about());
    let formats = OutputFormat::all().iter().map(named).chain(TableFormat::all().iter().map(table));
    [auto, same].into_iter().chain(formats).collect::<Vec<_>>().into()
}

/// Parses a size of memory for classes.
pub(super) fn memory_size(text: &str) -> Result<u64, String> {
    match byte_size(text)? {
        size if size < LEAST_CLASS_MEMORY => Err("the least is 1M".into()),
        size => Ok(size),
    }
}

/// Parses a number of bytes, which may have a unit.
pub(in crate::cli) fn byte_size(text: &str) -> Result<u64, String> {
    let (number, shift) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    let size = number.parse::<u64>().ok().filter(|_| is_number).and_then(|n| n.checked_mul(1 << shift));
    size.ok_or_else(|| "expected a number of bytes, or one with K, M or G behind it, as in 500M".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_may_be_none_where_no_least_is_needed() {
        assert_eq!((byte_size("0"), byte_size("64K")), (Ok(0), Ok(64 << 10)));
        assert!(byte_size("64X").is_err());
    }

    #[test]
    fn sizes_of_memory_have_units() {
        for (text, size) in
            [("1M", 1 << 20), ("1024K", 1 << 20), ("1048576", 1 << 20), ("3g", 3 << 30), ("100m", 100 << 20)]
        {
            assert_eq!(memory_size(text), Ok(size), "{text}");
        }
        for text in ["", "M", "1", "1023K", "0", "-1M", "+1M", "1.5G", "1T", "1 M", "1MB", "99999999999G"] {
            assert!(memory_size(text).is_err(), "{text}");
        }
    }
}
