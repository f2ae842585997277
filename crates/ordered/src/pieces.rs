//! Divides answers into pieces of whole records.

/// Groups the records of a text, whose ends are given in increasing order, into pieces of at most `max` bytes. A longer
/// record is a piece of its own. Each piece comes with the number of records up to its end. The text after the last
/// record is the last piece.
pub fn pieces<'a>(text: &'a [u8], ends: &'a [usize], max: usize) -> impl Iterator<Item = (&'a [u8], usize)> {
    let (mut start, mut count) = (0, 0);
    std::iter::from_fn(move || {
        while start < text.len() {
            let end = if count < ends.len() {
                let fit = ends[count..].partition_point(|end| end - start <= max);
                count += fit.max(1);
                ends[count - 1]
            } else {
                text.len()
            };
            let piece = &text[start..end];
            start = end;
            // A record that a filter drops has no text.
            if !piece.is_empty() {
                return Some((piece, count));
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn pieces_are_whole_records() {
        let text = b"aa\nb\ncccccccc\nd\n tail";
        let ends = [3, 5, 14, 16];
        let divided = |max| pieces(text, &ends, max).map(|(piece, count)| (piece.len(), count)).collect();
        let by_five: Vec<_> = divided(5);
        assert_eq!(by_five, [(5, 2), (9, 3), (2, 4), (5, 4)]);
        let by_one: Vec<_> = divided(1);
        assert_eq!(by_one, [(3, 1), (2, 2), (9, 3), (2, 4), (5, 4)]);
        let at_once: Vec<_> = divided(100);
        assert_eq!(at_once, [(16, 4), (5, 4)]);
        assert_eq!(pieces(b"", &[], 9).count(), 0);
        let filtered: Vec<_> = pieces(b"cccccccc\nd\n", &[0, 0, 9, 9, 11], 5).collect();
        assert_eq!(filtered, [(&b"cccccccc\n"[..], 3), (b"d\n", 5)]);
    }
}
