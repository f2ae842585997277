//! The names of formats, as values of options.

use clap::builder::{PossibleValue, PossibleValuesParser};
use quadrille::{Format, OutputFormat};

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
    [auto, same].into_iter().chain(OutputFormat::all().iter().map(named)).collect::<Vec<_>>().into()
}
