//! What all pages have around them.

use actix_web::http::StatusCode;
use adapter_actix::in_reading_order;
use app::FieldProblem;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::assets::{ICON, SCRIPT, STYLE};
use crate::reader::Reader;

/// A page.
pub struct Page {
    /// Its status.
    pub status: StatusCode,
    /// When to come again.
    pub retry_after_seconds: Option<u32>,
    /// Its title.
    pub title: String,
    /// What search engines show of it; empty: nothing.
    pub description: String,
    /// Its one address; `None` for a page that search engines should not list.
    pub canonical: Option<String>,
    /// What it is about for machines, as JSON-LD that stands in a script element safely.
    pub structured: Option<String>,
    /// What the search field has.
    pub query: String,
    /// The product with which others are to be compared that are looked for; empty: none.
    pub with: String,
    /// What it shows.
    pub content: Markup,
}

impl Page {
    /// A page that is fine.
    pub fn new(title: String, content: Markup) -> Self {
        Self {
            status: StatusCode::OK,
            retry_after_seconds: None,
            title,
            description: String::new(),
            canonical: None,
            structured: None,
            query: String::new(),
            with: String::new(),
            content,
        }
    }
}

/// The whole document.
pub fn document(reader: &Reader, page: &Page) -> String {
    let code = reader.language.code();
    let site = reader.say("site");
    let title = if page.title == site {
        site.clone()
    } else {
        format!("{} · {site}", page.title)
    };
    let document = html! {
        (DOCTYPE)
        html lang=(code) {
            head {
                meta charset="utf-8";
                title { (title) }
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                @if !page.description.is_empty() {
                    meta name="description" content=(page.description);
                }
                @match &page.canonical {
                    Some(address) => link rel="canonical" href=(address);,
                    None => meta name="robots" content="noindex";,
                }
                link rel="stylesheet" href=(STYLE.path);
                link rel="icon" type="image/svg+xml" href=(ICON.path);
                script src=(SCRIPT.path) defer {}
                @if let Some(data) = &page.structured {
                    script type="application/ld+json" { (PreEscaped(data)) }
                }
            }
            body {
                a .skip href="#content" { (reader.say("skip")) }
                header .site {
                    a .name href="/" { (site) }
                    (search_field(reader, page))
                }
                main #content tabindex="-1" { (page.content) }
                footer .site { p { (reader.say("footer")) } }
            }
        }
    };
    in_reading_order(document.into_string())
}

fn search_field(reader: &Reader, page: &Page) -> Markup {
    html! {
        form role="search" action="/" method="get" {
            label .hidden for="q" { (reader.say("search-label")) }
            input #q type="search" name="q" value=(page.query) maxlength="120" autocomplete="off"
                list="suggestions" placeholder=(reader.say("search-placeholder"));
            datalist #suggestions {}
            @if !page.with.is_empty() { input type="hidden" name="with" value=(page.with); }
            button type="submit" { (reader.say("search-button")) }
        }
    }
}

/// A page that says something, and what was wrong: details are in the reader's language.
pub fn message(
    reader: &Reader,
    status: StatusCode,
    title: &'static str,
    about: &'static str,
    details: &[FieldProblem],
) -> Page {
    let content = html! {
        section .message {
            h1 { (reader.say(title)) }
            p { (reader.say(about)) }
            @if !details.is_empty() {
                ul { @for FieldProblem { problem, .. } in details { li { (problem) } } }
            }
            p { a href="/" { (reader.say("to-search")) } }
        }
    };
    Page {
        status,
        ..Page::new(reader.say(title), content)
    }
}

#[cfg(test)]
mod tests {
    use domain::language::Language;
    use domain::money::Currency;
    use maud::html;

    use super::{Page, document};
    use crate::reader::Reader;

    #[test]
    fn another_search_keeps_what_is_to_be_compared() {
        let reader = Reader::of(Language::English, Currency::parse("EUR").unwrap());
        let mut page = Page::new("Lamps".to_owned(), html! {});
        let hidden = |page: &Page| {
            document(&reader, page)
                .contains("<input type=\"hidden\" name=\"with\" value=\"nova_lamp\">")
        };
        assert!(!hidden(&page));
        page.with = "nova_lamp".to_owned();
        assert!(hidden(&page));
    }
}
