//! Code points that stand in decoded text for what could not be read. No valid text holds them.

use crate::reading::charset::MALFORMED;

/// Stands where an XML entity is not one of the five and not a character reference. Entities of a
/// DOCTYPE are never expanded.
pub(crate) const UNKNOWN_ENTITY: char = '\u{fffe}';

/// The same as a text.
pub(crate) const UNKNOWN_ENTITY_TEXT: &str = "\u{fffe}";

/// What is wrong with a text that holds a mark.
pub(crate) fn problem(text: &str) -> Option<&'static str> {
    if text.is_ascii() {
        None
    } else if text.contains(MALFORMED) {
        Some("not valid UTF-8 (or not in the declared character set)")
    } else if text.contains(UNKNOWN_ENTITY) {
        Some("holds an XML entity that is not defined")
    } else {
        None
    }
}
