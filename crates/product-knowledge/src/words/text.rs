//! The text form of tables.

use super::WordsError;
use super::section::Section;

/// An entry as it stands in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stated<'t> {
    pub(super) section: Section,
    pub(super) name: &'t str,
    /// The line of its name.
    pub(super) line: usize,
    /// At least one, with the line that it stands on.
    pub(super) words: Vec<(usize, &'t str)>,
}

/// Reads a text: sections in brackets, names with a colon, words with commas between them, on the same line or
/// on indented ones behind it. The first line that is none of these is an error.
pub(super) fn read(text: &str) -> Result<Vec<Stated<'_>>, WordsError> {
    let mut section = None;
    let mut entries: Vec<Stated<'_>> = Vec::new();
    let mut open: Option<Stated<'_>> = None;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (line, written) in (1..).zip(text.lines()) {
        let said = written.trim();
        if said.is_empty() || said.starts_with('#') {
            continue;
        }
        if written.starts_with(char::is_whitespace) {
            let entry = open.as_mut().ok_or_else(|| {
                let problem = format!("`{said}` is indented and belongs to no name before it");
                refused(line, problem)
            })?;
            add(entry, line, said)?;
            continue;
        }
        entries.extend(complete(open.take())?);
        if said.starts_with('[') {
            section = Some(section_of(line, said)?);
        } else {
            open = Some(named(section, line, said)?);
        }
    }
    entries.extend(complete(open)?);
    Ok(entries)
}

fn refused(line: usize, problem: String) -> WordsError {
    WordsError::Refused { line, problem }
}

fn section_of(line: usize, said: &str) -> Result<Section, WordsError> {
    let name = said.trim_start_matches('[').trim_end_matches(']').trim();
    Section::named(name).ok_or_else(|| {
        let known: Vec<&str> = Section::ALL.iter().map(|s| s.name()).collect();
        let known = known.join(", ");
        refused(line, format!("`{said}` is no section: they are {known}"))
    })
}

fn named(section: Option<Section>, line: usize, said: &str) -> Result<Stated<'_>, WordsError> {
    let problem = |problem: &str| refused(line, format!("`{said}` {problem}"));
    let section =
        section.ok_or_else(|| problem("stands before the first section, as in [colours]"))?;
    let (name, words) = said.split_once(':').ok_or_else(|| {
        problem("is no entry, which is a name, `:` and words with commas between them")
    })?;
    let mut entry = Stated {
        section,
        name: name.trim(),
        line,
        words: Vec::new(),
    };
    add(&mut entry, line, words)?;
    Ok(entry)
}

/// Adds the words of a line, behind the last of which a comma may stand.
fn add<'t>(entry: &mut Stated<'t>, line: usize, words: &'t str) -> Result<(), WordsError> {
    let words = words.trim();
    let words = words.strip_suffix(',').unwrap_or(words);
    if words.is_empty() {
        return Ok(());
    }
    for word in words.split(',').map(str::trim) {
        if word.is_empty() || word.contains([':', '[', ']']) {
            let problem = format!(
                "`{word}` in `{words}` is no word: between commas stand words without `:` and brackets"
            );
            return Err(refused(line, problem));
        }
        entry.words.push((line, word));
    }
    Ok(())
}

fn complete(entry: Option<Stated<'_>>) -> Result<Option<Stated<'_>>, WordsError> {
    match entry {
        Some(entry) if entry.words.is_empty() => {
            let problem = format!("`{}` has no words", entry.name);
            Err(refused(entry.line, problem))
        }
        entry => Ok(entry),
    }
}
