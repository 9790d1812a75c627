//! What the rules say of attempts and their endpoints.

use domain::webhook::delivery::{DeliveryError, State, Verdict};
use time::{Duration, OffsetDateTime};

use super::model::{Incident, Model, Sent, Subscription};

impl Model {
    /// How many attempts an endpoint may have at a time.
    pub fn room(&self, to: usize) -> usize {
        let endpoint = &self.subscriptions[to];
        match endpoint.cooldown_until {
            _ if !endpoint.is_enabled || endpoint.is_gone => 0,
            Some(until) if until > self.now => 0,
            Some(_) => 1,
            None if endpoint.failures > 0 => 2,
            None => 16,
        }
    }

    /// Whether it may be sent now, as far as it does not depend on others.
    pub fn is_ready(&self, sent: &Sent) -> bool {
        let is_due = matches!(sent.is.state, State::Pending { due } if due <= self.now);
        is_due
            && self.room(sent.to) > 0
            && sent.version == self.subscriptions[sent.to].version
            && self.against(sent).is_none()
    }

    /// How many attempts of an endpoint run.
    pub fn running(&self, to: usize) -> usize {
        let runs = |sent: &&Sent| matches!(sent.is.state, State::Sending { .. });
        let all = self.sent.iter().filter(|sent| sent.to == to);
        all.filter(runs).count()
    }

    /// How an attempt that runs ended.
    pub fn settle(&mut self, no: usize, verdict: Verdict) {
        let sent = &mut self.sent[no];
        let endpoint = &mut self.subscriptions[sent.to];
        let is_same = !endpoint.is_gone && endpoint.version == sent.version;
        let cooled = is_same && endpoint.feel(verdict, self.now);
        sent.is.last_error = verdict.error().or(sent.is.last_error);
        match verdict {
            Verdict::Acknowledged => sent.is.state = State::Delivered { at: self.now },
            Verdict::Permanent(_) => sent.is.state = State::Failed,
            Verdict::Transient { .. } | Verdict::Lost if !is_same => {
                sent.is.state = State::Pending { due: self.now };
                sent.cancel(if endpoint.is_gone {
                    DeliveryError::SubscriptionDeleted
                } else {
                    DeliveryError::SubscriptionChanged
                });
            }
            Verdict::Transient { .. } | Verdict::Lost
                if sent.is.cycle == 8 || sent.is.attempts == 32 =>
            {
                sent.is.state = State::Failed;
            }
            Verdict::Transient { .. } | Verdict::Lost => {
                let steps = u32::from(sent.is.cycle) - 1;
                let plain = Duration::seconds(10 * 3_i64.pow(steps)).min(Duration::hours(2));
                let asked = match verdict {
                    Verdict::Transient { retry_after, .. } => retry_after,
                    _ => None,
                };
                let asked = self.now + asked.unwrap_or_default().min(Duration::HOUR);
                let least = asked.max(endpoint.cooldown_until.unwrap_or(asked));
                let due = least.max(self.now + plain * 8 / 10);
                sent.is.state = State::Pending { due };
                sent.latest = Some(least.max(self.now + plain * 12 / 10));
            }
        }
        if verdict == Verdict::Acknowledged && is_same {
            endpoint.incident = None;
        } else if is_same && (cooled || sent.is.state == State::Failed) {
            endpoint.incident.get_or_insert(Incident {
                cause: verdict.error().unwrap(),
                opened_at: self.now,
                reminders: 0,
                remind_at: Some(self.now + Duration::hours(6)),
            });
        }
    }

    /// Takes attempts for lost, reminds of incidents, and judges what waits.
    pub fn keep(&mut self) {
        for no in 0..self.sent.len() {
            if matches!(self.sent[no].is.state, State::Sending { lease_until } if lease_until <= self.now)
            {
                self.settle(no, Verdict::Lost);
            }
        }
        for incident in self
            .subscriptions
            .iter_mut()
            .filter_map(|to| to.incident.as_mut())
        {
            if incident.remind_at.is_some_and(|at| at <= self.now) {
                incident.reminders += 1;
                incident.remind_at = Some(self.now + Duration::hours(6));
            }
        }
        self.judge(
            &(0..self.watches.len())
                .map(|no| self.watches[no].product)
                .collect(),
        );
    }
}

impl Subscription {
    /// What an attempt at the present destination makes of it; whether it began to cool down.
    fn feel(&mut self, verdict: Verdict, now: OffsetDateTime) -> bool {
        let pause = match verdict {
            Verdict::Acknowledged => {
                (self.failures, self.cooldown_until) = (0, None);
                return false;
            }
            Verdict::Permanent(_) => 15,
            Verdict::Lost
            | Verdict::Transient {
                error: DeliveryError::Encryption,
                ..
            } => return false,
            Verdict::Transient { .. } => {
                self.failures += 1;
                if self.failures < 3 {
                    return false;
                }
                5
            }
        };
        self.cooldown_until = self
            .cooldown_until
            .max(Some(now + Duration::minutes(pause)));
        true
    }
}
