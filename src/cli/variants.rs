//! `--variant` and `--regions`: which rules hold.

use anyhow::{Context, Result, bail};
use clap::{Args as ClapArgs, ValueEnum};
use quadrille::{Variant, Variants, unstable::format::regions};
use std::path::PathBuf;

/// What every command that knows variants takes.
#[derive(ClapArgs, Default)]
pub(super) struct VariantArgs {
    /// Rules beside the plain ones; several with commas, or by giving it again
    #[arg(long = "variant", value_name = "VARIANT", value_enum, value_delimiter = ',')]
    variants: Vec<VariantArg>,
    /// Regions of a jigsaw: a line for each row or all in one, a letter or digit for each cell
    #[arg(long, value_name = "FILE")]
    regions: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum VariantArg {
    /// Both diagonals hold every digit
    X,
    /// Four more 3×3 houses; 9×9 only
    Windoku,
    /// Regions in place of boxes, by --regions, or right behind each grid of `line` or `pencilmark`
    Jigsaw,
    /// Cells a knight's move apart differ
    AntiKnight,
    /// Cells at the same place of their boxes differ
    DisjointGroups,
    /// Candidates in place of givens: the same as --format pencilmark
    Pencilmark,
}

/// What the arguments come to.
pub(super) struct VariantConfig {
    pub variants: Variants,
    /// Whether puzzles are pencil marks.
    pub pencilmark: bool,
}

impl VariantArgs {
    /// Reads the regions; what does not go together is refused.
    pub fn resolve(self) -> Result<VariantConfig> {
        let pencilmark = self.variants.contains(&VariantArg::Pencilmark);
        let mut variants: Variants = self.variants.iter().filter_map(|v| v.variant()).collect();
        if let Some(path) = self.regions {
            if !variants.has(Variant::Jigsaw) {
                bail!("--regions is for --variant jigsaw");
            }
            let text = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let regions = regions::parse(&text).with_context(|| path.display().to_string())?;
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
