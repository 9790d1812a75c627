use app::{ErrorCode as Code, FieldProblem};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::closed_list::closed_lists;

closed_lists! {
    "What went wrong, for a program." ErrorCode: error_codes();
}

/// Every code once: two errors may share one, under different statuses.
pub fn error_codes() -> Vec<&'static str> {
    let mut codes = Vec::new();
    for code in Code::ALL.map(Code::code) {
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    codes
}

/// What went wrong. `error` is the contract; the rest helps a person.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Error, example = json!({
    "error": "validation_error",
    "message": "the request is not valid",
    "request_id": "0198c0de11117000800000000000beef",
    "details": [{ "field": "q", "problem": "1 to 120 characters" }]
}))]
pub struct ErrorBody<'a> {
    /// The code of the error.
    #[schema(value_type = ErrorCode)]
    pub error: &'a str,
    /// A sentence for a person.
    pub message: &'a str,
    /// The id of the request, as in `X-Request-Id`.
    pub request_id: &'a str,
    /// The fields at fault.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub details: Vec<FieldProblemBody<'a>>,
}

/// One field of a request and what is accepted there.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FieldProblem)]
pub struct FieldProblemBody<'a> {
    /// Name of the field.
    pub field: &'static str,
    /// What is accepted.
    pub problem: &'a str,
}

impl<'a> From<&'a FieldProblem> for FieldProblemBody<'a> {
    fn from(problem: &'a FieldProblem) -> Self {
        let FieldProblem { field, problem } = problem;
        Self { field, problem }
    }
}
