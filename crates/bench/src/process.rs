//! Running a contestant as a process: its input file, its command, and one run through the launcher.

use super::{
    args::LAUNCH,
    contestant::{Clock, Contestant, Program, own_program},
    launch::ProcessUsage,
    layout::{InputLayout, OutputLayout},
    puzzles::Puzzles,
    temp_folder::TempFolder,
    verify::AnswerChecker,
};
use anyhow::{Context, Result, bail};
use quadrille_console::terminal::shortened;
use std::{
    collections::HashMap,
    fs,
    io::Read,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc::{RecvTimeoutError, channel},
    time::Duration,
};

/// The puzzles of a file in every layout that some contestant reads, as files.
pub(crate) struct InputFiles {
    folder: TempFolder,
    files: HashMap<InputLayout, PathBuf>,
}

impl InputFiles {
    pub fn new() -> Result<InputFiles> {
        Ok(InputFiles {
            folder: TempFolder::new().context("cannot create a temporary folder")?,
            files: HashMap::new(),
        })
    }

    /// The file with this layout, which is written if it does not exist.
    pub fn path(&mut self, layout: &InputLayout, puzzles: &Puzzles) -> Result<PathBuf> {
        if let Some(path) = self.files.get(layout) {
            return Ok(path.clone());
        }
        let path = self.folder.path().join(format!("puzzles-{}.txt", self.files.len()));
        fs::write(&path, layout.write(&puzzles.text, puzzles.len()))
            .with_context(|| format!("cannot write {}", path.display()))?;
        self.files.insert(layout.clone(), path.clone());
        Ok(path)
    }
}

/// One run of a contestant's process.
pub(crate) struct ProcessRun<'a> {
    pub contestant: &'a Contestant,
    pub puzzles: &'a Puzzles,
    /// The puzzles in the layout of the program.
    pub input: &'a Path,
    pub pin: Option<usize>,
    /// Whether the program must report its solving time.
    pub use_clock: bool,
    /// Seconds after which the process is killed.
    pub timeout: f64,
}

/// A run that ended successfully, with right or wrong answers.
pub(crate) struct MeasuredRun {
    pub usage: ProcessUsage,
    /// The solving time that the program reported.
    pub solve_seconds: Option<f64>,
}

/// Why a run is not counted.
pub(crate) enum RunFailure {
    /// An answer is wrong. The time is known nevertheless.
    WrongAnswer(MeasuredRun, String),
    /// The process crashed, took too long, or could not be started.
    Failed(String),
    TimedOut(String),
}

/// The files of one run.
struct OutputFiles {
    output: PathBuf,
    stdout: PathBuf,
    stderr: PathBuf,
}

impl OutputFiles {
    /// The names, without files of an earlier run.
    fn fresh(inputs: &InputFiles) -> OutputFiles {
        let path = |name: &str| {
            let path = inputs.folder.path().join(name);
            let _ = fs::remove_file(&path);
            path
        };
        OutputFiles { output: path("output"), stdout: path("stdout"), stderr: path("stderr") }
    }
}

