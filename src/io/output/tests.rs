//! Faults under an output.
