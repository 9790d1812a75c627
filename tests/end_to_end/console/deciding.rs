//! What an operator sees and decides.

use std::time::Duration;

use serde_json::Value;
use tests::console::{PASSWORD, decide_at};
use tests::sources::{Shop, content, feed};
use tests::webhook_receiver::status;
use tests::webhooks::World;
use tests::{Backend, Deployment, Service, hours_ago, offers_csv, timed, wait_for};

use super::deployment;

crate::on_both_stores!(
    a_doubt_is_decided_and_the_act_is_written_down,
    a_hundred_doubts_are_decided_in_much_less_than_an_hour,
    of_two_decisions_at_once_one_is_carried_out,
    two_products_are_made_one_by_hand,
    a_price_is_accepted,
    a_feed_is_let_in,
    a_failed_delivery_is_replayed,
    a_source_is_run_now,
    operators_are_made_listed_and_removed_by_command,
);

fn stores(service: &Service, deployment: &Deployment) -> usize {
    let key = deployment.key("live", &["catalog:read"]);
    let answer = service.get("/v1/products/velora_x2_128", &key).json();
    answer["offers"].as_array().map_or(0, Vec::len)
}

fn a_doubt_is_decided_and_the_act_is_written_down(backend: Backend) {
    let deployment = deployment(backend);
    let service = deployment.serve();
    let ada = service.log_in("ada");
    let overview = service.console(&ada, "/console").text().to_owned();
    assert!(overview.contains("1 doubt"), "{overview}");
    assert!(overview.contains("Store A") && overview.contains("Store B"));
    let page = service
        .console(&ada, "/console/review/doubts")
        .text()
        .to_owned();
    for part in [
        "Velora X2 128GB",
        "Korvex Q9 phone",
        "100.00 EUR",
        "90.00 EUR",
        "different",
        "m1",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let skipped = service.console(&ada, "/console/review/doubts?skip=1");
    assert!(skipped.text().contains("No other doubt is open"));
    let wrong = service.console(&ada, "/console/review/doubts?skip=x");
    assert_eq!(wrong.status, 400);
    assert_eq!(stores(&service, &deployment), 1);

    let path = "/console/review/doubt";
    for (id, decision, answered) in [
        ("m7", "same", 404),
        ("q1", "same", 400),
        ("m1", "perhaps", 400),
        ("m1", "same", 303),
        ("m1", "other", 404),
    ] {
        let fields = [("id", id), ("decision", decision), ("skip", "0")];
        let answer = service.decide(&ada, path, &fields);
        assert_eq!(
            answer.status,
            answered,
            "{id} {decision}: {}",
            answer.text()
        );
    }
    wait_for("one product", || {
        (stores(&service, &deployment) == 2).then_some(())
    });
    let acts = service.console(&ada, "/console/acts").text().to_owned();
    for part in ["log in", "judge doubt", "m1", "are one: velora_x2_128"] {
        assert!(acts.contains(part), "{part}: {acts}");
    }
}

/// An EAN-13 of a number.
fn ean(number: u32) -> String {
    let digits = format!("40063813{number:04}");
    let weighed = digits.bytes().zip([1, 3].into_iter().cycle());
    let sum: u32 = weighed.map(|(b, w)| u32::from(b - b'0') * w).sum();
    format!("{digits}{}", (10 - sum % 10) % 10)
}

/// A person has 36 seconds for each where the pages take next to nothing of them: a doubt, its decision, the next one.
fn a_hundred_doubts_are_decided_in_much_less_than_an_hour(backend: Backend) {
    let deployment = Deployment::new(backend).with("PCS_CONSOLE", "on");
    deployment.operator("ada");
    let rows = |one: &dyn Fn(u32) -> String| (0..105).map(one).collect::<Vec<_>>().join("");
    let head = "canonical_product_id,product_name,brand,model,variant,eans\n";
    let catalogue = rows(&|n| {
        format!(
            "velora_{n},Velora X{n} 128GB,Velora,X{n},128GB,{}\n",
            ean(n)
        )
    });
    let catalogue = deployment.file("catalogue.csv", format!("{head}{catalogue}"));
    deployment.ok(&["catalog", "import", &catalogue]);
    for (store, brand, name, price) in [
        ("Store A", "Velora", "X", "100.00"),
        ("Store B", "Korvex", "Q", "90.00"),
    ] {
        let texts: Vec<[String; 5]> = (0..105)
            .map(|n| {
                let title = format!("{brand} {name}{n} 128GB");
                [
                    format!("{n}"),
                    title,
                    brand.to_owned(),
                    ean(n),
                    price.to_owned(),
                ]
            })
            .collect();
        let offers: Vec<[&str; 5]> = texts
            .iter()
            .map(|row| row.each_ref().map(String::as_str))
            .collect();
        let file = deployment.file("offers.csv", offers_csv(&offers));
        deployment.import(&file, store, &[]);
    }
    let service = deployment.serve();
    let ada = service.log_in("ada");
    let list = "/console/review/doubts";
    let mut decided = Vec::new();
    let took = timed(|| {
        for place in 0..100 {
            let page = service.console(&ada, list).text().to_owned();
            let id = page.split("name=\"id\" value=\"").nth(1);
            let id = id.and_then(|rest| rest.split('"').next()).expect("a doubt");
            let decision = if place % 3 == 0 { "same" } else { "other" };
            let fields = [("id", id), ("decision", decision), ("skip", "0")];
            let answer = service.decide(&ada, "/console/review/doubt", &fields);
            assert_eq!(answer.status, 303, "{}", answer.text());
            decided.push(id.to_owned());
        }
    });
    decided.sort();
    decided.dedup();
    assert_eq!(decided.len(), 100);
    println!("a hundred doubts: {} ms", took.as_millis());
    assert!(took < Duration::from_secs(180), "{took:?}");
    assert!(
        service
            .console(&ada, "/console")
            .text()
            .contains("5 doubts")
    );
}

fn of_two_decisions_at_once_one_is_carried_out(backend: Backend) {
    let deployment = deployment(backend);
    deployment.operator("grace");
    let service = deployment.serve();
    let operators = ["ada", "grace"].map(|name| service.log_in(name));
    let decisions = ["same", "other"];
    let answers: Vec<u16> = std::thread::scope(|scope| {
        let asked = operators.iter().zip(decisions);
        let asked = asked.map(|(operator, decision)| {
            let admin = &service.admin;
            scope.spawn(move || {
                let fields = [("id", "m1"), ("decision", decision), ("skip", "0")];
                decide_at(admin, operator, "/console/review/doubt", &fields).status
            })
        });
        let asked: Vec<_> = asked.collect();
        asked.into_iter().map(|it| it.join().unwrap()).collect()
    });
    let mut sorted = answers.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, [303, 404], "{answers:?}");
    let acts = service.console(&operators[0], "/console/acts");
    assert_eq!(
        acts.text().matches("judge doubt").count(),
        1,
        "{}",
        acts.text()
    );
    let is_one = acts.text().contains("are one: velora_x2_128");
    assert_eq!(is_one, answers[0] == 303);
    wait_for("the product", || {
        (stores(&service, &deployment) == if is_one { 2 } else { 1 }).then_some(())
    });
}

