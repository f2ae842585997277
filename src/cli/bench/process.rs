//! A contestant's process: its inputs in its own shape, its command, one run through the launcher.

use super::{
    contestant::{Clock, Contestant, Program},
    launch::Taken,
    puzzles::Puzzles,
    scratch::Scratch,
    shape::{InputShape, OutputShape},
    verify::Judge,
};
use anyhow::{Context, Result, bail};
use std::{
    collections::HashMap,
    fs,
    io::Read,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::mpsc::{RecvTimeoutError, channel},
    time::Duration,
};

/// The puzzles of a file in every shape that somebody reads, as files.
pub(super) struct Inputs {
    folder: Scratch,
    files: HashMap<InputShape, PathBuf>,
}

impl Inputs {
    pub fn new() -> Result<Inputs> {
        Ok(Inputs {
            folder: Scratch::new().context("cannot make a temporary folder")?,
            files: HashMap::new(),
        })
    }

    pub fn of(&mut self, shape: &InputShape, puzzles: &Puzzles) -> Result<PathBuf> {
        if let Some(path) = self.files.get(shape) {
            return Ok(path.clone());
        }
        let path = self.folder.path().join(format!("puzzles-{}.txt", self.files.len()));
        fs::write(&path, shape.write(&puzzles.text, puzzles.len()))
            .with_context(|| format!("cannot write {}", path.display()))?;
        self.files.insert(shape.clone(), path.clone());
        Ok(path)
    }
}

/// What is asked of a process.
pub(super) struct Order<'a> {
    pub contestant: &'a Contestant,
    pub puzzles: &'a Puzzles,
    /// The puzzles in the program's shape.
    pub input: &'a Path,
    pub pin: Option<usize>,
    /// Whether the program's own clock is asked.
    pub clocked: bool,
}

/// A run that ended well, and was right or wrong.
pub(super) struct Ran {
    pub taken: Taken,
    /// Seconds of solving by the program's own clock.
    pub solving: Option<f64>,
}

/// Why a run counts for nothing.
pub(super) enum Fault {
    /// An answer is wrong: the time is known all the same.
    Wrong(Ran, String),
    /// It crashed, took too long, or could not be started.
    Failed(String),
}

