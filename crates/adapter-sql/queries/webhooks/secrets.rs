//! Sealed secrets.

use adapter_sql::rows::{SecretRow, SecretTypes};
use adapter_sql::types::{DbUuid, SqlUuid};
use adapter_sql::{Failure, prepared};
use diesel::sql_types::{BigInt, Binary, Text};
use domain::secret::Sealed;
use ports_store::{SealedSecret, SecretRef};

use crate::dialect::{Conn, RunQueryDsl};

pub(crate) async fn list(
    c: &mut Conn,
    except_key: &str,
    after: Option<&SecretRef>,
    limit: u32,
) -> Result<Vec<SealedSecret>, Failure> {
    let mut found = Vec::new();
    for sql in [
        "SELECT no, NULL, id, NULL, NULL, secret, secret_key FROM subscriptions \
         WHERE secret_key <> ? AND secret_key <> '' ORDER BY no",
        "SELECT NULL, r.id, s.id, NULL, NULL, r.secret, r.secret_key \
         FROM secret_rotations r JOIN subscriptions s ON s.no = r.subscription_no \
         WHERE r.secret_key <> ? ORDER BY r.id",
        "SELECT workspace_no, NULL, NULL, mode, key, secret, secret_key \
         FROM idempotency_keys WHERE secret IS NOT NULL AND secret_key <> ? \
         ORDER BY workspace_no, mode, key",
        "SELECT NULL, NULL, NULL, NULL, NULL, secret, secret_key FROM actor_pepper \
         WHERE secret_key <> ?",
    ] {
        let rows: Vec<SecretRow> = prepared::<SecretTypes>(sql)
            .bind::<Text, _>(except_key.to_owned())
            .load(c)
            .await?;
        for row in rows {
            found.push(SealedSecret::try_from(row)?);
        }
    }
    found.sort_by(|a, b| a.which.cmp(&b.which));
    let rest = found
        .into_iter()
        .filter(|one| after.is_none_or(|after| one.which > *after));
    Ok(rest
        .take(usize::try_from(limit).unwrap_or(usize::MAX))
        .collect())
}

pub(crate) async fn reseal(
    c: &mut Conn,
    secret: &SealedSecret,
    with: &Sealed,
) -> Result<bool, Failure> {
    let (bytes, key) = (with.bytes.clone(), with.key_id.clone());
    let before = secret.sealed.bytes.clone();
    let rows = match &secret.which {
        SecretRef::Subscription(no) => {
            prepared::<()>(
                "UPDATE subscriptions SET secret = ?, secret_key = ? WHERE secret = ? AND no = ?",
            )
            .bind::<Binary, _>(bytes)
            .bind::<Text, _>(key)
            .bind::<Binary, _>(before)
            .bind::<BigInt, _>(*no)
            .execute(c)
            .await?
        }
        SecretRef::Rotation(id) => prepared::<()>(
            "UPDATE secret_rotations SET secret = ?, secret_key = ? WHERE secret = ? AND id = ?",
        )
        .bind::<Binary, _>(bytes)
        .bind::<Text, _>(key)
        .bind::<Binary, _>(before)
        .bind::<SqlUuid, _>(DbUuid(*id))
        .execute(c)
        .await?,
        SecretRef::Answer {
            workspace,
            mode,
            key: name,
        } => {
            prepared::<()>(
                "UPDATE idempotency_keys SET secret = ?, secret_key = ? \
             WHERE secret = ? AND workspace_no = ? AND mode = ? AND key = ?",
            )
            .bind::<Binary, _>(bytes)
            .bind::<Text, _>(key)
            .bind::<Binary, _>(before)
            .bind::<BigInt, _>(*workspace)
            .bind::<Text, _>(mode.clone())
            .bind::<Text, _>(name.clone())
            .execute(c)
            .await?
        }
        SecretRef::ActorPepper => {
            prepared::<()>("UPDATE actor_pepper SET secret = ?, secret_key = ? WHERE secret = ?")
                .bind::<Binary, _>(bytes)
                .bind::<Text, _>(key)
                .bind::<Binary, _>(before)
                .execute(c)
                .await?
        }
    };
    Ok(rows > 0)
}

pub(crate) async fn claim_pepper(c: &mut Conn, fresh: &Sealed) -> Result<Sealed, Failure> {
    prepared::<()>(
        "INSERT INTO actor_pepper (one, secret, secret_key) VALUES (true, ?, ?) \
         ON CONFLICT DO NOTHING",
    )
    .bind::<Binary, _>(fresh.bytes.clone())
    .bind::<Text, _>(fresh.key_id.clone())
    .execute(c)
    .await?;
    let (bytes, key_id) = prepared::<(Binary, Text)>("SELECT secret, secret_key FROM actor_pepper")
        .get_result(c)
        .await?;
    Ok(Sealed { key_id, bytes })
}
