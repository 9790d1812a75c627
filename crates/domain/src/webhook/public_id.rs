//! Ids of webhooks and what belongs to them, as everybody sees them: a prefix that names the kind, and 32
//! hexadecimal digits in small letters.

use uuid::Uuid;

use crate::ids;

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
        ids::read_prefixed(text, self.prefix())
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
