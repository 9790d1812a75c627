//! The explorer over HTTP: what it sends, to whom, and what it makes of hostile texts.

mod states;

use tests::{Answer, Backend, Deployment, Service, wait_for};

const HEAD: &str = "offer_id,title,brand,category,price,delivery_cost,availability,url,image_url";

fn start(settings: &[(&str, &str)], rows: &[&str]) -> (Deployment, Service) {
    let mut deployment = Deployment::new(Backend::Sqlite);
    for (name, value) in settings {
        deployment = deployment.with(name, value);
    }
    import(&deployment, rows);
    let service = deployment.serve();
    (deployment, service)
}

fn import(deployment: &Deployment, rows: &[&str]) {
    let feed = deployment.file("f.csv", format!("{HEAD}\n{}\n", rows.join("\n")));
    deployment.import(&feed, "Shop One", &[]);
}

const ON: (&str, &str) = ("PCS_EXPLORER", "on");
const LAMP: &str =
    "a,Nova Lamp,Nova,Lamps,10.00,0,in_stock,https://shop.example/a,https://cdn.example/a.png";

fn text(answer: &Answer) -> String {
    String::from_utf8(answer.body.clone()).unwrap()
}

fn get(service: &Service, path: &str) -> Answer {
    service.get_with(path, &[])
}

#[test]
fn nothing_is_there_unless_the_operator_says_so() {
    let (_deployment, service) = start(&[], &[LAMP]);
    for path in [
        "/",
        "/product/nova_lamp",
        "/compare",
        "/suggest?q=nova",
        "/assets/explorer.css",
    ] {
        let answer = get(&service, path);
        assert_eq!(
            (answer.status, &answer.json()["error"]),
            (404, &"not_found".into()),
            "{path}"
        );
    }
}

