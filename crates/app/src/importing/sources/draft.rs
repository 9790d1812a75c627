//! What somebody writes of a source, as texts, and what each has to be.

use std::borrow::Cow;

use domain::money::Currency;
use domain::snapshot::{MaxShrink, SnapshotKind};
use domain::source::{
    Credentials, CredentialsKind, EnvironmentName, Interval, Location, LocationError, Reading,
    Source,
};
use domain::store::StoreName;
use glob::Pattern;
use ports_net::WantedFormat;
use time::Duration;

use crate::FieldProblem;
use crate::importing::charset::standard_charset;
use crate::importing::currency::standard_currency;

/// A source as somebody writes it. It is not printed: a location may hold a secret.
#[derive(Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are the arguments of `api source add`")]
pub struct SourceDraft {
    pub store: String,
    pub location: String,
    pub format: String,
    pub interval: String,
    pub snapshot: String,
    pub currency: String,
    pub decimal_mark: String,
    pub charset: String,
    pub max_shrink: String,
    pub credentials_env: String,
    pub credentials: String,
}

impl Default for SourceDraft {
    /// Nothing but what holds for a source of which nothing else is said.
    fn default() -> Self {
        Self {
            store: String::new(),
            location: String::new(),
            format: WantedFormat::Auto.name().to_owned(),
            interval: interval_text(Interval::DEFAULT),
            snapshot: SnapshotKind::Full.code().to_owned(),
            currency: String::new(),
            decimal_mark: "auto".to_owned(),
            charset: String::new(),
            max_shrink: MaxShrink::DEFAULT.to_string(),
            credentials_env: String::new(),
            credentials: "basic".to_owned(),
        }
    }
}

/// What is wrong, field by field; each problem follows the name of its field in a sentence.
type Problems = Vec<FieldProblem>;

/// What a draft says, when all of it can be used.
pub(super) struct Terms {
    pub(super) store: StoreName,
    pub(super) location: Location,
    pub(super) reading: Reading,
    pub(super) interval: Interval,
    pub(super) kind: SnapshotKind,
    pub(super) max_shrink: MaxShrink,
    pub(super) credentials: Option<Credentials>,
}

impl SourceDraft {
    /// A source as it would be written.
    pub fn of(source: &Source) -> Self {
        let Source {
            id: _,
            store,
            location,
            reading,
            interval,
            kind,
            max_shrink,
            credentials,
            created_at: _,
        } = source;
        let credentials = credentials.as_ref();
        let kind_of = |it: &Credentials| it.kind.code().to_owned();
        Self {
            store: store.as_str().to_owned(),
            location: location.as_str().to_owned(),
            format: reading.format.clone(),
            interval: interval_text(*interval),
            snapshot: kind.code().to_owned(),
            currency: reading
                .currency
                .map_or_else(String::new, |it| it.to_string()),
            decimal_mark: reading.decimal_mark.clone(),
            charset: reading.charset.clone().unwrap_or_default(),
            max_shrink: max_shrink.to_string(),
            credentials_env: credentials
                .map_or_else(String::new, |it| it.variable.as_str().to_owned()),
            credentials: credentials.map_or_else(|| "basic".to_owned(), kind_of),
        }
    }

    /// The location as it may be shown again to who wrote it: `None` when it may hold a secret, as the query of an address
    /// does.
    pub fn shown_location(&self) -> Option<String> {
        let is_open = match Location::parse(&self.location) {
            Ok(location) => location.shown() == self.location,
            Err(_) => !self.location.contains(['?', '#', '@']),
        };
        is_open.then(|| self.location.clone())
    }

    /// The name of the variable with credentials: empty when it is no name, for then it may be the credentials.
    pub fn shown_variable(&self) -> String {
        let name = EnvironmentName::parse(&self.credentials_env);
        name.map_or_else(String::new, |it| it.as_str().to_owned())
    }

    /// What it says, or all that is wrong with it.
    pub(super) fn read(&self) -> Result<Terms, Problems> {
        let mut problems = Vec::new();
        let store = StoreName::parse(&self.store);
        let store = kept(
            &mut problems,
            "store",
            store.ok_or("has 2 to 120 characters, no controls".into()),
        );
        let location = kept(&mut problems, "location", location(&self.location));
        let interval = kept(&mut problems, "interval", interval(&self.interval));
        let kind = kept(&mut problems, "snapshot", snapshot(&self.snapshot));
        let max_shrink = kept(&mut problems, "max_shrink", max_shrink(&self.max_shrink));
        let reading = self.reading(&mut problems);
        let credentials = kept(&mut problems, "credentials_env", self.credentials());
        let all = (
            store,
            location,
            interval,
            kind,
            max_shrink,
            reading,
            credentials,
        );
        let (
            Some(store),
            Some(location),
            Some(interval),
            Some(kind),
            Some(max_shrink),
            Some(reading),
            Some(credentials),
        ) = all
        else {
            return Err(problems);
        };
        if credentials.is_some() && !matches!(location, Location::Https(_)) {
            let problem = "is for https:// URLs only".into();
            return Err(vec![FieldProblem {
                field: "credentials_env",
                problem,
            }]);
        }
        Ok(Terms {
            store,
            location,
            reading,
            interval,
            kind,
            max_shrink,
            credentials,
        })
    }

