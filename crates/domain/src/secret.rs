//! Secrets at rest, and what each of them belongs to.

use uuid::Uuid;

use crate::access::Tenant;

/// A secret that only a vault opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// Name of the key that sealed it.
    pub key_id: String,
    /// Nonce, ciphertext and tag.
    pub bytes: Vec<u8>,
}

/// What a signing secret is bound to (D-57), prepared or in use: moved to another subscription it does
/// not open.
pub fn of_subscription(subscription: Uuid) -> String {
    format!("webhook signing secret {subscription}")
}

/// What the secret in a remembered answer is bound to.
pub fn of_answer(tenant: Tenant, idempotency_key: &str) -> String {
    let Tenant { workspace, mode } = tenant;
    format!("answer {workspace} {mode} {idempotency_key}")
}

/// What the secret is bound to that makes audit entries' actors one-way.
pub const ACTOR_PEPPER: &str = "actor pepper";
