//! The checker of solutions. It is independent: it shares no code with the engines.

use super::Cover;

/// Whether these options are a solution: none is repeated, every primary item is in exactly one of them (if it has
/// [bounds](Cover::set_bounds), in as many as these allow), and options that share a secondary item give it the
/// same color.
///
/// O(i + n log n) for i items of the problem and n items of the options.
///
/// ```
/// use quadrille::cover::{Cover, is_exact_cover};
///
/// let mut cover = Cover::new(2).with_secondary(1);
/// cover.add(&[0]).unwrap();
/// cover.add_colored(&[(0, 0), (2, 1)]).unwrap();
/// cover.add_colored(&[(1, 0), (2, 1)]).unwrap();
/// cover.add_colored(&[(1, 0), (2, 2)]).unwrap();
/// assert!(is_exact_cover(&cover, &[2, 1]));
/// assert!(!is_exact_cover(&cover, &[1, 3]), "item 2 has two colors");
/// assert!(!is_exact_cover(&cover, &[0, 1, 2]), "item 0 twice");
/// assert!(!is_exact_cover(&cover, &[0]), "item 1 is not covered");
/// cover.set_bounds(1, 0, 2)?;
/// assert!(is_exact_cover(&cover, &[0]));
/// # Ok::<(), quadrille::Error>(())
/// ```
pub fn is_exact_cover(cover: &Cover, options: &[usize]) -> bool {
    let mut chosen = options.to_vec();
    chosen.sort_unstable();
    if chosen.windows(2).any(|pair| pair[0] == pair[1]) || chosen.last().is_some_and(|o| *o >= cover.len()) {
        return false;
    }
    let primary = cover.primary();
    let mut counts = vec![0u32; primary];
    // For each secondary item: whether an option has it, and the color that it gave the item (0 for none).
    let mut given: Vec<Option<u32>> = vec![None; cover.items() - primary];
    for &option in options {
        for (&item, &color) in cover.option(option).iter().zip(cover.colors(option)) {
            let item = item as usize;
            if item < primary {
                counts[item] += 1;
                continue;
            }
            let before = given[item - primary].replace(color);
            if before.is_some_and(|before| before == 0 || before != color) {
                return false;
            }
        }
    }
    counts.iter().enumerate().all(|(item, count)| {
        let (low, high) = cover.bounds(item);
        (low..=high).contains(count)
    })
}
