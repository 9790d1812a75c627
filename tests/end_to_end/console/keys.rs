//! Workspaces and their keys in the console.

use serde_json::Value;
use tests::{Backend, Deployment, Key, offers_csv};

use super::target;

crate::on_both_stores!(
    a_key_is_made_shown_once_and_revoked,
    what_a_workspace_may_do_is_changed,
    a_form_that_is_not_accepted_keeps_what_was_typed,
);

fn deployment(backend: Backend) -> Deployment {
    let deployment = Deployment::new(backend).with("PCS_CONSOLE", "on");
    let row = ["a", "Nova X2 128GB", "Nova", "", "10.00"];
    let file = deployment.file("a.csv", offers_csv(&[row]));
    deployment.import(&file, "Store One", &[]);
    deployment.operator("ada");
    deployment
}

fn keys(deployment: &Deployment) -> Vec<Value> {
    let listed = deployment.ok(&["keys", "list", "--json", "--workspace", "shop"]);
    serde_json::from_str(&listed).expect("keys as JSON")
}

fn a_key_is_made_shown_once_and_revoked(backend: Backend) {
    let deployment = deployment(backend);
    let service = deployment.serve();
    let ada = service.log_in("ada");
    let place = target(&service.decide(&ada, "/console/workspaces/new", &[("name", "shop")]));
    let fields = [
        ("label", "for <b>Ann</b>"),
        ("mode", "live"),
        ("catalog:read", "on"),
        ("expires", "90d"),
    ];
    let made = service.decide(&ada, &format!("{place}/keys"), &fields);
    assert_eq!(made.status, 200, "{}", made.text());
    assert_eq!(made.header("Cache-Control"), Some("no-store"));
    let secret = made.text().split("<code id=\"key\">").nth(1);
    let secret = secret.and_then(|it| it.split('<').next()).expect("a key");
    assert!(secret.starts_with("pcs_live_"), "{secret}");
    assert!(made.text().contains("for &lt;b&gt;Ann"), "{}", made.text());
    let listed = keys(&deployment);
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0]["label"], "for <b>Ann</b>");
    assert_eq!(listed[0]["state"], "usable");
    assert!(listed[0]["expires_at"].is_string(), "{listed:?}");
    let id = listed[0]["id"].as_str().expect("an id").to_owned();
    let key = Key {
        id: id.clone(),
        secret: secret.to_owned(),
    };
    assert_eq!(service.get("/v1/search?q=nova", &key).status, 200);
    // nowhere else, and never again
    for path in [&place, &format!("{place}/keys/{id}"), "/console/acts"] {
        let page = service.console(&ada, path);
        assert!(page.text().contains(&id), "{path}");
        assert!(!page.text().contains(secret), "{path}");
    }
    for part in ["for &lt;b&gt;Ann", "catalog:read", "usable", "Revoke"] {
        let page = service.console(&ada, &place);
        assert!(page.text().contains(part), "{part}: {}", page.text());
    }
    // no key of another workspace
    // one of a name that is there is not made anew: that would take from it what it has
    let again = service.decide(&ada, "/console/workspaces/new", &[("name", "shop")]);
    assert_eq!(again.status, 400, "{}", again.text());
    assert!(
        again.text().contains("there is a workspace shop"),
        "{}",
        again.text()
    );
    let other = target(&service.decide(&ada, "/console/workspaces/new", &[("name", "other")]));
    let foreign = service.decide(&ada, &format!("{other}/keys/{id}"), &[]);
    assert_eq!(foreign.status, 404);
    assert_eq!(service.get("/v1/search?q=nova", &key).status, 200);
    let revoked = service.decide(&ada, &format!("{place}/keys/{id}"), &[]);
    assert_eq!(target(&revoked), place);
    assert_eq!(service.get("/v1/search?q=nova", &key).status, 401);
    let page = service.console(&ada, &place).text().to_owned();
    assert!(page.contains("<strong>revoked</strong>"), "{page}");
    let acts = service.console(&ada, "/console/acts").text().to_owned();
    for part in ["make workspace", "make key", "made for shop", "revoke key"] {
        assert!(acts.contains(part), "{part}: {acts}");
    }
}

