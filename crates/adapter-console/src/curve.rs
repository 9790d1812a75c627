//! Small curves: an SVG that is drawn here, with what it says in words beside it, without scripts.

use app::catalogue::history::PriceIntelligence;
use domain::money::Currency;
use domain::num;
use maud::{Markup, html};

const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 64.0;
/// Room for the stroke.
const EDGE: f64 = 4.0;

/// A line through values at equal distances, broken where there is none; `said` is what it shows, in words.
pub fn curve(said: &str, values: &[Option<f64>]) -> Markup {
    html! {
        figure .curve {
            svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } preserveAspectRatio="none" aria-hidden="true" focusable="false" {
                path d=(path(values)) {}
            }
            figcaption .quiet { (said) }
        }
    }
}

fn path(values: &[Option<f64>]) -> String {
    let known = values.iter().flatten().copied();
    let low = known.clone().fold(f64::INFINITY, f64::min);
    let high = known.fold(f64::NEG_INFINITY, f64::max);
    let steps = num::f64_from_usize(values.len().saturating_sub(1).max(1));
    let mut path = String::new();
    let mut follows = false;
    for (place, value) in values.iter().enumerate() {
        let Some(value) = value else {
            follows = false;
            continue;
        };
        let x = EDGE + num::f64_from_usize(place) / steps * (WIDTH - 2.0 * EDGE);
        // what never changes lies in the middle
        let share = if high > low {
            (value - low) / (high - low)
        } else {
            0.5
        };
        let y = HEIGHT - EDGE - share * (HEIGHT - 2.0 * EDGE);
        let command = if follows { 'L' } else { 'M' };
        path.push_str(&format!("{command}{x:.1} {y:.1}"));
        if !follows {
            // a value alone is seen as a dot
            path.push_str("h0.1");
        }
        follows = true;
    }
    path
}

/// The lowest price of each day of a product.
pub fn of_prices(past: &PriceIntelligence, currency: Currency) -> Markup {
    let (from, to) = (past.summary.from.date(), past.summary.as_of.date());
    let mut days = past.days.iter().peekable();
    let mut values = Vec::new();
    let mut date = Some(from);
    while let Some(day) = date.filter(|day| *day <= to) {
        let known = days.next_if(|it| it.date == day);
        values.push(known.map(|it| num::f64_from_i64(it.min.minor())));
        date = day.next_day();
    }
    let lowest = past.days.iter().map(|it| it.min);
    let (Some(low), Some(high)) = (lowest.clone().min(), lowest.max()) else {
        return html! { p .quiet { "No price is known of the days from " (from) " to " (to) "." } };
    };
    let said = format!(
        "Lowest price of each day from {from} to {to}: {} to {}",
        currency.decimal(low),
        currency.show(high)
    );
    curve(&said, &values)
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn a_line_breaks_where_nothing_is_known() {
        let drawn = path(&[Some(1.0), Some(2.0), None, Some(1.0)]);
        assert_eq!(drawn.matches('M').count(), 2, "{drawn}");
        assert_eq!(drawn.matches('L').count(), 1, "{drawn}");
        assert_eq!(path(&[]), "");
        assert_eq!(path(&[None]), "");
        let flat = path(&[Some(5.0), Some(5.0)]);
        assert!(flat.contains("32.0"), "in the middle: {flat}");
        assert!(!flat.contains("NaN"), "{flat}");
    }
}
