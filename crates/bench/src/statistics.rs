//! Statistics of a few measurements: median, spread, and confidence intervals of ratios.

use quadrille_console::page::charts::Bin;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use serde::Serialize;

/// The median; for an even number of values, the mean of the two in the middle; 0 without values.
pub(crate) fn median(values: &[f64]) -> f64 {
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

/// The `p`-quantile of sorted values by the nearest-rank method; 0 without values.
pub(crate) fn percentile(sorted: &[f64], p: f64) -> f64 {
    let rank = (p * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.clamp(1, sorted.len().max(1)) - 1).copied().unwrap_or(0.0)
}

/// Location and spread of times, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Spread {
    #[serde(rename = "median_seconds")]
    pub median: f64,
    #[serde(rename = "min_seconds")]
    pub min: f64,
    /// Median absolute deviation from the median.
    #[serde(rename = "mad_seconds")]
    pub mad: f64,
}

impl Spread {
    pub fn of(values: &[f64]) -> Spread {
        let center = median(values);
        let deviations: Vec<f64> = values.iter().map(|v| (v - center).abs()).collect();
        let min = values.iter().copied().fold(f64::INFINITY, f64::min);
        Spread { median: center, min, mad: median(&deviations) }
    }
}

/// The speed of one contestant relative to another, with its confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Ratio {
    /// Median over the rounds of `theirs / ours`.
    pub median: f64,
    pub low: f64,
    pub high: f64,
}

const RESAMPLES: usize = 10_000;

impl Ratio {
    /// The ratio of two contestants' times, computed round by round, with its 95 % confidence interval: a
    /// percentile bootstrap over the rounds with a fixed seed. `None` without any rounds.
    ///
    /// With few rounds the plain percentiles are too narrow (with 7 rounds, the interval contains the true
    /// value in 87 % of all cases). They are widened as Hesterberg proposes ("What Teachers Should Know About the
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

/// The fraction of resamples on each side of the interval: Φ(−√(n/(n−1)) · t) instead of 2.5 %.
fn tail(n: usize) -> f64 {
    /// Student's t at 97.5 %, by degrees of freedom, starting at 1.
    const T: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
        2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048,
        2.045, 2.042,
    ];
    match n {
        0 | 1 => 0.0,
        _ => {
            let t = T.get(n - 2).copied().unwrap_or(1.96 + 2.4 / n as f64);
            upper_tail((n as f64 / (n as f64 - 1.0)).sqrt() * t)
        }
    }
}

/// The upper tail of the standard normal distribution at `z` > 0 (Abramowitz and Stegun, 26.2.17).
fn upper_tail(z: f64) -> f64 {
    const B: [f64; 5] = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * z);
    let sum = B.iter().rev().fold(0.0, |sum, b| (sum + b) * t);
    (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * sum
}

/// Summary and histogram of many values.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Distribution {
    pub mean: f64,
    pub p50: f64,
    pub p90: f64,
    pub p99: f64,
    pub max: f64,
    pub bins: Vec<Bin>,
}

impl Distribution {
    /// For whole numbers: bins 0, 1, 2–3, 4–7, and so on.
    pub fn of_counts(values: &[f64]) -> Distribution {
        let bounds = std::iter::once(0.0).chain((0..).map(|k| f64::from(2u32).powi(k)));
        Distribution::new(values, bounds)
    }

    /// For positive values: ten bins per power of ten, starting at the smallest value.
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
            // Rounding may put the first bound above the smallest value, which belongs to the first bin anyway.
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
    fn median_and_spread() {
        assert_eq!(median(&[]), 0.0);
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        let summary = Spread::of(&[1.0, 1.0, 2.0, 2.0, 4.0, 6.0, 9.0]);
        assert_eq!(summary, Spread { median: 2.0, min: 1.0, mad: 1.0 });
    }

    #[test]
    fn percentiles_use_the_nearest_rank() {
        let values: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!(
            [0.0, 0.5, 0.9, 0.99, 1.0].map(|p| percentile(&values, p)),
            [1.0, 50.0, 90.0, 99.0, 100.0]
        );
        assert_eq!(percentile(&[7.0], 0.99), 7.0);
        assert_eq!(percentile(&[], 0.5), 0.0);
    }

    #[test]
    fn ratios_are_computed_by_round_and_reproducible() {
        let (theirs, ours) = ([2.0, 4.0, 6.0, 8.0, 10.0], [1.0, 2.0, 2.0, 4.0, 2.0]);
        let ratio = Ratio::of(&theirs, &ours).unwrap();
        assert_eq!((ratio.median, ratio.low, ratio.high), (2.0, 2.0, 5.0));
        assert_eq!(Ratio::of(&theirs, &ours), Some(ratio));
        assert_eq!(Ratio::of(&[], &[]), None);
        let one = Ratio::of(&[3.0], &[2.0]).unwrap();
        assert_eq!((one.low, one.median, one.high), (1.5, 1.5, 1.5));
    }

    /// If two contestants have the same distribution of times, about 95 % of the intervals contain 1. The
    /// seed is fixed.
    #[test]
    fn intervals_have_the_promised_coverage() {
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
    fn upper_tail_matches_known_values() {
        for (z, share) in [(1.0, 0.158_655), (1.96, 0.024_998), (3.0, 0.001_350)] {
            assert!((upper_tail(z) - share).abs() < 1e-5, "{z}");
        }
        assert!(tail(5) < 0.001 && tail(1000) > 0.024 && tail(1000) < 0.025);
    }

    #[test]
    fn bins_contain_every_value_once() {
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
