//! Other forms of ASCII characters: full-width forms, which spreadsheets write for digits, and the middle dot.

/// The ASCII character at the start of a text in another form, and the length of that form in bytes.
pub fn ascii_of_wide(text: &[u8]) -> Option<(usize, u8)> {
    match *text {
        [0xC2, 0xB7, ..] => Some((2, b'.')),
        // An ideographic space.
        [0xE3, 0x80, 0x80, ..] => Some((3, b' ')),
        // U+FF01 to U+FF5E are `!` to `~`.
        [0xEF, 0xBC, third @ 0x81..=0xBF, ..] => Some((3, third - 0x60)),
        [0xEF, 0xBD, third @ 0x80..=0x9E, ..] => Some((3, third - 0x20)),
        _ => None,
    }
}

/// Writes a text to a buffer with other forms replaced by ASCII characters. `None` if the text has no other forms, or
/// the text is longer than the buffer.
pub(crate) fn narrowed<'b>(text: &[u8], buffer: &'b mut [u8]) -> Option<&'b [u8]> {
    if text.is_ascii() {
        return None;
    }
    let (mut rest, mut len) = (text, 0);
    while let [first, ..] = rest {
        let (width, byte) = ascii_of_wide(rest).unwrap_or((1, *first));
        *buffer.get_mut(len)? = byte;
        (rest, len) = (&rest[width..], len + 1);
    }
    (len < text.len()).then_some(&buffer[..len])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_width_characters_are_those_of_ascii() {
        for (wide, ascii) in [
            ('！', b'!'),
            ('０', b'0'),
            ('９', b'9'),
            ('Ａ', b'A'),
            ('．', b'.'),
            ('＿', b'_'),
            ('ｘ', b'x'),
            ('～', b'~'),
            ('\u{3000}', b' '),
        ] {
            let text = wide.to_string();
            assert_eq!(ascii_of_wide(text.as_bytes()), Some((3, ascii)), "{wide}");
        }
        assert_eq!(ascii_of_wide("·".as_bytes()), Some((2, b'.')));
        assert_eq!(ascii_of_wide("é".as_bytes()), None);
        assert_eq!(ascii_of_wide(b"5"), None);
    }

    #[test]
    fn a_text_is_narrowed_only_if_it_is_wide() {
        let mut buffer = [0; 8];
        assert_eq!(narrowed("１·3é".as_bytes(), &mut buffer), Some(&b"1.3\xC3\xA9"[..]));
        assert_eq!(narrowed(b"123", &mut buffer), None);
        assert_eq!(narrowed("é".as_bytes(), &mut buffer), None);
        assert_eq!(narrowed("１２３４５６７８９".as_bytes(), &mut buffer), None, "too long for the buffer");
    }
}
