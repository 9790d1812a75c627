//! `api healthcheck`

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use adapter_actix::ListenAddress;
use adapter_hyper::get_locally;
use serde_json::json;

use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Asks the admin listener of this machine; anything but 200 is a failure.
pub async fn run(ready: bool, json: bool, settings: &Settings) -> Result<(), Failure> {
    let path = if ready { "/readyz" } else { "/healthz" };
    let (url, answer) = match &settings.admin_listen {
        ListenAddress::Tcp(address) => {
            let url = format!("http://{}{path}", reachable(*address));
            let asked = url.clone();
            let asking = tokio::task::spawn_blocking(move || ask(&asked));
            let answer = asking
                .await
                .map_err(|error| Failure::other(error.to_string()))?;
            (url, answer.map_err(|error| error.to_string()))
        }
        socket @ ListenAddress::Unix(file) => {
            let answer = get_locally(file, path, PATIENCE).await;
            let answer = answer.map(|(status, body)| (status, body.trim().to_owned()));
            let url = format!("{path} at {socket}");
            (url, answer.map_err(|error| error.to_string()))
        }
    };
    match answer {
        Ok((200, _)) => {
            output::line(&if json {
                json!({ "well": true }).to_string()
            } else {
                format!("{url} says that all is well")
            });
            Ok(())
        }
        Ok((status, body)) => Err(Failure::other(format!("{url} answers {status}: {body}"))),
        Err(error) => Err(Failure::other(format!("{url} does not answer: {error}"))),
    }
}

fn ask(url: &str) -> Result<(u16, String), ureq::Error> {
    let config = ureq::Agent::config_builder()
        .timeout_global(Some(PATIENCE))
        .http_status_as_error(false)
        .proxy(None)
        .build();
    let mut answer = ureq::Agent::new_with_config(config).get(url).call()?;
    let body = answer.body_mut().read_to_string()?;
    Ok((answer.status().as_u16(), body.trim().to_owned()))
}

/// The address by which this machine reaches a listener.
fn reachable(listener: SocketAddr) -> SocketAddr {
    let ip = match listener.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, listener.port())
}

#[cfg(test)]
mod tests {
    use super::reachable;

    #[test]
    fn a_listener_on_every_address_is_asked_on_this_machine() {
        for (listener, asked) in [
            ("0.0.0.0:9090", "127.0.0.1:9090"),
            ("[::]:9090", "[::1]:9090"),
            ("10.0.0.7:9090", "10.0.0.7:9090"),
        ] {
            let reached = reachable(listener.parse().unwrap());
            assert_eq!(reached.to_string(), asked);
        }
    }
}
