//! Where operators are told, as they write it.

use std::fmt;
use std::net::IpAddr;

use domain::address::is_public;
use percent_encoding::percent_decode_str;
use ports_net::Authorization;
use url::{Host, Position, Url};

use crate::connector::HTTPS;

/// Channels at most.
const MOST: usize = 10;

/// How a service wants to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// ntfy: a text to a topic.
    Ntfy,
    /// Slack's incoming webhooks, and what understands them.
    Slack,
    /// Discord's webhooks.
    Discord,
    /// Matrix: an event in a room.
    Matrix,
}

impl Format {
    const ALL: [Self; 4] = [Self::Ntfy, Self::Slack, Self::Discord, Self::Matrix];

    const fn name(self) -> &'static str {
        match self {
            Self::Ntfy => "ntfy",
            Self::Slack => "slack",
            Self::Discord => "discord",
            Self::Matrix => "matrix",
        }
    }
}

/// One channel's address.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Address {
    /// How others call it: its format, with a number from the second one on.
    pub name: String,
    pub format: Format,
    pub authorization: Option<Authorization>,
    /// Without who asks.
    url: Url,
}

/// The channels of a setting. Their `Debug` and [`AlarmAddresses::masked`] show no secret.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct AlarmAddresses(Vec<Address>);

impl AlarmAddresses {
    /// What a setting with them accepts.
    pub const ACCEPTS: &str = "FORMAT=URL, or several with commas between them, where FORMAT is ntfy, slack, discord or matrix \
         and URL is one of https:// (of http:// where its address is not public), with a token or USER:PASSWORD before its @ \
         for ntfy and matrix";

    /// The names of formats.
    pub const FORMATS: [&str; 4] = ["ntfy", "slack", "discord", "matrix"];

    /// Reads addresses with commas or blanks between them; an empty text names none. An error says what is wrong without
    /// repeating any of it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut addresses: Vec<Address> = Vec::new();
        let pieces = pieces(text);
        if pieces.len() > MOST {
            return Err(format!("there are more than {MOST}"));
        }
        for (piece, number) in pieces.into_iter().zip(1..) {
            let wrong = |why: &str| format!("number {number} {why}");
            let (format, url) = piece.split_once('=').ok_or_else(|| wrong("has no ="))?;
            let format = Format::ALL.into_iter().find(|it| it.name() == format);
            let format = format.ok_or_else(|| wrong("is of another format"))?;
            let mut address = Address::parse(format, url).map_err(wrong)?;
            if addresses.iter().any(|other| other.url == address.url) {
                return Err(wrong("is there twice"));
            }
            let same = addresses.iter().filter(|other| other.format == format);
            match same.count() {
                0 => {}
                before => address.name = format!("{}-{}", format.name(), before + 1),
            }
            addresses.push(address);
        }
        Ok(Self(addresses))
    }

    /// A text with such addresses as people may see it: formats and hosts.
    pub fn masked(text: &str) -> String {
        let masked = pieces(text).into_iter().map(|piece| {
            let Some((format, url)) = piece.split_once('=') else {
                return "***".to_owned();
            };
            let is_word = |word: &str| {
                (1..=20).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_alphanumeric())
            };
            let format = if is_word(format) { format } else { "***" };
            let shown = Url::parse(url).ok().and_then(|url| {
                let host = url.host_str().filter(|host| !host.is_empty())?;
                let port = url
                    .port()
                    .map_or_else(String::new, |port| format!(":{port}"));
                Some(format!("{}://{host}{port}/***", url.scheme()))
            });
            format!("{format}={}", shown.as_deref().unwrap_or("***"))
        });
        masked.collect::<Vec<_>>().join(",")
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn each(&self) -> impl Iterator<Item = &Address> {
        self.0.iter()
    }
}

fn pieces(text: &str) -> Vec<&str> {
    let pieces = text.split(|c: char| c == ',' || c.is_whitespace());
    pieces.filter(|piece| !piece.is_empty()).collect()
}

