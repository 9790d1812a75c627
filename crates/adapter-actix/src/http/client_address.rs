//! Whose request it is, behind proxies that the operator trusts.

use std::net::{IpAddr, SocketAddr};

use actix_web::HttpRequest;
use actix_web::http::header::{FORWARDED, HeaderMap, HeaderName, X_FORWARDED_FOR};
use domain::address::AddressRanges;
use rfc7239::{NodeIdentifier, NodeName};

/// Proxies whose word about who asks is taken: data of the application.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(pub AddressRanges);

/// The address of the client: that of the connection, or, when a trusted proxy holds it, what the proxies tell of it.
pub fn client_address(request: &HttpRequest) -> Option<IpAddr> {
    let peer = request.peer_addr()?.ip();
    let trusted = request.app_data::<TrustedProxies>();
    Some(trusted.map_or(peer, |trusted| trusted.client(peer, request.headers())))
}

impl TrustedProxies {
    /// Each proxy adds from whom it got the request at the end of `Forwarded` (RFC 7239) or of `X-Forwarded-For`: what stands
    /// before the last address that is not trusted may be anybody's word. Where the two headers tell different things
    /// neither is believed: a proxy adds to the one that it knows, and leaves the other as the client sent it.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let peer = peer.to_canonical();
        if !self.0.contains(peer) {
            return peer;
        }
        let told = [FORWARDED, X_FORWARDED_FOR].map(|name| {
            let line = line(headers, &name)?;
            let hops = if name == FORWARDED {
                forwarded(&line)
            } else {
                line.split(',').map(address).collect()
            };
            Some(self.last_untrusted(peer, hops))
        });
        match told {
            [Some(one), Some(other)] if one != other => peer,
            [Some(one), _] | [None, Some(one)] => one,
            [None, None] => peer,
        }
    }

    fn last_untrusted(&self, peer: IpAddr, hops: Vec<Option<IpAddr>>) -> IpAddr {
        let mut client = peer;
        for hop in hops.into_iter().rev() {
            // a name, "unknown", or nonsense: what is known is who says so
            let Some(hop) = hop else { break };
            client = hop;
            if !self.0.contains(hop) {
                break;
            }
        }
        client
    }
}

/// All lines of a header as one, `None` when there are none.
fn line(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let lines = headers.get_all(name);
    // what is no text is no address either
    let lines: Vec<_> = lines
        .map(|line| String::from_utf8_lossy(line.as_bytes()))
        .collect();
    (!lines.is_empty()).then(|| lines.join(","))
}

fn forwarded(line: &str) -> Vec<Option<IpAddr>> {
    rfc7239::parse(line)
        .map(|element| match element.ok()?.forwarded_for {
            Some(NodeIdentifier {
                name: NodeName::Ip(ip),
                ..
            }) => Some(ip.to_canonical()),
            Some(_) | None => None,
        })
        .collect()
}

