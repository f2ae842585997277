//! The number of cases that tests try.

/// The first value; with `QUADRILLE_LONG_TESTS` the second.
pub fn cases<T>(landing: T, long: T) -> T {
    if std::env::var_os("QUADRILLE_LONG_TESTS").is_some() { long } else { landing }
}