    fn reading(&self, problems: &mut Problems) -> Option<Reading> {
        let name = WantedFormat::named(&self.format).map(|_| self.format.clone());
        let formats = || format!("accepts {}", WantedFormat::names()).into();
        let format = kept(problems, "format", name.ok_or_else(formats));
        let currency = kept(problems, "currency", currency(&self.currency));
        let is_mark = ["auto", "dot", "comma"].contains(&self.decimal_mark.as_str());
        let marks = "accepts auto, dot or comma";
        let mark = is_mark.then(|| self.decimal_mark.clone());
        let decimal_mark = kept(problems, "decimal_mark", mark.ok_or(marks.into()));
        let charset = kept(problems, "charset", charset(&self.charset));
        Some(Reading {
            format: format?,
            currency: currency?,
            decimal_mark: decimal_mark?,
            charset: charset?,
        })
    }

    fn credentials(&self) -> Result<Option<Credentials>, Cow<'static, str>> {
        if self.credentials_env.is_empty() {
            return Ok(None);
        }
        let variable = EnvironmentName::parse(&self.credentials_env).ok_or(
            "accepts the name of an environment variable, as in SHOP_ONE_FEED, but none of the service's own; \
             the secret itself belongs into that variable",
        )?;
        let kind = CredentialsKind::from_code(&self.credentials);
        let kind = kind.ok_or("is of credentials that are basic or bearer")?;
        Ok(Some(Credentials { kind, variable }))
    }
}

/// What was read; what is wrong is noted.
fn kept<T>(
    problems: &mut Problems,
    field: &'static str,
    read: Result<T, Cow<'static, str>>,
) -> Option<T> {
    read.map_err(|problem| problems.push(FieldProblem { field, problem }))
        .ok()
}

/// Workers run elsewhere: paths are absolute.
fn location(text: &str) -> Result<Location, Cow<'static, str>> {
    let read = Location::parse(text).map_err(|error: LocationError| error.to_string())?;
    match &read {
        Location::File(path) | Location::Glob(path) if !path.starts_with('/') => {
            Err("accepts an https:// URL, or a path that begins with /".into())
        }
        Location::Glob(pattern) => match Pattern::new(pattern) {
            Ok(_) => Ok(read),
            Err(error) => Err(format!(
                "is no pattern of files: {} at character {}",
                error.msg,
                error.pos + 1
            )
            .into()),
        },
        Location::Https(_) | Location::File(_) => Ok(read),
    }
}

/// An interval as it is written.
pub fn interval_text(interval: Interval) -> String {
    let interval = std::time::Duration::try_from(interval.duration()).unwrap_or_default();
    humantime::format_duration(interval).to_string()
}

fn interval(text: &str) -> Result<Interval, Cow<'static, str>> {
    let read = humantime::parse_duration(text.trim()).ok();
    read.and_then(|read| Duration::try_from(read).ok())
        .and_then(Interval::new)
        .ok_or("accepts a duration from 1m to 30days, as in 30m or 6h".into())
}

fn snapshot(text: &str) -> Result<SnapshotKind, Cow<'static, str>> {
    SnapshotKind::from_code(text).ok_or("accepts full or delta".into())
}

fn max_shrink(text: &str) -> Result<MaxShrink, Cow<'static, str>> {
    let text = text.trim();
    let percent = text.strip_suffix('%').unwrap_or(text).trim().parse().ok();
    percent
        .and_then(MaxShrink::from_percent)
        .ok_or("accepts whole percent from 0% to 100%".into())
}

fn currency(text: &str) -> Result<Option<Currency>, Cow<'static, str>> {
    if text.is_empty() {
        return Ok(None);
    }
    let read = standard_currency(text).map(Some);
    read.map_err(|accepted| format!("accepts {accepted}, or nothing").into())
}

