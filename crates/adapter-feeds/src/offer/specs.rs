//! The properties of a row.

use domain::product::Spec;

use crate::offer::codes;
use crate::offer::field::{MAX_REMARKS, Note, RawSpec};
use crate::offer::money::shown;
use crate::offer::row::within;

/// The most properties of a product.
pub(crate) const MAX_SPECS: usize = 200;
/// More properties than any row may have, so that the row rules see that there are too many.
const KEPT_SPECS: usize = MAX_SPECS + 1;
const MAX_LABEL: usize = 100;
const MAX_VALUE: usize = 1000;

/// Keeps a property, unless there are too many already. Of a text that is too long enough is kept to tell.
pub(crate) fn keep(specs: &mut Vec<RawSpec>, label: &str, value: &str) {
    if specs.len() < KEPT_SPECS {
        let kept = |text: &str, limit: usize| text.trim().chars().take(limit + 1).collect();
        specs.push(RawSpec {
            label: kept(label, MAX_LABEL),
            value: kept(value, MAX_VALUE),
            icon: String::new(),
        });
    }
}

/// Validates properties. One without a label or a value is left out, one that is too long is dropped
/// with a remark.
pub(crate) fn read(
    raw: Vec<RawSpec>,
    field: &'static str,
    remarks: &mut Vec<Note>,
) -> Result<Vec<Spec>, Note> {
    if raw.len() > MAX_SPECS {
        return Err(Note::new(
            field,
            format!("more than {MAX_SPECS} properties"),
        ));
    }
    let mut specs = Vec::with_capacity(raw.len());
    for RawSpec { label, value, icon } in raw {
        let fits = within(&label, field, MAX_LABEL)
            .and_then(|()| within(&value, field, MAX_VALUE))
            .and_then(|()| within(&icon, field, MAX_LABEL));
        if let Err(mut note) = fits {
            note.reason = format!("{} is dropped: {}", shown(&label), note.reason);
            remarks.push(note);
            continue;
        }
        let (label, value) = (codes::clean(&label), codes::clean(&value));
        let icon = Some(codes::clean(&icon)).filter(|icon| !icon.is_empty());
        if !label.is_empty() && !value.is_empty() {
            specs.push(Spec { label, value, icon });
        }
    }
    Ok(specs)
}

/// Splits `name=value; name=value`; parts without `=` are remarked.
pub(crate) fn split(text: &str, field: &'static str, remarks: &mut Vec<Note>) -> Vec<RawSpec> {
    let mut specs = Vec::new();
    for part in text
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        match part.split_once('=') {
            Some((label, value)) => keep(&mut specs, label, value),
            None if remarks.len() < MAX_REMARKS => {
                let reason = format!("{} is dropped: name=value is accepted", shown(part));
                remarks.push(Note::new(field, reason));
            }
            None => {}
        }
    }
    specs
}
