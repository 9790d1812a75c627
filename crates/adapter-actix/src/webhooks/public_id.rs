//! Ids of webhooks and what belongs to them, as callers see them: a prefix that names the kind, and 32
//! hexadecimal digits in small letters.

use actix_web::HttpRequest;
use app::AppError;
use uuid::Uuid;

use crate::http::typed::{Accepted, Value};

/// What is answered of things of somebody else, of things that are not there, and to texts that name
/// nothing (D-05).
pub const UNKNOWN: AppError = AppError::not_found("nothing of the workspace has this id");

/// What an id names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdKind {
    /// A subscription.
    Webhook,
    /// A delivery.
    Delivery,
    /// An incident.
    Incident,
    /// A rotation of a secret.
    Rotation,
}

impl IdKind {
    /// The id as it is shown.
    pub fn write(self, id: Uuid) -> String {
        format!("{}{}", self.prefix(), id.simple())
    }

    /// The id read back; `None` for every other spelling.
    pub fn read(self, text: &str) -> Option<Uuid> {
        let digits = text.strip_prefix(self.prefix())?;
        let is_digit = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        let is_formed = digits.len() == 32 && digits.bytes().all(is_digit);
        is_formed.then(|| Uuid::try_parse(digits).ok())?
    }

    /// The id in the path of a request.
    pub fn in_path(self, request: &HttpRequest) -> Result<Uuid, AppError> {
        let text = request.match_info().get("id");
        text.and_then(|text| self.read(text)).ok_or(UNKNOWN)
    }

    const fn prefix(self) -> &'static str {
        match self {
            Self::Webhook => "wh_",
            Self::Delivery => "whd_",
            Self::Incident => "wi_",
            Self::Rotation => "wr_",
        }
    }
}

/// The id of an incident, in a body.
#[derive(Debug, Clone, Copy)]
pub struct IncidentId(pub Uuid);

impl Accepted for IncidentId {
    const ACCEPTED: &'static str =
        "an incident's id: wi_ and 32 hexadecimal digits in small letters";

    fn read(value: Value<'_>) -> Option<Self> {
        IdKind::Incident.read(&value.text()?).map(Self)
    }
}

/// The id of a rotation, in a body.
#[derive(Debug, Clone, Copy)]
pub struct RotationId(pub Uuid);

impl Accepted for RotationId {
    const ACCEPTED: &'static str =
        "a rotation's id: wr_ and 32 hexadecimal digits in small letters";

    fn read(value: Value<'_>) -> Option<Self> {
        IdKind::Rotation.read(&value.text()?).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::IdKind;

    #[test]
    fn ids_have_one_spelling() {
        let id = Uuid::from_u128(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef);
        let shown = "0123456789abcdef0123456789abcdef";
        for (kind, prefix) in [
            (IdKind::Webhook, "wh_"),
            (IdKind::Delivery, "whd_"),
            (IdKind::Incident, "wi_"),
            (IdKind::Rotation, "wr_"),
        ] {
            let text = format!("{prefix}{shown}");
            assert_eq!(kind.write(id), text);
            assert_eq!(kind.read(&text), Some(id));
            for bad in [
                shown.to_owned(),
                format!("x{prefix}{shown}"),
                format!("{prefix}{}", shown.to_uppercase()),
                format!("{}{shown}", prefix.to_uppercase()),
                format!("{prefix}{}", id.hyphenated()),
                format!("{prefix}{shown}0"),
                format!("{prefix}{}", &shown[1..]),
                format!("{prefix}{} ", &shown[1..]),
                format!("{prefix}{}g", &shown[1..]),
                format!("{prefix}+{}", &shown[1..]),
                format!("{prefix}é{}", &shown[2..]),
                prefix.to_owned(),
                String::new(),
            ] {
                assert_eq!(kind.read(&bad), None, "{bad}");
            }
        }
        assert_eq!(IdKind::Delivery.read(&format!("wh_{shown}")), None);
    }
}