fn charset(text: &str) -> Result<Option<String>, Cow<'static, str>> {
    if text.is_empty() {
        return Ok(None);
    }
    let read = standard_charset(text).map(Some);
    read.map_err(|accepted| format!("accepts {accepted}, or nothing").into())
}

#[cfg(test)]
mod tests {
    use domain::source::Location;

    use super::SourceDraft;

    type Change = fn(&mut SourceDraft);

    fn draft(change: impl FnOnce(&mut SourceDraft)) -> SourceDraft {
        let mut draft = SourceDraft {
            store: "Shop One".to_owned(),
            location: "https://shop.example/feed.csv".to_owned(),
            ..SourceDraft::default()
        };
        change(&mut draft);
        draft
    }

    fn faults(draft: &SourceDraft) -> Vec<&'static str> {
        let problems = draft.read().err().unwrap_or_default();
        problems.iter().map(|problem| problem.field).collect()
    }

    #[test]
    fn each_field_says_what_is_wrong_with_it() {
        assert_eq!(faults(&draft(|_| ())), [""; 0]);
        let cases: [(&str, Change); 16] = [
            ("store", |it| it.store = "x".into()),
            ("location", |it| it.location = "feeds/a.csv".into()),
            ("location", |it| it.location = "http://a.example/".into()),
            ("interval", |it| it.interval = "10s".into()),
            ("interval", |it| it.interval = "often".into()),
            ("snapshot", |it| it.snapshot = "half".into()),
            ("max_shrink", |it| it.max_shrink = "101".into()),
            ("format", |it| it.format = "excel".into()),
            ("currency", |it| it.currency = "euro".into()),
            ("decimal_mark", |it| it.decimal_mark = "both".into()),
            ("currency", |it| it.currency = "ZZZ".into()),
            ("charset", |it| it.charset = "a b".into()),
            ("charset", |it| it.charset = "klingon".into()),
            ("charset", |it| it.charset = "iso-2022-cn".into()),
            ("location", |it| it.location = "/feeds/[a*.csv".into()),
            ("credentials_env", |it| {
                it.credentials_env = "PCS_VAULT_KEY".into();
            }),
        ];
        for (field, change) in cases {
            assert_eq!(faults(&draft(change)), [field]);
        }
        let kind = |it: &mut SourceDraft| {
            it.credentials_env = "SHOP".into();
            it.credentials = "digest".into();
        };
        assert_eq!(faults(&draft(kind)), ["credentials_env"]);
        let file = |it: &mut SourceDraft| {
            it.credentials_env = "SHOP".into();
            it.location = "/srv/feed.csv".into();
        };
        assert_eq!(faults(&draft(file)), ["credentials_env"]);
    }

    #[test]
    fn all_that_is_wrong_is_told_at_once_and_no_secret_with_it() {
        let wrong = draft(|it| {
            it.store = String::new();
            it.location = "https://user:hunter2@shop.example/".into();
            it.interval = "0".into();
        });
        let problems = wrong.read().err().unwrap();
        let told: Vec<_> = problems.iter().map(|it| it.field).collect();
        assert_eq!(told, ["store", "location", "interval"]);
        assert!(problems.iter().all(|it| !it.problem.contains("hunter2")));
    }

    #[test]
    fn what_may_be_a_secret_is_not_shown_again() {
        for (location, is_shown) in [
            ("https://shop.example/feed.csv", true),
            ("https://shop.example/feed.csv?token=hunter2", false),
            ("https://shop.example/feed.csv#hunter2", false),
            ("https://user:hunter2@shop.example/", false),
            ("http://shop.example/?token=hunter2", false),
            ("/srv/feed-?.csv", true),
            ("ftp://shop.example/a", true),
            ("", true),
        ] {
            let shown = draft(|it| it.location = location.into()).shown_location();
            assert_eq!(shown.is_some(), is_shown, "{location}");
        }
        for (variable, shown) in [("SHOP_ONE", "SHOP_ONE"), ("user:hunter2", ""), ("", "")] {
            let draft = draft(|it| it.credentials_env = variable.into());
            assert_eq!(draft.shown_variable(), shown);
        }
    }

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let read = draft(|it| {
            it.interval = " 90m ".into();
            it.max_shrink = "80".into();
            it.location = "/srv/*.csv".into();
            it.currency = "CZK".into();
        });
        let terms = read.read().ok().unwrap();
        assert_eq!(terms.interval.duration().whole_minutes(), 90);
        assert_eq!(terms.max_shrink.percent(), 80);
        assert_eq!(terms.location, Location::Glob("/srv/*.csv".into()));
        assert_eq!(terms.reading.currency.unwrap().to_string(), "CZK");
    }
}
