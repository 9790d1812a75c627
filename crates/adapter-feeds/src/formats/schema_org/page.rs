//! What a page says about itself: its address, its titles, its path of categories.

use url::Url;

use super::dom::Dom;
use super::item::{Item, Value};
use crate::offer::codes;

/// The most `meta` elements that are kept.
const MAX_METAS: usize = 500;
/// The most steps of a path of categories.
const MAX_STEPS: usize = 20;

/// What a page says about itself.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// What relative addresses are relative to.
    base: Option<Url>,
    /// The page's addresses: canonical, of `OpenGraph`, the caller's.
    addresses: Vec<Url>,
    /// Titles: of `OpenGraph`, of the document, of its first heading.
    titles: Vec<String>,
    /// Properties of `meta` elements, in lower case.
    metas: Vec<(String, String)>,
}

impl Page {
    /// Reads the page's head, and its first heading.
    pub(super) fn read(dom: &Dom, given: Option<&str>) -> Self {
        let mut page = Self::default();
        let (mut canonical, mut base) = (None, None);
        let (mut title, mut heading) = (None, None);
        for element in dom.elements() {
            let attr = |name| dom.attr(element, name).unwrap_or_default();
            match dom.name(element).unwrap_or_default() {
                "meta" if page.metas.len() < MAX_METAS => {
                    let name = match attr("property") {
                        "" => attr("name"),
                        property => property,
                    };
                    let content = codes::clean(attr("content"));
                    if !name.is_empty() && !content.is_empty() {
                        page.metas.push((name.trim().to_lowercase(), content));
                    }
                }
                "link" if attr("rel").eq_ignore_ascii_case("canonical") => {
                    canonical = canonical.or_else(|| Some(attr("href").trim().to_owned()));
                }
                "base" => base = base.or_else(|| Some(attr("href").trim().to_owned())),
                "title" => title = title.or_else(|| Some(dom.text(element))),
                "h1" => heading = heading.or_else(|| Some(dom.text(element))),
                _ => {}
            }
        }
        let of_graph = page.meta("og:url").to_owned();
        let given = given.and_then(|text| http(text, None));
        let absolute = |text: &Option<String>| text.as_deref().and_then(|text| http(text, None));
        let home = given
            .clone()
            .or_else(|| absolute(&canonical))
            .or_else(|| http(&of_graph, None));
        page.base = base.and_then(|text| http(&text, home.as_ref())).or(home);
        let own = [canonical.unwrap_or_default(), of_graph];
        let own = own.iter().filter_map(|text| page.resolve(text));
        page.addresses = own.chain(given).collect();
        page.titles = [Some(page.meta("og:title").to_owned()), heading, title]
            .into_iter()
            .flatten()
            .filter(|text| !text.is_empty())
            .collect();
        page
    }

