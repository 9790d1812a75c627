//! What properties of an offer say about its variant, where the feed has no text for it.

use crate::words::lists::labels::OF_VARIANTS;
use domain::product::Spec;
use domain::text;

/// A longer value describes rather than names.
const LONGEST: usize = 40;
/// More properties than these tell nothing new.
const MOST: usize = 4;

/// Colour, size and storage of an offer as one text, in the order in which they are stated; at most 163 characters.
pub fn stated_variant(specs: &[Spec]) -> String {
    let is_variant = |spec: &&Spec| {
        let label = text::tokens(&spec.label).join(" ");
        OF_VARIANTS.contains(&label.as_str()) && spec.value.chars().count() <= LONGEST
    };
    let values: Vec<&str> = specs
        .iter()
        .filter(is_variant)
        .take(MOST)
        .map(|spec| spec.value.as_str())
        .collect();
    values.join(" ")
}

#[cfg(test)]
mod tests {
    use super::stated_variant;
    use domain::product::Spec;

    #[test]
    fn colour_and_storage_are_told_in_any_language() {
        let spec = |label: &str, value: &str| Spec {
            label: label.to_owned(),
            value: value.to_owned(),
            icon: None,
        };
        let specs = [
            spec("Speicherkapazität", "256 GB"),
            spec("Weight", "190 g"),
            spec("COLOUR", "Midnight"),
            spec(
                "Barva",
                "as on the picture, which shows one of our many colours",
            ),
        ];
        assert_eq!(stated_variant(&specs), "256 GB Midnight");
        assert_eq!(stated_variant(&[]), "");
    }
}
