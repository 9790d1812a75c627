//! Which server takes the mails, and how it is talked to.

use std::fmt;
use std::net::IpAddr;

use lettre::transport::smtp::authentication::Credentials;
use percent_encoding::percent_decode_str;
use url::{Host, ParseError, Url};

use crate::settings::SettingError;

/// When a connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// From its first byte (`smtps://`).
    Always,
    /// From STARTTLS on, which the server must offer.
    Required,
    /// From STARTTLS on, if the server offers it.
    Offered,
}

/// A mail server.
#[derive(Debug)]
pub struct Server {
    /// Name or address.
    pub host: String,
    /// Port.
    pub port: u16,
    /// When the connection is encrypted.
    pub encryption: Encryption,
    /// Who we are to it.
    pub login: Option<Login>,
}

/// User and password.
#[derive(Clone, PartialEq, Eq)]
pub struct Login {
    /// User.
    pub user: String,
    /// Password.
    pub password: String,
}

impl Login {
    /// The same in the words of the mail library.
    pub fn credentials(&self) -> Credentials {
        Credentials::new(self.user.clone(), self.password.clone())
    }
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Login(…)")
    }
}

impl Server {
    /// Reads `PCS_SMTP_URL`.
    pub fn parse(text: &str) -> Result<Self, SettingError> {
        read(text).map_err(|problem| {
            let accepted = "accepted is smtp://[USER:PASSWORD@]HOST:PORT[?tls=required] or \
                smtps://[USER:PASSWORD@]HOST:PORT, with special characters of user and password \
                percent-encoded";
            SettingError::new("PCS_SMTP_URL", format!("{problem}; {accepted}"))
        })
    }

    /// Whether nothing on the way can listen.
    pub fn is_loopback(&self) -> bool {
        let is_address = |host: &str| host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
        self.host.eq_ignore_ascii_case("localhost") || is_address(&self.host)
    }
}

const BAD_PORT: &str = "the port must be 1 to 65535";

fn read(text: &str) -> Result<Server, &'static str> {
    if text.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return Err("it holds a blank or a control character");
    }
    let url = Url::parse(text).map_err(|error| match error {
        ParseError::InvalidPort => BAD_PORT,
        _ => "it is not a URL",
    })?;
    let is_required = match url.query() {
        None => false,
        Some("tls=required") => true,
        Some(_) => return Err("it has unknown options"),
    };
    let encryption = match url.scheme() {
        "smtps" => Encryption::Always,
        "smtp" if is_required => Encryption::Required,
        "smtp" => Encryption::Offered,
        _ => return Err("it begins with neither smtp:// nor smtps://"),
    };
    if url.fragment().is_some() || !matches!(url.path(), "" | "/") {
        return Err("something follows host and port");
    }
    Ok(Server {
        host: host(&url)?,
        port: match url.port() {
            Some(0) => return Err(BAD_PORT),
            Some(port) => port,
            None => return Err("it names no port"),
        },
        encryption,
        login: login(&url)?,
    })
}

fn host(url: &Url) -> Result<String, &'static str> {
    let is_plain = |c: u8| c.is_ascii_alphanumeric() || b"-._".contains(&c);
    match url.host() {
        Some(Host::Domain(name)) if !name.is_empty() && name.bytes().all(is_plain) => {
            Ok(name.to_owned())
        }
        Some(Host::Ipv4(address)) => Ok(address.to_string()),
        Some(Host::Ipv6(address)) => Ok(address.to_string()),
        Some(Host::Domain(_)) | None => Err("it names no host"),
    }
}

