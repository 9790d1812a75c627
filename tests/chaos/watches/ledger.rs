//! What happened, held against what must have happened.

use std::collections::{BTreeMap, HashMap, HashSet};

use reference_model::{Model, Told, WaitsFor, Watch};
use serde_json::Value;
use tests::watching::WATCHES;

use super::clients::{Asked, Clients, EMAIL, target};
use super::rows::{Event, Mail};
use super::sink::Arrival;
use crate::fleet::Fleet;
use crate::offers::{decimal, product_id};
use crate::report::Report;

pub struct Expected<'a> {
    pub model: &'a Model,
    pub clients: &'a Clients,
}

impl Expected<'_> {
    /// Compares the events; answers the ids of those of mail watches, with where the mails go.
    pub fn events(&self, found: &[Event], report: &mut Report) -> HashMap<String, &Asked> {
        let told = self
            .model
            .events
            .iter()
            .filter_map(|event| event.told.as_ref());
        let key = |told: &Told| (self.model.watches[told.watch].id, told.revision);
        let mut due: HashMap<_, &Told> = told.map(|told| (key(told), told)).collect();
        let asked = |told: &Told| &self.clients.asked[told.watch];
        let by_mail = due
            .values()
            .filter(|told| asked(told).channel == EMAIL)
            .count();
        report.count("events expected", due.len());
        report.count("  found", found.len());
        let (mut twice, mut foreign, mut other) = (Vec::new(), Vec::new(), Vec::new());
        let mut mails = HashMap::new();
        let mut seen = HashSet::new();
        for event in found {
            let key = (event.watch, event.revision);
            match due.remove(&key) {
                Some(told) => {
                    seen.insert(key);
                    let asked = asked(told);
                    if !tells(event, asked.channel, told.price) {
                        other.push(format!("{event:?}, and not {told:?} of {asked:?}"));
                    }
                    if asked.channel == EMAIL {
                        mails.insert(event.id.clone(), asked);
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
        report.count("mails expected", by_mail);
        mails
    }

    /// Holds the lists that clients get against what they asked for.
    pub fn lists(&self, fleet: &Fleet<'_>, report: &mut Report) {
        let mut other = Vec::new();
        for (number, client) in self.clients.all.iter().enumerate() {
            let all = self.model.watches.iter().zip(&self.clients.asked);
            let own = all.filter(|(_, asked)| asked.client == number);
            let wanted: HashSet<String> = own.map(|(watch, asked)| wanted(watch, asked)).collect();
            let answer = fleet.ask(client, "GET", WATCHES, &[], None);
            assert_eq!(answer.status, 200, "{}", answer.text());
            let list = answer.json();
            let items = list["items"].as_array().expect("items");
            let listed: HashSet<String> = items.iter().map(listed).collect();
            let lengths = [items.len(), listed.len(), wanted.len()];
            let total = list["total"].as_u64();
            if wanted != listed || lengths.map(|length| Some(length as u64)) != [total; 3] {
                let differ: Vec<_> = wanted.symmetric_difference(&listed).take(4).collect();
                other.push(format!("{number} {}: {lengths:?}, {differ:?}", client.id()));
            }
        }
        report.fault("lists of watches that are not as asked", &other);
    }
}

fn tells(event: &Event, channel: &str, price: i64) -> bool {
    let told: Value = serde_json::from_str(&event.payload).unwrap_or_default();
    let shown = told["data"]["current_price"].as_f64();
    shown == decimal(price).parse().ok() && event.channel == channel
}

/// A watch as it was asked for, in one line.
fn wanted(watch: &Watch, asked: &Asked) -> String {
    let status = if watch.is_paused { "paused" } else { "active" };
    let (id, product, target) = (watch.id, product_id(watch.product), target(watch));
    let Asked {
        channel,
        destination,
        ..
    } = asked;
    let target = target
        .as_f64()
        .filter(|_| watch.waits_for == WaitsFor::Target);
    let target = target.unwrap_or_default();
    let percent = match watch.waits_for {
        WaitsFor::Fall(percent) => percent,
        WaitsFor::Target | WaitsFor::Stock | WaitsFor::Low => 0,
    };
    let reference = watch.reference.filter(|_| percent > 0);
    let from = reference.unwrap_or_default();
    format!("{id} {product} {target} {percent} {from} {channel} {destination} {status}")
}

/// A watch as it is listed, in the same line.
fn listed(item: &Value) -> String {
    let text = |name: &str| item[name].as_str().unwrap_or_default();
    let target = item["target_price"].as_f64();
    let reference = item["reference_price"].as_f64().unwrap_or_default();
    format!(
        "{} {} {} {} {} {} {} {}",
        text("id"),
        text("canonical_product_id"),
        target.unwrap_or_default(),
        item["percent"].as_i64().unwrap_or_default(),
        (reference * 100.0).round(),
        text("channel"),
        text("destination"),
        text("status")
    )
}

/// Compares the mails that came in with the events that they must tell of. `was_cut` says whether a
/// start of the service was killed with this mail in its hands.
pub fn mails(
    due: &HashMap<String, &Asked>,
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
            .is_some_and(|asked| asked.destination == arrival.recipient);
        if is_due && domain == "shop.example" {
            of_event.entry(event).or_default().push(arrival);
        } else {
            foreign.push(format!("{arrival:?}"));
        }
    }
    let missing = due.keys().filter(|id| !of_event.contains_key(id.as_str()));
    let missing: Vec<String> = missing.cloned().collect();
    report.count("  arrived at least once", of_event.len());
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
    let again = unanswered + cut + unexplained.len() as u64;
    report.figure("  arrived again", again);
    report.figure("    the mail server had hung up", unanswered);
    report.figure("    the service was killed before it noted", cut);
    report.fault("    for no reason", &unexplained);
}

/// Compares the outbox with the events that its mails must tell of.
pub fn outbox(due: &HashMap<String, &Asked>, mails: &[Mail], report: &mut Report) {
    let is_right = |mail: &&Mail| mail.state == "sent" && due.contains_key(&mail.id);
    let other = mails.iter().filter(|mail| !is_right(mail));
    let mut other: Vec<String> = other.map(|mail| format!("{mail:?}")).collect();
    if mails.len() < due.len() {
        other.push(format!("{} mails of {} events", mails.len(), due.len()));
    }
    report.fault("  in the outbox: not sent, or of no event", &other);
}

#[cfg(test)]
mod cases {
    use std::collections::HashMap;

    use reference_model::{Model, Told, WaitsFor, Watch};
    use time::Duration;
    use uuid::Uuid;

    use super::{Arrival, Asked, Clients, EMAIL, Event, Expected, Mail, Report, mails, outbox};
    use crate::watches::clients::WEBHOOK;

    fn asked(channel: &'static str) -> Asked {
        Asked {
            client: 0,
            channel,
            destination: "a@b.example".to_owned(),
        }
    }

    fn event(watch: u128, revision: i64, channel: &str, price: &str) -> Event {
        Event {
            id: format!("e-{watch}-{revision}"),
            watch: Uuid::from_u128(watch),
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
        let mut model = Model::new(tests::now(), Duration::DAY);
        for watch in 0..2 {
            model.watches.push(Watch {
                id: Uuid::from_u128(watch as u128),
                ..Watch::default()
            });
            model.happen(Some(Told {
                watch,
                revision: 4 + watch as i64,
                evidence: Vec::new(),
                shop: None,
                waits_for: WaitsFor::Target,
                restarts: 0,
                price: 49_950,
            }));
        }
        let clients = Clients::of(vec![asked(EMAIL), asked(WEBHOOK)]);
        let expected = Expected {
            model: &model,
            clients: &clients,
        };
        let mut report = Report::default();
        let mails = expected.events(found, &mut report);
        assert!(mails.keys().all(|id| id == "e-0-4"));
        report.faults
    }

    #[test]
    fn an_even_ledger_has_no_faults() {
        let even = [
            event(0, 4, "email", "499.5"),
            event(1, 5, "webhook", "499.50"),
        ];
        assert_eq!(faults(&even), Vec::<String>::new());
    }

    #[test]
    fn events_that_are_missing_twice_foreign_or_other_are_found() {
        let mail = || event(0, 4, "email", "499.5");
        let webhook = || event(1, 5, "webhook", "499.5");
        let tables = [
            (vec![mail()], "missing"),
            (vec![mail(), webhook(), mail()], "twice"),
            (
                vec![mail(), webhook(), event(0, 5, "email", "499.5")],
                "never due",
            ),
            (
                vec![mail(), webhook(), event(2, 4, "email", "499.5")],
                "never due",
            ),
            (
                vec![mail(), event(1, 5, "webhook", "499.51")],
                "with another",
            ),
            (vec![mail(), event(1, 5, "email", "499.5")], "with another"),
        ];
        for (found, fault) in tables {
            let faults = faults(&found);
            assert_eq!(faults.len(), 1, "{faults:?}");
            assert!(faults[0].starts_with(fault), "{faults:?}");
        }
    }

    #[test]
    fn mails_that_are_missing_foreign_or_repeated_for_no_reason_are_found() {
        let asked = asked(EMAIL);
        let due = HashMap::from([("e1".to_owned(), &asked)]);
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
        let asked = asked(EMAIL);
        let due = HashMap::from([("e1".to_owned(), &asked)]);
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
