//! The rounds: all contestants run interleaved, A B C, A B C, ..., so that other load on the machine affects
//! all of them equally.

use super::{
    args::BenchArgs,
    contestant::{Clock, Contestant},
    engine::{PreparedEngine, ResultBuffers},
    layout::OutputLayout,
    process::{InputFiles, MeasuredRun, ProcessRun, RunFailure},
    puzzles::Puzzles,
    report::{ContestantReport, ContestantVerdict, FileReport, Timing},
    statistics::median,
    verify::AnswerChecker,
};
use anyhow::Result;
use quadrille_engines::EngineChoice;
use std::path::PathBuf;

/// The state that the measurements of all contestants on one file share.
struct Session<'a> {
    puzzles: &'a Puzzles,
    args: &'a BenchArgs,
    inputs: InputFiles,
    buffers: ResultBuffers<'a>,
    checker: AnswerChecker<'a>,
}

/// The measurements of one contestant on one file.
struct Participant<'a> {
    contestant: &'a Contestant,
    engine: Option<PreparedEngine>,
    /// The puzzles for its process; `None` if the process is not measured.
    input: Option<PathBuf>,
    verdict: ContestantVerdict,
    timed_out: bool,
    solve: Vec<f64>,
    end_to_end: Vec<f64>,
    user: Vec<f64>,
    system: Vec<f64>,
    peak: Option<u64>,
}

/// Measures all contestants on the puzzles of a file. `status` receives the current measurement.
pub(crate) fn measure(
    puzzles: &Puzzles,
    contestants: &[Contestant],
    args: &BenchArgs,
    status: &mut dyn FnMut(&str),
) -> Result<FileReport> {
    let mut session = Session {
        puzzles,
        args,
        inputs: InputFiles::new()?,
        buffers: ResultBuffers::new(puzzles),
        checker: AnswerChecker::new(puzzles),
    };
    let mut participants = Vec::new();
    for contestant in contestants {
        status(&format!("{}: preparing {}", puzzles.name(), contestant.name));
        participants.push(Participant::new(contestant, &mut session)?);
    }
    for round in 0..args.warm_up + args.runs {
        let is_measured = round >= args.warm_up;
        let title =
            if is_measured { format!("round {}", round + 1 - args.warm_up) } else { "warm-up".into() };
        session.round(&mut participants, is_measured, &mut |what| {
            status(&format!("{}: {title}: {what}", puzzles.name()));
        })?;
    }
    let mut report = FileReport {
        name: puzzles.name(),
        sha256: puzzles.sha256.clone(),
        puzzles: puzzles.len(),
        records: puzzles.records_in_file,
        malformed: puzzles.malformed,
        sides: puzzles.sides(),
        rows: participants.into_iter().map(|p| p.report(puzzles.len(), args.limit)).collect(),
        profiles: Vec::new(),
    };
    report.compare(args.baseline.as_ref().unwrap_or(&contestants[0].name));
    Ok(report)
}

impl Session<'_> {
    /// Runs every contestant once: first those that solve in memory, then the processes.
    fn round(
        &mut self,
        participants: &mut [Participant<'_>],
        is_measured: bool,
        status: &mut dyn FnMut(&str),
    ) -> Result<()> {
        for participant in &mut *participants {
            status(&format!("{}, solve", participant.contestant.name));
            participant.solve(self, is_measured)?;
            if participant.has_clock_command() && self.args.measure.solve() {
                participant.run_process(self, is_measured, true)?;
            }
        }
        for participant in participants {
            let always = matches!(participant.contestant.program.clock, Clock::Always);
            if always || self.args.measure.end_to_end() {
                status(&format!("{}, end to end", participant.contestant.name));
                participant.run_process(self, is_measured, always)?;
            }
        }
        Ok(())
    }
}

