use std::collections::{BTreeMap, HashMap};

use proptest::prelude::*;

use super::{NOW, TICK};
use crate::ids::WorkspaceNo;
use crate::webhook::endpoint::{Health, OPEN_ROOM, SUSPECT_ROOM};
use crate::webhook::fair::{DeliveryCapacity, EndpointQueue, Waiting, share};
use crate::webhook::window::Window;

fn waiting(endpoints: &[(i64, u32)]) -> Vec<Waiting> {
    endpoints
        .iter()
        .zip(1..)
        .map(|((workspace, room), endpoint)| Waiting {
            endpoint,
            workspace: WorkspaceNo(*workspace),
            room: *room,
            is_proven: true,
        })
        .collect()
}

fn places(free: u32, per_workspace: u32) -> DeliveryCapacity {
    DeliveryCapacity {
        free,
        free_for_unproven: free,
        per_workspace,
        ..DeliveryCapacity::default()
    }
}

#[test]
fn nobody_waits_and_nobody_gets() {
    assert_eq!(share(&[], &places(9, 9)), []);
}

#[test]
fn nothing_is_free_and_nobody_gets() {
    assert_eq!(share(&waiting(&[(1, 5)]), &places(0, 9)), []);
    assert_eq!(share(&waiting(&[(1, 5)]), &places(9, 0)), []);
    assert_eq!(share(&waiting(&[(1, 0)]), &places(9, 9)), []);
}

#[test]
fn a_lone_endpoint_gets_all_it_may_have() {
    for (room, free, per_workspace, expected) in [(16, 9, 12, 9), (16, 20, 12, 12), (7, 20, 12, 7)]
    {
        let shares = share(&waiting(&[(1, room)]), &places(free, per_workspace));
        assert_eq!(shares, [(1, expected)]);
    }
}

#[test]
fn places_go_round_in_the_given_order() {
    let all = waiting(&[(1, 9), (2, 9), (3, 9)]);
    assert_eq!(share(&all, &places(2, 9)), [(1, 1), (2, 1)]);
    assert_eq!(share(&all, &places(7, 9)), [(1, 3), (2, 2), (3, 2)]);
}

#[test]
fn a_workspace_with_many_endpoints_leaves_room_for_another() {
    let mut endpoints = vec![(1, 16); 50];
    endpoints.push((2, 16));
    let shares = share(&waiting(&endpoints), &places(64, 32));
    let of_other = shares.iter().find(|(endpoint, _)| *endpoint == 51);
    assert_eq!(of_other, Some(&(51, 16)));
    let of_first: u32 = shares[..shares.len() - 1].iter().map(|(_, n)| n).sum();
    assert_eq!(of_first, 32);
}

#[test]
fn endpoints_that_work_keep_places_that_others_cannot_have() {
    let mut all = waiting(&[(1, 16), (2, 16), (3, 16)]);
    all[0].is_proven = false;
    all[1].is_proven = false;
    let scarce = DeliveryCapacity {
        free_for_unproven: 3,
        ..places(20, 20)
    };
    assert_eq!(share(&all, &scarce), [(1, 2), (2, 1), (3, 16)]);
    let none = DeliveryCapacity {
        free_for_unproven: 0,
        ..places(20, 20)
    };
    assert_eq!(share(&all, &none), [(3, 16)]);
}

#[test]
fn attempts_that_run_already_count_for_their_workspace() {
    let taken = HashMap::from([(WorkspaceNo(1), 3), (WorkspaceNo(2), 9)]);
    let places = DeliveryCapacity {
        taken,
        ..places(20, 5)
    };
    let all = waiting(&[(1, 9), (2, 9), (3, 9)]);
    assert_eq!(share(&all, &places), [(1, 2), (3, 5)]);
}

/// Up to twelve endpoints of four workspaces, and the places there are.
fn situations() -> impl Strategy<Value = (Vec<Waiting>, DeliveryCapacity)> {
    let endpoints = prop::collection::vec((0_i64..4, 0_u32..20), 0..12);
    let taken = prop::collection::hash_map((0_i64..5).prop_map(WorkspaceNo), 0_u32..20, 0..5);
    (endpoints, 0_u32..80, 0_u32..30, taken).prop_map(|(endpoints, free, limit, taken)| {
        let places = DeliveryCapacity {
            free,
            free_for_unproven: free,
            per_workspace: limit,
            taken,
            ..DeliveryCapacity::default()
        };
        (waiting(&endpoints), places)
    })
}

