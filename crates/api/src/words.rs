//! Words that an operator adds to those that are compiled in.

use std::fs;

use product_knowledge::words;

use crate::failure::Failure;
use crate::settings::Settings;

/// The setting that names the file.
const WORDS_FILE: &str = "PCS_WORDS_FILE";

/// Adds the words of `PCS_WORDS_FILE`, if there is one. Called once, before anything is read by them. A failure
/// names the file, its line, and what is accepted there.
pub fn add(settings: &Settings) -> Result<(), Failure> {
    let Some(path) = &settings.words_file else {
        return Ok(());
    };
    let shown = path.display();
    let text = fs::read_to_string(path).map_err(|error| {
        Failure::unusable(WORDS_FILE, path, format!("cannot be read as text: {error}"))
    })?;
    words::extend(&text)
        .map_err(|error| Failure::usage(WORDS_FILE, format!("{WORDS_FILE}: {shown}:{error}")))?;
    tracing::info!(file = %shown, "words are added");
    Ok(())
}
