//! The name of a product in a comparison.

use domain::product::ProductDraft;
use domain::text;

/// The most characters of a name.
const LONGEST: usize = 60;
/// The most characters of the variant in it.
const LONGEST_VARIANT: usize = 30;

/// Brand, model and variant, each once; the product's name instead of brand and model where the model
/// is not stated. At most 60 characters: what is longer is cut at the end of a word, and the variant
/// stays, because it tells products of one model apart.
pub fn comparison_name(product: &ProductDraft) -> String {
    let trimmed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (brand, model) = (trimmed(&product.brand), trimmed(&product.model));
    let base = if model.is_empty() {
        trimmed(&product.name)
    } else {
        joined(brand, model)
    };
    let variant = cut(&trimmed(&product.variant), LONGEST_VARIANT);
    let whole = cut(&base, usize::MAX);
    if whole.chars().count() <= LONGEST && states(&whole, &variant) {
        return whole;
    }
    let short = cut(&base, LONGEST);
    if states(&short, &variant) {
        return short;
    }
    let both = joined(whole, variant.clone());
    if both.chars().count() <= LONGEST {
        return both;
    }
    let room = LONGEST - variant.chars().count() - 1;
    joined(cut(&base, room), variant)
}

/// Whether a name states every word of a variant, in whatever order.
fn states(name: &str, variant: &str) -> bool {
    let (name, variant) = (sized_words(name), sized_words(variant));
    variant.iter().all(|word| name.contains(word))
}

/// The words of a text with sizes of memory as one word: `128 GB` and `128GB` are the same.
pub(super) fn sized_words(text: &str) -> Vec<String> {
    let spaced = text::tokens(text).join(" ");
    let joined = spaced.replace(" gb", "gb").replace(" tb", "tb");
    joined.split_whitespace().map(str::to_owned).collect()
}

/// Two texts behind each other, or the one that holds the other.
fn joined(first: String, second: String) -> String {
    if second.is_empty() || holds(&first, &second) {
        first
    } else if first.is_empty() || holds_at_start(&second, &first) {
        second
    } else {
        format!("{first} {second}")
    }
}

/// The text up to the last word that ends within so many characters, without punctuation behind it. A
/// bracket that would stay open goes too; a single word that is longer is cut within.
fn cut(text: &str, longest: usize) -> String {
    let mut short: String = text.chars().take(longest).collect();
    let is_whole = short.len() == text.len();
    let next = text.chars().nth(longest);
    if !is_whole && next.is_some_and(|c| !c.is_whitespace()) {
        short.truncate(short.rfind(char::is_whitespace).unwrap_or(short.len()));
    }
    if let (false, Some(open)) = (is_whole, short.rfind('('))
        && open > 0
        && !short.get(open..).is_some_and(|rest| rest.contains(')'))
    {
        short.truncate(open);
    }
    let kept = |c: char| {
        c.is_alphanumeric() || matches!(c, ')' | ']' | '"' | '\'' | '+' | '″' | '”' | '%')
    };
    let end = short.trim_end_matches(|c: char| !kept(c)).len();
    if end > 0 {
        short.truncate(end);
    }
    short
}

fn holds(text: &str, part: &str) -> bool {
    let (text, part) = (text::tokens(text), text::tokens(part));
    !part.is_empty() && text.windows(part.len()).any(|run| run == part)
}

fn holds_at_start(text: &str, start: &str) -> bool {
    let (text, start) = (text::tokens(text), text::tokens(start));
    !start.is_empty() && text.starts_with(&start)
}
