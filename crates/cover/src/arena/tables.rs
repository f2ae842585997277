//! The constant part of an arena: the place of every option in the lists of its items.

use super::layout::{Index, Layout, Word};
use crate::csr::Csr;
use crate::{Cover, OutOfMemory, memory};
use std::collections::HashMap;

/// The place of an option in the list of one of its items.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Node<X> {
    /// The word with its live bit.
    pub word: X,
    /// The number of the bit.
    pub bit: X,
}

/// No color class.
const NO_CLASS: u32 = u32::MAX;

/// Some nodes of an option.
type Nodes<'a, L> = &'a [Node<<L as Layout>::Index>];

/// The words of a state.
type StateWords<L> = Box<[<L as Layout>::Word]>;

/// The problem in the form that the arena uses.
///
/// Every item has a list of its options, cut into words. A word and a bit give the option there, and an
/// option gives its word and bit in each of its items:
///
/// ```text
///            item 0     item 1          nodes of option 5, side by side, primary first
///          ┌─────────┬─────────┬──      ┌──────────────┬──────────────┬──
///  at      │ 0 2 5   │ 1 2 4   │        │ word 0 bit 2 │ word 7 bit 1 │
///          └─────────┴─────────┴──      └──────────────┴──────────────┴──
/// ```
#[derive(Debug)]
pub struct Tables<L: Layout> {
    /// The nodes of every option, end to end.
    nodes: Box<[Node<L::Index>]>,
    /// First node and first secondary node of every option, and the end of the last one. (Two offsets for
    /// each list, which is why this is not a [`Csr`].)
    starts: Box<[[u32; 2]]>,
    /// The option at bit `b` of word `w` is at `w · BITS + b`, or, in a layout with packed lists, at
    /// `first_at[w] + b`.
    at: Box<[L::Index]>,
    first_at: Box<[u32]>,
    /// For every node with a color the number of its color class, the item's options of that color;
    /// empty for a problem without colors.
    class_of_node: Box<[u32]>,
    /// The options of every color class, as the words that have such options. An item may have as many colors
    /// as options, so masks of all its words would take memory quadratic in the options.
    classes: Csr<(L::Index, L::Word)>,
    /// The item of every word.
    owner: Box<[L::Index]>,
    /// First word of every item, and the end of the last item's.
    words: Box<[u32]>,
    /// The options that each option excludes although they share no item. Empty unless the layout is
    /// [`EXCLUDING`](Layout::EXCLUDING).
    excluded: Csr<L::Index>,
    /// Primary items.
    pub primary: usize,
    /// Words of all lists.
    pub live: usize,
}

