//! Advice about an error of the library, in terms of the command line.
//!
//! The library reports causes as types and does not know any option. Here, and only here, a cause is
//! mapped to the option that avoids it. The sentence is printed after the message, separated by `; `.

use quadrille_base::error::{Error, ErrorKind};
use quadrille_console::nearest::nearest;
use quadrille_cover::diagram::DiagramError;
use quadrille_engines::Unavailable;
use quadrille_grid::{ParsePuzzleError, Readings, Refusal, RulesError, Symbols};
use quadrille_run::{
    format::{Format, FormatError},
    io::{FileKind, UnsupportedFile},
};
use quadrille_tasks::Malformed;
use std::error::Error as StdError;

/// The text after an error's message: a semicolon and the advice, if there is any. `command` is the command that failed.
pub fn suffix(error: &anyhow::Error, command: &str) -> String {
    let advice =
        advice(error).map(|advice| advice.replace("quadrille COMMAND", &format!("quadrille {command}")));
    advice.map_or(String::new(), |advice| format!("; {advice}"))
}

/// A sentence that names the option to use, if there is one.
pub fn advice(error: &anyhow::Error) -> Option<String> {
    error.chain().find_map(|cause| {
        match reason(cause) {
            Some(DiagramError::MemoryLimit(_)) => {
                return Some("allow it more with --memory, as in --memory 8G".into());
            }
            Some(DiagramError::Stopped) => return Some("raise --max-nodes or --timeout".into()),
            _ => {}
        }
        if reason::<Unavailable>(cause).is_some() {
            return Some("use --isa auto".into());
        }
        if let Some(file) = reason::<UnsupportedFile>(cause) {
            let advice = if file.needs_feature() {
                FEATURE
            } else if file.needs_file() {
                "save it as a file that is not compressed, and name that"
            } else {
                for_file(file.kind())
            };
            return Some(advice.into());
        }
        let for_rules = reason(cause).and_then(for_rules).map(Into::into);
        let for_run = cause.downcast_ref().and_then(for_run).map(Into::into);
        for_rules.or(for_run).or_else(|| reason(cause).and_then(for_format))
    })
}

/// The subject of an error of the library, or of another one.
fn reason<'a, T: StdError + 'static>(cause: &'a (dyn StdError + 'static)) -> Option<&'a T> {
    cause.downcast_ref().or_else(|| cause.downcast_ref::<Error>()?.reason())
}

fn for_run(error: &Error) -> Option<&'static str> {
    match error.kind() {
        ErrorKind::NeedsMapping => Some("remove --no-mmap"),
        ErrorKind::NotAFile => Some("save it to an uncompressed file, and name that file"),
        ErrorKind::OutOfMemory => Some("allow the process more memory, or use fewer threads with --threads"),
        ErrorKind::RecordsEndEarly => Some("with --format line the input is read to its end"),
        _ => None,
    }
}

/// The option for a malformed record, if there is one. `equal_by` tells whether the command has this option.
pub fn for_record(reason: &Malformed, equal_by: bool) -> Option<String> {
    match reason {
        Malformed::Puzzle(ParsePuzzleError::Ambiguous(readings)) => Some(for_symbols(*readings)),
        Malformed::Puzzle(ParsePuzzleError::UnclearZero(_)) => {
            Some("use --symbols digits if 0 is an empty cell".into())
        }
        Malformed::Refused(Refusal::NoForm(_)) if equal_by => {
            Some("use --equal-by text to compare the givens of boards of every size".into())
        }
        Malformed::TwoAnswers(first, _) => Some(format!("choose one, as in --solution-column {first}")),
        _ => None,
    }
}

/// The options for records whose symbols fit several alphabets.
fn for_symbols(readings: Readings) -> String {
    let options = readings.symbols().map(|symbols| match symbols {
        Symbols::Letters => "--symbols letters",
        Symbols::Digits => "--symbols digits",
        _ => "--symbols hex",
    });
    format!("use {}", options.collect::<Vec<_>>().join(" or "))
}

/// How to get a build that reads tables.
const FEATURE: &str = "in a clone, use `cargo install --path . --features parquet`, or the Python package: `pip install ./python`";

