//! Reading single values. An error is what the setting accepts.

use std::ops::RangeInclusive;
use std::path::{Component, PathBuf};

use adapter_actix::{AllowedOrigins, ListenAddress, Rate};
use adapter_hyper::AlarmAddresses;
use adapter_sqlite::FileAccess;
use clap::error::{ContextKind, ContextValue};
use domain::address::AddressRanges;
use domain::money::{Amount, Currency};
use time::Duration;

use super::{DatabaseUrl, LogFormat, Patience, Quota};
use crate::failure::{Detail, Failure};

/// A refusal that names the setting, what it accepts, and the value, as far as it may be shown.
pub(super) fn bad(name: &str, value: &str, accepts: &str) -> Failure {
    if name == VAULT_KEY {
        let detail = Detail {
            field: name.to_owned(),
            accepted: Some(accepts.to_owned()),
            value: None,
        };
        return Failure::wrong(format!("{name} accepts {accepts}"), vec![detail]);
    }
    Failure::not_accepted(name, &shown(name, value), accepts)
}

/// The refusal of a value, out of what its reading said.
pub(super) fn refused(error: &clap::Error) -> Failure {
    let said = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let flag = said(ContextKind::InvalidArg).trim_start_matches("--");
    let name = flag.split(' ').next().unwrap_or_default();
    match std::error::Error::source(error) {
        Some(accepts) => bad(name, said(ContextKind::InvalidValue), &accepts.to_string()),
        None => Failure::usage(name, error.to_string()),
    }
}

const VAULT_KEY: &str = "PCS_VAULT_KEY";

/// A value as people may see it.
pub(super) fn shown(name: &str, value: &str) -> String {
    match name {
        VAULT_KEY => "***".to_owned(),
        "PCS_ALERT_CHANNELS" => AlarmAddresses::masked(value),
        "DATABASE_URL" | "PCS_SMTP_URL" | "PCS_OTLP_ENDPOINT" if !value.is_empty() => masked(value),
        // a user and a password have no place there, but may have been written
        _ if value.contains("://") && value.contains('@') => masked(value),
        _ => value.to_owned(),
    }
}

type Read<T> = Result<T, &'static str>;

pub(super) fn database(text: &str) -> Read<DatabaseUrl> {
    if text.starts_with("postgres://") || text.starts_with("postgresql://") {
        let url = || DatabaseUrl::Postgres(text.to_owned());
        return adapter_postgres::is_url(text)
            .then(url)
            .ok_or(adapter_postgres::ACCEPTED_URL);
    }
    match text.strip_prefix("sqlite://") {
        // what SQLite does not take for the name of a file
        Some(path) if path.starts_with(':') || path.starts_with("file:") => Err(
            "sqlite://PATH with the path of a file, before which stands ./ if it begins with : or file:",
        ),
        Some(path) if !path.is_empty() => Ok(DatabaseUrl::Sqlite(PathBuf::from(path))),
        _ => Err("sqlite://PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE"),
    }
}

pub(super) fn file_access(text: &str) -> Read<FileAccess> {
    match text {
        "0600" => Ok(FileAccess::Owner),
        "0640" => Ok(FileAccess::GroupReads),
        _ => Err("0600 or 0640"),
    }
}

pub(super) fn address(text: &str) -> Read<ListenAddress> {
    ListenAddress::parse(text).ok_or(ListenAddress::ACCEPTED)
}

pub(super) fn rate(text: &str) -> Read<Rate> {
    const ACCEPTS: &str = "requests per minute / burst, as in 600/100, or 0 for no limit";
    let (per_minute, burst) = text.split_once('/').unwrap_or((text, ""));
    let per_minute: u32 = per_minute.trim().parse().map_err(|_| ACCEPTS)?;
    let burst = match burst.trim() {
        "" => (per_minute / 6).max(1),
        burst => burst.parse().map_err(|_| ACCEPTS)?,
    };
    if per_minute > 0 && burst == 0 {
        return Err(ACCEPTS);
    }
    Ok(Rate { per_minute, burst })
}

pub(super) fn whole(text: &str) -> Read<u32> {
    text.parse()
        .map_err(|_| "a whole number up to 4294967295, 0 for no limit")
}

pub(super) fn quota(text: &str) -> Read<Quota> {
    whole(text).map(|most| Some(u64::from(most)).filter(|most| *most > 0))
}

