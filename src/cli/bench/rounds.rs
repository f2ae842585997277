//! The rounds: every contestant in turn, A B C, A B C, …, so that what the machine does besides falls on
//! all of them alike.

use super::{
    args::BenchArgs,
    contestant::{Clock, Contestant},
    engine::{Prepared, Slate},
    process::{Fault, Inputs, Order, Ran},
    puzzles::Puzzles,
    report::{Figure, FileReport, Row, Verdict},
    shape::OutputShape,
    statistics::median,
    verify::Judge,
};
use anyhow::Result;
use std::path::PathBuf;

/// A contestant at work on one file.
struct Entrant<'a> {
    contestant: &'a Contestant,
    prepared: Option<Prepared>,
    /// The puzzles for its process; `None` where that is not measured.
    input: Option<PathBuf>,
    verdict: Verdict,
    solve: Vec<f64>,
    whole: Vec<f64>,
    user: Vec<f64>,
    system: Vec<f64>,
    peak: Option<u64>,
}

/// Measures all contestants on the puzzles of a file. `tell` hears what goes on.
pub(super) fn measure(
    puzzles: &Puzzles,
    contestants: &[Contestant],
    args: &BenchArgs,
    tell: &mut dyn FnMut(&str),
) -> Result<FileReport> {
    let mut inputs = Inputs::new()?;
    let mut slate = Slate::new(puzzles);
    let mut judge = Judge::new(puzzles);
    let mut entrants = Vec::new();
    for contestant in contestants {
        tell(&format!("{}: preparing {}", puzzles.name(), contestant.name));
        entrants.push(Entrant::new(contestant, puzzles, args, &mut slate, &mut inputs)?);
    }
    for round in 0..args.warm_up + args.runs {
        let counts = round >= args.warm_up;
        let title = if counts { format!("round {}", round + 1 - args.warm_up) } else { "warm-up".into() };
        for entrant in &mut entrants {
            tell(&format!("{}: {title}: {}, solve", puzzles.name(), entrant.contestant.name));
            entrant.solve(&mut slate, &mut judge, counts)?;
            if matches!(entrant.contestant.program.clock, Clock::Command(_)) && args.measure.solve() {
                entrant.process(puzzles, &inputs, &mut judge, args, (counts, true))?;
            }
        }
        for entrant in &mut entrants {
            let always = matches!(entrant.contestant.program.clock, Clock::Always);
            if always || args.measure.end_to_end() {
                tell(&format!("{}: {title}: {}, end to end", puzzles.name(), entrant.contestant.name));
                entrant.process(puzzles, &inputs, &mut judge, args, (counts, always))?;
            }
        }
    }
    let mut report = FileReport {
        name: puzzles.name(),
        sha256: puzzles.sha256.clone(),
        puzzles: puzzles.len(),
        records: puzzles.in_file(),
        malformed: puzzles.malformed,
        sides: puzzles.sides(),
        rows: entrants.into_iter().map(|e| e.row(puzzles.len())).collect(),
        profiles: Vec::new(),
    };
    report.compare(args.baseline.as_ref().unwrap_or(&contestants[0].name));
    Ok(report)
}

