//! What is made of a few measurements: median, spread, and how sure a ratio is.

use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use serde::Serialize;

/// The middle of some measurements; of two in the middle, their mean. 0 of none.
pub(super) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    median_in_place(&mut sorted)
}

fn median_in_place(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    match values.len() {
        0 => 0.0,
        n if n % 2 == 1 => values[n / 2],
        n => (values[n / 2 - 1] + values[n / 2]) / 2.0,
    }
}

/// The value below which a share `p` of the sorted values lies, by the nearest rank. 0 of none.
pub(super) fn percentile(sorted: &[f64], p: f64) -> f64 {
    let rank = (p * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.clamp(1, sorted.len().max(1)) - 1).copied().unwrap_or(0.0)
}

/// Measurements of one thing in a few numbers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(super) struct Summary {
    pub median: f64,
    pub min: f64,
    /// Median absolute deviation from the median.
    pub mad: f64,
}

impl Summary {
    pub fn of(values: &[f64]) -> Summary {
        let middle = median(values);
        let away: Vec<f64> = values.iter().map(|v| (v - middle).abs()).collect();
        let min = values.iter().copied().fold(f64::INFINITY, f64::min);
        Summary { median: middle, min, mad: median(&away) }
    }
}

/// How many times as fast one is as another, and between which values it may be.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(super) struct Ratio {
    /// Median over the rounds of `theirs / ours`.
    pub median: f64,
    pub low: f64,
    pub high: f64,
}

const RESAMPLES: usize = 10_000;

impl Ratio {
    /// The ratio of two contestants' times, round by round, with its interval of 95 %: a percentile
    /// bootstrap over the rounds, the same for the same times. `None` of no rounds.
    ///
    /// With few rounds the plain percentiles promise too much (of 7, the interval holds the truth in 87 % of
    /// cases); they are moved outwards as Hesterberg proposes ("What Teachers Should Know About the
    /// Bootstrap", 2015, section 3.3).
    pub fn of(theirs: &[f64], ours: &[f64]) -> Option<Ratio> {
        let ratios: Vec<f64> = theirs.iter().zip(ours).map(|(a, b)| a / b).collect();
        if ratios.is_empty() {
            return None;
        }
        let mut random = Xoshiro256PlusPlus::seed_from_u64(0x0051_AD0E);
        let mut sample = vec![0.0; ratios.len()];
        let mut medians: Vec<f64> = (0..RESAMPLES)
            .map(|_| {
                sample.fill_with(|| ratios[(random.next_u64() % ratios.len() as u64) as usize]);
                median_in_place(&mut sample)
            })
            .collect();
        medians.sort_unstable_by(f64::total_cmp);
        let tail = tail(ratios.len());
        let low = percentile(&medians, tail);
        let high = percentile(&medians, 1.0 - tail);
        Some(Ratio { median: median(&ratios), low, high })
    }
}

/// The share of resamples on either side of the interval: Φ(−√(n/(n−1)) · t) instead of 2.5 %.
fn tail(n: usize) -> f64 {
    /// Student's t at 97.5 %, by degrees of freedom from 1.
    const T: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
        2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048,
        2.045, 2.042,
    ];
    match n {
        0 | 1 => 0.0,
        _ => {
            let t = T.get(n - 2).copied().unwrap_or(1.96 + 2.4 / n as f64);
            below((n as f64 / (n as f64 - 1.0)).sqrt() * t)
        }
    }
}

/// The standard normal distribution's share beyond `z` > 0 (Abramowitz and Stegun, 26.2.17).
fn below(z: f64) -> f64 {
    const B: [f64; 5] = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * z);
    let sum = B.iter().rev().fold(0.0, |sum, b| (sum + b) * t);
    (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * sum
}

/// Many values, sorted out.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Distribution {
    pub mean: f64,
    pub p50: f64,
    pub p90: f64,
    pub p99: f64,
    pub max: f64,
    pub bins: Vec<Bin>,
}

/// How many values are from one bound up to, and not with, the next.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(super) struct Bin {
    pub from: f64,
    pub to: f64,
    pub count: u64,
}

impl Distribution {
    /// Of values in whole numbers: bins 0, 1, 2–3, 4–7, and so on.
    pub fn of_counts(values: &[f64]) -> Distribution {
        let bounds = std::iter::once(0.0).chain((0..).map(|k| f64::from(2u32).powi(k)));
        Distribution::new(values, bounds)
    }

    /// Of values above 0: ten bins for every power of ten, from the smallest value.
    pub fn of_times(values: &[f64]) -> Distribution {
        let smallest = values.iter().copied().filter(|v| *v > 0.0).fold(f64::INFINITY, f64::min);
        let first = if smallest.is_finite() { (smallest.log10() * 10.0).floor() as i32 } else { 0 };
        Distribution::new(values, (first..).map(|k| 10f64.powf(f64::from(k) / 10.0)))
    }

