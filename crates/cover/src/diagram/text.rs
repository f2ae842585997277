//! The text form of a diagram.

use super::CoverDiagram;
use super::search::{BOTTOM, TOP};
use std::io::{self, Write};

impl CoverDiagram {
    /// Writes the diagram as the text of a reduced zero-suppressed decision diagram: a line for each node, `id option lo hi`,
    /// and a line with a dot.
    ///
    /// ```text
    /// 2 3 B T
    /// 3 1 2 T
    /// .
    /// ```
    ///
    /// `lo` has the solutions without the option, `hi` the solutions with it; each is the `id` of a line above, `B` for
    /// no solution, or `T` for the solution without options. The last node is the whole problem; a text without nodes
    /// is `B` or `T` instead. Options are counted from 1. No `hi` is `B`, and no two nodes are equal. Options follow
    /// each other in one order on all paths, which is not the order of their numbers. Graphillion dumps and loads this
    /// form.
    ///
    /// ```
    /// use quadrille::cover::{Cover, DiagramSettings};
    ///
    /// let mut cover = Cover::new(2);
    /// for items in [&[0, 1][..], &[0], &[1]] {
    ///     cover.add(items)?;
    /// }
    /// let mut text = Vec::new();
    /// DiagramSettings::new().ordered(true).build(&cover)?.write(&mut text)?;
    /// assert_eq!(text, b"2 3 B T\n3 2 B 2\n4 1 3 T\n.\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the output cannot be written. The kind is [`InvalidInput`](io::ErrorKind::InvalidInput), and nothing is
    /// written, if the diagram was not built [ordered](super::DiagramSettings::ordered).
    pub fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        if !self.is_ordered {
            let what = "only a diagram that was built as ordered can be written";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        }
        let name = |node: u32| match node {
            BOTTOM => Name::Terminal('B'),
            TOP => Name::Terminal('T'),
            node => Name::Node(node),
        };
        let mut output = io::BufWriter::with_capacity(1 << 16, output);
        if self.root == BOTTOM || self.root == TOP {
            writeln!(output, "{}", name(self.root))?;
        } else {
            for (id, node) in self.nodes.iter() {
                writeln!(output, "{id} {} {} {}", node.option + 1, name(node.lo), name(node.hi))?;
            }
        }
        output.write_all(b".\n")?;
        output.flush()
    }
}

enum Name {
    Terminal(char),
    Node(u32),
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Name::Terminal(letter) => letter.fmt(f),
            Name::Node(node) => node.fmt(f),
        }
    }
}
