//! What happened, held against what must have happened.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Value;

use crate::chaos::caller::Caller;
use crate::chaos::database::{Event, Mail};
use crate::chaos::living::Living;
use crate::chaos::market::product_id;
use crate::chaos::report::Report;
use crate::chaos::sink::Arrival;
use crate::chaos::watch::{EMAIL, Firing, Owner, Watch};
use crate::numbers::count;
use crate::outcome::Outcome;

/// What must have happened.
pub struct Expected<'a> {
    /// The watches.
    pub watches: &'a [Watch],
    /// Their events.
    pub firings: &'a [Firing],
}

/// An event that must have happened, with the watch.
type Due<'a> = (&'a Watch, &'a Firing);

impl Expected<'_> {
    /// Compares the events; answers the ids of those of mail watches, with the watch.
    pub fn events(&self, found: &[Event], report: &mut Report) -> HashMap<String, &Watch> {
        let due = self.firings.iter().filter_map(|firing| {
            let watch = self.watches.get(firing.watch)?;
            Some(((watch.id.as_str(), firing.revision), (watch, firing)))
        });
        let mut due: HashMap<(&str, u64), Due<'_>> = due.collect();
        report.figure("events expected", count(due.len()));
        report.figure("  found", count(found.len()));
        let (mut twice, mut foreign, mut other) = (Vec::new(), Vec::new(), Vec::new());
        let mut mails = HashMap::new();
        let mut seen = HashSet::new();
        for event in found {
            let key = (event.watch.as_str(), event.revision);
            match due.remove(&key) {
                Some(_) if !seen.insert(key) => twice.push(format!("{event:?}")),
                Some((watch, firing)) => {
                    if !tells(event, watch, firing) {
                        other.push(format!("{event:?}, and not {firing:?} of {watch:?}"));
                    }
                    if watch.channel == EMAIL {
                        mails.insert(event.id.clone(), watch);
                    }
                }
                None if seen.contains(&key) => twice.push(format!("{event:?}")),
                None => foreign.push(format!("{event:?}")),
            }
        }
        let missing: Vec<String> = due.values().map(|due| format!("{due:?}")).collect();
        report.fault("  missing", &missing);
        report.fault("  twice", &twice);
        report.fault("  never due", &foreign);
        report.fault("  with another price or channel", &other);
        let by_mail = |firing: &&Firing| {
            let watch = self.watches.get(firing.watch);
            watch.is_some_and(|watch| watch.channel == EMAIL)
        };
        let due = self.firings.iter().filter(by_mail).count();
        report.figure("mails expected", count(due));
        mails
    }

    /// Holds the lists that clients get against what they asked for.
    pub fn lists(&self, owners: &[Owner], living: &Living<'_>, report: &mut Report) -> Outcome<()> {
        let mut caller = Caller::new(living);
        let mut other = Vec::new();
        for (number, owner) in owners.iter().enumerate() {
            let own = self.watches.iter().filter(|watch| watch.owner == number);
            let wanted: HashSet<String> = own.map(wanted).collect();
            let list = caller.list(owner)?;
            let items = list.get("items").and_then(Value::as_array);
            let items = items.ok_or("a list without items")?;
            let listed: HashSet<String> = items.iter().map(listed).collect();
            let lengths = [items.len(), listed.len(), wanted.len()];
            let total = list.get("total").and_then(Value::as_u64);
            if wanted != listed || lengths.map(count).map(Some) != [total; 3] {
                let (workspace, client) = (owner.workspace, &owner.client);
                let differ: Vec<_> = wanted.symmetric_difference(&listed).take(4).collect();
                other.push(format!("{workspace} {client}: {lengths:?}, {differ:?}"));
            }
        }
        report.fault("lists of watches that are not as asked", &other);
        Ok(())
    }
}

/// Whether an event says what happened.
fn tells(event: &Event, watch: &Watch, firing: &Firing) -> bool {
    let told: Value = serde_json::from_str(&event.payload).unwrap_or_default();
    let data = told.get("data");
    let price = data.and_then(|data| data.get("current_price"));
    let text = format!("{}.{:02}", firing.price / 100, firing.price % 100);
    price.and_then(Value::as_f64) == text.parse().ok() && event.channel == watch.channel
}