impl Address {
    fn parse(format: Format, text: &str) -> Result<Self, &'static str> {
        let mut url = Url::parse(text).map_err(|_| "is no URL")?;
        if !matches!(url.scheme(), "https" | "http") || text.contains('\\') {
            return Err("begins with neither https:// nor http://");
        }
        let is_public = match url.host() {
            Some(Host::Ipv4(ip)) => is_public(IpAddr::V4(ip)),
            Some(Host::Ipv6(ip)) => is_public(IpAddr::V6(ip)),
            // names are judged by their addresses
            Some(Host::Domain(_)) => false,
            None => return Err("names no host"),
        };
        if is_public && url.scheme() == "http" {
            return Err("is a public address without TLS: https:// has it");
        }
        if url.fragment().is_some() {
            return Err("has a fragment (#)");
        }
        let authorization = authorization(&url)?;
        // both fail only for URLs without a host
        url.set_username("").map_err(|()| "names no host")?;
        url.set_password(None).map_err(|()| "names no host")?;
        let address = Self {
            name: format.name().to_owned(),
            format,
            authorization,
            url,
        };
        address.fits()?;
        Ok(address)
    }

    /// Whether it is an address of such a service.
    fn fits(&self) -> Result<(), &'static str> {
        let (path, query) = (self.url.path(), self.url.query());
        match self.format {
            Format::Ntfy if query.is_some() => Err("has a query (?): a token stands before the @"),
            Format::Ntfy if path.trim_end_matches('/').is_empty() => Err("names no topic"),
            Format::Matrix if query.is_some() => {
                Err("has a query (?): a token stands before the @")
            }
            Format::Matrix
                if !path.starts_with("/_matrix/client/")
                    || !path.ends_with("/send/m.room.message") =>
            {
                Err("is none of a room: /_matrix/client/v3/rooms/ROOM/send/m.room.message")
            }
            Format::Matrix if self.authorization.is_none() => {
                Err("has no token: it stands before the @, as in https://TOKEN@matrix.example")
            }
            Format::Slack | Format::Discord if self.authorization.is_some() => {
                Err("has something before an @, which such a service does not read")
            }
            Format::Slack | Format::Discord if path.trim_end_matches('/').is_empty() => {
                Err("has no path")
            }
            Format::Ntfy | Format::Slack | Format::Discord | Format::Matrix => Ok(()),
        }
    }

    /// Whether it is without TLS.
    pub fn is_plain(&self) -> bool {
        self.url.scheme() == "http"
    }

    /// Where to connect.
    pub fn place(&self) -> (&str, u16) {
        let host = self.url.host_str().unwrap_or_default();
        let port = self.url.port_or_known_default().unwrap_or(HTTPS);
        (host.trim_matches(['[', ']']), port)
    }

    /// For the `Host` header.
    pub fn host(&self) -> &str {
        &self.url[Position::BeforeHost..Position::AfterPort]
    }

    /// For the request line.
    pub fn path_and_query(&self) -> &str {
        &self.url[Position::BeforePath..Position::AfterQuery]
    }

    /// The whole address, but for who asks.
    pub fn text(&self) -> &str {
        self.url.as_str()
    }
}

/// Who asks: a token, or a user with a password.
fn authorization(url: &Url) -> Result<Option<Authorization>, &'static str> {
    let decoded = |text: &str| {
        let text = percent_decode_str(text).decode_utf8().ok()?.into_owned();
        (!text.chars().any(char::is_control)).then_some(text)
    };
    let unreadable = "has something before its @ that is no text";
    let user = decoded(url.username()).ok_or(unreadable)?;
    match url.password() {
        None if user.is_empty() => Ok(None),
        None if user.bytes().all(|b| b.is_ascii_graphic()) => Ok(Some(Authorization::Bearer(user))),
        None => Err("has a token with other characters than visible ones of ASCII"),
        Some(password) => {
            let password = decoded(password).ok_or(unreadable)?;
            if user.is_empty() || user.contains(':') {
                return Err("has a password without a user");
            }
            Ok(Some(Authorization::Basic(format!("{user}:{password}"))))
        }
    }
}

