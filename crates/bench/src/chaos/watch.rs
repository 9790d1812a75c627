//! Watches that are wanted, and the rules of watches as this program understands them.

use std::collections::HashSet;

use crate::chaos::market::{DELIVERIES, Market, product_id, usual_euros};
use crate::numbers::{count, place};
use crate::outcome::Outcome;
use crate::random::Random;
use crate::service::Api;

/// The channel of mails.
pub const EMAIL: &str = "email";
/// The other channel.
pub const WEBHOOK: &str = "webhook";

const WORKSPACES: [&str; 3] = ["north", "south", "west"];

/// A client of a workspace, in one mode.
pub struct Owner {
    /// Its workspace.
    pub workspace: &'static str,
    /// Its mode is test.
    pub is_test: bool,
    /// Its identifier.
    pub client: String,
    /// The key of workspace and mode.
    pub key: String,
}

/// Clients enough for so many different watches: the same identifiers in each workspace and mode.
pub fn owners(api: &Api, watches: u64, products: u64) -> Outcome<Vec<Owner>> {
    let clients = 2 + 2 * watches / (3 * products);
    let mut owners = Vec::new();
    for workspace in WORKSPACES {
        for is_test in [false, true] {
            let mode = if is_test { "test" } else { "live" };
            let scopes = ["watchlists:read", "watchlists:write"];
            let key = api.key_of(workspace, mode, &scopes)?;
            owners.extend((0..clients).map(|client| Owner {
                workspace,
                is_test,
                client: format!("chaos-client-{client}"),
                key: key.clone(),
            }));
        }
    }
    Ok(owners)
}

/// A watch: as it is wanted, and how it stands.
#[derive(Debug, Clone)]
pub struct Watch {
    /// Its id, once it is created.
    pub id: String,
    /// Place of its client in the list.
    pub owner: usize,
    /// It belongs to test mode.
    pub is_test: bool,
    /// What it watches.
    pub product: u64,
    /// How its client is told: [`EMAIL`] or [`WEBHOOK`].
    pub channel: &'static str,
    /// Where to; empty: nowhere.
    pub destination: String,
    /// It fires below this: ten-thousandths of a euro.
    pub target: u64,
    /// It follows the price silently.
    pub is_paused: bool,
    /// The price was below the target.
    pub is_below: bool,
}

/// An event that must happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Firing {
    /// Place of the watch in the list.
    pub watch: usize,
    /// The revision that makes it happen.
    pub revision: u64,
    /// The price in cents.
    pub price: u64,
}

impl Watch {
    /// Different watches that look random.
    pub fn draw_all(
        owners: &[Owner],
        products: u64,
        watches: u64,
        random: &mut Random,
    ) -> Vec<Self> {
        let mut drawn = Vec::new();
        let mut taken = HashSet::new();
        while count(drawn.len()) < watches {
            let owner = place(random.below(count(owners.len())));
            let is_test = owners.get(owner).is_some_and(|owner| owner.is_test);
            // few in test mode
            let is_refused = is_test && random.below(100) >= 15;
            let channel = if random.below(100) < 15 {
                WEBHOOK
            } else {
                EMAIL
            };
            let product = random.below(products);
            if is_refused || !taken.insert((owner, product, channel)) {
                continue;
            }
            let number = drawn.len();
            let is_silent = channel == WEBHOOK && random.below(2) == 0;
            drawn.push(Self {
                id: String::new(),
                owner,
                is_test,
                product,
                channel,
                destination: if is_silent {
                    String::new()
                } else {
                    format!("watch{number}@client{owner}.example")
                },
                target: draw_target(product, random),
                is_paused: random.below(100) < 8,
                is_below: false,
            });
        }
        drawn
    }

    /// Its client created it, resumed it or set another target: the side follows the price without an event.
    pub fn settle(&mut self, price: Option<u64>) {
        self.is_below = self.is_reached(price);
    }

    /// A revision was published: whether it fires. One without a price says nothing.
    pub fn observe(&mut self, price: Option<u64>) -> bool {
        if price.is_none() {
            return false;
        }
        let turned = !self.is_below && self.is_reached(price);
        self.settle(price);
        turned && !self.is_paused && !self.is_test
    }

    fn is_reached(&self, price: Option<u64>) -> bool {
        price.is_some_and(|price| price * 100 < self.target)
    }

    /// The target as JSON has it.
    pub fn shown_target(&self) -> String {
        format!("{}.{:04}", self.target / 10_000, self.target % 10_000)
    }

    /// The body that creates it.
    pub fn body(&self) -> String {
        let (product, target) = (product_id(self.product), self.shown_target());
        let channel = self.channel;
        let destination = if self.destination.is_empty() {
            String::new()
        } else {
            format!(r#","destination":"{}""#, self.destination)
        };
        format!(
            r#"{{"canonical_product_id":"{product}","target_price":{target},"channel":"{channel}"{destination}}}"#
        )
    }
}

/// A target near to prices that occur, often equal to one or a ten-thousandth beside it; some that are
/// never or almost always reached.
pub fn draw_target(product: u64, random: &mut Random) -> u64 {
    let level = match random.below(100) {
        0..4 => 50,
        4..8 => 130,
        _ => 87 + random.below(14),
    };
    let cents = usual_euros(product) * level + random.pick(&DELIVERIES);
    let nudge = *random.pick(&[0, 0, 0, 1, -1, 100, -100]);
    (cents * 100).saturating_add_signed(nudge)
}

/// What must follow when an import is published as this revision.
pub fn observe_all(watches: &mut [Watch], market: &Market, revision: u64) -> Vec<Firing> {
    let mut firings = Vec::new();
    for (number, watch) in watches.iter_mut().enumerate() {
        let price = market.lowest(watch.product);
        if let (true, Some(price)) = (watch.observe(price), price) {
            firings.push(Firing {
                watch: number,
                revision,
                price,
            });
        }
    }
    firings
}

#[cfg(test)]
mod tests {
    use super::{EMAIL, Watch};

    fn watch() -> Watch {
        Watch {
            id: String::new(),
            owner: 0,
            is_test: false,
            product: 0,
            channel: EMAIL,
            destination: "a@b.example".to_owned(),
            target: 5_000_000,
            is_paused: false,
            is_below: false,
        }
    }

    #[test]
    fn a_watch_fires_when_the_price_falls_below_its_target() {
        let prices = [
            (Some(50_000), false),
            (Some(49_999), true),
            (Some(49_000), false),
            (None, false),
            (Some(49_000), false),
            (Some(50_000), false),
            (Some(1), true),
        ];
        let mut watch = watch();
        for (price, fires) in prices {
            assert_eq!(watch.observe(price), fires, "{price:?}");
        }
    }

    #[test]
    fn paused_watches_and_those_of_test_mode_follow_silently() {
        for (is_paused, is_test) in [(true, false), (false, true)] {
            let mut watch = Watch {
                is_test,
                is_paused,
                ..watch()
            };
            assert!(!watch.observe(Some(49_999)));
            assert!(watch.is_below);
        }
    }

    #[test]
    fn a_body_names_what_is_wanted() {
        let body = watch().body();
        let read: serde_json::Value = serde_json::from_str(&body).unwrap();
        assert_eq!(read["target_price"], 500.0);
        assert_eq!(read["channel"], "email");
        assert_eq!(read["destination"], "a@b.example");
    }
}
