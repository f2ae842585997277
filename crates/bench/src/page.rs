//! The report as one self-contained HTML page: no network, no scripts, light and dark colors.

use super::{
    curves::{Curve, Scale, curves},
    profile::Profile,
    report::{BenchReport, ContestantReport, ContestantVerdict, FileReport, Timing, remarks, rounds},
};
use quadrille_console::{
    numbers::grouped,
    page::{
        charts::{Bar, Values, bars, escape, histogram},
        document, figure,
        number::{count, digits, interval, rate, ratio, seconds},
    },
};

const NOTHING: &str = "<td>–</td>";

pub(crate) fn page(report: &BenchReport) -> String {
    let machine = &report.machine;
    let mut html = format!("<p>{}</p>\n", escape(&machine.line()));
    let settings = &report.settings;
    let pinned = settings.pin.map_or(String::new(), |core| format!(", pinned to cores starting at {core}"));
    let limit = if settings.limit == 1 { "the first solution" } else { "up to 2 solutions" };
    html += &format!(
        "<p>Searches for {limit}; {} after {}{pinned}. A ratio is the speed of a contestant \
             relative to <b>{}</b>: the median over the rounds with a 95 % bootstrap interval. \
             <b>Solve</b> is the time from parsed puzzles in memory to outcomes; <b>end to end</b> is the time of \
             the whole process, from file to file. Answers are verified unless noted otherwise.</p>\n",
        rounds(settings.runs, "round"),
        rounds(settings.warm_up, "warm-up round"),
        escape(&settings.baseline)
    );
    report.files.iter().for_each(|file| html += &section(file, &settings.baseline));
    html += &format!(
        "<h2>Machine</h2>\n<p>{}; {} {}; rustc: {}; {}</p>\n<p class=\"soft\">{}</p>\n",
        escape(&machine.cpu),
        escape(&machine.os),
        escape(&machine.kernel),
        escape(machine.rustc),
        machine.date,
        escape(&machine.cpu_flags.join(" "))
    );
    document("quadrille bench", &html)
}

fn section(file: &FileReport, baseline: &str) -> String {
    let sides: Vec<_> = file.sides.iter().map(|s| format!("{s}×{s}")).collect();
    let mut html = format!(
        "<section>\n<h2>{}</h2>\n<p>{} puzzles of {} records, {}. <span class=\"soft\">sha256 {}</span></p>\n",
        escape(&file.name),
        grouped(file.puzzles as u64),
        grouped(file.records),
        sides.join(" "),
        file.sha256
    );
    html += "<div class=\"charts\">\n";
    html += &ratios("Speed, solve", baseline, file, |row| row.solve.as_ref());
    html += &ratios("Speed, end to end", baseline, file, |row| row.end_to_end.as_ref());
    html += "</div>\n";
    html += &left_out(file);
    html += &speeds(file);
    html += &spreads(file);
    let why = file.rows.iter().filter_map(|r| Some((r, r.verdict.reason()?)));
    let mut notes: Vec<String> = why
        .map(|(row, why)| {
            let class = if row.verdict.is_bad() { "bad" } else { "soft" };
            format!(
                "<span class=\"{class}\">{}: {}: {}</span>",
                escape(&row.name),
                word(&row.verdict),
                escape(why)
            )
        })
        .collect();
    notes.extend(remarks(file).iter().map(|r| format!("<span class=\"soft\">{}</span>", escape(r))));
    if !notes.is_empty() {
        html += &format!("<ul>{}</ul>\n", notes.iter().map(|n| format!("<li>{n}</li>")).collect::<String>());
    }
    file.profiles.iter().for_each(|profile| html += &profile_part(profile));
    html += &shared_curves(&file.profiles);
    html + "</section>\n"
}

fn word(verdict: &ContestantVerdict) -> &'static str {
    match verdict {
        ContestantVerdict::Right => "verified",
        ContestantVerdict::Unchecked => "not checked",
        ContestantVerdict::Wrong(_) => "wrong",
        ContestantVerdict::Failed(_) => "failed",
        ContestantVerdict::Absent(_) => "absent",
    }
}

/// The contestants that are not in the charts, because they failed or were wrong.
fn left_out(file: &FileReport) -> String {
    let bad = file.rows.iter().filter_map(|row| Some(format!("{} {}", row.mark()?, escape(&row.name))));
    let bad: Vec<_> = bad.collect();
    if bad.is_empty() {
        String::new()
    } else {
        format!("<p class=\"bad\">Not in the charts: {}</p>\n", bad.join(", "))
    }
}

