//! Values of options: the names of formats, and sizes.

use clap::builder::{PossibleValue, PossibleValuesParser};
use quadrille_console::sizes::byte_size;
use quadrille_run::{
    batch::LEAST_CLASS_MEMORY,
    format::{Format, OutputFormat},
    tables::TableFormat,
};

/// The names of all input formats, from their table.
pub fn formats() -> PossibleValuesParser {
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
pub fn output_formats() -> PossibleValuesParser {
    let auto = PossibleValue::new("auto").help("by the extension of the output");
    let same = PossibleValue::new("same").help("the format of the input");
    let named = |f: &&'static OutputFormat| PossibleValue::new(f.name()).help(f.about());
    let table = |f: &TableFormat| PossibleValue::new(f.name()).help(f.about());
    let formats = OutputFormat::all().iter().map(named).chain(TableFormat::all().iter().map(table));
    [auto, same].into_iter().chain(formats).collect::<Vec<_>>().into()
}

/// The names of the formats of generated puzzles.
pub fn puzzle_formats() -> PossibleValuesParser {
    let auto = PossibleValue::new("auto").help("by the extension of the output");
    let named = [
        ("line", "one puzzle per line"),
        ("csv", "a header `puzzle`, and one puzzle per line"),
        ("ndjson", "one JSON object per line, with puzzle"),
    ]
    .map(|(name, help)| PossibleValue::new(name).help(help));
    let tables = TableFormat::all().iter().map(|f| PossibleValue::new(f.name()).help(f.about()));
    [auto].into_iter().chain(named).chain(tables).collect::<Vec<_>>().into()
}

/// Parses a size of memory for classes.
pub fn memory_size(text: &str) -> Result<u64, String> {
    match byte_size(text)? {
        size if size < LEAST_CLASS_MEMORY => Err("the least is 1M".into()),
        size => Ok(size),
    }
}

/// Parses the size of a chunk.
pub fn chunk_size(text: &str) -> Result<usize, String> {
    let size = usize::try_from(byte_size(text)?).ok().filter(|size| (1..=1 << 30).contains(size));
    size.ok_or_else(|| "expected a size from 1 to 1G".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_chunks_have_units_and_bounds() {
        for (text, size) in [("1", 1), ("64K", 64 << 10), ("1G", 1 << 30), ("1024m", 1 << 30)] {
            assert_eq!(chunk_size(text), Ok(size), "{text}");
        }
        for text in ["0", "0K", "1073741825", "2G"] {
            assert_eq!(chunk_size(text), Err("expected a size from 1 to 1G".into()), "{text}");
        }
        assert!(chunk_size("1.5K").is_err_and(|says| says.contains("K, M or G")));
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
