//! What operators are told on a phone or in a chat: that something needs a person, and that it does no more.
//!
//! An [`Alarm`] is a condition that stands now. What is told of it, and when, is in [`ledger`]; how it reads in [`message`].

pub mod ledger;
pub mod limits;
pub mod message;
pub mod observation;

use crate::text::is_hidden;

/// Characters of a subject at most.
const MOST_OF_SUBJECT: usize = 120;

/// Characters of a detail at most.
const MOST_OF_DETAIL: usize = 300;

/// Kinds of conditions, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AlarmKind {
    /// The store does not answer, or takes nothing.
    Store,
    /// The clock is off that of the store.
    Clock,
    /// Feeds are due and nobody reads them.
    SourcesLate,
    /// Deliveries are due and are not sent.
    WebhooksLate,
    /// Mails wait for long.
    MailsLate,
    /// The offers of a shop count no more, or soon will not.
    ShopStale,
    /// A feed fails again and again.
    SourceFails,
    /// A feed is not believed.
    FeedHeld,
    /// Endpoints of a workspace have incidents.
    Endpoints,
    /// Mails were given up.
    MailsGivenUp,
    /// Prices, feeds and doubts wait for a person.
    Review,
}

impl AlarmKind {
    /// Every kind, the most urgent first.
    pub const ALL: [Self; 11] = [
        Self::Store,
        Self::Clock,
        Self::SourcesLate,
        Self::WebhooksLate,
        Self::MailsLate,
        Self::ShopStale,
        Self::SourceFails,
        Self::FeedHeld,
        Self::Endpoints,
        Self::MailsGivenUp,
        Self::Review,
    ];

    /// How stores name it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Store => "store",
            Self::Clock => "clock",
            Self::SourcesLate => "sources_late",
            Self::WebhooksLate => "webhooks_late",
            Self::MailsLate => "mails_late",
            Self::ShopStale => "shop_stale",
            Self::SourceFails => "source_fails",
            Self::FeedHeld => "feed_held",
            Self::Endpoints => "endpoints",
            Self::MailsGivenUp => "mails_given_up",
            Self::Review => "review",
        }
    }

    /// The kind with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// Whether somebody has to act now, not only on the next working day.
    pub const fn is_urgent(self) -> bool {
        match self {
            Self::Store
            | Self::Clock
            | Self::SourcesLate
            | Self::WebhooksLate
            | Self::MailsLate
            | Self::ShopStale => true,
            Self::SourceFails
            | Self::FeedHeld
            | Self::Endpoints
            | Self::MailsGivenUp
            | Self::Review => false,
        }
    }

    /// Whether it is a count of many things, of which one is reminded only when there are more of them than was told.
    pub const fn is_digest(self) -> bool {
        matches!(self, Self::MailsGivenUp | Self::Review)
    }
}

/// A condition that stands. Its texts are harmless wherever they are shown: names come from feeds and from tenants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alarm {
    kind: AlarmKind,
    subject: String,
    detail: String,
    size: u64,
}

impl Alarm {
    /// Of a kind, about something (`subject` tells it from others of the kind; empty where there is one only), in a
    /// sentence without its point, and of how many things.
    pub fn new(kind: AlarmKind, subject: &str, detail: &str, size: u64) -> Self {
        Self {
            kind,
            subject: harmless(subject, MOST_OF_SUBJECT),
            detail: harmless(detail, MOST_OF_DETAIL),
            size,
        }
    }

    /// Its kind.
    pub const fn kind(&self) -> AlarmKind {
        self.kind
    }

    /// What it is about.
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// In a sentence without its point.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// How many things it is about.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Whether the other one is the same condition, as it stands at another time.
    pub fn is_same(&self, other: &Self) -> bool {
        self.kind == other.kind && self.subject == other.subject
    }
}

/// A text on one line that turns nothing around, hides nothing, and mentions nobody: the full-width form stands for each
/// `@`, by which chats find whom to call.
pub fn harmless(text: &str, most: usize) -> String {
    let seen = text.chars().filter(|c| !is_hidden(*c));
    let plain = seen.map(|c| match c {
        '@' => '\u{ff20}',
        _ if c.is_control() || c.is_whitespace() => ' ',
        _ => c,
    });
    let plain: String = plain.collect();
    let words: Vec<&str> = plain.split(' ').filter(|word| !word.is_empty()).collect();
    let line = words.join(" ");
    if line.char_indices().nth(most).is_none() {
        return line;
    }
    let kept: String = line.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Alarm, AlarmKind, harmless};
    use crate::text::is_hidden;

    #[test]
    fn kinds_are_known_by_their_codes() {
        for kind in AlarmKind::ALL {
            assert_eq!(AlarmKind::from_code(kind.code()), Some(kind));
        }
        assert_eq!(AlarmKind::from_code("nothing"), None);
        assert!(AlarmKind::ALL.is_sorted());
    }

    #[test]
    fn texts_are_made_harmless() {
        for (text, shown) in [
            ("Shop One", "Shop One"),
            ("@everyone  win\r\nnow", "＠everyone win now"),
            ("\u{202e}eno pohS\u{200b}\u{7}", "eno pohS"),
            ("a\u{2028}b\u{a0}c\td", "ab c d"),
            ("", ""),
        ] {
            assert_eq!(harmless(text, 100), shown, "{text:?}");
        }
        assert_eq!(harmless("abc def", 5), "abc…");
        assert_eq!(harmless("abcde", 5), "abcde");
    }

    proptest! {
        #[test]
        fn whatever_is_given_is_one_harmless_line(text in "\\PC{0,40}|.{0,40}", most in 1_usize..50) {
            let once = harmless(&text, most);
            prop_assert!(once.chars().count() <= most);
            let bad = |c: char| c.is_control() || c == '@' || is_hidden(c);
            prop_assert!(!once.contains(bad), "{once:?}");
            prop_assert_eq!(harmless(&once, most), once);
        }

        #[test]
        fn an_alarm_of_its_own_texts_is_the_same(subject in ".{0,300}", detail in ".{0,900}") {
            let alarm = Alarm::new(AlarmKind::ShopStale, &subject, &detail, 1);
            let again = Alarm::new(alarm.kind(), alarm.subject(), alarm.detail(), alarm.size());
            prop_assert_eq!(alarm, again);
        }
    }
}
