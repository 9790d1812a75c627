//! Reading single values.

use std::net::SocketAddr;
use std::path::PathBuf;

use adapter_actix::Rate;
use adapter_sqlite::FileAccess;
use domain::money::{Amount, Currency};
use time::Duration;

use super::{DatabaseUrl, Hidden, LogFormat, SETTINGS};
use crate::failure::Failure;

/// A refusal that names the setting, what it accepts, and the value, as far as it may be shown.
pub(super) fn bad(name: &str, value: Option<&str>, accepts: &str) -> Failure {
    let hidden = SETTINGS
        .iter()
        .find(|spec| spec.variable == name)
        .map_or(Hidden::Nothing, |spec| spec.hidden);
    let value = value.unwrap_or_default();
    let shown = match hidden {
        Hidden::All => return Failure::usage(format!("{name} accepts {accepts}")),
        Hidden::Password if !value.is_empty() => masked(value),
        Hidden::Password | Hidden::Nothing => value.to_owned(),
    };
    Failure::usage(format!("{name} accepts {accepts}; it is {shown:?}"))
}

pub(super) fn database(name: &str, value: Option<&str>) -> Result<DatabaseUrl, Failure> {
    const ACCEPTS: &str = "sqlite://PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE";
    let refused = || bad(name, value, ACCEPTS);
    let value = value.unwrap_or_default();
    if value.starts_with("postgres://") || value.starts_with("postgresql://") {
        return Ok(DatabaseUrl::Postgres(value.to_owned()));
    }
    let path = value
        .strip_prefix("sqlite://")
        .filter(|path| !path.is_empty());
    path.map(|path| DatabaseUrl::Sqlite(PathBuf::from(path)))
        .ok_or_else(refused)
}

pub(super) fn file_access(name: &str, value: Option<&str>) -> Result<FileAccess, Failure> {
    match value {
        Some("0600") => Ok(FileAccess::Owner),
        Some("0640") => Ok(FileAccess::GroupReads),
        _ => Err(bad(name, value, "0600 or 0640")),
    }
}

pub(super) fn address(name: &str, value: Option<&str>) -> Result<SocketAddr, Failure> {
    value.unwrap_or_default().parse().map_err(|_| {
        bad(
            name,
            value,
            "an address with a port, as in 127.0.0.1:8080 or [::]:8080",
        )
    })
}

/// A currency of ISO 4217 in which prices can be kept. Units of account, metals and codes for tests have
/// no minor unit, or more decimals than an amount is shown with.
pub fn currency(name: &str, value: Option<&str>) -> Result<Currency, Failure> {
    const ACCEPTS: &str = "a code of ISO 4217 in capitals, as in EUR";
    let code = value.unwrap_or_default();
    let standard = iso_currency::Currency::from_code(code);
    let (Some(currency), Some(standard)) = (Currency::parse(code), standard) else {
        return Err(bad(name, value, ACCEPTS));
    };
    if standard.exponent() == Some(u16::from(currency.exponent())) {
        return Ok(currency);
    }
    let decimals = match standard.exponent() {
        Some(decimals) => format!("{decimals} decimals"),
        None => "no minor unit".to_owned(),
    };
    let but = format!(
        "{ACCEPTS}, with 0, 2 or 3 decimals; {} has {decimals}",
        standard.name()
    );
    Err(bad(name, value, &but))
}

pub(super) fn rate(name: &str, value: Option<&str>) -> Result<Rate, Failure> {
    const ACCEPTS: &str = "requests per minute / burst, as in 600/100, or 0 for no limit";
    let refused = || bad(name, value, ACCEPTS);
    let text = value.unwrap_or_default();
    let (per_minute, burst) = text.split_once('/').unwrap_or((text, ""));
    let per_minute: u32 = per_minute.trim().parse().map_err(|_| refused())?;
    let burst = match burst.trim() {
        "" => (per_minute / 6).max(1),
        burst => burst.parse().map_err(|_| refused())?,
    };
    if per_minute > 0 && burst == 0 {
        return Err(refused());
    }
    Ok(Rate { per_minute, burst })
}

pub(super) fn whole(name: &str, value: Option<&str>) -> Result<u32, Failure> {
    value
        .unwrap_or_default()
        .parse()
        .map_err(|_| bad(name, value, "a whole number, 0 for no limit"))
}

pub(super) fn quota(name: &str, value: Option<&str>) -> Result<Option<u64>, Failure> {
    Ok(Some(u64::from(whole(name, value)?)).filter(|most| *most > 0))
}

pub(super) fn switch(name: &str, value: Option<&str>) -> Result<bool, Failure> {
    match value {
        Some("on") => Ok(true),
        Some("off") => Ok(false),
        _ => Err(bad(name, value, "on or off")),
    }
}

pub(super) fn amount(
    name: &str,
    value: Option<&str>,
    currency: Currency,
) -> Result<Amount, Failure> {
    let text = value.unwrap_or_default();
    // the default of 4.99 has more decimals than some currencies
    let text = if currency.exponent() == 0 && text == "4.99" {
        "5"
    } else {
        text
    };
    currency.parse_decimal(text).map_err(|error| {
        bad(
            name,
            value,
            &format!("an amount of {currency} as in 4.99, but: {error}"),
        )
    })
}

pub(super) fn duration(name: &str, value: Option<&str>) -> Result<Duration, Failure> {
    const ACCEPTS: &str = "a duration of at least a second, as in 72h, 90m or 3days";
    span(value)
        .filter(|d| *d >= Duration::SECOND)
        .ok_or_else(|| bad(name, value, ACCEPTS))
}

