//! The name of a product in a comparison.

use crate::product::ProductDraft;
use crate::text;

/// Brand, model and variant, each once; the product's name where the model is not stated.
pub fn comparison_name(product: &ProductDraft) -> String {
    let trimmed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (brand, model) = (trimmed(&product.brand), trimmed(&product.model));
    if model.is_empty() {
        return trimmed(&product.name);
    }
    let mut name = String::new();
    for part in [brand, model, trimmed(&product.variant)] {
        if part.is_empty() || holds(&name, &part) {
            continue;
        }
        if !name.is_empty() && holds_at_start(&part, &name) {
            name = part;
            continue;
        }
        if !name.is_empty() {
            name.push(' ');
        }
        name += &part;
    }
    name
}

fn holds(text: &str, part: &str) -> bool {
    let (text, part) = (text::tokens(text), text::tokens(part));
    !part.is_empty() && text.windows(part.len()).any(|run| run == part)
}

fn holds_at_start(text: &str, start: &str) -> bool {
    let (text, start) = (text::tokens(text), text::tokens(start));
    !start.is_empty() && text.starts_with(&start)
}
