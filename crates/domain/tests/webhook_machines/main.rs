//! The machines against the reference model: random sequences of what happens to one endpoint.

#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test")]

mod world;

use domain::webhook::delivery::DeliveryError;
use proptest::prelude::*;
use reference_model::Outcome;
use time::Duration;

use world::World;

/// Something that happens to one endpoint or one of its deliveries.
#[derive(Debug, Clone, Copy)]
pub enum Event {
    /// A delivery is queued.
    Queue,
    /// This many seconds pass.
    Pass(i64),
    /// The worker would take it.
    Take(usize),
    /// Its attempt ends.
    End(usize, Outcome, u64),
    /// The worker looks for attempts whose lease ran out.
    Reap,
    /// Its owner replays it.
    Replay(usize),
    /// The evidence of its price changed.
    Supersede(usize),
    /// The endpoint has another URL.
    Move,
    /// The endpoint's owner pauses it.
    Pause,
    /// The owner resumes it.
    Resume,
    /// Somebody acknowledges the incident.
    Acknowledge,
    /// The worker looks for reminders.
    Remind,
    /// The worker looks for deliveries that waited for seven days.
    Expire,
}

fn outcomes() -> impl Strategy<Value = Outcome> {
    let status =
        |(status, asked): (u16, Option<i64>)| Outcome::Status(status, asked.map(Duration::seconds));
    let seconds = vec![0, 5, 60, 900, 3600, 3601, 86_400];
    let asked = prop::option::of(prop::sample::select(seconds));
    prop_oneof![
        3 => (200_u16..300, Just(None)).prop_map(status),
        8 => (500_u16..600, asked.clone()).prop_map(status),
        2 => (100_u16..600, asked).prop_map(status),
        1 => (400_u16..500, Just(None)).prop_map(status),
        1 => (prop::sample::select(vec![408, 409, 425, 429]), Just(None)).prop_map(status),
        1 => Just(Outcome::Error(DeliveryError::DestinationDenied)),
        4 => Just(Outcome::Error(DeliveryError::Timeout)),
        1 => Just(Outcome::Error(DeliveryError::Encryption)),
    ]
}

fn events() -> impl Strategy<Value = Event> {
    let which = 0_usize..5;
    let seconds = vec![1, 9, 12, 59, 60, 300, 900, 3600, 8640, 21_600, 172_800];
    prop_oneof![
        4 => Just(Event::Queue),
        20 => prop::sample::select(seconds).prop_map(Event::Pass),
        30 => which.clone().prop_map(Event::Take),
        24 => (which.clone(), outcomes(), any::<u64>())
            .prop_map(|(which, outcome, spread)| Event::End(which, outcome, spread)),
        4 => Just(Event::Reap),
        6 => which.clone().prop_map(Event::Replay),
        1 => which.prop_map(Event::Supersede),
        1 => Just(Event::Move),
        1 => Just(Event::Pause),
        2 => Just(Event::Resume),
        3 => Just(Event::Acknowledge),
        4 => Just(Event::Remind),
        2 => Just(Event::Expire),
    ]
}

/// The only delivery of an endpoint, whose every attempt ends so, is attempted as often as it can be.
fn stubborn(outcome: Outcome) -> Vec<Event> {
    let round = [Event::Pass(8640), Event::Take(0), Event::End(0, outcome, 7)];
    let cycle: Vec<_> = round.into_iter().cycle().take(3 * 9).collect();
    let mut events = vec![Event::Queue];
    for _ in 0..5 {
        events.extend(&cycle);
        events.push(Event::Replay(0));
    }
    events
}

fn run(events: &[Event]) -> World {
    let mut world = World::new();
    for event in events {
        world.happen(*event);
    }
    world
}

#[test]
fn a_dead_endpoint_gets_thirty_two_attempts_and_one_incident() {
    let world = run(&stubborn(Outcome::Error(DeliveryError::Timeout)));
    assert_eq!((world.attempts(), world.incidents()), (32, 1));
}

#[test]
fn an_endpoint_that_refuses_gets_three_replays_and_one_incident() {
    let world = run(&stubborn(Outcome::Status(410, None)));
    assert_eq!((world.attempts(), world.incidents()), (4, 1));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn machines_do_what_the_contract_says(events in prop::collection::vec(events(), 1..200)) {
        run(&events);
    }

    #[test]
    fn an_endpoint_recovers_from_everything(events in prop::collection::vec(events(), 1..120)) {
        let mut world = run(&events);
        world.recover();
        assert!(world.is_well());
    }
}
