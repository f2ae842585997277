//! Faults and kills under an output that is resumed.
