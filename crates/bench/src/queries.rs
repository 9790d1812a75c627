//! What is searched for: words of names, beginnings, misspellings, numbers.

use crate::catalogue::product;
use reference_model::Random;

/// Query texts about products below `products`, the same ones at every run.
pub fn queries(how_many: u64, products: u64) -> Vec<String> {
    let mut random = Random::new(42);
    (0..how_many)
        .map(|_| {
            let number = random.below(products);
            query(number, &mut random)
        })
        .collect()
}

fn query(number: u64, random: &mut Random) -> String {
    let product = product(number);
    let brand = product.brand.to_lowercase();
    let line = product.line.to_lowercase();
    let category = product.category.to_lowercase();
    match random.below(20) {
        0..=3 => format!("{brand} {line}"),
        4..=6 => format!("{brand} {category}"),
        7..=8 => format!("{brand} {line} {category}"),
        9..=11 => format!("{brand} {}", &line[..line.len().min(3)]),
        12..=13 => format!("{line} {}", &category[..4]),
        14..=15 => format!("{} {line}", without_a_letter(&brand, random)),
        16..=17 => product.ean,
        _ => product.model.to_lowercase(),
    }
}

/// The word with a letter left out, not the first.
fn without_a_letter(word: &str, random: &mut Random) -> String {
    let place = 1 + random.below(crate::numbers::count(word.len()) - 1);
    let kept = (0..).zip(word.chars()).filter(|(at, _)| *at != place);
    kept.map(|(_, letter)| letter).collect()
}

/// The text as a query of a URL. It has only letters, digits and blanks.
pub fn encoded(query: &str) -> String {
    query.replace(' ', "+")
}