impl fmt::Debug for AlarmAddresses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.0.iter().map(|address| address.name.as_str());
        f.debug_list().entries(names).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::AlarmAddresses;

    const ROOM: &str = "/_matrix/client/v3/rooms/!room:m.example/send/m.room.message";

    #[test]
    fn addresses_are_read() {
        let text = format!(
            "ntfy=https://ntfy.example/shop, slack=https://hooks.example/services/T/B/x\n\
             ntfy=http://u:p%40ss@127.0.0.1:81/other,discord=https://d.example/api/webhooks/1/s?thread_id=2 \
             matrix=https://tok%2Ben@m.example{ROOM}"
        );
        let read = AlarmAddresses::parse(&text).unwrap();
        let shown: Vec<_> = read
            .each()
            .map(|it| (it.name.as_str(), it.text().to_owned(), it.place().1))
            .collect();
        let expected = [
            ("ntfy", "https://ntfy.example/shop".to_owned(), 443),
            (
                "slack",
                "https://hooks.example/services/T/B/x".to_owned(),
                443,
            ),
            ("ntfy-2", "http://127.0.0.1:81/other".to_owned(), 81),
            (
                "discord",
                "https://d.example/api/webhooks/1/s?thread_id=2".to_owned(),
                443,
            ),
            ("matrix", format!("https://m.example{ROOM}"), 443),
        ];
        assert_eq!(shown, expected);
        assert_eq!(
            format!("{read:?}"),
            r#"["ntfy", "slack", "ntfy-2", "discord", "matrix"]"#
        );
        assert!(AlarmAddresses::parse(" \n").unwrap().is_empty());
    }

    #[test]
    fn what_is_no_address_is_refused_without_repeating_it() {
        let many = ["ntfy=https://a.example/topic"; 11].join(",");
        for (text, why) in [
            ("geheim", "has no ="),
            ("telegram=https://t.example/geheim", "another format"),
            ("slack=geheim", "is no URL"),
            ("slack=ftp://hooks.example/geheim", "neither https://"),
            ("slack=http://93.184.215.14/geheim", "without TLS"),
            ("slack=http://[2606:4700::1]/geheim", "without TLS"),
            ("slack=https://hooks.example", "has no path"),
            ("slack=https://geheim@hooks.example/x", "before an @"),
            ("discord=https://d.example/x#geheim", "fragment"),
            ("ntfy=https://ntfy.example/", "names no topic"),
            (
                "ntfy=https://ntfy.example/topic?auth=geheim",
                "before the @",
            ),
            ("ntfy=https://:geheim@ntfy.example/topic", "without a user"),
            ("ntfy=https://gehe%0aim@ntfy.example/topic", "no text"),
            ("ntfy=https://gehe%20im@ntfy.example/topic", "visible ones"),
            ("matrix=https://m.example/geheim", "none of a room"),
            (
                "matrix=https://m.example/_matrix/client/v3/rooms/!r:m/send/m.room.message",
                "no token",
            ),
            (
                "ntfy=https://a.example/geheim,ntfy=https://b@a.example/geheim",
                "number 2 is there twice",
            ),
            (many.as_str(), "more than 10"),
        ] {
            let said = AlarmAddresses::parse(text).unwrap_err();
            assert!(said.contains(why), "{text}: {said}");
            assert!(!said.contains("geheim"), "{said}");
            let masked = AlarmAddresses::masked(text);
            assert!(!masked.contains("geheim"), "{masked}");
        }
    }

    #[test]
    fn people_see_formats_and_hosts() {
        for (text, shown) in [
            ("", ""),
            (
                "slack=https://hooks.example/services/x, ntfy=http://t@10.0.0.1:81/y?z",
                "slack=https://hooks.example/***,ntfy=http://10.0.0.1:81/***",
            ),
            (
                "telegram=https://t.example/x",
                "telegram=https://t.example/***",
            ),
            ("slack=secret", "slack=***"),
            ("se cret", "***,***"),
            ("se-cret=https://a.example/", "***=https://a.example/***"),
        ] {
            assert_eq!(AlarmAddresses::masked(text), shown, "{text}");
        }
    }
}
