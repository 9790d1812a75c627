//! Who may do what, and what is written when somebody may not.

use domain::webhook::audit::Action;
use ports_store::AuditTarget;

use crate::ask::WEBHOOK;
use crate::store::{self, Commanded};
use crate::support::{Ask, START};
use crate::world::{OWNER, World};

const HOOK: Option<AuditTarget> = Some(AuditTarget::Webhook(store::WEBHOOK));

/// Each change with its action, what it is done to, and whether test keys may do it.
fn changes() -> [(Ask, Action, Option<AuditTarget>, bool); 10] {
    let [
        create,
        change,
        remove,
        test,
        retry,
        replay_range,
        acknowledge,
        prepare,
        activate,
        cancel,
    ] = Ask::changes();
    let delivery = Some(AuditTarget::Delivery(store::DELIVERY));
    [
        (create, Action::Create, None, true),
        (change, Action::Update, HOOK, true),
        (remove, Action::Delete, HOOK, true),
        (test, Action::Test, HOOK, false),
        (retry, Action::Retry, delivery, false),
        (replay_range, Action::Retry, HOOK, false),
        (acknowledge, Action::Acknowledge, HOOK, true),
        (prepare, Action::PrepareSecret, HOOK, true),
        (activate, Action::ActivateSecret, HOOK, true),
        (cancel, Action::CancelSecret, HOOK, true),
    ]
}

#[actix_web::test]
async fn changing_takes_the_scope_and_what_is_refused_is_written() {
    let world = World::new().await;
    for (ask, action, target, _) in changes() {
        for key in ["reader", "powerless"] {
            let answer = ask.clone().by(key).send(&world).await;
            answer.assert_refused(403, "insufficient_scope", &ask.named());
            let (tenant, entry) = world.store.noted.lock().unwrap().pop().unwrap();
            assert_eq!(tenant, OWNER);
            assert_eq!((entry.action, entry.target), (action, target));
            assert_eq!(entry.outcome, "insufficient_scope");
            assert_eq!(entry.at, START);
            assert!(entry.actor.starts_with("akr_"));
            assert!(!entry.actor.contains(key));
        }
    }
    assert_eq!(world.store.noted.lock().unwrap().len(), 0);
    world.assert_untouched();
}

#[actix_web::test]
async fn reading_takes_the_scope_and_is_not_written() {
    let world = World::new().await;
    for ask in Ask::reads() {
        let name = ask.named();
        let answer = ask.by("powerless").send(&world).await;
        answer.assert_refused(403, "insufficient_scope", &name);
    }
    assert_eq!(world.store.noted.lock().unwrap().len(), 0);
    world.assert_untouched();
}

#[actix_web::test]
async fn test_keys_do_everything_but_send() {
    let world = World::new().await;
    for (ask, action, target, may) in changes() {
        let name = ask.named();
        let answer = ask.by("tester").send(&world).await;
        if may {
            assert!(answer.status.is_success(), "{name}");
            let Commanded { context, .. } = world.commands().remove(0);
            assert_eq!(context.tenant.mode.code(), "test");
            continue;
        }
        answer.assert_refused(403, "live_key_required", &name);
        let (tenant, entry) = world.store.noted.lock().unwrap().pop().unwrap();
        assert_eq!((tenant.workspace.0, tenant.mode.code()), (2, "test"));
        assert_eq!((entry.action, entry.target), (action, target));
        assert_eq!(entry.outcome, "live_key_required");
    }
    world.assert_untouched();
}

#[actix_web::test]
async fn traffic_takes_the_entitlement() {
    let world = World::new().await;
    let causes_traffic = |action| {
        !matches!(
            action,
            Action::Delete | Action::Acknowledge | Action::CancelSecret
        )
    };
    for (ask, action, target, _) in changes() {
        let name = ask.named();
        let answer = ask.by("unentitled").send(&world).await;
        if !causes_traffic(action) {
            assert!(answer.status.is_success(), "{name}");
            continue;
        }
        answer.assert_refused(403, "entitlement_required", &name);
        let (_, entry) = world.store.noted.lock().unwrap().pop().unwrap();
        assert_eq!((entry.action, entry.target), (action, target));
        assert_eq!(entry.outcome, "entitlement_required");
    }
    assert_eq!(world.commands().len(), 3);
}

#[actix_web::test]
async fn only_changes_that_may_cause_traffic_take_the_entitlement() {
    let world = World::new().await;
    for (body, status) in [
        (r#"{"enabled":false}"#, 200),
        (r#"{"events":["webhook.test"]}"#, 200),
        (r#"{"enabled":false,"events":["webhook.test"]}"#, 200),
        (r#"{"enabled":true}"#, 403),
        (r#"{"url":"https://hooks.customer.org/"}"#, 403),
        (
            r#"{"url":"https://hooks.customer.org/","enabled":false}"#,
            403,
        ),
    ] {
        let answer = Ask::change(body).by("unentitled").send(&world).await;
        assert_eq!(answer.status, status, "{body}");
    }
}

#[actix_web::test]
async fn refusals_without_a_target_or_an_audit_are_refusals_all_the_same() {
    let world = World::new().await;
    let ask = Ask::remove().at(WEBHOOK, "x").by("reader");
    let answer = ask.send(&world).await;
    answer.assert_refused(403, "insufficient_scope", "ids without their form");
    let (_, entry) = world.store.noted.lock().unwrap().pop().unwrap();
    assert_eq!(entry.target, None);
    *world.store.audit_is_broken.lock().unwrap() = true;
    let answer = Ask::remove().by("reader").send(&world).await;
    answer.assert_refused(403, "insufficient_scope", "broken audit");
}
