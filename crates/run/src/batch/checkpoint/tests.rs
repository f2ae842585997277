use super::*;
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_checkpoint_is_read_as_it_was_written(
        numbers in proptest::collection::vec(any::<u64>(), 25),
        header in proptest::collection::vec(any::<u8>(), 0..40),
        flags in any::<[bool; 2]>(),
    ) {
        let mut numbers = numbers.into_iter();
        let mut next = || numbers.next().unwrap();
        let mut tally = Tally::default();
        sums(&mut tally).into_iter().for_each(|(_, sum)| *sum = next());
        tally.solving = Duration::from_nanos(next());
        tally.engines.insert("dlx".into());
        tally.formats.insert("csv");
        let so_far = SoFar {
            bytes: next(),
            lines: next(),
            header: Some(header),
            has_answers: flags[1],
            malformed_shown: 7,
            mismatches_shown: 10,
            tally,
            elapsed: Duration::from_nanos(next()),
        };
        let position = Position { input: 3, offset: next(), records: next(), ended: flags[0] };
        let checkpoint = Checkpoint { position, so_far };
        let text = checkpoint.write().to_string();
        let value: Value = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(Checkpoint::read(&value), Some(checkpoint));
        // A missing value is an error.
        for name in value.as_object().unwrap().keys() {
            let mut less = value.clone();
            less.as_object_mut().unwrap().remove(name);
            prop_assert_eq!(Checkpoint::read(&less), None, "without {}", name);
        }
    }
}