/// The chart of ratios, without contestants that failed or were wrong.
fn ratios(
    title: &str,
    baseline: &str,
    file: &FileReport,
    of: impl Fn(&ContestantReport) -> Option<&Timing>,
) -> String {
    let rows = file.rows.iter().filter(|r| !r.verdict.is_bad());
    let all: Vec<Bar> = rows
        .filter_map(|row| {
            let timing = of(row)?;
            let speed = timing.ratio?;
            Some(Bar {
                label: format!(
                    "{}{}: {} puzzles/s",
                    row.name,
                    row.limit_mark().map_or(String::new(), |mark| format!(" {mark}")),
                    rate(timing.puzzles_per_second)
                ),
                value: speed.median,
                range: (timing.seconds.len() > 2).then_some((speed.low, speed.high)),
                text: format!("{}×", ratio(speed.median)),
            })
        })
        .collect();
    if all.is_empty() {
        String::new()
    } else {
        figure(&format!("{title}, relative to {baseline}"), &bars(&format!("{title}: {}", file.name), &all))
    }
}

/// Speeds and ratios; like the tables on a terminal, so that no column is cut off.
fn speeds(file: &FileReport) -> String {
    let columns = "<th class=\"apart\">puzzles/s</th><th>µs</th><th>ratio</th><th>95 %</th>";
    let head = format!(
        "<tr><th></th><th class=\"group apart\" colspan=\"4\">solve</th>\
         <th class=\"group apart\" colspan=\"4\">end to end</th><th class=\"apart\"></th></tr>\n\
         <tr><th>contestant</th>{columns}{columns}<th class=\"apart\">answers</th></tr>"
    );
    table(&head, file, |row, struck| {
        let class = if row.verdict.is_bad() { "apart bad" } else { "apart" };
        let [solve, end_to_end] = [&row.solve, &row.end_to_end].map(|t| speed_cells(t.as_ref(), struck));
        format!("{solve}{end_to_end}<td class=\"{class}\">{}</td>", word(&row.verdict))
    })
}

/// Times of the rounds, processor time and memory.
fn spreads(file: &FileReport) -> String {
    let columns = "<th class=\"apart\">median</th><th>minimum</th><th>MAD</th>";
    let head = format!(
        "<tr><th></th><th class=\"group apart\" colspan=\"3\">solve</th>\
         <th class=\"group apart\" colspan=\"3\">end to end</th><th class=\"group apart\" colspan=\"3\">process</th></tr>\n\
         <tr><th>contestant</th>{columns}{columns}<th class=\"apart\">user s</th><th>system s</th><th>MiB</th></tr>"
    );
    table(&head, file, |row, struck| {
        let time = |s: Option<f64>| s.map_or(NOTHING.into(), |s| format!("<td>{}</td>", digits(s, 3)));
        let peak = row.peak_bytes.map(|b| b as f64 / f64::from(1 << 20));
        let [solve, end_to_end] = [&row.solve, &row.end_to_end].map(|t| spread_cells(t.as_ref(), struck));
        let user = time(row.user_seconds).replacen("<td>", "<td class=\"apart\">", 1);
        format!("{solve}{end_to_end}{user}{}{}", time(row.system_seconds), time(peak))
    })
}

/// A table with a row for each contestant: its name, then its cells. `cells` also gets whether the contestant was wrong.
fn table(head: &str, file: &FileReport, cells: impl Fn(&ContestantReport, bool) -> String) -> String {
    let mut html =
        format!("<div class=\"wide\"><table class=\"contestants\">\n<thead>{head}</thead>\n<tbody>\n");
    for row in &file.rows {
        let cells = cells(row, matches!(row.verdict, ContestantVerdict::Wrong(_)));
        let (what, name) = (escape(&row.what), escape(&row.name));
        html += &format!("<tr><td title=\"{what}\">{}{name}</td>{cells}</tr>\n", marks(row));
    }
    html + "</tbody>\n</table></div>\n"
}

/// The marks before the name in the table: wrong answers, and a limit that differs.
fn marks(row: &ContestantReport) -> String {
    let span = |class: &str, text: &str| format!("<span class=\"mark {class}\">{text}</span>");
    let bad = row.mark().map_or(String::new(), |mark| span("bad", mark));
    bad + &row.limit_mark().map_or(String::new(), |mark| span("soft", mark))
}

fn speed_cells(timing: Option<&Timing>, struck: bool) -> String {
    let Some(timing) = timing else { return nothing(4) };
    let (times, interval) = match timing.ratio.filter(|_| !struck) {
        Some(r) if timing.seconds.len() > 2 => (format!("{}×", ratio(r.median)), interval(r.low, r.high)),
        Some(r) => (format!("{}×", ratio(r.median)), "–".into()),
        None => ("–".into(), "–".into()),
    };
    format!(
        "<td class=\"apart\">{}</td><td>{}</td><td>{times}</td><td>{interval}</td>",
        strike(rate(timing.puzzles_per_second), struck),
        strike(digits(timing.micros(), 4), struck)
    )
}

