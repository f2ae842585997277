//! The digits of boards.

use std::ops::ControlFlow;

/// The digit of a symbol: letters are 10 and more, and anything else is an empty cell, 0.
pub(super) fn digit(symbol: u8) -> u8 {
    match symbol {
        b'0'..=b'9' => symbol - b'0',
        b'A'..=b'Z' => symbol - b'A' + 10,
        b'a'..=b'z' => symbol - b'a' + 10,
        _ => 0,
    }
}

/// How boards without a digit above 9 write their cells.
const fn is_cell(symbol: u8) -> bool {
    matches!(symbol, b'0'..=b'9' | b'.' | b'*' | b'-' | b'_')
}

/// Appends the digits of a board of up to 9×9 cells, 0 for an empty cell; says whether the text is one with `area` cells.
pub(crate) fn board_digits(text: &[u8], area: usize, digits: &mut Vec<u8>) -> bool {
    let fits = text.len() == area && text.iter().all(|symbol| is_cell(*symbol));
    if fits {
        digits.extend(text.iter().map(|symbol| digit(*symbol)));
    }
    fits
}

/// Calls `f` with each integer of a list such as `[1,null,3]`, or with each digit of a text of digits; says whether it is one
/// of both and all was taken.
pub(super) fn each_item(text: &str, mut f: impl FnMut(Option<i128>) -> ControlFlow<()>) -> bool {
    let Some(list) = text.strip_prefix('[') else {
        return text.bytes().all(|symbol| f(Some(digit(symbol).into())).is_continue());
    };
    let Some(items) = list.strip_suffix(']') else { return false };
    if items.is_empty() {
        return true;
    }
    items.split(',').all(|item| match item.trim() {
        "null" => f(None).is_continue(),
        number => number.parse().is_ok_and(|number| f(Some(number)).is_continue()),
    })
}
