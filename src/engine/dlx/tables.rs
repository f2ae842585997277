//! What never changes in an arena: which option stands where.

use super::layout::{Index, Layout, Word};
use crate::cover::Cover;
use std::collections::HashMap;

/// Where an option stands in the list of one of its items.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Node<X> {
    /// The word with its live bit.
    pub word: X,
    /// The number of the bit.
    pub bit: X,
}

/// No mask.
const NO_COLOUR: u32 = u32::MAX;

/// Options of one colour of an item, for all colours of all items: the words that have any, end to end.
///
/// An item may have as many colours as options, so that a mask of all its words for each would be
/// memory by the square of the options.
#[derive(Debug)]
struct Masks<L: Layout> {
    starts: Box<[u32]>,
    words: Box<[(L::Index, L::Word)]>,
}

impl<L: Layout> Default for Masks<L> {
    fn default() -> Masks<L> {
        Masks { starts: Box::default(), words: Box::default() }
    }
}

impl<L: Layout> Masks<L> {
    fn new(masks: Vec<Vec<(L::Index, L::Word)>>) -> Masks<L> {
        let mut starts = vec![0];
        starts.extend(masks.iter().scan(0, |end, mask| {
            *end += mask.len() as u32;
            Some(*end)
        }));
        Masks { starts: starts.into(), words: masks.into_iter().flatten().collect() }
    }

