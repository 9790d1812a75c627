//! Why something was not done, in words.

use ports_store::CommandRefusal;
use time::OffsetDateTime;

use crate::watchlists::QUOTA_RETRY_SECONDS;
use crate::{AppError, ErrorCode};

/// The error of a refusal.
pub fn refusal_error(why: CommandRefusal, now: OffsetDateTime) -> AppError {
    let (code, message) = match why {
        CommandRefusal::NotFound => (ErrorCode::NotFound, "nothing of the workspace has this id"),
        CommandRefusal::DeliveryUnavailable => (
            ErrorCode::DeliveryUnavailable,
            "webhooks are not delivered in this deployment",
        ),
        CommandRefusal::QuotaReached => (
            ErrorCode::RateLimited,
            "the workspace has as many webhooks as it may have",
        ),
        CommandRefusal::Disabled => (
            ErrorCode::WebhookDisabled,
            "the webhook is switched off; switch it on first",
        ),
        CommandRefusal::TestedRecently { .. } => (
            ErrorCode::RateLimited,
            "the last test of this webhook was a moment ago; see the Retry-After header",
        ),
        CommandRefusal::NotReplayable => (
            ErrorCode::DeliveryNotReplayable,
            "only failed deliveries are replayed",
        ),
        CommandRefusal::WebhookChanged => (
            ErrorCode::WebhookChanged,
            "URL or events of the webhook have changed since",
        ),
        CommandRefusal::SourceNotCurrent => (
            ErrorCode::SourceNotCurrent,
            "the price that the delivery tells of is not the current one any more",
        ),
        CommandRefusal::ReplayLimitReached => (
            ErrorCode::ReplayLimitReached,
            "the delivery was replayed as often as it may be",
        ),
        CommandRefusal::RotationInProgress => (
            ErrorCode::RotationInProgress,
            "a new secret is prepared already; activate or cancel it first",
        ),
        CommandRefusal::RotationNotPending => (
            ErrorCode::RotationNotPending,
            "the rotation was activated or cancelled before",
        ),
        CommandRefusal::RotationExpired => (
            ErrorCode::RotationExpired,
            "the prepared secret was valid for 24 hours; prepare a new one",
        ),
    };
    let error = AppError::new(code, message);
    if let CommandRefusal::TestedRecently { again_at } = why {
        error.retry_after(seconds(again_at, now))
    } else if matches!(why, CommandRefusal::QuotaReached) {
        error.retry_after(QUOTA_RETRY_SECONDS)
    } else {
        error
    }
}

/// Whole seconds until an instant, at least one.
fn seconds(at: OffsetDateTime, now: OffsetDateTime) -> u32 {
    let wait = (at - now).whole_milliseconds().max(0);
    u32::try_from((wait + 999) / 1000)
        .unwrap_or(u32::MAX)
        .max(1)
}

#[cfg(test)]
mod tests {
    use domain::webhook::rotation;
    use ports_store::CommandRefusal;
    use time::{Duration, OffsetDateTime};

    use super::refusal_error;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    #[test]
    fn conflicts_have_one_code_in_answers_and_in_the_audit() {
        for why in [
            CommandRefusal::Disabled,
            CommandRefusal::NotReplayable,
            CommandRefusal::WebhookChanged,
            CommandRefusal::SourceNotCurrent,
            CommandRefusal::ReplayLimitReached,
            CommandRefusal::RotationInProgress,
            CommandRefusal::RotationNotPending,
            CommandRefusal::RotationExpired,
        ] {
            assert_eq!(why.conflict(), Some(refusal_error(why, NOW).code.code()));
        }
        for why in [
            CommandRefusal::NotFound,
            CommandRefusal::DeliveryUnavailable,
            CommandRefusal::QuotaReached,
        ] {
            assert_eq!(why.conflict(), None);
        }
    }

    #[test]
    fn the_time_of_a_prepared_secret_is_the_one_that_holds() {
        let valid = format!("valid for {} hours", rotation::VALID.whole_hours());
        let told = refusal_error(CommandRefusal::RotationExpired, NOW).message;
        assert!(told.contains(&valid), "{told}");
    }

    #[test]
    fn a_test_too_soon_says_how_long_to_wait() {
        let wait = |wait| {
            let again_at = NOW + wait;
            refusal_error(CommandRefusal::TestedRecently { again_at }, NOW).retry_after_seconds
        };
        assert_eq!(wait(Duration::milliseconds(59_001)), Some(60));
        assert_eq!(wait(Duration::seconds(60)), Some(60));
        assert_eq!(wait(Duration::milliseconds(1)), Some(1));
        assert_eq!(wait(Duration::ZERO), Some(1));
    }
}