fn by_endpoint(all: &[Waiting], places: &DeliveryCapacity) -> BTreeMap<i64, u32> {
    share(all, places).into_iter().collect()
}

/// What each workspace has after sharing, what it had before included.
fn held(all: &[Waiting], places: &DeliveryCapacity) -> HashMap<WorkspaceNo, u32> {
    let shares = by_endpoint(all, places);
    let mut held = places.taken.clone();
    for one in all {
        *held.entry(one.workspace).or_default() += share_of(&shares, one);
    }
    held
}

fn share_of(shares: &BTreeMap<i64, u32>, one: &Waiting) -> u32 {
    shares.get(&one.endpoint).copied().unwrap_or_default()
}

/// The most that can be given out: each workspace up to its limit and its rooms, all up to what is free.
fn most(all: &[Waiting], places: &DeliveryCapacity) -> u32 {
    let mut rooms: BTreeMap<i64, u32> = BTreeMap::new();
    for one in all {
        *rooms.entry(one.workspace.0).or_default() += one.room;
    }
    let of_workspaces = rooms.into_iter().map(|(workspace, rooms)| {
        let has = places.taken.get(&WorkspaceNo(workspace));
        let left = places
            .per_workspace
            .saturating_sub(has.copied().unwrap_or(0));
        rooms.min(left)
    });
    of_workspaces.sum::<u32>().min(places.free)
}

proptest! {
    #[test]
    fn no_endpoint_gets_more_than_its_room((all, places) in situations()) {
        let shares = share(&all, &places);
        for (endpoint, share) in &shares {
            let of: Vec<_> = all.iter().filter(|one| one.endpoint == *endpoint).collect();
            prop_assert_eq!(of.len(), 1);
            prop_assert!(*share > 0 && *share <= of[0].room);
        }
        prop_assert_eq!(shares.len(), by_endpoint(&all, &places).len());
    }

    #[test]
    fn no_workspace_gets_above_its_limit((all, places) in situations()) {
        for (workspace, held) in held(&all, &places) {
            let had = places.taken.get(&workspace).copied().unwrap_or_default();
            prop_assert!(held <= places.per_workspace.max(had));
        }
    }

    #[test]
    fn nothing_stays_free_while_somebody_could_have_it((all, places) in situations()) {
        let shares = by_endpoint(&all, &places);
        let given: u32 = shares.values().sum();
        prop_assert_eq!(given, most(&all, &places));
        if given < places.free {
            let held = held(&all, &places);
            for one in &all {
                let full = share_of(&shares, one) == one.room;
                prop_assert!(full || held[&one.workspace] >= places.per_workspace);
            }
        }
    }

    #[test]
    fn equal_endpoints_get_equal_shares_but_for_one((all, places) in situations()) {
        let shares = by_endpoint(&all, &places);
        for one in &all {
            for other in all.iter().filter(|other| other.workspace == one.workspace) {
                let (few, many) = (share_of(&shares, one), share_of(&shares, other));
                // more than one less only for want of room
                prop_assert!(few + 1 >= many || few == one.room);
            }
        }
    }

    #[test]
    fn the_order_does_not_change_the_total((all, places) in situations(), turn in 0_usize..12) {
        let mut turned = all.clone();
        turned.rotate_left(turn.min(all.len()));
        let mut reversed = all.clone();
        reversed.reverse();
        let total = by_endpoint(&all, &places).values().sum::<u32>();
        for other in [turned, reversed] {
            prop_assert_eq!(by_endpoint(&other, &places).values().sum::<u32>(), total);
        }
    }

    #[test]
    fn workspaces_of_one_endpoint_each_share_evenly(
        room in 1_u32..20,
        free in 0_u32..80,
        count in 1_usize..10,
    ) {
        let endpoints: Vec<_> = (0..).take(count).map(|workspace| (workspace, room)).collect();
        let all = waiting(&endpoints);
        let shares = by_endpoint(&all, &places(free, 40));
        let shares = all.iter().map(|one| share_of(&shares, one));
        let (least, most) = (shares.clone().min(), shares.max());
        prop_assert!(most <= least.map(|least| least + 1));
    }
}

fn queue(failures: u32, cooldown_until: Option<time::OffsetDateTime>) -> EndpointQueue {
    EndpointQueue {
        endpoint: 1,
        workspace: WorkspaceNo(1),
        health: Health {
            failures,
            cooldown_until,
        },
        due_at: NOW,
        is_sending: false,
    }
}

