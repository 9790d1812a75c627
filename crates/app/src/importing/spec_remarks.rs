//! Remarks about properties of products that cannot be read.

use domain::product::Spec;
use ports_net::RowRemark;
use product_knowledge::specs::{self, Unreadable};

/// How many properties of one row are named at most.
const MOST: usize = 5;

/// One remark for each of a row's properties that cannot be read, at most five.
pub(crate) fn of(line: u64, id: &str, properties: &[Spec]) -> Vec<RowRemark> {
    let unreadable = specs::read(properties).unreadable;
    unreadable
        .into_iter()
        .take(MOST)
        .map(|unreadable| {
            let Unreadable {
                label,
                value: _,
                attribute,
                accepted,
            } = unreadable;
            RowRemark {
                line,
                offer_id: Some(id.to_owned()),
                field: format!("specs.{label}"),
                reason: format!("not read as {}; accepted: {accepted}", attribute.code()),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use domain::product::Spec;

    use super::{MOST, of};

    fn spec(label: &str, value: &str) -> Spec {
        Spec {
            label: label.to_owned(),
            value: value.to_owned(),
            icon: None,
        }
    }

    #[test]
    fn a_remark_names_the_property_and_what_is_accepted() {
        let remarks = of(
            7,
            "a",
            &[
                spec("Battery", "plenty"),
                spec("Weight", "200 g"),
                spec("Mood", "blue"),
            ],
        );
        let fields: Vec<&str> = remarks.iter().map(|r| r.field.as_str()).collect();
        assert_eq!(fields, ["specs.Battery"], "{remarks:?}");
        assert_eq!(
            (remarks[0].line, remarks[0].offer_id.as_deref()),
            (7, Some("a"))
        );
        let reason = &remarks[0].reason;
        assert!(
            reason.starts_with("not read as battery_mah; accepted: "),
            "{reason}"
        );
        assert!(!reason.contains("plenty"), "{reason}");
    }

    #[test]
    fn a_row_has_five_remarks_at_most() {
        let labels = [
            "Battery",
            "Weight",
            "Charge cycles",
            "Refresh rate",
            "Brightness",
            "TDP",
            "Geekbench",
        ];
        let specs: Vec<Spec> = labels
            .into_iter()
            .map(|label| spec(label, "plenty"))
            .collect();
        let unreadable = product_knowledge::specs::read(&specs).unreadable.len();
        assert!(unreadable > MOST, "{unreadable}");
        assert_eq!(of(1, "a", &specs).len(), MOST);
    }
}
