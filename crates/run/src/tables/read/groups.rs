//! How the rows of a file are divided among decoders.

use std::ops::Range;

/// The groups of rows of a file, which can be read independently, and their division into units.
///
/// A unit is what one decoder turns into text at a time. Nothing here grows with the number of rows, which a damaged file
/// may overstate.
pub(in crate::tables) struct Groups {
    groups: Vec<Group>,
    units: u64,
    rows: u64,
}

struct Group {
    first_unit: u64,
    first_row: u64,
    rows: u64,
    unit_rows: u64,
}

/// Some rows of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::tables) struct Unit {
    pub group: usize,
    /// Its first row in the group, from 0.
    pub start: u64,
    pub rows: u64,
    /// Rows of the file before it.
    pub rows_before: u64,
}

impl Unit {
    /// Where it is, in words; `group` is what a group is called.
    pub fn place(self, group: &str) -> String {
        let Unit { group: number, rows, rows_before, .. } = self;
        format!(" in {group} {}, in rows {} to {}", number + 1, rows_before + 1, rows_before + rows)
    }
}

impl Groups {
    /// Groups of so many rows, and the most rows of a unit. `None` if the numbers overflow.
    pub fn new(sizes: impl Iterator<Item = (u64, u64)>) -> Option<Groups> {
        let mut all = Groups { groups: Vec::new(), units: 0, rows: 0 };
        for (rows, unit_rows) in sizes {
            let unit_rows = unit_rows.max(1);
            all.groups.push(Group { first_unit: all.units, first_row: all.rows, rows, unit_rows });
            all.units = all.units.checked_add(rows.div_ceil(unit_rows))?;
            all.rows = all.rows.checked_add(rows).filter(|rows| i64::try_from(*rows).is_ok())?;
        }
        Some(all)
    }

    pub fn units(&self) -> u64 {
        self.units
    }

    /// The group of a unit. Groups without rows have no units; of those with the same first unit the last one has it.
    fn group_of(&self, number: u64) -> usize {
        self.groups.partition_point(|group| group.first_unit <= number) - 1
    }

    /// The unit with a number.
    pub fn unit(&self, number: u64) -> Unit {
        let group = self.group_of(number);
        let Group { first_unit, first_row, rows, unit_rows } = self.groups[group];
        let start = (number - first_unit) * unit_rows;
        Unit { group, start, rows: unit_rows.min(rows - start), rows_before: first_row + start }
    }

    /// All rows of a group.
    pub fn whole(&self, group: usize) -> Unit {
        let Group { first_row, rows, .. } = self.groups[group];
        Unit { group, start: 0, rows, rows_before: first_row }
    }

    /// The group with a row of the file, the number of its first row, and how many it has.
    pub fn of_row(&self, row: u64) -> Option<(usize, u64, u64)> {
        let number = self.groups.partition_point(|group| group.first_row <= row).checked_sub(1)?;
        let Group { first_row, rows, .. } = self.groups[number];
        (row - first_row < rows).then_some((number, first_row, rows))
    }

    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The rows of a group.
    pub fn rows_of(&self, group: usize) -> u64 {
        self.groups[group].rows
    }

    /// The units of the groups that begin in a range of the file's bytes, if its rows are spread evenly over `len` bytes;
    /// and the rows before them.
    pub fn within(&self, range: &Range<u64>, len: u64) -> (Range<u64>, u64) {
        let begins =
            |group: &Group| u128::from(group.first_row) * u128::from(len) / u128::from(self.rows.max(1));
        let first = |offset: u64| self.groups.partition_point(|group| begins(group) < u128::from(offset));
        let at = |group: usize| {
            self.groups
                .get(group)
                .map_or((self.units, self.rows), |group| (group.first_unit, group.first_row))
        };
        let ((from, rows), (to, _)) = (at(first(range.start)), at(first(range.end)));
        (from..to, rows)
    }
}

/// How many rows take so many bytes, at least one, if `rows` rows take `all` bytes.
pub(crate) fn rows_of_bytes((rows, all): (u64, u64), bytes: u64) -> u64 {
    let found = u128::from(rows) * u128::from(bytes) / u128::from(all.max(1));
    u64::try_from(found).unwrap_or(u64::MAX).max(1)
}

/// Rows in ascending order as ranges.
pub(super) fn ranges(rows: &[u64]) -> impl Iterator<Item = Range<usize>> {
    let mut rest = rows;
    std::iter::from_fn(move || {
        let first = *rest.first()?;
        let len = (0..).zip(rest).take_while(|(number, row)| first + number == **row).count();
        rest = &rest[len..];
        Some(first as usize..first as usize + len)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn units_have_all_rows_in_order(sizes in proptest::collection::vec((0u64..50, 1u64..9), 0..9)) {
            let groups = Groups::new(sizes.iter().copied()).unwrap();
            let mut next = 0;
            for number in 0..groups.units() {
                let unit = groups.unit(number);
                prop_assert!(unit.rows > 0 && unit.rows <= sizes[unit.group].1);
                prop_assert_eq!(unit.rows_before, next);
                prop_assert!(unit.start + unit.rows <= sizes[unit.group].0);
                prop_assert_eq!(groups.of_row(next), Some((unit.group, next - unit.start, sizes[unit.group].0)));
                next += unit.rows;
            }
            prop_assert_eq!(next, sizes.iter().map(|(rows, _)| rows).sum::<u64>());
            prop_assert_eq!(groups.of_row(next), None);
        }

        #[test]
        fn every_unit_is_in_one_shard(
            sizes in proptest::collection::vec((0u64..50, 1u64..9), 0..9),
            len in 1u64..1000,
            count in 1u64..9,
        ) {
            let groups = Groups::new(sizes.iter().copied()).unwrap();
            let mut next = 0;
            for shard in 0..count {
                let (units, rows) = groups.within(&(len * shard / count..len * (shard + 1) / count), len);
                prop_assert_eq!(units.start, next);
                if units.start < groups.units() {
                    prop_assert_eq!(groups.unit(units.start).rows_before, rows);
                }
                next = units.end;
            }
            // A last group without rows begins at the end of the file.
            prop_assert_eq!(next, groups.units());
        }
    }

    #[test]
    fn rows_in_order_are_ranges() {
        assert!(ranges(&[0, 1, 2, 5, 7, 8]).eq([0..3, 5..6, 7..9]));
        assert_eq!(ranges(&[]).count(), 0);
    }

    #[test]
    fn numbers_that_overflow_are_refused() {
        assert!(Groups::new([(u64::MAX, 1), (1, 1)].into_iter()).is_none());
        assert!(Groups::new([(i64::MAX as u64, 9), (1, 9)].into_iter()).is_none());
    }
}
