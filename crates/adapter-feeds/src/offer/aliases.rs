//! Columns that go by several names.

use ports_net::FeedError;

use crate::reading::table::{self, Record};

/// What a column is, and the names it goes by in the order in which they are believed.
pub(crate) type Aliases<C> = [(C, &'static [&'static str])];

/// What a name means, with its rank among the names for the same.
pub(crate) fn find<C: Copy>(aliases: &Aliases<C>, name: &str) -> Option<(C, usize)> {
    aliases.iter().find_map(|(column, names)| {
        let rank = names.iter().position(|known| *known == name)?;
        Some((*column, rank))
    })
}

/// The columns of a header.
pub(crate) struct Columns<C> {
    /// How many columns there are, known or not.
    pub(crate) width: usize,
    /// The known ones with their places, in the order in which they are believed.
    pub(crate) known: Vec<(usize, C)>,
}

impl<C: Copy + PartialEq> Columns<C> {
    /// Reads a header. Of two columns with the same name one is an error, except where they may repeat.
    pub(crate) fn of(
        header: &Record,
        column: impl Fn(&str) -> Option<(C, usize)>,
        repeats: &[C],
    ) -> Result<Self, FeedError> {
        let all: Vec<(C, usize)> = header.fields().filter_map(&column).collect();
        let repeated: Vec<(C, usize)> = all
            .into_iter()
            .filter(|(column, _)| repeats.contains(column))
            .collect();
        let names = table::columns(header, column, &repeated)?;
        let mut ranked: Vec<(usize, usize, C)> = names
            .iter()
            .enumerate()
            .filter_map(|(place, known)| known.map(|(column, rank)| (rank, place, column)))
            .collect();
        ranked.sort_by_key(|(rank, place, _)| (*rank, *place));
        Ok(Self {
            width: names.len(),
            known: ranked
                .into_iter()
                .map(|(_, place, column)| (place, column))
                .collect(),
        })
    }

    /// Whether one of them is there.
    pub(crate) fn has(&self, wanted: C) -> bool {
        self.known.iter().any(|(_, column)| *column == wanted)
    }

    /// Leaves only the most believed of those that mean the same.
    pub(crate) fn keep_best(&mut self, of: C) {
        let best = self.known.iter().find(|(_, column)| *column == of).copied();
        self.known
            .retain(|known| known.1 != of || Some(known.0) == best.map(|best| best.0));
    }

    /// The texts of a row that are not empty, in the order in which they are believed.
    pub(crate) fn texts<'r>(&self, record: &'r Record) -> Vec<(C, &'r str)> {
        let fields: Vec<&str> = record.fields().map(str::trim).collect();
        let text = |place: &usize| fields.get(*place).copied().unwrap_or_default();
        self.known
            .iter()
            .map(|(place, column)| (*column, text(place)))
            .filter(|(_, text)| !text.is_empty())
            .collect()
    }
}
