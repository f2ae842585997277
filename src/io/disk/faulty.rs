//! A file system whose operations fail by a plan.

use super::*;
use proptest::prelude::*;
use std::sync::Mutex;

/// What is asked of a disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    Open,
    Read,
    Write,
    Flush,
    Sync,
    Cut,
    Rename,
    Remove,
    SyncFolder,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A signal came in between: no failure.
    Interrupted,
    /// A write or a read does a part of what it could: no failure.
    Short,
    /// The disk is full, say.
    Error,
}

/// What each operation does, one after the other.
#[derive(Clone, Debug)]
pub struct Plan {
    pub faults: Vec<Option<Fault>>,
    /// Whether everything fails after the first error.
    pub for_good: bool,
}

impl Plan {
    pub fn any() -> impl Strategy<Value = Plan> {
        let fault = prop_oneof![
            12 => Just(None),
            2 => Just(Some(Fault::Interrupted)),
            2 => Just(Some(Fault::Short)),
            1 => Just(Some(Fault::Error)),
        ];
        (proptest::collection::vec(fault, 0..40), any::<bool>())
            .prop_map(|(faults, for_good)| Plan { faults, for_good })
    }
}

#[derive(Debug)]
struct Course {
    plan: Plan,
    at: usize,
    failed: Vec<Op>,
}

/// The disk that there is, with the faults of a plan.
#[derive(Clone)]
pub struct Broken(std::sync::Arc<Mutex<Course>>);

impl Broken {
    pub fn new(plan: Plan) -> Broken {
        Broken(std::sync::Arc::new(Mutex::new(Course { plan, at: 0, failed: Vec::new() })))
    }

    /// What has failed, in order.
    pub fn failed(&self) -> Vec<Op> {
        self.0.lock().unwrap().failed.clone()
    }

    /// Whether the operation is to do only a part of its work.
    fn next(&self, op: Op) -> io::Result<bool> {
        let mut course = self.0.lock().unwrap();
        let mut fault = course.plan.faults.get(course.at).copied().flatten();
        course.at += 1;
        if course.plan.for_good && !course.failed.is_empty() {
            fault = Some(Fault::Error);
        }
        match fault {
            None => Ok(false),
            Some(Fault::Short) => Ok(true),
            // As the system does: names are given and taken whatever signals come.
            Some(Fault::Interrupted) if matches!(op, Op::Rename | Op::Remove | Op::Open | Op::Cut) => {
                Ok(false)
            }
            Some(Fault::Interrupted) => Err(io::ErrorKind::Interrupted.into()),
            Some(Fault::Error) => {
                course.failed.push(op);
                Err(io::Error::other("on purpose"))
            }
        }
    }
}

impl Disk for Broken {
    fn open(&self, path: &Path, options: &OpenOptions) -> io::Result<Box<dyn DiskFile>> {
        self.next(Op::Open)?;
        Ok(Box::new(BrokenFile(self.clone(), options.open(path)?)))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.next(Op::Rename)?;
        Os.rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.next(Op::Remove)?;
        Os.remove(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        again(|| self.next(Op::SyncFolder))?;
        Os.sync_folder(folder)
    }
}

struct BrokenFile(Broken, File);

impl Read for BrokenFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = if self.0.next(Op::Read)? { buffer.len().min(1) } else { buffer.len() };
        self.1.read(&mut buffer[..most])
    }
}

impl Write for BrokenFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let most = if self.0.next(Op::Write)? { bytes.len().min(3) } else { bytes.len() };
        self.1.write(&bytes[..most])
    }

    fn flush(&mut self) -> io::Result<()> {
        again(|| self.0.next(Op::Flush)).map(drop)
    }
}

impl DiskFile for BrokenFile {
    fn sync(&mut self) -> io::Result<()> {
        again(|| self.0.next(Op::Sync)).map(drop)
    }

    fn cut(&mut self, len: u64) -> io::Result<()> {
        self.0.next(Op::Cut)?;
        DiskFile::cut(&mut self.1, len)
    }

    fn lock(&mut self) -> io::Result<bool> {
        DiskFile::lock(&mut self.1)
    }

    fn is_at(&self, path: &Path) -> io::Result<bool> {
        self.1.is_at(path)
    }
}
