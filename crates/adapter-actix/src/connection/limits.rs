use std::time::Duration;

/// How many connections a listener has, and how long each may keep us waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// The most connections of one listener; 0: any number (`PCS_CONNECTIONS`).
    pub all: u32,
    /// The most connections of one client address, or of one IPv6 network (/64); 0: any number
    /// (`PCS_CONNECTIONS_PER_ADDRESS`).
    pub per_address: u32,
    /// The most requests that one connection of HTTP/2 has at a time (`PCS_HTTP2_STREAMS`).
    pub streams: u32,
    /// The longest from the first byte of a request's head to its last one, for the TLS handshake, and
    /// from there to the end of the first head (`PCS_HEAD_TIMEOUT`).
    pub head: Duration,
    /// The longest between an answer and the next request (`PCS_IDLE_TIMEOUT`).
    pub idle: Duration,
    /// The longest without a byte in either direction while a request is answered; over HTTP/2 without a byte
    /// of an answer that the client takes (`PCS_STALL_TIMEOUT`).
    pub stall: Duration,
}

impl ConnectionLimits {
    /// The first instant at which anything that begins now can be overdue.
    pub fn shortest(&self) -> Duration {
        self.head.min(self.idle).min(self.stall)
    }
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            all: 10_000,
            per_address: 1000,
            streams: 100,
            head: Duration::from_secs(5),
            idle: Duration::from_secs(5),
            stall: Duration::from_mins(1),
        }
    }
}
