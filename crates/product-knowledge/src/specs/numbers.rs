//! Numbers with separators of thousands and decimals.

/// How large numbers of a unit are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Rarely above 999: one separator before three digits is a decimal one first.
    Small,
    /// Often above 999: it separates thousands first.
    Large,
    /// Likewise, and a space may separate thousands.
    Spaced,
}

/// What a number of a unit of which there are often more than 999 means: `10.000` of milliampere hours are ten thousand, `1.5`
/// is one and a half.
pub(crate) fn large(number: &str) -> Option<f64> {
    if number.contains(['.', ',']) {
        readings(number, Form::Large).first().copied()
    } else {
        number.parse().ok()
    }
}

/// What a number may mean, likeliest first.
pub(super) fn readings(number: &str, form: Form) -> Vec<f64> {
    let number = number.replace('\'', "");
    let parse = |text: &str| text.parse::<f64>().ok().filter(|n| n.is_finite());
    let (points, commas) = (number.matches('.').count(), number.matches(',').count());
    let joined = number.replace(['.', ','], "");
    let groups = number.split(['.', ',']).skip(1).all(|g| g.len() == 3);
    if points + commas == 0 {
        return parse(&number).into_iter().collect();
    }
    if points + commas > 1 {
        let last = number.rfind(['.', ',']).unwrap_or_default();
        let (whole, fraction) = number.split_at(last);
        let mark = fraction.chars().next().unwrap_or('.');
        let mixed = !whole.contains(mark);
        if mixed {
            let whole = whole.replace(['.', ','], "");
            return parse(&format!("{whole}{}", fraction.replace(mark, ".")))
                .into_iter()
                .collect();
        }
        let one_kind = points == 0 || commas == 0;
        return if one_kind && groups {
            parse(&joined).into_iter().collect()
        } else {
            Vec::new()
        };
    }
    let decimal = parse(&number.replace(',', "."));
    let thousands = (groups && !number.starts_with('0') && joined.len() <= 6)
        .then(|| parse(&joined))
        .flatten();
    match form {
        Form::Small => decimal.into_iter().chain(thousands).collect(),
        Form::Large | Form::Spaced => thousands.into_iter().chain(decimal).collect(),
    }
}
