//! What a search found, and how it can be narrowed.

use app::FieldProblem;
use app::catalogue::browse::{Count, Facets, Page, Sort};
use app::catalogue::product::ProductAnswer;
use app::catalogue::search::Found;
use domain::availability::Availability;
use domain::num::i64_from_usize;
use domain::store::Store;
use fluent_bundle::FluentValue;
use maud::{Markup, html};

use crate::asked::Asked;
use crate::pages::{COMPARE, Explorer, HOME};
use crate::pictures;
use crate::product;
use crate::reader::Reader;

/// Characters of a word that says something alone.
const SHORTEST_WORD: usize = 4;

/// Values of a filter that are shown at once.
const SHOWN: usize = 12;

/// Shops that the first page names.
const NAMED: usize = 20;

/// What a page of results is made of.
pub struct Results<'a> {
    /// Where pictures come from.
    pub explorer: &'a Explorer,
    /// For whom.
    pub reader: &'a Reader,
    /// What was asked for.
    pub asked: &'a Asked,
    /// What was found.
    pub found: &'a Page,
    /// The products of it, in the same order.
    pub products: &'a [Option<ProductAnswer>],
    /// The product with which others are to be compared.
    pub with: Option<&'a ProductAnswer>,
}

/// The page.
pub fn show(results: &Results<'_>) -> Markup {
    let Results {
        reader,
        asked,
        found,
        ..
    } = results;
    let is_filtered = asked.first_page() != asked.unfiltered();
    html! {
        div .search {
            section .results aria-labelledby="found" {
                h1 #found { (reader.count("results", found.total)) }
                p .to-filters { a href="#filters" { (reader.say("filters")) } }
                @if found.total == 0 { (nothing(reader, asked, is_filtered)) }
                @else if found.items.is_empty() { p .notice { (no_such_page(reader, asked)) } }
                @else {
                    @if is_written_otherwise(results) { p .notice { (reader.say("nearest")) } }
                    (list(results))
                }
            }
            (filters(results))
        }
    }
}