#[test]
fn what_is_due_waits_for_as_much_room_as_health_and_window_leave() {
    let open = DeliveryCapacity {
        unknown: Window::OPEN,
        ..places(9, 9)
    };
    let room = |queue: EndpointQueue, places: &DeliveryCapacity| {
        queue
            .waiting(NOW, places)
            .map(|one| (one.room, one.is_proven))
    };
    let soon = EndpointQueue {
        due_at: NOW + TICK,
        ..queue(0, None)
    };
    let table = [
        (
            queue(0, None),
            Some((OPEN_ROOM, true)),
            Some((SUSPECT_ROOM, false)),
        ),
        (
            queue(1, None),
            Some((SUSPECT_ROOM, true)),
            Some((SUSPECT_ROOM, false)),
        ),
        (queue(3, Some(NOW)), Some((1, true)), Some((1, false))),
        (
            queue(3, Some(NOW + TICK)),
            Some((0, true)),
            Some((0, false)),
        ),
        (soon, None, None),
    ];
    for (queue, known, unknown) in table {
        assert_eq!(room(queue, &open), known, "{queue:?}");
        assert_eq!(room(queue, &places(9, 9)), unknown, "{queue:?}");
    }
}

#[test]
fn the_next_attempt_waits_for_cooldowns_and_places() {
    let full = DeliveryCapacity {
        unknown: Window::default().begun().begun(),
        ..places(9, 9)
    };
    let sending = |queue| EndpointQueue {
        is_sending: true,
        ..queue
    };
    let later = NOW + TICK;
    let table = [
        // queue, next attempt, the same when its places are taken, overdue since
        (queue(0, None), Some(NOW), None, Some(NOW)),
        (sending(queue(0, None)), Some(NOW), None, Some(NOW)),
        (queue(2, None), Some(NOW), None, Some(NOW)),
        (queue(3, Some(later)), Some(later), Some(later), None),
        (
            sending(queue(3, Some(later))),
            Some(later),
            Some(later),
            None,
        ),
        (queue(3, Some(NOW)), Some(NOW), None, Some(NOW)),
        (queue(3, Some(NOW - TICK)), Some(NOW), None, Some(NOW)),
        (sending(queue(3, Some(NOW))), None, None, None),
    ];
    for (queue, next, while_full, overdue) in table {
        assert_eq!(queue.next_attempt(NOW, &places(9, 9)), next, "{queue:?}");
        assert_eq!(queue.next_attempt(NOW, &full), while_full, "{queue:?}");
        assert_eq!(queue.overdue_since(NOW), overdue, "{queue:?}");
    }
    let kept_waiting = EndpointQueue {
        due_at: NOW - TICK - TICK,
        ..queue(3, Some(NOW - TICK))
    };
    assert_eq!(kept_waiting.overdue_since(NOW), Some(NOW - TICK));
    let not_due = EndpointQueue {
        due_at: later,
        ..queue(0, None)
    };
    assert_eq!(not_due.overdue_since(NOW), None);
    assert_eq!(not_due.next_attempt(NOW, &places(9, 9)), Some(later));
}

proptest! {
    /// What is asked at the instant that was named as the next one finds something to send, unless a cooldown
    /// ends in no room.
    #[test]
    fn something_waits_when_the_next_attempt_may_begin(
        failures in 0_u32..5, cooldown in prop::option::of(-50_i64..50), due in -50_i64..50,
        is_sending in any::<bool>(), running in 0_u32..3,
    ) {
        let seconds = |n| NOW + time::Duration::seconds(n);
        let one = EndpointQueue {
            due_at: seconds(due),
            is_sending,
            ..queue(failures, cooldown.map(seconds))
        };
        let window = (0..running).fold(Window::default(), |window, _| window.begun());
        let places = DeliveryCapacity { unknown: window, ..places(9, 9) };
        if let Some(next) = one.next_attempt(NOW, &places) {
            let waiting = one.waiting(next.max(NOW), &places);
            prop_assert!(waiting.is_some());
            prop_assert!(one.due_at <= next);
        }
        if let Some(since) = one.overdue_since(NOW) {
            prop_assert!(since <= NOW && one.due_at <= since);
            prop_assert!(one.waiting(NOW, &places).is_some());
        }
    }
}
