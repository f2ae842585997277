//! The slots of an order, and the bytes that they hold.

/// The result of a chunk. It stays in its slot, to be filled again.
pub trait ChunkResult: Default {
    /// The bytes of memory that it holds beside its own fields, used or not.
    fn bytes(&self) -> usize;
}

impl ChunkResult for Vec<u8> {
    fn bytes(&self) -> usize {
        self.capacity()
    }
}

/// The bytes that a slot takes beside its own fields and what its result counts: its entries in the lists of an order,
/// and small allocations that results need not count.
const OVERHEAD: usize = 1 << 10;

/// The data that travels with a chunk from a worker to the sink and back.
pub struct Slot<C, R> {
    /// The chunk as the source described it; `None` in a free slot.
    pub meta: Option<C>,
    /// The bytes that the chunk holds in memory beside its own fields.
    pub meta_bytes: usize,
    /// Bytes of a chunk that was read from a stream.
    pub buffer: Vec<u8>,
    /// The worker's result. Reused without being cleared.
    pub result: R,
    /// The bytes that the slot counts in the bytes in use; 0 if it is free.
    pub(super) charge: usize,
}

impl<C, R: ChunkResult> Slot<C, R> {
    pub(super) fn new(charge: usize) -> Box<Self> {
        Box::new(Slot { meta: None, meta_bytes: 0, buffer: Vec::new(), result: R::default(), charge })
    }

    /// The bytes of an empty slot.
    pub(super) const LEAST: usize = size_of::<Self>() + OVERHEAD;

    /// The bytes that it holds in memory.
    pub fn bytes(&self) -> usize {
        Self::LEAST + self.meta_bytes + self.buffer.capacity() + self.result.bytes()
    }
}

/// A limit of the slots of an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlotLimit {
    /// This many slots may always be in use, at least one for each worker.
    pub least: usize,
    /// More slots may be in use while the sink waits for a result, as long as the slots in use hold at most this many bytes.
    pub bytes: usize,
}