fn what_a_workspace_may_do_is_changed(backend: Backend) {
    let deployment = deployment(backend);
    let service = deployment.serve();
    let ada = service.log_in("ada");
    let set = ["workspace", "set", "shop", "--rate-limit", "7"];
    deployment.ok(&[&set[..], &["--alert-email", "ops@shop.example"]].concat());
    let list = service.console(&ada, "/console/webhooks").text().to_owned();
    let place = list
        .split('"')
        .find(|it| it.starts_with("/console/workspaces/") && !it.ends_with("/new"));
    let place = place.expect("a workspace").to_owned();
    let page = service.console(&ada, &place).text().to_owned();
    assert!(page.contains("value=\"7\"") && page.contains("value=\"ops@shop.example\""));
    let fields = [
        ("webhooks:manage", "on"),
        ("alert_email", "  two@shop.example "),
        ("rate_limit", ""),
    ];
    assert_eq!(target(&service.decide(&ada, &place, &fields)), place);
    let shown = || {
        let shown = deployment.ok(&["workspace", "set", "shop", "--json"]);
        serde_json::from_str::<Value>(&shown).expect("JSON")
    };
    let wanted = serde_json::json!({
        "workspace": "shop",
        "entitlements": ["webhooks:manage"],
        "alert_email": "two@shop.example",
        "reads_per_minute": null,
    });
    assert_eq!(shown(), wanted);
    let fields = [("alert_email", ""), ("rate_limit", "0")];
    assert_eq!(target(&service.decide(&ada, &place, &fields)), place);
    let after = shown();
    assert_eq!(after["entitlements"], serde_json::json!([]));
    assert_eq!(
        (&after["alert_email"], &after["reads_per_minute"]),
        (&Value::Null, &0.into())
    );
    let acts = service.console(&ada, "/console/acts").text().to_owned();
    assert!(acts.contains("notices go to: two@shop.example"), "{acts}");
}

fn a_form_that_is_not_accepted_keeps_what_was_typed(backend: Backend) {
    let deployment = deployment(backend);
    let service = deployment.serve();
    let ada = service.log_in("ada");
    let fields = [
        ("name", "shop"),
        ("webhooks:manage", "on"),
        ("alert_email", "nobody <\">"),
        ("rate_limit", "many"),
    ];
    let refused = service.decide(&ada, "/console/workspaces/new", &fields);
    assert_eq!(refused.status, 400);
    for part in [
        "value=\"shop\"",
        "value=\"nobody &lt;&quot;&gt;\"",
        "value=\"many\"",
        "name=\"webhooks:manage\" value=\"on\" checked",
        "id=\"alert_email-wrong\"",
        "id=\"rate_limit-wrong\"",
        "2 of the fields below are not accepted",
    ] {
        assert!(refused.text().contains(part), "{part}: {}", refused.text());
    }
    assert!(!refused.text().contains("id=\"name-wrong\""));
    let place = target(&service.decide(&ada, "/console/workspaces/new", &[("name", "shop")]));
    for (fields, wrong) in [
        (
            [("label", "x"), ("expires", "yesterday"), ("mode", "live")],
            "expires",
        ),
        (
            [("label", "x"), ("expires", "2020-01-01"), ("mode", "test")],
            "expires",
        ),
        (
            [
                ("label", &*"y".repeat(101)),
                ("expires", ""),
                ("mode", "test"),
            ],
            "label",
        ),
    ] {
        let refused = service.decide(&ada, &format!("{place}/keys"), &fields);
        assert_eq!(refused.status, 400, "{wrong}");
        for (_, typed) in fields {
            assert!(
                refused.text().contains(&format!("value=\"{typed}\"")),
                "{typed}"
            );
        }
        assert!(
            refused.text().contains(&format!("id=\"{wrong}-wrong\"")),
            "{wrong}"
        );
    }
    let refused = service.decide(&ada, &place, &[("alert_email", "x"), ("rate_limit", "1")]);
    assert_eq!(refused.status, 400);
    assert!(
        refused
            .text()
            .contains("1 of the fields below is not accepted")
    );
    assert_eq!(keys(&deployment), Vec::<Value>::new());
}
