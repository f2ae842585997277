//! The total of a task over a run, beside the [`Tally`](crate::Tally).

use quadrille_base::memory::heap_bytes;
use std::{any::Any, fmt};

/// A sum over the records of a run that only one task makes: a worker fills one for each chunk, and the run adds them in the
/// order of the input.
pub trait Total: Any + fmt::Debug + Send + Sync {
    /// Adds the total of the next chunk, with the number of records before it.
    ///
    /// # Errors
    /// The message, if the sum would be too large. Nothing of the chunk may be written then.
    fn add(&mut self, chunk: &dyn Total, before: u64) -> Result<(), &'static str>;

    /// Makes it the total of no records, and keeps the memory.
    fn clear(&mut self);

    /// The bytes that it holds in memory, used or not.
    fn bytes(&self) -> usize;
}

impl dyn Total {
    /// The total as what it is, if it is one of these.
    pub fn get<T: Total>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }

    /// The same to be changed.
    pub fn get_mut<T: Total>(&mut self) -> Option<&mut T> {
        (self as &mut dyn Any).downcast_mut()
    }
}

/// Pictures of the puzzles of a run by [`Hint`](crate::Hint), as SVG, or parts of an HTML page by [`Solve`](crate::Solve).
#[derive(Debug)]
pub struct Pictures {
    /// The pictures in the order of the puzzles.
    pub all: Vec<String>,
    /// How many there may be, and the message if there are more.
    most: (usize, &'static str),
}

impl Pictures {
    pub(crate) fn new(most: usize, message: &'static str) -> Pictures {
        Pictures { all: Vec::new(), most: (most, message) }
    }

    /// Adds a picture of a chunk, unless there are too many already.
    pub(crate) fn add_one(&mut self, picture: impl FnOnce() -> String) {
        if self.all.len() <= self.most.0 {
            self.all.push(picture());
        }
    }
}

impl Total for Pictures {
    fn add(&mut self, chunk: &dyn Total, _: u64) -> Result<(), &'static str> {
        if let Some(chunk) = chunk.get::<Pictures>() {
            self.all.extend_from_slice(&chunk.all);
        }
        if self.all.len() <= self.most.0 { Ok(()) } else { Err(self.most.1) }
    }

    fn clear(&mut self) {
        self.all.clear();
    }

    fn bytes(&self) -> usize {
        let texts: usize = self.all.iter().map(String::capacity).sum();
        size_of_val(self) + heap_bytes(&self.all) + texts
    }
}
