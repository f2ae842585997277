//! Sizes of memory in arguments.

/// Parses a number of bytes, which may have a unit.
pub(super) fn byte_size(text: &str) -> Result<u64, String> {
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
}
