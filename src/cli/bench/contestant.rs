//! Who takes part: engines of this program and other programs, from options and from `bench.toml`.

use super::{
    args::BenchArgs,
    shape::{InputShape, OutputShape},
};
use crate::cli::args::{EngineArg, EngineArgs, IsaArg};
use anyhow::{Context, Result, bail};
use quadrille::{EngineChoice, Isa};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

/// One contestant.
pub(super) struct Contestant {
    pub name: String,
    /// Solutions at which its searches stop.
    pub limit: u64,
    pub threads: usize,
    /// The engine, to be run in this process.
    pub engine: Option<EngineChoice>,
    /// The whole process; for an engine, our own command.
    pub program: Program,
    /// Why it cannot take part.
    pub absent: Option<String>,
}

/// A command and what it reads and writes.
pub(super) struct Program {
    /// Words with `{input}` and other places in them.
    pub words: Vec<String>,
    pub input: InputShape,
    pub output: OutputShape,
    pub env: BTreeMap<String, String>,
    pub timeout: f64,
    /// The sides of the boards that it reads; none: all.
    pub sides: Vec<usize>,
    /// Exit codes that are no failure.
    pub exit: Vec<i32>,
    pub clock: Clock,
}

/// Whether a program says its time of solving, as `"solve_s": seconds` in JSON on a line of its own.
pub(super) enum Clock {
    None,
    /// In every run.
    Always,
    /// In runs of another command, whose whole process is not timed.
    Command(Vec<String>),
}

/// All contestants in the order of the tables: engines, `--against`, `--config`.
pub(super) fn contestants(args: &BenchArgs) -> Result<Vec<Contestant>> {
    let mut all = engines(args)?;
    let words = |list: &[String], word: &str| list.iter().any(|w| w == word);
    for text in &args.against {
        let Some((name, command)) = text.split_once('=') else {
            bail!("--against {text:?}: NAME=COMMAND is wanted");
        };
        let mut program = program(command, OutputShape::parse(&args.output_shape, 0)?, args.timeout)
            .with_context(|| format!("--against {name}"))?;
        program.input = InputShape {
            zeros: words(&args.input_shape, "0"),
            count: words(&args.input_shape, "count"),
            end: words(&args.input_shape, "end").then(|| "end".into()),
        };
        let limit = args.limit;
        all.push(Contestant { name: name.into(), limit, threads: 1, engine: None, program, absent: None });
    }
    if let Some(path) = &args.config {
        all.extend(config(path, args).with_context(|| format!("{}", path.display()))?);
    }
    if all.is_empty() {
        bail!("no contestants: --engine none, and no --against or --config");
    }
    if let Some(bad) = all.iter().find(|c| c.name.trim().is_empty() || c.name.contains(char::is_control)) {
        bail!("{:?} is no name of a contestant", bad.name);
    }
    number_namesakes(&mut all);
    Ok(all)
}

