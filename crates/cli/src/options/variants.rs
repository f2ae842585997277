//! `--variant` and `--regions`: the rules that puzzles follow.

use anyhow::{Context, Result, bail};
use quadrille_console::{
    files::read_file,
    one_of::{Named, one_of},
};
use quadrille_grid::{Regions, Variant, Variants};
use std::path::PathBuf;

/// The options of every command that supports variants.
#[derive(clap::Args, Default)]
pub struct VariantArgs {
    /// Additional rules, separated by commas
    ///
    /// The option can also be repeated.
    #[arg(long = "variant", value_name = "VARIANT", value_parser = one_of(&VARIANTS), value_delimiter = ',')]
    variants: Vec<Option<Variant>>,
    /// Read the regions of a jigsaw from FILE
    ///
    /// The file has one letter or digit per cell, as one line per row or all on one line.
    #[arg(long, value_name = "FILE")]
    regions: Option<PathBuf>,
}

/// The variants; pencil marks are not a rule, but another way of writing records.
const VARIANTS: [Named<Option<Variant>>; 6] = [
    ("x", Some(Variant::X), "Both diagonals contain every digit"),
    ("windoku", Some(Variant::Windoku), "Four additional 3×3 houses; 9×9 only"),
    (
        "jigsaw",
        Some(Variant::Jigsaw),
        "Regions instead of boxes, from --regions or directly after each `line` or `pencilmark` grid",
    ),
    ("anti-knight", Some(Variant::AntiKnight), "Cells a knight's move apart contain different digits"),
    (
        "disjoint-groups",
        Some(Variant::DisjointGroups),
        "Cells at the same position in different boxes contain different digits",
    ),
    ("pencilmark", None, "Candidates instead of givens; the same as --format pencilmark"),
];

/// The variants that the arguments select.
pub struct VariantConfig {
    pub variants: Variants,
    /// Whether records are pencil marks.
    pub pencilmark: bool,
    /// The file of `--regions`, which no output may replace.
    pub regions: Option<PathBuf>,
}

impl VariantArgs {
    /// Whether there are any.
    pub fn are_given(&self) -> bool {
        !self.variants.is_empty() || self.regions.is_some()
    }

    /// Reads the regions and rejects contradictory options.
    pub fn resolve(self) -> Result<VariantConfig> {
        let pencilmark = self.variants.contains(&None);
        let mut variants: Variants = self.variants.into_iter().flatten().collect();
        if let Some(path) = &self.regions {
            if !variants.has(Variant::Jigsaw) {
                bail!("--regions needs --variant jigsaw; add it, or remove --regions");
            }
            let text = read_file("--regions", path)?;
            let regions = Regions::parse(&text).with_context(|| path.display().to_string())?;
            variants = variants.with_regions(regions);
        }
        Ok(VariantConfig { variants, pencilmark, regions: self.regions })
    }
}
