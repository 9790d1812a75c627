//! Numbers that are written apart from what they belong to, as one word.

use domain::text;

/// The most numbers of one size: length, width and height.
const MOST_SIDES: usize = 3;

/// The fewest groups of digits that are one number when blanks stand between them: two may be a model and an amount.
const FEWEST_GROUPS: usize = 3;

/// How many digits such a number has.
const DIGITS: std::ops::RangeInclusive<usize> = 6..=13;

/// The words of a text, of which these are the tokens, that others write as one.
pub(super) fn written_apart(text: &str, words: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for place in 0..words.len() {
        let from = words.get(place..).unwrap_or_default();
        add_sides(&mut found, from);
        found.extend(tyre(from));
        found.extend(from.first().and_then(|word| without_unit(word)));
    }
    found.extend(grouped(text));
    found
}

/// `140 x 200` as `140x200`, `30 x 20 x 10` also as `30x20x10`.
fn add_sides(found: &mut Vec<String>, from: &[String]) {
    let [first, rest @ ..] = from else { return };
    if !is_whole(first) {
        return;
    }
    let mut size = first.clone();
    for pair in rest.chunks_exact(2).take(MOST_SIDES - 1) {
        let [by, side] = pair else { return };
        if by != "x" || !is_whole(side) {
            return;
        }
        size = format!("{size}x{side}");
        found.push(size.clone());
    }
}

/// `55 R16` and `55 R 16` as `55r16`.
fn tyre(from: &[String]) -> Option<String> {
    let [ratio, construction, rest @ ..] = from else {
        return None;
    };
    let radial = construction.strip_prefix('z').unwrap_or(construction);
    let rim = radial.strip_prefix('r')?;
    let apart = rest.first().filter(|_| rim.is_empty());
    let rim = apart.map_or(rim, String::as_str);
    let is_rim = rim.len() == 2 && is_whole(rim);
    let apart = apart.map_or("", String::as_str);
    (is_rim && ratio.len() == 2 && is_whole(ratio)).then(|| format!("{ratio}{construction}{apart}"))
}

/// `90x200cm` as `90x200`.
fn without_unit(word: &str) -> Option<String> {
    let size = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = word.strip_prefix(size).unwrap_or_default();
    let mut sides = size.split('x');
    let are_sides = sides.clone().count() > 1 && sides.all(is_whole);
    (are_sides && super::is_unit(unit)).then(|| size.to_owned())
}

/// `87 01 250` as `8701250`: groups of digits with nothing but a blank between them.
fn grouped(text: &str) -> Vec<String> {
    let folded = text::fold(text);
    let chunks: Vec<&str> = folded.split_whitespace().collect();
    let of_digits = chunks.chunk_by(|one, other| is_whole(one) && is_whole(other));
    let numbers = of_digits.filter(|groups| groups.len() >= FEWEST_GROUPS);
    let numbers = numbers.map(<[&str]>::concat);
    numbers
        .filter(|number| DIGITS.contains(&number.len()))
        .collect()
}

fn is_whole(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}
