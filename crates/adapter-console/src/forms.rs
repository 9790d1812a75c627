//! Fields of forms: each with its label, what was typed, and what is wrong with it.

use std::collections::HashMap;

use app::{AppError, ErrorCode, FieldProblem};
use maud::{Markup, html};

/// What a form sent, by the names of its fields.
pub type Fields = HashMap<String, String>;

/// The text of a field; empty where there is none.
pub fn text<'a>(fields: &'a Fields, name: &str) -> &'a str {
    fields.get(name).map_or("", String::as_str)
}

/// The names of a list that are ticked.
pub fn ticked(fields: &Fields, names: impl IntoIterator<Item = &'static str>) -> Vec<String> {
    let names = names.into_iter();
    let ticked = names.filter(|name| fields.contains_key(*name));
    ticked.map(str::to_owned).collect()
}

/// What is wrong with the fields of a form; errors of another kind stay errors.
pub fn problems(error: AppError) -> Result<Vec<FieldProblem>, AppError> {
    if error.code == ErrorCode::Validation && !error.details.is_empty() {
        Ok(error.details)
    } else {
        Err(error)
    }
}

/// A field of a form.
#[derive(Debug, Clone, Copy)]
pub struct Field<'a> {
    /// Its name, which is its id too.
    pub name: &'a str,
    /// What it asks for.
    pub label: &'a str,
    /// What is accepted.
    pub hint: &'a str,
    /// What was typed.
    pub value: &'a str,
}

impl Field<'_> {
    /// The field with what is wrong with it, if something is.
    pub fn show(&self, problems: &[FieldProblem]) -> Markup {
        let Self {
            name,
            label,
            hint,
            value,
        } = self;
        let wrong = of(problems, name);
        let hint_id = format!("{name}-hint");
        let described = match wrong {
            Some(_) => format!("{hint_id} {name}-wrong"),
            None => hint_id.clone(),
        };
        html! {
            div .field {
                label for=(name) { (label) }
                span .quiet id=(hint_id) { (hint) }
                input id=(name) name=(name) value=(value) aria-describedby=(described)
                    aria-invalid=[wrong.map(|_| "true")];
                @if let Some(wrong) = wrong { (self::wrong(name, wrong)) }
            }
        }
    }
}

/// What is wrong with a field.
pub fn of<'a>(problems: &'a [FieldProblem], name: &str) -> Option<&'a FieldProblem> {
    problems.iter().find(|it| it.field == name)
}

/// What is wrong with a field, as it stands beside it.
pub fn wrong(name: &str, problem: &FieldProblem) -> Markup {
    html! { strong .wrong id={ (name) "-wrong" } { "Not accepted: it has to be " (problem.problem) "." } }
}

/// Things that are ticked or not, as one group.
pub fn ticks(
    name: &str,
    legend: &str,
    codes: &[&'static str],
    is_ticked: impl Fn(&str) -> bool,
    problems: &[FieldProblem],
) -> Markup {
    html! {
        fieldset {
            legend { (legend) }
            @for code in codes {
                label { input type="checkbox" name=(code) value="on" checked[is_ticked(code)]; " " (code) }
            }
            @if let Some(problem) = of(problems, name) { (wrong(name, problem)) }
        }
    }
}

/// What is said above a form that was not accepted.
pub fn refused(problems: &[FieldProblem]) -> Markup {
    html! {
        @if !problems.is_empty() {
            p .message role="alert" { "Nothing was changed: " (problems.len()) " of the fields below " (are(problems.len())) " not accepted." }
        }
    }
}

const fn are(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

#[cfg(test)]
mod tests {
    use app::{AppError, FieldProblem};

    use super::{Field, problems, ticks};

    #[test]
    fn a_field_keeps_what_was_typed_and_says_what_is_wrong_beside_it() {
        let field = Field {
            name: "label",
            label: "Label",
            hint: "short",
            value: "\"><script>",
        };
        let fine = field.show(&[]).into_string();
        assert!(
            fine.contains("value=\"&quot;&gt;&lt;script&gt;\""),
            "{fine}"
        );
        assert!(!fine.contains("aria-invalid"), "{fine}");
        let wrong = [FieldProblem {
            field: "label",
            problem: "short".into(),
        }];
        let shown = field.show(&wrong).into_string();
        assert!(shown.contains("aria-describedby=\"label-hint label-wrong\""));
        assert!(shown.contains("aria-invalid=\"true\"") && shown.contains("id=\"label-wrong\""));
    }

    #[test]
    fn ticks_stay_ticked() {
        let shown = ticks(
            "scope",
            "Scopes",
            &["a:read", "b:read"],
            |it| it == "b:read",
            &[],
        );
        let shown = shown.into_string();
        assert!(
            shown.contains("name=\"b:read\" value=\"on\" checked"),
            "{shown}"
        );
        assert!(
            !shown.contains("name=\"a:read\" value=\"on\" checked"),
            "{shown}"
        );
    }

    #[test]
    fn only_errors_of_fields_are_shown_beside_them() {
        assert_eq!(problems(AppError::validation("a", "b")).unwrap().len(), 1);
        assert!(problems(AppError::not_found("nothing")).is_err());
        assert!(problems(AppError::server("cause")).is_err());
    }
}
