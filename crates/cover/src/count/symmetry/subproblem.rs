//! The part of a problem that is left after some choices, and its own choices.

use super::super::memo::Reduced;
use crate::{Cover, csr::Csr};
use quadrille_base::error::Error;

/// Marks the last item of an option in a key.
const LAST: u16 = 1 << 15;

/// The most items: their numbers leave the mark free.
pub const MAX_ITEMS: usize = LAST as usize;

/// Open items and live options. Each primary item has an option; a secondary item that only one option has is left
/// out.
#[derive(Debug, Default)]
pub struct Subproblem {
    /// Primary items, numbered before the other ones.
    pub primary: usize,
    pub items: usize,
    /// The items of all options, end to end, and where each option ends.
    nodes: Vec<u16>,
    ends: Vec<u32>,
}

/// The result of a choice and the moves that it forces.
pub enum AfterChoice {
    /// A primary item has no option left.
    Dead,
    /// All primary items are covered.
    Solved,
    /// Primary items are open.
    Subproblem(Subproblem),
}

/// All choices of a subproblem: the options of the open item with the fewest options, the first one of several.
pub struct Choices<'a> {
    subproblem: &'a Subproblem,
    members: Csr<u32>,
    item: usize,
}

impl Subproblem {
    /// A problem without colors and bounds after its forced moves.
    pub fn of(reduced: &Reduced) -> Subproblem {
        let options = || reduced.options.iter().map(|&option| reduced.lists.of(option as usize));
        let mut sizes = vec![0u32; reduced.lists.lists];
        options().flatten().for_each(|conflicts| sizes[conflicts.item as usize] += 1);
        let open = |item: u32| sizes[item as usize] > 0;
        let numbers = Numbers::new(reduced.lists.primary, &sizes, open);
        let mut subproblem =
            Subproblem { primary: numbers.primary, items: numbers.items, ..Subproblem::default() };
        options().for_each(|option| subproblem.add(option.iter().map(|conflicts| conflicts.item), &numbers));
        subproblem
    }

    fn add(&mut self, items: impl Iterator<Item = u32>, numbers: &Numbers) {
        self.nodes.extend(items.filter_map(|item| numbers.of[item as usize]));
        self.ends.push(self.nodes.len() as u32);
    }

    /// The number of options.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    fn option(&self, option: usize) -> &[u16] {
        let start = if option == 0 { 0 } else { self.ends[option - 1] };
        &self.nodes[start as usize..self.ends[option] as usize]
    }

    /// The items of every option.
    pub fn options(&self) -> impl Iterator<Item = &[u16]> {
        (0..self.len()).map(|option| self.option(option))
    }

    /// The whole subproblem with other numbers for its items. Two subproblems have equal keys only if their options are equal then.
    pub fn key(&self, numbers: &[u16]) -> Box<[u16]> {
        let numbered = |option: &[u16]| {
            let mut items: Vec<u16> = option.iter().map(|&item| numbers[usize::from(item)]).collect();
            items.sort_unstable();
            items
        };
        let mut options: Vec<_> = self.options().map(numbered).collect();
        options.sort_unstable();
        let mut key = Vec::with_capacity(2 + self.nodes.len());
        key.extend([self.primary as u16, self.items as u16]);
        for mut option in options {
            if let Some(last) = option.last_mut() {
                *last |= LAST;
            }
            key.extend(option);
        }
        key.into()
    }

    /// The subproblem with this key.
    pub fn from_key(key: &[u16]) -> Subproblem {
        let mut subproblem =
            Subproblem { primary: key[0].into(), items: key[1].into(), ..Subproblem::default() };
        for &item in &key[2..] {
            subproblem.nodes.push(item & !LAST);
            if item & LAST != 0 {
                subproblem.ends.push(subproblem.nodes.len() as u32);
            }
        }
        subproblem
    }

    /// The subproblem as a problem of its own.
    pub fn cover(&self) -> Result<Cover, Error> {
        let mut cover = Cover::new(self.primary).with_secondary(self.items - self.primary);
        for option in self.options() {
            cover.add(&option.iter().map(|&item| item.into()).collect::<Vec<_>>())?;
        }
        Ok(cover)
    }

    /// The choices. The subproblem must have a primary item.
    pub fn choices(&self) -> Choices<'_> {
        let nodes =
            || (0..).zip(self.options()).flat_map(|(at, items)| items.iter().map(move |&i| (i.into(), at)));
        let members = Csr::group(self.items, nodes);
        let item = (0..self.primary).min_by_key(|&item| members.list(item).len()).unwrap_or_default();
        Choices { subproblem: self, members, item }
    }
}

/// New numbers of the items that are left.
struct Numbers {
    of: Vec<Option<u16>>,
    primary: usize,
    items: usize,
}

impl Numbers {
    /// Numbers of the open primary items, and of the other items that several options have.
    fn new(primary: usize, sizes: &[u32], is_open: impl Fn(u32) -> bool) -> Numbers {
        let mut numbers = Numbers { of: vec![None; sizes.len()], primary: 0, items: 0 };
        for (item, &size) in (0..).zip(sizes) {
            let is_primary = (item as usize) < primary;
            if if is_primary { is_open(item) } else { size > 1 } {
                numbers.of[item as usize] = Some(numbers.items as u16);
                numbers.items += 1;
                numbers.primary += usize::from(is_primary);
            }
        }
        numbers
    }
}

impl Choices<'_> {
    /// The result of each choice.
    pub fn results(&self) -> impl Iterator<Item = AfterChoice> {
        self.members.list(self.item).iter().map(|&option| self.choose(option))
    }

    fn choose(&self, option: u32) -> AfterChoice {
        let before = self.subproblem;
        let (mut is_open, mut is_live) = (vec![true; before.primary], vec![true; before.len()]);
        let mut sizes: Vec<u32> =
            (0..before.items).map(|item| self.members.list(item).len() as u32).collect();
        let mut next = Some(option);
        while let Some(option) = next {
            is_live[option as usize] = false;
            let items = || before.option(option as usize).iter().map(|&item| usize::from(item));
            items().filter(|&item| item < before.primary).for_each(|item| is_open[item] = false);
            for &other in items().flat_map(|item| self.members.list(item)) {
                if !std::mem::take(&mut is_live[other as usize]) {
                    continue;
                }
                for item in before.option(other as usize).iter().map(|&item| usize::from(item)) {
                    sizes[item] -= 1;
                    if sizes[item] == 0 && is_open.get(item) == Some(&true) {
                        return AfterChoice::Dead;
                    }
                }
            }
            let forcing = (0..before.primary).find(|&item| is_open[item] && sizes[item] == 1);
            next = forcing.and_then(|item| {
                self.members.list(item).iter().copied().find(|&option| is_live[option as usize])
            });
        }
        let numbers = Numbers::new(before.primary, &sizes, |item| is_open[item as usize]);
        if numbers.primary == 0 {
            return AfterChoice::Solved;
        }
        let mut after =
            Subproblem { primary: numbers.primary, items: numbers.items, ..Subproblem::default() };
        for (option, _) in before.options().zip(is_live).filter(|(_, is_live)| *is_live) {
            after.add(option.iter().map(|&item| item.into()), &numbers);
        }
        AfterChoice::Subproblem(after)
    }
}
