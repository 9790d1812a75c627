//! The form that asks for a price alert, as it is shown and sent.

use actix_web::http::StatusCode;
use app::catalogue::product::ProductAnswer;
use domain::alert::suggested_target;
use domain::money::Amount;
use fluent_bundle::FluentValue;
use maud::{Markup, html};
use serde::Deserialize;

use crate::product;
use crate::reader::Reader;

/// What the form sends.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Typed {
    /// Where mails go.
    pub email: String,
    /// Below which price.
    pub price: String,
}

/// Why the form has to be sent again later, though nothing is wrong in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Late {
    /// This client asked for many alerts; after how many seconds it may again.
    OfClient(u32),
    /// Everybody together did.
    OfAll(u32),
}

impl Late {
    const fn seconds(self) -> u32 {
        match self {
            Self::OfClient(seconds) | Self::OfAll(seconds) => seconds,
        }
    }

    fn show(self, reader: &Reader) -> Markup {
        let number = |id: &str, number: u32| {
            let count = [("count", FluentValue::from(number))];
            reader.say_of(id, &count)
        };
        let (title, about) = match self {
            Self::OfClient(seconds) => (
                reader.say("alert-too-often"),
                number("alert-too-often-about", seconds),
            ),
            Self::OfAll(seconds) => (
                reader.say("alert-too-many"),
                number("alert-too-many-about", seconds.div_ceil(60)),
            ),
        };
        html! { p .fault role="alert" { strong { (title) } br; (about) } }
    }
}

/// The form as it is shown.
#[derive(Debug, Clone, Default)]
pub struct Form {
    /// What stands in it.
    pub typed: Typed,
    /// The address is none.
    pub email_is_wrong: bool,
    /// The price is none.
    pub price_is_wrong: bool,
    /// Why it has to wait, if it does.
    pub late: Option<Late>,
}

impl Form {
    /// The form that nobody has filled in, with a price that is worth waiting for.
    pub fn fresh(reader: &Reader, answer: &ProductAnswer) -> Self {
        let target = lowest(answer).and_then(|price| suggested_target(price, reader.currency));
        let price = target.map(|target| reader.number(&target.decimal()));
        Self {
            typed: Typed {
                price: price.unwrap_or_default(),
                ..Typed::default()
            },
            ..Self::default()
        }
    }

    /// The form that was sent too soon.
    pub fn late(typed: Typed, late: Late) -> Self {
        Self {
            typed,
            late: Some(late),
            ..Self::default()
        }
    }

    /// The status of the page on which it comes back.
    pub const fn status(&self) -> StatusCode {
        match self.late {
            Some(_) => StatusCode::TOO_MANY_REQUESTS,
            None => StatusCode::BAD_REQUEST,
        }
    }

    /// When it may be sent again.
    pub fn retry_after_seconds(&self) -> Option<u32> {
        self.late.map(Late::seconds)
    }

    /// The form.
    pub fn show(&self, reader: &Reader, id: &str) -> Markup {
        let price_of = [("currency", FluentValue::from(reader.currency.code()))];
        html! {
            section #alert .alert aria-labelledby="alert-title" {
                h2 #alert-title { (reader.say("alert")) }
                p { (reader.say("alert-about")) }
                @if let Some(late) = self.late { (late.show(reader)) }
                form action=(format!("{}/alert#alert", product::address(id))) method="post" {
                    (field(&Field {
                        id: "alert-email",
                        name: "email",
                        kind: "email",
                        mode: "email",
                        filling: "email",
                        longest: "254",
                        label: reader.say("alert-email"),
                        value: &self.typed.email,
                        fault: self.email_is_wrong.then(|| reader.say("alert-bad-email")),
                    }))
                    (field(&Field {
                        id: "alert-price",
                        name: "price",
                        kind: "text",
                        mode: "decimal",
                        filling: "off",
                        longest: "20",
                        label: reader.say_of("alert-price", &price_of),
                        value: &self.typed.price,
                        fault: self.price_is_wrong.then(|| reader.say("alert-bad-price")),
                    }))
                    button type="submit" { (reader.say("alert-ask")) }
                }
                p .quiet { (reader.say("alert-how")) }
            }
        }
    }
}

struct Field<'a> {
    id: &'static str,
    name: &'static str,
    kind: &'static str,
    mode: &'static str,
    filling: &'static str,
    longest: &'static str,
    label: String,
    value: &'a str,
    fault: Option<String>,
}

fn field(field: &Field<'_>) -> Markup {
    let fault_id = field.fault.as_ref().map(|_| format!("{}-fault", field.id));
    html! {
        div {
            label for=(field.id) { (field.label) }
            input id=(field.id) name=(field.name) type=(field.kind) inputmode=(field.mode) required
                autocomplete=(field.filling) maxlength=(field.longest) value=(field.value)
                aria-invalid=[fault_id.as_ref().map(|_| "true")] aria-describedby=[fault_id.as_ref()];
            @if let (Some(fault), Some(id)) = (&field.fault, &fault_id) { p .fault id=(id) { (fault) } }
        }
    }
}

/// The lowest price at the door now.
pub fn lowest(answer: &ProductAnswer) -> Option<Amount> {
    let mut offers = answer.assessment.offers.iter();
    let lowest = offers.find(|offer| offer.is_lowest_delivered)?;
    Some(lowest.delivered.total())
}

#[cfg(test)]
mod tests {
    use domain::language::Language;
    use domain::money::Currency;

    use super::{Form, Late, StatusCode, Typed};
    use crate::reader::Reader;

    #[test]
    fn a_form_that_is_late_keeps_what_was_typed_and_says_when_to_send_it() {
        let [english, german] = Language::ALL.map(|language| {
            let currency = Currency::parse("EUR").unwrap();
            Reader::of(language, currency)
        });
        let typed = Typed {
            email: "ann@customer.example".to_owned(),
            price: "95".to_owned(),
        };
        for (reader, late, says) in [
            (
                &english,
                Late::OfClient(9),
                ["Too many alerts from your network", "in 9 seconds"],
            ),
            (
                &english,
                Late::OfAll(600),
                ["Too many alerts at once", "in 10 minutes"],
            ),
            (
                &english,
                Late::OfAll(60),
                ["Too many alerts at once", "in a minute"],
            ),
            (
                &german,
                Late::OfClient(1),
                ["aus Ihrem Netz", "in einer Sekunde"],
            ),
            (&german, Late::OfAll(601), ["auf einmal", "in 11 Minuten"]),
        ] {
            let form = Form::late(typed.clone(), late);
            assert_eq!(form.status(), StatusCode::TOO_MANY_REQUESTS);
            assert_eq!(form.retry_after_seconds(), Some(late.seconds()));
            let shown = form.show(reader, "nova_x2").into_string();
            for text in says
                .into_iter()
                .chain(["value=\"ann@customer.example\"", "value=\"95\""])
            {
                assert!(shown.contains(text), "{text}: {shown}");
            }
        }
        let wrong = Form::default();
        assert_eq!(
            (wrong.status(), wrong.retry_after_seconds()),
            (StatusCode::BAD_REQUEST, None)
        );
    }
}
