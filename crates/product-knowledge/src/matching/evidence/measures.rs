//! What quantities say.

use std::collections::BTreeSet;

use super::{Dimension, Evidence, Kind, Measure, Wording, flag};

/// How the values of one dimension lie to each other.
struct Values {
    /// Each side has values.
    is_stated: bool,
    /// Every value of the first has its equal on the other side, and the other way round.
    covers: (bool, bool),
}

impl Values {
    fn of(a: &Wording, b: &Wording, dimension: Dimension) -> Self {
        let (one, other) = (a.of(dimension), b.of(dimension));
        Self {
            is_stated: one.clone().next().is_some() && other.clone().next().is_some(),
            covers: (covers(one.clone(), &other), covers(other.clone(), &one)),
        }
    }

    /// Each side states something else.
    fn contradict(&self) -> bool {
        self.is_stated && !self.covers.0 && !self.covers.1
    }
}

/// Whether every value has its equal on the other side.
fn covers<'a>(
    mut values: impl Iterator<Item = &'a Measure>,
    others: &(impl Iterator<Item = &'a Measure> + Clone),
) -> bool {
    values.all(|value| others.clone().any(|other| other.is_close(value)))
}

impl Evidence {
    pub(super) fn take_measures(&mut self, a: &Wording, b: &Wording) {
        self.take_capacity(a, b);
        self.take_focal(a, b);
        let dimensions: BTreeSet<Dimension> = a.measures.iter().map(|m| m.dimension).collect();
        let others = |d: &&Dimension| !matches!(d, Dimension::Capacity | Dimension::Focal);
        let contradictions = dimensions
            .iter()
            .filter(others)
            .filter(|dimension| Values::of(a, b, **dimension).contradict())
            .take(2)
            .count();
        self.quantities_differ = super::float(contradictions) / 2.0;
    }

    /// Memory may be left out; the largest value, which is the storage, may not differ.
    fn take_capacity(&mut self, a: &Wording, b: &Wording) {
        let largest = |side: &Wording| {
            let values = side.of(Dimension::Capacity);
            values.copied().max_by(|x, y| x.value.total_cmp(&y.value))
        };
        match (largest(a), largest(b)) {
            (Some(x), Some(y)) => {
                let values = Values::of(a, b, Dimension::Capacity);
                let differs = values.contradict() || !x.is_close(&y);
                self.capacity_differs = flag(differs);
                self.capacity_same = flag(!differs);
            }
            (Some(_), None) | (None, Some(_)) => self.capacity_one_sided = 1.0,
            (None, None) => {}
        }
    }

    /// A focal length may stand without its unit on the other side. One length alone is none: watches have a width in millimetres.
    fn take_focal(&mut self, a: &Wording, b: &Wording) {
        let unsaid = |one: &Wording, other: &Wording| {
            one.of(Dimension::Focal)
                .any(|m| !other.has_number(m.written, Kind::Number))
        };
        let values = Values::of(a, b, Dimension::Focal);
        let stated = |side: &Wording| side.of(Dimension::Focal).next().is_some();
        if values.is_stated {
            self.focal_differs = flag(values.contradict());
            self.focal_more = flag(values.covers.0 != values.covers.1);
        } else if stated(a) != stated(b) && [a, b].iter().any(|it| it.has_lens || it.is_body) {
            self.focal_one_sided = flag(unsaid(a, b) || unsaid(b, a));
        }
    }
}
