//! Requests that take effect once, however often they are sent (D-21, D-22).

use std::fmt;

use domain::access::Tenant;
use ports_store::{IdempotencyClaim, Outcome, StoredAnswer};
use ports_system::Digester;
use time::OffsetDateTime;

use crate::{AppError, ErrorCode};

/// What the twin of a request that still runs is told.
pub(crate) const IN_PROGRESS: AppError = AppError::new(
    ErrorCode::IdempotencyInProgress,
    "a request with this Idempotency-Key is still running; send it again for its answer",
)
.retry_after(1);

const REUSED: AppError = AppError::new(
    ErrorCode::IdempotencyKeyReused,
    "this Idempotency-Key was used for another request; take a new one",
);

/// A key of its caller's choice: 1 to 255 visible ASCII characters, compared byte by byte.
#[derive(Clone, PartialEq, Eq)]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// The longest key.
    pub const MAX_LEN: usize = 255;

    /// Reads a key; `None` when it does not have the form.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let is_formed = (1..=Self::MAX_LEN).contains(&bytes.len());
        let text = str::from_utf8(bytes).ok()?;
        (is_formed && bytes.iter().all(u8::is_ascii_graphic)).then(|| Self(text.to_owned()))
    }

    /// The key as it was sent.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// A request with its key.
pub struct KeyedRequest {
    /// The key.
    pub key: IdempotencyKey,
    /// Id of the API key that sends it.
    pub api_key: String,
    /// What makes it this request: one that differs in any of these texts is another one.
    pub parts: Vec<String>,
}

impl KeyedRequest {
    /// The claim of the key in a tenant.
    pub(crate) fn claim(
        self,
        tenant: Tenant,
        at: OffsetDateTime,
        digester: &dyn Digester,
    ) -> IdempotencyClaim {
        let Self {
            key,
            api_key,
            parts,
        } = self;
        let mut told_apart = Vec::new();
        for part in &parts {
            // with its length before it, no part can pass for the end of one and the start of another
            told_apart.extend_from_slice(&part.len().to_be_bytes());
            told_apart.extend_from_slice(part.as_bytes());
        }
        IdempotencyClaim {
            tenant,
            key: key.0,
            fingerprint: digester.sha256(&told_apart),
            api_key,
            at,
        }
    }
}

/// What a request did that took effect, now or before.
pub enum Settled<T> {
    /// It took effect now.
    Done(T),
    /// An earlier request with the same key took effect: this is what that one did.
    Replayed(T),
    /// The same, of a request whose answer itself was kept.
    Answered(StoredAnswer),
}

impl<T> Settled<T> {
    /// What took effect of an outcome; `refusal` words why nothing did.
    pub(crate) fn of<R>(
        outcome: Outcome<T, R>,
        refusal: impl FnOnce(R) -> AppError,
    ) -> Result<Self, AppError> {
        match outcome {
            Outcome::Done(done) => Ok(Self::Done(done)),
            Outcome::Replayed(done) => Ok(Self::Replayed(done)),
            Outcome::Answered(answer) => Ok(Self::Answered(answer)),
            Outcome::KeyReused => Err(REUSED),
            Outcome::Refused(why) => Err(refusal(why)),
        }
    }

    /// The same of something that is made of it.
    pub(crate) fn try_map<U>(
        self,
        map: impl FnOnce(T) -> Result<U, AppError>,
    ) -> Result<Settled<U>, AppError> {
        Ok(match self {
            Self::Done(done) => Settled::Done(map(done)?),
            Self::Replayed(done) => Settled::Replayed(map(done)?),
            Self::Answered(answer) => Settled::Answered(answer),
        })
    }
}

/// Without what it says, which may bear a secret.
impl<T> fmt::Debug for Settled<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Done(_) => "Done",
            Self::Replayed(_) => "Replayed",
            Self::Answered(_) => "Answered",
        })
    }
}

#[cfg(test)]
mod tests {
    use domain::access::{Mode, Tenant};
    use domain::ids::WorkspaceNo;
    use fakes::QuickDigest;
    use ports_store::{Outcome, StoreError, StoredAnswer};
    use time::OffsetDateTime;

    use super::{IdempotencyKey, KeyedRequest, Settled};
    use crate::{AppError, ErrorCode};

    fn fingerprint(parts: &[&str]) -> [u8; 32] {
        let request = KeyedRequest {
            key: IdempotencyKey::parse(b"k").unwrap(),
            api_key: "key_1".to_owned(),
            parts: parts.iter().map(ToString::to_string).collect(),
        };
        let tenant = Tenant {
            workspace: WorkspaceNo(1),
            mode: Mode::Live,
        };
        let claim = request.claim(tenant, OffsetDateTime::UNIX_EPOCH, &QuickDigest);
        assert_eq!((claim.key.as_str(), claim.api_key.as_str()), ("k", "key_1"));
        assert_eq!(claim.tenant, tenant);
        claim.fingerprint
    }

    #[test]
    fn keys_are_visible_ascii() {
        let longest = [b'k'; 255];
        for good in [&b"a"[..], b"!~", b"\"quoted\"", &longest] {
            assert!(IdempotencyKey::parse(good).is_some(), "{good:?}");
        }
        let too_long = [b'k'; 256];
        for bad in [
            &b""[..],
            b"a b",
            b"a\t",
            b"a\0",
            b"a\r\nX: y",
            b"\xc3\xa9",
            b"\xff",
            b"\x7f",
            &too_long,
        ] {
            assert!(IdempotencyKey::parse(bad).is_none(), "{bad:?}");
        }
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        let all = [
            fingerprint(&["POST", "/a", "b"]),
            fingerprint(&["POST", "/ab", ""]),
            fingerprint(&["POST", "/a", "", "b"]),
            fingerprint(&["POST/a", "b"]),
        ];
        for (place, one) in all.iter().enumerate() {
            assert!(!all[place + 1..].contains(one), "{place}");
        }
        assert_eq!(all[0], fingerprint(&["POST", "/a", "b"]));
    }

    #[test]
    fn outcomes_are_answered_or_refused() {
        let answer = StoredAnswer {
            status: 201,
            body: b"{}".to_vec(),
            location: None,
            secret: None,
        };
        let settle = |outcome| Settled::of(outcome, AppError::not_found);
        assert!(matches!(settle(Outcome::Done(1)), Ok(Settled::Done(1))));
        assert!(matches!(
            settle(Outcome::Replayed(1)),
            Ok(Settled::Replayed(1))
        ));
        let kept = settle(Outcome::Answered(answer.clone()));
        assert!(matches!(kept, Ok(Settled::Answered(kept)) if kept == answer));
        let code = |outcome| settle(outcome).unwrap_err().code;
        assert_eq!(code(Outcome::KeyReused), ErrorCode::IdempotencyKeyReused);
        assert_eq!(code(Outcome::Refused("gone")), ErrorCode::NotFound);
    }

    #[test]
    fn a_twin_that_still_runs_is_no_failure_of_ours() {
        let error = AppError::from(StoreError::Busy);
        assert_eq!(error.code, ErrorCode::IdempotencyInProgress);
        assert_eq!(error.retry_after_seconds, Some(1));
        assert_eq!(AppError::from(StoreError::Locked).code, ErrorCode::Server);
    }
}
