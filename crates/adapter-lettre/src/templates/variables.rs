//! What a template can say about a letter.

pub mod alert;
pub mod endpoint;
pub mod watch;

use domain::language::Language;
use domain::money::Currency;
use minijinja::Value;
use ports_net::{Content, Letter};
use time::macros::format_description;
use time::{OffsetDateTime, UtcOffset};

use super::kind::{self, Kind};

/// The kind of a letter, and the values of its variables.
pub fn of(letter: &Letter) -> (&'static Kind, Value) {
    let Letter {
        id: _,
        to,
        date: _,
        currency,
        content,
    } = letter;
    match content {
        Content::WatchFired {
            firing,
            standing,
            changed_to,
            ending,
        } => {
            let now = watch::Now {
                currency: *currency,
                standing: standing.as_deref(),
                price: changed_to.unwrap_or(Some(firing.minimum.price)),
                has_changed: changed_to.is_some(),
                ending: ending.as_ref(),
            };
            let variables = watch::Variables::of(firing, &now, to);
            (&kind::WATCH, variables.context())
        }
        Content::Asked { alert, link } => {
            let variables = alert::Variables::of(alert, *currency, link, to);
            (&kind::ALERT, variables.context())
        }
        Content::Endpoint { notice } => {
            let variables = endpoint::Variables::of(notice, to);
            (&kind::ENDPOINT, variables.context())
        }
    }
}

/// A decimal with its currency, as the reader writes amounts.
fn amount(decimal: &str, currency: Currency, language: Language) -> String {
    match language {
        Language::English => format!("{decimal} {currency}"),
        Language::German => format!("{} {currency}", decimal.replace('.', ",")),
    }
}

fn instant(at: OffsetDateTime) -> String {
    let form = format_description!("[year]-[month]-[day] [hour]:[minute] UTC");
    let shown = at.checked_to_offset(UtcOffset::UTC);
    shown
        .and_then(|at| at.format(form).ok())
        .unwrap_or_default()
}