/// An address, with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text
        .strip_prefix('[')
        .and_then(|it| it.strip_suffix(']'))
        .unwrap_or(text);
    let ip = bare.parse().ok();
    let ip = ip.or_else(|| text.parse().ok().map(|it: SocketAddr| it.ip()));
    ip.map(|ip: IpAddr| ip.to_canonical())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use domain::address::AddressRanges;
    use proptest::prelude::*;
    use rstest::rstest;

    use super::{TrustedProxies, client_address};

    fn client(peer: &str, headers: &[(&'static str, &str)]) -> String {
        let trusted = AddressRanges::parse("10.0.0.0/8,fd00::/8").unwrap();
        let request = TestRequest::default()
            .app_data(TrustedProxies(trusted))
            .peer_addr(peer.parse().unwrap());
        let request = headers
            .iter()
            .fold(request, |request, header| request.append_header(*header));
        let client = client_address(&request.to_http_request());
        client.unwrap().to_string()
    }

    #[rstest]
    #[case("203.0.113.9", "198.51.100.7")]
    #[case("203.0.113.9 , 10.1.2.3", "198.51.100.7")]
    #[case("1.1.1.1, 203.0.113.9", "198.51.100.7")]
    fn who_is_not_trusted_is_the_client(#[case] told: &str, #[case] peer: &str) {
        let peer_with_port = format!("{peer}:4000");
        for name in ["X-Forwarded-For", "Forwarded"] {
            assert_eq!(client(&peer_with_port, &[(name, told)]), peer);
        }
    }

    #[rstest]
    #[case::one("203.0.113.9", "203.0.113.9")]
    #[case::what_the_client_wrote_before("1.1.1.1, 203.0.113.9", "203.0.113.9")]
    #[case::behind_two("1.1.1.1, 203.0.113.9, 10.1.2.3", "203.0.113.9")]
    #[case::all_trusted("10.3.3.3, 10.1.2.3", "10.3.3.3")]
    #[case::port("203.0.113.9:4711", "203.0.113.9")]
    #[case::v6("2001:db8::1", "2001:db8::1")]
    #[case::v6_in_brackets("[2001:db8::1]", "2001:db8::1")]
    #[case::v6_with_port("[2001:db8::1]:4711", "2001:db8::1")]
    #[case::mapped("::ffff:203.0.113.9", "203.0.113.9")]
    #[case::mapped_proxy("203.0.113.9, ::ffff:10.1.2.3", "203.0.113.9")]
    #[case::nonsense("203.0.113.9, unknown", "10.0.0.1")]
    #[case::empty("", "10.0.0.1")]
    #[case::comma("203.0.113.9,", "10.0.0.1")]
    fn x_forwarded_for_is_read_from_its_end(#[case] told: &str, #[case] expected: &str) {
        assert_eq!(
            client("10.0.0.1:4000", &[("X-Forwarded-For", told)]),
            expected
        );
        assert_eq!(
            client("[::ffff:10.0.0.1]:4000", &[("x-forwarded-for", told)]),
            expected
        );
    }

    #[rstest]
    #[case::one("for=203.0.113.9", "203.0.113.9")]
    #[case::more_said("by=10.0.0.1;FOR=\"203.0.113.9:47\";proto=https", "203.0.113.9")]
    #[case::several("for=1.1.1.1, for=203.0.113.9;host=a, for=10.2.2.2", "203.0.113.9")]
    #[case::v6("for=\"[2001:db8::1]:4711\"", "2001:db8::1")]
    #[case::a_quote_that_the_client_left_open("for=\"1.1.1.1, for=203.0.113.9", "203.0.113.9")]
    #[case::unknown("for=203.0.113.9, for=unknown", "10.0.0.1")]
    #[case::obfuscated("for=203.0.113.9, for=_hidden", "10.0.0.1")]
    #[case::nothing_of_it("proto=https", "10.0.0.1")]
    fn forwarded_is_read_from_its_end(#[case] told: &str, #[case] expected: &str) {
        assert_eq!(client("10.0.0.1:4000", &[("Forwarded", told)]), expected);
    }

    #[test]
    fn lines_of_a_header_are_one() {
        let lines = [
            ("X-Forwarded-For", "1.1.1.1"),
            ("X-Forwarded-For", "203.0.113.9, 10.9.9.9"),
        ];
        assert_eq!(client("10.0.0.1:4000", &lines), "203.0.113.9");
    }

    #[test]
    fn headers_that_differ_are_not_believed() {
        let same = [
            ("X-Forwarded-For", "203.0.113.9"),
            ("Forwarded", "for=203.0.113.9"),
        ];
        assert_eq!(client("10.0.0.1:4000", &same), "203.0.113.9");
        let forged = [
            ("X-Forwarded-For", "203.0.113.9"),
            ("Forwarded", "for=1.1.1.1"),
        ];
        assert_eq!(client("10.0.0.1:4000", &forged), "10.0.0.1");
    }

    #[test]
    fn without_trusted_proxies_nothing_is_read() {
        let request = TestRequest::default()
            .peer_addr("10.0.0.1:4000".parse().unwrap())
            .insert_header(("X-Forwarded-For", "1.1.1.1"));
        let client = client_address(&request.to_http_request());
        assert_eq!(client.unwrap().to_string(), "10.0.0.1");
    }

    proptest! {
        #[test]
        fn no_header_breaks_it(told in "[ -~]{0,60}") {
            client("10.0.0.1:4000", &[("Forwarded", &told)]);
            client("10.0.0.1:4000", &[("X-Forwarded-For", &told)]);
        }
    }
}
