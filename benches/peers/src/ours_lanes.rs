//! Our batch on a file of 9×9 lines, one worker, up to 2 solutions each, text to text, checked.
//! `QUADRILLE_ISA` chooses the instruction set.

mod batch;

use quadrille::engine::{EngineChoice, lanes::Isa};
use quadrille::{Batch, Input, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let engine = match std::env::var("QUADRILLE_ISA") {
        Ok(name) => {
            let isa = Isa::ALL.into_iter().find(|isa| isa.name() == name);
            EngineChoice::Lanes(isa.ok_or("QUADRILLE_ISA names no instruction set")?)
        }
        Err(_) => EngineChoice::Auto,
    };
    let run = Batch::new(Task::Solve).limit(2).threads(1).engine(engine);
    batch::main(|text, answers| {
        let inputs = vec![Input::reader("text", text.as_bytes())];
        run.run(inputs, answers, &mut ()).expect("memory cannot fail");
    })
}
