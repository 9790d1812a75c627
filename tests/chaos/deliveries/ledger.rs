//! The store and the receiver's own notes held against each other, and both against what must be.

use std::collections::{BTreeMap, HashMap, HashSet};

use domain::webhook::delivery::{DeliveryError, State};
use reference_model::{Outcome, Sent};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::endpoints::Arrival;
use super::rows::{Attempt, Attempts, Delivery};
use crate::report::Report;

/// How long an attempt holds its delivery, and how long until somebody looks.
const LEASE: Duration = Duration::seconds(65);

/// How long the store may be away meanwhile, or be slow.
const AWAY: Duration = Duration::seconds(15);

/// How long an outcome that is known may take to be recorded.
const RECORDING: Duration = Duration::seconds(5);

/// Attempts that time out although they were answered are explained by a loaded machine if they are not more
/// than one in so many, or so few: beside builds on two cores one in 23 was seen, a fault in taking answers would
/// show in most.
const MUCH: usize = 10;
const FEW: usize = 5;

/// How far a wait by the monotonic clock and the same by the other may differ.
const CLOCKS: Duration = Duration::milliseconds(10);

/// A watch that fired.
pub struct Watched {
    pub id: Uuid,
    pub product: usize,
    /// Subscription and endpoint of each receiver.
    pub receivers: Vec<(Uuid, usize)>,
}

pub struct Books {
    /// All watches, which all fired.
    pub watched: Vec<Watched>,
    pub deliveries: Vec<Delivery>,
    pub attempts: Attempts,
    pub arrivals: Vec<Arrival>,
    /// When something was broken.
    pub blows: Vec<OffsetDateTime>,
    pub timeout: Duration,
}

/// Why an event that was acknowledged came again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// Its attempt was taken for lost, and something was killed before its outcome could be recorded.
    Killed,
    /// The receiver answered, and its sender had given up waiting: one of them was short of time.
    TimedOut,
}

impl Books {
    /// Counts everything; what must not be is a fault.
    pub fn close(&self, report: &mut Report) {
        let events: HashSet<Uuid> = self.deliveries.iter().map(|one| one.event).collect();
        report.count("events", events.len());
        report.count("deliveries", self.deliveries.len());
        for (name, status) in [
            ("  delivered", "delivered"),
            ("  failed", "failed"),
            ("  cancelled", "cancelled"),
        ] {
            let of = self.deliveries.iter().filter(|one| one.status == status);
            report.count(name, of.count());
        }
        report.count("attempts", self.attempts.len());
        let lost = self.attempts.values().filter(|one| is_lost(one));
        report.count("  taken for lost", lost.count());
        report.count("requests at the receiver", self.arrivals.len());
        report.fault("lost, or ended against the rules", &self.chains());
        report.fault("deliveries at odds with their attempts", &self.outcomes());
        report.fault("attempts before they were due", &self.early());
        report.fault("leases of the dead that nobody took in time", &self.late());
        report.fault(
            "requests without their attempt, or at odds",
            &self.requests(),
        );
        report.fault("requests signed wrongly or changed", &self.complaints());
        self.repeats(report);
    }

    /// Each watch's event went to each subscription of its workspace; if it was cancelled, another one
    /// followed it, and the last one was delivered or given up.
    fn chains(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut chains: HashMap<(Uuid, Uuid), Vec<&Delivery>> = HashMap::new();
        for delivery in &self.deliveries {
            let key = (delivery.watch, delivery.subscription);
            chains.entry(key).or_default().push(delivery);
        }
        for Watched {
            id,
            product,
            receivers,
        } in &self.watched
        {
            for (subscription, endpoint) in receivers {
                let chain = chains.remove(&(*id, *subscription)).unwrap_or_default();
                if let Some(fault) = broken(&chain) {
                    faults.push(format!("product {product}, endpoint {endpoint}: {fault}"));
                }
            }
        }
        let surplus = chains.keys().map(|(watch, _)| format!("nobody's: {watch}"));
        faults.extend(surplus);
        faults
    }

    /// Attempts are numbered, closed, not too many, and the last one says what the delivery says.
    fn outcomes(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut known = 0;
        for delivery in &self.deliveries {
            let attempts: Vec<Option<&Attempt>> = (1..=delivery.attempts)
                .map(|number| self.attempts.get(&(delivery.no, number)))
                .collect();
            known += attempts.iter().flatten().count();
            if let Some(fault) = at_odds(delivery, &attempts) {
                faults.push(format!("delivery {}: {fault}", delivery.no));
            }
        }
        if known != self.attempts.len() {
            faults.push("attempts of no delivery".to_owned());
        }
        faults
    }

