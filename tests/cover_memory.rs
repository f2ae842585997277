//! The memory of exact cover problems. There is one test in this file: the bytes in use are counted for the process.

use quadrille::{
    Input, Outcome, RunOptions,
    cover::{Cover, CoverBatch, CoverFormat, CoverSolver, CoverTask},
    engine::Limits,
};

#[path = "common/allocations.rs"]
mod allocations;

use allocations::bytes_in_use;

/// Items, options, and the items of all options.
fn size(cover: &Cover) -> u64 {
    (cover.items() + cover.len() + cover.options().map(<[u32]>::len).sum::<usize>()) as u64
}

/// Each item alone in this many options.
fn items_alone(items: usize, options: usize) -> Cover {
    let mut cover = Cover::new(items);
    (0..items * options).for_each(|x| _ = cover.add(&[x / options]).unwrap());
    cover
}

/// One item for each option, which gives a secondary item a color of its own.
fn colors(options: usize) -> Cover {
    let mut cover = Cover::new(options / 4).with_secondary(options / 4);
    for x in 0..options {
        cover.add_colored(&[(x / 4, 0), (options / 4 + x * 7 % (options / 4), x as u32 + 1)]).unwrap();
    }
    cover
}

/// Two items with as many options each.
fn long_lists(options: usize) -> Cover {
    let mut cover = Cover::new(2);
    (0..options).for_each(|x| _ = cover.add(&[x % 2]).unwrap());
    cover
}

/// The same problem with these bounds for every item.
fn bounded(mut cover: Cover, low: u32, high: u32) -> Cover {
    (0..cover.primary()).for_each(|item| cover.set_bounds(item, low, high).unwrap());
    cover
}

/// Checks the memory of a solver and its search of a problem: a MiB (two with bounds), 64 bytes for each unit of its
/// size, and 40 for each level.
fn check_solver(name: &str, cover: &Cover, limits: &Limits) {
    let (before, _) = bytes_in_use();
    let report = CoverSolver::new(cover).solve(limits, |_| ());
    let (_, peak) = bytes_in_use();
    let (bytes, size) = (peak - before, size(cover));
    let levels = if cover.has_bounds() { cover.len() } else { cover.primary() };
    let most = ((1 + u64::from(cover.has_bounds())) << 20) + 64 * size + 40 * levels as u64;
    println!("{name}: {bytes} bytes, {:.1} for each of {size}", bytes as f64 / size as f64);
    assert!(bytes <= most, "{name}: {bytes} bytes for a size of {size}");
    assert!(report.outcome == Outcome::Solved || report.nodes == limits.max_nodes, "{name}: {report:?}");
}

/// Checks the memory of a whole run over the text of a problem.
fn check_run(name: &str, cover: &Cover, format: CoverFormat, task: CoverTask, threads: usize, nodes: u64) {
    let mut text = Vec::new();
    format.write(cover, &mut text).unwrap();
    let (before, _) = bytes_in_use();
    let batch = CoverBatch::new(task).limit(1 << 20).run_options(RunOptions::new().threads(threads));
    let batch = if nodes < u64::MAX {
        batch.run_options(RunOptions::new().max_nodes(nodes))
    } else {
        batch.limit(1 << 12)
    };
    let summary = batch.run(Input::reader(name, &text[..]), &mut std::io::sink(), &mut ()).unwrap();
    assert_eq!(summary.format, format, "{name}");
    let (_, peak) = bytes_in_use();
    let (bytes, size) = (peak - before, size(cover));
    // The text, which arrives in parts, may be held twice while its buffer grows.
    let most = (3 << 20) + 64 * size * threads as u64 + 3 * text.len() as u64 + 60 * cover.primary() as u64;
    println!(
        "{name}: {bytes} bytes, {:.1} for each of {size}, {threads} threads",
        bytes as f64 / size as f64
    );
    assert!(bytes <= most, "{name}: {bytes} bytes for a size of {size}, {threads} threads");
}

#[test]
fn a_search_takes_memory_for_the_problem_and_not_for_each_level() {
    let first = Limits::default();
    let deep = Limits::default().max_nodes(500);
    for n in [10_000, 100_000] {
        check_solver(&format!("{n} items of one option"), &items_alone(n, 1), &first);
        check_solver(&format!("{n} items of two options"), &items_alone(n, 2), &deep);
        check_solver(&format!("{n} items of 31 options"), &items_alone(n / 10, 31), &deep);
        check_solver(&format!("{n} items of 100 options"), &items_alone(n / 50, 100), &deep);
        check_solver(&format!("two items of {n} options"), &long_lists(2 * n), &first);
        check_solver(&format!("{n} colors"), &colors(n), &deep);
        let half = Limits::default().max_nodes(n as u64 / 2);
        check_solver(&format!("{n} bounded items of two options"), &bounded(items_alone(n, 2), 1, 2), &half);
        check_solver(&format!("{n} items that need none"), &bounded(items_alone(n, 1), 0, 2), &half);
        check_solver(&format!("two bounded items of {n} options"), &bounded(long_lists(2 * n), 0, 9), &first);
        check_solver(&format!("{n} colors with bounds"), &bounded(colors(n), 0, 3), &deep);
    }
    // The deepest and widest block: 128 counted items and 1,024 options.
    let block = bounded(items_alone(128, 8), 0, 7);
    check_solver("a block with bounds", &block, &first);
    let cover = items_alone(3000, 2);
    for format in [CoverFormat::Sparse, CoverFormat::Dlx] {
        check_run("solutions", &cover, format, CoverTask::Solve, 1, 500);
        check_run("count with two threads", &cover, format, CoverTask::Count, 2, u64::MAX);
    }
}
