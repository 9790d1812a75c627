//! `api vault`

use app::access::reseal::{self, Resealed};
use ports_store::SecretStore;
use ports_system::Vault;
use serde_json::json;

use crate::failure::Failure;
use crate::output;

/// Seals all secrets with the first key.
pub async fn reseal(
    secrets: &dyn SecretStore,
    vault: &dyn Vault,
    as_json: bool,
) -> Result<(), Failure> {
    let key = vault.sealing_key();
    let done = reseal::reseal(secrets, vault)
        .await
        .map_err(Failure::from)?;
    output::line(&if as_json {
        as_object(&done, key)
    } else {
        as_line(&done, key)
    });
    match unopened(&done) {
        None => Ok(()),
        Some(complaint) => Err(Failure::other(complaint)),
    }
}

fn as_object(done: &Resealed, key: &str) -> String {
    json!({
        "key": key,
        "resealed": done.resealed,
        "changed": done.changed,
        "unopened": done.unopened.values().sum::<u64>(),
    })
    .to_string()
}

fn as_line(done: &Resealed, key: &str) -> String {
    let unopened: u64 = done.unopened.values().sum();
    let Resealed {
        resealed, changed, ..
    } = done;
    format!("key={key} resealed={resealed} changed={changed} unopened={unopened}")
}

/// Why older keys must stay, if they must.
fn unopened(done: &Resealed) -> Option<String> {
    let reasons = done.unopened.iter();
    let reasons: Vec<String> = reasons
        .map(|(reason, count)| format!("{count} × {reason}"))
        .collect();
    (!reasons.is_empty()).then(|| {
        let reasons = reasons.join("; ");
        format!("some secrets do not open and stay as they are: {reasons}")
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use app::access::reseal::Resealed;

    use super::{as_line, as_object, unopened};

    #[test]
    fn counts_are_told_and_what_does_not_open_is_a_failure_with_its_reasons() {
        let mut done = Resealed {
            resealed: 3,
            changed: 1,
            unopened: BTreeMap::new(),
        };
        assert_eq!(unopened(&done), None);
        done.unopened.insert("no key named \"v0\"".to_owned(), 2);
        done.unopened.insert("it does not open".to_owned(), 5);
        assert_eq!(
            as_line(&done, "v2"),
            "key=v2 resealed=3 changed=1 unopened=7"
        );
        assert_eq!(
            as_object(&done, "v2"),
            r#"{"changed":1,"key":"v2","resealed":3,"unopened":7}"#
        );
        assert_eq!(
            unopened(&done).unwrap(),
            "some secrets do not open and stay as they are: 5 × it does not open; 2 × no key named \
             \"v0\""
        );
    }
}
