//! The time at which a run started.

use chrono::{DateTime, SecondsFormat, Utc};
use std::time::SystemTime;

/// Date and time in UTC, as in 2026-01-31T12:00:00Z.
pub fn utc_now() -> String {
    DateTime::<Utc>::from(SystemTime::now()).to_rfc3339_opts(SecondsFormat::Secs, true)
}
