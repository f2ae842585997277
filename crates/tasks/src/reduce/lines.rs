//! Lines of several inputs as one number.

/// The lines of all inputs of a run, numbered from 1 in the order of the inputs.
#[derive(Clone, Default, Debug)]
pub struct LineNumbers {
    /// The lines before each input that has begun.
    starts: Vec<u64>,
    /// The lines of all chunks so far.
    end: u64,
}

impl LineNumbers {
    /// The number of the line before a chunk, whose first line is `first` of its input, from 1. Chunks come in order.
    pub fn before_chunk(&mut self, input: usize, first: u64, lines: u64) -> u64 {
        while self.starts.len() <= input {
            self.starts.push(self.end);
        }
        let before = self.starts[input] + first - 1;
        self.end = before + lines;
        before
    }

    /// The input of a line and its number there, from 1.
    pub fn place(&self, number: u64) -> (usize, u64) {
        let input = self.starts.partition_point(|&start| start < number) - 1;
        (input, number - self.starts[input])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_leads_back_to_input_and_line() {
        let mut lines = LineNumbers::default();
        assert_eq!(lines.before_chunk(0, 1, 10), 0);
        assert_eq!(lines.before_chunk(0, 12, 5), 11);
        // An input without lines, and one that is left out.
        assert_eq!(lines.before_chunk(1, 1, 0), 16);
        assert_eq!(lines.before_chunk(3, 1, 7), 16);
        for (number, place) in [(1, (0, 1)), (16, (0, 16)), (17, (3, 1)), (23, (3, 7))] {
            assert_eq!(lines.place(number), place);
        }
    }
}
