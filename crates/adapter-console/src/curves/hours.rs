//! How much happened in each of the last hours: a bar for each, from 0 on, the largest as high as the picture. The hour that
//! still runs is paler. Whoever points at an hour is told its count.

use app::operating::activity::{Hours, MOST};
use maud::{Markup, html};
use time::{Duration, OffsetDateTime};

/// Of one hour, and between two.
const STEP: u64 = 10;
const WIDTH: u64 = 250;
const HEIGHT: u64 = 40;

/// The bars, and the same in words.
pub fn of(hours: &Hours) -> Markup {
    let most = hours.counts.iter().copied().max().unwrap_or_default();
    let last = hours.counts.len().saturating_sub(1);
    let begins = std::iter::successors(Some(hours.since), |at| Some(*at + Duration::HOUR));
    let places = (0_u64..).map(|place| place * STEP);
    let bars = hours.counts.iter().zip(begins).zip(places).enumerate();
    html! {
        svg .hours role="img" aria-label=(told(hours)) viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } preserveAspectRatio="none" {
            @for (place, ((count, begins), x)) in bars {
                @let height = height(*count, most);
                g {
                    title { (hour(begins)) ": " (number(*count)) }
                    // the whole height is pointed at
                    rect .place x=(x) y="0" width=(STEP) height=(HEIGHT) {}
                    rect class=(if place == last { "bar running" } else { "bar" }) x=(x) y=(HEIGHT - height)
                        width=(STEP - 1) height=(height) {}
                }
            }
        }
    }
}

/// How many that were in all.
pub fn total(hours: &Hours) -> String {
    let total: u64 = hours.counts.iter().copied().map(u64::from).sum();
    if hours.counts.contains(&MOST) {
        format!("{total} or more")
    } else {
        total.to_string()
    }
}

/// What is there is seen, however little it is.
fn height(count: u32, most: u32) -> u64 {
    if count == 0 {
        return 0;
    }
    (HEIGHT * u64::from(count) / u64::from(most.max(1))).max(1)
}

fn number(count: u32) -> String {
    if count >= MOST {
        format!("{MOST} or more")
    } else {
        count.to_string()
    }
}

fn hour(begins: OffsetDateTime) -> String {
    format!("{} from {:02}:00 UTC", begins.date(), begins.hour())
}

fn told(hours: &Hours) -> String {
    let most = hours.counts.iter().copied().max().unwrap_or_default();
    let running = hours.counts.last().copied().unwrap_or_default();
    if most == 0 {
        return "None in the last 24 hours".to_owned();
    }
    format!(
        "{}: {} in all, {} in the busiest hour, {} in the one that runs",
        hour(hours.since),
        total(hours),
        number(most),
        number(running)
    )
}

#[cfg(test)]
mod tests {
    use app::operating::activity::{HOURS, Hours, MOST};
    use time::macros::datetime;

    use super::{height, of, told};

    fn hours(counts: &[u32]) -> Hours {
        let mut all = [0; HOURS];
        for (place, count) in all.iter_mut().zip(counts) {
            *place = *count;
        }
        Hours {
            since: datetime!(2026-03-01 22:00 UTC),
            counts: all,
        }
    }

    #[test]
    fn each_hour_has_a_bar_and_its_count() {
        let drawn = of(&hours(&[0, 4, 1])).into_string();
        assert_eq!(drawn.matches("<rect class=\"bar").count(), HOURS);
        assert_eq!(drawn.matches("bar running").count(), 1);
        for told in [
            "2026-03-01 from 22:00 UTC: 0",
            "2026-03-01 from 23:00 UTC: 4",
            "2026-03-02 from 00:00 UTC: 1",
        ] {
            assert!(drawn.contains(told), "{told}");
        }
    }

    #[test]
    fn the_largest_is_as_high_as_the_picture_and_the_least_is_seen() {
        assert_eq!([height(0, 9), height(9, 9), height(1, MOST)], [0, 40, 1]);
    }

    #[test]
    fn it_is_said_in_words() {
        assert_eq!(
            told(&hours(&[3, 1])),
            "2026-03-01 from 22:00 UTC: 4 in all, 3 in the busiest hour, 0 in the one that runs"
        );
        assert_eq!(
            told(&hours(&[MOST, 1])),
            "2026-03-01 from 22:00 UTC: 10001 or more in all, 10000 or more in the busiest hour, 0 in the one that runs"
        );
        assert_eq!(told(&hours(&[])), "None in the last 24 hours");
    }
}
