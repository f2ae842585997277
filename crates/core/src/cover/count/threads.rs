//! Threads of a count, and reports of its progress meanwhile.

use super::step::REPORT_INTERVAL;
use crossbeam_channel::RecvTimeoutError;
use std::thread;

/// Calls `work` for each worker on a thread of its own, and `report` some times a second until all are done.
pub(super) fn on_threads<W: Send>(workers: &mut [W], work: impl Fn(&mut W) + Sync, report: &mut dyn FnMut()) {
    let (done, ended) = crossbeam_channel::bounded::<()>(0);
    let mut started = 0;
    thread::scope(|scope| {
        for worker in workers.iter_mut() {
            let (work, done) = (&work, done.clone());
            let run = move || {
                work(worker);
                drop(done);
            };
            if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
            started += 1;
        }
        drop(done);
        while ended.recv_timeout(REPORT_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            report();
        }
    });
    // The threads that the system did not start.
    workers[started..].iter_mut().for_each(work);
}
