use crate::webhook::delivery::{DeliveryError, Verdict};
use crate::webhook::endpoint::{OPEN_ROOM, SUSPECT_ROOM};
use crate::webhook::window::Window;

const FAILED: Verdict = Verdict::Transient {
    error: DeliveryError::Timeout,
    retry_after: None,
};

fn running(window: Window, attempts: u32) -> Window {
    (0..attempts).fold(window, |window, _| window.begun())
}

#[test]
fn an_endpoint_begins_with_few_places() {
    let new = Window::default();
    assert_eq!(new.room(OPEN_ROOM), SUSPECT_ROOM);
    assert!(new.is_new() && !new.is_proven() && !new.is_full());
    let full = running(new, SUSPECT_ROOM);
    assert_eq!(full.room(OPEN_ROOM), 0);
    assert!(full.is_full() && !full.is_new());
}

#[test]
fn health_may_allow_less() {
    assert_eq!(Window::OPEN.room(OPEN_ROOM), OPEN_ROOM);
    assert_eq!(Window::OPEN.room(1), 1);
    assert_eq!(running(Window::OPEN, 1).room(1), 0);
    assert_eq!(Window::OPEN.room(0), 0);
}

#[test]
fn each_success_makes_one_place_more_up_to_all() {
    let mut window = Window::default();
    for limit in SUSPECT_ROOM + 1..=OPEN_ROOM {
        window = window.begun().ended(Some(Verdict::Acknowledged));
        assert_eq!(window.room(u32::MAX), limit);
        assert!(window.is_proven());
    }
    let most = window.begun().ended(Some(Verdict::Acknowledged));
    assert_eq!(most, Window::OPEN);
}

#[test]
fn a_failure_leaves_few() {
    for verdict in [
        FAILED,
        Verdict::Permanent(DeliveryError::Http),
        Verdict::Lost,
    ] {
        let window = running(Window::OPEN, 5).ended(Some(verdict));
        assert_eq!(window.room(OPEN_ROOM), 0, "four run still");
        let window = (0..4).fold(window, |window, _| window.ended(None));
        assert_eq!(window, Window::default());
    }
}

#[test]
fn one_that_broke_off_says_nothing() {
    let window = Window::OPEN.begun().ended(None);
    assert_eq!(window, Window::OPEN);
    assert_eq!(Window::default().ended(None), Window::default());
}
