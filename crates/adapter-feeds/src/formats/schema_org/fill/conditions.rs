//! Delivery, returns, warranty, and how long a price is valid.

use super::super::amounts;
use super::super::item::Item;
use super::super::offers::Priced;
use super::super::terms;
use super::Rows;
use crate::offer::field::{Field, Note, RawOffer};
use crate::offer::money::shown;

impl Rows<'_> {
    pub(super) fn terms(&self, product: &Item, priced: &Priced<'_>, raw: &mut RawOffer) {
        let offer = priced.offer;
        let mut things = vec![offer];
        things.extend(priced.list);
        things.push(product);
        let currency = priced.currency.as_str();
        let stated = things.iter().find(|thing| thing.has("shippingdetails"));
        match stated.map_or(Ok(None), |thing| terms::delivery(thing, currency)) {
            Ok(Some(delivery)) => {
                *raw.texts.slot(Field::DeliveryCost) = delivery.cost;
                let days = delivery.days.map(|days| days.to_string());
                *raw.texts.slot(Field::DeliveryDays) = days.unwrap_or_default();
            }
            Ok(None) => {}
            Err(reason) => raw.remarks.push(Note::new("shippingDetails", reason)),
        }
        let lead = offer.items("deliveryleadtime").next();
        if let Some(days) = lead.and_then(terms::days_of)
            && raw.texts.get(Field::DeliveryDays).is_empty()
        {
            *raw.texts.slot(Field::DeliveryDays) = days.to_string();
        }
        let sellers = things.iter().flat_map(|thing| thing.items("seller"));
        let with_sellers: Vec<&Item> = things.iter().copied().chain(sellers).collect();
        let number = |number: Option<u16>| number.map(|n| n.to_string()).unwrap_or_default();
        let days = terms::return_days(&with_sellers, self.options.observed_at);
        *raw.texts.slot(Field::ReturnDays) = number(days);
        *raw.texts.slot(Field::WarrantyMonths) = number(terms::warranty_months(&things));
        *raw.texts.slot(Field::SellerScore) = terms::seller_score(offer).unwrap_or_default();
        let until = priced.text("pricevaliduntil");
        if amounts::is_over(&until, self.options.observed_at) {
            let reason = format!(
                "the page says that its price was valid until {}",
                shown(&until)
            );
            raw.remarks.push(Note::new("priceValidUntil", reason));
        }
    }
}
