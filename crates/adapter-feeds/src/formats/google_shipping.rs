//! What delivery costs by the shipping attributes of Google Merchant feeds.

use domain::money::Amount;
use ports_net::FeedOptions;

use crate::offer::money::{self, MoneyFault};

/// The most ways of delivery and thresholds of one item.
const MAX_WAYS: usize = 500;

/// Words of services that bring nothing to the door, in languages of feeds.
const PICKUP: [&str; 16] = [
    "pickup", "pick up", "pick-up", "collect", "in store", "in-store", "instore", "abhol",
    "retrait", "ritiro", "recogida", "afhal", "afhent", "odbiór", "odběr", "ridicare",
];

/// One way of delivery, in the feed's own texts.
#[derive(Debug, Default)]
pub(crate) struct Shipping {
    /// The country it is for.
    pub(crate) country: String,
    /// What the shop calls it.
    pub(crate) service: String,
    /// Its price.
    pub(crate) price: String,
    /// Most business days until it is handed over.
    pub(crate) max_handling: String,
    /// Most business days on the way.
    pub(crate) max_transit: String,
}

impl Shipping {
    /// `country:region:service:price:min:max:min:max`.
    pub(crate) fn from_text(text: &str) -> Self {
        let parts: Vec<&str> = text.split(':').map(str::trim).collect();
        let at = |place: usize| (*parts.get(place).unwrap_or(&"")).to_owned();
        Self {
            country: at(0),
            service: at(2),
            price: at(3),
            max_handling: at(5),
            max_transit: at(7),
        }
    }

    fn is_pickup(&self) -> bool {
        let service = self.service.to_lowercase().replace('_', " ");
        PICKUP.iter().any(|word| service.contains(word))
    }
}

/// The ways of delivery of an item, and from which price on it is free.
#[derive(Debug, Default)]
pub(crate) struct Ways {
    priced: Vec<(Amount, Shipping)>,
    pickup: bool,
    free_from: Vec<(String, Amount)>,
}

/// What delivery costs.
#[derive(Debug)]
pub(crate) struct Delivery {
    /// Its price as a text.
    pub(crate) price: String,
    /// Most business days until it is handed over.
    pub(crate) max_handling: String,
    /// Most business days on the way.
    pub(crate) max_transit: String,
}

impl Ways {
    /// Takes over a way of delivery. One without a price says nothing; an error is why its price is
    /// not used.
    pub(crate) fn add(&mut self, way: Shipping, options: &FeedOptions) -> Result<(), String> {
        if way.price.trim().is_empty() || self.priced.len() >= MAX_WAYS {
            return Ok(());
        }
        if way.is_pickup() {
            self.pickup = true;
            return Ok(());
        }
        let price = money::read(&way.price, "", options).map_err(reason)?;
        self.priced.push((price, way));
        Ok(())
    }

    /// Takes over the price from which on delivery to a country is free.
    pub(crate) fn free_from(
        &mut self,
        country: &str,
        price: &str,
        options: &FeedOptions,
    ) -> Result<(), String> {
        if price.trim().is_empty() || self.free_from.len() >= MAX_WAYS {
            return Ok(());
        }
        let price = money::read(price, "", options).map_err(reason)?;
        self.free_from.push((country.trim().to_owned(), price));
        Ok(())
    }

    /// Whether goods can only be fetched.
    pub(crate) const fn only_pickup(&self) -> bool {
        self.pickup && self.priced.is_empty()
    }

    /// The cheapest way to the door in the country that is named first; free from its threshold on.
    pub(crate) fn cheapest(&self, item_price: Option<Amount>) -> Option<Delivery> {
        let country = self.priced.first().map(|(_, way)| way.country.as_str());
        let fits = |other: &str| country.is_none_or(|country| same(country, other));
        let cheapest = self
            .priced
            .iter()
            .filter(|(_, way)| fits(&way.country))
            .min_by_key(|(price, _)| *price);
        let free = item_price.is_some_and(|price| {
            let mut thresholds = self.free_from.iter();
            thresholds.any(|(place, from)| fits(place) && price >= *from)
        });
        let way = cheapest.map(|(_, way)| way);
        if way.is_none() && !free {
            return None;
        }
        let text = |of: fn(&Shipping) -> &String| way.map(of).cloned().unwrap_or_default();
        Some(Delivery {
            price: if free {
                "0".to_owned()
            } else {
                text(|way| &way.price)
            },
            max_handling: text(|way| &way.max_handling),
            max_transit: text(|way| &way.max_transit),
        })
    }
}

/// Whether two countries are the same; one that is not named is any.
fn same(one: &str, other: &str) -> bool {
    one.is_empty() || other.is_empty() || one.eq_ignore_ascii_case(other)
}

fn reason(fault: MoneyFault) -> String {
    match fault {
        MoneyFault::Text(reason) | MoneyFault::Currency(reason) => reason,
    }
}