/// How long price history is kept, and how long all of it.
pub(super) fn history(
    retention: Option<&str>,
    detail: Option<&str>,
) -> Result<(Duration, Duration), Failure> {
    const ACCEPTS: &str = "a duration from 1day to 3650days, as in 400days";
    let days = |name, value| {
        let days = span(value).filter(|d| *d >= Duration::DAY);
        days.ok_or_else(|| bad(name, value, ACCEPTS))
    };
    let (kept, detailed) = (
        days("PCS_HISTORY_RETENTION", retention)?,
        days("PCS_HISTORY_DETAIL", detail)?,
    );
    if detailed > kept {
        return Err(bad(
            "PCS_HISTORY_DETAIL",
            detail,
            "at most what PCS_HISTORY_RETENTION is",
        ));
    }
    Ok((kept, detailed))
}

/// A duration of ten years at most.
pub(super) fn span(value: Option<&str>) -> Option<Duration> {
    let read = humantime::parse_duration(value.unwrap_or_default()).ok()?;
    let read = Duration::try_from(read).ok()?;
    (read <= Duration::days(3650)).then_some(read)
}

pub(super) fn log_filter(name: &str, value: Option<&str>) -> Result<String, Failure> {
    let filter = value.unwrap_or_default();
    match tracing_subscriber::EnvFilter::try_new(filter) {
        Ok(_) => Ok(filter.to_owned()),
        Err(_) => Err(bad(
            name,
            value,
            "a filter of tracing, as in info, debug or http=warn,info",
        )),
    }
}

pub(super) fn log_format(name: &str, value: Option<&str>) -> Result<Option<LogFormat>, Failure> {
    match value {
        None => Ok(None),
        Some("text") => Ok(Some(LogFormat::Text)),
        Some("json") => Ok(Some(LogFormat::Json)),
        Some(_) => Err(bad(name, value, "text or json")),
    }
}

/// A URL without its password, and of its parameters those about encryption; a secret that is no URL is
/// hidden as a whole.
pub(super) fn masked(value: &str) -> String {
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
        matches!(name, "tls" | "sslmode" | "sslrootcert")
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
    use domain::money::Currency;

    use super::{DatabaseUrl, amount, currency, database, duration, history, masked, rate};

    #[test]
    fn databases_are_files_or_servers() {
        let read = |text| database("DATABASE_URL", Some(text)).ok();
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
        for bad in ["", "sqlite://", "mysql://h/d", "/a/b"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_bad_value_names_the_setting_and_what_it_accepts() {
        let error = rate("PCS_RATE_LIMIT_READS", Some("many"))
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("PCS_RATE_LIMIT_READS") && error.contains("600/100"),
            "{error}"
        );
        let read = |text| {
            rate("X", Some(text))
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
        assert!(duration("X", Some("72h")).is_ok());
        for bad in ["", "72", "0s", "-1h", "400000days"] {
            assert!(duration("X", Some(bad)).is_err(), "{bad}");
        }
        let yen = Currency::parse("JPY").unwrap();
        assert_eq!(amount("X", Some("4.99"), yen).unwrap().minor(), 5);
        assert!(amount("X", Some("4.98"), yen).is_err());
    }

    #[test]
    fn currencies_are_those_of_the_standard() {
        let read = |code: &str| currency("PCS_CURRENCY", Some(code));
        for (code, decimals) in [("EUR", 2), ("JPY", 0), ("KRW", 0), ("KWD", 3), ("TND", 3)] {
            assert_eq!(read(code).unwrap().exponent(), decimals, "{code}");
        }
        for (code, why) in [
            ("ZZZ", "it is \"ZZZ\""),
            ("eur", "it is \"eur\""),
            ("", "it is \"\""),
            ("CLF", "has 4 decimals"),
            ("XAU", "has no minor unit"),
        ] {
            let refused = read(code).unwrap_err().to_string();
            assert!(refused.starts_with("PCS_CURRENCY accepts a code of ISO 4217"));
            assert!(refused.contains(why), "{refused}");
        }
    }

    #[test]
    fn decimals_are_those_of_the_standard_or_the_currency_is_refused() {
        let letters = || b'A'..=b'Z';
        let mut known = 0;
        for (a, b) in letters().flat_map(|a| letters().map(move |b| (a, b))) {
            for c in letters() {
                let code = String::from_utf8(vec![a, b, c]).unwrap();
                let Ok(read) = currency("X", Some(&code)) else {
                    continue;
                };
                let standard = iso_currency::Currency::from_code(&code).unwrap();
                assert_eq!(
                    standard.exponent(),
                    Some(u16::from(read.exponent())),
                    "{code}"
                );
                known += 1;
            }
        }
        assert!(known > 150, "{known}");
    }

    #[test]
    fn a_refused_value_is_repeated_without_its_secrets() {
        let refused = |value| {
            database("DATABASE_URL", Some(value))
                .unwrap_err()
                .to_string()
        };
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
        let word = refused("geheim");
        assert!(!word.contains("geheim"), "{word}");
        let refused = duration("PCS_OFFER_TTL", Some("soon")).unwrap_err();
        assert!(refused.to_string().ends_with("it is \"soon\""), "{refused}");
    }

    #[test]
    fn history_is_kept_in_detail_no_longer_than_at_all() {
        let read = |retention, detail| history(Some(retention), Some(detail));
        let (retention, detail) = read("730days", "400days").unwrap();
        assert_eq!((retention.whole_days(), detail.whole_days()), (730, 400));
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