/// Every combination of engine, instruction set and threads; the arena knows no instruction sets.
fn engines(args: &BenchArgs) -> Result<Vec<Contestant>> {
    let mut all = Vec::new();
    for engine in args.engine.iter().filter_map(|e| e.arg()) {
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
    let (mut name, flags, lanes) = match choice {
        EngineChoice::Dlx => ("dlx".to_string(), "dlx", None),
        EngineChoice::Lanes(isa) => (format!("lanes-{}", isa.name()), "lanes", Some(isa)),
        _ => ("auto".to_string(), "auto", None),
    };
    if threads > 1 || args.threads.len() > 1 {
        name += &format!("×{threads}");
    }
    let own = std::env::current_exe().context("cannot find this program itself")?;
    let mut words: Vec<String> = vec![own.to_string_lossy().into_owned(), "solve".into(), "--quiet".into()];
    for (flag, value) in [("--engine", flags), ("--isa", lanes.map_or("auto", Isa::name))] {
        words.extend([flag.into(), value.into()]);
    }
    words.extend(
        ["--limit", "{limit}", "--threads", "{threads}", "{input}", "-o", "{output}"].map(String::from),
    );
    let program = Program {
        words,
        input: InputShape::default(),
        output: OutputShape::parse("{solution}", 0)?,
        env: BTreeMap::new(),
        timeout: args.timeout,
        sides: Vec::new(),
        // 1 is said where a puzzle has no solution.
        exit: vec![0, 1],
        clock: Clock::None,
    };
    let absent =
        lanes.filter(|isa| !isa.available()).map(|isa| format!("this machine has no {}", isa.name()));
    Ok(Contestant { name, limit: args.limit, threads, engine: Some(choice), program, absent })
}

fn program(command: &str, output: OutputShape, timeout: f64) -> Result<Program> {
    let words =
        shlex::split(command).filter(|w| !w.is_empty()).context("no command, or a quote without its end")?;
    Ok(Program {
        words,
        input: InputShape::default(),
        output,
        env: BTreeMap::new(),
        timeout,
        sides: Vec::new(),
        exit: vec![0],
        clock: Clock::None,
    })
}

fn split(command: &str) -> Result<Vec<String>> {
    shlex::split(command).filter(|w| !w.is_empty()).context("no command, or a quote without its end")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    contestant: Vec<Entry>,
}

/// A contestant of `bench.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    command: String,
    limit: Option<u64>,
    threads: Option<usize>,
    timeout: Option<f64>,
    #[serde(default)]
    sides: Vec<usize>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    exit: Option<Vec<i32>>,
    #[serde(default)]
    input: EntryInput,
    #[serde(default)]
    output: EntryOutput,
    clock: Option<EntryClock>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum EntryClock {
    Says(bool),
    Command(String),
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct EntryInput {
    /// `.` or `0`.
    empty: Option<String>,
    #[serde(default)]
    count: bool,
    end: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct EntryOutput {
    shape: Option<String>,
    #[serde(default)]
    skip: usize,
}

fn config(path: &Path, args: &BenchArgs) -> Result<Vec<Contestant>> {
    let config: Config = toml::from_str(&std::fs::read_to_string(path)?)?;
    // A command may name a program beside the file.
    let folder =
        std::fs::canonicalize(path)?.parent().unwrap_or(Path::new("/")).to_string_lossy().into_owned();
    config.contestant.into_iter().map(|entry| entry.contestant(args, &folder)).collect()
}

impl Entry {
    fn contestant(self, args: &BenchArgs, folder: &str) -> Result<Contestant> {
        let name = self.name.clone();
        self.resolve(args, folder).with_context(|| format!("contestant {name:?}"))
    }

    fn resolve(self, args: &BenchArgs, folder: &str) -> Result<Contestant> {
        let output =
            OutputShape::parse(self.output.shape.as_deref().unwrap_or("{solution}"), self.output.skip)?;
        let mut program = program(&self.command, output, self.timeout.unwrap_or(args.timeout))?;
        program.clock = match self.clock {
            Some(EntryClock::Says(true)) => Clock::Always,
            Some(EntryClock::Command(command)) => Clock::Command(split(&command)?),
            Some(EntryClock::Says(false)) | None => Clock::None,
        };
        let here = |words: &mut Vec<String>| words.iter_mut().for_each(|w| *w = w.replace("{here}", folder));
        here(&mut program.words);
        if let Clock::Command(words) = &mut program.clock {
            here(words);
        }
        program.input = InputShape {
            zeros: match self.input.empty.as_deref() {
                None | Some(".") => false,
                Some("0") => true,
                Some(other) => bail!("input.empty is {other:?}; it may be \".\" or \"0\""),
            },
            count: self.input.count,
            end: self.input.end,
        };
        let limit = self.limit.unwrap_or(args.limit);
        if limit == 0 || !(program.timeout > 0.0 && program.timeout <= 1e6) {
            bail!("limit is at least 1, timeout above 0 and at most 1000000");
        }
        (program.env, program.sides) = (self.env, self.sides);
        program.exit = self.exit.unwrap_or(program.exit);
        let threads = self.threads.unwrap_or(1);
        if !(1..=1024).contains(&threads) {
            bail!("threads is {threads}; it may be 1 to 1024");
        }
        program.check_words()?;
        Ok(Contestant { name: self.name, limit, threads, engine: None, program, absent: None })
    }
}

impl Program {
    /// Whether the system can be told them.
    fn check_words(&self) -> Result<()> {
        if let Some(name) = self.env.keys().find(|name| name.is_empty() || name.contains(['=', '\0'])) {
            bail!("env: {name:?} is no name of a variable");
        }
        if self.env.values().chain(&self.words).any(|text| text.contains('\0')) {
            bail!("a word of the command or of env has a NUL in it");
        }
        Ok(())
    }
}

/// Two of a name are told apart: the second is `name#2`, or the next number that is free.
fn number_namesakes(all: &mut [Contestant]) {
    let mut taken: BTreeSet<String> = all.iter().map(|c| c.name.clone()).collect();
    let mut seen = BTreeSet::new();
    for contestant in all {
        let name = contestant.name.clone();
        if !seen.insert(name.clone()) {
            let free = (2..).map(|n| format!("{name}#{n}")).find(|n| taken.insert(n.clone()));
            contestant.name = free.expect("numbers do not end");
        }
    }
}
