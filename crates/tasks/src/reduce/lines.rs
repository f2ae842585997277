//! Lines of several inputs as one number.

use super::Facts;

/// The lines of all inputs of a run, numbered from 1 in the order of the inputs.
#[derive(Clone, Default, Debug)]
pub struct LineNumbers {
    /// The lines before each input that has begun.
    starts: Vec<u64>,
    /// The lines of all chunks so far.
    end: u64,
}

impl LineNumbers {
    /// The numbers of the lines of a chunk's records, by the index of the record. Chunks come in order.
    pub fn of_records<'f>(&mut self, facts: &Facts<'f>) -> impl Fn(usize) -> u64 + use<'f> {
        let before = self.before_chunk(facts.input, facts.first_line, facts.lines);
        let lines = facts.record_lines;
        move |index| before + 1 + lines.get(index).map_or(index as u64, |&line| line.into())
    }

    /// The number of the line before a chunk, whose first line is `first` of its input, from 1.
    fn before_chunk(&mut self, input: usize, first: u64, lines: u64) -> u64 {
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

    #[test]
    fn the_lines_of_records_count_on_from_input_to_input() {
        let mut lines = LineNumbers::default();
        let first = Facts { first_line: 1, lines: 3, record_lines: &[1, 2], ..Facts::default() };
        assert_eq!([0, 1].map(lines.of_records(&first)), [2, 3]);
        let second = Facts { input: 1, ..first };
        assert_eq!([0, 1].map(lines.of_records(&second)), [5, 6]);
        assert_eq!([0, 1].map(lines.of_records(&Facts { record_lines: &[], ..second })), [4, 5]);
    }
}
