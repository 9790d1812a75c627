//! What became of the rows of the last imports of a shop.
//!
//! | what | how it is drawn |
//! |---|---|
//! | accepted rows of an import | a point of the line |
//! | rejected rows of an import | a bar from below |
//! | an import that failed | a hole: the line breaks off, and nothing stands there |
//!
//! Both are to the same scale, which begins at 0, so that a shop that sends half as much looks like it.

use domain::import_run::ImportRun;
use maud::{Markup, html};

const WIDTH: u64 = 120;
const HEIGHT: u64 = 28;
/// Between what is drawn and the border.
const EDGE: u64 = 3;

/// What is drawn of one import; `None`: it failed.
type Drawn = Option<(u64, u64)>;

/// The curve of runs, of which the last one comes first, as they are listed. Nothing when none of them ended well.
pub fn of_runs<'a>(runs: impl DoubleEndedIterator<Item = &'a ImportRun>) -> Markup {
    let counts = |run: &ImportRun| {
        let is_known = run.fault.is_none();
        is_known.then_some((run.counts.accepted, run.counts.rejected))
    };
    let drawn: Vec<Drawn> = runs.rev().map(counts).collect();
    let Some(told) = told(&drawn) else {
        return html! {};
    };
    let most = drawn.iter().flatten();
    let most = most
        .map(|(accepted, rejected)| *accepted.max(rejected))
        .max();
    let scale = Scale {
        most: most.unwrap_or_default().max(1),
        last: u64::try_from(drawn.len()).unwrap_or(1).saturating_sub(1),
    };
    html! {
        svg .spark role="img" aria-label=(told) viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } width=(WIDTH) height=(HEIGHT) {
            path .bars d=(bars(&drawn, &scale)) {}
            path .line d=(line(&drawn, &scale)) {}
        }
    }
}

/// Where things stand in the picture.
struct Scale {
    most: u64,
    /// Number of the last place, from 0.
    last: u64,
}

impl Scale {
    fn x(&self, place: usize) -> u64 {
        let place = u64::try_from(place).unwrap_or_default();
        // one alone stands at the end
        let of = self.last.max(1);
        let place = if self.last == 0 { 1 } else { place };
        EDGE + (WIDTH - 2 * EDGE) * place / of
    }

    fn y(&self, value: u64) -> u64 {
        let room = u128::from(HEIGHT - 2 * EDGE);
        let up = u128::from(value) * room / u128::from(self.most);
        (HEIGHT - EDGE).saturating_sub(u64::try_from(up).unwrap_or_default())
    }
}

fn line(drawn: &[Drawn], scale: &Scale) -> String {
    let place = |(place, at): (usize, &Drawn)| {
        let (accepted, _) = (*at)?;
        Some((scale.x(place), scale.y(accepted)))
    };
    super::line(drawn.iter().enumerate().map(place))
}

fn bars(drawn: &[Drawn], scale: &Scale) -> String {
    let bar = |(place, at): (usize, &Drawn)| {
        let (_, rejected) = at.filter(|(_, rejected)| *rejected > 0)?;
        // what is there is seen, however little it is
        let top = scale.y(rejected).min(HEIGHT - EDGE - 1);
        Some(format!("M{} {}V{top}", scale.x(place), HEIGHT - EDGE))
    };
    drawn.iter().enumerate().filter_map(bar).collect()
}

/// The same in words; `None` when there is nothing to tell.
fn told(drawn: &[Drawn]) -> Option<String> {
    let known: Vec<(u64, u64)> = drawn.iter().flatten().copied().collect();
    let (last, _) = known.last()?;
    let accepted = || known.iter().map(|(accepted, _)| *accepted);
    let least = accepted().min().unwrap_or_default();
    let most = accepted().max().unwrap_or_default();
    let rejected = known.iter().map(|(_, rejected)| *rejected).max();
    let failed = drawn.len() - known.len();
    let failed = if failed == 0 {
        String::new()
    } else {
        format!(", {failed} of them failed")
    };
    Some(format!(
        "The last {} imports{failed}: {least} to {most} rows accepted, {last} the last time; at most {} rejected",
        drawn.len(),
        rejected.unwrap_or_default()
    ))
}

#[cfg(test)]
mod tests {
    use super::{Drawn, Scale, bars, line, told};

    const HUNDRED: Scale = Scale { most: 100, last: 3 };

    #[test]
    fn a_failed_import_is_a_hole() {
        let drawn: [Drawn; 4] = [Some((100, 0)), Some((50, 10)), None, Some((0, 100))];
        assert_eq!(line(&drawn, &HUNDRED), "M3 3h0L41 14M117 25h0");
        assert_eq!(bars(&drawn, &HUNDRED), "M41 25V23M117 25V3");
        let words = told(&drawn).unwrap();
        assert_eq!(
            words,
            "The last 4 imports, 1 of them failed: 0 to 100 rows accepted, 0 the last time; at most 100 rejected"
        );
        assert_eq!(told(&[None, None]), None);
        assert_eq!(told(&[]), None);
    }

    #[test]
    fn what_is_hardly_there_is_seen_and_the_largest_counts_fit() {
        let scale = Scale {
            most: u64::MAX,
            last: 0,
        };
        let drawn: [Drawn; 1] = [Some((u64::MAX, 1))];
        assert_eq!(line(&drawn, &scale), "M117 3h0");
        assert_eq!(bars(&drawn, &scale), "M117 25V24");
    }
}
