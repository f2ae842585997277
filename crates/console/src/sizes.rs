//! Sizes of memory in arguments.

/// Parses a number of bytes, which may have a unit.
pub fn byte_size(text: &str) -> Result<u64, String> {
    let (number, shift) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    if number.is_empty() || !number.bytes().all(|b| b.is_ascii_digit()) {
        return Err("expected a whole number of bytes, or one followed by K, M or G, as in 500M or 2G".into());
    }
    let size = number.parse::<u64>().ok().and_then(|n| n.checked_mul(1 << shift));
    size.ok_or_else(|| format!("the largest size is {}G", u64::MAX >> 30))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_may_be_none_where_no_least_is_needed() {
        assert_eq!((byte_size("0"), byte_size("64K")), (Ok(0), Ok(64 << 10)));
        assert_eq!(byte_size("17179869183G"), Ok(17_179_869_183 << 30));
        for text in ["64X", "", "G", "1.5G", "-1", "4T", "1 M"] {
            assert!(byte_size(text).is_err_and(|says| says.contains("500M")), "{text}");
        }
        for text in ["17179869184G", "99999999999G", "18446744073709551616"] {
            assert_eq!(byte_size(text), Err("the largest size is 17179869183G".into()));
        }
    }
}