    /// The content of a `meta` element, or empty.
    pub(super) fn meta(&self, name: &str) -> &str {
        let found = self.metas.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, content)| content)
    }

    /// The first content among several `meta` elements.
    pub(super) fn first_meta(&self, names: &[&str]) -> &str {
        let mut found = names.iter().map(|name| self.meta(name));
        found.find(|content| !content.is_empty()).unwrap_or("")
    }

    /// An address in full; `None` when it is no http or https address.
    fn resolve(&self, text: &str) -> Option<Url> {
        http(text, self.base.as_ref())
    }

    /// An address in full, or as it is when it cannot be one.
    pub(super) fn absolute(&self, text: &str) -> String {
        match self.resolve(text) {
            Some(url) if !text.is_empty() => url.into(),
            _ => text.to_owned(),
        }
    }

    /// The page's own address: what it states, else the caller's.
    pub(super) fn address(&self) -> String {
        self.addresses.first().map_or("", Url::as_str).to_owned()
    }

    /// The path of the page's address.
    pub(super) fn path(&self) -> &str {
        self.addresses.first().map_or("", Url::path)
    }

    /// The last part of the name of the page's host.
    pub(super) fn country(&self) -> &str {
        let host = self.addresses.first().and_then(Url::host_str);
        host.and_then(|host| host.rsplit('.').next())
            .unwrap_or_default()
    }

    /// Whether an address is the page's. The scheme, `www.`, the fragment and a trailing slash do
    /// not count, and the query only when it is asked for.
    pub(super) fn is_at(&self, text: &str, with_query: bool) -> bool {
        if text.is_empty() {
            return false;
        }
        let Some(url) = self.resolve(text) else {
            return false;
        };
        let mut own = self.addresses.iter();
        own.any(|known| {
            place(known) == place(&url) && (!with_query || known.query() == url.query())
        })
    }

    /// Whether an address is another page's.
    pub(super) fn is_elsewhere(&self, text: &str) -> bool {
        !text.is_empty()
            && !self.addresses.is_empty()
            && self.resolve(text).is_some()
            && !self.is_at(text, false)
    }

    /// Whether the page's addresses name an identifier as a word of their own.
    pub(super) fn names_in_address(&self, id: &str) -> bool {
        let id = id.to_lowercase();
        if id.chars().count() < 4 {
            return false;
        }
        self.addresses.iter().any(|url| {
            let text = format!("{}?{}", url.path(), url.query().unwrap_or_default());
            let text = text.to_lowercase();
            text.match_indices(&id).any(|(at, _)| {
                let (before, rest) = text.split_at(at);
                let after = rest.get(id.len()..).unwrap_or_default();
                let inside = |c: char| c.is_ascii_digit();
                !before.ends_with(inside) && !after.starts_with(inside)
            })
        })
    }

    /// Whether a title of the page names a product.
    pub(super) fn is_titled(&self, name: &str) -> bool {
        let name = folded(name);
        let long = name.chars().count() >= 4;
        long && self.titles.iter().map(|title| folded(title)).any(|title| {
            title.contains(&name) || (title.chars().count() >= 12 && name.contains(&title))
        })
    }

    /// A title for a product that has no name.
    pub(super) fn title(&self) -> &str {
        self.titles.first().map_or("", String::as_str)
    }
}

fn http(text: &str, base: Option<&Url>) -> Option<Url> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let url = match base {
        Some(base) => base.join(text).ok()?,
        None => Url::parse(text).ok()?,
    };
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}

/// Host and path as far as they tell pages apart.
fn place(url: &Url) -> (&str, &str) {
    let host = url.host_str().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    (host, url.path().trim_end_matches('/'))
}

/// Letters and digits in lower case.
fn folded(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// The categories on the way to the page, without the first page and the product itself.
pub(super) fn path_of_categories(items: &[Item], page: &Page, product: &str) -> String {
    let list = items.iter().find_map(|item| {
        if item.is(&["breadcrumblist"]) {
            return Some(item);
        }
        let mut inner = item.items("breadcrumb");
        inner.find(|inner| inner.is(&["breadcrumblist"]))
    });
    let Some(list) = list else {
        return String::new();
    };
    let mut steps: Vec<(u32, String)> = Vec::new();
    for (at, step) in (1..).zip(list.items("itemlistelement").take(MAX_STEPS)) {
        let position = step.text("position").parse().unwrap_or(at);
        let item = step.all("item").next();
        let name = match (step.text("name"), item) {
            (name, _) if !name.is_empty() => name,
            (_, Some(Value::Item(item))) => item.text("name"),
            _ => String::new(),
        };
        let target = item.map(Value::said).unwrap_or_default();
        let is_home = at == 1 && is_first_page(page, step, &target);
        let is_product = page.is_at(&target, false) || folded(&name) == folded(product);
        if !name.is_empty() && !is_home && !is_product && !name.starts_with("http") {
            steps.push((position, name));
        }
    }
    steps.sort_by_key(|(position, _)| *position);
    let names: Vec<String> = steps.into_iter().map(|(_, name)| name).collect();
    names.join(" > ")
}

fn is_first_page(page: &Page, step: &Item, target: &str) -> bool {
    const WORDS: [&str; 8] = [
        "home",
        "homepage",
        "start",
        "startseite",
        "accueil",
        "inicio",
        "início",
        "hauptseite",
    ];
    let name = step.text("name").to_lowercase();
    let inner = step.items("item").next().map(|item| item.id.clone());
    let at_root = [target.to_owned(), inner.unwrap_or_default()]
        .iter()
        .filter_map(|text| page.resolve(text))
        .any(|url| url.path().trim_matches('/').is_empty());
    at_root || WORDS.contains(&name.as_str())
}
