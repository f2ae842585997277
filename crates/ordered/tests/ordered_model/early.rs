//! Results that wait for one before them that takes long.

use super::*;

/// More than a slot takes beside its result.
const SLOT: usize = RESULT + (4 << 10);

type Sink = Box<dyn FnMut(u64, &mut u64) -> Result<Option<u64>, Failure> + Send>;

/// A case whose slots in use may have as many bytes as this number of results.
fn early(
    (mode, workers, least): (Mode, usize, usize),
    results: usize,
    count: u64,
    events: &[(u64, Event)],
) -> Case {
    let limit = SlotLimit { least, bytes: results * SLOT };
    Case { limit, ..case(mode, workers, least, count, events) }
}

/// All workers but the one of a slow chunk go on, as far as the bytes allow: the run ends although a chunk takes as long
/// as it takes until one is answered that the least slots do not reach.
#[test]
fn a_slow_chunk_stops_no_other_worker() {
    use Event::WaitsFor;
    for mode in MODES {
        for (workers, least) in [(2, 2), (2, 4), (3, 3)] {
            check(move || early((mode, workers, least), 8, 9, &[(0, WaitsFor(7))]), is_whole(9));
            check(
                move || early((mode, workers, least), 5, 9, &[(0, WaitsFor(4)), (4, WaitsFor(8))]),
                is_whole(9),
            );
        }
        let both = [(0, WaitsFor(5)), (1, WaitsFor(7))];
        check(move || early((mode, 3, 3), 8, 9, &both), is_whole(9));
        check_all(20_000, move || early((mode, 2, 2), 3, 3, &[(0, WaitsFor(2))]), is_whole(3));
    }
}

/// Three workers have chunks that take until the fourth has one too. It may have waited for the sink, which gives back
/// fewer slots than workers wait for.
#[test]
fn all_workers_that_wait_go_on_when_the_sink_is_idle() {
    use Event::WaitsFor;
    for mode in MODES {
        let events = [(1, WaitsFor(6)), (4, WaitsFor(6)), (5, WaitsFor(6))];
        check(move || early((mode, 4, 4), 8, 8, &events), is_whole(8));
    }
}

/// The slots in use have at most the bytes of the limit, and one result for each worker on top.
#[test]
fn the_bytes_bound_the_slots() {
    for mode in MODES {
        for (workers, least, results) in [(2, 2, 4), (3, 3, 5), (3, 4, 2), (2, 2, 0)] {
            let events =
                if results > least { vec![(0, Event::WaitsFor(results as u64 - 1))] } else { vec![] };
            check(
                move || early((mode, workers, least), results, 9, &events),
                move |end| {
                    let (slots, bytes) = end.most;
                    assert!(slots <= least.max(results + workers), "{slots} slots");
                    assert!(bytes <= SLOT * least.max(results + workers), "{bytes} bytes");
                    is_whole(9)(end);
                },
            );
        }
    }
}

/// Otherwise many workers could take slots at once.
#[test]
fn a_slot_counts_before_its_result_arrives() {
    let run = || {
        let limit = SlotLimit { least: 1, bytes: 9 * SLOT };
        let sink: Sink = Box::new(|_, _| Ok(None));
        let order: Order<u64, u64, u64, Failure, Sink> = Order::new(limit, sink, Arc::default());
        let slot = || match order.next_task() {
            Task::Answer(slot) => slot,
            _ => panic!("a chunk is left"),
        };
        let (_first, mut second) = (slot(), slot());
        second.meta = Some(1);
        order.finish(1, Ok(second));
        for more in 1..4 {
            let _more = slot();
            assert!(order.slots().1 > (1 + more) * RESULT, "{} bytes", order.slots().1);
        }
    };
    shuttle::check_random(run, 1);
}

#[test]
fn a_failure_after_a_slow_chunk_ends_the_run() {
    for mode in MODES {
        for (event, failure) in FAILURES {
            let events = [(0, Event::WaitsFor(4)), (5, event)];
            check(move || early((mode, 2, 2), 6, 8, &events), fails(failure(5), 5));
            check(move || early((mode, 3, 3), 6, 8, &events), fails(failure(5), 5));
            check(move || early((mode, 2, 2), 6, 8, &[(0, event)]), fails(failure(0), 0));
        }
        check(
            move || early((mode, 2, 2), 6, 8, &[(0, Event::WaitsFor(4)), (4, Event::Stop)]),
            |end| assert!(end.result == Err(Failure::Stopped) && end.written.len() <= 4),
        );
    }
}

/// A worker that asks for a slot while the sink is busy waits for the one that the sink gives back.
#[test]
fn no_slot_is_made_while_the_sink_is_busy() {
    let run = || {
        let in_sink = Arc::new(AtomicBool::new(false));
        let is_busy = in_sink.clone();
        let sink: Sink = Box::new(move |_, _| {
            is_busy.store(true, Ordering::Relaxed);
            (0..4).for_each(|_| thread::yield_now());
            Ok(None)
        });
        let limit = SlotLimit { least: 1, bytes: 9 * SLOT };
        let order = Arc::new(Order::new(limit, sink, Arc::default()));
        let answer = |order: &Order<u64, u64, u64, Failure, Sink>, number| {
            let Task::Answer(mut slot) = order.next_task() else { panic!("a chunk is left") };
            slot.meta = Some(number);
            assert_eq!(order.slots().0, 1);
            order.finish(number, Ok(slot));
        };
        let other = order.clone();
        let worker = thread::spawn(move || {
            while !in_sink.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            answer(&other, 1);
        });
        answer(&order, 0);
        worker.join().unwrap();
    };
    shuttle::check_random(run, cases(100, 1000));
}
