//! A step in words.

use super::{implications, patterns};
use crate::techniques::{
    reason::{Argument, Reason},
    step::Step,
};

impl Step {
    /// The technique, where and why it makes the step, in one or two plain sentences, which end with [`eliminations`](Step::eliminations).
    ///
    /// The implications of several chains follow line by line.
    pub fn sentence(&self, reason: &Reason) -> String {
        let name = capitalized(&self.name(reason));
        let because = match reason.argument {
            Argument::Pattern | Argument::Type(_) => patterns::because(self, reason),
            _ => implications::because(self, reason),
        };
        let colon = if because.is_empty() { "" } else { ": " };
        let lines = implications::listing(reason);
        format!("{name}{colon}{because}: {}.{lines}", self.eliminations())
    }
}

fn capitalized(name: &str) -> String {
    name[..1].to_uppercase() + &name[1..]
}
