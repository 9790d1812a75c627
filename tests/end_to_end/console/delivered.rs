//! What the console tells of deliveries.

use tests::Backend;
use tests::webhook_receiver::status;
use tests::webhooks::World;

crate::on_both_stores!(
    a_delivery_shows_what_was_sent_and_is_found_by_its_ids,
    a_replay_is_offered_only_where_it_would_be_done,
);

fn world(backend: Backend) -> World {
    let world = World::with(backend, &[("PCS_CONSOLE", "on")]);
    world.deployment.operator("ada");
    world
}

fn a_delivery_shows_what_was_sent_and_is_found_by_its_ids(backend: Backend) {
    let world = world(backend);
    let ada = world.service.log_in("ada");
    let show = |path: &str| world.service.console(&ada, path).text().to_owned();
    assert!(show("/console/webhooks").contains("No workspace has an open incident"));
    let quiet = show("/console");
    assert!(quiet.contains("Deliveries of webhooks: 0"), "{quiet}");
    assert_eq!(quiet.matches("None in the last 24 hours").count(), 3);
    let good = world.webhook("/good");
    let bad = world.webhook("/bad?token=very-secret");
    world.receiver.then("/bad?token=very-secret", status(410));
    let delivered = world.deliver(&good);
    let failed = world.deliver(&bad);
    let text = |of: &serde_json::Value, name: &str| of[name].as_str().expect("a text").to_owned();
    let (id, event) = (text(&failed, "id"), text(&failed, "event_id"));

    let list = show("/console/webhooks");
    let trouble = list.find("id=\"trouble\"").expect("the ones in trouble");
    assert!(
        trouble < list.find("id=\"workspaces\"").expect("all"),
        "{list}"
    );
    assert!(list.contains("<strong>1</strong>"), "{list}");
    let overview = show("/console");
    assert!(overview.contains("href=\"/console/webhooks#trouble\""));
    assert!(overview.contains("Deliveries of webhooks: 2"), "{overview}");
    assert!(
        overview.contains("2 in the busiest hour") || overview.contains("1 in the one that runs"),
        "{overview}"
    );
    let found = |id: &str| {
        let page = show(&format!("/console/webhooks?id={id}"));
        let links = page.split('"');
        links
            .filter(|it| it.contains("/deliveries/") || it.contains("?endpoint="))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let of_delivery = found(&id);
    assert_eq!((of_delivery.len(), found(&event)), (1, of_delivery.clone()));
    assert!(of_delivery[0].ends_with(&id), "{of_delivery:?}");
    let of_endpoint = found(&bad.id);
    assert!(of_endpoint[0].contains(&bad.id), "{of_endpoint:?}");
    let nothing = "whd_00000000000000000000000000000000";
    assert_eq!(found(nothing), Vec::<String>::new());
    assert!(show(&format!("/console/webhooks?id={nothing}")).contains("kept for 7 days"));
    let wrong = world.service.console(&ada, "/console/webhooks?id=whd_1");
    assert_eq!(wrong.status, 400);
    assert!(wrong.text().contains("id=\"id-wrong\"") && wrong.text().contains("value=\"whd_1\""));

    let page = show(&of_delivery[0]);
    for part in [
        "&quot;type&quot;: &quot;webhook.test&quot;",
        "410",
        &id,
        &bad.id,
        &event,
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let of_both = &of_endpoint[0][..of_endpoint[0].find('?').expect("a query")];
    let both = show(of_both);
    for part in [
        "2 deliveries",
        &id,
        &text(&delivered, "id"),
        "scope=\"col\">To<",
    ] {
        assert!(both.contains(part), "{part}: {both}");
    }
    let one = show(of_endpoint[0].split('#').next().expect("a path"));
    for part in ["1 delivery,", "Only those to", "token=…", "All deliveries"] {
        assert!(one.contains(part), "{part}: {one}");
    }
    assert!(!one.contains("scope=\"col\">To<") && !one.contains(&text(&delivered, "id")));
    for page in [list, page, both, one] {
        assert!(!page.contains("very-secret"), "{page}");
    }
    let gone = world
        .service
        .console(&ada, &format!("{of_both}/deliveries/{nothing}"));
    assert_eq!(gone.status, 404);
    assert!(gone.text().contains("kept for 7 days"), "{}", gone.text());
}

fn a_replay_is_offered_only_where_it_would_be_done(backend: Backend) {
    let world = world(backend);
    let ada = world.service.log_in("ada");
    let webhook = world.webhook("/hook");
    world.receiver.afterwards("/hook", status(410));
    let failed = world.deliver(&webhook);
    let id = failed["id"].as_str().expect("an id").to_owned();
    let found = world
        .service
        .console(&ada, &format!("/console/webhooks?id={id}"));
    let path = found
        .text()
        .split('"')
        .find(|it| it.starts_with('/') && it.ends_with(&id))
        .expect("a link");
    let show = || world.service.console(&ada, path).text().to_owned();
    for replays in 1..=3 {
        assert!(show().contains("Replay (p)"), "before replay {replays}");
        let replayed = world.service.decide(&ada, &format!("{path}/replay"), &[]);
        assert_eq!(replayed.status, 303, "{}", replayed.text());
        assert_eq!(world.owner.ended(&id)["status"], "failed");
    }
    let page = show();
    assert!(
        page.contains("3 of 3") && !page.contains("Replay (p)"),
        "{page}"
    );
    assert!(page.contains("replayed as often as it may be"), "{page}");
    let again = world.service.decide(&ada, &format!("{path}/replay"), &[]);
    assert_eq!(again.status, 409);
}
