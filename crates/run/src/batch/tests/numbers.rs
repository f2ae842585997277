//! The numbers of records, counted on real threads.

use quadrille_ordered::numbers::{ChunkRecords, RecordNumbers};
use std::thread;

fn chunk(input: usize, records: u64, ended: bool) -> ChunkRecords {
    ChunkRecords { input, records, ended }
}

#[test]
fn chunks_are_counted_in_order_whoever_comes_first() {
    let numbers = RecordNumbers::after(100);
    thread::scope(|scope| {
        let waiting: Vec<_> = (1..8)
            .rev()
            .map(|i| (i, numbers.of_chunk(i)))
            .map(|(i, place)| (i, scope.spawn(move || place.count(chunk(0, 10, false)))))
            .collect();
        assert_eq!(numbers.of_chunk(0).count(chunk(0, 5, false)), Some(100));
        for (i, worker) in waiting {
            assert_eq!(worker.join().unwrap(), Some(105 + 10 * (i - 1)));
        }
    });
}

#[test]
fn records_past_the_end_of_an_input_do_not_count() {
    let numbers = RecordNumbers::after(0);
    let found = [chunk(0, 3, true), chunk(0, 4, false), chunk(1, 5, false), chunk(1, 1, false)];
    let before: Vec<_> =
        (0..).zip(found).map(|(number, found)| numbers.of_chunk(number).count(found)).collect();
    assert_eq!(before, [Some(0), Some(3), Some(3), Some(8)]);
}

#[test]
fn nobody_waits_for_a_chunk_that_failed() {
    let numbers = RecordNumbers::after(0);
    thread::scope(|scope| {
        let place = numbers.of_chunk(1);
        let waiting = scope.spawn(move || place.count(chunk(0, 1, false)));
        drop(numbers.of_chunk(0));
        assert_eq!(waiting.join().unwrap(), None);
    });
}
