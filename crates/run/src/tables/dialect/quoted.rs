//! Strings as csv fields.

use crate::quoting::append_quoted;

/// Appends a string, between quotes if it needs them.
pub(super) fn append_string(value: &[u8], text: &mut Vec<u8>) {
    if needs_quotes(value) { append_quoted(value, text) } else { text.extend_from_slice(value) }
}

fn needs_quotes(value: &[u8]) -> bool {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    match value {
        [] | [b'#', ..] => true,
        [first, .., last] if is_blank(first) || is_blank(last) => true,
        [only] if is_blank(only) => true,
        _ => value.iter().any(|byte| matches!(byte, b',' | b'"' | b'\r' | b'\n')),
    }
}

/// Whether no string within these bytes needs quotes, except an empty one. One comparison of vectors for many bytes.
pub(super) fn is_clean(bytes: &[u8]) -> bool {
    // The printable characters before `(` are the blank and `!"#$%&'`.
    bytes.chunks(1 << 12).all(|piece| !piece.iter().fold(false, |found, &b| found | (b < b'(') | (b == b',')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_string_is_read_back_by_the_crate_csv(value in "[a #\",\r\n\t1é]{0,12}") {
            let mut text = b"x,".to_vec();
            append_string(value.as_bytes(), &mut text);
            text.push(b'\n');
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&text[..]);
            let row = reader.records().next().unwrap().unwrap();
            prop_assert_eq!(&row[1], &value);
        }

        #[test]
        fn clean_bytes_need_no_quotes(value in "[ -0é]{1,3}") {
            prop_assert!(!is_clean(value.as_bytes()) || !needs_quotes(value.as_bytes()));
        }
    }

    #[test]
    fn quotes_are_only_where_they_are_needed() {
        let text = |value: &str| {
            let mut text = Vec::new();
            append_string(value.as_bytes(), &mut text);
            String::from_utf8(text).unwrap()
        };
        for plain in ["1", "a b", "53..7", "a'b", "x#"] {
            assert_eq!(text(plain), plain);
        }
        for (value, quoted) in [("", "\"\""), ("a,b", "\"a,b\""), ("\"", "\"\"\"\""), ("#1", "\"#1\"")] {
            assert_eq!(text(value), quoted);
        }
    }
}
