//! Texts and lists that live as long as the process, each made once: names that come from outside, where those that the
//! program knows are constants.

use crate::format::Field;
use std::{collections::BTreeSet, sync::Mutex};

/// The text, the same one for the same name. What it takes grows with the number of different names alone.
pub(super) fn interned(name: String) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(|e| e.into_inner());
    if let Some(known) = names.get(&*name) {
        return known;
    }
    let name: &str = name.leak();
    names.insert(name);
    name
}

/// The fields of an answer with this name and then `others`.
pub(super) fn interned_fields(answer: &str, others: &[Field]) -> &'static [Field] {
    static LISTS: Mutex<Vec<&'static [Field]>> = Mutex::new(Vec::new());
    let fields = [&[Field::Answer(interned(answer.to_owned()))], others].concat();
    let mut lists = LISTS.lock().unwrap_or_else(|e| e.into_inner());
    if let Some(known) = lists.iter().find(|known| ***known == *fields) {
        return known;
    }
    let fields: &[Field] = fields.leak();
    lists.push(fields);
    fields
}
