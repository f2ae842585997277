//! The options of searches, named as on the command line.

use crate::{
    call::{Call, of_file, seconds},
    keywords::Keywords,
};
use pyo3::{prelude::*, types::PyString};
use quadrille::{
    RunOptions, arrow,
    engine::{EngineChoice, InstructionSet},
    grid::{Regions, Symbols, Variant, Variants},
};
use std::{fs, path::PathBuf};

/// Which options a function has, besides the options of all functions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Has {
    /// Threads and symbols.
    Few,
    /// Also the engine.
    Engine,
    /// Also limits and variants.
    Search,
}

/// Takes the options that a function has.
pub fn take(keywords: &Keywords<'_>, call: &Call, has: Has) -> PyResult<arrow::Options> {
    let mut run = RunOptions::new().threads(threads(keywords)?).stop_flag(call.stop.clone());
    let mut options = arrow::Options::new().progress(call.done.clone());
    if let Some(symbols) = keywords.choice("symbols", SYMBOLS)? {
        options = options.symbols(symbols);
    }
    if has == Has::Few {
        return Ok(options.run_options(run));
    }
    run = run.engine(engine(keywords)?).map_err(|e| keywords.error("isa", e))?;
    if has == Has::Engine {
        return Ok(options.run_options(run));
    }
    if let Some(nodes) = keywords.take("max_nodes")? {
        run = run.max_nodes(nodes);
    }
    if let Some(time) = seconds(keywords, "timeout_per_puzzle")? {
        run = run.timeout_per_puzzle(time);
    }
    options = options.run_options(run);
    match variants(keywords)? {
        Some(variants) => options.variants(variants).map_err(|e| keywords.error("variant", e)),
        None => Ok(options),
    }
}

const SYMBOLS: &[(&str, Symbols)] = &[
    ("auto", Symbols::Auto),
    ("letters", Symbols::Letters),
    ("digits", Symbols::Digits),
    ("hex", Symbols::ZeroBased),
];

/// Takes `threads`.
pub fn threads(keywords: &Keywords<'_>) -> PyResult<usize> {
    match keywords.take("threads")?.unwrap_or(0) {
        threads @ 0..=1024 => Ok(threads),
        threads => Err(keywords.error("threads", format!("expected at most 1024, got {threads}"))),
    }
}

/// Takes `engine` and `isa`.
pub fn engine(keywords: &Keywords<'_>) -> PyResult<EngineChoice> {
    let isas = [
        ("auto", None),
        ("avx512", Some(InstructionSet::Avx512)),
        ("avx2", Some(InstructionSet::Avx2)),
        ("portable", Some(InstructionSet::Portable)),
    ];
    let isa = keywords.choice("isa", &isas)?.flatten();
    let engines = [("auto", 0), ("lanes", 1), ("dlx", 2)];
    Ok(match (keywords.choice("engine", &engines)?.unwrap_or(0), isa) {
        (2, _) => EngineChoice::Dlx,
        (_, Some(isa)) => EngineChoice::Lanes(isa),
        (1, None) => EngineChoice::Lanes(InstructionSet::detect()),
        _ => EngineChoice::Auto,
    })
}

/// Takes `variant`, a name, several with commas between them or a sequence of names, and `regions`.
pub fn variants(keywords: &Keywords<'_>) -> PyResult<Option<Variants>> {
    let Some(value) = keywords.object("variant")? else {
        return match keywords.object("regions")? {
            Some(_) => Err(keywords.error("regions", "requires variant=\"jigsaw\"")),
            None => Ok(None),
        };
    };
    let names = keywords.names("variant", &value)?;
    let names = names.iter().map(|name| name.parse::<Variant>());
    let variants: Variants = names.collect::<Result<_, _>>().map_err(|e| keywords.error("variant", e))?;
    let Some(regions) = keywords.object("regions")? else { return Ok(Some(variants)) };
    if !variants.has(Variant::Jigsaw) {
        return Err(keywords.error("regions", "requires variant=\"jigsaw\""));
    }
    let regions = match regions.cast::<PyString>() {
        Ok(text) => Regions::parse(text.to_str()?.as_bytes()),
        Err(_) => {
            let path: PathBuf = keywords.value("regions", &regions)?;
            let text = fs::read(&path).map_err(|error| of_file(&path.to_string_lossy(), &error))?;
            Regions::parse(&text)
        }
    };
    Ok(Some(variants.with_regions(regions.map_err(|e| keywords.error("regions", e))?)))
}
