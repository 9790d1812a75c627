//! What the outcome of an attempt makes of its delivery, its endpoint and the endpoint's incident.

use time::OffsetDateTime;

use crate::webhook::Policy;
use crate::webhook::delivery::{
    Delivery, DeliveryError, DestinationChange, Illegal, RetryTiming, State, Verdict,
};
use crate::webhook::endpoint::{Health, Signal};
use crate::webhook::incident::Incident;

/// An endpoint with its incident that is not resolved, if there is one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Endpoint {
    /// How it fares.
    pub health: Health,
    /// What is wrong with it.
    pub incident: Option<Incident>,
}

/// An outcome and its circumstances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// How the attempt ended.
    pub verdict: Verdict,
    /// What became of the destination meanwhile. An attempt at an earlier URL says nothing of the
    /// endpoint as it is now.
    pub destination: DestinationChange,
    /// Now.
    pub now: OffsetDateTime,
    /// Any number: it moves the next attempt within the jitter.
    pub spread: u64,
}

/// What becomes of the endpoint's incident.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IncidentChange {
    /// A new one.
    Opened(Incident),
    /// The one there was is over.
    Resolved(Incident),
}

/// What follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttemptEffects {
    /// The delivery.
    pub delivery: Delivery,
    /// The endpoint.
    pub endpoint: Endpoint,
    /// The workspace is told of it.
    pub incident: Option<IncidentChange>,
}

/// Whether an outcome may change an endpoint: all but a success of one that works. The endpoint is kept from
/// other writers then.
pub fn may_change(endpoint: Endpoint, verdict: Verdict) -> bool {
    verdict != Verdict::Acknowledged || endpoint != Endpoint::default()
}

/// Settles an attempt.
pub fn settle(
    delivery: Delivery,
    endpoint: Endpoint,
    ended: Ended,
    policy: &Policy,
) -> Result<AttemptEffects, Illegal> {
    let Ended {
        verdict,
        destination,
        now,
        spread,
    } = ended;
    let (health, cooled) =
        match signal(verdict).filter(|_| destination == DestinationChange::Unchanged) {
            Some(signal) => endpoint.health.after(signal, now, policy),
            None => (endpoint.health, false),
        };
    let retry = RetryTiming {
        now,
        cooldown_until: health.cooldown_until,
        spread,
    };
    let delivery = delivery.settle(verdict, destination, policy, retry)?;
    let failed = cooled || delivery.state == State::Failed;
    let incident = match (endpoint.incident, verdict) {
        _ if destination != DestinationChange::Unchanged => None,
        (Some(incident), Verdict::Acknowledged) => {
            incident.resolve(now).map(IncidentChange::Resolved)
        }
        (None, _) if failed => {
            let cause = verdict.error().unwrap_or(DeliveryError::Transport);
            Some(IncidentChange::Opened(Incident::open(cause, now, policy)))
        }
        (Some(_) | None, _) => None,
    };
    let endpoint = Endpoint {
        health,
        incident: match incident {
            Some(IncidentChange::Opened(incident)) => Some(incident),
            Some(IncidentChange::Resolved(_)) => None,
            None => endpoint.incident,
        },
    };
    Ok(AttemptEffects {
        delivery,
        endpoint,
        incident,
    })
}

/// What an outcome says of the endpoint. A secret that does not open and a process that dies are no fault
/// of the receiver's.
fn signal(verdict: Verdict) -> Option<Signal> {
    match verdict {
        Verdict::Acknowledged => Some(Signal::Success),
        Verdict::Permanent(_) => Some(Signal::Permanent),
        Verdict::Transient {
            error: DeliveryError::Encryption,
            ..
        }
        | Verdict::Lost => None,
        Verdict::Transient { .. } => Some(Signal::Transient),
    }
}
