//! `--variant` and `--regions`: the rules that puzzles follow.

use anyhow::{Context, Result, bail};
use clap::{Args as ClapArgs, ValueEnum};
use quadrille::grid::{Regions, Variant, Variants};
use std::path::PathBuf;

/// The options of every command that supports variants.
#[derive(ClapArgs, Default)]
pub(super) struct VariantArgs {
    /// Additional rules, separated by commas
    ///
    /// The option can also be repeated.
    #[arg(long = "variant", value_name = "VARIANT", value_enum, value_delimiter = ',')]
    variants: Vec<VariantArg>,
    /// Read the regions of a jigsaw from FILE
    ///
    /// The file has one letter or digit per cell, as one line per row or all on one line.
    #[arg(long, value_name = "FILE")]
    regions: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum VariantArg {
    /// Both diagonals contain every digit
    X,
    /// Four additional 3×3 houses; 9×9 only
    Windoku,
    /// Regions instead of boxes, from --regions or directly after each `line` or `pencilmark` grid
    Jigsaw,
    /// Cells a knight's move apart contain different digits
    AntiKnight,
    /// Cells at the same position in different boxes contain different digits
    DisjointGroups,
    /// Candidates instead of givens; the same as --format pencilmark
    Pencilmark,
}

/// The variants that the arguments select.
pub(super) struct VariantConfig {
    pub variants: Variants,
    /// Whether records are pencil marks.
    pub pencilmark: bool,
}

impl VariantArgs {
    /// Whether there are any.
    pub fn are_given(&self) -> bool {
        !self.variants.is_empty() || self.regions.is_some()
    }

    /// Reads the regions and rejects contradictory options.
    pub fn resolve(self) -> Result<VariantConfig> {
        let pencilmark = self.variants.contains(&VariantArg::Pencilmark);
        let mut variants: Variants = self.variants.iter().filter_map(|v| v.variant()).collect();
        if let Some(path) = self.regions {
            if !variants.has(Variant::Jigsaw) {
                bail!("--regions requires --variant jigsaw");
            }
            let text = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let regions = Regions::parse(&text).with_context(|| path.display().to_string())?;
            variants = variants.with_regions(regions);
        }
        Ok(VariantConfig { variants, pencilmark })
    }
}

impl VariantArg {
    fn variant(self) -> Option<Variant> {
        match self {
            VariantArg::X => Some(Variant::X),
            VariantArg::Windoku => Some(Variant::Windoku),
            VariantArg::Jigsaw => Some(Variant::Jigsaw),
            VariantArg::AntiKnight => Some(Variant::AntiKnight),
            VariantArg::DisjointGroups => Some(Variant::DisjointGroups),
            VariantArg::Pencilmark => None,
        }
    }
}
