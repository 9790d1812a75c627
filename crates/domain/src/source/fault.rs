//! What can be wrong with a source.

/// The longest text of a fault, in characters.
const LONGEST_TEXT: usize = 300;

/// What kind of thing went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultClass {
    /// The address is not acceptable, or leads to a network that is not public.
    Denied,
    /// No connection, or it broke, or took too long.
    Network,
    /// The server answered with another status than success.
    Status,
    /// There is no such file.
    Missing,
    /// The credentials are not there, or cannot be used.
    Credentials,
    /// There is more content than allowed.
    TooLarge,
    /// The content is no feed, or not one that can be read.
    Unreadable,
    /// The content ends too early.
    Truncated,
    /// The content could not be kept here.
    Storage,
    /// The content was read and is not believed: empty, shrunken, implausible.
    Refused,
    /// Whoever ran it died.
    Lost,
}

impl FaultClass {
    /// Every class.
    pub const ALL: [Self; 11] = [
        Self::Denied,
        Self::Network,
        Self::Status,
        Self::Missing,
        Self::Credentials,
        Self::TooLarge,
        Self::Unreadable,
        Self::Truncated,
        Self::Storage,
        Self::Refused,
        Self::Lost,
    ];

    /// Its code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Denied => "denied",
            Self::Network => "network",
            Self::Status => "status",
            Self::Missing => "missing",
            Self::Credentials => "credentials",
            Self::TooLarge => "too_large",
            Self::Unreadable => "unreadable",
            Self::Truncated => "truncated",
            Self::Storage => "storage",
            Self::Refused => "refused",
            Self::Lost => "lost",
        }
    }

    /// The class of a code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.code() == code)
    }
}

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What kind of thing.
    pub class: FaultClass,
    /// In words, without secrets.
    pub text: String,
}

impl Fault {
    /// A fault; the text is cut short, and control characters in it become blanks.
    pub fn new(class: FaultClass, text: &str) -> Self {
        let plain = |c: char| if c.is_control() { ' ' } else { c };
        Self {
            class,
            text: text.chars().take(LONGEST_TEXT).map(plain).collect(),
        }
    }
}
