//! The rules of an offer's row, shared by all formats: raw texts in, an offer or a reason out.

use std::borrow::Cow;

use domain::availability::{Availability, Condition};
use domain::ids::CanonicalProductId;
use domain::instant::read_rfc3339;
use domain::link;
use domain::money::Amount;
use domain::offer::{FeedOffer, OfferFacts, OfferIdentity};
use ports_net::{FeedItem, FeedOptions, RowRemark};

use crate::offer::codes;
use crate::offer::description;
use crate::offer::field::{Dialect, Field, Note, RawOffer};
use crate::offer::money::{self, MoneyFault, shown};
use crate::offer::specs;
use crate::offer::stock::Stock;
use crate::offer::trade_numbers;
use crate::reading::marks;

/// The most days until delivery that are accepted.
pub(crate) const MAX_DELIVERY_DAYS: u16 = 365;
/// What makes a row an offer of one product at one price: without these it is none, or another one.
const NEEDED: [Field; 5] = [
    Field::OfferId,
    Field::Title,
    Field::Price,
    Field::Currency,
    Field::Url,
];

/// Validates a row.
pub(crate) fn offer(raw: RawOffer, dialect: Dialect, options: &FeedOptions) -> FeedItem {
    let (line, id) = (raw.line, shown_id(raw.texts.get(Field::OfferId)));
    let mut check = Check {
        dialect,
        options,
        remarks: Vec::new(),
        raw,
    };
    check.remarks.append(&mut check.raw.remarks);
    let row = |note: Note| RowRemark {
        line,
        offer_id: id.clone(),
        field: note.field.to_owned(),
        reason: note.reason,
    };
    match check.offer() {
        Ok(offer) => FeedItem::Offer(
            Box::new(offer),
            check.remarks.into_iter().map(row).collect(),
        ),
        Err(note) => FeedItem::Rejected(row(note)),
    }
}

/// A row that is rejected as a whole or before its fields are known.
pub(crate) fn rejected(line: u64, id: &str, note: Note) -> RowRemark {
    RowRemark {
        line,
        offer_id: shown_id(id),
        field: note.field.to_owned(),
        reason: note.reason,
    }
}

/// The same of an offer whose texts are known.
pub(crate) fn rejected_offer(raw: &RawOffer, note: Note) -> FeedItem {
    FeedItem::Rejected(rejected(raw.line, raw.texts.get(Field::OfferId), note))
}

/// An offer's id as a report can bear it: at most 200 characters, no controls.
fn shown_id(id: &str) -> Option<String> {
    let id: String = id
        .trim()
        .chars()
        .filter(|c| !c.is_control())
        .take(200)
        .collect();
    (!id.is_empty()).then_some(id)
}

struct Check<'a> {
    raw: RawOffer,
    dialect: Dialect,
    options: &'a FeedOptions,
    remarks: Vec<Note>,
}

