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
    // which products come first hangs on their numbers, and so does what is tried
    for number in 0..3_000 {
        if number >= 1_000 && has_tried_enough(&mut driver) {
            break;
        }
        driver.step(&*store, number).await;
    }
    assert!(
        has_tried_enough(&mut driver),
        "too little was tried: {:?}",
        driver.seen
    );
}

fn has_tried_enough(driver: &mut Driver) -> bool {
    let silenced = driver.model.sent.iter().filter(|sent| sent.is_silenced);
    driver.seen.silenced = silenced.count();
    let owed = driver.model.sent.iter().filter(|sent| sent.is_owed);
    driver.seen.requeued = owed.count();
    driver.seen.are_enough()
}
