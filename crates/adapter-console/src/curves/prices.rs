//! The prices of a product.

use app::catalogue::history::PriceIntelligence;
use domain::history::Basis;
use domain::money::Currency;
use domain::num;
use maud::{Markup, html};

use crate::write;

const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 64.0;
/// Room for the stroke.
const EDGE: f64 = 4.0;

/// A line through values at equal distances, from the lowest to the highest; `None`: nothing is known.
fn line(values: &[Option<f64>]) -> String {
    let known = values.iter().flatten().copied();
    let low = known.clone().fold(f64::INFINITY, f64::min);
    let high = known.fold(f64::NEG_INFINITY, f64::max);
    let steps = num::f64_from_usize(values.len().saturating_sub(1).max(1));
    super::line(values.iter().enumerate().map(|(place, value)| {
        let x = EDGE + num::f64_from_usize(place) / steps * (WIDTH - 2.0 * EDGE);
        // what never changes lies in the middle
        let share = if high > low {
            ((*value)? - low) / (high - low)
        } else {
            0.5
        };
        value.map(|_| (x, HEIGHT - EDGE - share * (HEIGHT - 2.0 * EDGE)))
    }))
}

/// The lowest price of each day of a product.
pub fn curve(past: &PriceIntelligence, currency: Currency) -> Markup {
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
    let prices = write::prices(low, high, currency);
    let basis = basis(past.summary.basis);
    let said = format!("Lowest price of each day from {from} to {to}, {basis}: {prices}");
    html! {
        figure .curve {
            svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } preserveAspectRatio="none" aria-hidden="true" focusable="false" {
                path d=(line(&values)) {}
            }
            figcaption .quiet { (said) }
        }
    }
}

/// What the prices of a curve are, as offers beside it show those of their items.
const fn basis(basis: Basis) -> &'static str {
    match basis {
        Basis::Delivered => "delivery included",
        Basis::Item => "without delivery",
    }
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn a_line_breaks_where_nothing_is_known() {
        let drawn = line(&[Some(1.0), Some(2.0), None, Some(1.0)]);
        assert_eq!(drawn.matches('M').count(), 2, "{drawn}");
        assert_eq!(drawn.matches('L').count(), 1, "{drawn}");
        assert_eq!(line(&[]), "");
        assert_eq!(line(&[None]), "");
        let flat = line(&[Some(5.0), Some(5.0)]);
        assert!(flat.contains("32.0"), "in the middle: {flat}");
        assert!(!flat.contains("NaN"), "{flat}");
    }
}