impl Order<'_> {
    /// Runs the process and looks at its answers. The outer error is of our own input and output.
    pub fn run(&self, inputs: &Inputs, judge: &mut Judge<'_>) -> Result<Result<Ran, Fault>> {
        let path = |name: &str| inputs.folder.path().join(name);
        let (output, stdout, stderr) = (path("output"), path("stdout"), path("stderr"));
        for old in [&output, &stdout, &stderr] {
            let _ = fs::remove_file(old);
        }
        let taken = match self.launch(&output, &stdout, &stderr)? {
            Ok(taken) => taken,
            Err(why) => return Ok(Err(Fault::Failed(why))),
        };
        if let Some(why) = failure(&taken, &self.contestant.program, &stderr) {
            return Ok(Err(Fault::Failed(why)));
        }
        let program = &self.contestant.program;
        let named = self.words().iter().any(|w| w.contains("{output}"));
        let file = if named { &output } else { &stdout };
        let ran = Ran { taken, solving: self.clocked.then(|| own_clock(&[&stdout, &stderr])).flatten() };
        if self.clocked && ran.solving.is_none() {
            return Ok(Err(Fault::Failed("it does not say \"solve_s\" on a line of JSON".into())));
        }
        // A pipe or a device in its place might never end.
        let is_file = fs::metadata(file).is_ok_and(|about| about.is_file());
        let Some(answers) = is_file.then(|| fs::read(file).ok()).flatten() else {
            return Ok(Err(Fault::Failed("it wrote no output".into())));
        };
        let right = match program.output {
            OutputShape::Copy if fs::read(self.input)? != answers => {
                Err("the output is no copy of the input".into())
            }
            _ => judge.output(&program.output, &answers, self.contestant.limit),
        };
        Ok(match right {
            Ok(()) => Ok(ran),
            Err(what) => Err(Fault::Wrong(ran, what)),
        })
    }

    fn launch(&self, output: &Path, stdout: &Path, stderr: &Path) -> Result<Result<Taken, String>> {
        let (words, Program { env, timeout, .. }) = (self.words(), &self.contestant.program);
        let mut launcher = Command::new(std::env::current_exe().context("cannot find this program itself")?);
        launcher.arg("launch").arg("--stdout").arg(stdout).arg("--stderr").arg(stderr);
        // Far more than any shape of answers needs.
        launcher.arg("--most").arg((16 * self.puzzles.text.len() + (64 << 20)).to_string());
        if !words.iter().any(|w| w.contains("{input}")) {
            launcher.arg("--stdin").arg(self.input);
        }
        if let Some(core) = self.pin {
            launcher.args(["--cores".to_string(), core.to_string(), self.contestant.threads.to_string()]);
        }
        launcher.arg("--").args(words.iter().map(|w| self.word(w, output))).envs(env);
        // Out of reach of a Ctrl-C at the terminal, which ends it all the same, through the pipe.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut launcher, 0);
        let mut launcher =
            launcher.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let line = launcher.stdin.take();
        let (mut said, mut complaint) = (launcher.stdout.take(), launcher.stderr.take());
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let (mut text, mut complaints) = (String::new(), String::new());
            let _ = said.as_mut().map(|s| s.read_to_string(&mut text));
            let _ = complaint.as_mut().map(|s| s.read_to_string(&mut complaints));
            let _ = sender.send((text, complaints));
        });
        let mut got = receiver.recv_timeout(Duration::from_secs_f64(*timeout));
        drop(line);
        if matches!(got, Err(RecvTimeoutError::Timeout)) {
            got = receiver.recv().map_err(|_| RecvTimeoutError::Disconnected);
        }
        launcher.wait()?;
        let Ok((text, complaints)) = got else {
            bail!("the launcher of {} said nothing", self.contestant.name)
        };
        let why = complaints.trim().trim_start_matches("quadrille: ").to_string();
        Ok(serde_json::from_str(&text).map_err(|_| why))
    }

    fn words(&self) -> &[String] {
        match &self.contestant.program.clock {
            Clock::Command(words) if self.clocked => words,
            _ => &self.contestant.program.words,
        }
    }

    fn word(&self, word: &str, output: &Path) -> String {
        let Contestant { limit, threads, .. } = self.contestant;
        word.replace("{input}", &self.input.to_string_lossy())
            .replace("{output}", &output.to_string_lossy())
            .replace("{limit}", &limit.to_string())
            .replace("{threads}", &threads.to_string())
            .replace("{count}", &self.puzzles.len().to_string())
    }
}

fn failure(taken: &Taken, program: &Program, stderr: &Path) -> Option<String> {
    let what = match taken {
        Taken { killed: true, .. } => return Some(format!("it took more than {} s", program.timeout)),
        Taken { code: Some(code), .. } if program.exit.contains(code) => return None,
        Taken { code: Some(code), .. } => format!("exit code {code}"),
        Taken { signal: Some(25), .. } if cfg!(target_os = "linux") => "it wrote a file without end".into(),
        Taken { signal: Some(signal), .. } => format!("signal {signal}"),
        _ => "it ended in an unknown way".into(),
    };
    let text = fs::read(stderr).unwrap_or_default();
    let last = String::from_utf8_lossy(&text).lines().rev().find(|l| !l.trim().is_empty()).map(String::from);
    Some(last.map_or(what.clone(), |line| {
        let short: String = line.trim().chars().take(120).collect();
        format!("{what}: {short}")
    }))
}

/// The last `"solve_s"` of the lines that are JSON objects.
fn own_clock(files: &[&PathBuf]) -> Option<f64> {
    let said = |file: &&PathBuf| {
        let text = fs::read(file).ok()?;
        let lines = text.rsplit(|b| *b == b'\n').filter(|l| l.starts_with(b"{"));
        lines.filter_map(|l| serde_json::from_slice::<serde_json::Value>(l).ok()?["solve_s"].as_f64()).next()
    };
    files.iter().find_map(said).filter(|s| *s > 0.0)
}
