//! People who work with the console: their passwords, their sessions, and what they did.

use std::sync::Arc;

use ports_store::{
    ListedAct, Operator, OperatorAct, OperatorActStore, OperatorSession, OperatorStore,
};
use ports_system::{Clock, Digester, PasswordHasher, SecretSource};
use time::Duration;

use super::tries::Tries;
use crate::access::keys::base64url;
use crate::{AppError, ErrorCode};

/// How long a session lasts.
pub const SESSION: Duration = Duration::hours(12);

/// Characters of a password.
const PASSWORD_CHARS: std::ops::RangeInclusive<usize> = 12..=128;

const NAME_CHARS: std::ops::RangeInclusive<usize> = 1..=64;

/// A digest of no password, against which those of unknown names are tried: they take as long as others.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlz$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// What is written down instead of a name that no operator has; none can have this.
const UNKNOWN: &str = "(unknown name)";

const WRONG: AppError = AppError::new(
    ErrorCode::Authentication,
    "the name or the password is wrong",
);

/// Operators of a deployment.
pub struct Operators {
    /// Where they are kept.
    pub store: Arc<dyn OperatorStore>,
    /// What they did.
    pub acts: Arc<dyn OperatorActStore>,
    /// Digests of passwords.
    pub passwords: Arc<dyn PasswordHasher>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Tokens of sessions.
    pub secrets: Arc<dyn SecretSource>,
    /// Digests of tokens.
    pub digester: Arc<dyn Digester>,
    /// Wrong passwords of late.
    pub tries: Tries,
}

/// A session that has just begun, or was found by its token. It is not printed: its token opens it.
#[derive(Clone, PartialEq, Eq)]
pub struct Session {
    /// Whose it is.
    pub operator: String,
    /// What the browser shows with each request; nothing else knows it.
    pub token: String,
    /// What each form of the session carries, so that no other site can send one.
    pub form_token: String,
}

impl Operators {
    /// Makes an operator, or gives one another password, which ends all sessions of that operator. Whether there was one
    /// of this name.
    pub async fn set_password(&self, name: &str, password: &str) -> Result<bool, AppError> {
        if !is_name(name) {
            return Err(AppError::validation(
                "name",
                "1 to 64 letters, digits and characters of ._@-",
            ));
        }
        if !PASSWORD_CHARS.contains(&password.chars().count()) {
            return Err(AppError::validation("password", "12 to 128 characters"));
        }
        if password.trim().is_empty() {
            return Err(AppError::validation("password", "more than spaces"));
        }
        let was_there = self.store.find_operator(name).await?.is_some();
        let digest = self.passwords.hash(password).await;
        let operator = Operator {
            name: name.to_owned(),
            password_digest: digest.map_err(AppError::server)?,
            changed_at: self.clock.now(),
        };
        self.store.save_operator(&operator).await?;
        Ok(was_there)
    }

    /// The names of all operators.
    pub async fn names(&self) -> Result<Vec<String>, AppError> {
        let operators = self.store.list_operators().await?;
        Ok(operators.into_iter().map(|it| it.name).collect())
    }

    /// Removes an operator with all sessions; what the operator did stays written. Whether there was one.
    pub async fn remove(&self, name: &str) -> Result<bool, AppError> {
        Ok(self.store.remove_operator(name).await?)
    }

    /// Begins a session. Ten wrong passwords for a name in a row, and it waits for a quarter of an hour.
    pub async fn log_in(&self, name: &str, password: &str) -> Result<Session, AppError> {
        if !is_name(name) || password.chars().count() > *PASSWORD_CHARS.end() {
            return Err(WRONG);
        }
        let now = self.clock.now();
        self.tries.begin(name, now).map_err(|seconds| {
            AppError::new(ErrorCode::RateLimited, "too many wrong passwords").retry_after(seconds)
        })?;
        // what could not be checked was no wrong password
        let checked = self.check(name, password).await;
        let (operator, is_right) = checked.inspect_err(|_| self.tries.take_back(name))?;
        // a name that nobody has is not kept: it may be a password in the wrong field
        let is_known = operator.is_some();
        let Some(operator) = operator.filter(|_| is_right) else {
            let whose = if is_known { name } else { UNKNOWN };
            self.note(whose, "log in", "", "wrong name or password")
                .await?;
            return Err(WRONG);
        };
        self.tries.forget(name);
        let token = base64url(&self.secrets.secret().map_err(AppError::server)?);
        let session = OperatorSession {
            digest: self.digester.sha256(token.as_bytes()),
            operator: operator.name,
            begun_at: now,
            ends_at: now + SESSION,
        };
        // the password was changed meanwhile
        if !self
            .store
            .insert_session(&session, &operator.password_digest)
            .await?
        {
            return Err(WRONG);
        }
        self.note(name, "log in", "", "done").await?;
        Ok(self.session_of(session.operator, token))
    }

    /// The operator of this name, and whether the password is right. It takes as long for a name that nobody has: how long
    /// an answer takes does not tell.
    async fn check(
        &self,
        name: &str,
        password: &str,
    ) -> Result<(Option<Operator>, bool), AppError> {
        let operator = self.store.find_operator(name).await?;
        let digest = operator.as_ref().map_or(NOBODY, |it| &it.password_digest);
        let is_right = self.passwords.verify(password, digest).await;
        Ok((operator, is_right.map_err(AppError::server)?))
    }

    /// The session with a token that has not ended.
    pub async fn session(&self, token: &str) -> Result<Option<Session>, AppError> {
        let digest = self.digester.sha256(token.as_bytes());
        let found = self.store.find_session(&digest, self.clock.now()).await?;
        Ok(found.map(|it| self.session_of(it.operator, token.to_owned())))
    }

    /// Ends a session.
    pub async fn log_out(&self, session: &Session) -> Result<(), AppError> {
        let digest = self.digester.sha256(session.token.as_bytes());
        self.store.remove_session(&digest).await?;
        self.note(&session.operator, "log out", "", "done").await
    }

    /// Whether a form was made for a session.
    pub fn is_form_of(&self, session: &Session, form_token: &str) -> bool {
        // digests: how long that takes says nothing of the token
        let digest = |text: &str| self.digester.sha256(text.as_bytes());
        digest(form_token) == digest(&session.form_token)
    }

    /// Writes down what an operator did: the act, what it was done to, and what came of it.
    pub async fn note(
        &self,
        operator: &str,
        act: &str,
        subject: &str,
        outcome: &str,
    ) -> Result<(), AppError> {
        let act = OperatorAct {
            at: self.clock.now(),
            operator: operator.to_owned(),
            act: act.to_owned(),
            subject: subject.to_owned(),
            outcome: outcome.to_owned(),
        };
        let written = self.acts.insert_act(&act).await;
        Ok(written.inspect_err(|_| {
            tracing::error!(
                operator,
                act = act.act,
                subject,
                outcome,
                "an act could not be written down"
            );
        })?)
    }

    /// What operators did, the newest first, at most `limit`; before an act, if it is given.
    pub async fn acts(&self, before: Option<i64>, limit: u32) -> Result<Vec<ListedAct>, AppError> {
        Ok(self.acts.list_acts(before, limit).await?)
    }

    fn session_of(&self, operator: String, token: String) -> Session {
        let of_forms = self.digester.sha256(format!("forms of {token}").as_bytes());
        Session {
            operator,
            form_token: base64url(&of_forms),
            token,
        }
    }
}

fn is_name(name: &str) -> bool {
    let is_known = |c: char| c.is_ascii_alphanumeric() || "._@-".contains(c);
    NAME_CHARS.contains(&name.len()) && name.chars().all(is_known)
}