fn for_file(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Zip => "use `unzip -p FILE | quadrille COMMAND -`",
        FileKind::SevenZip => "use `7z x -so FILE | quadrille COMMAND -`",
        FileKind::Rar => "use `unrar p -inul FILE | quadrille COMMAND -`",
        FileKind::Tar => "use `tar -xOf FILE | quadrille COMMAND -`, for a compressed archive too",
        FileKind::Lz4 => "use `lz4 -dc FILE | quadrille COMMAND -`",
        FileKind::Lzip => "use `lzip -dc FILE | quadrille COMMAND -`",
        FileKind::Compress => "use `gzip -dc FILE | quadrille COMMAND -`",
        FileKind::CompressedTwice => "decompress it once, and use the result",
        FileKind::Xlsx | FileKind::OldOffice => "save it as csv in a spreadsheet program",
        FileKind::Npz => {
            "write its boards as lines of digits in Python: \
             `numpy.savetxt('puzzles.txt', boards.reshape(len(boards), -1), fmt='%d', delimiter='')`"
        }
        FileKind::Pickle => "write its boards as lines of digits in Python",
        FileKind::FeatherV1 => {
            "write it again as Arrow in Python: `feather.write_feather(feather.read_table(FILE), OUT)`"
        }
        FileKind::Avro | FileKind::Orc => {
            "write it as Parquet or csv, for example in Python: `table.to_csv('puzzles.csv')`"
        }
        FileKind::Hdf5 | FileKind::Sqlite => "write its table of puzzles as csv",
        FileKind::Pdf => "use `pdftotext -layout FILE - | quadrille COMMAND -`",
        FileKind::Rtf | FileKind::Html => "save it as plain text",
        FileKind::OpenSudoku => "use `grep -o 'data=\"[0-9]*' FILE | tr -cd '0-9\\n' | quadrille COMMAND -`",
        FileKind::Xml => "write its boards as lines of digits",
        FileKind::Utf16 => "use `iconv -f UTF-16LE -t UTF-8 FILE | quadrille COMMAND -` (or -f UTF-16BE)",
        FileKind::Utf32 => "use `iconv -f UTF-32 -t UTF-8 FILE | quadrille COMMAND -`",
        _ => "use a file of puzzles as text",
    }
}

fn for_rules(error: &RulesError) -> Option<&'static str> {
    match error {
        RulesError::Regions { .. } => Some("use a --regions file for boards of this size"),
        RulesError::Windoku(_) => Some("remove windoku from --variant"),
        RulesError::MissingRegions => Some("add --regions FILE, or put them directly after each grid"),
        RulesError::NoBoxes => Some("remove jigsaw or disjoint-groups from --variant"),
        _ => None,
    }
}