    fn early(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for delivery in &self.deliveries {
            let mut due = Some(delivery.created_at);
            for number in 1..=delivery.attempts {
                let Some(attempt) = self.attempts.get(&(delivery.no, number)) else {
                    continue;
                };
                if due.is_none_or(|due| attempt.started_at < due) {
                    let no = delivery.no;
                    faults.push(format!("delivery {no}: {attempt:?} and not after {due:?}"));
                }
                due = attempt.next_retry_at;
            }
        }
        faults
    }

    /// Attempts that were taken for lost long after their leases had run out.
    fn late(&self) -> Vec<String> {
        let is_late = |one: &&Attempt| {
            let taken = one.finished_at.unwrap_or(one.started_at);
            is_lost(one) && taken - one.started_at > LEASE + AWAY
        };
        let late = self.attempts.values().filter(is_late);
        late.map(|one| format!("{one:?}")).collect()
    }

    /// Every request is an attempt's, and what it was answered is what the attempt says.
    fn requests(&self) -> Vec<String> {
        let numbers = self.numbers();
        let mut faults = Vec::new();
        let mut seen: HashMap<(i64, u16), &Arrival> = HashMap::new();
        for arrival in &self.arrivals {
            let no = numbers.get(&arrival.delivery);
            let key = no.map(|no| (*no, arrival.attempt));
            let Some((key, attempt)) = key.and_then(|key| Some((key, self.attempts.get(&key)?)))
            else {
                faults.push(format!(
                    "an attempt of {} that is not known",
                    arrival.delivery
                ));
                continue;
            };
            if seen.insert(key, arrival).is_some() {
                faults.push(format!(
                    "delivery {}, attempt {} was made twice",
                    key.0, key.1
                ));
            }
            if arrival.at < attempt.started_at {
                faults.push(format!("delivery {} came before its attempt began", key.0));
            }
            let told = attempt.status;
            if told.is_some() && told != arrival.answer.status() {
                faults.push(format!(
                    "delivery {}, attempt {} was answered {:?}, not {told:?}",
                    key.0, key.1, arrival.answer
                ));
            }
        }
        for (key, attempt) in &self.attempts {
            if attempt.status.is_some() && !seen.contains_key(key) {
                faults.push(format!("delivery {}, attempt {} never came", key.0, key.1));
            }
        }
        faults
    }

    fn complaints(&self) -> Vec<String> {
        let mut bodies: HashMap<Uuid, u64> = HashMap::new();
        let mut faults = Vec::new();
        for arrival in &self.arrivals {
            if let Some(complaint) = &arrival.complaint {
                faults.push(complaint.clone());
            }
            if *bodies.entry(arrival.event).or_insert(arrival.body) != arrival.body {
                faults.push(format!("event {} has two bodies", arrival.event));
            }
        }
        faults
    }

    /// An event that an endpoint had acknowledged came to it again: only if whoever sent it died, or
    /// lost its database, before that was recorded, or did not get the answer in time.
    fn repeats(&self, report: &mut Report) {
        let numbers = self.numbers();
        let mut told: BTreeMap<(usize, Uuid), &Arrival> = BTreeMap::new();
        let (mut repeated, mut timed_out, mut unexplained) = (0, 0, Vec::new());
        for arrival in &self.arrivals {
            let key = (arrival.endpoint, arrival.event);
            if let Some(first) = told.get(&key) {
                repeated += 1;
                let no = numbers.get(&first.delivery).copied().unwrap_or_default();
                let attempt = self.attempts.get(&(no, first.attempt));
                match attempt.and_then(|attempt| self.reason(first, attempt)) {
                    Some(Reason::Killed) => {}
                    Some(Reason::TimedOut) => timed_out += 1,
                    None => unexplained.push(format!(
                        "delivery {no}: attempt {} was acknowledged, {attempt:?}",
                        first.attempt
                    )),
                }
            }
            if arrival.answer.acknowledges() {
                told.insert(key, arrival);
            }
        }
        report.count("events that came again after a 2xx", repeated);
        report.count("  of those: timed out although answered", timed_out);
        let much = self.attempts.len() / MUCH;
        let too_often = (timed_out > much.max(FEW))
            .then(|| format!("{timed_out} of {} attempts", self.attempts.len()));
        report.fault(
            "  more often than a loaded machine explains",
            too_often.as_slice(),
        );
        report.fault("  of those: for no reason", &unexplained);
    }