impl<'a> Entrant<'a> {
    fn new(
        contestant: &'a Contestant,
        puzzles: &Puzzles,
        args: &BenchArgs,
        slate: &mut Slate<'_>,
        inputs: &mut Inputs,
    ) -> Result<Entrant<'a>> {
        let mut entrant = Entrant {
            contestant,
            prepared: None,
            input: None,
            verdict: Verdict::Right,
            solve: Vec::new(),
            whole: Vec::new(),
            user: Vec::new(),
            system: Vec::new(),
            peak: None,
        };
        let program = &contestant.program;
        if matches!(program.output, OutputShape::Unchecked) {
            entrant.verdict = Verdict::Unchecked;
        }
        let strange =
            puzzles.sides().into_iter().find(|s| !program.sides.is_empty() && !program.sides.contains(s));
        let whole = args.measure.end_to_end() || !matches!(program.clock, Clock::None);
        entrant.verdict = match (&contestant.absent, strange) {
            (Some(why), _) => Verdict::Absent(why.clone()),
            (None, Some(side)) => Verdict::Absent(format!("it does not read boards of {side}×{side}")),
            (None, None) if contestant.engine.is_none() && !whole => {
                Verdict::Absent("it has no clock of its own to say how long it solves".into())
            }
            (None, None) => entrant.verdict,
        };
        if entrant.is_out() {
            return Ok(entrant);
        }
        if let Some(choice) = contestant.engine
            && args.measure.solve()
        {
            let Contestant { limit, threads, .. } = *contestant;
            entrant.prepared = Some(Prepared::new(choice, limit, threads, args.pin, slate)?);
        }
        if whole {
            entrant.input = Some(inputs.of(&program.input, puzzles)?);
        }
        Ok(entrant)
    }

    /// Whether it takes no further part.
    fn is_out(&self) -> bool {
        matches!(self.verdict, Verdict::Absent(_) | Verdict::Failed(_))
    }

    fn solve(&mut self, slate: &mut Slate<'_>, judge: &mut Judge<'_>, counts: bool) -> Result<()> {
        let Some(prepared) = self.prepared.as_mut() else { return Ok(()) };
        let seconds = prepared.sample(slate)?;
        if let Err(what) = slate.judge(judge, self.contestant.limit) {
            self.wrong(what);
        }
        if counts {
            self.solve.push(seconds);
        }
        Ok(())
    }

    /// Runs the process; its own clock may be asked.
    fn process(
        &mut self,
        puzzles: &Puzzles,
        inputs: &Inputs,
        judge: &mut Judge<'_>,
        args: &BenchArgs,
        (counts, clocked): (bool, bool),
    ) -> Result<()> {
        let Some(input) = self.input.as_deref().filter(|_| !self.is_out()) else { return Ok(()) };
        let order = Order { contestant: self.contestant, puzzles, input, pin: args.pin, clocked };
        let ran = match order.run(inputs, judge)? {
            Ok(ran) => ran,
            Err(Fault::Failed(why)) => {
                self.verdict = Verdict::Failed(why);
                return Ok(());
            }
            Err(Fault::Wrong(ran, what)) => {
                self.wrong(what);
                ran
            }
        };
        if counts {
            self.solve.extend(ran.solving);
            // A command that asks the clock does other things besides.
            let other = clocked && matches!(self.contestant.program.clock, Clock::Command(_));
            if !other {
                self.keep(&ran);
            }
        }
        Ok(())
    }

    fn keep(&mut self, ran: &Ran) {
        self.whole.push(ran.taken.seconds);
        self.user.extend(ran.taken.user);
        self.system.extend(ran.taken.system);
        self.peak = self.peak.max(ran.taken.peak);
    }

    /// The first mistake is the one that is told.
    fn wrong(&mut self, what: String) {
        if !matches!(self.verdict, Verdict::Wrong(_)) {
            self.verdict = Verdict::Wrong(what);
        }
    }

    fn row(self, puzzles: usize) -> Row {
        let own = self.contestant;
        let middle = |values: &[f64]| (!values.is_empty()).then(|| median(values));
        let what = match own.engine {
            Some(_) => own.program.words[1..].join(" "),
            None => own.program.words.join(" "),
        };
        Row {
            name: own.name.clone(),
            limit: own.limit,
            threads: own.threads,
            what,
            verdict: self.verdict,
            solve: Figure::new(self.solve, puzzles, own.engine.is_none()),
            user_s: middle(&self.user),
            system_s: middle(&self.system),
            peak_bytes: self.peak,
            end_to_end: Figure::new(self.whole, puzzles, false),
        }
    }
}
