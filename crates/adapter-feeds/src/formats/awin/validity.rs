//! From when to when a row is valid, and when it was updated.

use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

use super::Product;
use crate::formats::awin_columns::Column;
use crate::offer::codes;
use crate::offer::field::{Field, Note};
use crate::offer::money::shown;

impl Product<'_> {
    /// A row that is not valid yet or not any more is no offer.
    pub(super) fn outside_validity(&mut self) -> Option<Note> {
        let now = self.options.observed_at;
        let from = self.instant(Column::ValidFrom, "valid_from", false);
        let to = self.instant(Column::ValidTo, "valid_to", true);
        if from.is_some_and(|from| now < from) {
            return Some(Note::new("valid_from", "the offer is not valid yet"));
        }
        to.is_some_and(|to| now > to)
            .then(|| Note::new("valid_to", "the offer is not valid any more"))
    }

    /// An instant; a day alone is its beginning, or its end.
    fn instant(&mut self, column: Column, name: &'static str, end: bool) -> Option<OffsetDateTime> {
        let text = self.text(column);
        if text.is_empty() || text.starts_with("0000") {
            return None;
        }
        let day = codes::date(text).is_some();
        let read = codes::google_instant(text);
        if read.is_none() {
            let reason = format!("{} is dropped: not a day or an instant", shown(text));
            self.remark(name, reason);
        }
        let last = if end && day {
            Duration::DAY
        } else {
            Duration::ZERO
        };
        read.and_then(|at| at.checked_add(last))
    }

    pub(super) fn updated(&mut self) {
        let at = self.instant(Column::LastUpdated, "last_updated", false);
        if let Some(text) = at.and_then(|at| at.format(&Rfc3339).ok()) {
            *self.raw.texts.slot(Field::UpdatedAt) = text;
        }
    }
}
