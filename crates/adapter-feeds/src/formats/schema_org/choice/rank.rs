//! What speaks for a product being the page's.

use super::super::offers::id_of;
use super::super::page::Page;
use super::{Candidate, Source, address};

/// What speaks for a candidate, the strongest first.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a sign of its own, compared in this order"
)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    main: bool,
    exactly_here: bool,
    here: bool,
    named_in_address: bool,
    titled: bool,
    not_elsewhere: bool,
    priced: bool,
    json_ld: bool,
}

impl Rank {
    pub(super) fn of(candidate: &Candidate, page: &Page) -> Self {
        let product = &candidate.product;
        let url = address(product);
        Self {
            main: candidate.main,
            exactly_here: page.is_at(&url, true),
            here: page.is_at(&url, false),
            named_in_address: page.names_in_address(&id_of(product)),
            titled: page.is_titled(&product.text("name")),
            not_elsewhere: !page.is_elsewhere(&url),
            priced: product.has("offers") || product.has("price") || product.has("hasvariant"),
            json_ld: candidate.source == Source::JsonLd,
        }
    }

    pub(super) const fn is_unnamed(self) -> bool {
        !(self.main || self.here || self.named_in_address || self.titled)
    }

    pub(super) const fn elsewhere(self) -> bool {
        !self.not_elsewhere
    }
}