#[test]
fn a_setting_that_is_wrong_is_named() {
    for (name, value) in [
        ("PCS_EXPLORER", "yes"),
        ("PCS_IMAGE_HOSTS", "https://a.example"),
        ("PCS_EXPLORER_RATE_LIMIT", "-1"),
    ] {
        let deployment = Deployment::new(Backend::Sqlite).with(name, value);
        let ran = deployment.run(&["config", "check"]);
        assert_eq!(ran.status, Some(2), "{}", ran.stderr);
        assert!(
            ran.stderr.contains(name) && ran.stderr.contains(value),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn what_alerts_need_is_asked_for_without_a_store_too() {
    let deployment = Deployment::new(Backend::Sqlite)
        .with("PCS_EXPLORER", "on")
        .with("PCS_EXPLORER_WORKSPACE", "shop");
    for more in [&[][..], &["--offline"]] {
        let ran = deployment.run(&[&["config", "check"], more].concat());
        assert_eq!(ran.status, Some(2), "{}", ran.stderr);
        let said = "PCS_EXPLORER_WORKSPACE needs PCS_SMTP_URL";
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
}

#[test]
fn every_page_is_locked_to_its_own_host() {
    let settings = [ON, ("PCS_IMAGE_HOSTS", "cdn.example")];
    let (_deployment, service) = start(&settings, &[LAMP]);
    for (path, status) in [
        ("/", 200),
        ("/?q=lamp", 200),
        ("/?q=lamp&sort=no", 400),
        ("/product/nova_lamp", 200),
        ("/product/nothing", 404),
        ("/product/No!", 404),
        ("/compare", 200),
        ("/compare?ids=a,b,c,d,e", 404),
        ("/assets/explorer.css", 404),
    ] {
        let answer = get(&service, path);
        assert_eq!(answer.status, status, "{path}");
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.contains("default-src 'none'") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert!(
            policy.contains("img-src 'self' https://cdn.example;"),
            "{policy}"
        );
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(answer.header("x-frame-options"), Some("DENY"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(
            answer.header("content-type"),
            Some("text/html; charset=utf-8"),
            "{path}"
        );
        assert!(answer.header("set-cookie").is_none());
        let page = text(&answer);
        let inline = ["<style", " style=", " onclick=", "<script>", "pcs_live"];
        assert!(inline.iter().all(|it| !page.contains(it)), "{path}: {page}");
    }
    let product = text(&get(&service, "/product/nova_lamp"));
    assert!(product.contains("src=\"https://cdn.example/a.png\""));
    let metric =
        "cotejo_http_requests_total{method=\"GET\",route=\"/product/{id}\",status=\"200\"}";
    assert!(service.admin_text("/metrics").contains(metric));
    let posted = service.send("POST", "/", &[], "q=lamp");
    assert_eq!(posted.status, 405);
}

#[test]
fn hostile_texts_stay_texts() {
    let rows = [
        "a,\"Lamp <script>alert(1)</script> \"\"x\"\" </script><!--\",\"<b>Nova\",\"\"\"><img src=x onerror=alert(1)>\",10.00,0,in_stock,https://shop.example/a?b=1&c=%22onmouseover=,javascript:alert(1)",
        "b,Lamp two,Nova,Lamps,20.00,0,in_stock,https://shop.example/b,https://cdn.example/b.png",
    ];
    let (_deployment, service) = start(&[ON], &rows);
    let found = text(&get(&service, "/?q=lamp"));
    let links: Vec<&str> = found.split("href=\"/product/").skip(1).collect();
    let ids: Vec<&str> = links
        .iter()
        .filter_map(|link| link.split('"').next())
        .collect();
    assert_eq!(ids.len(), 2, "{found}");
    let asked = "/?q=%3Cscript%3Ealert(1)%3C/script%3E&brand=%22%3E%3Cimg%20src=x%3E";
    let mut pages = vec![found.clone(), text(&get(&service, asked))];
    pages.extend(
        ids.iter()
            .map(|id| text(&get(&service, &format!("/product/{id}")))),
    );
    let compared = format!("/compare?ids={}", ids.join(","));
    pages.push(text(&get(&service, &compared)));
    for page in pages {
        let scripts = page.matches("<script").count() - page.matches("application/ld+json").count();
        assert_eq!(scripts, 1, "{page}");
        for hostile in [
            "<b>Nova",
            "<img src=x",
            "javascript:",
            "<!--",
            "cdn.example/b.png",
        ] {
            assert!(!page.contains(hostile), "{hostile}: {page}");
        }
    }
}

#[test]
fn a_price_is_read_forwards_behind_a_name_that_turns_the_direction() {
    let deployment = Deployment::new(Backend::Sqlite).with(ON.0, ON.1);
    let row =
        "b,Nova Kettle \u{2066}K9\u{202e},Nova,Kettles,9.00,0,in_stock,https://shop.example/b,";
    let feed = deployment.file("turned.csv", format!("{HEAD}\n{row}\n"));
    deployment.import(&feed, "Shop \u{202e}Two", &[]);
    let service = deployment.serve();
    for (path, name) in [
        ("/", "Shop Two"),
        ("/?q=kettle", "Nova Kettle K9"),
        ("/product/nova_kettle_k9", "Nova Kettle K9"),
        ("/product/nova_kettle_k9", "Shop Two"),
        ("/suggest?q=kettle", "Nova Kettle K9"),
    ] {
        let page = text(&get(&service, path));
        assert!(page.contains(name), "{path}: {page}");
        let texts = page.split('<').filter_map(|part| part.split_once('>'));
        for (_, text) in texts {
            assert!(!text.contains(['\u{202e}', '\u{2066}']), "{path}: {text:?}");
        }
    }
}

#[test]
fn the_reader_gets_their_language_and_a_page_that_is_current() {
    let (deployment, service) = start(&[ON], &[LAMP]);
    let german = service.get_with(
        "/product/nova_lamp",
        &[("Accept-Language", "de-AT,en;q=0.5")],
    );
    assert!(text(&german).contains("<html lang=\"de\">") && text(&german).contains("10,00\u{a0}€"));
    let english = service.get_with("/product/nova_lamp", &[("Accept-Language", "fr")]);
    assert!(text(&english).contains("<html lang=\"en\">") && text(&english).contains("€10.00"));
    assert!(english.header("vary").unwrap().contains("Accept-Language"));
    let tag = english.header("etag").unwrap().to_owned();
    let again = service.get_with("/product/nova_lamp", &[("If-None-Match", &tag)]);
    assert_eq!(again.status, 304);
    import(&deployment, &[&LAMP.replace("10.00", "9.00")]);
    wait_for("the new price", || {
        let page = text(&get(&service, "/product/nova_lamp"));
        page.contains("€9.00").then_some(())
    });
}

#[test]
fn an_address_gets_so_many_pages_and_no_more() {
    let (_deployment, service) = start(&[ON, ("PCS_EXPLORER_RATE_LIMIT", "8")], &[LAMP]);
    for _ in 0..2 {
        assert_eq!(get(&service, "/").status, 200);
    }
    let refused = get(&service, "/");
    assert_eq!(refused.status, 429);
    let seconds: u32 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=8).contains(&seconds), "{seconds}");
    assert!(text(&refused).contains("Too many pages"));
}

#[test]
fn an_empty_store_says_so() {
    let deployment = Deployment::new(Backend::Sqlite).with("PCS_EXPLORER", "on");
    let service = deployment.serve();
    assert!(text(&get(&service, "/")).contains("There are no products yet"));
    assert!(text(&get(&service, "/?q=lamp")).contains("Nothing found"));
}