/// A watch as it was asked for, in one line.
fn wanted(watch: &Watch) -> String {
    let target: f64 = watch.shown_target().parse().unwrap_or_default();
    let channel = watch.channel;
    let status = if watch.is_paused { "paused" } else { "active" };
    let (id, product) = (&watch.id, product_id(watch.product));
    let destination = &watch.destination;
    format!("{id} {product} {target} {channel} {destination} {status}")
}

/// A watch as it is listed, in the same line.
fn listed(item: &Value) -> String {
    let text = |name: &str| item.get(name).and_then(Value::as_str).unwrap_or_default();
    let target = item.get("target_price").and_then(Value::as_f64);
    format!(
        "{} {} {} {} {} {}",
        text("id"),
        text("canonical_product_id"),
        target.unwrap_or_default(),
        text("channel"),
        text("destination"),
        text("status")
    )
}

/// Compares the mails that came in with the events that they must tell of. `was_cut` says whether a
/// start of the service was killed with this mail in its hands.
pub fn mails(
    due: &HashMap<String, &Watch>,
    arrivals: &[Arrival],
    was_cut: impl Fn(u64, &str) -> bool,
    report: &mut Report,
) {
    let mut of_event: BTreeMap<&str, Vec<&Arrival>> = BTreeMap::new();
    let mut foreign = Vec::new();
    for arrival in arrivals {
        let (event, domain) = arrival.message.split_once('@').unwrap_or_default();
        let is_due = due
            .get(event)
            .is_some_and(|watch| watch.destination == arrival.recipient);
        if is_due && domain == "shop.example" {
            of_event.entry(event).or_default().push(arrival);
        } else {
            foreign.push(format!("{arrival:?}"));
        }
    }
    let missing = due.keys().filter(|id| !of_event.contains_key(id.as_str()));
    let missing: Vec<String> = missing.cloned().collect();
    report.figure("  arrived at least once", count(of_event.len()));
    report.fault("  never arrived", &missing);
    report.fault("  for nobody who waits for one", &foreign);
    let (mut unanswered, mut cut, mut unexplained) = (0, 0, Vec::new());
    for (event, arrivals) in &of_event {
        // what explains a mail that comes again stands with the arrival before it
        for pair in arrivals.windows(2) {
            match pair {
                [before, _] if before.is_unanswered => unanswered += 1,
                [before, _] if was_cut(before.start, event) => cut += 1,
                _ => unexplained.push(format!("{pair:?}")),
            }
        }
    }
    let again = unanswered + cut + count(unexplained.len());
    report.figure("  arrived again", again);
    report.figure("    the mail server had hung up", unanswered);
    report.figure("    the service was killed before it noted", cut);
    report.fault("    for no reason", &unexplained);
}