/// The form again, with what is wrong in it.
pub fn faulty(reader: &Reader, asked: &Asked, faults: &[FieldProblem]) -> Markup {
    html! {
        div .search {
            aside .filters aria-label=(reader.say("filters")) {
                (form(reader, asked, &Facets::default(), faults))
            }
            section .message aria-labelledby="wrong" {
                h1 #wrong { (reader.say("bad-request")) }
                @if faults.iter().any(|fault| fault.field != "cursor") { p { (reader.say("bad-filter")) } }
                ul {
                    @for FieldProblem { field, problem } in faults {
                        li id={ (field) "-fault" } {
                            @match *field {
                                "cursor" => (no_such_page(reader, asked)),
                                "min_price" | "max_price" => { (field_name(reader, field)) ": " (problem) }
                                "q" => { (field_name(reader, field)) ": " (reader.say("bad-query")) }
                                _ => { (field_name(reader, field)) ": " (reader.say("bad-request-about")) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A page that there is not, any more: prices changed, or the address was mistyped.
fn no_such_page(reader: &Reader, asked: &Asked) -> Markup {
    html! {
        (reader.say("no-such-page")) " "
        a href=(asked.first_page().address()) { (reader.say("to-first-page")) }
    }
}

fn field_name(reader: &Reader, field: &str) -> String {
    match field {
        "q" => reader.say("search-label"),
        "min_price" => format!("{}, {}", reader.say("price"), reader.say("price-min")),
        "max_price" => format!("{}, {}", reader.say("price"), reader.say("price-max")),
        "availability" => reader.say("availability"),
        "sort" => reader.say("sort"),
        other => other.to_owned(),
    }
}

/// Whether no product on the first page, nor any offer of it, has any of the words as they were typed: they are misspelt, or mean the same
/// as others.
fn is_written_otherwise(results: &Results<'_>) -> bool {
    let asked = results.asked.q.to_lowercase();
    let words = asked.split(|c: char| !c.is_alphanumeric());
    let mut words = words
        .filter(|word| {
            word.chars().count() >= SHORTEST_WORD && word.chars().all(char::is_alphabetic)
        })
        .peekable();
    if words.peek().is_none() || !results.asked.cursor.is_empty() {
        return false;
    }
    let names = results.found.items.iter().map(|item| &item.summary);
    let names = names.map(|it| format!("{} {}", it.name(), it.category()).to_lowercase());
    let shown = results.products.iter().flatten();
    let others = shown.flat_map(|it| {
        let offers = it.assessment.offers.iter();
        let titles = offers.map(|offer| offer.offer.title.to_lowercase());
        titles.chain([it.product.draft.brand.to_lowercase()])
    });
    let texts: Vec<String> = names.chain(others).collect();
    !words.any(|word| texts.iter().any(|text| text.contains(word)))
}

fn nothing(reader: &Reader, asked: &Asked, is_filtered: bool) -> Markup {
    let digits = asked.q.chars().filter(char::is_ascii_digit).count();
    let advice = match (is_filtered, digits) {
        (true, _) => "nothing-with-filters",
        (false, 8..) => "nothing-with-number",
        (false, _) => "nothing-found",
    };
    html! {
        p { (reader.say(advice)) }
        @if is_filtered {
            p { a href=(asked.unfiltered().address()) { (reader.say("remove-filters")) } }
        }
    }
}

fn list(results: &Results<'_>) -> Markup {
    let Results {
        reader,
        asked,
        found,
        products,
        ..
    } = results;
    html! {
        form action=(COMPARE) method="get" {
            @if let Some(with) = results.with {
                @let draft = &with.product.draft;
                p .notice {
                    input type="hidden" name="ids" value=(draft.id.as_str());
                    (reader.say_of("compared-with", &[("name", draft.name.as_str().into())]))
                }
            }
            ol .products {
                @for (item, product) in found.items.iter().zip(*products) {
                    li { (entry(results, item, product.as_ref())) }
                }
            }
            @if products.iter().flatten().any(product::can_be_compared) {
                p .bar { button type="submit" { (reader.say("compare-chosen")) } }
            }
        }
        @if let Some(next) = &found.next {
            @let more = Asked { cursor: next.to_string(), ..(*asked).clone() };
            p .more { a rel="next" href=(more.address()) { (reader.say("next-page")) } }
        }
    }
}

fn entry(results: &Results<'_>, item: &Found, product: Option<&ProductAnswer>) -> Markup {
    let (reader, asked, summary) = (results.reader, results.asked, &item.summary);
    let stores = usize::try_from(summary.store_count).unwrap_or(usize::MAX);
    html! {
        article .product {
            (pictures::show(&results.explorer.image_hosts, summary.image_path()))
            div .what {
                h2 { a href=(product::address(summary.id())) { (summary.name()) } }
                @if !summary.category().is_empty() { p .quiet { (summary.category()) } }
                @if let Some(Ok(verdict)) = product.map(|product| &product.verdict) {
                    p { (product::badge(reader, verdict)) }
                }
            }
            div .asked {
                @if let Some(minimum) = summary.minimum {
                    p .price {
                        span .quiet { (reader.say("from")) " " }
                        strong { (reader.price(minimum.price)) }
                    }
                }
                p .quiet { (reader.count("shops", stores)) }
                @if product.is_some_and(product::can_be_compared) && asked.with != summary.id() {
                    label .choose {
                        input type="checkbox" name="ids" value=(summary.id());
                        " " (reader.say("compare")) span .hidden { ": " (summary.name()) }
                    }
                }
            }
        }
    }
}

fn filters(results: &Results<'_>) -> Markup {
    let Results {
        reader,
        asked,
        found,
        ..
    } = results;
    let facets = &found.facets;
    html! {
        aside #filters .filters aria-label=(reader.say("filters")) {
            details open {
                summary { (reader.say("filters")) }
                (form(reader, asked, facets, &[]))
                (values(reader, "brand", &facets.brands, &asked.brand, &|brand| asked.of_brand(brand)))
                (values(reader, "category", &facets.categories, &asked.category, &|category| asked.of_category(category)))
            }
        }
    }
}

/// The values of a filter with their counts.
fn values(
    reader: &Reader,
    title: &'static str,
    counts: &[Count<String>],
    chosen: &str,
    with: &dyn Fn(String) -> Asked,
) -> Markup {
    html! {
        @if !counts.is_empty() || !chosen.is_empty() {
            h2 { (reader.say(title)) }
            @if !chosen.is_empty() {
                p { a .chosen href=(with(String::new()).address()) {
                    (chosen) span .hidden { ", " (reader.say("remove-filter")) }
                } }
            }
            ul {
                @for Count { value, products } in counts.iter().take(SHOWN) {
                    @if value.to_lowercase() != chosen.to_lowercase() {
                        li { a href=(with(value.clone()).address()) { (value) }
                            " " span .quiet { "(" (products) ")" } }
                    }
                }
            }
        }
    }
}

fn form(reader: &Reader, asked: &Asked, facets: &Facets, faults: &[FieldProblem]) -> Markup {
    let wrong = |name: &str| faults.iter().any(|fault| fault.field == name);
    let range = facets.prices.map(|(low, high)| {
        let text = |amount| FluentValue::from(reader.price(amount));
        reader.say_of("price-range", &[("low", text(low)), ("high", text(high))])
    });
    html! {
        form action=(HOME) method="get" {
            @for (name, value) in [("q", &asked.q), ("brand", &asked.brand), ("category", &asked.category), ("with", &asked.with)] {
                @if !value.is_empty() { input type="hidden" name=(name) value=(value); }
            }
            label for="sort" { (reader.say("sort")) }
            select #sort name="sort" {
                @for sort in Sort::ALL {
                    option value=(sort.code()) selected[asked.sort == sort.code()] { (sort_name(reader, sort)) }
                }
            }
            label for="availability" { (reader.say("availability")) }
            select #availability name="availability" {
                option value="" { (reader.say("any")) }
                @for availability in Availability::ALL {
                    @let count = facets.availabilities.iter().find(|it| it.value == availability);
                    @let is_chosen = asked.availability == availability.code();
                    @if count.is_some() || is_chosen {
                        option value=(availability.code()) selected[is_chosen] {
                            (product::availability(reader, availability))
                            " (" (count.map_or(0, |count| count.products)) ")"
                        }
                    }
                }
            }
            fieldset {
                legend { (reader.say("price")) }
                @if let Some(range) = range { p .quiet { (range) } }
                @for (name, title, value) in [
                    ("min_price", "price-min", &asked.min_price),
                    ("max_price", "price-max", &asked.max_price),
                ] {
                    @let fault = wrong(name).then(|| format!("{name}-fault"));
                    label for=(name) { (reader.say(title)) }
                    input id=(name) name=(name) inputmode="decimal" size="7" value=(value)
                        aria-invalid=[fault.as_ref().map(|_| "true")] aria-describedby=[fault];
                }
            }
            button type="submit" { (reader.say("apply")) }
        }
    }
}

fn sort_name(reader: &Reader, sort: Sort) -> String {
    match sort {
        Sort::Relevance => reader.say("sort-relevance"),
        Sort::PriceAscending => reader.say("sort-cheap"),
        Sort::PriceDescending => reader.say("sort-dear"),
        Sort::Stores => reader.say("sort-shops"),
    }
}

/// The page that nothing is asked of, with the shops that sell something.
pub fn start(reader: &Reader, products: usize, stores: &[Store]) -> Markup {
    let others = stores.len().saturating_sub(NAMED);
    let named = stores.iter().take(NAMED).map(|store| store.name.as_str());
    let named = named.collect::<Vec<_>>().join(", ");
    html! {
        section .start {
            h1 { (reader.say("start-title")) }
            p { (reader.say("site-about")) }
            @if products == 0 {
                p .notice { (reader.say("empty-catalogue")) }
            } @else {
                p .quiet { (reader.count("products", products)) " · " (reader.count("shops", stores.len())) }
                @if others > 0 { p { (reader.say_of("and-other-shops", &[("shops", named.into()), ("count", i64_from_usize(others).into())])) } }
                @else { p { (named) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::ids::StoreNo;
    use domain::language::Language;
    use domain::money::Currency;
    use domain::store::{Store, StoreName, StoreTerms};

    use super::start;
    use crate::reader::Reader;

    #[test]
    fn the_first_page_names_some_shops() {
        let store = |no: i64| Store {
            no: StoreNo(no),
            name: StoreName::parse(&format!("Shop {no}")).unwrap(),
            terms: StoreTerms::default(),
            highest_delivery: None,
            last_observed_at: None,
        };
        let reader = Reader::of(Language::English, Currency::parse("EUR").unwrap());
        let page = |shops| {
            let stores: Vec<Store> = (1..=shops).map(store).collect();
            start(&reader, 1, &stores).into_string()
        };
        assert!(page(2).contains("<p>Shop 1, Shop 2</p>"), "{}", page(2));
        assert!(!page(20).contains("others"), "{}", page(20));
        let many = page(300);
        assert!(many.contains("300 shops"), "{many}");
        assert!(many.contains("Shop 20 and 280 others"), "{many}");
        assert!(!many.contains("Shop 21"), "{many}");
    }
}