impl ProcessRun<'_> {
    /// Runs the process and checks its answers. The outer error is an I/O error of `bench` itself.
    pub fn run(
        &self,
        inputs: &InputFiles,
        checker: &mut AnswerChecker<'_>,
    ) -> Result<Result<MeasuredRun, RunFailure>> {
        let files = OutputFiles::fresh(inputs);
        let failed = |reason| Ok(Err(RunFailure::Failed(reason)));
        let usage = match self.launch(&files)? {
            Ok(usage) => usage,
            Err(reason) => return failed(reason),
        };
        let program = &self.contestant.program;
        if usage.killed {
            return Ok(Err(RunFailure::TimedOut(format!("it took more than {} s", self.timeout))));
        }
        if let Some(reason) = failure(&usage, program, &files.stderr) {
            return failed(reason);
        }
        let solve_seconds =
            self.use_clock.then(|| reported_seconds(&[&files.stdout, &files.stderr])).flatten();
        if self.use_clock && solve_seconds.is_none() {
            return failed("it did not report \"solve_seconds\" in a line of JSON".into());
        }
        let Some(answers) = self.answers(&files) else { return failed("it wrote no output".into()) };
        let checked = match program.output {
            OutputLayout::Copy if fs::read(self.input)? != answers => {
                Err("the output is not a copy of the input".into())
            }
            _ => checker.check_output(&program.output, &answers, self.contestant.limit),
        };
        let measured = MeasuredRun { usage, solve_seconds };
        Ok(match checked {
            Ok(()) => Ok(measured),
            Err(mistake) => Err(RunFailure::WrongAnswer(measured, mistake)),
        })
    }

    /// Runs the process and returns its time and its answers, with any exit code; `None` if it has no
    /// answers, was killed or could not be started.
    pub fn try_out(&self, inputs: &InputFiles) -> Result<Option<(f64, Vec<u8>)>> {
        let files = OutputFiles::fresh(inputs);
        let Ok(usage) = self.launch(&files)? else { return Ok(None) };
        let ended = usage.code.is_some() && !usage.killed;
        Ok(self.answers(&files).filter(|_| ended).map(|answers| (usage.seconds, answers)))
    }

    /// The answers, from the file `{output}` if the command names it, otherwise from standard output.
    fn answers(&self, files: &OutputFiles) -> Option<Vec<u8>> {
        let is_named = self.words().iter().any(|w| w.contains("{output}"));
        let file = if is_named { &files.output } else { &files.stdout };
        // Reading a pipe or a device might never end.
        let is_file = fs::metadata(file).is_ok_and(|metadata| metadata.is_file());
        is_file.then(|| fs::read(file).ok()).flatten()
    }

    /// Runs the process through the launcher and waits until it ends or the time is up. The inner error is
    /// the launcher's message.
    fn launch(&self, files: &OutputFiles) -> Result<Result<ProcessUsage, String>> {
        let mut launcher = self
            .launcher(files)?
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        // The launcher kills the contestant when this pipe is closed.
        let keep_alive = launcher.stdin.take();
        let output = read_output(&mut launcher);
        let timeout = Duration::from_secs_f64(self.timeout);
        let mut received = output.recv_timeout(timeout);
        drop(keep_alive);
        if matches!(received, Err(RecvTimeoutError::Timeout)) {
            received = output.recv().map_err(|_| RecvTimeoutError::Disconnected);
        }
        launcher.wait()?;
        let Ok((stdout, stderr)) = received else {
            bail!("the launcher of {} sent no result", self.contestant.name)
        };
        let message = shortened(stderr.trim().trim_start_matches("quadrille: "), 300);
        Ok(serde_json::from_str(&stdout).map_err(|_| message))
    }

    /// The command that starts the launcher.
    fn launcher(&self, files: &OutputFiles) -> Result<Command> {
        let words = self.words();
        let mut launcher = Command::new(own_program()?);
        launcher.arg(LAUNCH).arg("--stdout").arg(&files.stdout).arg("--stderr").arg(&files.stderr);
        // Far more than answers in any layout need.
        launcher.arg("--max-file-size").arg((16 * self.puzzles.text.len() + (64 << 20)).to_string());
        if !words.iter().any(|w| w.contains("{input}")) {
            launcher.arg("--stdin").arg(self.input);
        }
        if let Some(core) = self.pin {
            launcher.args(["--cores".to_string(), core.to_string(), self.contestant.threads.to_string()]);
        }
        launcher.arg("--").args(words.iter().map(|w| self.expand(w, &files.output)));
        launcher.envs(&self.contestant.program.env);
        // A Ctrl-C at the terminal does not reach the process group of the launcher; the pipe ends it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut launcher, 0);
        Ok(launcher)
    }

    /// The words of the command to run.
    fn words(&self) -> &[String] {
        match &self.contestant.program.clock {
            Clock::Command(words) if self.use_clock => words,
            _ => &self.contestant.program.words,
        }
    }

    /// Replaces the placeholders in a word of a command.
    fn expand(&self, word: &str, output: &Path) -> String {
        let Contestant { limit, threads, .. } = self.contestant;
        word.replace("{input}", &self.input.to_string_lossy())
            .replace("{output}", &output.to_string_lossy())
            .replace("{limit}", &limit.to_string())
            .replace("{threads}", &threads.to_string())
            .replace("{count}", &self.puzzles.len().to_string())
    }
}

/// Reads standard output and standard error of the launcher on another thread.
fn read_output(launcher: &mut Child) -> std::sync::mpsc::Receiver<(String, String)> {
    let (mut stdout, mut stderr) = (launcher.stdout.take(), launcher.stderr.take());
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut text = (String::new(), String::new());
        let _ = stdout.as_mut().map(|s| s.read_to_string(&mut text.0));
        let _ = stderr.as_mut().map(|s| s.read_to_string(&mut text.1));
        let _ = sender.send(text);
    });
    receiver
}

/// How the process failed, with the last line of its standard error; `None` if it succeeded.
fn failure(usage: &ProcessUsage, program: &Program, stderr: &Path) -> Option<String> {
    let what = match usage {
        ProcessUsage { code: Some(code), .. } if program.exit.contains(code) => return None,
        ProcessUsage { code: Some(code), .. } => format!("exit code {code}"),
        ProcessUsage { signal: Some(25), .. } if cfg!(target_os = "linux") => {
            "it exceeded the limit on file size".into()
        }
        ProcessUsage { signal: Some(signal), .. } => format!("signal {signal}"),
        _ => "it ended in an unknown way".into(),
    };
    let text = fs::read(stderr).unwrap_or_default();
    let last = String::from_utf8_lossy(&text).lines().rev().find(|l| !l.trim().is_empty()).map(String::from);
    Some(last.map_or(what.clone(), |line| format!("{what}: {}", shortened(line.trim(), 120))))
}

/// The last `"solve_seconds"` in a line that is a JSON object.
fn reported_seconds(files: &[&PathBuf]) -> Option<f64> {
    let in_file = |file: &&PathBuf| {
        let text = fs::read(file).ok()?;
        let lines = text.rsplit(|b| *b == b'\n').filter(|l| l.starts_with(b"{"));
        lines
            .filter_map(|l| serde_json::from_slice::<serde_json::Value>(l).ok()?["solve_seconds"].as_f64())
            .next()
    };
    files.iter().find_map(in_file).filter(|s| *s > 0.0)
}