/// Compares the outbox with the events that its mails must tell of.
pub fn outbox(due: &HashMap<String, &Watch>, mails: &[Mail], report: &mut Report) {
    let is_right = |mail: &&Mail| mail.state == "sent" && due.contains_key(&mail.id);
    let other = mails.iter().filter(|mail| !is_right(mail));
    let mut other: Vec<String> = other.map(|mail| format!("{mail:?}")).collect();
    if mails.len() < due.len() {
        other.push(format!("{} mails of {} events", mails.len(), due.len()));
    }
    report.fault("  in the outbox: not sent, or of no event", &other);
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{Arrival, EMAIL, Event, Expected, Firing, Mail, Report, Watch, mails, outbox};
    use crate::chaos::watch::WEBHOOK;

    fn watch(id: &str, channel: &'static str) -> Watch {
        Watch {
            id: id.to_owned(),
            owner: 0,
            is_test: false,
            product: 0,
            channel,
            destination: "a@b.example".to_owned(),
            target: 5_000_000,
            is_paused: false,
            is_below: false,
        }
    }

    fn event(watch: &str, revision: u64, channel: &str, price: &str) -> Event {
        Event {
            id: format!("e-{watch}-{revision}"),
            watch: watch.to_owned(),
            revision,
            channel: channel.to_owned(),
            payload: format!(r#"{{"data":{{"current_price":{price}}}}}"#),
        }
    }

    fn arrival(event: &str, start: u64, is_unanswered: bool) -> Arrival {
        Arrival {
            message: format!("{event}@shop.example"),
            recipient: "a@b.example".to_owned(),
            start,
            is_unanswered,
        }
    }

    /// What is wrong with these events, when a mail watch fired at revision 4 and a webhook watch at 5.
    fn faults(found: &[Event]) -> Vec<String> {
        let watches = [watch("m", EMAIL), watch("w", WEBHOOK)];
        let firing = |watch, revision| Firing {
            watch,
            revision,
            price: 49_950,
        };
        let expected = Expected {
            watches: &watches,
            firings: &[firing(0, 4), firing(1, 5)],
        };
        let mut report = Report::default();
        let mails = expected.events(found, &mut report);
        assert!(mails.keys().all(|id| id == "e-m-4"));
        report.faults
    }

    #[test]
    fn an_even_ledger_has_no_faults() {
        let even = [
            event("m", 4, "email", "499.5"),
            event("w", 5, "webhook", "499.50"),
        ];
        assert_eq!(faults(&even), Vec::<String>::new());
    }

    #[test]
    fn events_that_are_missing_twice_foreign_or_other_are_found() {
        let mail = || event("m", 4, "email", "499.5");
        let webhook = || event("w", 5, "webhook", "499.5");
        let tables = [
            (vec![mail()], "missing"),
            (vec![mail(), webhook(), mail()], "twice"),
            (
                vec![mail(), webhook(), event("m", 5, "email", "499.5")],
                "never due",
            ),
            (
                vec![mail(), webhook(), event("x", 4, "email", "499.5")],
                "never due",
            ),
            (
                vec![mail(), event("w", 5, "webhook", "499.51")],
                "with another",
            ),
            (
                vec![mail(), event("w", 5, "email", "499.5")],
                "with another",
            ),
        ];
        for (found, fault) in tables {
            let faults = faults(&found);
            assert_eq!(faults.len(), 1, "{faults:?}");
            assert!(faults[0].starts_with(fault), "{faults:?}");
        }
    }

    #[test]
    fn mails_that_are_missing_foreign_or_repeated_for_no_reason_are_found() {
        let watch = watch("m", EMAIL);
        let due = HashMap::from([("e1".to_owned(), &watch)]);
        let stranger = Arrival {
            recipient: "c@d.example".to_owned(),
            ..arrival("e1", 1, false)
        };
        let tables = [
            (vec![arrival("e1", 1, false)], None),
            (vec![arrival("e1", 1, true), arrival("e1", 1, false)], None),
            (vec![arrival("e1", 7, false), arrival("e1", 8, false)], None),
            (
                vec![arrival("e1", 1, false), arrival("e1", 8, false)],
                Some("for no reason"),
            ),
            (vec![], Some("never arrived")),
            (
                vec![arrival("e1", 1, false), arrival("e2", 1, false)],
                Some("for nobody"),
            ),
            (vec![arrival("e1", 1, false), stranger], Some("for nobody")),
        ];
        for (arrivals, fault) in tables {
            let mut report = Report::default();
            mails(
                &due,
                &arrivals,
                |start, event| (start, event) == (7, "e1"),
                &mut report,
            );
            let faults = report.faults;
            assert_eq!(faults.len(), usize::from(fault.is_some()), "{faults:?}");
            assert!(faults.iter().all(|said| said.starts_with(fault.unwrap())));
        }
    }

    #[test]
    fn an_outbox_with_other_mails_is_found() {
        let watch = watch("m", EMAIL);
        let due = HashMap::from([("e1".to_owned(), &watch)]);
        let mail = |id: &str, state: &str| Mail {
            id: id.to_owned(),
            state: state.to_owned(),
        };
        let tables = [
            (vec![mail("e1", "sent")], 0),
            (vec![mail("e1", "failed")], 1),
            (vec![mail("e1", "sent"), mail("e2", "sent")], 1),
            (vec![], 1),
        ];
        for (mails, faults) in tables {
            let mut report = Report::default();
            outbox(&due, &mails, &mut report);
            assert_eq!(report.faults.len(), faults, "{mails:?}");
        }
    }
}
