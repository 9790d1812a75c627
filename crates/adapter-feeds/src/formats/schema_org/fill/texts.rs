//! Title, category and addresses of a row.

use super::super::fields::{address, link, plain};
use super::super::item::Item;
use super::super::page;
use super::Rows;
use crate::offer::description;

impl Rows<'_> {
    pub(super) fn title(&self, product: &Item) -> String {
        let name = plain(product, &["name"]);
        if name.is_empty() {
            self.page.title().to_owned()
        } else {
            name
        }
    }

    pub(super) fn category(&self, product: &Item) -> String {
        let named = product
            .texts("category")
            .find(|text| !text.contains("://") && text.parse::<u64>().is_err());
        let text = named.unwrap_or_else(|| {
            page::path_of_categories(self.items, self.page, &product.text("name"))
        });
        description::plain(&text)
    }

    pub(super) fn url(&self, product: &Item, offer: &Item, alone: bool) -> String {
        let own = self.page.address();
        let stated = [link(offer, "url"), link(product, "url")]
            .into_iter()
            .filter(|url| !url.is_empty())
            .map(|url| self.page.absolute(&url))
            .find(|url| domain::link::page(url).is_ok());
        match stated {
            Some(url) if !alone || own.is_empty() || !self.page.is_at(&url, false) => url,
            Some(url) if url.contains('?') => url,
            Some(_) | None if !own.is_empty() => own,
            Some(url) => url,
            None => String::new(),
        }
    }

    pub(super) fn image(&self, product: &Item) -> String {
        let mut images = product
            .all("image")
            .map(address)
            .filter(|text| !text.is_empty())
            .map(|text| self.page.absolute(&text));
        let found = images.find(|url| domain::link::page(url).is_ok());
        found.unwrap_or_else(|| self.page.absolute(self.page.meta("og:image")))
    }
}
