//! Times, tables and links as pages write them.

use adapter_actix::{ImageHosts, opens_a_page};
use domain::money::{Amount, Currency};
use domain::num::u64_from_usize;
use domain::scoring::Assessment;
use maud::{Markup, html};
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{Duration, OffsetDateTime};

/// An instant in UTC, to the minute.
pub fn instant(at: OffsetDateTime) -> Markup {
    let shown = at.format(format_description!(
        "[year]-[month]-[day] [hour]:[minute] UTC"
    ));
    html! { time datetime=(at.format(&Rfc3339).unwrap_or_default()) { (shown.unwrap_or_default()) } }
}

/// The lowest and the highest of some prices: one where they are the same.
pub fn prices(low: Amount, high: Amount, currency: Currency) -> String {
    if low == high {
        currency.show(low)
    } else {
        format!("{} to {}", currency.decimal(low), currency.show(high))
    }
}

/// So many things of a kind.
pub fn counted(number: impl TryInto<u64>, thing: &str) -> String {
    let number: u64 = number.try_into().unwrap_or(u64::MAX);
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{ending}")
}

/// Whether as many were listed as are at most: there may be more.
pub fn is_full(listed: usize, most: u32) -> bool {
    u64_from_usize(listed) >= u64::from(most)
}

/// How many offers are shown of how many; `None` where these are all.
pub fn shown_of(assessment: &Assessment) -> Option<String> {
    let (shown, all) = (assessment.offers.len(), assessment.offer_count);
    (shown < all).then(|| format!("{shown} of {}", counted(all, "offer")))
}

/// How long something is ago, in its largest unit.
pub fn age(of: OffsetDateTime, now: OffsetDateTime) -> String {
    let ago = now - of;
    let (number, unit) = if ago < Duration::MINUTE {
        (ago.whole_seconds().max(0), "s")
    } else if ago < Duration::HOUR {
        (ago.whole_minutes(), "min")
    } else if ago < Duration::DAY * 2 {
        (ago.whole_hours(), "h")
    } else {
        (ago.whole_days(), "days")
    };
    format!("{number} {unit}")
}

/// A table that scrolls by itself where it is wider than the page; `heading` is the id of its heading.
pub fn wide(heading: &str, columns: &[&str], rows: &Markup) -> Markup {
    html! {
        div .wide tabindex="0" role="group" aria-labelledby=(heading) {
            table {
                thead { tr { @for title in columns { th scope="col" { (title) } } } }
                tbody { (rows) }
            }
        }
    }
}

/// A table whose rows are cards where the window is narrow; `heading` is the id of its heading. A row has a cell for each
/// column, and says whether something failed in it.
pub fn cards(
    heading: &str,
    columns: &[&str],
    rows: impl Iterator<Item = (bool, Vec<Markup>)>,
) -> Markup {
    html! {
        table .cards aria-labelledby=(heading) {
            thead { tr { @for title in columns { th scope="col" { (title) } } } }
            tbody {
                @for (has_failed, cells) in rows {
                    tr .failing[has_failed] {
                        @for (title, cell) in columns.iter().zip(cells) { td data-column=(title) { div { (cell) } } }
                    }
                }
            }
        }
    }
}

/// A line of a list of facts.
pub fn fact(name: &str, value: &Markup) -> Markup {
    html! { div { dt { (name) } dd { (value) } } }
}

/// A text, or a dash for none.
pub fn text(text: &str) -> Markup {
    html! { @if text.is_empty() { "–" } @else { (text) } }
}

/// A link to a shop: only one that a browser opens as a page.
pub fn link(url: &str, text: &str) -> Markup {
    html! {
        @if opens_a_page(url) { a href=(url) rel="nofollow noopener noreferrer" { (text) } }
        @else { (text) }
    }
}

/// A picture of a product, when it lies on a host that the operator allows.
pub fn picture(hosts: &ImageHosts, image: Option<&str>) -> Markup {
    html! {
        @if let Some(url) = hosts.allowed(image) {
            img .picture src=(url) alt="" loading="lazy" referrerpolicy="no-referrer";
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::scoring::Assessment;
    use time::{Duration, OffsetDateTime};

    use super::{age, is_full, link, shown_of};

    #[test]
    fn what_is_cut_says_so() {
        let of = |offer_count| Assessment {
            offers: Vec::new(),
            offer_count,
            decision: None,
            minimum: None,
            store_count: 0,
            valid_until: None,
        };
        assert_eq!(shown_of(&of(0)), None);
        assert_eq!(shown_of(&of(1004)).as_deref(), Some("0 of 1004 offers"));
        assert!(is_full(100, 100) && !is_full(99, 100));
    }

    #[test]
    fn ages_have_their_largest_unit() {
        let now = OffsetDateTime::UNIX_EPOCH + Duration::days(400);
        for (seconds, shown) in [
            (-5, "0 s"),
            (59, "59 s"),
            (60, "1 min"),
            (3599, "59 min"),
            (3600, "1 h"),
            (47 * 3600, "47 h"),
            (48 * 3600, "2 days"),
        ] {
            assert_eq!(age(now - Duration::seconds(seconds), now), shown);
        }
    }

    #[test]
    fn only_pages_are_linked() {
        let page = link("https://a.example/", "<Shop>").into_string();
        assert!(page.contains("href=\"https://a.example/\""), "{page}");
        let script = link("javascript:alert(1)", "<Shop>").into_string();
        assert_eq!(script, "&lt;Shop&gt;");
    }
}
