//! Placeholders in the command of a program, such as `{input}`.

use anyhow::{Result, bail};

/// The placeholders that are replaced when the program is started.
pub(crate) const PLACEHOLDERS: [&str; 5] = ["input", "output", "limit", "threads", "count"];

/// Rejects a word in braces that looks like a placeholder but is not one: `{inptu}` would be passed to the
/// program unchanged. Other words in braces, as in `awk '{print}'` or `${HOME}`, are left to the program.
pub(crate) fn check_placeholders(words: &[String]) -> Result<()> {
    for word in words {
        for name in in_braces(word).filter(|name| !PLACEHOLDERS.contains(name)) {
            let meant = PLACEHOLDERS.into_iter().find(|known| resembles(&name.to_lowercase(), known));
            let all = PLACEHOLDERS.map(|name| format!("{{{name}}}")).join(", ");
            match meant {
                Some(meant) => {
                    bail!(
                        "unknown placeholder {{{name}}}; did you mean {{{meant}}}? The placeholders are {all}"
                    )
                }
                None if word.len() == name.len() + 2 => {
                    bail!("unknown placeholder {{{name}}}; the placeholders are {all}")
                }
                None => {}
            }
        }
    }
    Ok(())
}

/// The names in braces, letters only, except names after a `$`.
fn in_braces(word: &str) -> impl Iterator<Item = &str> {
    word.match_indices('{').filter(|(at, _)| !word[..*at].ends_with('$')).filter_map(|(at, _)| {
        let name = &word[at + 1..][..word[at + 1..].find('}')?];
        let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphabetic());
        is_name.then_some(name)
    })
}

/// Whether at most two letters must be inserted, removed or replaced to make one word of the other, or one of
/// them is the beginning of the other.
fn resembles(word: &str, known: &str) -> bool {
    let is_start = word.len() > 1 && known.starts_with(word);
    is_start || (word.len() > 2 && strsim::levenshtein(word, known) <= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_placeholder_is_an_error_and_other_braces_are_not() {
        let check = |word: &str| check_placeholders(&[word.to_string()]);
        for (word, meant) in [
            ("{inptu}", "{input}"),
            ("--file={imput}", "{input}"),
            ("{Output}", "{output}"),
            ("{out}", "{output}"),
            ("-n{cuont}", "{count}"),
            ("{thread}", "{threads}"),
        ] {
            let error = check(word).unwrap_err().to_string();
            assert!(error.contains(&format!("did you mean {meant}?")), "{word}: {error}");
        }
        assert!(check("{nonsense}").is_err());
        for word in [
            "{input}",
            "a{input}b{output}",
            "{print}x",
            "{ print $1 }",
            "${input}",
            "{}",
            "{a,b}",
            "x{",
            "{1}",
        ] {
            assert!(check(word).is_ok(), "{word}");
        }
    }
}