/// A whole number of a range.
pub fn whole_number<T: TryFrom<u64>, const LEAST: u64, const MOST: u64>(
    text: &str,
) -> Result<T, String> {
    let number = text.parse().ok();
    let number = number.filter(|it| (LEAST..=MOST).contains(it));
    let number = number.and_then(|it| T::try_from(it).ok());
    number.ok_or_else(|| format!("a whole number from {LEAST} to {MOST}"))
}

/// The variable by which an operator names the file of the roots that TLS trusts.
pub const ROOTS_FILE: &str = "SSL_CERT_FILE";

/// The file that [`ROOTS_FILE`] names; TLS reads it itself.
pub fn roots_file() -> Option<PathBuf> {
    let named = std::env::var_os(ROOTS_FILE).filter(|value| !value.is_empty());
    named.map(PathBuf::from)
}

pub(super) fn megabytes(text: &str) -> Read<u64> {
    let accepts = "a whole number of MB up to 1000000, 0 to keep none";
    let megabytes: Option<u32> = text.parse().ok().filter(|most| *most <= 1_000_000);
    let megabytes = megabytes.ok_or(accepts)?;
    Ok(u64::from(megabytes) * 1024 * 1024)
}

pub(super) fn switch(text: &str) -> Read<bool> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("on or off"),
    }
}

pub(super) fn ranges(text: &str) -> Result<AddressRanges, String> {
    let accepts = "address blocks as in 10.0.0.0/8,fd00::/8";
    AddressRanges::parse(text).map_err(|error| format!("{accepts}, but: {error}"))
}

pub(super) fn origins(text: &str) -> Read<AllowedOrigins> {
    AllowedOrigins::parse(text).ok_or(AllowedOrigins::ACCEPTS)
}

pub(super) fn folder(text: &str) -> Read<PathBuf> {
    let path = PathBuf::from(text);
    let is_plain = path.is_absolute() && !path.components().any(|it| it == Component::ParentDir);
    is_plain
        .then_some(path)
        .ok_or("the absolute path of a folder, without ..")
}

pub(super) fn amount(name: &str, text: &str, currency: Currency) -> Result<Amount, Failure> {
    // the default of 4.99 has more decimals than some currencies
    let rounded = if currency.exponent() == 0 && text == "4.99" {
        "5"
    } else {
        text
    };
    currency.parse_decimal(rounded).map_err(|error| {
        let accepts = format!("an amount of {currency} as in 4.99, but: {error}");
        bad(name, text, &accepts)
    })
}

pub(super) fn duration(text: &str) -> Read<Duration> {
    let accepts = "a duration of at least a second, as in 72h, 90m or 3days";
    span(text, Duration::SECOND..=LONGEST).ok_or(accepts)
}

/// How long price history is kept.
pub(super) fn days(text: &str) -> Read<Duration> {
    let accepts = "a duration from 1day to 3650days, as in 400days";
    span(text, Duration::DAY..=LONGEST).ok_or(accepts)
}

/// How long a client may keep the service waiting.
pub(super) fn patience(text: &str) -> Read<Patience> {
    let read = span(text, Duration::SECOND..=Duration::HOUR);
    let read = read.and_then(|time| Patience::try_from(time).ok());
    read.ok_or("a duration from 1s to 1h, as in 5s")
}

const LONGEST: Duration = Duration::days(3650);

pub(super) fn span(text: &str, accepted: RangeInclusive<Duration>) -> Option<Duration> {
    let read = humantime::parse_duration(text).ok()?;
    let read = Duration::try_from(read).ok()?;
    accepted.contains(&read).then_some(read)
}

pub(super) fn log_filter(text: &str) -> Read<String> {
    match tracing_subscriber::EnvFilter::try_new(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(_) => Err("a filter of tracing, as in info, debug or http=warn,info"),
    }
}

pub(super) fn log_format(text: &str) -> Read<LogFormat> {
    match text {
        "text" => Ok(LogFormat::Text),
        "json" => Ok(LogFormat::Json),
        _ => Err("text or json"),
    }
}

