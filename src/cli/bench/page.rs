//! The report as one HTML page that needs nothing else: no network, no script, light and dark.

use super::{
    charts::{Bar, Curve, Scale, bars, curves, escape, histogram},
    number::{count, digits, interval, rate, ratio, seconds},
    profile::Profile,
    report::{Figure, FileReport, Report, Row, Verdict, remarks},
};
use crate::cli::report::grouped;
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");
const NOTHING: &str = "<td>–</td>";

pub(super) fn page(report: &Report) -> String {
    let machine = &report.machine;
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>quadrille bench</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>quadrille bench</h1>\n<p>{}</p>\n",
        escape(&machine.line())
    );
    let settings = &report.settings;
    let pinned = settings.pin.map_or(String::new(), |core| format!(", from core {core} on"));
    let limit = if settings.limit == 1 { "the first solution" } else { "up to 2 solutions" };
    put(
        &mut html,
        format_args!(
            "<p>Searches for {limit}; {} rounds in turn after {} of warm-up{pinned}. A ratio is a contestant’s speed as a \
             multiple of that of <b>{}</b>: the median over the rounds, with a bootstrap interval of 95 %. \
             <b>Solve</b> is from parsed puzzles in memory to outcomes; <b>end to end</b> is the whole process, file to \
             file. Every answer was verified unless a contestant says otherwise.</p>\n",
            settings.runs,
            settings.warm_up,
            escape(&settings.baseline)
        ),
    );
    report
        .files
        .iter()
        .for_each(|file| put(&mut html, format_args!("{}", section(file, &settings.baseline))));
    put(
        &mut html,
        format_args!(
            "<h2>Machine</h2>\n<p>{}; {} {}; rustc: {}; {}</p>\n<p class=\"soft\">{}</p>\n</body>\n</html>\n",
            escape(&machine.cpu),
            escape(&machine.os),
            escape(&machine.kernel),
            escape(machine.rustc),
            machine.date,
            escape(&machine.cpu_flags.join(" "))
        ),
    );
    html
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
    html += &table(file);
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

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Right => "verified",
        Verdict::Unchecked => "not looked at",
        Verdict::Wrong(_) => "wrong",
        Verdict::Failed(_) => "failed",
        Verdict::Absent(_) => "absent",
    }
}

fn figure(caption: &str, svg: &str) -> String {
    format!("<figure><figcaption>{}</figcaption>{svg}</figure>\n", escape(caption))
}

/// Bars of those whose answers were right.
fn ratios(title: &str, baseline: &str, file: &FileReport, of: impl Fn(&Row) -> Option<&Figure>) -> String {
    let rows = file.rows.iter().filter(|r| !r.verdict.is_bad());
    let all: Vec<Bar> = rows
        .filter_map(|row| {
            let figure = of(row)?;
            let speed = figure.ratio?;
            Some(Bar {
                label: format!("{}: {} puzzles/s", row.name, rate(figure.puzzles_per_second)),
                value: speed.median,
                range: (figure.seconds.len() > 2).then_some((speed.low, speed.high)),
                text: format!("{}×", ratio(speed.median)),
            })
        })
        .collect();
    if all.is_empty() {
        String::new()
    } else {
        figure(
            &format!("{title}, as a multiple of {baseline}"),
            &bars(&format!("{title}: {}", file.name), &all),
        )
    }
}

fn table(file: &FileReport) -> String {
    let columns = "<th class=\"apart\">puzzles/s</th><th>µs</th><th>ratio</th><th>95 %</th><th>median</th><th>minimum</th><th>MAD</th>";
    let mut html = format!(
        "<div class=\"wide\"><table>\n<thead><tr><th></th><th class=\"group apart\" colspan=\"7\">solve</th>\
         <th class=\"group apart\" colspan=\"7\">end to end</th><th class=\"group apart\" colspan=\"3\">process</th><th></th></tr>\n\
         <tr><th>contestant</th>{columns}{columns}<th class=\"apart\">user s</th><th>system s</th><th>MiB</th><th>answers</th></tr></thead>\n<tbody>\n"
    );
    for row in &file.rows {
        let struck = matches!(row.verdict, Verdict::Wrong(_));
        let class = if row.verdict.is_bad() { " class=\"bad\"" } else { "" };
        let time = |s: Option<f64>| s.map_or(NOTHING.into(), |s| format!("<td>{}</td>", digits(s, 3)));
        let peak = row.peak_bytes.map(|b| b as f64 / f64::from(1 << 20));
        put(
            &mut html,
            format_args!(
                "<tr><td title=\"{}\">{}</td>{}{}{}{}{}<td{class}>{}</td></tr>\n",
                escape(&row.what),
                escape(&row.name),
                cells(row.solve.as_ref(), struck),
                cells(row.end_to_end.as_ref(), struck),
                time(row.user_s).replacen("<td>", "<td class=\"apart\">", 1),
                time(row.system_s),
                time(peak),
                word(&row.verdict)
            ),
        );
    }
    html + "</tbody>\n</table></div>\n"
}

