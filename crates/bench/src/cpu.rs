//! The processor: its name, family and model, and its microarchitecture.
//!
//! Virtual machines often report a model name such as `AMD EPYC`, which covers processors whose speeds
//! differ by a factor of two. Family and model distinguish them.

/// The entry of the first processor in `/proc/cpuinfo`. On other systems every field is empty.
#[derive(Default)]
pub(crate) struct Cpu {
    pub name: Option<String>,
    pub vendor: Vendor,
    pub family: Option<u32>,
    pub model: Option<u32>,
    pub stepping: Option<u32>,
    /// Supported features, as listed by the system.
    pub flags: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Vendor {
    Amd,
    Intel,
    #[default]
    Other,
}

impl Cpu {
    pub fn parse(cpuinfo: &str) -> Cpu {
        let field = |name: &str| {
            let mut fields = cpuinfo.lines().filter_map(|line| line.split_once(':'));
            fields.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim())
        };
        let number = |name: &str| field(name)?.parse().ok();
        let flags = field("flags").or_else(|| field("Features")).unwrap_or_default();
        Cpu {
            name: field("model name").map(String::from),
            vendor: match field("vendor_id") {
                Some("AuthenticAMD") => Vendor::Amd,
                Some("GenuineIntel") => Vendor::Intel,
                _ => Vendor::Other,
            },
            family: number("cpu family"),
            model: number("model"),
            stepping: number("stepping"),
            flags: flags.split_whitespace().map(String::from).collect(),
        }
    }

    /// As in `AMD EPYC, family 25 model 17 (Zen 4)`.
    pub fn description(&self) -> String {
        let name = self.name.as_deref().unwrap_or(std::env::consts::ARCH);
        match (self.family, self.model) {
            (Some(family), Some(model)) => {
                let microarchitecture = self.microarchitecture();
                let microarchitecture = microarchitecture.as_deref().unwrap_or("unknown microarchitecture");
                format!("{name}, family {family} model {model} ({microarchitecture})")
            }
            _ => name.into(),
        }
    }

    /// By family and model, unless the processor has features that came later: a virtual machine may report the
    /// model of another processor.
    pub fn microarchitecture(&self) -> Option<String> {
        let (family, model) = (self.family?, self.model?);
        let by_model = match self.vendor {
            Vendor::Amd => amd(family, model),
            Vendor::Intel if family == 6 => intel(model, self.stepping),
            Vendor::Intel | Vendor::Other => None,
        };
        let mut later = later_features(self.vendor).iter();
        match (by_model, later.find(|(flag, _)| self.flags.iter().any(|own| own == flag))) {
            (Some(name), Some((_, names))) if !names.contains(&name) => {
                Some(format!("by its features {} or later", names[0]))
            }
            (by_model, _) => by_model.map(str::to_owned),
        }
    }
}

/// Features that only processors of some microarchitectures have, the oldest first, and processors newer than this
/// program. The newest feature is the first. Flags as in the Linux kernel (`arch/x86/include/asm/cpufeatures.h`).
fn later_features(vendor: Vendor) -> &'static [(&'static str, &'static [&'static str])] {
    match vendor {
        Vendor::Intel => &[
            ("amx_fp16", &["Granite Rapids"]),
            ("amx_tile", &["Sapphire Rapids", "Emerald Rapids", "Granite Rapids"]),
        ],
        Vendor::Amd => &[
            ("avx512_vp2intersect", &["Zen 5", "Zen 5c"]),
            ("avx512f", &["Zen 4", "Zen 4c", "Zen 5", "Zen 5c"]),
        ],
        Vendor::Other => &[],
    }
}

/// Ranges of models, as in the Linux kernel (`arch/x86/kernel/cpu/amd.c`); the dense cores (`c`) have
/// ranges of their own.
fn amd(family: u32, model: u32) -> Option<&'static str> {
    match (family, model) {
        (23, 0x08 | 0x18) => Some("Zen+"),
        (23, 0x00..=0x2f | 0x50..=0x5f) => Some("Zen"),
        (23, 0x30..=0x4f | 0x60..=0x7f | 0x90..=0x91 | 0xa0..=0xaf) => Some("Zen 2"),
        (25, 0x40..=0x4f) => Some("Zen 3+"),
        (25, 0x00..=0x0f | 0x20..=0x3f | 0x50..=0x5f) => Some("Zen 3"),
        (25, 0xa0..=0xaf) => Some("Zen 4c"),
        (25, 0x10..=0x1f | 0x60..=0x9f) => Some("Zen 4"),
        (26, 0x10..=0x1f) => Some("Zen 5c"),
        (26, 0x00..=0x0f | 0x20..=0x2f | 0x40..=0x4f | 0x60..=0x7f) => Some("Zen 5"),
        _ => None,
    }
}