    #[inline(always)]
    fn of(&self, number: u32) -> &[(L::Index, L::Word)] {
        let number = number as usize;
        &self.words[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

/// Some nodes of an option.
type Nodes<'a, L> = &'a [Node<<L as Layout>::Index>];

/// The problem as the arena sees it.
///
/// Every item has a list of the options that have it, cut into words; an option is found by its
/// word and bit, and an option knows its word and bit in each of its items:
///
/// ```text
///            item 0     item 1          nodes of option 5, side by side, primary first
///          ┌─────────┬─────────┬──      ┌──────────────┬──────────────┬──
///  at      │ 0 2 5   │ 1 2 4   │        │ word 0 bit 2 │ word 7 bit 1 │
///          └─────────┴─────────┴──      └──────────────┴──────────────┴──
/// ```
#[derive(Debug)]
pub(super) struct Tables<L: Layout> {
    /// The nodes of every option, end to end.
    nodes: Box<[Node<L::Index>]>,
    /// First node and first secondary node of every option, and the end of the last one.
    starts: Box<[[u32; 2]]>,
    /// The option at bit `b` of word `w` is at `w · BITS + b`.
    at: Box<[L::Index]>,
    /// For every node with a colour, the number of the item's options of that colour in `masks`;
    /// nothing at all without colours.
    keeps: Box<[u32]>,
    masks: Masks<L>,
    /// The item of every word.
    owner: Box<[L::Index]>,
    /// First word of every item, and the end of the last one's.
    words: Box<[u32]>,
    /// The options that each option excludes beside those of its items: where they begin in the
    /// second list, and where the last one's end. Empty unless the layout has them.
    excluded: (Box<[u32]>, Box<[L::Index]>),
    /// Primary items.
    pub primary: usize,
    /// Words of all lists.
    pub live: usize,
}

/// Whether a problem fits a layout.
pub(super) fn fits<L: Layout>(cover: &Cover) -> bool {
    let sizes = sizes(cover);
    let words: usize = sizes.iter().map(|&n| words_of::<L>(n)).sum();
    let narrow = sizes.iter().all(|&n| n < L::Word::BITS);
    let numbers = cover.len().max(words).max(cover.items());
    numbers <= L::Index::MAX && (L::WIDE || narrow) && (L::FIXED == 0 || fixed(cover, L::FIXED))
}

fn fixed(cover: &Cover, nodes: usize) -> bool {
    let mut place = vec![None; cover.items()];
    cover.primary() == cover.items()
        && cover.options().all(|option| {
            let mut items = option.iter().enumerate();
            option.len() == nodes
                && items.all(|(slot, &item)| *place[item as usize].get_or_insert(slot) == slot)
        })
}

fn words_of<L: Layout>(size: usize) -> usize {
    if L::WIDE { size.div_ceil(L::Word::BITS) } else { 1 }
}

/// Options per item; an option without a primary item stands in no list.
fn sizes(cover: &Cover) -> Vec<usize> {
    let mut sizes = vec![0; cover.items()];
    for option in cover.options().filter(|option| primary_nodes(cover, option) > 0) {
        option.iter().for_each(|&item| sizes[item as usize] += 1);
    }
    sizes
}

fn primary_nodes(cover: &Cover, option: &[u32]) -> usize {
    option.iter().filter(|&&item| (item as usize) < cover.primary()).count()
}

impl<L: Layout> Tables<L> {
    /// The tables of a problem, and the state in which nothing is chosen yet.
    ///
    /// # Panics
    /// If the problem does not fit the layout.
    pub fn new(cover: &Cover) -> (Tables<L>, Box<[L::Word]>) {
        assert!(fits::<L>(cover), "the problem does not fit the layout");
        let sizes = sizes(cover);
        let (mut words, mut owner) = (vec![0], Vec::new());
        for (item, &size) in sizes.iter().enumerate() {
            owner.resize(owner.len() + words_of::<L>(size), L::Index::new(item));
            words.push(owner.len() as u32);
        }
        let live = owner.len();
        let mut tables = Tables {
            nodes: Box::default(),
            starts: Box::default(),
            keeps: Box::default(),
            masks: Masks::default(),
            at: vec![L::Index::default(); live * L::Word::BITS].into(),
            owner: owner.into(),
            words: words.into(),
            excluded: Default::default(),
            primary: cover.primary(),
            live,
        };
        let mut template = vec![L::Word::default(); live];
        tables.link(cover, &mut template);
        if cover.is_coloured() {
            tables.colour(cover);
        }
        if L::WIDE {
            template.extend(sizes.into_iter().map(L::Word::new));
        }
        (tables, template.into())
    }

    /// Puts every option at the end of the lists of its items.
    fn link(&mut self, cover: &Cover, template: &mut [L::Word]) {
        let (mut nodes, mut starts) = (Vec::new(), Vec::with_capacity(cover.len() + 1));
        let mut size = vec![0; cover.items()];
        for (x, option) in cover.options().enumerate() {
            let primary = primary_nodes(cover, option);
            starts.push([nodes.len() as u32, (nodes.len() + primary) as u32]);
            let mut items: Vec<_> = option.iter().map(|&item| item as usize).collect();
            items.sort_by_key(|&item| item >= cover.primary());
            for item in items.into_iter().filter(|_| primary > 0) {
                let word = self.words[item] as usize + size[item] / L::Word::BITS;
                let bit = size[item] % L::Word::BITS;
                size[item] += 1;
                self.at[word * L::Word::BITS + bit] = L::Index::new(x);
                template[word] = template[word].or(L::Word::bit(bit));
                nodes.push(Node { word: L::Index::new(word), bit: L::Index::new(bit) });
            }
        }
        starts.push([nodes.len() as u32; 2]);
        (self.nodes, self.starts) = (nodes.into(), starts.into());
    }

    /// Makes the masks of colours.
    fn colour(&mut self, cover: &Cover) {
        let (mut keeps, mut masks) = (vec![NO_COLOUR; self.nodes.len()], Vec::<Vec<_>>::new());
        let mut found = HashMap::new();
        for x in 0..cover.len() {
            let colours = cover.option(x).iter().zip(cover.colours(x));
            let colours = colours.filter(|&(&item, _)| item as usize >= cover.primary());
            let [_, first] = self.starts[x];
            for (at, (&item, &colour)) in (first..self.starts[x + 1][0]).zip(colours) {
                if colour == 0 {
                    continue;
                }
                let number = *found.entry((item, colour)).or_insert(masks.len());
                masks.resize_with(masks.len().max(number + 1), Vec::new);
                let (word, bit) = (self.nodes[at as usize].word, self.nodes[at as usize].bit);
                let bit = L::Word::bit(bit.get());
                // The options come in the order in which they stand in the item's words.
                match masks[number].last_mut() {
                    Some((last, mask)) if *last == word => *mask = L::Word::or(*mask, bit),
                    _ => masks[number].push((word, bit)),
                }
                keeps[at as usize] = number as u32;
            }
        }
        (self.keeps, self.masks) = (keeps.into(), Masks::new(masks));
    }

    /// The options of the same colour as a secondary node of an option, as those words of its item
    /// that have any, ascending; `None` without a colour.
    #[inline(always)]
    pub fn keep(&self, option: usize, secondary: usize) -> Option<&[(L::Index, L::Word)]> {
        let &number = self.keeps.get(self.starts[option][1] as usize + secondary)?;
        (number != NO_COLOUR).then(|| self.masks.of(number))
    }

    /// Sets the options that each option excludes, though they share no item.
    ///
    /// This is what secondary items of two options come to, without lists of their own in the state:
    /// whether an excluded option is still there can be seen from any of its primary items. An
    /// anti-knight 9×9 board would have 1,368 words of them to copy, beside the other 324.
    pub fn exclude(&mut self, excluded: &[Vec<usize>]) {
        let mut starts = vec![0];
        starts.extend(excluded.iter().scan(0, |end, others| {
            *end += others.len() as u32;
            Some(*end)
        }));
        let others = excluded.iter().flatten().map(|&option| L::Index::new(option));
        self.excluded = (starts.into(), others.collect());
    }

    /// The options that an option excludes beside those of its items.
    #[inline(always)]
    pub fn excluded(&self, option: usize) -> &[L::Index] {
        let (starts, others) = &self.excluded;
        &others[starts[option] as usize..starts[option + 1] as usize]
    }

    /// Moves a node of an option to another bit. In the end no bit may have two nodes.
    pub fn move_node(&mut self, option: usize, slot: usize, word: usize, bit: usize) {
        let first = if L::FIXED > 0 { option * L::FIXED } else { self.starts[option][0] as usize };
        self.nodes[first + slot] = Node { word: L::Index::new(word), bit: L::Index::new(bit) };
        self.at[word * L::Word::BITS + bit] = L::Index::new(option);
    }

    /// The primary and the secondary nodes of an option.
    #[inline(always)]
    pub fn nodes(&self, option: usize) -> (Nodes<'_, L>, Nodes<'_, L>) {
        if L::FIXED > 0 {
            return (&self.nodes[option * L::FIXED..][..L::FIXED], &[]);
        }
        let [first, secondary] = self.starts[option];
        let [end, _] = self.starts[option + 1];
        (&self.nodes[first as usize..secondary as usize], &self.nodes[secondary as usize..end as usize])
    }

    /// The option at a bit of a word.
    #[inline(always)]
    pub fn at(&self, word: usize, bit: usize) -> usize {
        self.at[word * L::Word::BITS + bit].get()
    }

    /// The item whose list a word belongs to.
    #[inline(always)]
    pub fn owner(&self, word: usize) -> usize {
        if L::WIDE { self.owner[word].get() } else { word }
    }

    /// The words of an item.
    #[inline(always)]
    pub fn words(&self, item: usize) -> std::ops::Range<usize> {
        if L::WIDE { self.words[item] as usize..self.words[item + 1] as usize } else { item..item + 1 }
    }

    /// Where the state tells how many options an item has left: its size, or its only word.
    #[inline(always)]
    pub fn gauge(&self, item: usize) -> usize {
        if L::WIDE { self.live + item } else { item }
    }

    /// The first live option of an item; the item has one.
    #[inline(always)]
    pub fn first_live(&self, state: &[L::Word], item: usize) -> usize {
        let mut word = item;
        if L::WIDE {
            let mut words = self.words(item);
            word = words.find(|&word| !state[word].is_zero()).expect("an item with a live option");
        }
        self.at(word, state[word].lowest())
    }

    /// Options of the problem.
    #[cfg(debug_assertions)]
    pub fn options(&self) -> usize {
        self.starts.len() - 1
    }

    /// Bytes of all tables.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.nodes)
            + size_of_val(&*self.starts)
            + size_of_val(&*self.at)
            + size_of_val(&*self.keeps)
            + size_of_val(&*self.masks.starts)
            + size_of_val(&*self.masks.words)
            + size_of_val(&*self.owner)
            + size_of_val(&*self.words)
            + size_of_val(&*self.excluded.0)
            + size_of_val(&*self.excluded.1)
    }
}
