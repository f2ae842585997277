//! The desk and the sorter on real threads. `tests/ordered_model.rs` has them on every schedule it finds.

use super::ordered::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// `workers` share the numbers below `count` through a window of `window` tickets.
fn run(
    workers: usize,
    window: usize,
    count: u64,
    work: impl Fn(u64) + Sync,
    write: impl FnMut(&mut u64) -> Result<(), ()>,
) -> Result<(), Halt<()>> {
    let (desk, sorter) = desk(vec![0; window]);
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let (desk, next, work) = (desk.clone(), &next, &work);
            scope.spawn(move || {
                let desk = desk;
                let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                    let desk = desk;
                    while desk.ticket().is_some() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= count {
                            break;
                        }
                        work(number);
                        if !desk.done(number, number) {
                            break;
                        }
                    }
                }));
            });
        }
        drop(desk);
        sorter.run(write)
    })
}

#[test]
fn results_come_in_order_for_any_workers_and_window() {
    for workers in 1..5 {
        for window in workers..workers + 5 {
            let mut seen = Vec::new();
            let slow = |n: u64| {
                if n.is_multiple_of(7) {
                    std::thread::yield_now();
                }
            };
            let end = run(workers, window, 100, slow, |n| {
                seen.push(*n);
                Ok(())
            });
            assert_eq!(end, Ok(()));
            assert_eq!(seen, (0..100).collect::<Vec<_>>(), "{workers} workers, window {window}");
        }
    }
}

#[test]
fn a_failed_write_stops_the_workers() {
    let mut written = 0;
    let end = run(
        3,
        4,
        u64::MAX,
        |_| {},
        |_| {
            written += 1;
            if written == 10 { Err(()) } else { Ok(()) }
        },
    );
    assert_eq!((end, written), (Err(Halt::Write(())), 10));
}

#[test]
fn a_panic_in_a_worker_ends_the_run_in_order() {
    for workers in 1..4 {
        let mut seen = Vec::new();
        let fall = |n: u64| {
            if n == 20 {
                std::panic::resume_unwind(Box::new("on purpose"));
            }
        };
        let end = run(workers, 4, 1000, fall, |n| {
            seen.push(*n);
            Ok(())
        });
        assert_eq!(end, Err(Halt::Worker));
        assert!(seen.len() <= 20 && seen.iter().enumerate().all(|(i, n)| i as u64 == *n));
    }
}