    fn new(values: &[f64], bounds: impl Iterator<Item = f64>) -> Distribution {
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let max = sorted.last().copied().unwrap_or(0.0);
        let mean = sorted.iter().sum::<f64>() / sorted.len().max(1) as f64;
        let mut bins = Vec::new();
        let (mut bounds, mut at) = (bounds.peekable(), 0);
        while at < sorted.len() {
            let (Some(from), Some(&to)) = (bounds.next(), bounds.peek()) else { break };
            // A bound that rounding put above the smallest value takes it all the same.
            let end = at + sorted[at..].partition_point(|v| *v < to);
            bins.push(Bin { from, to, count: (end - at) as u64 });
            at = end;
        }
        let [p50, p90, p99] = [0.5, 0.9, 0.99].map(|p| percentile(&sorted, p));
        Distribution { mean, p50, p90, p99, max, bins }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_and_the_spread() {
        assert_eq!(median(&[]), 0.0);
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        let summary = Summary::of(&[1.0, 1.0, 2.0, 2.0, 4.0, 6.0, 9.0]);
        assert_eq!(summary, Summary { median: 2.0, min: 1.0, mad: 1.0 });
    }

    #[test]
    fn percentiles_are_nearest_ranks() {
        let values: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!(
            [0.0, 0.5, 0.9, 0.99, 1.0].map(|p| percentile(&values, p)),
            [1.0, 50.0, 90.0, 99.0, 100.0]
        );
        assert_eq!(percentile(&[7.0], 0.99), 7.0);
        assert_eq!(percentile(&[], 0.5), 0.0);
    }

    #[test]
    fn a_ratio_is_of_the_rounds_and_the_same_each_time() {
        let (theirs, ours) = ([2.0, 4.0, 6.0, 8.0, 10.0], [1.0, 2.0, 2.0, 4.0, 2.0]);
        let ratio = Ratio::of(&theirs, &ours).unwrap();
        assert_eq!((ratio.median, ratio.low, ratio.high), (2.0, 2.0, 5.0));
        assert_eq!(Ratio::of(&theirs, &ours), Some(ratio));
        assert_eq!(Ratio::of(&[], &[]), None);
        let one = Ratio::of(&[3.0], &[2.0]).unwrap();
        assert_eq!((one.low, one.median, one.high), (1.5, 1.5, 1.5));
    }

    /// Of times that differ by chance alone, 95 % of the intervals hold 1; fewer than 93 % or none
    /// outside would be wrong. The chances are fixed by the seed.
    #[test]
    fn intervals_hold_what_they_promise() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut time = || 1.0 + (random.next_u64() >> 40) as f64 / (1u64 << 24) as f64;
        for runs in [5, 7, 9, 15] {
            let holds = (0..200)
                .filter(|_| {
                    let [a, b] = [(); 2].map(|()| (0..runs).map(|_| time()).collect::<Vec<_>>());
                    let ratio = Ratio::of(&a, &b).unwrap();
                    (ratio.low..=ratio.high).contains(&1.0)
                })
                .count();
            assert!((180..200).contains(&holds), "{runs} runs: {holds} of 200");
        }
    }

    #[test]
    fn the_tail_of_the_normal_distribution() {
        for (z, share) in [(1.0, 0.158_655), (1.96, 0.024_998), (3.0, 0.001_350)] {
            assert!((below(z) - share).abs() < 1e-5, "{z}");
        }
        assert!(tail(5) < 0.001 && tail(1000) > 0.024 && tail(1000) < 0.025);
    }

    #[test]
    fn bins_hold_every_value_once() {
        let counts = Distribution::of_counts(&[0.0, 0.0, 1.0, 3.0, 4.0, 7.0, 8.0]);
        let seen: Vec<_> = counts.bins.iter().map(|b| (b.from, b.to, b.count)).collect();
        assert_eq!(seen, [(0.0, 1.0, 2), (1.0, 2.0, 1), (2.0, 4.0, 1), (4.0, 8.0, 2), (8.0, 16.0, 1)]);
        assert_eq!((counts.p50, counts.p90, counts.max), (3.0, 8.0, 8.0));
        let times = Distribution::of_times(&[1.0, 1.1, 9.9, 10.0, 123.0]);
        assert_eq!(times.bins.iter().map(|b| b.count).sum::<u64>(), 5);
        assert_eq!(times.bins.len(), 21);
        assert!(Distribution::of_times(&[]).bins.is_empty());
    }
}
