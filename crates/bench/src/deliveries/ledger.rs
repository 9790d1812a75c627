//! The store and the receiver's own notes held against each other, and both against what must be.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::store::{Attempt, Attempts, Delivery};
use crate::chaos::Report;
use crate::numbers::count;
use crate::receiver::Arrival;

/// Attempts of one cycle.
const MOST: u32 = 8;

/// How long an attempt holds its delivery, and how long until somebody looks, in microseconds.
const LEASE: i64 = 65_000_000;

/// How long an outcome that is known may take to be recorded, in microseconds.
const RECORDING: i64 = 5_000_000;

/// Attempts that time out although they were answered are explained by a loaded machine if they are not more
/// than one in so many, or so few.
const MUCH: u64 = 50;
const FEW: u64 = 5;

/// How far a wait by the monotonic clock and the same by the other may differ, in microseconds.
const CLOCKS: i64 = 10_000;

/// A watch that fired.
pub struct Watched {
    /// Its id.
    pub id: u128,
    /// Its product.
    pub product: u64,
    /// Subscription and endpoint of each receiver.
    pub receivers: Vec<(u128, usize)>,
}

/// All that is known at the end.
pub struct Books {
    /// All watches, which all fired.
    pub watched: Vec<Watched>,
    /// Rows.
    pub deliveries: Vec<Delivery>,
    /// Rows.
    pub attempts: Attempts,
    /// What came in.
    pub arrivals: Vec<Arrival>,
    /// When something was killed.
    pub kills: Vec<i64>,
    /// How long an attempt may take, in microseconds.
    pub timeout: i64,
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
        report.figure("events", self.events());
        report.figure("deliveries", count(self.deliveries.len()));
        for (name, status) in [
            ("  delivered", "delivered"),
            ("  failed", "failed"),
            ("  cancelled", "cancelled"),
        ] {
            let of = self.deliveries.iter().filter(|one| one.status == status);
            report.figure(name, count(of.count()));
        }
        report.figure("attempts", count(self.attempts.len()));
        let lost = self.attempts.values().filter(|one| is_lost(one));
        report.figure("  taken for lost", count(lost.count()));
        report.figure("requests at the receiver", count(self.arrivals.len()));
        report.fault("lost, or ended against the rules", &self.chains());
        report.fault("deliveries at odds with their attempts", &self.outcomes());
        report.fault("attempts before they were due", &self.early());
        report.fault(
            "requests without their attempt, or at odds",
            &self.requests(),
        );
        report.fault("requests signed wrongly or changed", &self.complaints());
        self.repeats(report);
    }

    fn events(&self) -> u64 {
        let events: HashSet<u128> = self.deliveries.iter().map(|one| one.event).collect();
        count(events.len())
    }

    /// Each watch's event went to each subscription of its workspace; if it was cancelled, another one
    /// followed it, and the last one was delivered or given up.
    fn chains(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut chains: HashMap<(u128, u128), Vec<&Delivery>> = HashMap::new();
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
        let surplus = chains
            .keys()
            .map(|(watch, _)| format!("nobody's: {watch:032x}"));
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
            known += count(attempts.iter().flatten().count());
            if let Some(fault) = at_odds(delivery, &attempts) {
                faults.push(format!("delivery {}: {fault}", delivery.no));
            }
        }
        if known != count(self.attempts.len()) {
            faults.push("attempts of no delivery".to_owned());
        }
        faults
    }

    fn early(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for delivery in &self.deliveries {
            let mut due = delivery.created_at;
            for number in 1..=delivery.attempts {
                let Some(attempt) = self.attempts.get(&(delivery.no, number)) else {
                    continue;
                };
                if attempt.started_at < due {
                    let early = due - attempt.started_at;
                    faults.push(format!(
                        "delivery {}, attempt {number}: {early} us before",
                        delivery.no
                    ));
                }
                due = attempt.next_retry_at.unwrap_or(i64::MAX);
            }
        }
        faults
    }

    /// Every request is an attempt's, and what it was answered is what the attempt says.
    fn requests(&self) -> Vec<String> {
        let numbers = self.numbers();
        let mut faults = Vec::new();
        let mut seen: HashMap<(i64, u32), &Arrival> = HashMap::new();
        for arrival in &self.arrivals {
            let no = numbers.get(&arrival.delivery);
            let key = no.map(|no| (*no, arrival.attempt));
            let Some((key, attempt)) = key.and_then(|key| Some((key, self.attempts.get(&key)?)))
            else {
                faults.push(format!(
                    "an attempt of {:032x} that is not known",
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
        let mut bodies: HashMap<u128, u64> = HashMap::new();
        let mut faults = Vec::new();
        for arrival in &self.arrivals {
            if let Some(complaint) = &arrival.complaint {
                faults.push(complaint.clone());
            }
            if *bodies.entry(arrival.event).or_insert(arrival.body) != arrival.body {
                faults.push(format!("event {:032x} has two bodies", arrival.event));
            }
        }
        faults
    }

    /// An event that an endpoint had acknowledged came to it again: only if whoever sent it died, or
    /// lost its database, before that was recorded, or did not get the answer in time.
    fn repeats(&self, report: &mut Report) {
        let numbers = self.numbers();
        let mut told: BTreeMap<(usize, u128), &Arrival> = BTreeMap::new();
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
        report.figure("events that came again after a 2xx", repeated);
        report.figure("  of those: timed out although answered", timed_out);
        let much = count(self.attempts.len()) / MUCH;
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
        let was_cut = |at: &i64| (arrival.at - RECORDING..arrival.at + LEASE).contains(at);
        if is_lost(attempt) && self.kills.iter().any(was_cut) {
            return Some(Reason::Killed);
        }
        // whoever gives up earlier has no such excuse; the receiver may even read the request afterwards
        let waited = attempt.finished_at? - attempt.started_at;
        let is_late = attempt.error == "timeout" && waited >= self.timeout - CLOCKS;
        is_late.then_some(Reason::TimedOut)
    }

    fn numbers(&self) -> HashMap<u128, i64> {
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

fn at_odds(delivery: &Delivery, attempts: &[Option<&Attempt>]) -> Option<String> {
    let Some(attempts) = attempts.iter().copied().collect::<Option<Vec<_>>>() else {
        return Some("an attempt is missing".to_owned());
    };
    if attempts.iter().any(|one| one.finished_at.is_none()) {
        return Some(format!(
            "{} with an attempt that is not closed",
            delivery.status
        ));
    }
    if delivery.cycle > MOST || delivery.cycle != delivery.attempts {
        return Some(format!("{} attempts", delivery.attempts));
    }
    let last = attempts.last();
    let status = last.and_then(|last| last.status);
    let is_success = |status: u16| (200..300).contains(&status);
    let before = attempts.split_last().map_or(&[][..], |(_, before)| before);
    if before.iter().any(|one| one.status.is_some_and(is_success)) {
        return Some("it was acknowledged and sent again".to_owned());
    }
    let is_refusal =
        |status: u16| (400..500).contains(&status) && ![408, 409, 425, 429].contains(&status);
    let is_right = match delivery.status.as_str() {
        "delivered" => status.is_some_and(is_success),
        "failed" => status.is_some_and(is_refusal) || delivery.cycle == MOST,
        "cancelled" => !status.is_some_and(is_success),
        _ => false,
    };
    (!is_right).then(|| {
        format!(
            "{} after {} attempts, {status:?}",
            delivery.status, delivery.attempts
        )
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::time::Duration;

    use super::{Arrival, Attempt, Books, Delivery, Reason, Report, at_odds, broken};
    use crate::receiver::Answer;

    fn delivery(status: &str, error: &str, attempts: u32) -> Delivery {
        Delivery {
            no: 1,
            id: 1,
            subscription: 1,
            event: 1,
            watch: 1,
            status: status.to_owned(),
            attempts,
            cycle: attempts,
            error: error.to_owned(),
            created_at: 0,
        }
    }

    fn attempt(status: u16) -> Attempt {
        Attempt {
            started_at: 1,
            finished_at: Some(2),
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
    fn came_twice(first: Attempt, kills: Vec<i64>) -> Books {
        let arrival = |number, at| Arrival {
            endpoint: 7,
            delivery: 1,
            event: 1,
            attempt: number,
            at,
            body: 0,
            complaint: None,
            answer: Answer::Status(200, Duration::ZERO, None),
        };
        let second = Attempt {
            started_at: 3_000_000,
            finished_at: Some(3_100_000),
            ..attempt(200)
        };
        Books {
            watched: Vec::new(),
            deliveries: vec![delivery("delivered", "", 2)],
            attempts: HashMap::from([((1, 1), first), ((1, 2), second)]),
            arrivals: vec![arrival(1, 500_000), arrival(2, 3_050_000)],
            kills,
            timeout: 1_000_000,
        }
    }

    fn failed(error: &str, finished_at: i64) -> Attempt {
        Attempt {
            started_at: 100_000,
            finished_at: Some(finished_at),
            status: None,
            error: error.to_owned(),
            next_retry_at: Some(2_000_000),
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
