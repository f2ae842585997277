//! The contestants that the arguments select.

use super::{
    args::BenchArgs,
    config,
    contestant::{Clock, Contestant, LimitSource, Program, own_program, split_command},
    layout::{InputLayout, OutputLayout},
};
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use quadrille_base::isa::InstructionSet;
use quadrille_console::{
    engine::{EngineArg, EngineArgs, IsaArg},
    files::absent,
};
use quadrille_engines::EngineChoice;
use std::collections::{BTreeMap, BTreeSet};

/// All contestants in the order of the tables: engines, `--program`, `--config`.
pub(crate) fn contestants(args: &BenchArgs) -> Result<Vec<Contestant>> {
    let mut all = engines(args)?;
    for text in &args.program {
        all.push(program(text, args)?);
    }
    if let Some(path) = &args.config {
        if let Some(error) = absent(path) {
            return Err(error);
        }
        all.extend(config::read(path, args).with_context(|| format!("{}", path.display()))?);
    }
    if all.is_empty() {
        bail!("no contestants; use --program or --config, or an engine other than none");
    }
    if let Some(bad) = all.iter().find(|c| c.name.trim().is_empty() || c.name.contains(char::is_control)) {
        bail!("{:?} is not a valid name of a contestant; expected visible characters", bad.name);
    }
    let mut names = BTreeSet::new();
    if let Some(twice) = all.iter().find(|c| !names.insert(c.name.as_str())) {
        let name = &twice.name;
        if twice.engine.is_none() && all.iter().any(|c| c.engine.is_some() && c.name == *name) {
            bail!(
                "{name:?} is the name of this program's engine; give the other program another name, as in \
                 other=COMMAND, or leave the engine out with --engine none"
            );
        }
        bail!("two contestants have the name {name:?}; give each its own name");
    }
    Ok(all)
}

/// A program given as `NAME=COMMAND`.
fn program(text: &str, args: &BenchArgs) -> Result<Contestant> {
    let Some((name, command)) = text.split_once('=') else {
        bail!("--program {text:?}: expected NAME=COMMAND, as in mine='./mine {{input}}'");
    };
    let has = |word: &str| args.input_shape.iter().any(|w| w == word);
    let program = Program {
        output: OutputLayout::parse(&args.output_shape, 0)?,
        words: split_command(command, &str::to_owned).with_context(|| format!("--program {name}"))?,
        input: InputLayout { zeros: has("0"), count: has("count"), end: has("end").then(|| "end".into()) },
        env: BTreeMap::new(),
        timeout: args.timeout,
        sides: Vec::new(),
        exit: vec![0],
        clock: Clock::None,
    };
    let limit = program.limit(args.program_limit, args.limit);
    Ok(Contestant::of(name.into(), program, limit))
}

/// Every combination of engine, instruction set and number of threads. The dancing-links engine has no
/// instruction sets.
fn engines(args: &BenchArgs) -> Result<Vec<Contestant>> {
    let mut all = Vec::new();
    for engine in args.engine.iter().filter_map(|name| EngineArg::from_str(name, false).ok()) {
        let isas = if engine == EngineArg::Dlx { &[IsaArg::Auto][..] } else { &args.isa };
        for &isa in isas {
            for &threads in &args.threads {
                all.push(engine_contestant(engine, isa, threads, args)?);
            }
        }
    }
    Ok(all)
}

fn engine_contestant(engine: EngineArg, isa: IsaArg, threads: usize, args: &BenchArgs) -> Result<Contestant> {
    let choice = EngineArgs { engine, isa }.choice();
    let (mut name, isa) = match choice {
        EngineChoice::Dlx => ("dlx".to_string(), None),
        EngineChoice::Lanes(isa) => (format!("lanes-{}", isa.name()), Some(isa)),
        EngineChoice::Auto => ("quadrille".to_string(), None),
    };
    if threads > 1 || args.threads.len() > 1 {
        name += &format!("×{threads}");
    }
    let program = Program {
        words: own_command(choice.name(), isa.map_or("auto", InstructionSet::name))?,
        input: InputLayout::default(),
        output: OutputLayout::parse("{solution}", 0)?,
        env: BTreeMap::new(),
        timeout: args.timeout,
        sides: Vec::new(),
        // 1 means that a puzzle has no solution.
        exit: vec![0, 1],
        clock: Clock::None,
    };
    let absent = isa
        .filter(|isa| !isa.is_available())
        .map(|isa| format!("this machine does not support {}", isa.name()));
    let contestant = Contestant::of(name, program, (args.limit, LimitSource::Given));
    Ok(Contestant { threads, engine: Some(choice), absent, ..contestant })
}

/// This program's command `solve` with an engine.
fn own_command(engine: &str, isa: &str) -> Result<Vec<String>> {
    let program = own_program()?.to_string_lossy().into_owned();
    let options = ["solve", "--quiet", "--engine", engine, "--isa", isa, "--limit", "{limit}"];
    let files = ["--threads", "{threads}", "{input}", "-o", "{output}"];
    Ok([program].into_iter().chain(options.into_iter().chain(files).map(String::from)).collect())
}
