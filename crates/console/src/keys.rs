//! The members of JSON documents, declared for the reference.

/// A member of a JSON document, or several of the same meaning.
pub struct Key {
    /// Its place, as in `machine.cores` and, in all objects of a list, `files.rows.threads`. `{a,b}` means both.
    pub path: &'static str,
    /// The type of its values.
    pub kind: &'static str,
    /// The unit, if the values are numbers.
    pub unit: &'static str,
    /// The commands that write it, separated by blanks; empty for all.
    pub commands: &'static str,
    pub about: &'static str,
}

impl Key {
    pub const fn new(path: &'static str, kind: &'static str, unit: &'static str, about: &'static str) -> Key {
        Key { path, kind, unit, commands: "", about }
    }

    /// The same in the documents of these commands only.
    pub const fn of(self, commands: &'static str) -> Key {
        Key { commands, ..self }
    }

    /// Whether a command writes it.
    pub fn is_of(&self, command: &str) -> bool {
        self.commands.is_empty() || self.commands.split(' ').any(|name| name == command)
    }

    /// Each place that it means.
    pub fn paths(&self) -> Vec<String> {
        let Some((before, rest)) = self.path.split_once('{') else { return vec![self.path.to_owned()] };
        let (names, after) = rest.split_once('}').expect("a closing brace");
        names.split(',').map(|name| format!("{before}{name}{after}")).collect()
    }
}