/// Where traces go: the address of the collector with the path that OTLP has.
pub(super) fn collector(text: &str) -> Read<String> {
    const ACCEPTS: &str = "an http:// or https:// address of a collector without a user, a query or a fragment, as in \
                           http://127.0.0.1:4318";
    let (scheme, rest) = text.split_once("://").ok_or(ACCEPTS)?;
    let (host, path) = match rest.split_once('/') {
        Some((host, path)) => (host, path),
        None => (rest, ""),
    };
    let address = text.parse::<actix_web::http::Uri>().ok();
    // a port that is no number of 16 bits is none for it
    let port = host
        .rsplit_once(':')
        .filter(|(_, port)| !port.ends_with(']'));
    let is_formed = matches!(scheme, "http" | "https")
        && !host.is_empty()
        && !rest.contains(['@', '?', '#'])
        && address.is_some_and(|it| port.is_none() || it.port_u16().is_some());
    match (is_formed, path) {
        (false, _) => Err(ACCEPTS),
        (true, "") => Ok(format!("{scheme}://{host}/v1/traces")),
        (true, _) => Ok(text.to_owned()),
    }
}

/// A URL without its password, and of its parameters those about encryption; a secret that is no URL is
/// hidden as a whole.
fn masked(value: &str) -> String {
    let Some((scheme, rest)) = value.split_once("://") else {
        return "***".to_owned();
    };
    // a password may hold what should have been escaped in it: it ends at the last `@`
    let (user, rest) = match rest.rsplit_once('@') {
        Some((user, rest)) => (user.split(':').next(), rest),
        None => (None, rest),
    };
    let (place, parameters) = rest.split_once('?').unwrap_or((rest, ""));
    let harmless = |pair: &&str| {
        let name = pair.split('=').next().unwrap_or_default();
        matches!(
            name,
            "tls" | "sslmode" | "sslrootcert" | "target_session_attrs" | "pooling" | "notices"
        )
    };
    let shown: Vec<&str> = parameters.split('&').filter(harmless).collect();
    let shown = match shown.as_slice() {
        [] => String::new(),
        shown => format!("?{}", shown.join("&")),
    };
    match user {
        Some(user) => format!("{scheme}://{user}:***@{place}{shown}"),
        None => format!("{scheme}://{place}{shown}"),
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use adapter_actix::Rate;
    use app::importing::currency::standard_currency;
    use domain::money::Currency;

    use super::{DatabaseUrl, amount, database, duration, masked, rate};
    use crate::settings::Settings;

    fn refusal(name: &str, value: &str) -> String {
        Settings::of(&[(name, value)]).unwrap_err().to_string()
    }

    #[test]
    fn databases_are_files_or_servers() {
        let read = |text| database(text).ok();
        assert_eq!(
            read("sqlite://a/b.sqlite"),
            Some(DatabaseUrl::Sqlite(PathBuf::from("a/b.sqlite")))
        );
        assert_eq!(
            read("sqlite:///a"),
            Some(DatabaseUrl::Sqlite(PathBuf::from("/a")))
        );
        assert!(matches!(
            read("postgres://u@h/d"),
            Some(DatabaseUrl::Postgres(_))
        ));
        assert_eq!(
            read("sqlite://./:memory:"),
            Some(DatabaseUrl::Sqlite(PathBuf::from("./:memory:")))
        );
        for bad in [
            "",
            "sqlite://",
            "mysql://h/d",
            "/a/b",
            "sqlite://:memory:",
            "sqlite://file:a?mode=memory",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
        let refused = refusal("DATABASE_URL", "sqlite://:memory:");
        assert!(
            refused.contains("DATABASE_URL accepts sqlite://PATH with the path of a file"),
            "{refused}"
        );
    }

    #[test]
    fn a_bad_value_names_the_setting_and_what_it_accepts() {
        let error = refusal("PCS_RATE_LIMIT_READS", "many");
        assert!(
            error.contains("PCS_RATE_LIMIT_READS") && error.contains("600/100"),
            "{error}"
        );
        for bad in ["-1", "1000001", "lots"] {
            let error = refusal("PCS_ANSWER_CACHE", bad);
            assert!(error.contains("up to 1000000, 0 to keep none"), "{error}");
        }
        let error = refusal("PCS_CONNECTIONS", "4294967296");
        assert!(
            error.contains("up to 4294967295, 0 for no limit"),
            "{error}"
        );
        let read = |text| {
            rate(text)
                .ok()
                .map(|Rate { per_minute, burst }| (per_minute, burst))
        };
        assert_eq!(read("600/100"), Some((600, 100)));
        assert_eq!(read("0"), Some((0, 1)));
        assert_eq!(read("60"), Some((60, 10)));
        for bad in ["", "60/0", "-1", "60/10/1"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn durations_and_amounts_are_checked() {
        assert!(duration("72h").is_ok());
        for bad in ["", "72", "0s", "-1h", "400000days"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
        let yen = Currency::parse("JPY").unwrap();
        assert_eq!(amount("X", "4.99", yen).unwrap().minor(), 5);
        assert!(amount("X", "4.98", yen).is_err());
    }

    #[test]
    fn currencies_are_those_of_the_standard() {
        for (code, decimals) in [("EUR", 2), ("JPY", 0), ("KRW", 0), ("KWD", 3), ("TND", 3)] {
            assert_eq!(
                standard_currency(code).unwrap().exponent(),
                decimals,
                "{code}"
            );
        }
        for (code, why) in [
            ("ZZZ", "it is \"ZZZ\""),
            ("eur", "it is \"eur\""),
            ("", "it is \"\""),
            ("CLF", "has 4 decimals"),
            ("XAU", "has no minor unit"),
        ] {
            let refused = refusal("PCS_CURRENCY", code);
            assert!(refused.starts_with("PCS_CURRENCY accepts a code of ISO 4217"));
            assert!(refused.contains(why), "{refused}");
        }
    }

    #[test]
    fn a_refused_value_is_repeated_without_its_secrets() {
        let refused = |value| refusal("DATABASE_URL", value);
        let url = refused("mysql://u:geheim@h/d");
        assert!(url.ends_with("it is \"mysql://u:***@h/d\""), "{url}");
        for unescaped in [
            "mysql://u:ge/heim@h/d",
            "mysql://u:ge?heim@h/d",
            "mysql://u:ge@heim@h/d",
        ] {
            let url = refused(unescaped);
            assert!(url.ends_with("it is \"mysql://u:***@h/d\""), "{url}");
        }
        for name in ["PCS_PUBLIC_URL", "PCS_IMAGE_HOSTS"] {
            let url = refusal(name, "https://u:geheim@h");
            assert!(url.contains(name) && !url.contains("geheim"), "{url}");
        }
        let collector = refusal("PCS_OTLP_ENDPOINT", "https://h/?k=geheim");
        assert!(collector.ends_with("it is \"https://h/\""), "{collector}");
        let word = refused("geheim");
        assert!(!word.contains("geheim"), "{word}");
        let refused = refusal("PCS_OFFER_TTL", "soon");
        assert!(refused.ends_with("it is \"soon\""), "{refused}");
    }

    #[test]
    fn history_is_kept_in_detail_no_longer_than_at_all() {
        let read = |retention, detail| {
            Settings::of(&[
                ("PCS_HISTORY_RETENTION", retention),
                ("PCS_HISTORY_DETAIL", detail),
            ])
        };
        let settings = read("730days", "400days").unwrap();
        assert_eq!(settings.history_retention.whole_days(), 730);
        assert_eq!(settings.history_detail.whole_days(), 400);
        assert!(read("1day", "24h").is_ok());
        for (retention, detail, named) in [
            ("23h", "1day", "PCS_HISTORY_RETENTION accepts"),
            ("3651days", "1day", "PCS_HISTORY_RETENTION accepts"),
            ("", "1day", "PCS_HISTORY_RETENTION accepts"),
            ("2days", "23h", "PCS_HISTORY_DETAIL accepts"),
            ("2days", "3days", "at most what PCS_HISTORY_RETENTION is"),
        ] {
            let error = read(retention, detail).unwrap_err().to_string();
            assert!(error.contains(named), "{retention} {detail}: {error}");
        }
    }

    #[test]
    fn passwords_are_masked() {
        assert_eq!(
            masked("postgres://u:p@h:5/d?password=x"),
            "postgres://u:***@h:5/d"
        );
        assert_eq!(masked("postgres://u:p@ss@h/d"), "postgres://u:***@h/d");
        assert_eq!(masked("sqlite://data/x.sqlite"), "sqlite://data/x.sqlite");
        assert_eq!(
            masked("smtp://h:25?tls=required"),
            "smtp://h:25?tls=required"
        );
        assert_eq!(
            masked("smtps://u:p@h:465?tls=required&password=x"),
            "smtps://u:***@h:465?tls=required"
        );
        assert_eq!(
            masked("postgres://u:p@h/d?sslmode=require&password=x"),
            "postgres://u:***@h/d?sslmode=require"
        );
        assert_eq!(masked("secret"), "***");
    }
}
