//! Spellings of currencies, by where they are used.

mod elsewhere;
mod western;

/// Spellings and the codes they may stand for. Short ones are written exactly so; those of three and
/// more letters in any case.
pub(super) fn all() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    western::WESTERN.iter().chain(elsewhere::ELSEWHERE)
}
