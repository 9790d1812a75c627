//! Bodies that create and change watches.

use app::AppError;
use domain::email::EmailAddress;
use domain::ids::CanonicalProductId;
use domain::watch::{Channel, ChannelKind, TargetPrice, WatchPatch, WatchStatus, WatchTerms};

use crate::http::json::{Members, Shape, Value};

const NEW: Shape = Shape {
    members: &[
        "canonical_product_id",
        "target_price",
        "channel",
        "destination",
        "condition",
    ],
    listed: "no members but canonical_product_id, target_price, channel, destination, condition",
};

const CHANGE: Shape = Shape {
    members: &["target_price", "destination", "status"],
    listed: "no members but target_price, destination, status",
};

const PRODUCT: &str = "a product id: 1 to 128 characters of a-z 0-9 _";
const TARGET: &str = "a number from 1 to 1000000";
const CHANNEL: &str = "email or webhook";
const DESTINATION: &str = "one email address, name@domain, of at most 254 ASCII characters; \
    required for the email channel";
const ADDRESS: &str = "one email address, name@domain, of at most 254 ASCII characters";
const CONDITION: &str = "target_price";
const STATUS: &str = "active or paused";

/// The watch that a body asks for.
#[derive(Debug)]
pub struct Wanted {
    /// Of which product.
    pub product: CanonicalProductId,
    /// Target and channel.
    pub terms: WatchTerms,
    /// The body in the one spelling by which idempotency keys compare requests.
    pub spelling: String,
}

/// Reads a body that creates a watch. The two descriptions of it are both taken (D-24): `condition`
/// may stand beside either channel, since it says what every watch does.
pub fn wanted(body: &[u8]) -> Result<Wanted, AppError> {
    let mut members = Members::read(body, &NEW)?;
    let product = members.required("canonical_product_id", PRODUCT, |value| {
        CanonicalProductId::parse(&value.text()?)
    });
    let target = members.required("target_price", TARGET, target);
    let channel = channel(&mut members);
    members.optional("condition", CONDITION, |value| {
        (value.text()? == CONDITION).then_some(())
    });
    let (Some(product), Some(target), Some(channel)) = (product, target, channel) else {
        return Err(members.refusal());
    };
    Ok(Wanted {
        product,
        terms: WatchTerms { target, channel },
        spelling: members.finish()?,
    })
}

fn channel(members: &mut Members<'_>) -> Option<Channel> {
    let named = members.optional("channel", CHANNEL, |value| {
        ChannelKind::from_code(&value.text()?)
    });
    match named {
        Some(ChannelKind::Webhook) => Some(Channel::Webhook {
            destination: members.optional("destination", ADDRESS, address),
        }),
        None if members.has("channel") => {
            members.optional("destination", ADDRESS, address);
            None
        }
        None | Some(ChannelKind::Email) => members
            .required("destination", DESTINATION, address)
            .map(|destination| Channel::Email { destination }),
    }
}

/// Reads a body that changes a watch.
pub fn patch(body: &[u8]) -> Result<WatchPatch, AppError> {
    let mut members = Members::read(body, &CHANGE)?;
    if members.is_empty() {
        members.refuse_body("at least one of target_price, destination, status");
    }
    let patch = WatchPatch {
        target: members.optional("target_price", TARGET, target),
        destination: members.optional("destination", ADDRESS, address),
        status: members.optional("status", STATUS, |value| {
            WatchStatus::from_code(&value.text()?)
        }),
    };
    members.finish()?;
    Ok(patch)
}

fn target(value: Value<'_>) -> Option<TargetPrice> {
    TargetPrice::parse_json(value.number()?).ok()
}

fn address(value: Value<'_>) -> Option<EmailAddress> {
    EmailAddress::parse(&value.text()?)
}

#[cfg(test)]
mod tests;