impl Check<'_> {
    fn offer(&mut self) -> Result<FeedOffer, Note> {
        let offer_id = self.offer_id()?;
        for field in Field::ALL {
            self.within(*field)?;
        }
        let item_price = self.price()?;
        let pinned = self.pinned()?;
        let identity = self.identity()?;
        if identity.title.is_empty() && identity.gtins.is_empty() && pinned.is_none() {
            let reason = match self.dialect {
                Dialect::Own => "one of title, ean and canonical_product_id is required",
                Dialect::Google | Dialect::Foreign(_) => "one of title and gtin is required",
            };
            return Err(self.note(Field::Title, reason));
        }
        let facts = self.facts(offer_id, item_price)?;
        let raw_specs = std::mem::take(&mut self.raw.specs);
        let specs = specs::read(
            raw_specs,
            self.dialect.name(Field::Specs),
            &mut self.remarks,
        )?;
        Ok(FeedOffer {
            line: self.raw.line,
            pinned,
            identity,
            facts,
            specs,
            description: self.description(),
        })
    }

    /// Refuses a text that is too long or damaged. In foreign formats one that is too long and that the
    /// row can do without is dropped with a remark.
    fn within(&mut self, field: Field) -> Result<(), Note> {
        let lenient = self.dialect != Dialect::Own && !NEEDED.contains(&field);
        if lenient && is_longer(self.text(field), field.limit()) {
            let reason = format!("dropped: longer than {} characters", field.limit());
            let note = self.note(field, reason);
            self.remarks.push(note);
            let rest = match field {
                // what is not understood is not the word for new goods
                Field::Condition => "used",
                _ => "",
            };
            rest.clone_into(self.raw.texts.slot(field));
        }
        within(self.text(field), self.dialect.name(field), field.limit())
    }

    fn text(&self, field: Field) -> &str {
        self.raw.texts.get(field).trim()
    }

    fn note(&self, field: Field, reason: impl Into<String>) -> Note {
        Note::new(self.dialect.name(field), reason)
    }

    /// A value that is not understood: fatal for the row in our own files, else a remark.
    fn not_understood(&mut self, field: Field, wanted: &str) -> Result<(), Note> {
        let reason = format!("{} is not accepted: {wanted}", shown(self.text(field)));
        let note = self.note(field, reason);
        if self.dialect == Dialect::Own {
            return Err(note);
        }
        self.remarks.push(note);
        Ok(())
    }

    fn offer_id(&self) -> Result<String, Note> {
        let id = self.text(Field::OfferId);
        if id.is_empty() {
            return Err(self.note(Field::OfferId, "required, and empty"));
        }
        within(
            id,
            self.dialect.name(Field::OfferId),
            Field::OfferId.limit(),
        )?;
        if id.chars().any(char::is_control) {
            return Err(self.note(Field::OfferId, "holds control characters"));
        }
        Ok(id.to_owned())
    }

    fn amount(&self, field: Field) -> Result<Amount, Note> {
        money::read(self.text(field), self.text(Field::Currency), self.options).map_err(|e| match e
        {
            MoneyFault::Text(reason) => self.note(field, reason),
            MoneyFault::Currency(reason) => self.note(Field::Currency, reason),
        })
    }

    fn price(&self) -> Result<Amount, Note> {
        if self.text(Field::Price).is_empty() {
            return Err(self.note(Field::Price, "required, and empty"));
        }
        match self.amount(Field::Price)? {
            Amount::ZERO => Err(self.note(Field::Price, "0 is no price: it must be above 0")),
            price => Ok(price),
        }
    }

    fn pinned(&self) -> Result<Option<CanonicalProductId>, Note> {
        let text = self.text(Field::CanonicalProductId);
        if text.is_empty() {
            return Ok(None);
        }
        CanonicalProductId::parse(text).map(Some).ok_or_else(|| {
            let reason = format!(
                "{} does not have the form ^[a-z0-9_]+$, at most {} characters",
                shown(text),
                CanonicalProductId::MAX_LEN
            );
            self.note(Field::CanonicalProductId, reason)
        })
    }

    fn identity(&mut self) -> Result<OfferIdentity, Note> {
        let name = self.dialect.name(Field::Ean);
        let gtins = trade_numbers::read(&self.raw.eans, name, &mut self.remarks)?;
        let text = |field| codes::clean(self.text(field));
        Ok(OfferIdentity {
            title: text(Field::Title),
            brand: text(Field::Brand),
            model: text(Field::Model),
            variant: text(Field::Variant),
            category: text(Field::Category),
            mpn: text(Field::Mpn),
            gtins,
            pack_size: self.raw.pack_size.max(1),
            is_bundle: self.raw.is_bundle,
        })
    }

    /// What the row says, else what its title does, else new. Words that are not understood are not those
    /// for new goods.
    fn condition(&mut self) -> Result<Condition, Note> {
        let stated = !self.text(Field::Condition).is_empty();
        let read = self.read(Field::Condition, codes::CONDITIONS, codes::condition)?;
        Ok(match read {
            Some(condition) => condition,
            None if stated => Condition::Used,
            None => Condition::of_title(self.text(Field::Title)).unwrap_or(Condition::New),
        })
    }

    fn description(&self) -> String {
        description::plain(&self.raw.description)
    }

    fn facts(&mut self, offer_id: String, item_price: Amount) -> Result<OfferFacts, Note> {
        let delivery_cost = match self.text(Field::DeliveryCost) {
            "" => None,
            _ => Some(self.amount(Field::DeliveryCost)?),
        };
        let stock_quantity = self.read(Field::StockQuantity, "a whole number from 0", |t| {
            t.parse::<u32>().ok()
        })?;
        let days = |t: &str| t.parse::<u16>().ok().filter(|d| *d <= MAX_DELIVERY_DAYS);
        let day_count = "a whole number";
        Ok(OfferFacts {
            offer_id,
            url: self.url()?,
            image_url: self.image_url(),
            item_price,
            delivery_cost,
            availability: self.availability(stock_quantity)?,
            stock_quantity,
            delivery_days: self.read(Field::DeliveryDays, "a whole number from 0 to 365", days)?,
            delivery_estimate: self.read(
                Field::DeliveryEstimate,
                "a day, as in 2025-01-31",
                codes::date,
            )?,
            condition: self.condition()?,
            seller_score: self.read(
                Field::SellerScore,
                "a number from 0 to 5 with a point",
                codes::rating,
            )?,
            return_days: self.read(Field::ReturnDays, day_count, |t| t.parse().ok())?,
            warranty_months: self.read(Field::WarrantyMonths, day_count, |t| t.parse().ok())?,
            stated_updated_at: self.read(
                Field::UpdatedAt,
                "an instant of RFC 3339, as in 2025-01-31T12:00:00Z",
                read_rfc3339,
            )?,
        })
    }

    /// An optional value; empty is `None`.
    fn read<T>(
        &mut self,
        field: Field,
        wanted: &str,
        reader: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, Note> {
        let text = self.text(field);
        if text.is_empty() {
            return Ok(None);
        }
        let value = reader(text);
        if value.is_none() {
            self.not_understood(field, wanted)?;
        }
        Ok(value)
    }

    fn availability(&mut self, stock: Option<u32>) -> Result<Availability, Note> {
        let read = self.read(
            Field::Availability,
            codes::AVAILABILITIES,
            codes::availability,
        )?;
        let unstated = self.text(Field::Availability).is_empty();
        let foreign = self.dialect != Dialect::Own;
        Ok(match (read, stock) {
            (Some(availability), Some(0)) if foreign => {
                Stock::of(availability).with_pieces(stock).availability
            }
            (Some(availability), _) => availability,
            (None, Some(0)) if unstated => Availability::OutOfStock,
            (None, Some(1..)) if unstated && foreign => Availability::InStock,
            (None, _) => Availability::Unknown,
        })
    }

    fn url(&self) -> Result<String, Note> {
        let url = self.text(Field::Url);
        if url.is_empty() {
            return Ok(String::new());
        }
        let read = link::page(url).map(Cow::into_owned);
        read.map_err(|error| self.note(Field::Url, format!("{} {error}", shown(url))))
    }

    fn image_url(&mut self) -> Option<String> {
        let url = self.text(Field::ImageUrl);
        if url.is_empty() {
            return None;
        }
        match link::page(url).map(Cow::into_owned) {
            Ok(url) => Some(url),
            Err(error) => {
                let reason = format!("{} is dropped: it {error}", shown(url));
                let note = self.note(Field::ImageUrl, reason);
                self.remarks.push(note);
                None
            }
        }
    }
}

/// Refuses a text that is longer than a limit or holds what could not be decoded.
pub(crate) fn within(text: &str, field: &'static str, limit: usize) -> Result<(), Note> {
    if is_longer(text, limit) {
        return Err(Note::new(field, format!("longer than {limit} characters")));
    }
    marks::problem(text).map_or(Ok(()), |problem| Err(Note::new(field, problem)))
}

fn is_longer(text: &str, limit: usize) -> bool {
    text.len() > limit && text.chars().take(limit + 1).count() > limit
}
