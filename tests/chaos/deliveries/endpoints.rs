//! Fifty endpoints, how they behave, and what came in at them.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use reference_model::Random;
use tests::webhook_receiver::{
    Certificate, Received, Receiver, Reply, Step, reaching, status_with,
};
use tests::{Deployment, now};
use time::OffsetDateTime;
use uuid::Uuid;

const DOMAIN: &str = "receiver.test";

/// How many seconds older than its arrival a signature may be.
const AGE: i64 = 10;

pub const ENDPOINTS: usize = 50;

/// Workspaces with one endpoint, which come first.
pub const ALONE: usize = 30;

/// The other workspaces have so many.
pub const TOGETHER: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Works,
    Gone,
    Broken,
    Silent,
    /// Answers 500 until it is mended.
    DownForAWhile,
    /// Never answers until it is mended.
    SilentForAWhile,
    /// 503 for two seconds, then well for two seconds.
    Flaps,
    /// One in four requests fails in one way or another.
    Shaky,
}

impl Role {
    pub const fn of(endpoint: usize) -> Self {
        match endpoint {
            26 => Self::Gone,
            27 => Self::Broken,
            28 => Self::Silent,
            24 | 25 | 30 => Self::DownForAWhile,
            22 | 23 | 35 => Self::SilentForAWhile,
            20 | 21 | 40 => Self::Flaps,
            19 | 29 | 45 => Self::Shaky,
            _ => Self::Works,
        }
    }

    /// Whether the endpoint's workspace watches a product: few where nothing ever arrives, because each
    /// takes eight attempts, one after the other.
    pub const fn watches(self, product: usize) -> bool {
        match self {
            Self::Gone => product.is_multiple_of(10),
            Self::Broken => product.is_multiple_of(100),
            Self::Silent => product.is_multiple_of(200),
            Self::Works
            | Self::DownForAWhile
            | Self::SilentForAWhile
            | Self::Flaps
            | Self::Shaky => true,
        }
    }
}

pub fn workspaces() -> Vec<Vec<usize>> {
    let alone = (0..ALONE).map(|endpoint| vec![endpoint]);
    let together = (ALONE..ENDPOINTS).step_by(TOGETHER);
    let together = together.map(|first| (first..first + TOGETHER).collect());
    alone.chain(together).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// A status, after a while, perhaps with seconds to wait.
    Status(u16, Duration, Option<u8>),
    Hang,
    BreakOff,
}

impl Answer {
    pub const fn status(self) -> Option<u16> {
        match self {
            Self::Status(status, ..) => Some(status),
            Self::Hang | Self::BreakOff => None,
        }
    }

    pub fn acknowledges(self) -> bool {
        self.status().is_some_and(|status| status < 300)
    }

    fn reply(self) -> Reply {
        match self {
            Self::Status(status, delay, wait) => {
                let wait = wait.map(|wait| format!("Retry-After: {wait}\r\n"));
                let mut reply = vec![Step::Pause(delay)];
                reply.extend(status_with(status, &wait.unwrap_or_default()));
                reply
            }
            Self::Hang => vec![Step::Hang],
            Self::BreakOff => vec![Step::Reset],
        }
    }
}

#[derive(Debug, Clone)]
pub struct Arrival {
    pub endpoint: usize,
    pub delivery: Uuid,
    pub event: Uuid,
    pub attempt: u16,
    pub at: OffsetDateTime,
    /// A digest of the body.
    pub body: u64,
    pub complaint: Option<String>,
    pub answer: Answer,
}

pub struct Endpoints {
    receiver: Receiver,
    notes: Arc<Notes>,
}

struct Notes {
    seed: u64,
    is_mended: AtomicBool,
    secrets: Mutex<HashMap<usize, String>>,
    arrivals: Mutex<Vec<Arrival>>,
}

impl Endpoints {
    /// Opens them. The seed decides about answers.
    pub fn open(seed: u64) -> Self {
        let notes = Arc::new(Notes {
            seed,
            is_mended: AtomicBool::new(false),
            secrets: Mutex::default(),
            arrivals: Mutex::default(),
        });
        let noting = Arc::clone(&notes);
        let certificate = Certificate::of(&[&format!("*.{DOMAIN}")]);
        let answers = move |received| noting.take(&received).reply();
        Self {
            receiver: Receiver::answering(&certificate, answers),
            notes,
        }
    }

