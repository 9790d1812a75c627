//! The model code that an offer states beside its title.

use super::SubjectTexts;
use super::codes;
use super::wording::Wording;

/// How many words of a description are looked at: behind them it speaks of what comes with a thing, or of other things.
const FIRST_WORDS: usize = 12;

/// The model code among the first words of a description, else in the name of an image, in small letters and digits; empty when
/// there is none.
pub fn stated_code(description: &str, image_url: Option<&str>) -> String {
    let words: Vec<&str> = description.split_whitespace().take(FIRST_WORDS).collect();
    let image = image_url.map_or(String::new(), image_words);
    let of = |text: &str| {
        let wording = Wording::new(text, &SubjectTexts::default());
        codes::first_code(&wording).map(str::to_owned)
    };
    of(&words.join(" "))
        .or_else(|| of(&image))
        .unwrap_or_default()
}

/// The words of an image's file name, without its ending.
fn image_words(url: &str) -> String {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let file = path.rsplit('/').next().unwrap_or_default();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    stem.replace(['_', '+'], " ").replace("%20", " ")
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::stated_code;

    #[rstest]
    #[case::of_one_word("Der Kilma KM2300 mixt leise.", None, "km2300")]
    #[case::with_a_hyphen("Kilma KM-2300: mixt leise.", None, "km2300")]
    #[case::of_the_image(
        "Mixt leise.",
        Some("https://i.example/kilma_km-2300.jpg?w=2"),
        "km2300"
    )]
    #[case::the_description_first("KM-2300", Some("https://i.example/kx-9900.jpg"), "km2300")]
    #[case::a_quantity("Fasst 256GB und 5000mAh", None, "")]
    #[case::far_behind(
        "Ein leiser Mixer für den Alltag, der alles schafft, was sonst nur der KM-2300 kann",
        None,
        ""
    )]
    #[case::nothing("", None, "")]
    fn codes_are_found(#[case] description: &str, #[case] image: Option<&str>, #[case] code: &str) {
        assert_eq!(stated_code(description, image), code);
    }
}
