//! Faults under an output that is resumed: every run continues if it can, and the last one ends with the same bytes.

use super::*;
use crate::io::disk::{
    Os,
    faulty::{FaultyDisk, Op, Plan},
};
use proptest::prelude::*;
use std::{fs::OpenOptions, path::Path};
use tempfile::tempdir;

/// Writes the parts that are left and commits after each; the payload is the number of parts.
fn write_rest(disk: Arc<dyn Disk>, target: &Path, parts: &[Vec<u8>]) -> Result<(), Error> {
    let (mut partial, payload) = Partial::on(disk, target)?;
    let done = payload.map_or(0, |payload| payload.parse().expect("a payload as it was written"));
    for (i, part) in parts.iter().enumerate().skip(done) {
        partial.write_all(part).map_err(|e| partial.cannot_write(e))?;
        partial.commit(&(i + 1).to_string())?;
    }
    partial.finish(&parts.len().to_string())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn after_any_faults_the_next_run_continues(
        plans in proptest::collection::vec(Plan::any(), 1..6),
        parts in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..50), 0..8),
        old in any::<bool>(),
        litter in proptest::collection::vec(any::<u8>(), 0..40),
    ) {
        let dir = tempdir().unwrap();
        let target = dir.path().join("out");
        if old {
            fs::write(&target, "old").unwrap();
        }
        let want = parts.concat();
        let before = old.then(|| b"old".to_vec());
        let mut ended = false;
        for plan in plans {
            let disk = Arc::new(FaultyDisk::new(plan));
            let end = write_rest(disk.clone(), &target, &parts);
            let now = fs::read(&target).ok();
            prop_assert!(now == before || now.as_ref() == Some(&want), "never a part of an output");
            match end {
                Ok(()) => {
                    prop_assert_eq!(now, Some(want.clone()));
                    ended = true;
                    break;
                }
                Err(e) => {
                    prop_assert!(!disk.failed().is_empty(), "{}", e);
                    // A killed process may have written more after its last commit.
                    let partial = dir.path().join("out.quadrille-partial");
                    if let Ok(mut file) = OpenOptions::new().append(true).open(&partial) {
                        file.write_all(&litter).unwrap();
                    }
                }
            }
        }
        if !ended {
            // The disk works again.
            write_rest(Arc::new(Os), &target, &parts).unwrap();
        }
        prop_assert_eq!(fs::read(&target).unwrap(), want);
        // A new state that could not be removed stays until the next commit, of which there was none.
        let _ = fs::remove_file(dir.path().join("out.quadrille-state-new"));
        prop_assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_state_is_read_as_it_was_written_and_damage_is_detected(
        len in any::<u64>(),
        sum in any::<u32>(),
        is_complete in any::<bool>(),
        payload in "[ -~\n]{0,60}",
        (at, byte) in (any::<proptest::sample::Index>(), any::<u8>()),
    ) {
        let state = SavedState { len, sum, is_complete, payload: payload.clone() };
        let text = state.write().into_bytes();
        let read = SavedState::read(&text).unwrap();
        prop_assert_eq!((read.len, read.sum, read.is_complete, read.payload), (len, sum, is_complete, payload));
        let mut damaged = text.clone();
        let at = at.index(text.len());
        damaged[at] = byte;
        prop_assert!(SavedState::read(&damaged).is_none() || damaged == text);
        prop_assert!(SavedState::read(&text[..at]).is_none());
    }
}

/// A single failure leaves nothing that the next run would not remove.
#[test]
fn a_failure_leaves_no_half_state() {
    use crate::io::disk::faulty::Fault;
    let parts = [b"one".to_vec(), b"two".to_vec()];
    let mut failures = 0;
    for at in 0.. {
        let dir = tempdir().unwrap();
        let target = dir.path().join("out");
        let faults = (0..=at).map(|i| (i == at).then_some(Fault::Error)).collect();
        let disk = Arc::new(FaultyDisk::new(Plan { faults, is_permanent: false }));
        let end = write_rest(disk.clone(), &target, &parts);
        assert!(!dir.path().join("out.quadrille-state-new").exists(), "operation {at}");
        failures += usize::from(end.is_err());
        if disk.failed().is_empty() {
            break;
        }
    }
    assert!(failures > 10, "{failures}");
}

/// After a power failure a state must not describe answers that are lost, nor be gone before the output has its name.
#[test]
fn everything_is_on_the_disk_before_a_state_says_so() {
    let dir = tempdir().unwrap();
    let disk = FaultyDisk::new(Plan { faults: Vec::new(), is_permanent: false });
    let (mut partial, _) = Partial::on(Arc::new(disk.clone()), &dir.path().join("out")).unwrap();
    let lasting = |from: usize| -> Vec<Op> {
        let is_lasting = |op: &Op| matches!(op, Op::Sync | Op::Rename | Op::Remove | Op::SyncFolder);
        disk.done().into_iter().skip(from).filter(is_lasting).collect()
    };
    // The answers, the new state, its name.
    let commit = [Op::Sync, Op::Sync, Op::Rename, Op::SyncFolder];
    let start = disk.done().len();
    partial.write_all(b"one").unwrap();
    partial.commit("1").unwrap();
    assert_eq!(lasting(start), commit);
    let start = disk.done().len();
    partial.finish("1").unwrap();
    let end = [Op::Rename, Op::SyncFolder, Op::Remove, Op::SyncFolder];
    assert_eq!(lasting(start), [commit, end].concat());
}

/// Otherwise the run would succeed with an output that does not exist.
#[cfg(unix)]
#[test]
fn a_partial_file_that_is_removed_during_the_run_is_an_error() {
    for replaced in [false, true] {
        let dir = tempdir().unwrap();
        let target = dir.path().join("out");
        fs::write(&target, "old").unwrap();
        let (mut partial, _) = Partial::open(&target).unwrap();
        partial.write_all(b"one").unwrap();
        partial.commit("1").unwrap();
        let path = dir.path().join("out.quadrille-partial");
        let state = fs::read(dir.path().join("out.quadrille-state")).unwrap();
        fs::rename(&path, dir.path().join("elsewhere")).unwrap();
        if replaced {
            fs::write(&path, "another").unwrap();
        }
        let error = partial.commit("2").unwrap_err();
        let cause = std::error::Error::source(&error).expect("a cause").to_string();
        assert!(cause.contains("out.quadrille-partial was removed or replaced during the run"), "{cause}");
        partial.finish("2").unwrap_err();
        assert_eq!(fs::read(&target).unwrap(), b"old");
        assert_eq!(fs::read(dir.path().join("out.quadrille-state")).unwrap(), state);
        assert_eq!(fs::read(&path).ok(), replaced.then(|| b"another".to_vec()));
    }
}
