//! Bodies that create and change watches.

use app::AppError;
use domain::email::EmailAddress;
use domain::ids::CanonicalProductId;
use domain::num::u8_from_f64;
use domain::store::StoreName;
use domain::watch::{
    Channel, ChannelKind, ConditionTerms, FallPercent, TargetPrice, UnfitTerm, WatchCondition,
    WatchConditionKind, WatchPatch, WatchStatus, WatchTerms,
};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::json::{Members, RequestBody};
use crate::http::typed::{Accepted, Field, Value};
use crate::watchlists::body;

/// What is accepted as destination of the email channel.
const MAIL_DESTINATION: &str = "one email address, name@domain, of at most 254 ASCII characters; \
    required for the email channel";

/// Why a target is refused.
const NO_TARGET: &str = "only with the condition target_price";

/// Why a percent is refused.
const NO_PERCENT: &str = "only with the condition price_fall";

/// A price watch that is wanted.
///
/// The two descriptions of it are both taken (D-24): `condition` may stand beside either channel.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PriceWatchInput, description = "A price watch that is wanted.")]
pub struct PriceWatchInput {
    /// The product.
    #[schema(value_type = String, pattern = "^[a-z0-9_]+$", max_length = 128)]
    canonical_product_id: Field<CanonicalProductId>,
    /// Tell the client when the price moves below this; required for the condition `target_price`, and only there.
    #[schema(value_type = f64, minimum = 1, maximum = 1_000_000, required = false)]
    target_price: Option<Field<TargetPrice>>,
    /// Look at the price of this shop alone, named as answers show it; without it at the lowest of all shops.
    #[schema(value_type = String, min_length = 2, max_length = 120, required = false)]
    store: Option<Field<StoreName>>,
    /// How to tell the client.
    #[schema(value_type = body::WatchChannel, required = false, default = "email")]
    channel: Field<ChannelKind>,
    /// Where to; required for the email channel.
    #[schema(value_type = String, format = "email", max_length = 254, required = false)]
    destination: Option<Field<EmailAddress>>,
    /// What the watch waits for.
    #[schema(value_type = body::WatchCondition, required = false, default = "target_price")]
    condition: Field<WatchConditionKind>,
    /// By how many percent the price has to fall; required for the condition `price_fall`, and only there.
    #[schema(value_type = i32, minimum = 1, maximum = 90, required = false)]
    percent: Option<Field<FallPercent>>,
}

impl PriceWatchInput {
    /// Of which product, and what is waited for.
    pub fn terms(self) -> Result<(CanonicalProductId, WatchTerms), AppError> {
        let destination = self.destination.map(|Field(address)| address);
        let channel = match (self.channel, destination) {
            (Field(ChannelKind::Webhook), destination) => Channel::Webhook { destination },
            (Field(ChannelKind::Email), Some(destination)) => Channel::Email { destination },
            (Field(ChannelKind::Email), None) => {
                return Err(AppError::validation("destination", MAIL_DESTINATION));
            }
        };
        let asked = ConditionTerms {
            target: self.target_price.map(|Field(target)| target),
            percent: self.percent.map(|Field(percent)| percent),
        };
        let Field(product) = self.canonical_product_id;
        let Field(kind) = self.condition;
        let condition = WatchCondition::of(kind, asked).map_err(|unfit| match unfit {
            UnfitTerm::Target => AppError::validation("target_price", accepted_target(kind)),
            UnfitTerm::Percent => AppError::validation("percent", accepted_percent(kind)),
        })?;
        let terms = WatchTerms {
            condition,
            store: self.store.map(|Field(name)| name),
            channel,
        };
        Ok((product, terms))
    }
}

/// What a target has to be with a condition of this kind.
const fn accepted_target(kind: WatchConditionKind) -> &'static str {
    if kind.has_target() {
        TargetPrice::ACCEPTED
    } else {
        NO_TARGET
    }
}

/// What a percent has to be with a condition of this kind.
const fn accepted_percent(kind: WatchConditionKind) -> &'static str {
    if kind.has_percent() {
        FallPercent::ACCEPTED
    } else {
        NO_PERCENT
    }
}

