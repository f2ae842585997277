//! Sets of candidates as bits, for boards with at most 256 candidates.

pub(super) const WORDS: usize = 4;
pub(super) type Bits = [u64; WORDS];
pub(super) const ALL: Bits = [u64::MAX; WORDS];

/// The columns of a matrix of bits as rows.
pub(super) fn transpose(rows: &[Bits], columns: &mut Vec<Bits>) {
    columns.clear();
    columns.resize(rows.len(), [0; WORDS]);
    for (high, rows) in rows.chunks(64).enumerate() {
        for word in 0..WORDS {
            let mut block = [0; 64];
            block.iter_mut().zip(rows).for_each(|(to, row)| *to = row[word]);
            transpose_block(&mut block);
            columns.iter_mut().skip(64 * word).zip(block).for_each(|(to, bits)| to[high] = bits);
        }
    }
}

fn transpose_block(block: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, 0x0000_0000_FFFF_FFFFu64);
    while width != 0 {
        let mut row = 0;
        while row < 64 {
            let swapped = (block[row] >> width ^ block[row + width]) & mask;
            block[row] ^= swapped << width;
            block[row + width] ^= swapped;
            row = (row + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_become_rows() {
        let rows: Vec<Bits> =
            (0..200u64).map(|n| [n.wrapping_mul(0x9E37_79B9_7F4A_7C15), n << 40, !n, n * n]).collect();
        let mut columns = Vec::new();
        transpose(&rows, &mut columns);
        for (row, bits) in rows.iter().enumerate() {
            for (column, of) in columns.iter().enumerate() {
                assert_eq!(bits[column / 64] >> (column % 64) & 1, of[row / 64] >> (row % 64) & 1);
            }
        }
    }
}
