//! `api webhook`: for who writes a receiver.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use ureq::http::Uri;

/// `api webhook`
#[derive(Debug, Subcommand)]
pub enum WebhookCommand {
    /// Send a test event and then every event of a workspace, as it happens and one after the other, to a receiver of a developer,
    /// signed as deliveries are. Nothing is registered and nothing is kept; it goes on until Ctrl+C.
    Listen(ListenArgs),
}

/// Arguments of `api webhook listen`.
#[derive(Debug, Args)]
pub struct ListenArgs {
    /// The receiver, usually on this machine; proxies of the environment are not used.
    #[arg(long, value_name = "URL", value_parser = receiver)]
    pub forward_to: Uri,
    /// The workspace whose events are sent; not needed where there is only one.
    #[arg(long)]
    pub workspace: Option<String>,
    /// File with the signing secret (`whsec_…`), which is made there when it is missing; without it, each run signs with
    /// another one.
    #[arg(long, value_name = "FILE")]
    pub secret_file: Option<PathBuf>,
}

fn receiver(text: &str) -> Result<Uri, &'static str> {
    const ACCEPTED: &str =
        "an address with http:// or https://, without a login, as in http://127.0.0.1:3000/hook";
    let uri: Uri = text.parse().map_err(|_| ACCEPTED)?;
    let is_http = matches!(uri.scheme_str(), Some("http" | "https"));
    // a login, or a port that is none, makes it longer
    let is_plain = uri.authority().is_some_and(|authority| {
        let host = authority.host();
        match authority.port_u16() {
            Some(0) => false,
            Some(port) => authority.as_str() == format!("{host}:{port}"),
            None => authority.as_str() == host,
        }
    });
    if is_http && is_plain {
        Ok(uri)
    } else {
        Err(ACCEPTED)
    }
}

#[cfg(test)]
mod tests {
    use super::receiver;

    #[test]
    fn a_receiver_is_an_address_of_http() {
        for good in [
            "http://127.0.0.1:3000/hook",
            "https://localhost/?a=b",
            "http://[::1]:1",
        ] {
            assert!(receiver(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "127.0.0.1:3000",
            "/hook",
            "ftp://localhost/",
            "http://a:b@localhost/",
            "http://localhost:99999/",
            "http://localhost:0/",
            "http://",
        ] {
            assert!(receiver(bad).is_err(), "{bad}");
        }
    }
}
