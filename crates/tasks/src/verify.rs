//! Says why the solutions that records bring are wrong.

use super::{
    Answers, Beside, Boards, ColumnKind, ColumnSpec, ColumnValues, Needs, Status, Task, TaskWorker,
    WorkerContext, WrongSolution, options_of, search::Search,
};
use std::io::Write;

/// Compares the solution that each record brings with the rules. The answer is why it is wrong; there is none if it is right.
#[derive(Clone, Debug)]
pub struct Verify {
    columns: [ColumnSpec; 2],
}

impl Default for Verify {
    fn default() -> Verify {
        Verify::new()
    }
}

impl Verify {
    /// Each puzzle is searched for its second solution, so that its status says how many it has. It is `mismatch` if the record's solution is wrong.
    pub fn new() -> Verify {
        let about = "why the solution of the record is wrong, and the cell that shows it";
        Verify { columns: [ColumnSpec::new("mismatch", ColumnKind::Text, about), ColumnSpec::STATUS] }
    }
}

impl Task for Verify {
    fn columns(&self) -> &[ColumnSpec] {
        &self.columns
    }

    fn needs(&self) -> Needs {
        Needs { own_answers: true, ..Needs::default() }
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        options_of(("verify", 2), &[])
    }

    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker> {
        Box::new(Verifier(Search::new(context, 2).verify_answers(true)))
    }
}

struct Verifier(Search);

impl TaskWorker for Verifier {
    fn answer(
        &mut self,
        boards: &Boards,
        beside: &dyn Beside,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        let searched = self.0.answer((boards, beside), answers);
        if let ColumnValues::Texts(texts) = &mut answers.columns[0] {
            for (record, mismatch) in &answers.mismatches {
                texts.push_with(*record, |text| write!(text, "{mismatch}").expect("a vector takes all"));
                answers.statuses[*record] = Status::Mismatch;
            }
        }
        searched
    }
}