fn spread_cells(timing: Option<&Timing>, struck: bool) -> String {
    let Some(timing) = timing else { return nothing(3) };
    let spread = &timing.spread;
    format!(
        "<td class=\"apart\">{}</td><td>{}</td><td>{}%</td>",
        strike(seconds(spread.median), struck),
        strike(seconds(spread.min), struck),
        digits(100.0 * spread.mad / spread.median, 2)
    )
}

fn strike(text: String, struck: bool) -> String {
    if struck { format!("<s>{text}</s>") } else { text }
}

/// Cells of a part of the table without figures.
fn nothing(cells: usize) -> String {
    NOTHING.replace("<td>", "<td class=\"apart\">") + &NOTHING.repeat(cells - 1)
}

fn profile_part(profile: &Profile) -> String {
    let timed = match profile.puzzles_per_run {
        1 => "each puzzle timed separately".to_string(),
        n => {
            format!(
                "{n} puzzles timed together, their time divided evenly: the time of a single one cannot be measured"
            )
        }
    };
    let mut html = format!("<h3>Profile of {}</h3>\n<p class=\"soft\">{timed}</p>\n", escape(&profile.name));
    html += "<div class=\"charts\">\n";
    let name = &profile.name;
    html += &figure(
        "Time per puzzle",
        &histogram(&format!("Time per puzzle, {name}"), &profile.micros.bins, (Values::Measured, "µs")),
    );
    html += &figure(
        "Guesses per puzzle",
        &histogram(
            &format!("Guesses per puzzle, {name}"),
            &profile.guesses.bins,
            (Values::Counted, "guesses"),
        ),
    );
    html += "</div>\n<div class=\"charts\">\n<div class=\"wide\"><table>\n<thead><tr><th>per puzzle</th><th>p50</th><th>p90</th><th>p99</th><th>max</th><th>mean</th></tr></thead>\n<tbody>\n";
    let micros: fn(f64) -> String = |v| digits(v, 4);
    for (what, d, shown) in [
        ("time, µs", &profile.micros, micros),
        ("guesses", &profile.guesses, count),
        ("nodes", &profile.nodes, count),
    ] {
        let values = [d.p50, d.p90, d.p99, d.max, d.mean].map(|v| format!("<td>{}</td>", shown(v))).concat();
        html += &format!("<tr><td>{what}</td>{values}</tr>\n");
    }
    html += "</tbody></table></div>\n<div class=\"wide\"><table>\n<thead><tr><th>hardest record</th><th>line</th><th>nodes</th><th>guesses</th><th>µs</th></tr></thead>\n<tbody>\n";
    for hard in &profile.hardest {
        let line = hard.line.map_or("–".into(), grouped);
        html += &format!(
            "<tr><td>{}</td><td>{line}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            grouped(hard.record),
            grouped(hard.nodes),
            grouped(hard.guesses),
            digits(hard.micros, 4)
        );
    }
    html + "</tbody></table></div>\n</div>\n"
}

/// Scaling and cost, with all engines in one chart each.
fn shared_curves(profiles: &[Profile]) -> String {
    if profiles.is_empty() {
        return String::new();
    }
    let scaling = |p: &Profile| p.scaling.iter().map(|t| (t.threads as f64, t.puzzles_per_second)).collect();
    let cost = |p: &Profile| p.cost.iter().map(|c| (c.records as f64, c.solve_micros)).collect();
    let whole =
        |p: &Profile| p.cost.iter().filter_map(|c| Some((c.records as f64, c.end_to_end_micros?))).collect();
    let all = |points: &dyn Fn(&Profile) -> Vec<(f64, f64)>| {
        profiles.iter().map(|p| Curve { label: p.name.clone(), points: points(p) }).collect::<Vec<_>>()
    };
    let chart = |title: &str, points: &dyn Fn(&Profile) -> Vec<(f64, f64)>, x, y| {
        figure(title, &curves(title, &all(points), x, y))
    };
    let records = (Scale::Log, "first records");
    format!(
        "<h3>Scaling and cost</h3>\n<div class=\"charts\">\n{}{}{}</div>\n",
        chart(
            "Scaling with threads, solve",
            &scaling,
            (Scale::Whole, "threads"),
            (Scale::Linear, "puzzles/s")
        ),
        chart("Cost by number of records, solve", &cost, records, (Scale::Log, "µs per puzzle")),
        chart("Cost by number of records, end to end", &whole, records, (Scale::Log, "µs per puzzle"))
    )
}
