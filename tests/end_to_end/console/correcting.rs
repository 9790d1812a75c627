//! What an operator corrects by hand, on a page and by command.

use serde_json::Value;
use tests::{Backend, Deployment, Key, Service, wait_for};

use super::deployment;

crate::on_both_stores!(
    an_offer_is_taken_out_and_stays_away,
    a_name_and_numbers_are_corrected,
    both_products_are_shown_before_they_are_one,
);

const VELORA: &str = "/console/catalogue/velora_x2_128";

fn product(service: &Service, key: &Key, id: &str) -> Value {
    service.get(&format!("/v1/products/{id}"), key).json()
}

fn offers_of(product: &Value) -> usize {
    product["offers"].as_array().map_or(0, Vec::len)
}

/// The phone with the offers of both shops.
fn with_both(backend: Backend) -> Deployment {
    let deployment = deployment(backend);
    deployment.ok(&["match", "merge", "korvex_q9_phone", "velora_x2_128"]);
    deployment
}

fn an_offer_is_taken_out_and_stays_away(backend: Backend) {
    let deployment = with_both(backend);
    let service = deployment.serve();
    let key = deployment.key("live", &["catalog:read"]);
    let ada = service.log_in("ada");
    let page = service.console(&ada, VELORA).text().to_owned();
    for part in [
        "Store B",
        "Korvex Q9 phone",
        "person",
        "Not this product",
        "Lowest price of each day",
        ", delivery included: ",
        "Item price",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let split = format!("{VELORA}/split");
    for (store, offer, answered) in [
        ("Store B", "nothing", 404),
        ("Store Z", "b1", 404),
        ("", "b1", 404),
        ("Store B", "b1", 303),
        ("Store B", "b1", 404),
    ] {
        let answer = service.decide(&ada, &split, &[("store", store), ("offer", offer)]);
        assert_eq!(
            answer.status,
            answered,
            "{store} {offer}: {}",
            answer.text()
        );
    }
    wait_for("one offer", || {
        (offers_of(&product(&service, &key, "velora_x2_128")) == 1).then_some(())
    });
    let made = wait_for("a product of its own", || {
        let found = service.get("/v1/search?q=korvex", &key).json();
        let id = found["items"][0]["canonical_product_id"].as_str();
        id.filter(|id| *id != "velora_x2_128").map(str::to_owned)
    });
    assert_eq!(offers_of(&product(&service, &key, &made)), 1);
    let acts = service.console(&ada, "/console/acts").text().to_owned();
    let act = format!("offer b1 of Store B is {made} from now on");
    assert!(
        acts.contains("split product") && acts.contains(&act),
        "{acts}"
    );
    // matched anew it stays; the last offer of what a feed made stays too
    deployment.ok(&["match", "rerun"]);
    assert_eq!(offers_of(&product(&service, &key, &made)), 1);
    let alone = [
        "match", "split", &made, "--store", "Store B", "--offer", "b1",
    ];
    let refused = deployment.run(&alone);
    assert_eq!(refused.status, Some(3), "{refused:?}");
    assert!(refused.stderr.contains("the only offer"), "{refused:?}");
    for (arguments, said) in [
        (
            ["split", "nothing", "--store", "Store B", "--offer", "b1"],
            "nothing",
        ),
        (
            ["split", "Not an id", "--store", "Store B", "--offer", "b1"],
            "^[a-z0-9_]+$",
        ),
        (
            ["split", &made, "--store", "Store A", "--offer", "b1"],
            "Store A",
        ),
    ] {
        let arguments = [&["match"], &arguments[..]].concat();
        let refused = deployment.run(&arguments);
        assert_ne!(refused.status, Some(0), "{arguments:?}");
        assert!(refused.stderr.contains(said), "{said}: {refused:?}");
    }
    let last = [
        "match",
        "split",
        "velora_x2_128",
        "--store",
        "store a",
        "--offer",
        "a1",
        "--json",
    ];
    let done: Value = serde_json::from_str(&deployment.ok(&last)).expect("JSON");
    assert_eq!(done["left"], "velora_x2_128");
    wait_for("no offer", || {
        (offers_of(&product(&service, &key, "velora_x2_128")) == 0).then_some(())
    });
}

fn a_name_and_numbers_are_corrected(backend: Backend) {
    let deployment = deployment(backend);
    let service = deployment.serve();
    let key = deployment.key("live", &["catalog:read"]);
    let ada = service.log_in("ada");
    let path = "/console/catalogue/korvex_q9_phone/correct";
    for (fields, answered) in [
        (&[("name", " ")][..], 400),
        (&[("name", "")], 400),
        (&[], 400),
        (&[("add", "4006381333932")], 400),
        (&[("remove", "x")], 400),
        (&[("remove", "4012345678901")], 400),
        (
            &[("add", "4006381333931"), ("remove", "4006381333931")],
            400,
        ),
        (
            &[("name", "Korvex <b>Q9</b>"), ("add", "4380417010677")],
            303,
        ),
    ] {
        let answer = service.decide(&ada, path, fields);
        assert_eq!(answer.status, answered, "{fields:?}: {}", answer.text());
    }
    let wrong = [("name", "Korvex Q9 black"), ("add", "4006381333932")];
    let refused = service.decide(&ada, path, &wrong).text().to_owned();
    for kept in [
        "value=\"Korvex Q9 black\"",
        "value=\"4006381333932\"",
        "id=\"add-wrong\"",
    ] {
        assert!(refused.contains(kept), "{kept}: {refused}");
    }
    let not_there = service.decide(&ada, path, &[("remove", "4012345678901")]);
    for said in ["id=\"remove-wrong\"", "4012345678901 is not one"] {
        assert!(not_there.text().contains(said), "{}", not_there.text());
    }
    let empty = service.decide(&ada, path, &[("add", "")]);
    assert!(
        empty.text().contains("id=\"add-wrong\""),
        "{}",
        empty.text()
    );
    wait_for("the name", || {
        let name = product(&service, &key, "korvex_q9_phone")["product_name"].clone();
        (name == "Korvex <b>Q9</b>").then_some(())
    });
    let page = service
        .console(&ada, "/console/catalogue/korvex_q9_phone")
        .text()
        .to_owned();
    assert!(
        page.contains("Korvex &lt;b&gt;Q9&lt;/b&gt;") && !page.contains("<b>Q9"),
        "{page}"
    );
    assert!(
        page.contains("4380417010677") && page.contains("person"),
        "{page}"
    );
    let acts = service.console(&ada, "/console/acts").text().to_owned();
    assert!(acts.contains("EAN 4380417010677 added"), "{acts}");
    let missing = service.decide(&ada, "/console/catalogue/nothing/correct", &[("name", "x")]);
    assert_eq!(missing.status, 404);

    let correct = |arguments: &[&str]| {
        let all = [&["match", "correct", "korvex_q9_phone"], arguments].concat();
        deployment.run(&all)
    };
    let done = correct(&[
        "--remove-ean",
        "4380417010677",
        "--name",
        "Korvex Q9",
        "--json",
    ]);
    assert!(done.stdout.contains("\"corrected\""), "{done:?}");
    let gone = correct(&["--remove-ean", "4380417010677"]);
    assert_eq!(gone.status, Some(3), "{gone:?}");
    let said = "does not have the number 4380417010677";
    assert!(gone.stderr.contains(said), "{gone:?}");
    let again = correct(&["--name", "Korvex Q9"]);
    assert!(again.stdout.contains("like this already"), "{again:?}");
    for (arguments, said) in [
        (&[][..], "--name"),
        (&["--name", ""], "1 to 200"),
        (
            &["--add-ean", "123"],
            "--add-ean accepts an EAN with its check digit",
        ),
        (
            &[
                "--add-ean",
                "4380417010677",
                "--remove-ean",
                "4380417010677",
            ],
            "both name",
        ),
    ] {
        let refused = correct(arguments);
        assert_eq!(refused.status, Some(2), "{refused:?}");
        assert!(refused.stderr.contains(said), "{said}: {refused:?}");
    }
    let own = deployment.run(&["match", "correct", "velora_x2_128", "--name", "Velora"]);
    assert!(own.stderr.contains("the next import"), "{own:?}");
}

fn both_products_are_shown_before_they_are_one(backend: Backend) {
    let deployment = deployment(backend);
    let service = deployment.serve();
    let ada = service.log_in("ada");
    let merge = "/console/catalogue/korvex_q9_phone/merge";
    for (into, answered) in [
        ("", 400),
        ("?into=nothing", 400),
        ("?into=Not%20an%20id", 400),
        ("?into=velora_x2_128", 200),
    ] {
        let answer = service.console(&ada, &format!("{merge}{into}"));
        assert_eq!(answer.status, answered, "{into}: {}", answer.text());
        let is_told_in_the_form = answer.text().contains("id=\"into-wrong\"");
        assert_eq!(is_told_in_the_form, answered == 400, "{}", answer.text());
    }
    let kept = service.console(&ada, &format!("{merge}?into=Not%20an%20id"));
    assert!(
        kept.text().contains("value=\"Not an id\""),
        "{}",
        kept.text()
    );
    let itself = service.decide(&ada, merge, &[("into", "korvex_q9_phone")]);
    assert_eq!(itself.status, 400);
    assert!(
        itself.text().contains("this is the same one"),
        "{}",
        itself.text()
    );
    let page = service.console(&ada, &format!("{merge}?into=velora_x2_128"));
    for part in [
        "Goes",
        "Korvex Q9 phone",
        "Stays",
        "Velora X2 128GB",
        "1 offer",
    ] {
        assert!(page.text().contains(part), "{part}: {}", page.text());
    }
    let open = deployment.ok(&["match", "review", "--json"]);
    assert!(open.contains("\"m1\""), "looking decides nothing: {open}");
}
