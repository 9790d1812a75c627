//! The table of results.

/// One figure beside its limit.
pub struct Row {
    /// What was measured.
    pub what: String,
    /// The figure.
    pub measured: String,
    /// What the machine allows, in the same run.
    pub limit: String,
    /// The one compared with the other.
    pub ratio: String,
    /// What was promised, and whether it is kept.
    pub goal: Option<(&'static str, bool)>,
}

/// The most that a figure may be.
#[derive(Debug, Clone, Copy)]
pub struct Most {
    /// As the table says it.
    pub said: &'static str,
    /// As a number.
    pub figure: f64,
}

/// The rows as plain text.
pub fn render(rows: &[Row]) -> String {
    let mut lines = vec![
        [
            "what",
            "measured",
            "limit, same run",
            "ratio",
            "goal",
            "met",
        ]
        .map(str::to_owned),
    ];
    for row in rows {
        let (goal, met) = match row.goal {
            Some((goal, true)) => (goal, "yes"),
            Some((goal, false)) => (goal, "NO"),
            None => ("-", "-"),
        };
        lines.push([
            row.what.clone(),
            row.measured.clone(),
            row.limit.clone(),
            row.ratio.clone(),
            goal.to_owned(),
            met.to_owned(),
        ]);
    }
    let mut widths = [0; 6];
    for line in &lines {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut text = String::new();
    for line in &lines {
        let mut shown = String::new();
        for (width, cell) in widths.iter().zip(line) {
            shown.push_str(&format!("{cell:<width$}  "));
        }
        text.push_str(shown.trim_end());
        text.push('\n');
    }
    text
}