fn cells(figure: Option<&Figure>, struck: bool) -> String {
    let Some(figure) = figure else {
        return NOTHING.replace("<td>", "<td class=\"apart\">") + &NOTHING.repeat(6);
    };
    let (times, interval) = match figure.ratio.filter(|_| !struck) {
        Some(r) if figure.seconds.len() > 2 => (format!("{}×", ratio(r.median)), interval(r.low, r.high)),
        Some(r) => (format!("{}×", ratio(r.median)), "–".into()),
        None => ("–".into(), "–".into()),
    };
    let strike = |text: String| if struck { format!("<s>{text}</s>") } else { text };
    let summary = &figure.summary;
    format!(
        "<td class=\"apart\">{}</td><td>{}</td><td>{times}</td><td>{interval}</td><td>{}</td><td>{}</td><td>{}%</td>",
        strike(rate(figure.puzzles_per_second)),
        strike(digits(figure.micros(), 4)),
        strike(seconds(summary.median)),
        strike(seconds(summary.min)),
        digits(100.0 * summary.mad / summary.median, 2)
    )
}

fn profile_part(profile: &Profile) -> String {
    let together = match profile.together {
        1 => "each puzzle timed on its own".to_string(),
        n => {
            format!("{n} puzzles timed together, and the time divided: what one of them took cannot be known")
        }
    };
    let mut html =
        format!("<h3>Profile of {}</h3>\n<p class=\"soft\">{together}</p>\n", escape(&profile.name));
    html += "<div class=\"charts\">\n";
    let name = &profile.name;
    html += &figure(
        "Time per puzzle",
        &histogram(&format!("Time per puzzle, {name}"), &profile.micros.bins, "µs"),
    );
    html += &figure(
        "Guesses per puzzle",
        &histogram(&format!("Guesses per puzzle, {name}"), &profile.guesses.bins, "guesses"),
    );
    html += "</div>\n<div class=\"charts\">\n<div class=\"wide\"><table>\n<thead><tr><th>per puzzle</th><th>p50</th><th>p90</th><th>p99</th><th>max</th><th>mean</th></tr></thead>\n<tbody>\n";
    let micros: fn(f64) -> String = |v| digits(v, 4);
    for (what, d, shown) in [
        ("time, µs", &profile.micros, micros),
        ("guesses", &profile.guesses, count),
        ("nodes", &profile.nodes, count),
    ] {
        let values = [d.p50, d.p90, d.p99, d.max, d.mean].map(|v| format!("<td>{}</td>", shown(v))).concat();
        put(&mut html, format_args!("<tr><td>{what}</td>{values}</tr>\n"));
    }
    html += "</tbody></table></div>\n<div class=\"wide\"><table>\n<thead><tr><th>hardest record</th><th>line</th><th>nodes</th><th>guesses</th><th>µs</th></tr></thead>\n<tbody>\n";
    for hard in &profile.hardest {
        let line = hard.line.map_or("–".into(), grouped);
        put(
            &mut html,
            format_args!(
                "<tr><td>{}</td><td>{line}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                grouped(hard.record),
                grouped(hard.nodes),
                grouped(hard.guesses),
                digits(hard.micros, 4)
            ),
        );
    }
    html + "</tbody></table></div>\n</div>\n"
}

/// Scaling and cost, all engines in one chart each.
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
            "Scaling over threads, solve",
            &scaling,
            (Scale::Linear, "threads"),
            (Scale::Linear, "puzzles/s")
        ),
        chart("Cost against records, solve", &cost, records, (Scale::Log, "µs per puzzle")),
        chart("Cost against records, end to end", &whole, records, (Scale::Log, "µs per puzzle"))
    )
}

fn put(html: &mut String, part: std::fmt::Arguments<'_>) {
    html.write_fmt(part).expect("a string takes all");
}
