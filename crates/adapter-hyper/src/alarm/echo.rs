//! Answers without what an address holds: a service may repeat what it was asked for, and the path of a hook is its secret.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::percent_decode_str;
use ports_net::Authorization;

use super::addresses::Address;

/// What is shorter is a word rather than a secret.
const SHORTEST: usize = 6;

/// What stands in place of a secret.
const MASK: &[u8] = b"***";

/// An answer's bytes without the path, its segments of [`SHORTEST`] bytes or more, the query, its values, and who asks, as the
/// address has them and with their escapes resolved, in whichever case.
pub(super) fn masked(bytes: &[u8], address: &Address) -> Vec<u8> {
    let secrets = secrets(address);
    let mut shown = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((first, after)) = rest.split_first() {
        let begins = |secret: &&String| {
            let beginning = rest.get(..secret.len());
            beginning.is_some_and(|it| it.eq_ignore_ascii_case(secret.as_bytes()))
        };
        if let Some(secret) = secrets.iter().find(begins) {
            shown.extend_from_slice(MASK);
            rest = rest.get(secret.len()..).unwrap_or_default();
        } else {
            shown.push(*first);
            rest = after;
        }
    }
    shown
}

/// What is not shown, the longest first.
fn secrets(address: &Address) -> Vec<String> {
    let target = address.path_and_query();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let values = query
        .split('&')
        .map(|pair| pair.split_once('=').map_or(pair, |(_, value)| value));
    let parts = path.split('/').chain(values).map(str::to_owned);
    let parts = parts.chain(asking(address.authorization.as_ref()));
    let long = parts.filter(|part| part.len() >= SHORTEST);
    let whole = [target, path, query].map(str::to_owned);
    let mut secrets: Vec<String> = long.chain(whole).collect();
    let resolved = secrets
        .iter()
        .map(|it| percent_decode_str(it).decode_utf8_lossy().into_owned());
    secrets.extend(resolved.collect::<Vec<_>>());
    secrets.retain(|secret| !secret.is_empty());
    secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    secrets
}

/// Who asks, as the request has it and as the operator wrote it.
fn asking(authorization: Option<&Authorization>) -> Vec<String> {
    match authorization {
        None => Vec::new(),
        Some(Authorization::Bearer(token)) => vec![token.clone()],
        Some(Authorization::Basic(login)) => {
            let password = login.split_once(':').map_or("", |(_, password)| password);
            vec![STANDARD.encode(login), login.clone(), password.to_owned()]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::addresses::AlarmAddresses;
    use super::masked;

    #[test]
    fn answers_do_not_show_what_the_address_holds() {
        for (address, said, shown) in [
            (
                "slack=https://a.example/hooks/abcdef123",
                "Cannot POST /hooks/abcdef123, /HOOKS/ABCDEF123 or \\/hooks\\/abcdef123",
                "Cannot POST ***, *** or \\/hooks\\/***",
            ),
            (
                "slack=https://a.example/T0/B%2D0%C3%BC1x?key=geheim1&to=x",
                "no /T0/B%2D0%C3%BC1x?key=geheim1&to=x, /T0/B-0ü1x, B-0ü1x, geheim1",
                "no ***, ***, ***, ***",
            ),
            (
                "ntfy=https://tk_0123456@a.example/prices",
                "{\"topic\":\"prices\",\"token\":\"tk_0123456\"}",
                "{\"topic\":\"***\",\"token\":\"***\"}",
            ),
            (
                "ntfy=https://me:geheim1@a.example/p",
                "not with me:geheim1, geheim1 or bWU6Z2VoZWltMQ== to /p",
                "not with ***, *** or *** to ***",
            ),
            (
                "discord=https://a.example/api/webhooks/1/token",
                "Unknown Webhook 1: ü",
                "Unknown Webhook 1: ü",
            ),
        ] {
            let addresses = AlarmAddresses::parse(address).unwrap();
            let masked = masked(said.as_bytes(), addresses.each().next().unwrap());
            assert_eq!(String::from_utf8(masked).unwrap(), shown, "{address}");
        }
    }
}
