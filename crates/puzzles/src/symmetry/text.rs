//! Transformations as texts.

use super::{error::TransformError, transform::Transform};
use quadrille_base::error::Error;
use std::{fmt, str::FromStr};

impl Transform {
    /// Appends the text form, in ASCII.
    pub fn write(&self, text: &mut Vec<u8>) {
        text.extend_from_slice(if self.is_transposed { b"t-" } else { b"" });
        for (name, part, first) in
            [(&b"r"[..], self.rows(), b'1'), (b"-c", self.columns(), b'1'), (b"-d", self.digits(), b'0')]
        {
            text.extend_from_slice(name);
            text.extend(part.iter().map(|number| first + number));
        }
    }
}

impl fmt::Display for Transform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.write(&mut text);
        f.write_str(std::str::from_utf8(&text).expect("digits and letters"))
    }
}

impl FromStr for Transform {
    type Err = Error;

    fn from_str(text: &str) -> Result<Transform, Error> {
        let (is_transposed, rest) = text.strip_prefix("t-").map_or((false, text), |rest| (true, rest));
        let mut parts = rest.split('-');
        let mut part = |name: char, first: u8| {
            let numbers = parts.next()?.strip_prefix(name)?;
            numbers
                .bytes()
                .map(|b| b.checked_sub(b'0' + first).filter(|i| *i <= 9))
                .collect::<Option<Vec<u8>>>()
        };
        let found = (part('r', 1), part('c', 1), part('d', 0));
        let (Some(rows), Some(columns), Some(digits)) = found else {
            return Err(TransformError::Form.into());
        };
        match parts.next() {
            None => Transform::new(is_transposed, &rows, &columns, &digits),
            Some(_) => Err(TransformError::Form.into()),
        }
    }
}
