//! Faults under an output: whatever fails, the target is the old file or the complete new one.

use super::*;
use crate::io::disk::faulty::{Fault, FaultyDisk, Op, Plan};
use proptest::prelude::*;
use tempfile::tempdir;

fn write_all(disk: Arc<dyn Disk>, path: &Path, parts: &[Vec<u8>]) -> Result<(), Error> {
    let mut output = Output::on(disk, path)?;
    for part in parts {
        output.write_all(part).map_err(|e| output.cannot_write(e))?;
    }
    output.finish()
}

/// Writes the parts to their places on two threads, the last part first.
fn write_to_places(disk: Arc<dyn Disk>, path: &Path, parts: &[Vec<u8>]) -> Result<(), Error> {
    let mut output = Output::on(disk, path)?;
    // The output written in order before and after has its place too.
    let (first, rest) = parts.split_at(parts.len().min(1));
    let (rest, last) = rest.split_at(rest.len().saturating_sub(1));
    first.iter().try_for_each(|part| output.write_all(part)).map_err(|e| output.cannot_write(e))?;
    let mut places = output.places().expect("a file");
    let file = places.file();
    let mut work: Vec<_> = rest.iter().map(|part| (places.next(part.len()), part)).collect();
    work.reverse();
    let (one, other) = work.split_at(work.len() / 2);
    let write = |work: &[(u64, &Vec<u8>)]| work.iter().try_for_each(|(place, part)| file.write(part, *place));
    let end = std::thread::scope(|scope| {
        let other = scope.spawn(|| write(other));
        write(one).and(other.join().unwrap())
    });
    end.map_err(|e| output.cannot_write(e))?;
    last.iter().try_for_each(|part| output.write_all(part)).map_err(|e| output.cannot_write(e))?;
    output.finish()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn the_target_is_the_old_output_or_the_new_one(
        plan in Plan::any(),
        parts in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..50), 0..8),
        old in any::<bool>(),
        (name, to_places) in prop_oneof![
            Just(("out", false)), Just(("out", true)), Just(("out.gz", false)), Just(("out.zst", false)),
        ],
    ) {
        let write_all = if to_places { write_to_places } else { write_all };
        let dir = tempdir().unwrap();
        let path = dir.path().join(name);
        if old {
            fs::write(&path, "old").unwrap();
        }
        let good = dir.path().join(format!("good-{name}"));
        write_all(Arc::new(Os), &good, &parts).unwrap();
        let want = fs::read(&good).unwrap();
        fs::remove_file(&good).unwrap();
        let disk = Arc::new(FaultyDisk::new(plan));
        let end = write_all(disk.clone(), &path, &parts);
        let now = fs::read(&path).ok();
        let failed = disk.failed();
        match end {
            Ok(()) => {
                prop_assert_eq!(now, Some(want));
                prop_assert!(failed.is_empty(), "success in spite of {:?}", failed);
            }
            Err(e) => {
                prop_assert!(!failed.is_empty(), "{}", e);
                prop_assert_eq!(e.to_string().lines().count(), 1);
                // Only the syncing of the folder fails after the renaming.
                let renamed = failed == [Op::SyncFolder];
                let before = old.then(|| b"old".to_vec());
                prop_assert_eq!(now, if renamed { Some(want) } else { before }, "{:?}", failed);
            }
        }
        let left = fs::read_dir(dir.path()).unwrap().count();
        prop_assert_eq!(left, usize::from(path.exists()), "no temporary file is left");
    }

    #[test]
    fn short_and_interrupted_operations_are_retried(parts in proptest::collection::vec(any::<[u8; 20]>(), 0..8)) {
        let dir = tempdir().unwrap();
        let path = dir.path().join("out");
        let parts: Vec<_> = parts.into_iter().map(|p| p.to_vec()).collect();
        for write_all in [write_all, write_to_places] {
            let faults = [Some(Fault::Short), Some(Fault::Interrupted)].repeat(9);
            let plan = Plan { faults, is_permanent: false };
            write_all(Arc::new(FaultyDisk::new(plan)), &path, &parts).unwrap();
            prop_assert_eq!(fs::read(&path).unwrap(), parts.concat());
        }
    }
}

#[test]
fn everything_is_on_the_disk_before_the_file_is_renamed() {
    let dir = tempdir().unwrap();
    for write_all in [write_all, write_to_places] {
        let disk = FaultyDisk::new(Plan { faults: Vec::new(), is_permanent: false });
        write_all(Arc::new(disk.clone()), &dir.path().join("out"), &[vec![b'.'; 9], vec![b'.'; 9]]).unwrap();
        let done = disk.done();
        assert!(done.ends_with(&[Op::Sync, Op::Rename, Op::SyncFolder]), "{done:?}");
    }
}

/// Each step is counted once, however many threads write, in whatever order.
#[test]
fn writing_to_the_disk_begins_after_every_step() {
    let dir = tempdir().unwrap();
    let parts = vec![vec![b'.'; (1 << 20) + 1]; 17];
    for write_all in [write_all, write_to_places] {
        for (parts, steps) in [(&parts[..], 4), (&parts[..3], 0)] {
            let disk = FaultyDisk::new(Plan { faults: Vec::new(), is_permanent: false });
            write_all(Arc::new(disk.clone()), &dir.path().join("out"), parts).unwrap();
            assert_eq!(disk.writebacks(), steps);
        }
    }
}

/// A run that was killed has left its file; another run is still writing its own, which is locked.
#[test]
fn temporary_files_of_killed_runs_are_removed_and_other_files_stay() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("out");
    let living = Output::path(&path).unwrap();
    let names = temporary::paths(&path);
    assert_eq!(living.temporary(), Some(&*names[0]));
    for name in &names[1..4] {
        fs::write(name, "left").unwrap();
    }
    // Files of another output, and of another kind.
    let other = temporary::paths(&dir.path().join("other")).swap_remove(0);
    fs::write(&other, "left").unwrap();
    fs::create_dir(&names[5]).unwrap();
    let mut output = Output::path(&path).unwrap();
    assert_eq!(output.temporary(), Some(&*names[1]));
    let exist: Vec<_> = names.iter().map(|name| name.exists()).collect();
    assert_eq!(exist, [true, true, false, false, false, true, false, false]);
    assert!(other.exists());
    output.write_all(b"new").unwrap();
    output.finish().unwrap();
    assert!(names[0].exists());
    living.finish().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"");
    assert!(!names[0].exists());
}

/// More runs than there are numbers.
#[test]
fn any_number_of_runs_may_write_the_same_output() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("out");
    let outputs: Vec<_> = (0..20).map(|_| Output::path(&path).unwrap()).collect();
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 20);
    for output in outputs {
        output.finish().unwrap();
    }
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
}

#[test]
fn a_text_is_divided_at_line_ends() {
    let parts = |max| lines(b"aa\nb\ncccccccc\nd", max).map(<[u8]>::len).collect::<Vec<_>>();
    assert_eq!(parts(5), [5, 9, 1]);
    assert_eq!(parts(4), [3, 2, 9, 1]);
    assert_eq!(parts(1), [3, 2, 9, 1]);
    assert_eq!(parts(100), [15]);
}