impl RequestBody for PriceWatchInput {
    fn check(members: &mut Members<'_>) {
        let is_mail = members.get("channel") == Some(ChannelKind::Email);
        if is_mail && members.get::<EmailAddress>("destination").is_none() {
            members.refuse("destination", MAIL_DESTINATION);
        }
        let Some(kind) = members.get::<WatchConditionKind>("condition") else {
            return;
        };
        if members.has("target_price") != kind.has_target() {
            members.refuse("target_price", accepted_target(kind));
        }
        if members.has("percent") != kind.has_percent() {
            members.refuse("percent", accepted_percent(kind));
        }
    }
}

/// A change of a price watch: at least one member.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PriceWatchPatch, min_properties = 1)]
pub struct PriceWatchPatch {
    /// The new target.
    #[schema(value_type = f64, minimum = 1, maximum = 1_000_000, required = false)]
    target_price: Option<Field<TargetPrice>>,
    /// By how many percent the price has to fall from now on.
    #[schema(value_type = i32, minimum = 1, maximum = 90, required = false)]
    percent: Option<Field<FallPercent>>,
    /// The new address.
    #[schema(value_type = String, format = "email", max_length = 254, required = false)]
    destination: Option<Field<EmailAddress>>,
    /// The new status.
    #[schema(value_type = body::WatchStatus, required = false)]
    status: Option<Field<WatchStatus>>,
}

impl From<PriceWatchPatch> for WatchPatch {
    fn from(patch: PriceWatchPatch) -> Self {
        Self {
            target: patch.target_price.map(|Field(target)| target),
            percent: patch.percent.map(|Field(percent)| percent),
            destination: patch.destination.map(|Field(address)| address),
            status: patch.status.map(|Field(status)| status),
        }
    }
}

impl RequestBody for PriceWatchPatch {
    fn check(members: &mut Members<'_>) {
        members.require_any();
    }
}

impl Accepted for CanonicalProductId {
    const ACCEPTED: &'static str = "a product id: 1 to 128 characters of a-z 0-9 _";

    fn read(value: Value<'_>) -> Option<Self> {
        Self::parse(&value.storable_text()?)
    }
}

impl Accepted for TargetPrice {
    const ACCEPTED: &'static str = "a number from 1 to 1000000";

    fn read(value: Value<'_>) -> Option<Self> {
        Self::parse_json(value.number()?).ok()
    }
}

impl Accepted for FallPercent {
    const ACCEPTED: &'static str = Self::ACCEPTED;

    fn read(value: Value<'_>) -> Option<Self> {
        // `10.0` and `1e1` are whole numbers as well
        let number: f64 = value.number()?.parse().ok()?;
        let is_whole = number.fract() == 0.0;
        Self::new(u8_from_f64(number)).filter(|_| is_whole)
    }
}

impl Accepted for ChannelKind {
    const ACCEPTED: &'static str = "email or webhook";

    fn read(value: Value<'_>) -> Option<Self> {
        Self::from_code(&value.text()?)
    }

    fn when_absent() -> Option<Self> {
        Some(Self::Email)
    }
}

impl Accepted for EmailAddress {
    const ACCEPTED: &'static str =
        "one email address, name@domain, of at most 254 ASCII characters";

    fn read(value: Value<'_>) -> Option<Self> {
        Self::parse(&value.storable_text()?)
    }
}

impl Accepted for WatchStatus {
    const ACCEPTED: &'static str = "active or paused";

    fn read(value: Value<'_>) -> Option<Self> {
        Self::from_code(&value.text()?)
    }
}

impl Accepted for WatchConditionKind {
    const ACCEPTED: &'static str = "target_price, back_in_stock, price_fall or new_low";

    fn read(value: Value<'_>) -> Option<Self> {
        Self::from_code(&value.text()?)
    }

    fn when_absent() -> Option<Self> {
        Some(Self::TargetPrice)
    }
}

#[cfg(test)]
mod tests;
