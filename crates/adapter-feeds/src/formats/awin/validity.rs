//! From when to when a row is valid, and when it was updated.

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::Product;
use crate::formats::awin_columns::Column;
use crate::offer::codes;
use crate::offer::field::{Field, Note};
use crate::offer::money::shown;

impl Product<'_> {
    /// A row that is not valid yet or not any more is no offer.
    pub(super) fn outside_validity(&mut self) -> Option<Note> {
        let now = self.options.observed_at;
        let from = self.instant(Column::ValidFrom, "valid_from", codes::google_instant);
        let to = self.instant(Column::ValidTo, "valid_to", codes::last_instant);
        if from.is_some_and(|from| now < from) {
            return Some(Note::new("valid_from", "the offer is not valid yet"));
        }
        to.is_some_and(|to| now > to)
            .then(|| Note::new("valid_to", "the offer is not valid any more"))
    }

    /// What an instant or a day is read as; what cannot be read is remarked.
    fn instant(
        &mut self,
        column: Column,
        name: &'static str,
        read: fn(&str) -> Option<OffsetDateTime>,
    ) -> Option<OffsetDateTime> {
        let text = self.text(column);
        if text.is_empty() || text.starts_with("0000") {
            return None;
        }
        let read = read(text);
        if read.is_none() {
            let reason = format!("{} is dropped: not a day or an instant", shown(text));
            self.remark(name, reason);
        }
        read
    }

    pub(super) fn updated(&mut self) {
        let at = self.instant(Column::LastUpdated, "last_updated", codes::google_instant);
        if let Some(text) = at.and_then(|at| at.format(&Rfc3339).ok()) {
            *self.raw.texts.slot(Field::UpdatedAt) = text;
        }
    }
}