fn login(url: &Url) -> Result<Option<Login>, &'static str> {
    let decoded = |text: &str| {
        let text = percent_decode_str(text).decode_utf8();
        let text = text.map_err(|_| "user or password are not UTF-8")?;
        if text.is_empty() || text.chars().any(char::is_control) {
            return Err("user or password are empty or hold a control character");
        }
        Ok(text.into_owned())
    };
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        (_, None) => Err("it names a user without a password"),
        (user, Some(password)) => {
            let (user, password) = (decoded(user)?, decoded(password)?);
            Ok(Some(Login { user, password }))
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Encryption, Login, Server};

    #[rstest]
    #[case("smtp://mail.example:25", "mail.example", 25, Encryption::Offered)]
    #[case(
        "smtp://mail.example:587/?tls=required",
        "mail.example",
        587,
        Encryption::Required
    )]
    #[case("smtps://mail.example:465", "mail.example", 465, Encryption::Always)]
    #[case(
        "smtps://mail.example:465/?tls=required",
        "mail.example",
        465,
        Encryption::Always
    )]
    #[case("SMTP://192.0.2.1:1025", "192.0.2.1", 1025, Encryption::Offered)]
    #[case("smtp://[::1]:1025", "::1", 1025, Encryption::Offered)]
    #[case("smtp://mail_relay:25/", "mail_relay", 25, Encryption::Offered)]
    fn servers_are_read(
        #[case] url: &str,
        #[case] host: &str,
        #[case] port: u16,
        #[case] encryption: Encryption,
    ) {
        let server = Server::parse(url).unwrap();
        assert_eq!((server.host.as_str(), server.port), (host, port));
        assert_eq!(server.encryption, encryption);
        assert_eq!(server.login, None);
    }

    #[test]
    fn credentials_are_decoded() {
        let server = Server::parse("smtps://shop%40a.example:p%3A%2F%40%25%23w@b.example:465");
        let expected = Login {
            user: "shop@a.example".to_owned(),
            password: "p:/@%#w".to_owned(),
        };
        assert_eq!(server.unwrap().login, Some(expected));
    }

    #[rstest]
    #[case("")]
    #[case("mail.example:25")]
    #[case("mail.example")]
    #[case("http://mail.example:25")]
    #[case("smtp://")]
    #[case("smtp://:25")]
    #[case("smtp://mail.example")]
    #[case("smtp://mail.example:0")]
    #[case("smtp://mail.example:99999")]
    #[case("smtp://mail.example:25/path")]
    #[case("smtp://mail.example:25?tls=maybe")]
    #[case("smtp://mail.example:25?tls=required&x=y")]
    #[case("smtp://ma%0ail.example:25")]
    #[case("smtp://mail.example:25 ")]
    #[case("smtp://us er:secret@mail.example:25")]
    #[case("smtp://user@mail.example:25")]
    #[case("smtp://:secret@mail.example:25")]
    #[case("smtp://user:@mail.example:25")]
    #[case("smtp://user:secret%00@mail.example:25")]
    #[case("smtp://user:secret%FF@mail.example:25")]
    #[case("smtp://user:secret#1@mail.example:25")]
    #[case("smtp://user:secret/1@mail.example:25")]
    fn anything_else_is_refused_without_showing_it(#[case] url: &str) {
        let error = Server::parse(url).unwrap_err().to_string();
        assert!(error.starts_with("PCS_SMTP_URL: "), "{error}");
        assert!(
            error.contains("smtps://[USER:PASSWORD@]HOST:PORT"),
            "{error}"
        );
        assert!(!error.contains("secret"), "{error}");
    }

    #[rstest]
    #[case("smtp://user:secret@mail.example:0")]
    #[case("smtps://mail.example:65536")]
    #[case("smtps://mail.example:-1")]
    #[case("smtps://mail.example:smtp")]
    fn a_port_that_is_none_is_named(#[case] url: &str) {
        let error = Server::parse(url).unwrap_err().to_string();
        assert!(
            error.contains(": the port must be 1 to 65535; accepted"),
            "{error}"
        );
    }

    #[test]
    fn a_password_is_not_shown_by_debug() {
        let server = Server::parse("smtps://user:secret@mail.example:465").unwrap();
        assert!(!format!("{server:?}").contains("secret"));
    }

    #[rstest]
    #[case("smtp://localhost:25", true)]
    #[case("smtp://127.0.0.1:25", true)]
    #[case("smtp://127.8.9.1:25", true)]
    #[case("smtp://[::1]:25", true)]
    #[case("smtp://localhost.example:25", false)]
    #[case("smtp://10.0.0.1:25", false)]
    fn loopback_is_this_machine(#[case] url: &str, #[case] expected: bool) {
        assert_eq!(Server::parse(url).unwrap().is_loopback(), expected);
    }
}
