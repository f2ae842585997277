//! Whole numbers in arguments.

use clap::builder::TypedValueParser;
use std::ops::RangeInclusive;

/// A parser of whole numbers in this range. All numbers of the range must be values of `T`.
pub fn whole_number<T>(range: RangeInclusive<u64>) -> impl TypedValueParser<Value = T>
where
    T: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    move |text: &str| parse(text, &range).and_then(|number| T::try_from(number).map_err(|_| expected(&range)))
}

/// A parser of whole numbers of one or more.
pub fn at_least_one() -> impl TypedValueParser<Value = u64> {
    whole_number(1..=u64::MAX)
}

/// A parser of seeds, limits and other options that may be any number.
pub fn any_number() -> impl TypedValueParser<Value = u64> {
    whole_number(0..=u64::MAX)
}

fn parse(text: &str, range: &RangeInclusive<u64>) -> Result<u64, String> {
    let is_too_large = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        Err(_) if is_too_large && *range.end() == u64::MAX => {
            Err(format!("expected a whole number of at most {}", u64::MAX))
        }
        _ => Err(expected(range)),
    }
}

fn expected(range: &RangeInclusive<u64>) -> String {
    if *range.end() == u64::MAX {
        let least =
            if *range.start() == 0 { String::new() } else { format!(" of {} or more", range.start()) };
        return format!("expected a whole number{least}");
    }
    format!("expected a whole number from {} to {}", range.start(), range.end())
}

/// A number with a comma between groups of three digits.
pub fn grouped(number: impl Into<u128>) -> String {
    grouped_digits(&number.into().to_string())
}

/// The same for a number of any size, given by its digits.
pub fn grouped_digits(digits: &str) -> String {
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_whole_and_in_their_range() {
        assert_eq!((parse("3", &(3..=5)), parse("5", &(3..=5))), (Ok(3), Ok(5)));
        let too_large = parse("99999999999999999999", &(1..=u64::MAX));
        assert_eq!(too_large, Err("expected a whole number of at most 18446744073709551615".into()));
        for text in ["2", "6", "", "x", "-3", "3.5", "4 ", "99999999999999999999"] {
            assert_eq!(parse(text, &(3..=5)), Err("expected a whole number from 3 to 5".into()), "{text}");
        }
        assert_eq!(parse("18446744073709551615", &(0..=u64::MAX)), Ok(u64::MAX));
        assert!(parse("18446744073709551616", &(0..=u64::MAX)).is_err());
    }

    #[test]
    fn digits_are_grouped_by_three() {
        for (number, text) in [(0u64, "0"), (999, "999"), (1000, "1,000"), (1234567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }
}
