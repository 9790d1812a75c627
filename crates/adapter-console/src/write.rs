//! Times, tables and links as pages write them.

use maud::{Markup, html};
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{Duration, OffsetDateTime};
use url::Url;

/// An instant in UTC, to the minute.
pub fn instant(at: OffsetDateTime) -> Markup {
    let shown = at.format(format_description!(
        "[year]-[month]-[day] [hour]:[minute] UTC"
    ));
    html! { time datetime=(at.format(&Rfc3339).unwrap_or_default()) { (shown.unwrap_or_default()) } }
}

/// So many things of a kind.
pub fn counted(number: impl TryInto<u64>, thing: &str) -> String {
    let number: u64 = number.try_into().unwrap_or(u64::MAX);
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{ending}")
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

/// A line of a list of facts; an empty value is a dash.
pub fn fact(name: &str, value: &str) -> Markup {
    html! { div { dt { (name) } dd { @if value.is_empty() { "–" } @else { (value) } } } }
}

/// A link to a shop: only one that a browser opens as a page.
pub fn link(url: &str, text: &str) -> Markup {
    let is_page = Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
    html! {
        @if is_page { a href=(url) rel="nofollow noopener noreferrer" { (text) } }
        @else { (text) }
    }
}

#[cfg(test)]
mod tests {
    use time::{Duration, OffsetDateTime};

    use super::{age, link};

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
        for (url, is_linked) in [
            ("https://a.example/?a=1&b=\"", true),
            ("javascript:alert(1)", false),
            ("data:text/html,x", false),
        ] {
            let made = link(url, "<Shop>").into_string();
            assert_eq!(made.contains("href"), is_linked, "{url}");
            assert!(
                made.contains("&lt;Shop&gt;") && !made.contains("b=\"\""),
                "{made}"
            );
        }
    }
}
