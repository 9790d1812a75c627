//! Colour words of many languages.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Colours, and the folded words for each of them.
const COLOURS: [(&str, &str); 31] = [
    ("beige", "beige"),
    (
        "black",
        "black blk cerna czarny fekete musta negro negru nera nero noir preta preto qara schwarz \
         schwarze schwarzer schwarzes siyah svart zwart",
    ),
    (
        "blue",
        "albastru azul azure azzurro bla blau blauw bleu blu blue goy mavi modra niebieski",
    ),
    ("bronze", "bronze"),
    (
        "brown",
        "braun brazowy brown bruin brun hneda kahverengi marron marrone",
    ),
    ("copper", "copper"),
    ("coral", "coral"),
    ("cream", "cream ivory"),
    ("cyan", "cyan"),
    (
        "gold",
        "altin champagne dourado gld gold golden goud guld oro zlata zloty",
    ),
    ("graphite", "graphite"),
    (
        "green",
        "green groen gron grun lime olive verde vert vihrea yasil yesil zelena zielony zold",
    ),
    (
        "grey",
        "anthracite antraciet antracit charcoal cinza gra grafit grau gray grey gri grigio grijs gris \
         harmaa seda spacegrau spacegray spacegrey szary",
    ),
    ("lavender", "lavender"),
    ("magenta", "magenta"),
    ("midnight", "midnight"),
    ("mint", "mint"),
    ("navy", "navy"),
    ("orange", "orange oranje oranzova pomaranczowy turuncu"),
    ("pink", "pembe pink rosa rosado rozowy ruzova"),
    (
        "purple",
        "fialova fioletowy lila lilac lilla morado paars purple viola violet violett",
    ),
    (
        "red",
        "burgundy cervena czerwony kirmizi piros punane qirmizi red rod rojo rood rosso rosu rot \
         rouge rouges vermelha vermelho",
    ),
    ("rose", "rose"),
    ("sand", "sand"),
    (
        "silver",
        "argent argento chrome gumus plata prata silber silberne silver slv solv srebrny stribrna \
         zilver",
    ),
    ("starlight", "starlight"),
    (
        "steel",
        "acciaio acero acier edelstahl inoks inox nerez rvs stainless",
    ),
    ("teal", "teal turquoise"),
    ("titanium", "titanium"),
    (
        "white",
        "beyaz bialy bianca bianco bila blanc blanche blanco branco feher hvid hvit valkoinen vit \
         weiss weisse white wht wit",
    ),
    (
        "yellow",
        "amarelo amarillo galben geel gelb giallo gul jaune sarga sari yellow zluta zolty",
    ),
];

static BY_WORD: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let words = |(colour, words): &(&'static str, &'static str)| {
        let colour = *colour;
        words
            .split_whitespace()
            .map(move |word| (word, colour))
            .collect::<Vec<_>>()
    };
    COLOURS.iter().flat_map(words).collect()
});

/// The colour that a folded word names.
pub(super) fn colour(word: &str) -> Option<&'static str> {
    BY_WORD.get(word).copied()
}

/// Whether a folded word names a colour in one of the languages that are known.
pub fn is_colour(word: &str) -> bool {
    colour(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::{BY_WORD, COLOURS, colour};

    #[test]
    fn the_table_names_each_word_once() {
        let words = COLOURS
            .iter()
            .map(|(_, words)| words.split_whitespace().count());
        assert_eq!(words.sum::<usize>(), BY_WORD.len());
    }

    #[test]
    fn colours_are_the_same_in_every_language() {
        for word in ["schwarz", "noir", "nero", "cerna", "czarny", "zwart"] {
            assert_eq!(colour(word), Some("black"), "{word}");
        }
        assert_eq!(colour("nova"), None);
    }
}
