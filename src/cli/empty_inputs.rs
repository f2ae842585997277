//! Empty inputs, which are rarely intended.

use quadrille::Input;
use quadrille_console::exit::print_stderr;

pub(super) struct EmptyInputs {
    names: Vec<String>,
    /// Names of those that are files of no bytes.
    empty: Vec<String>,
}

impl EmptyInputs {
    pub fn among(inputs: &[Input<'_>]) -> EmptyInputs {
        let name = |input: &Input<'_>| match input.name() {
            "-" => "standard input".to_owned(),
            name => name.to_owned(),
        };
        let empty = inputs.iter().filter(|input| input.size() == Some(0));
        EmptyInputs { empty: empty.map(name).collect(), names: inputs.iter().map(name).collect() }
    }

    /// Warns of files that are empty, and of a run without any record, or whatever the inputs consist of.
    pub fn warn(&self, records: u64, what: &str) {
        for file in &self.empty {
            print_stderr(&format!("quadrille: warning: {file} is empty"));
        }
        if records == 0 && self.empty.len() < self.names.len() {
            let names = self.names();
            print_stderr(&format!("quadrille: warning: no {what} in {names}; there is nothing to answer"));
        }
    }

    /// The names of all inputs.
    pub fn names(&self) -> String {
        self.names.join(", ")
    }
}
