//! Options whose values are names of items of the library.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A value of an option: its name, its value in the library, and its line in the help.
pub type Named<T> = (&'static str, T, &'static str);

/// Parses one of these names.
pub fn one_of<T>(values: &'static [Named<T>]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let names = values.iter().map(|&(name, _, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(names).map(|name| {
        let named = values.iter().find(|value| value.0 == name);
        named.expect("a name that was parsed is one of the possible values").1
    })
}
