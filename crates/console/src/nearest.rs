//! The name that a mistyped one was meant to be.

use std::path::Path;
use strsim::osa_distance;

/// The name with the fewest changes to the mistyped one, if they are few: letters that are inserted, left out, replaced, or
/// exchanged with the next.
pub fn nearest<'n>(mistyped: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let word = mistyped.to_lowercase();
    let most = (word.chars().count() / 3).max(1);
    let distances = names.into_iter().map(|name| (osa_distance(&word, &name.to_lowercase()), name));
    distances
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// The same for words that people abbreviate: the only name that begins with the word, as `verify-answers` begins with
/// `verify`, or else the nearest one, or the two that begin with it, or else the only one that it abbreviates, as `rot180`
/// abbreviates `rotate180`.
pub fn nearest_words<'n>(mistyped: &str, names: impl IntoIterator<Item = &'n str> + Clone) -> Vec<&'n str> {
    let word = mistyped.to_lowercase();
    let fitting = |most: usize, fits: &dyn Fn(&str) -> bool| -> Vec<&'n str> {
        let found: Vec<_> = names.clone().into_iter().filter(|name| word.len() > 2 && fits(name)).collect();
        if found.len() > most { Vec::new() } else { found }
    };
    let abbreviates = |name: &str| {
        let (mut rest, mut letters) = (name.chars(), word.chars());
        letters.next() == rest.next() && letters.all(|letter| rest.any(|other| other == letter))
    };
    let begun = fitting(2, &|name| name.starts_with(&word));
    if begun.len() == 1 {
        return begun;
    }
    match nearest(mistyped, names.clone()) {
        Some(near) => vec![near],
        None if begun.is_empty() => fitting(1, &abbreviates),
        None => begun,
    }
}

/// The file beside this one that it was meant to be, with its folder as typed.
pub fn nearest_file(path: &Path) -> Option<String> {
    /// Larger folders are not searched.
    const MOST: usize = 10_000;
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let files = folder.unwrap_or(Path::new(".")).read_dir().ok()?.take(MOST).flatten();
    let mut names: Vec<String> = files.filter_map(|file| file.file_name().into_string().ok()).collect();
    // The order of a folder is arbitrary.
    names.sort();
    let found = nearest(name, names.iter().map(String::as_str))?;
    Some(folder.map_or(found.to_owned(), |folder| folder.join(found).display().to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks pairs of a word and the name that it is meant to be.
    fn check(meant: impl Fn(&str) -> Option<&'static str>, words: &[(&str, Option<&str>)]) {
        for &(word, expected) in words {
            assert_eq!(meant(word), expected, "{word}");
        }
    }

    fn only(words: Vec<&'static str>) -> Option<&'static str> {
        assert!(words.len() < 2, "{words:?}");
        words.first().copied()
    }

    #[test]
    fn few_changes_lead_to_a_name() {
        let commands = ["select", "solve", "check", "count", "cover"];
        check(
            |word| nearest(word, commands),
            &[
                ("sovle", Some("solve")),
                ("slove", Some("solve")),
                ("Chekc", Some("check")),
                ("cuont", Some("count")),
                ("selct", Some("select")),
                ("train", None),
                ("", None),
            ],
        );
    }

    #[test]
    fn abbreviations_lead_to_the_only_name() {
        let names = ["rotate180", "rotate90", "locked", "unique", "unknown", "solution-column", "symbols"];
        check(
            |word| only(nearest_words(word, names)),
            &[
                ("rot180", Some("rotate180")),
                ("lock", Some("locked")),
                ("uniq", Some("unique")),
                ("sol", Some("solution-column")),
                ("un", None),
                ("", None),
            ],
        );
        assert_eq!(nearest_words("rot", names), ["rotate180", "rotate90"]);
        assert_eq!(nearest_words("one", ["one-a", "one-b", "one-c"]), [""; 0]);
    }

    #[test]
    fn the_beginning_of_one_name_is_not_taken_for_a_nearer_name() {
        let names = ["output", "output-format", "color", "column", "columns"];
        check(
            |word| only(nearest_words(word, names)),
            &[("output-f", Some("output-format")), ("outpt", Some("output")), ("colum", Some("column"))],
        );
    }

    #[test]
    fn a_file_is_sought_in_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("9x9-minimal.txt"), "").unwrap();
        let typed = |name: &str| nearest_file(&folder.path().join(name));
        let file = folder.path().join("9x9-minimal.txt").display().to_string();
        assert_eq!((typed("9x9-minimal.tx"), typed("other")), (Some(file), None));
        assert_eq!(nearest_file(&folder.path().join("none/x")), None);
    }
}
