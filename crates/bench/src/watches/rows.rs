//! The watches of a run, as rows of the table.

use crate::numbers::place;
use reference_model::Random;

use super::shop::{Level, Shop};

/// How many watches a watched product has.
pub const PER_PRODUCT: u64 = 10;

/// Workspaces that own watches.
pub const WORKSPACES: u64 = 100;

/// What the watches do when the prices move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plan {
    /// Targets 10 to 20 % below the lowest price: nothing.
    Idle,
    /// Targets between the two shops' prices, and reached: they stay so, whichever shop's prices move.
    Reached,
    /// The targets of one in a hundred lie between the cheap shop's two prices; the others are idle.
    Firing,
    /// One workspace watches one product by webhooks, and all of its targets lie between the cheap shop's two
    /// prices.
    Crowd,
}

/// One watch.
#[derive(Debug)]
pub struct WatchRow {
    /// Random.
    pub id: String,
    /// Below [`WORKSPACES`].
    pub workspace: u64,
    /// Its client.
    pub client: String,
    /// Number of the product among those whose prices change.
    pub product: u64,
    /// Half of the watches have each.
    pub channel: &'static str,
    /// Where mails go.
    pub destination: Option<String>,
    /// In ten-thousandths of the currency's unit.
    pub target: u64,
    /// The price is below it.
    pub below: bool,
}

impl WatchRow {
    /// The cheap shop's id of the product.
    pub fn offer_id(&self) -> String {
        format!("S0-{}", self.product)
    }
}

/// So many watches on products spread evenly over the first `offers`, in no order.
pub fn rows(plan: Plan, watches: u64, offers: u64) -> impl Iterator<Item = WatchRow> {
    let products = watches / PER_PRODUCT;
    let stride = offers / products.max(1);
    // a prime above all numbers of watches: each place comes once
    (0..watches).map(move |turn| row(plan, turn * 7_368_787 % watches, stride))
}

fn row(plan: Plan, number: u64, stride: u64) -> WatchRow {
    if plan == Plan::Crowd {
        return crowded(number);
    }
    let mut random = Random::new(number ^ (5 << 50));
    let product = number / PER_PRODUCT * stride;
    let seat = number % PER_PRODUCT;
    let is_mail = seat.is_multiple_of(2);
    let [high, low] = [Level::High, Level::Low].map(|level| Shop::Cheap.delivered(level, product));
    // of 200 watches the first and the one after 101: one of each channel, on different products
    let fires = plan == Plan::Firing && matches!(number % 200, 0 | 101);
    let target = match plan {
        _ if fires => (high + low) * 50,
        Plan::Idle | Plan::Firing | Plan::Crowd => low * (80 + random.below(11)),
        Plan::Reached => (high + Shop::Dear.delivered(Level::Low, product)) * 50,
    };
    WatchRow {
        id: uuid(&mut random),
        workspace: random.below(WORKSPACES),
        client: format!("client-{:05}-{seat}", random.below(20_000)),
        product,
        channel: if is_mail { "email" } else { "webhook" },
        destination: is_mail.then(|| format!("reader{number}@mail.example")),
        target,
        below: plan == Plan::Reached,
    }
}

fn crowded(number: u64) -> WatchRow {
    let [high, low] = [Level::High, Level::Low].map(|level| Shop::Cheap.delivered(level, 0));
    WatchRow {
        id: uuid(&mut Random::new(number ^ (6 << 50))),
        workspace: 0,
        client: format!("client-{number:05}"),
        product: 0,
        channel: "webhook",
        destination: None,
        target: (high + low) * 50,
        below: false,
    }
}

/// How many of so many watches fire when the cheap shop lowers its prices.
pub fn firing(watches: u64) -> u64 {
    watches / 100
}

/// A random one as RFC 9562 says.
fn uuid(random: &mut Random) -> String {
    let hex = format!("{:016x}{:016x}", random.draw(), random.draw());
    let part = |from, to| hex.get(place(from)..place(to)).unwrap_or_default();
    format!(
        "{}-{}-4{}-8{}-{}",
        part(0, 8),
        part(8, 12),
        part(13, 16),
        part(17, 20),
        part(20, 32)
    )
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Plan, firing, rows};
    use crate::watches::shop::{Level, Shop};

    #[test]
    fn one_watch_in_a_hundred_fires_half_of_them_by_mail() {
        let all: Vec<_> = rows(Plan::Firing, 20_000, 10_000).collect();
        let fires = |row: &&super::WatchRow| {
            row.target > 100 * Shop::Cheap.delivered(Level::Low, row.product)
        };
        let mails = all
            .iter()
            .filter(fires)
            .filter(|row| row.channel == "email");
        assert_eq!(all.iter().filter(fires).count(), 200);
        assert_eq!(firing(20_000), 200);
        assert_eq!(mails.count(), 100);
        let ids: HashSet<_> = all.iter().map(|row| &row.id).collect();
        let seats: HashSet<_> = all
            .iter()
            .map(|r| (&r.client, r.workspace, r.product))
            .collect();
        assert_eq!((ids.len(), seats.len()), (20_000, 20_000));
        assert!(ids.iter().all(|id| id.len() == 36));
    }

    #[test]
    fn reached_watches_stay_reached_at_every_price_of_both_shops() {
        for row in rows(Plan::Reached, 10_000, 5000) {
            assert!(row.target > 100 * Shop::Cheap.delivered(Level::High, row.product));
            assert!(row.target <= 100 * Shop::Dear.delivered(Level::Low, row.product));
        }
    }
}
