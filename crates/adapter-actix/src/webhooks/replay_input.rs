//! The body that names the time whose failed deliveries are replayed.

use app::AppError;
use domain::instant::read_rfc3339;
use domain::webhook::replays::ReplayRange;
use serde::Deserialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::http::json::{self, JsonBody};
use crate::http::typed::{Accepted, Field, Value};
use crate::webhooks::page::LARGEST_OFFSET;

/// What `to` has to be besides an instant.
const AFTER_FROM: &str = "an instant after from";

/// When the events happened.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReplayRange)]
pub struct ReplayRangeInput {
    /// From this instant on.
    #[schema(value_type = String, format = "date-time")]
    from: Field<Moment>,
    /// Until before this one.
    #[schema(value_type = String, format = "date-time")]
    to: Field<Moment>,
    /// `next_offset` of the answer before, as it was received.
    #[schema(value_type = i64, required = false, minimum = 0)]
    offset: Option<Field<Offset>>,
}

impl ReplayRangeInput {
    /// Reads the body.
    pub fn read(body: &[u8]) -> Result<JsonBody<Self>, AppError> {
        json::read(body, |members| {
            if let (Some(Moment(from)), Some(Moment(to))) = (members.get("from"), members.get("to"))
                && ReplayRange::new(from, to).is_none()
            {
                members.refuse("to", AFTER_FROM);
            }
        })
    }

    /// The time.
    pub fn range(&self) -> Result<ReplayRange, AppError> {
        let (Field(Moment(from)), Field(Moment(to))) = (&self.from, &self.to);
        ReplayRange::new(*from, *to).ok_or_else(|| AppError::validation("to", AFTER_FROM))
    }

    /// Where to go on.
    pub fn after(&self) -> Option<i64> {
        let offset = self.offset.as_ref().map(|Field(Offset(offset))| *offset);
        offset.filter(|offset| *offset > 0)
    }
}

/// An instant.
#[derive(Debug)]
struct Moment(OffsetDateTime);

impl Accepted for Moment {
    const ACCEPTED: &'static str = "an instant as RFC 3339 writes it, such as 2026-01-05T09:00:00Z";

    fn read(value: Value<'_>) -> Option<Self> {
        read_rfc3339(&value.text()?).map(Self)
    }
}

/// Where the request before ended.
#[derive(Debug)]
struct Offset(i64);

impl Accepted for Offset {
    const ACCEPTED: &'static str = "0, or next_offset of the answer before, as it was received";

    fn read(value: Value<'_>) -> Option<Self> {
        let offset = value.number()?.parse().ok()?;
        (0..=LARGEST_OFFSET)
            .contains(&offset)
            .then_some(Self(offset))
    }
}
