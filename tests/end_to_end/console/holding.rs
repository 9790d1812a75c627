//! Prices that are held back, decided one after the other.

use tests::{Backend, Deployment};

use super::see;

crate::on_both_stores!(prices_are_decided_by_keyboard);

const REVIEW: &str = "/console/review";

/// Two prices that are held back, of products with pictures.
fn deployment(backend: Backend) -> Deployment {
    let deployment = Deployment::new(backend)
        .with("PCS_CONSOLE", "on")
        .with("PCS_IMAGE_HOSTS", "images.example")
        .with("PCS_OFFER_TTL", "3000days");
    deployment.operator("ada");
    deployment.hold_prices();
    deployment
}

fn ids(page: &str) -> Vec<String> {
    let fields = page.split("name=\"id\" value=\"").skip(1);
    let ids = fields.filter_map(|rest| rest.split('"').next());
    ids.map(str::to_owned).collect()
}

fn prices_are_decided_by_keyboard(backend: Backend) {
    let deployment = deployment(backend);
    let service = deployment.serve();
    let ada = service.log_in("ada");
    let all = see(&service, &ada, REVIEW);
    let held = ids(&all);
    assert_eq!(held.len(), 2, "{all}");
    for (part, times) in [
        ("<img class=\"picture\" src=\"https://images.example/x", 2),
        ("Lowest price of each day", 2),
        ("data-key=\"a\">Accept (a)<", 1),
        ("data-key=\"r\">Reject (r)<", 1),
        ("data-key=\"s\">Skip (s)<", 1),
    ] {
        assert_eq!(all.matches(part).count(), times, "{part}: {all}");
    }
    let (first, second) = (held[0].as_str(), held[1].as_str());
    let next = format!("{REVIEW}?after={first}");
    let skip = format!("href=\"{next}#prices\" data-key=\"s\"");
    assert!(all.contains(&skip), "{skip}: {all}");
    let skipped = see(&service, &ada, &next);
    assert_eq!(ids(&skipped), [second], "{skipped}");
    assert!(skipped.contains("Accept (a)"), "{skipped}");

    let settle = "/console/review/price";
    let decision = [("id", second), ("decision", "accept")];
    for wrong in [("after", "x"), ("prices", "x")] {
        let fields = [&decision[..], &[wrong]].concat();
        assert_eq!(service.decide(&ada, settle, &fields).status, 400);
        let path = format!("{REVIEW}?{}={}", wrong.0, wrong.1);
        assert_eq!(service.console(&ada, &path).status, 400);
    }
    let fields = [&decision[..], &[("after", first), ("prices", "")]].concat();
    let settled = service.decide(&ada, settle, &fields);
    let target = format!("{next}#prices");
    assert_eq!(settled.header("Location"), Some(target.as_str()));
    let none = see(&service, &ada, &next);
    assert!(none.contains("No other.") && none.contains("Begin again"));
    let fields = [("id", first), ("decision", "reject")];
    assert_eq!(service.decide(&ada, settle, &fields).status, 303);
    let rejected = see(&service, &ada, REVIEW);
    assert!(rejected.contains("A person rejected it."), "{rejected}");
    assert!(!rejected.contains("(a)<"), "keys pass it by: {rejected}");
}
