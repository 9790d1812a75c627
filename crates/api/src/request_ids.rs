//! Ids of requests.

use std::sync::atomic::{AtomicU64, Ordering};

use ports_system::IdSource;

/// Makes ids of requests: 32 hexadecimal digits, counted up from where chance began, so that two processes never
/// give the same one. Which request a number is of can be guessed, and may be: nothing is found or allowed by it.
pub struct RequestIds {
    /// The first half, which stays.
    process: u64,
    next: AtomicU64,
}

impl RequestIds {
    /// Begins anywhere.
    pub fn begin(ids: &dyn IdSource) -> Self {
        let (process, first) = ids.uuid().as_u64_pair();
        Self {
            process,
            next: AtomicU64::new(first),
        }
    }

    /// One that was not given before.
    pub fn fresh(&self) -> String {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        format!("{:016x}{number:016x}", self.process)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use adapter_system::System;

    use super::RequestIds;

    #[test]
    fn no_two_are_the_same() {
        let system = System::new();
        let (one, other) = (RequestIds::begin(&system), RequestIds::begin(&system));
        let ids: HashSet<String> = (0..1000)
            .flat_map(|_| [one.fresh(), other.fresh()])
            .collect();
        assert_eq!(ids.len(), 2000);
        let is_formed = |id: &String| id.len() == 32 && id.bytes().all(|b| b.is_ascii_hexdigit());
        assert!(ids.iter().all(is_formed));
    }
}