fn two_products_are_made_one_by_hand(backend: Backend) {
    let deployment = deployment(backend);
    let service = deployment.serve();
    let ada = service.log_in("ada");
    let found = service
        .console(&ada, "/console/catalogue?q=korvex")
        .text()
        .to_owned();
    assert!(
        found.contains("/console/catalogue/korvex_q9_phone"),
        "{found}"
    );
    let path = "/console/catalogue/korvex_q9_phone";
    let page = service.console(&ada, path).text().to_owned();
    for part in ["Korvex Q9 phone", "Store B", "90.00", "new", "Look at both"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let own = service
        .console(&ada, "/console/catalogue/velora_x2_128")
        .text()
        .to_owned();
    assert!(
        own.contains("Store A") && !own.contains("Look at both"),
        "{own}"
    );
    for (product, into, answered) in [
        ("korvex_q9_phone", "nothing", 400),
        ("korvex_q9_phone", "Not an id", 400),
        ("korvex_q9_phone", "korvex_q9_phone", 400),
        ("velora_x2_128", "korvex_q9_phone", 400),
        ("nothing", "velora_x2_128", 404),
        ("korvex_q9_phone", "velora_x2_128", 303),
        ("korvex_q9_phone", "velora_x2_128", 400),
    ] {
        let path = format!("/console/catalogue/{product}/merge");
        let answer = service.decide(&ada, &path, &[("into", into)]);
        assert_eq!(
            answer.status,
            answered,
            "{product} {into}: {}",
            answer.text()
        );
    }
    wait_for("one product", || {
        (stores(&service, &deployment) == 2).then_some(())
    });
    let page = service.console(&ada, path).text().to_owned();
    assert!(
        page.contains("Store A") && page.contains("person"),
        "{page}"
    );
    let acts = service.console(&ada, "/console/acts").text().to_owned();
    assert!(acts.contains("is velora_x2_128 from now on"), "{acts}");
    let waiting = deployment.ok(&["match", "review", "--json"]);
    assert_eq!(waiting, "", "the doubt about the two is settled");
}

fn a_price_is_accepted(backend: Backend) {
    let deployment = Deployment::new(backend)
        .with("PCS_CONSOLE", "on")
        .with("PCS_OFFER_TTL", "3000days");
    deployment.operator("ada");
    let import = |store: &str, price: &str, hours: i64| {
        let row = ["a", "Nova X2 128GB", "Nova", "4006381333931", price];
        let file = deployment.file("offer.csv", offers_csv(&[row]));
        deployment.import(&file, store, &["--observed-at", &hours_ago(hours)]);
    };
    for hours in [96, 48] {
        for store in ["Store A", "Store B", "Store C"] {
            import(store, "100.00", hours);
        }
    }
    import("Store C", "10.00", 1);
    let service = deployment.serve();
    let ada = service.log_in("ada");
    let page = service.console(&ada, "/console/review").text().to_owned();
    assert!(
        page.contains("10.00 EUR") && page.contains("Store C"),
        "{page}"
    );
    for part in [
        "href=\"https://shop.example/a\"",
        "/console/catalogue/",
        "2 offers of others at 100.00 EUR",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let id = page
        .split("name=\"id\" value=\"")
        .nth(1)
        .and_then(|it| it.split('"').next());
    let id = id.expect("a price");
    let fields = [("id", id), ("decision", "accept")];
    let path = "/console/review/price";
    assert_eq!(service.decide(&ada, path, &fields).status, 303);
    assert_eq!(service.decide(&ada, path, &fields).status, 404);
    let page = service.console(&ada, "/console/review").text().to_owned();
    assert!(!page.contains("10.00 EUR"), "{page}");
    let acts = service.console(&ada, "/console/acts").text().to_owned();
    assert!(acts.contains("accepted: 10.00 of Store C"), "{acts}");
}

fn a_feed_is_let_in(backend: Backend) {
    let deployment = Deployment::new(backend).with("PCS_CONSOLE", "on");
    deployment.operator("ada");
    let import = |availability: &str, hours: i64| {
        let head = "offer_id,title,brand,price,url,delivery_cost,availability\n";
        let rows = (0..12).map(|i| {
            format!(
                "o{i},Nova X{i} 128GB,Nova,{}.00,https://shop.example/{i},0,{availability}\n",
                100 + i
            )
        });
        let file = deployment.file("feed.csv", format!("{head}{}", rows.collect::<String>()));
        let at = hours_ago(hours);
        deployment.run(&["import", &file, "--store", "Store A", "--observed-at", &at])
    };
    assert_eq!(import("in_stock", 30).status, Some(0));
    let refused = import("out_of_stock", 2);
    assert_eq!(refused.status, Some(3), "{refused:?}");
    let service = deployment.serve();
    let ada = service.log_in("ada");
    let overview = service.console(&ada, "/console").text().to_owned();
    assert!(overview.contains("1 feed not believed"), "{overview}");
    let page = service.console(&ada, "/console/review").text().to_owned();
    assert!(
        page.contains("Store A") && page.contains("nothing of it is shown"),
        "{page}"
    );
    let id = page
        .split("name=\"id\" value=\"")
        .nth(1)
        .and_then(|it| it.split('"').next());
    let fields = [("id", id.expect("a feed")), ("decision", "accept")];
    let path = "/console/review/feed";
    for wrong in [
        [("id", "s999"), fields[1]],
        [("id", "q1"), fields[1]],
        [fields[0], ("decision", "x")],
    ] {
        let answer = service.decide(&ada, path, &wrong);
        assert!([400, 404].contains(&answer.status), "{wrong:?}");
    }
    assert_eq!(service.decide(&ada, path, &fields).status, 303);
    let page = service.console(&ada, "/console/review").text().to_owned();
    assert!(page.contains("accepted</strong> it"), "{page}");
    assert_eq!(
        import("out_of_stock", 1).status,
        Some(0),
        "the next one like it is let in"
    );
    let overview = service.console(&ada, "/console").text().to_owned();
    assert!(overview.contains("Nothing."), "{overview}");
}

fn a_failed_delivery_is_replayed(backend: Backend) {
    let world = World::with(backend, &[("PCS_CONSOLE", "on")]);
    world.deployment.operator("ada");
    let webhook = world.webhook("/hook");
    world.receiver.then("/hook", status(410));
    let delivery = world.deliver(&webhook);
    assert_eq!(delivery["status"], "failed", "{delivery}");
    let id = delivery["id"].as_str().expect("an id").to_owned();
    let ada = world.service.log_in("ada");
    let list = world
        .service
        .console(&ada, "/console/webhooks")
        .text()
        .to_owned();
    let tenant = list
        .split('"')
        .find(|it| it.ends_with("/live"))
        .expect("a workspace")
        .to_owned();
    let page = world.service.console(&ada, &tenant).text().to_owned();
    for part in ["/hook", "<strong>open</strong>: http_error", "failed"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let path = format!("{tenant}/deliveries/{id}");
    let page = world.service.console(&ada, &path).text().to_owned();
    assert!(
        page.contains("410") && page.contains("Replay (p)"),
        "{page}"
    );
    // the endpoint rests after a refusal
    let replayed = world.service.decide(&ada, &format!("{path}/replay"), &[]);
    assert_eq!(replayed.status, 303, "{}", replayed.text());
    assert_eq!(world.owner.ended(&id)["status"], "delivered");
    let again = world.service.decide(&ada, &format!("{path}/replay"), &[]);
    assert_eq!(again.status, 409, "{}", again.text());
    let audit: Vec<_> = world.owner.audit();
    let replays = audit
        .iter()
        .filter(|(action, _)| action == "delivery.retry");
    assert_eq!(replays.count(), 2, "{audit:?}");
    let acts = world
        .service
        .console(&ada, "/console/acts")
        .text()
        .to_owned();
    assert!(
        acts.contains("replay delivery") && acts.contains("queued"),
        "{acts}"
    );
    // a delivery of the other half of the workspace, and of no workspace
    for path in [
        path.replace("/live/", "/test/"),
        path.replace("/live/", "/other/"),
    ] {
        assert_eq!(world.service.console(&ada, &path).status, 404, "{path}");
    }
}

fn a_source_is_run_now(backend: Backend) {
    let shop = Shop::with(backend, &[("PCS_CONSOLE", "on")]);
    shop.deployment.operator("ada");
    shop.server.then("/feed.csv", content(&feed("100.00"), ""));
    shop.server
        .afterwards("/feed.csv", content(&feed("90.00"), ""));
    let id = shop.source("/feed.csv");
    let service = shop.deployment.serve();
    let deployment = &shop.deployment;
    deployment.source_when(&id, "the first run", |it| it["last_import"]["created"] == 3);
    let ada = service.log_in("ada");
    let page = service.console(&ada, "/console/sources").text().to_owned();
    assert!(page.contains(&id) && page.contains("Run now"), "{page}");
    let path = "/console/sources/run";
    for (wrong, answered) in [
        ("src_1", 400),
        ("src_00000000000000000000000000000000", 404),
    ] {
        assert_eq!(
            service.decide(&ada, path, &[("id", wrong)]).status,
            answered
        );
    }
    let run = service.decide(&ada, path, &[("id", &id)]);
    assert_eq!(run.status, 303, "{}", run.text());
    let after = deployment.source_when(&id, "another run", |it| it["last_import"]["changed"] == 1);
    assert_eq!(after["failures"], 0, "{after}");
    let acts = service.console(&ada, "/console/acts").text().to_owned();
    assert!(acts.contains("run source") && acts.contains(&id), "{acts}");
}

fn operators_are_made_listed_and_removed_by_command(backend: Backend) {
    let deployment = deployment(backend);
    for (name, password, complaint) in [
        ("bob", "short", "password: 12 to 128 characters"),
        ("bob", "", "password: 12 to 128 characters"),
        ("bob", "             ", "password: more than spaces"),
        ("b b", PASSWORD, "NAME accepts 1 to 64"),
    ] {
        let ran = deployment.run_with(&["console", "password", name], password);
        assert_eq!(ran.status, Some(2), "{ran:?}");
        assert!(ran.stderr.contains(complaint), "{ran:?}");
    }
    let made = deployment.run_with(&["console", "password", "bob"], PASSWORD);
    assert_eq!(made.stdout, "bob is an operator and may log in\n");
    let again = deployment.run_with(&["console", "password", "bob"], PASSWORD);
    assert_eq!(
        again.stdout,
        "bob has another password; earlier sessions have ended\n"
    );
    let listed: Value =
        serde_json::from_str(&deployment.ok(&["console", "list", "--json"])).expect("JSON");
    assert_eq!(listed, serde_json::json!(["ada", "bob"]));
    let service = deployment.serve();
    let (ada, bob) = (service.log_in("ada"), service.log_in("bob"));
    deployment.ok(&["console", "remove", "bob"]);
    assert_eq!(service.console(&bob, "/console").status, 303);
    assert_eq!(service.console(&ada, "/console").status, 200);
    assert_eq!(
        deployment.run(&["console", "remove", "bob"]).status,
        Some(3)
    );
    // another password ends the sessions
    deployment.operator("ada");
    assert_eq!(service.console(&ada, "/console").status, 303);
}
