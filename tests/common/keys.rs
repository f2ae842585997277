//! The members of JSON documents, compared with their declarations.

use quadrille_console::keys::Key;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The values of a document by their places, as `Key::paths` names them.
pub fn members(value: &Value, path: &str, found: &mut BTreeMap<String, Vec<Value>>) {
    let is_list_of_objects = |items: &[Value]| items.iter().any(Value::is_object);
    match value {
        Value::Object(members_of) => {
            for (name, value) in members_of {
                // The names of groups of ratings and of techniques are not keys.
                let is_group = ["ratings", "hardest_steps", "steps"].contains(&path);
                let name = if is_group { "*" } else { name };
                let dot = if path.is_empty() { "" } else { "." };
                members(value, &format!("{path}{dot}{name}"), found);
            }
        }
        Value::Array(items) if is_list_of_objects(items) => {
            items.iter().for_each(|item| members(item, path, found));
        }
        value => found.entry(path.to_owned()).or_default().push(value.clone()),
    }
}

/// Asserts that the members of some documents are those that are declared, with values of their types.
pub fn assert_declared(documents: &[Value], keys: &[&Key], what: &str) {
    let mut found = BTreeMap::new();
    documents.iter().for_each(|document| members(document, "", &mut found));
    let declared: BTreeMap<String, &str> =
        keys.iter().flat_map(|key| key.paths().into_iter().map(|path| (path, key.kind))).collect();
    // An object that is null or a list that is empty in one document has members in another one.
    let is_parent = |path: &String| declared.keys().any(|other| other.starts_with(&format!("{path}.")));
    let written: BTreeSet<_> = found.keys().filter(|path| !is_parent(path)).collect();
    assert_eq!(written, declared.keys().collect(), "{what}: written and declared keys");
    for (path, kind) in &declared {
        for value in &found[path] {
            assert!(is_of(kind, value), "{what}: {path} is {kind}, not {value}");
        }
    }
}

fn is_of(kind: &str, value: &Value) -> bool {
    if let Some(kind) = kind.strip_suffix(" or null") {
        return value.is_null() || is_of(kind, value);
    }
    let are = |kind: &str| value.as_array().is_some_and(|items| items.iter().all(|item| is_of(kind, item)));
    match kind {
        "text" => value.is_string(),
        "integer" => value.is_u64(),
        "number" => value.is_number(),
        "true or false" => value.is_boolean(),
        "list of texts" => are("text"),
        "list of integers" => are("integer"),
        "list of numbers" => are("number"),
        other => panic!("an unknown type: {other}"),
    }
}
