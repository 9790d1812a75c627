//! The slots of attempts: how they are occupied and released.

use domain::ids::WorkspaceNo;
use domain::webhook::delivery::Verdict;
use ports_store::LeasedDelivery;
use tokio::time::Instant;

use super::{AT_ONCE, DeliveryScheduler, GATHERING, PER_WORKSPACE, UNPROVEN};

/// Whose slot an attempt occupies.
#[derive(Clone, Copy)]
pub(super) struct AttemptSlot {
    workspace: WorkspaceNo,
    endpoint: i64,
    is_proven: bool,
}

impl DeliveryScheduler {
    /// An attempt ended: its slot is free. If others may wait for it, they are looked at.
    pub(super) fn release(&mut self, slot: AttemptSlot, verdict: Option<Verdict>) {
        let busy = self.attempts.len() + 1;
        let was_full = busy >= usize::try_from(AT_ONCE).unwrap_or(usize::MAX);
        let window = self.windows.entry(slot.endpoint).or_default();
        let makes_room = was_full || window.is_full();
        *window = window.ended(verdict);
        if window.is_new() {
            self.windows.remove(&slot.endpoint);
        }
        let running = self.running.entry(slot.workspace).or_default();
        let was_crowded = *running >= PER_WORKSPACE;
        *running = running.saturating_sub(1);
        if !slot.is_proven {
            self.unproven = self.unproven.saturating_sub(1);
        }
        if makes_room || was_crowded || self.unproven + 1 >= UNPROVEN {
            self.slots_come_free();
        }
    }

    /// There is room for more, soon to be looked at.
    pub(super) fn slots_come_free(&mut self) {
        self.room_at
            .get_or_insert_with(|| Instant::now() + GATHERING);
    }

    /// An attempt begins: it occupies a slot of its workspace and of its endpoint.
    pub(super) fn occupy(&mut self, leased: &LeasedDelivery) -> AttemptSlot {
        let window = self.windows.entry(leased.endpoint).or_default();
        let slot = AttemptSlot {
            workspace: leased.workspace,
            endpoint: leased.endpoint,
            is_proven: window.is_proven(),
        };
        *window = window.begun();
        *self.running.entry(slot.workspace).or_default() += 1;
        if !slot.is_proven {
            self.unproven += 1;
        }
        slot
    }
}