/// Whether a problem fits a layout.
pub fn fits<L: Layout>(cover: &Cover) -> Result<bool, OutOfMemory> {
    let sizes = sizes(cover)?;
    let words: usize = sizes.iter().map(|&n| words_of::<L>(n)).sum();
    let narrow = sizes.iter().all(|&n| n < L::Word::BITS);
    let numbers = cover.len().max(words).max(cover.items());
    Ok(numbers <= L::Index::MAX && (L::WIDE || narrow) && (L::FIXED == 0 || fixed(cover, L::FIXED)))
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

/// Number of options of each item; an option without a primary item is not in any list.
fn sizes(cover: &Cover) -> Result<Vec<usize>, OutOfMemory> {
    let mut sizes = memory::filled(0, cover.items())?;
    for option in cover.options().filter(|option| primary_nodes(cover, option) > 0) {
        option.iter().for_each(|&item| sizes[item as usize] += 1);
    }
    Ok(sizes)
}

fn primary_nodes(cover: &Cover, option: &[u32]) -> usize {
    option.iter().filter(|&&item| (item as usize) < cover.primary()).count()
}

/// For lists without gaps: where the options of each word begin, and the number of options of all lists.
fn pack<L: Layout>(sizes: &[usize]) -> Result<(Vec<u32>, usize), OutOfMemory> {
    let mut first_at = memory::with_capacity(sizes.iter().map(|&size| words_of::<L>(size)).sum())?;
    let mut at = 0;
    for &size in sizes {
        first_at.extend((0..words_of::<L>(size)).map(|word| (at + word * L::Word::BITS) as u32));
        at += size;
    }
    Ok((first_at, at))
}

/// Bits of words, joined to one mask for each word. Bits of the same word are side by side.
fn join_words<X: Index, W: Word>(bits: &[(X, W)]) -> impl Iterator<Item = (X, W)> {
    let words = bits.chunk_by(|a, b| a.0 == b.0);
    words.map(|word| (word[0].0, word.iter().fold(W::default(), |mask, bit| mask.or(bit.1))))
}

impl<L: Layout> Tables<L> {
    /// The tables of a problem, and the state in which nothing is chosen yet.
    ///
    /// # Panics
    /// If the problem does not fit the layout.
    pub fn try_new(cover: &Cover) -> Result<(Tables<L>, StateWords<L>), OutOfMemory> {
        assert!(fits::<L>(cover)?, "the problem does not fit the layout");
        let sizes = sizes(cover)?;
        let live = sizes.iter().map(|&size| words_of::<L>(size)).sum();
        let (mut words, mut owner) = (Vec::new(), Vec::new());
        if L::WIDE {
            words = memory::with_capacity(sizes.len() + 1)?;
            owner = memory::with_capacity(live)?;
            for (item, &size) in sizes.iter().enumerate() {
                words.push(owner.len() as u32);
                owner.resize(owner.len() + words_of::<L>(size), L::Index::new(item));
            }
            words.push(owner.len() as u32);
        }
        let (first_at, at) = if L::UNDOES { pack::<L>(&sizes)? } else { (Vec::new(), live * L::Word::BITS) };
        let mut tables = Tables {
            nodes: Box::default(),
            starts: Box::default(),
            class_of_node: Box::default(),
            classes: Csr::default(),
            at: memory::filled(L::Index::default(), at)?.into(),
            first_at: first_at.into(),
            owner: owner.into(),
            words: words.into(),
            excluded: Csr::default(),
            primary: cover.primary(),
            live,
        };
        let mut template = memory::with_capacity(if L::WIDE { live + sizes.len() } else { live })?;
        template.resize(live, L::Word::default());
        tables.link(cover, &mut template)?;
        if cover.is_colored() {
            tables.color(cover)?;
        }
        if L::WIDE {
            template.extend(sizes.into_iter().map(L::Word::new));
        }
        Ok((tables, template.into()))
    }

    /// Puts every option at the end of the lists of its items.
    fn link(&mut self, cover: &Cover, template: &mut [L::Word]) -> Result<(), OutOfMemory> {
        let mut nodes = memory::with_capacity(cover.options().map(<[u32]>::len).sum())?;
        let mut starts = memory::with_capacity(cover.len() + 1)?;
        let (mut size, mut items) = (memory::filled(0u32, cover.items())?, Vec::new());
        for (x, option) in cover.options().enumerate() {
            let primary = primary_nodes(cover, option);
            starts.push([nodes.len() as u32, (nodes.len() + primary) as u32]);
            items.clear();
            let places = option.iter().map(|&item| item as usize);
            items.extend(places.clone().filter(|&item| item < cover.primary()));
            items.extend(places.filter(|&item| item >= cover.primary()));
            for &item in items.iter().filter(|_| primary > 0) {
                let before = size[item] as usize;
                let word = self.words(item).start + before / L::Word::BITS;
                let bit = before % L::Word::BITS;
                size[item] += 1;
                let at = self.place(word) + bit;
                self.at[at] = L::Index::new(x);
                template[word] = template[word].or(L::Word::bit(bit));
                nodes.push(Node { word: L::Index::new(word), bit: L::Index::new(bit) });
            }
        }
        starts.push([nodes.len() as u32; 2]);
        (self.nodes, self.starts) = (nodes.into(), starts.into());
        Ok(())
    }

    /// Collects the color classes.
    fn color(&mut self, cover: &Cover) -> Result<(), OutOfMemory> {
        let mut class_of_node = memory::filled(NO_CLASS, self.nodes.len())?;
        let mut numbers = HashMap::new();
        for x in 0..cover.len() {
            let colors = cover.option(x).iter().zip(cover.colors(x));
            let colors = colors.filter(|&(&item, _)| item as usize >= cover.primary());
            let [_, first] = self.starts[x];
            for (at, (&item, &color)) in (first..self.starts[x + 1][0]).zip(colors).filter(|(_, c)| *c.1 != 0)
            {
                let next = numbers.len() as u32;
                memory::reserve_entry(&mut numbers)?;
                class_of_node[at as usize] = *numbers.entry((item, color)).or_insert(next);
            }
        }
        let classes = numbers.len();
        drop(numbers);
        // The options come in the order of the item's words.
        let bits = Csr::try_group(classes, || {
            let nodes = class_of_node.iter().zip(&self.nodes).filter(|(class, _)| **class != NO_CLASS);
            nodes.map(|(&class, node)| (class as usize, (node.word, L::Word::bit(node.bit.get()))))
        })?;
        self.classes = Csr::try_with_capacity(classes, bits.items().len())?;
        for class in 0..classes {
            join_words(bits.list(class)).for_each(|word| self.classes.push(word));
            self.classes.end_list();
        }
        self.class_of_node = class_of_node.into();
        Ok(())
    }

    /// The options that give an item the same color as a secondary node of an option does, as the words of
    /// the item that have such options, ascending; `None` for a node without color.
    #[inline(always)]
    pub fn same_color(&self, option: usize, secondary: usize) -> Option<&[(L::Index, L::Word)]> {
        let &number = self.class_of_node.get(self.starts[option][1] as usize + secondary)?;
        (number != NO_CLASS).then(|| self.classes.list(number as usize))
    }

    /// Sets the options that each option excludes although they share no item.
    ///
    /// This replaces secondary items of two options each, which would need lists in the state: an anti-knight
    /// 9×9 board would have 1,368 more words to copy, in addition to the other 324. Whether an excluded
    /// option is live can be seen from any of its primary items.
    pub fn exclude(&mut self, excluded: &Csr<usize>) {
        let options = 0..excluded.len();
        self.excluded =
            Csr::from_lists(options.map(|x| excluded.list(x).iter().map(|&other| L::Index::new(other))));
    }

    /// The options that an option excludes although they share no item.
    #[inline(always)]
    pub fn excluded(&self, option: usize) -> &[L::Index] {
        self.excluded.list(option)
    }

    /// Moves a node of an option to another bit. After all moves no bit may have two nodes.
    pub fn move_node(&mut self, option: usize, slot: usize, word: usize, bit: usize) {
        let first = if L::FIXED > 0 { option * L::FIXED } else { self.starts[option][0] as usize };
        self.nodes[first + slot] = Node { word: L::Index::new(word), bit: L::Index::new(bit) };
        let at = self.place(word) + bit;
        self.at[at] = L::Index::new(option);
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

    /// Where the options of a word begin in `at`.
    #[inline(always)]
    pub fn place(&self, word: usize) -> usize {
        if L::UNDOES { self.first_at[word] as usize } else { word * L::Word::BITS }
    }

    /// The option at a bit of a word, given where the options of the word begin, plus the number of the bit.
    #[inline(always)]
    pub fn at_place(&self, place: usize) -> usize {
        self.at[place].get()
    }

    /// The option at a bit of a word.
    #[inline(always)]
    pub fn at(&self, word: usize, bit: usize) -> usize {
        self.at_place(self.place(word) + bit)
    }

    /// The item to whose list a word belongs.
    #[inline(always)]
    pub fn owner(&self, word: usize) -> usize {
        if L::WIDE { self.owner[word].get() } else { word }
    }

    /// The words of an item.
    #[inline(always)]
    pub fn words(&self, item: usize) -> std::ops::Range<usize> {
        if L::WIDE { self.words[item] as usize..self.words[item + 1] as usize } else { item..item + 1 }
    }

    /// The word of the state that holds how many options an item has left: its size, or its only word.
    #[inline(always)]
    pub fn remaining(&self, item: usize) -> usize {
        if L::WIDE { self.live + item } else { item }
    }

    /// The first live option of an item, which must have one.
    #[inline(always)]
    pub fn first_live(&self, state: &[L::Word], item: usize) -> usize {
        let mut word = item;
        if L::WIDE {
            let mut words = self.words(item);
            word = words.find(|&word| !state[word].is_zero()).expect("an item with a live option");
        }
        self.at(word, state[word].lowest())
    }

    /// Number of options of the problem.
    #[cfg(debug_assertions)]
    pub fn options(&self) -> usize {
        self.starts.len() - 1
    }

    /// Bytes of all tables.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.nodes)
            + size_of_val(&*self.starts)
            + size_of_val(&*self.at)
            + size_of_val(&*self.first_at)
            + size_of_val(&*self.class_of_node)
            + self.classes.bytes()
            + size_of_val(&*self.owner)
            + size_of_val(&*self.words)
            + self.excluded.bytes()
    }
}
