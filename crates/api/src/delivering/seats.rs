//! The places of attempts: how they are taken and come free.

use domain::ids::WorkspaceNo;
use domain::webhook::delivery::Verdict;
use ports_store::LeasedDelivery;
use tokio::time::Instant;

use super::{AT_ONCE, Desk, GATHERING, PER_WORKSPACE, UNPROVEN};

/// Whose place an attempt has.
#[derive(Clone, Copy)]
pub(super) struct Seat {
    workspace: WorkspaceNo,
    endpoint: i64,
    is_proven: bool,
}

impl Desk {
    /// A place comes free. If it was one that others may wait for, they are looked at.
    pub(super) fn rise(&mut self, seat: Seat, verdict: Verdict) {
        let busy = self.attempts.len() + 1;
        let was_full = busy >= usize::try_from(AT_ONCE).unwrap_or(usize::MAX);
        let window = self.windows.entry(seat.endpoint).or_default();
        let makes_room = was_full || window.is_full();
        *window = window.ended(Some(verdict));
        if window.is_new() {
            self.windows.remove(&seat.endpoint);
        }
        let running = self.running.entry(seat.workspace).or_default();
        let was_crowded = *running >= PER_WORKSPACE;
        *running = running.saturating_sub(1);
        if !seat.is_proven {
            self.unproven = self.unproven.saturating_sub(1);
        }
        if makes_room || was_crowded || self.unproven + 1 >= UNPROVEN {
            self.room_comes();
        }
    }

    /// There is room for more, soon to be looked at.
    pub(super) fn room_comes(&mut self) {
        self.room_at
            .get_or_insert_with(|| Instant::now() + GATHERING);
    }

    /// A place is taken.
    pub(super) fn sit(&mut self, leased: &LeasedDelivery) -> Seat {
        let window = self.windows.entry(leased.endpoint).or_default();
        let seat = Seat {
            workspace: leased.workspace,
            endpoint: leased.endpoint,
            is_proven: window.is_proven(),
        };
        *window = window.begun();
        *self.running.entry(seat.workspace).or_default() += 1;
        if !seat.is_proven {
            self.unproven += 1;
        }
        seat
    }
}
