//! What of all that is known needs a person, as operators are told it on a phone or in a chat.
//!
//! A condition is here while it stands; when it is told is in [`domain::alarm::ledger`].

mod conditions;

use std::sync::Arc;

use domain::alarm::observation::Observation;
use domain::alarm::{Alarm, AlarmKind};
use ports_store::{DeliveryStore, MailStore, SourceStore, WebhookDeskStore};
use ports_system::Clock;
use time::OffsetDateTime;

use super::overview::{going_stale_before, open_feeds, waiting};
use super::review::ReviewDesk;
use crate::AppError;
use conditions::{
    of_deliveries, of_endpoints, of_feeds, of_mails, of_review, of_shops, of_sources,
};

/// Workspaces with incidents, and shops that go stale, that are looked at: where there are more, what is not among them may stand.
const MOST: u32 = 1000;

/// Looks what stands.
pub struct Lookout {
    /// Feeds on a schedule.
    pub sources: Arc<dyn SourceStore>,
    /// Webhooks.
    pub deliveries: Arc<dyn DeliveryStore>,
    /// Their workspaces.
    pub webhooks: Arc<dyn WebhookDeskStore>,
    /// The outbox of mails.
    pub mails: Arc<dyn MailStore>,
    /// What waits for a person.
    pub desk: ReviewDesk,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Whether mails can be sent: a mail server is named.
    pub has_mail_server: bool,
}

impl Lookout {
    /// What needs a person now, the most urgent first. What cannot be looked at is unclear, and hides nothing else.
    pub async fn observe(&self) -> Observation {
        use AlarmKind as Kind;
        let now = self.clock.now();
        let mut seen = Observation::default();
        note(
            &mut seen,
            &[Kind::SourceFails, Kind::SourcesLate],
            self.look_at_sources(now).await,
        );
        note(&mut seen, &[Kind::ShopStale], self.look_at_shops(now).await);
        self.look_at_review(&mut seen).await;
        let deliveries = self.deliveries.tally_deliveries(now).await;
        let deliveries = deliveries.map(|tally| Seen::all(of_deliveries(tally, now)));
        note(
            &mut seen,
            &[Kind::WebhooksLate, Kind::Clock],
            deliveries.map_err(AppError::from),
        );
        note(
            &mut seen,
            &[Kind::Endpoints],
            self.look_at_endpoints().await,
        );
        let mails = self.mails.tally().await;
        let mails = mails.map(|tally| Seen::all(of_mails(tally, self.has_mail_server, now)));
        note(
            &mut seen,
            &[Kind::MailsLate, Kind::MailsGivenUp],
            mails.map_err(AppError::from),
        );
        seen.standing.sort_by_key(Alarm::kind);
        seen
    }

    async fn look_at_sources(&self, now: OffsetDateTime) -> Result<Seen, AppError> {
        let sources = self.sources.list_sources().await?;
        Ok(Seen::all(of_sources(&sources, now)))
    }

    async fn look_at_shops(&self, now: OffsetDateTime) -> Result<Seen, AppError> {
        let before = going_stale_before(now, self.desk.offer_ttl);
        let unseen = self.desk.suspects.list_unseen(before, MOST).await?;
        Ok(Seen {
            standing: of_shops(&unseen, now, self.desk.offer_ttl),
            is_cut: is_cut(unseen.len()),
        })
    }

    async fn look_at_endpoints(&self) -> Result<Seen, AppError> {
        let troubled = self.webhooks.list_troubled(MOST).await?;
        Ok(Seen {
            standing: of_endpoints(&troubled),
            is_cut: is_cut(troubled.len()),
        })
    }

    /// What waits for a person, whom feeds wait for by name.
    async fn look_at_review(&self, seen: &mut Observation) {
        let feeds = match open_feeds(&self.desk).await {
            Ok(feeds) => feeds,
            Err(error) => {
                note(seen, &[AlarmKind::FeedHeld, AlarmKind::Review], Err(error));
                return;
            }
        };
        let held = Seen::all(of_feeds(&feeds));
        note(seen, &[AlarmKind::FeedHeld], Ok(held));
        let review = waiting(&self.desk, feeds.len()).await;
        let review = review.map(|it| Seen::all(of_review(it).into_iter().collect()));
        note(seen, &[AlarmKind::Review], review);
    }
}

/// What was seen of some kinds.
struct Seen {
    standing: Vec<Alarm>,
    /// More may stand.
    is_cut: bool,
}

impl Seen {
    /// All that stands.
    const fn all(standing: Vec<Alarm>) -> Self {
        Self {
            standing,
            is_cut: false,
        }
    }
}

/// Whether a list of so many may go on.
fn is_cut(listed: usize) -> bool {
    domain::num::u64_from_usize(listed) >= u64::from(MOST)
}

/// Adds what was seen of these kinds, or that it could not be.
fn note(seen: &mut Observation, kinds: &[AlarmKind], looked: Result<Seen, AppError>) {
    let is_clear = match looked {
        Ok(Seen { standing, is_cut }) => {
            seen.standing.extend(standing);
            !is_cut
        }
        Err(error) => {
            let cause = error.cause.as_ref().map(ToString::to_string);
            let kinds: Vec<&str> = kinds.iter().map(|kind| kind.code()).collect();
            tracing::warn!(?kinds, %error, cause, "whether it needs a person is not known; again soon");
            false
        }
    };
    if !is_clear {
        seen.unclear.extend(kinds);
    }
}

/// The store of this process, which cannot tell of it by itself: it does not answer, or takes nothing.
pub fn of_store(hindrance: &str) -> Alarm {
    let detail = format!("The store {hindrance}; see /readyz");
    Alarm::new(AlarmKind::Store, "", &detail, 1)
}

#[cfg(test)]
mod tests {
    use domain::alarm::observation::Observation;
    use domain::alarm::{Alarm, AlarmKind};
    use ports_store::StoreError;

    use super::{MOST, Seen, is_cut, note};
    use crate::AppError;

    #[test]
    fn what_cannot_be_looked_at_is_unclear_and_hides_nothing() {
        let mut seen = Observation::default();
        let failed = AppError::from(StoreError::TimedOut("a lock".to_owned()));
        let kinds = [AlarmKind::SourceFails, AlarmKind::SourcesLate];
        note(&mut seen, &kinds, Err(failed));
        let review = Alarm::new(AlarmKind::Review, "", "9 doubts", 9);
        let all = Seen::all(vec![review.clone()]);
        note(&mut seen, &[AlarmKind::Review], Ok(all));
        let shop = Alarm::new(AlarmKind::ShopStale, "a", "It goes stale", 1);
        let cut = Seen {
            standing: vec![shop.clone()],
            is_cut: true,
        };
        note(&mut seen, &[AlarmKind::ShopStale], Ok(cut));
        let expected = Observation {
            standing: vec![review, shop],
            unclear: [&kinds[..], &[AlarmKind::ShopStale]]
                .concat()
                .into_iter()
                .collect(),
        };
        assert_eq!(seen, expected);
        let most = usize::try_from(MOST).unwrap();
        assert_eq!([most - 1, most].map(is_cut), [false, true]);
    }
}
