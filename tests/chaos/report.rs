//! What was counted, and what must not be.

use std::collections::BTreeMap;

use tests::Backend;

/// What a process did when it was killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moment {
    Creating,
    Sending,
    Serving,
    Delivering,
    /// An import that had staged nothing yet: it started, or cleared away what another left.
    Starting,
    Staging,
    Publishing,
    Committed,
}

impl Moment {
    const fn shown(self) -> &'static str {
        match self {
            Self::Creating => "  service, while watches were created",
            Self::Sending => "  service, while it sent mails",
            Self::Serving => "  service, while it sent none",
            Self::Delivering => "  service, while attempts ran",
            Self::Starting => "  import, before it staged anything",
            Self::Staging => "  import, while staging",
            Self::Publishing => "  import, all staged, not committed",
            Self::Committed => "  import, after the commit",
        }
    }
}

#[derive(Default)]
pub struct Report {
    kills: BTreeMap<Moment, u64>,
    figures: Vec<(&'static str, u64)>,
    pub faults: Vec<String>,
}

impl Report {
    pub fn killed(&mut self, moment: Moment) {
        *self.kills.entry(moment).or_default() += 1;
    }

    pub fn kills(&self) -> u64 {
        self.kills.values().sum()
    }

    pub fn figure(&mut self, name: &'static str, figure: u64) {
        self.figures.push((name, figure));
    }

    /// Notes how many there are.
    pub fn count(&mut self, name: &'static str, of: usize) {
        self.figure(name, of as u64);
    }

    /// Notes a figure that must be 0, with what it counts.
    pub fn fault(&mut self, name: &'static str, found: &[String]) {
        self.count(name, found.len());
        let shown = found.iter().take(5);
        let shown = shown.map(|found| format!("{}: {found}", name.trim()));
        self.faults.extend(shown);
    }

    fn rows(&self) -> Vec<(&'static str, u64)> {
        let mut rows = vec![("kills that hit a running process", self.kills())];
        rows.extend(
            self.kills
                .iter()
                .map(|(moment, kills)| (moment.shown(), *kills)),
        );
        rows.extend(&self.figures);
        rows
    }
}

pub const fn shown(store: Backend) -> &'static str {
    match store {
        Backend::Sqlite => "SQLite",
        Backend::Postgres => "PostgreSQL",
    }
}

/// The counts of each store beside each other.
pub fn render(reports: &[(Backend, Report)]) -> String {
    let mut names: Vec<&str> = Vec::new();
    let tables: Vec<Vec<_>> = reports.iter().map(|(_, report)| report.rows()).collect();
    for (name, _) in tables.iter().flatten() {
        if !names.contains(name) {
            names.push(name);
        }
    }
    let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
    let mut text = format!("{:width$}", "");
    for (store, _) in reports {
        text.push_str(&format!("  {:>10}", shown(*store)));
    }
    for name in names {
        text.push_str(&format!("\n{name:width$}"));
        for table in &tables {
            let figure = table.iter().find(|(known, _)| *known == name);
            let figure = figure.map_or_else(String::new, |(_, figure)| figure.to_string());
            text.push_str(&format!("  {figure:>10}"));
        }
    }
    text
}
