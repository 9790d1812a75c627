//! How news reads: a title and a line for each, without the markup of any service.

use time::OffsetDateTime;
use time::format_description::StaticFormatDescription;
use time::macros::format_description;

use super::harmless;
use super::ledger::{News, What};

/// Characters of the name of a place at most.
const MOST_OF_PLACE: usize = 60;

const FORM: StaticFormatDescription =
    format_description!("[year]-[month]-[day] [hour]:[minute] UTC");

/// How much a message matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Somebody has to act now.
    Urgent,
    /// Somebody has to act some time.
    Normal,
    /// Nobody has to act.
    Over,
}

/// What a channel is sent. Every text is [`harmless`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// In a few words.
    pub title: String,
    /// One thing each, the most urgent first.
    pub lines: Vec<String>,
    /// How much it matters.
    pub level: Level,
}

impl Message {
    /// What news reads like that comes from the service at this place.
    pub fn of(news: &[News], place: &str) -> Self {
        let over = news.iter().filter(|it| it.what == What::Ended).count();
        let needs = news.len() - over;
        let needed = match needs {
            0 => None,
            1 => Some("1 thing needs a person".to_owned()),
            _ => Some(format!("{needs} things need a person")),
        };
        let ended = match over {
            0 => None,
            1 => Some("1 is over".to_owned()),
            _ => Some(format!("{over} are over")),
        };
        let said: Vec<String> = needed.into_iter().chain(ended).collect();
        let is_urgent = |it: &News| it.what != What::Ended && it.alarm.kind().is_urgent();
        Self {
            title: format!("cotejo {}: {}", named(place), said.join(", ")),
            lines: news.iter().map(line).collect(),
            level: if news.iter().any(is_urgent) {
                Level::Urgent
            } else if needs > 0 {
                Level::Normal
            } else {
                Level::Over
            },
        }
    }

    /// A message that shows whether messages come.
    pub fn test(place: &str) -> Self {
        Self {
            title: format!("cotejo {}: a test", named(place)),
            lines: vec![
                "This channel will be told what needs a person. Nothing does now".to_owned(),
            ],
            level: Level::Over,
        }
    }
}

fn named(place: &str) -> String {
    harmless(place, MOST_OF_PLACE)
}

fn line(news: &News) -> String {
    let said = match news.what {
        What::Begun => "",
        What::Reminded => "Still: ",
        What::Ended => "Over: ",
    };
    let since = shown(news.since);
    let since = since.map_or_else(String::new, |at| format!(" (since {at})"));
    format!("{said}{}{since}", news.alarm.detail())
}

fn shown(at: OffsetDateTime) -> Option<String> {
    at.to_offset(time::UtcOffset::UTC).format(&FORM).ok()
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::super::ledger::{News, What};
    use super::super::{Alarm, AlarmKind};
    use super::{Level, Message};

    fn news(what: What, kind: AlarmKind, detail: &str) -> News {
        News {
            what,
            alarm: Alarm::new(kind, "", detail, 1),
            since: datetime!(2026-03-01 11:59:59 +1),
        }
    }

    #[test]
    fn several_things_are_one_message() {
        let stale = news(
            What::Begun,
            AlarmKind::ShopStale,
            "The offers of A count no more",
        );
        let held = news(
            What::Reminded,
            AlarmKind::FeedHeld,
            "A feed of B is not believed",
        );
        let over = news(What::Ended, AlarmKind::Clock, "The clock is wrong");
        let message = Message::of(&[stale.clone(), held.clone(), over.clone()], "@home");
        assert_eq!(
            message.title,
            "cotejo ＠home: 2 things need a person, 1 is over"
        );
        assert_eq!(
            message.lines,
            [
                "The offers of A count no more (since 2026-03-01 10:59 UTC)",
                "Still: A feed of B is not believed (since 2026-03-01 10:59 UTC)",
                "Over: The clock is wrong (since 2026-03-01 10:59 UTC)",
            ]
        );
        assert_eq!(message.level, Level::Urgent);
        for (told, title, level) in [
            (vec![held.clone()], "1 thing needs a person", Level::Normal),
            (vec![over.clone()], "1 is over", Level::Over),
            (vec![over.clone(), over], "2 are over", Level::Over),
        ] {
            let message = Message::of(&told, "x");
            assert_eq!(message.title, format!("cotejo x: {title}"));
            assert_eq!(message.level, level);
        }
    }
}