/// Models of family 6, as in the Linux kernel (`arch/x86/include/asm/intel-family.h`). Three generations of
/// servers share model 85 and differ in the stepping.
fn intel(model: u32, stepping: Option<u32>) -> Option<&'static str> {
    Some(match (model, stepping) {
        (42 | 45, _) => "Sandy Bridge",
        (58 | 62, _) => "Ivy Bridge",
        (60 | 63 | 69 | 70, _) => "Haswell",
        (61 | 71 | 79 | 86, _) => "Broadwell",
        (78 | 94, _) => "Skylake",
        (85, Some(0..=4)) => "Skylake-SP",
        (85, Some(5..=7)) => "Cascade Lake",
        (85, Some(10 | 11)) => "Cooper Lake",
        (142 | 158, _) => "Kaby Lake or Coffee Lake",
        (165 | 166, _) => "Comet Lake",
        (125 | 126, _) => "Ice Lake",
        (106 | 108, _) => "Ice Lake-SP",
        (140 | 141, _) => "Tiger Lake",
        (167, _) => "Rocket Lake",
        (151 | 154, _) => "Alder Lake",
        (183 | 186 | 191, _) => "Raptor Lake",
        (170 | 172, _) => "Meteor Lake",
        (181 | 197 | 198, _) => "Arrow Lake",
        (189, _) => "Lunar Lake",
        (143, _) => "Sapphire Rapids",
        (207, _) => "Emerald Rapids",
        (173 | 174, _) => "Granite Rapids",
        (175, _) => "Sierra Forest",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cpu(vendor: Vendor, family: u32, model: u32, stepping: u32) -> Cpu {
        Cpu {
            name: Some("CPU".into()),
            vendor,
            family: Some(family),
            model: Some(model),
            stepping: Some(stepping),
            flags: Vec::new(),
        }
    }

    #[test]
    fn known_models_have_a_microarchitecture() {
        use Vendor::{Amd, Intel, Other};
        for (vendor, family, model, stepping, expected) in [
            (Amd, 23, 0x01, 2, Some("Zen")),
            (Amd, 23, 0x08, 2, Some("Zen+")),
            (Amd, 23, 0x31, 0, Some("Zen 2")),
            (Amd, 25, 0x01, 1, Some("Zen 3")),
            (Amd, 25, 0x21, 0, Some("Zen 3")),
            (Amd, 25, 0x44, 1, Some("Zen 3+")),
            (Amd, 25, 0x11, 1, Some("Zen 4")),
            (Amd, 25, 0x61, 2, Some("Zen 4")),
            (Amd, 25, 0xa0, 2, Some("Zen 4c")),
            (Amd, 26, 0x02, 1, Some("Zen 5")),
            (Amd, 26, 0x11, 0, Some("Zen 5c")),
            (Amd, 26, 0x44, 0, Some("Zen 5")),
            (Amd, 26, 0x50, 0, None),
            (Amd, 21, 0x01, 0, None),
            (Intel, 6, 85, 4, Some("Skylake-SP")),
            (Intel, 6, 85, 7, Some("Cascade Lake")),
            (Intel, 6, 85, 11, Some("Cooper Lake")),
            (Intel, 6, 85, 9, None),
            (Intel, 6, 106, 6, Some("Ice Lake-SP")),
            (Intel, 6, 143, 8, Some("Sapphire Rapids")),
            (Intel, 6, 207, 2, Some("Emerald Rapids")),
            (Intel, 6, 173, 1, Some("Granite Rapids")),
            (Intel, 15, 6, 0, None),
            (Other, 25, 0x11, 1, None),
        ] {
            let got = cpu(vendor, family, model, stepping).microarchitecture();
            assert_eq!(
                got.as_deref(),
                expected,
                "{vendor:?} family {family} model {model} stepping {stepping}"
            );
        }
    }

    #[test]
    fn features_that_came_later_than_the_model_tell_the_microarchitecture() {
        use Vendor::{Amd, Intel, Other};
        for (vendor, family, model, flags, expected) in [
            (
                Intel,
                6,
                167,
                "avx2 avx512f amx_fp16 amx_tile",
                Some("by its features Granite Rapids or later"),
            ),
            (Intel, 6, 143, "avx512f amx_fp16 amx_tile", Some("by its features Granite Rapids or later")),
            (Intel, 6, 167, "avx512f amx_tile", Some("by its features Sapphire Rapids or later")),
            (Intel, 6, 167, "avx2 avx512f", Some("Rocket Lake")),
            (Intel, 6, 143, "avx512f amx_tile", Some("Sapphire Rapids")),
            (Intel, 6, 173, "avx512f amx_fp16 amx_tile", Some("Granite Rapids")),
            (Amd, 25, 0x01, "avx2 avx512f", Some("by its features Zen 4 or later")),
            (Amd, 25, 0x11, "avx512f avx512_vp2intersect", Some("by its features Zen 5 or later")),
            (Amd, 25, 0x01, "avx2", Some("Zen 3")),
            (Amd, 26, 0x02, "avx512f avx512_vp2intersect", Some("Zen 5")),
            (Intel, 6, 255, "amx_fp16", None),
            (Other, 6, 167, "amx_fp16", None),
        ] {
            let mut cpu = cpu(vendor, family, model, 1);
            cpu.flags = flags.split(' ').map(String::from).collect();
            assert_eq!(
                cpu.microarchitecture().as_deref(),
                expected,
                "{vendor:?} family {family} model {model}: {flags}"
            );
        }
    }

    #[test]
    fn descriptions_name_family_and_model() {
        let text = "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\n\
                    model name\t: AMD EPYC\nstepping\t: 1\nflags\t\t: fpu avx2\n\nprocessor\t: 1\nmodel\t\t: 9\n";
        let cpu = Cpu::parse(text);
        assert_eq!(cpu.description(), "AMD EPYC, family 25 model 17 (Zen 4)");
        assert_eq!((cpu.stepping, cpu.flags), (Some(1), vec!["fpu".to_string(), "avx2".into()]));
        let unknown = self::cpu(Vendor::Intel, 6, 255, 0);
        assert_eq!(unknown.description(), "CPU, family 6 model 255 (unknown microarchitecture)");
        assert_eq!(Cpu::parse("").description(), std::env::consts::ARCH);
    }
}