    /// Why an event comes again though this arrival of it was acknowledged.
    fn reason(&self, arrival: &Arrival, attempt: &Attempt) -> Option<Reason> {
        let was_cut =
            |at: &OffsetDateTime| (arrival.at - RECORDING..arrival.at + LEASE).contains(at);
        if is_lost(attempt) && self.blows.iter().any(was_cut) {
            return Some(Reason::Killed);
        }
        // whoever gives up earlier has no such excuse; the receiver may even read the request afterwards
        let waited = attempt.finished_at? - attempt.started_at;
        let is_late = attempt.error == "timeout" && waited >= self.timeout - CLOCKS;
        is_late.then_some(Reason::TimedOut)
    }

    fn numbers(&self) -> HashMap<Uuid, i64> {
        self.deliveries.iter().map(|one| (one.id, one.no)).collect()
    }
}

fn is_lost(attempt: &Attempt) -> bool {
    attempt.error == "lease_expired"
}

fn broken(chain: &[&Delivery]) -> Option<String> {
    let Some((last, before)) = chain.split_last() else {
        return Some("no event".to_owned());
    };
    if !matches!(last.status.as_str(), "delivered" | "failed") {
        return Some(format!(
            "the last of {} is {} ({})",
            chain.len(),
            last.status,
            last.error
        ));
    }
    let is_replaced =
        |one: &&&Delivery| one.status == "cancelled" && one.error == "source_superseded";
    let other = before.iter().find(|one| !is_replaced(one))?;
    Some(format!(
        "{} ({}) was followed by another",
        other.status, other.error
    ))
}

/// What the model makes of these attempts is what the row says; one that it leaves waiting may have been
/// cancelled.
fn at_odds(delivery: &Delivery, attempts: &[Option<&Attempt>]) -> Option<String> {
    let mut sent = Sent::queued(0, 0, 0, delivery.created_at);
    for attempt in attempts {
        let Some(attempt) = attempt else {
            return Some("an attempt is missing".to_owned());
        };
        let Some(finished_at) = attempt.finished_at else {
            let status = &delivery.status;
            return Some(format!("{status} with an attempt that is not closed"));
        };
        if !sent.waits() {
            return Some(format!("it was {} and sent again", sent.is.state.code()));
        }
        let outcome = match attempt.status {
            Some(status) => Outcome::Status(status, None),
            None if is_lost(attempt) => Outcome::Lost,
            None => Outcome::Error(DeliveryError::Timeout),
        };
        sent.begin(attempt.started_at);
        sent.end(outcome, finished_at, None, None);
    }
    let is_right = match sent.is.state {
        State::Pending { .. } => delivery.status == "cancelled",
        state => delivery.status == state.code(),
    };
    // nothing is replayed
    (!is_right || delivery.cycle != delivery.attempts).then(|| {
        let (status, last) = (&delivery.status, attempts.last());
        format!("{status} after {} attempts, {last:?}", delivery.attempts)
    })
}

#[cfg(test)]
mod cases {
    use std::collections::HashMap;

    use super::{
        Arrival, Attempt, Books, Delivery, Duration, OffsetDateTime, Reason, Report, Uuid,
    };
    use super::{at_odds, broken};
    use crate::deliveries::endpoints::Answer;

    /// So many microseconds after the beginning.
    fn at(micros: i64) -> OffsetDateTime {
        OffsetDateTime::UNIX_EPOCH + Duration::microseconds(micros)
    }

    fn delivery(status: &str, error: &str, attempts: u16) -> Delivery {
        Delivery {
            no: 1,
            id: Uuid::from_u128(1),
            subscription: Uuid::from_u128(1),
            event: Uuid::from_u128(1),
            watch: Uuid::from_u128(1),
            status: status.to_owned(),
            attempts,
            cycle: attempts,
            error: error.to_owned(),
            created_at: at(0),
        }
    }

    fn attempt(status: u16) -> Attempt {
        Attempt {
            started_at: at(1),
            finished_at: Some(at(2)),
            status: Some(status),
            error: String::new(),
            next_retry_at: None,
        }
    }

