//! The report as one self-contained HTML page: no network, no scripts, light and dark colors.

use super::{
    cells::{ON_PAGE, RESOURCES, SPEED, SPREAD, resources, speed, spread},
    curves::{Curve, Scale, curves},
    profile::{Profile, ProfileTable},
    report::{BenchReport, ContestantReport, FileReport, Timing, notes, rounds},
};
use quadrille_console::{
    numbers::grouped,
    page::{
        charts::{Bar, Values, bars, escape, histogram},
        document, figure,
        number::{rate, ratio},
    },
};

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
    html += &tables(file);
    let note = |(is_bad, note): &(bool, String)| {
        let class = if *is_bad { "bad" } else { "soft" };
        format!("<li><span class=\"{class}\">{}</span></li>", escape(note))
    };
    let notes: String = notes(file).iter().map(note).collect();
    if !notes.is_empty() {
        html += &format!("<ul>{notes}</ul>\n");
    }
    file.profiles.iter().for_each(|profile| html += &profile_part(profile));
    html += &shared_curves(&file.profiles);
    html + "</section>\n"
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

/// Speeds and ratios, then times, processor time and memory, as on a terminal: two tables, so that no column is cut off.
fn tables(file: &FileReport) -> String {
    let parts = |row: &ContestantReport, cells: &dyn Fn(Option<&Timing>) -> Vec<String>| {
        [cells(row.solve.as_ref()), cells(row.end_to_end.as_ref())]
    };
    let speeds = table([("solve", &SPEED), ("end to end", &SPEED), ("", &[("answers", 0)])], file, |row| {
        let [solve, end_to_end] = parts(row, &|timing| speed(row, timing, ON_PAGE).into());
        let class = if row.verdict.is_bad() { " class=\"bad\"" } else { "" };
        [solve, end_to_end, vec![format!("<span{class}>{}</span>", row.verdict.word())]]
    });
    let groups: [(_, &[_]); 3] = [("solve", &SPREAD), ("end to end", &SPREAD), ("process", &RESOURCES)];
    let spreads = table(groups, file, |row| {
        let [solve, end_to_end] = parts(row, &|timing| spread(row, timing).into());
        [solve, end_to_end, resources(row).into()]
    });
    speeds + &spreads
}

/// A table with three groups of columns, and a row for each contestant: its name, then its cells.
fn table(
    groups: [(&str, &[(&str, usize)]); 3],
    file: &FileReport,
    cells: impl Fn(&ContestantReport) -> [Vec<String>; 3],
) -> String {
    let name = |(name, columns): (&str, &[_])| {
        format!("<th class=\"group apart\" colspan=\"{}\">{name}</th>", columns.len())
    };
    let heads = groups.map(|(_, columns)| group("th", columns.iter().map(|(name, _)| *name))).concat();
    let mut html = format!(
        "<div class=\"wide\"><table class=\"contestants\">\n<thead><tr><th></th>{}</tr>\n<tr><th>contestant</th>{heads}</tr></thead>\n<tbody>\n",
        groups.map(name).concat()
    );
    for row in &file.rows {
        let cells = cells(row).map(|cells| group("td", cells.iter().map(String::as_str))).concat();
        let (what, name) = (escape(&row.what), escape(&row.name));
        html += &format!("<tr><td title=\"{what}\">{}{name}</td>{cells}</tr>\n", marks(row));
    }
    html + "</tbody>\n</table></div>\n"
}

/// The cells of a group of columns, which a line divides from the group before it.
fn group<'a>(tag: &str, cells: impl Iterator<Item = &'a str>) -> String {
    let class = |index| if index == 0 { " class=\"apart\"" } else { "" };
    cells.enumerate().map(|(index, cell)| format!("<{tag}{}>{cell}</{tag}>", class(index))).collect()
}

/// The marks before the name in the table: wrong answers, and a limit that differs.
fn marks(row: &ContestantReport) -> String {
    let span = |class: &str, text: &str| format!("<span class=\"mark {class}\">{text}</span>");
    let bad = row.mark().map_or(String::new(), |mark| span("bad", mark));
    bad + &row.limit_mark().map_or(String::new(), |mark| span("soft", mark))
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
    html += "</div>\n<div class=\"charts\">\n";
    // The others are drawn.
    profile.tables().iter().take(2).for_each(|table| html += &profile_table(table));
    html + "</div>\n"
}

fn profile_table(ProfileTable { heads, rows }: &ProfileTable) -> String {
    let row = |tag: &str, cells: &mut dyn Iterator<Item = &str>| {
        let cells: String = cells.map(|cell| format!("<{tag}>{cell}</{tag}>")).collect();
        format!("<tr>{cells}</tr>")
    };
    let head = row("th", &mut heads.iter().copied());
    let rows: String =
        rows.iter().map(|cells| row("td", &mut cells.iter().map(String::as_str)) + "\n").collect();
    format!("<div class=\"wide\"><table>\n<thead>{head}</thead>\n<tbody>\n{rows}</tbody></table></div>\n")
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
