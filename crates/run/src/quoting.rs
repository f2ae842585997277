//! Fields between double quotes, by RFC 4180: where they end, what they hold, and how they are written.

use memchr::{memchr, memchr_iter};
use std::borrow::Cow;

/// The position after the closing quote of the field whose opening quote is at `at`.
pub(crate) fn quoted_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += 1;
        at += memchr(b'"', &bytes[at..])? + 1;
        if bytes.get(at) != Some(&b'"') {
            return Some(at);
        }
    }
}

/// The text between the quotes, with doubled quotes as one.
pub(crate) fn without_doubled(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr(b'"', text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut single = Vec::with_capacity(text.len());
    let mut was_quote = false;
    for &byte in text {
        was_quote = byte == b'"' && !was_quote;
        if byte != b'"' || was_quote {
            single.push(byte);
        }
    }
    Cow::Owned(single)
}

/// Appends a value between quotes, with its own quotes doubled.
pub(crate) fn append_quoted(value: &[u8], text: &mut Vec<u8>) {
    text.push(b'"');
    let mut start = 0;
    for quote in memchr_iter(b'"', value) {
        text.extend_from_slice(&value[start..=quote]);
        start = quote;
    }
    text.extend_from_slice(&value[start..]);
    text.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{collection::vec, prelude::*, sample::select};

    #[test]
    fn a_field_without_a_closing_quote_has_no_end() {
        assert_eq!(quoted_end(b"\"a\"\"", 0), None);
        assert_eq!(quoted_end(b"x,\"a\"\"b\",c", 2), Some(8));
    }

    proptest! {
        #[test]
        fn what_is_quoted_is_read_back(value in vec(select(b"\"\",\na".to_vec()), 0..20), before in 0usize..3) {
            let mut text = vec![b','; before];
            append_quoted(&value, &mut text);
            let end = text.len();
            text.extend_from_slice(b",\"next\"");
            prop_assert_eq!(quoted_end(&text, before), Some(end));
            prop_assert_eq!(&*without_doubled(&text[before + 1..end - 1]), &value[..]);
        }
    }
}