    #[test]
    fn what_is_cancelled_needs_a_successor() {
        let superseded = delivery("cancelled", "source_superseded", 0);
        let delivered = delivery("delivered", "", 1);
        assert!(broken(&[&superseded, &delivered]).is_none());
        assert!(broken(&[&delivered]).is_none());
        assert!(broken(&[]).is_some());
        assert!(broken(&[&superseded]).is_some());
        assert!(broken(&[&delivered, &delivered]).is_some());
    }

    #[test]
    fn an_outcome_is_that_of_its_last_attempt() {
        let (well, refused, failed) = (attempt(204), attempt(410), attempt(500));
        let running = Attempt {
            finished_at: None,
            ..attempt(500)
        };
        let delivered = delivery("delivered", "", 2);
        assert!(at_odds(&delivered, &[Some(&failed), Some(&well)]).is_none());
        assert!(at_odds(&delivered, &[Some(&well), Some(&failed)]).is_some());
        assert!(at_odds(&delivered, &[Some(&running), Some(&well)]).is_some());
        assert!(at_odds(&delivered, &[Some(&well)]).is_none());
        assert!(at_odds(&delivered, &[None, Some(&well)]).is_some());
        let given_up = delivery("failed", "http_error", 1);
        assert!(at_odds(&given_up, &[Some(&refused)]).is_none());
        assert!(at_odds(&given_up, &[Some(&failed)]).is_some());
        assert!(at_odds(&delivery("failed", "", 8), &[Some(&failed); 8]).is_none());
        assert!(at_odds(&delivery("failed", "", 9), &[Some(&failed); 9]).is_some());
    }

    /// A delivery that came twice, acknowledged both times: its first attempt ended so.
    fn came_twice(first: Attempt, blows: Vec<i64>) -> Books {
        let arrival = |number, micros| Arrival {
            endpoint: 7,
            delivery: Uuid::from_u128(1),
            event: Uuid::from_u128(1),
            attempt: number,
            at: at(micros),
            body: 0,
            complaint: None,
            answer: Answer::Status(200, std::time::Duration::ZERO, None),
        };
        let second = Attempt {
            started_at: at(3_000_000),
            finished_at: Some(at(3_100_000)),
            ..attempt(200)
        };
        Books {
            watched: Vec::new(),
            deliveries: vec![delivery("delivered", "", 2)],
            attempts: HashMap::from([((1, 1), first), ((1, 2), second)]),
            arrivals: vec![arrival(1, 500_000), arrival(2, 3_050_000)],
            blows: blows.into_iter().map(at).collect(),
            timeout: Duration::SECOND,
        }
    }

    fn failed(error: &str, finished_at: i64) -> Attempt {
        Attempt {
            started_at: at(100_000),
            finished_at: Some(at(finished_at)),
            status: None,
            error: error.to_owned(),
            next_retry_at: Some(at(2_000_000)),
        }
    }

    #[test]
    fn an_attempt_that_timed_out_although_it_was_answered_is_counted_and_no_fault() {
        let books = came_twice(failed("timeout", 1_100_000), Vec::new());
        let first = &books.attempts[&(1, 1)];
        assert_eq!(
            books.reason(&books.arrivals[0], first),
            Some(Reason::TimedOut)
        );
        let mut report = Report::default();
        books.repeats(&mut report);
        assert_eq!(report.faults, Vec::<String>::new());
    }

    #[test]
    fn a_lease_that_is_taken_late_is_a_fault() {
        for (micros, faults) in [(60_200_000, 0), (79_000_000, 0), (81_000_000, 1)] {
            let books = came_twice(failed("lease_expired", micros), Vec::new());
            assert_eq!(books.late().len(), faults, "{micros}");
        }
        assert!(
            came_twice(failed("timeout", 81_000_000), Vec::new())
                .late()
                .is_empty()
        );
    }

    #[test]
    fn what_comes_again_for_no_reason_is_a_fault() {
        let tables = [
            (failed("timeout", 600_000), vec![]),
            (failed("transport_error", 1_100_000), vec![]),
            (failed("lease_expired", 1_100_000), vec![]),
            (attempt(200), vec![400_000]),
        ];
        for (first, kills) in tables {
            let said = format!("{first:?}");
            let mut report = Report::default();
            came_twice(first, kills).repeats(&mut report);
            assert_eq!(report.faults.len(), 1, "{said}");
        }
        let mut report = Report::default();
        came_twice(failed("lease_expired", 60_100_000), vec![550_000]).repeats(&mut report);
        assert_eq!(report.faults, Vec::<String>::new());
    }
}
