//! Keys of classes: hashes of 128 bits.
//!
//! The hash is SipHash-2-4 with 128 bits of output and a fixed key, so a text has the same key in every run and on every
//! machine. Any two of n different texts have the same key with a probability of at most n² / 2¹²⁹, 1.5 × 10⁻²³ for n = 10⁸,
//! unless somebody has searched for such texts on purpose.

use quadrille_grid::Shape;
use siphasher::sip128::SipHasher24;

/// The key of a class; [`NO_CLASS`] for a record that is in none.
pub type Key = u128;

/// No text has this key.
pub const NO_CLASS: Key = 0;

/// The kind of the cells of a key. It is hashed with them, so that equal cells of different kinds have different keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyKind {
    /// The givens of a puzzle, in canonical form or unchanged.
    Givens = 0,
    /// The canonical form of a solution.
    Solution = 1,
}

/// The hash, with the key of the reference implementation's test vectors.
fn hash(text: &[u8]) -> Key {
    const SECRET: [u64; 2] = [0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908];
    SipHasher24::new_with_keys(SECRET[0], SECRET[1]).hash(text).as_u128()
}

/// The key of the cells of a board.
pub fn key_of(kind: KeyKind, shape: Shape, cells: &[u8]) -> Key {
    const PREFIX: usize = 2;
    let mut text = [0; PREFIX + 625];
    (text[0], text[1]) = (kind as u8, shape.side() as u8);
    text[PREFIX..PREFIX + cells.len()].copy_from_slice(cells);
    match hash(&text[..PREFIX + cells.len()]) {
        NO_CLASS => 1,
        key => key,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first test vectors of the reference implementation, of the texts 00 01 02 … of 0 and 1 bytes.
    #[test]
    fn the_hash_is_sip_hash_with_128_bits() {
        let of = |hex: u128| hex.swap_bytes();
        assert_eq!(hash(b""), of(0xa381_7f04_ba25_a8e6_6df6_7214_c755_0293));
        assert_eq!(hash(&[0]), of(0xda87_c1d8_6b99_af44_3476_5911_9b22_fc45));
    }

    #[test]
    fn kind_shape_and_each_cell_change_the_key() {
        let [four, six] = [Shape::EACH[0], Shape::EACH[1]];
        let mut keys = vec![
            key_of(KeyKind::Givens, four, &[0; 16]),
            key_of(KeyKind::Solution, four, &[0; 16]),
            key_of(KeyKind::Givens, six, &[0; 36]),
        ];
        for cell in 0..16 {
            for digit in 1..=4 {
                let mut cells = [0; 16];
                cells[cell] = digit;
                keys.push(key_of(KeyKind::Givens, four, &cells));
            }
        }
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!((keys.len(), keys.contains(&NO_CLASS)), (count, false));
    }
}