impl<'a> Participant<'a> {
    fn new(contestant: &'a Contestant, session: &mut Session<'_>) -> Result<Participant<'a>> {
        let (program, args) = (&contestant.program, session.args);
        let needs_process = args.measure.end_to_end() || !matches!(program.clock, Clock::None);
        let mut participant = Participant {
            contestant,
            engine: None,
            input: None,
            verdict: initial_verdict(contestant, session.puzzles, needs_process),
            timed_out: false,
            solve: Vec::new(),
            end_to_end: Vec::new(),
            user: Vec::new(),
            system: Vec::new(),
            peak: None,
        };
        if participant.is_out() {
            return Ok(participant);
        }
        if let Some(choice) = contestant.engine
            && args.measure.solve()
        {
            let Contestant { limit, threads, .. } = *contestant;
            participant.engine =
                Some(PreparedEngine::new(choice, limit, threads, args.pin, &mut session.buffers)?);
        }
        if needs_process {
            participant.input = Some(session.inputs.path(&program.input, session.puzzles)?);
        }
        Ok(participant)
    }

    /// Whether it is out of the remaining rounds.
    fn is_out(&self) -> bool {
        matches!(self.verdict, ContestantVerdict::Absent(_) | ContestantVerdict::Failed(_))
    }

    fn has_clock_command(&self) -> bool {
        matches!(self.contestant.program.clock, Clock::Command(_))
    }

    /// Solves the puzzles in memory, if the contestant is an engine.
    fn solve(&mut self, session: &mut Session<'_>, is_measured: bool) -> Result<()> {
        let Some(engine) = self.engine.as_mut() else { return Ok(()) };
        let seconds = engine.sample(&mut session.buffers)?;
        if let Err(mistake) = session.buffers.check(&mut session.checker, self.contestant.limit) {
            self.add_mistake(mistake);
        }
        if is_measured {
            self.solve.push(seconds);
        }
        Ok(())
    }

    /// Runs the process; `use_clock` requires that it reports its solving time.
    fn run_process(&mut self, session: &mut Session<'_>, is_measured: bool, use_clock: bool) -> Result<()> {
        let Some(input) = self.input.as_deref().filter(|_| !self.is_out()) else { return Ok(()) };
        let run = ProcessRun {
            contestant: self.contestant,
            puzzles: session.puzzles,
            input,
            pin: session.args.pin,
            use_clock,
            timeout: self.contestant.program.timeout,
        };
        let measured = match run.run(&session.inputs, &mut session.checker)? {
            Ok(measured) => measured,
            Err(RunFailure::Failed(reason)) => {
                self.verdict = ContestantVerdict::Failed(reason);
                return Ok(());
            }
            Err(RunFailure::TimedOut(reason)) => {
                self.timed_out = true;
                self.verdict = ContestantVerdict::Failed(reason);
                return Ok(());
            }
            Err(RunFailure::WrongAnswer(measured, mistake)) => {
                self.add_mistake(mistake);
                measured
            }
        };
        if is_measured {
            self.solve.extend(measured.solve_seconds);
            // A separate clock command also does other work, so its total time is not used.
            if !(use_clock && self.has_clock_command()) {
                self.add_process(&measured);
            }
        }
        Ok(())
    }

    fn add_process(&mut self, measured: &MeasuredRun) {
        self.end_to_end.push(measured.usage.seconds);
        self.user.extend(measured.usage.user);
        self.system.extend(measured.usage.system);
        self.peak = self.peak.max(measured.usage.peak);
    }

    /// The first mistake is the one that is reported.
    fn add_mistake(&mut self, mistake: String) {
        if !matches!(self.verdict, ContestantVerdict::Wrong(_)) {
            self.verdict = ContestantVerdict::Wrong(mistake);
        }
    }

    fn report(self, puzzles: usize, limit: u64) -> ContestantReport {
        let contestant = self.contestant;
        let median_of = |values: &[f64]| (!values.is_empty()).then(|| median(values));
        let what = match contestant.engine {
            // Without this program.
            Some(_) => contestant.program.words[1..].join(" "),
            None => contestant.program.words.join(" "),
        };
        ContestantReport {
            name: contestant.name.clone(),
            limit: contestant.limit,
            limit_source: contestant.limit_source,
            other_limit: contestant.limit != limit,
            start_seconds: contestant.start,
            threads: contestant.threads,
            engine: contestant.engine.map(EngineChoice::name),
            what,
            verdict: self.verdict,
            timed_out: self.timed_out,
            solve: Timing::new(self.solve, puzzles, contestant.engine.is_none()),
            user_seconds: median_of(&self.user),
            system_seconds: median_of(&self.system),
            peak_bytes: self.peak,
            end_to_end: Timing::new(self.end_to_end, puzzles, false),
        }
    }
}

/// The verdict before the first round: why the contestant cannot take part, or that it made no mistake yet.
fn initial_verdict(contestant: &Contestant, puzzles: &Puzzles, needs_process: bool) -> ContestantVerdict {
    let program = &contestant.program;
    if let Some(reason) = &contestant.absent {
        return ContestantVerdict::Absent(reason.clone());
    }
    let unsupported = |side: &usize| !program.sides.is_empty() && !program.sides.contains(side);
    if let Some(side) = puzzles.sides().into_iter().find(unsupported) {
        return ContestantVerdict::Absent(format!("it does not read boards of {side}×{side}"));
    }
    if contestant.engine.is_none() && !needs_process {
        return ContestantVerdict::Absent("it does not report its solving time".into());
    }
    match program.output {
        OutputLayout::Unchecked => ContestantVerdict::Unchecked,
        _ => ContestantVerdict::Right,
    }
}
