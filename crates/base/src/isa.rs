//! The instruction sets that parts of the library are built for, and whether the machine has them.

/// An instruction set that the lane engine, the checker of 9×9 solutions and the reading and writing of cells are
/// built for.
///
/// ```
/// use quadrille::{RunOptions, engine::{EngineChoice, InstructionSet}};
///
/// let mut options = RunOptions::new();
/// if InstructionSet::Avx2.is_available() {
///     options = options.engine(EngineChoice::Lanes(InstructionSet::Avx2))?;
/// }
/// # let _ = options;
///
/// // Options choose the widest one by themselves.
/// let widest = InstructionSet::detect();
/// assert!(InstructionSet::ALL.contains(&widest) && InstructionSet::Avx2.name() == "avx2");
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum InstructionSet {
    /// AVX-512 F, BW, DQ, VL and CD, with AVX2, BMI1, BMI2, LZCNT and POPCNT: 16 lanes.
    Avx512,
    /// AVX2 with BMI1, BMI2, LZCNT and POPCNT: 8 lanes.
    Avx2,
    /// The baseline of the target, on x86-64 SSE2: 4 lanes.
    Portable,
}

impl InstructionSet {
    /// Every instruction set, the widest first.
    pub const ALL: &'static [InstructionSet] =
        &[InstructionSet::Avx512, InstructionSet::Avx2, InstructionSet::Portable];

    /// Whether this machine has the instruction set.
    pub fn is_available(self) -> bool {
        match self {
            InstructionSet::Portable => true,
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => {
                InstructionSet::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512cd")
            }
            #[cfg(not(target_arch = "x86_64"))]
            InstructionSet::Avx512 | InstructionSet::Avx2 => false,
        }
    }

    /// The widest one that this machine has.
    pub fn detect() -> InstructionSet {
        Self::ALL.iter().copied().find(|isa| isa.is_available()).unwrap_or(InstructionSet::Portable)
    }

    /// Its name in lower case: `avx512`, `avx2` or `portable`.
    pub fn name(self) -> &'static str {
        match self {
            InstructionSet::Avx512 => "avx512",
            InstructionSet::Avx2 => "avx2",
            InstructionSet::Portable => "portable",
        }
    }
}

/// Whether this machine counts the bits of each word of a vector: AVX-512 with VPOPCNTDQ (Ice Lake, Zen 4 and later).
#[cfg(target_arch = "x86_64")]
pub fn counts_bits_of_vectors() -> bool {
    InstructionSet::Avx512.is_available() && is_x86_feature_detected!("avx512vpopcntdq")
}
