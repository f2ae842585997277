//! A file system whose operations fail according to a plan.

use super::*;
use proptest::prelude::*;
use std::sync::Mutex;

/// An operation of the file system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    Open,
    Read,
    Write,
    Flush,
    Sync,
    Truncate,
    Rename,
    Remove,
    SyncFolder,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A signal interrupts the operation. Not an error.
    Interrupted,
    /// A write or a read transfers only a part. Not an error.
    Short,
    /// For example, the disk is full.
    Error,
}

/// The faults of the operations, in order.
#[derive(Clone, Debug)]
pub struct Plan {
    pub faults: Vec<Option<Fault>>,
    /// Whether everything fails after the first error.
    pub is_permanent: bool,
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
            .prop_map(|(faults, is_permanent)| Plan { faults, is_permanent })
    }
}

#[derive(Debug)]
struct InjectionState {
    plan: Plan,
    at: usize,
    done: Vec<Op>,
    failed: Vec<Op>,
    writebacks: usize,
}

/// The operating system's file system with the faults of a plan.
#[derive(Clone)]
pub struct FaultyDisk(std::sync::Arc<Mutex<InjectionState>>);

impl FaultyDisk {
    pub fn new(plan: Plan) -> FaultyDisk {
        FaultyDisk(std::sync::Arc::new(Mutex::new(InjectionState {
            plan,
            at: 0,
            done: Vec::new(),
            failed: Vec::new(),
            writebacks: 0,
        })))
    }

    /// The operations that have failed, in order.
    pub fn failed(&self) -> Vec<Op> {
        self.0.lock().unwrap().failed.clone()
    }

    /// The operations that have been done, in order.
    pub fn done(&self) -> Vec<Op> {
        self.0.lock().unwrap().done.clone()
    }

    /// How often a writeback was started.
    pub fn writebacks(&self) -> usize {
        self.0.lock().unwrap().writebacks
    }

    /// Whether the operation transfers only a part.
    fn next(&self, op: Op) -> io::Result<bool> {
        let mut state = self.0.lock().unwrap();
        let mut fault = state.plan.faults.get(state.at).copied().flatten();
        state.at += 1;
        if state.plan.is_permanent && !state.failed.is_empty() {
            fault = Some(Fault::Error);
        }
        if fault.is_none_or(|fault| fault == Fault::Short) {
            state.done.push(op);
        }
        match fault {
            None => Ok(false),
            Some(Fault::Short) => Ok(true),
            // As on a real system, where signals do not interrupt these.
            Some(Fault::Interrupted) if matches!(op, Op::Rename | Op::Remove | Op::Open | Op::Truncate) => {
                Ok(false)
            }
            Some(Fault::Interrupted) => Err(io::ErrorKind::Interrupted.into()),
            Some(Fault::Error) => {
                state.failed.push(op);
                Err(io::Error::other("on purpose"))
            }
        }
    }
}

impl Disk for FaultyDisk {
    fn open(&self, path: &Path, options: &OpenOptions) -> io::Result<Box<dyn DiskFile>> {
        self.next(Op::Open)?;
        Ok(Box::new(FaultyFile(self.clone(), options.open(path)?)))
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
        retry(|| self.next(Op::SyncFolder))?;
        Os.sync_folder(folder)
    }
}

struct FaultyFile(FaultyDisk, File);

impl Read for FaultyFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = if self.0.next(Op::Read)? { buffer.len().min(1) } else { buffer.len() };
        self.1.read(&mut buffer[..most])
    }
}

impl Write for FaultyFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let most = if self.0.next(Op::Write)? { bytes.len().min(3) } else { bytes.len() };
        self.1.write(&bytes[..most])
    }

    fn flush(&mut self) -> io::Result<()> {
        retry(|| self.0.next(Op::Flush)).map(drop)
    }
}

impl DiskFile for FaultyFile {
    fn write_at(&self, bytes: &[u8], position: u64) -> io::Result<usize> {
        let most = if self.0.next(Op::Write)? { bytes.len().min(3) } else { bytes.len() };
        self.1.write_at(&bytes[..most], position)
    }

    fn sync(&mut self) -> io::Result<()> {
        retry(|| self.0.next(Op::Sync)).map(drop)
    }

    fn start_writeback(&self) {
        self.0.0.lock().unwrap().writebacks += 1;
        self.1.start_writeback();
    }

    fn truncate(&mut self, len: u64) -> io::Result<()> {
        self.0.next(Op::Truncate)?;
        DiskFile::truncate(&mut self.1, len)
    }

    fn lock(&mut self) -> io::Result<Lock> {
        DiskFile::lock(&mut self.1)
    }

    fn is_at(&self, path: &Path) -> io::Result<bool> {
        self.1.is_at(path)
    }

    fn about(&self) -> io::Result<fs::Metadata> {
        self.1.about()
    }

    fn permit(&mut self, permissions: fs::Permissions) -> io::Result<()> {
        self.1.permit(permissions)
    }
}