fn for_format(error: &FormatError) -> Option<String> {
    match error {
        FormatError::Unrecognized { first_line } => {
            let names = Format::all().iter().flat_map(|f| [&[f.name()], f.aliases()].concat());
            let names = names.collect::<Vec<_>>().join(", ");
            let column = if first_line.contains(',') {
                "if this is a csv header, name its puzzle column with --column; otherwise "
            } else {
                ""
            };
            Some(format!("{column}name its format with --format: {names}"))
        }
        FormatError::NoPuzzleColumn { requested: Some(name), header, .. } => {
            Some(instead(name, header, "name the one with the puzzles with --column"))
        }
        FormatError::NoPuzzleColumn { candidates, .. } if candidates.len() > 1 => Some(format!(
            "choose one, as in --column {}",
            shlex::try_quote(&candidates[0]).unwrap_or_default()
        )),
        FormatError::NoPuzzleColumn { .. } => {
            Some("if one of them has the puzzles, name it with --column".into())
        }
        FormatError::OtherHeader { .. } => {
            Some("write an output for each, or add --output-format ndjson or line".into())
        }
        FormatError::NoHeader => Some("put one before the first row, such as id,puzzle".into()),
        FormatError::NoBoardCount { .. } => Some("put it there, or name another format with --format".into()),
        FormatError::NoExpectedSolutions { .. } => {
            Some("use csv or ndjson, or remove --verify-answers and --solution-column".into())
        }
        FormatError::HeaderlessTable { beside_complete: false, .. } => {
            Some("put a header line before it, such as id,puzzle".into())
        }
        FormatError::HeaderlessTable { .. } => Some(
            "put a header line before it, such as id,puzzle, or use --format line to read the first field"
                .into(),
        ),
        FormatError::NoGivens { .. } => {
            Some(
                "candidates are read by solve, count, hint except by naked-singles, check without --minimal, rate and select with --method se, \
                 and convert with --output-format pencilmark, candidates or hodoku"
                    .into(),
            )
        }
        FormatError::NoSolutionColumn { requested, header, .. } => {
            Some(instead(requested.as_deref().unwrap_or_default(), header, "name it with --solution-column"))
        }
        FormatError::SeveralSolutionColumns { columns, .. } => Some(format!(
            "choose one, as in --solution-column {}",
            shlex::try_quote(&columns[0]).unwrap_or_default()
        )),
        FormatError::UnmovedSolutions { columns, .. } => Some(
            if columns.is_empty() {
                "put a header line before them, such as puzzle,solution, or add --no-solution"
            } else {
                "name the one to move with --solution-column, or add --no-solution to move none"
            }
            .into(),
        ),
        FormatError::NoTransformColumn { requested, header, .. } => {
            Some(instead(requested, header, "name it with --transform-column"))
        }
        FormatError::NoCopies { .. } => Some("add --output-format line, csv or ndjson".into()),
        FormatError::NoColumns { .. } => Some("remove --column or --format".into()),
        FormatError::NoTextToKeep { .. } => Some("remove --keep-trailing".into()),
        FormatError::NoPlaceForText { .. } => {
            Some("use --output-format same, or remove --keep-trailing".into())
        }
        FormatError::CarriageReturns => Some(r"convert it: tr '\r' '\n' < FILE | quadrille COMMAND -".into()),
        FormatError::NoConversion { .. } => {
            Some("add --output-format same, or give the output another extension".into())
        }
        FormatError::AnnouncesCount { .. } => Some("use --output-format pair without --only instead".into()),
        FormatError::NoRows { .. } => Some("add --output-format line, csv, ndjson or grid".into()),
        FormatError::NoSteps { .. } => Some("add --output-format line, csv, ndjson or grid".into()),
        FormatError::NoDetails { .. } => Some("add --output-format line, csv or ndjson".into()),
        FormatError::NoRegions { .. } => Some("use a --regions file, or --format line or pencilmark".into()),
        _ => None,
    }
}

/// The column that was probably meant, or what to do.
fn instead(requested: &str, header: &[String], otherwise: &str) -> String {
    // A column of this name may be there, and hold something else.
    let others = header.iter().map(String::as_str).filter(|name| *name != requested);
    nearest(requested, others).map_or(otherwise.into(), |name| format!("did you mean {name}?"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;
    use quadrille_base::isa::InstructionSet;

    #[test]
    fn causes_are_found_below_their_context() {
        let error = anyhow::Error::new(Unavailable(InstructionSet::Avx512)).context("contestant");
        assert_eq!(advice(&error).as_deref(), Some("use --isa auto"));
        let error = Err::<(), _>(RulesError::NoBoxes).context("rules").unwrap_err();
        assert!(advice(&error).unwrap().contains("--variant"));
        let error = anyhow::Error::new(Error::new(ErrorKind::NeedsMapping, "x")).context("input");
        assert_eq!(advice(&error).as_deref(), Some("remove --no-mmap"));
        assert_eq!(advice(&anyhow::anyhow!("another error")), None);
    }

    #[test]
    fn a_header_without_a_known_column_leads_to_the_option_for_it() {
        let unknown = |line: &str| anyhow::Error::new(FormatError::Unrecognized { first_line: line.into() });
        assert!(
            advice(&unknown("id,board"))
                .unwrap()
                .contains("--column; otherwise name its format with --format")
        );
        assert!(advice(&unknown("hello")).unwrap().starts_with("name its format with --format: ndjson"));
    }

    #[test]
    fn a_compressed_file_that_cannot_be_sharded_is_not_called_irregular() {
        let error = anyhow::Error::new(Error::new(ErrorKind::NotAFile, "x"));
        assert_eq!(advice(&error).as_deref(), Some("save it to an uncompressed file, and name that file"));
    }
}
