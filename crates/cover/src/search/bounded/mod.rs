//! Problems in which some primary items have bounds other than 1 and 1.
//!
//! The method is Knuth's Algorithm M (7.2.2.1); see `../state.rs`. Unlike Knuth's programs it branches on an item that
//! needs no option only where no item needs one. A search begins in lists of options, which take memory that is linear
//! in the problem; where at most 128 items are open and at most 1,024 options are live, a block takes over. There, an
//! item that may have at most one option is like an item of any exact cover problem; only the others have counters,
//! which are part of the state.
//!
//! All solutions, CPU time in s against Knuth's DLX3 (`gcc -O3`), one thread, median of 3 interleaved rounds (Zen
//! 5, 2026-11-23):
//!
//! | problem | solutions | DLX3 | here |
//! | --- | ---: | ---: | ---: |
//! | 6×6 matrices with sums 3 | 297,200 | 0.041 | 0.035 |
//! | graphs of 9 vertices of degree 4 | 1,024,380 | 0.174 | 0.114 |
//! | graphs of 10 vertices of degree 3 | 11,180,820 | 1.608 | 0.987 |
//! | 5 queens that attack or fill 8×8 squares | 4,860 | 3.911 | 0.078 |
//! | 5 queens that attack or fill 9×9 squares | 114 | 13.491 | 0.133 |
//!
//! | file | contents |
//! | --- | --- |
//! | `list_search.rs` | the search in lists |
//! | `option_lists.rs` | the lists |

pub(super) mod list_search;
mod option_lists;
#[cfg(test)]
mod tests;