    /// The deployment that reaches them.
    pub fn reached_by(&self, deployment: Deployment) -> Deployment {
        let hosts: Vec<String> = (0..ENDPOINTS).map(host).collect();
        let hosts: Vec<_> = hosts
            .iter()
            .map(|host| (host.as_str(), &self.receiver))
            .collect();
        reaching(deployment, &hosts)
    }

    pub fn url(endpoint: usize) -> String {
        format!("https://{}/hooks?of={endpoint}", host(endpoint))
    }

    /// From now on requests of an endpoint must be signed with this.
    pub fn verify(&self, endpoint: usize, secret: &str) {
        let mut secrets = self.notes.secrets.lock().unwrap();
        secrets.insert(endpoint, secret.to_owned());
    }

    /// Those that fail for a while do not any more.
    pub fn mend(&self) {
        self.notes.is_mended.store(true, Ordering::Relaxed);
    }

    pub fn arrivals(&self) -> Vec<Arrival> {
        self.notes.arrivals.lock().unwrap().clone()
    }
}

impl Notes {
    /// Notes a request; what it is answered.
    fn take(&self, received: &Received) -> Answer {
        let text = |name: &str| {
            let found = received.headers.iter().find(|(own, _)| own == name);
            found.map_or("", |(_, value)| value.as_str())
        };
        let endpoint = endpoint(text("host")).unwrap_or(usize::MAX);
        let id = |text: &str| Uuid::parse_str(text).unwrap_or_default();
        let mut hasher = DefaultHasher::new();
        received.body.hash(&mut hasher);
        let complaint = self.complaint(endpoint, received);
        let mut arrivals = self.arrivals.lock().unwrap();
        let answer = self.answer(endpoint, arrivals.len() as u64);
        arrivals.push(Arrival {
            endpoint,
            delivery: id(text("x-webhook-delivery").trim_start_matches("whd_")),
            event: id(text("idempotency-key")),
            attempt: text("x-webhook-attempt").parse().unwrap_or_default(),
            at: received.at.into(),
            body: hasher.finish(),
            complaint,
            answer,
        });
        answer
    }

    /// What is wrong with a request's signature.
    fn complaint(&self, endpoint: usize, received: &Received) -> Option<String> {
        let secret = self.secrets.lock().unwrap().get(&endpoint)?.clone();
        let is_signed = received
            .headers
            .iter()
            .any(|(own, _)| own == "x-webhook-signature");
        if !is_signed || !received.is_signed_with(&secret) {
            return Some(format!(
                "a signature that does not fit: {:?}",
                received.headers
            ));
        }
        let arrived = OffsetDateTime::from(received.at).unix_timestamp();
        let age = arrived - received.signed_at() as i64;
        (!(0..=AGE).contains(&age)).then(|| format!("a signature of {age} s"))
    }

    /// What an endpoint answers to the request of this number.
    fn answer(&self, endpoint: usize, number: u64) -> Answer {
        let is_mended = self.is_mended.load(Ordering::Relaxed);
        let mut random = Random::new(self.seed ^ (number << 20));
        let delay = Duration::from_millis(random.below(30));
        let well = Answer::Status(random.pick(&[200, 200, 204]), delay, None);
        match Role::of(endpoint) {
            Role::DownForAWhile | Role::SilentForAWhile if is_mended => well,
            Role::Gone => Answer::Status(410, delay, None),
            Role::Broken | Role::DownForAWhile => Answer::Status(500, delay, None),
            Role::Silent | Role::SilentForAWhile => Answer::Hang,
            Role::Flaps if now().unix_timestamp() / 2 % 2 == 0 => {
                Answer::Status(503, delay, Some(1))
            }
            Role::Works | Role::Flaps => well,
            Role::Shaky => match random.below(16) {
                0 => Answer::Status(500, delay, None),
                1 => Answer::Status(429, delay, Some(1)),
                2 => Answer::BreakOff,
                3 => Answer::Hang,
                _ => well,
            },
        }
    }
}

fn host(endpoint: usize) -> String {
    format!("e{endpoint}.{DOMAIN}")
}

fn endpoint(host: &str) -> Option<usize> {
    let name = host.strip_suffix(DOMAIN)?.strip_suffix('.')?;
    name.strip_prefix('e')?.parse().ok()
}
