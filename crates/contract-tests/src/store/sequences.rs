//! Whatever happens to prices, watches, subscriptions and attempts, in whatever order: deliveries,
//! endpoints and incidents are what the reference model says.

mod checks;
mod driver;
mod owners;

use driver::Driver;

use super::Database;

/// What the model says of every delivery, subscription and watch is what the store shows after each step,
/// whatever the steps are.
pub async fn any_sequence_delivers_as_the_rules_say(db: &Database) {
    let store = db.connect().await;
    let mut driver = Driver::new(&*store).await;
    for number in 0..1000 {
        driver.step(&*store, number).await;
    }
    let silenced = driver.model.sent.iter().filter(|sent| sent.is_silenced);
    driver.seen.silenced = silenced.count();
    let owed = driver.model.sent.iter().filter(|sent| sent.is_owed);
    driver.seen.requeued = owed.count();
    driver.seen.are_enough();
}
