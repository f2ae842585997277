//! Where the elements of a JSON array begin and end.

use memchr::memrchr;
use quadrille_base::framing::{Cut, Framing, SeekSupport, Target};
use std::ops::Range;

/// Whether a text begins with an array of objects; `None` if it is too short to tell.
pub(super) fn is_array(text: &[u8]) -> Option<bool> {
    let rest = text.trim_ascii_start();
    match rest.split_first() {
        None => None,
        Some((b'[', rest)) => rest.trim_ascii_start().first().map(|first| matches!(first, b'{' | b']')),
        Some(_) => Some(false),
    }
}

/// The next element of an array at or after `from`, and whether it has its end; `None` if there is no other.
///
/// An element is everything up to a comma or the end of the array that is outside of strings, objects and other arrays.
/// A text that begins with an array of objects begins before its first element.
pub(super) fn element(text: &[u8], from: usize) -> Option<(Range<usize>, bool)> {
    let mut element = Element::after(text, from)?;
    let end = element.read(text);
    Some((element.start..end.unwrap_or_else(|| trimmed_end(text, element.start..text.len())), end.is_some()))
}

/// An element that is read.
struct Element {
    start: usize,
    /// The bytes that have been read. After a backslash at the end of the text it is one more.
    at: usize,
    depth: usize,
    in_string: bool,
}

impl Element {
    /// The element that begins at or after `from`.
    fn after(text: &[u8], from: usize) -> Option<Element> {
        let mut at = from;
        if from == 0 && is_array(text) == Some(true) {
            at = text.iter().position(|b| *b == b'[').map_or(0, |i| i + 1);
        }
        at += text[at..].iter().position(|b| !b.is_ascii_whitespace() && !matches!(b, b',' | b']'))?;
        Some(Element { start: at, at, depth: 0, in_string: false })
    }

    /// Reads on. Returns its end, if it is there; otherwise more of the text can be read later.
    fn read(&mut self, text: &[u8]) -> Option<usize> {
        let Element { start, mut at, mut depth, mut in_string } = *self;
        while let Some(&byte) = text.get(at) {
            match byte {
                b'\\' if in_string => at += 1,
                b'"' => in_string = !in_string,
                _ if in_string => {}
                b'{' | b'[' => depth += 1,
                b',' | b']' | b'}' if depth == 0 => return Some(trimmed_end(text, start..at)),
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            at += 1;
        }
        *self = Element { start, at, depth, in_string };
        None
    }
}

/// The newline before an element that is the first one of its line, given the text between it and the previous one.
pub(super) fn newline_before(text: &[u8], between: Range<usize>) -> Option<usize> {
    let newline = between.start + memrchr(b'\n', &text[between.clone()])?;
    text[newline..between.end].trim_ascii().is_empty().then_some(newline)
}

fn trimmed_end(text: &[u8], element: Range<usize>) -> usize {
    element.start + text[element].trim_ascii_end().len().max(1)
}

/// Cuts before objects that follow a comma, and before the newline of those that are the first of their line: so a chunk
/// has the whole line before them.
#[derive(Default)]
pub(super) struct ArrayFraming {
    /// The element in which the last search ended without a boundary, and the end of the element before it. The next search has the
    /// same bytes and more.
    unfinished: Option<(usize, Element)>,
}

impl Framing for ArrayFraming {
    fn seek_support(&self) -> SeekSupport {
        SeekSupport::Counted
    }

    fn cut(&mut self, bytes: &[u8], target: Target) -> Option<Cut> {
        let min = match target {
            Target::End => return Some(Cut::at(bytes.len())),
            Target::Last => usize::MAX,
            Target::AtLeast(min) => min,
        };
        let unfinished = self.unfinished.take().filter(|_| target == Target::Last);
        let (mut end, mut begun) = unfinished.map_or((0, None), |(end, element)| (end, Some(element)));
        let mut last = None;
        while let Some(mut element) = begun.take().or_else(|| Element::after(bytes, end)) {
            let start = element.start;
            // A text that begins with an object is in the middle of an array.
            if start > 0 && end > 0 && bytes[start] == b'{' {
                let boundary = newline_before(bytes, end..start).unwrap_or(start);
                last = Some(Cut::at(boundary));
                if boundary >= min {
                    return last;
                }
            }
            match element.read(bytes) {
                Some(found) => end = found,
                None => {
                    // A text that is too short to tell whether it begins an array is read again.
                    let goes_on = target == Target::Last && last.is_none() && is_array(bytes).is_some();
                    self.unfinished = goes_on.then_some((end, element));
                    break;
                }
            }
        }
        if target == Target::Last { last } else { Some(Cut::at(bytes.len())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = br#"[ {"a":"]},\"{"}, 5,
      {"b":[1,{}]} , [{}] ]
    "#;

    fn elements(text: &[u8]) -> Vec<&str> {
        let (mut found, mut at) = (Vec::new(), 0);
        while let Some((range, _)) = element(text, at) {
            at = range.end;
            found.push(std::str::from_utf8(&text[range]).unwrap());
        }
        found
    }

    #[test]
    fn elements_end_outside_of_strings_and_other_elements() {
        assert_eq!(elements(TEXT), [r#"{"a":"]},\"{"}"#, "5", r#"{"b":[1,{}]}"#, "[{}]"]);
        assert_eq!(elements(b"[]"), [""; 0]);
        assert_eq!(elements(b"[{\"a\":1"), ["{\"a\":1"]);
    }

    #[test]
    fn any_cuts_give_the_same_elements() {
        let expected = elements(TEXT);
        for min in 1..=TEXT.len() {
            let (mut rest, mut found) = (TEXT, Vec::new());
            while !rest.is_empty() {
                let cut = ArrayFraming::default().cut(rest, Target::AtLeast(min)).unwrap().end;
                found.extend(elements(&rest[..cut]));
                rest = &rest[cut..];
            }
            assert_eq!(found, expected, "{min}");
            if let Some(cut) = ArrayFraming::default().cut(&TEXT[..min], Target::Last) {
                assert_eq!(
                    [elements(&TEXT[..cut.end]), elements(&TEXT[cut.end..])].concat(),
                    expected,
                    "{min}"
                );
            }
        }
    }

    #[test]
    fn a_search_that_goes_on_finds_the_same_boundary() {
        let first = |framing: &mut ArrayFraming, step: usize| {
            let lengths = (1..=TEXT.len()).step_by(step).chain([TEXT.len()]);
            lengths.filter_map(|len| framing.cut(&TEXT[..len], Target::Last)).next().map(|cut| cut.end)
        };
        for step in 1..TEXT.len() {
            let mut framing = ArrayFraming::default();
            let found = first(&mut framing, step);
            assert_eq!((found, framing.unfinished.is_none()), (Some(20), true), "{step}");
        }
    }

    #[test]
    fn arrays_of_objects_are_told_from_other_texts() {
        for (text, expected) in [
            ("", None),
            (" [", None),
            ("[\n {", Some(true)),
            ("[]", Some(true)),
            ("[Puzzle]", Some(false)),
            ("{", Some(false)),
        ] {
            assert_eq!(is_array(text.as_bytes()), expected, "{text}");
        }
    }
}
