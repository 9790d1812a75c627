//! Every state of a page: its status, its parts for readers of all kinds, and what it says.

use std::process::Stdio;

use serde_json::{Value, json};
use tests::{Backend, Deployment, Service, hours_ago, wait_for};

const HEAD: &str = "offer_id,canonical_product_id,price,delivery_cost,availability,url";

/// A name that would do something if it were not escaped.
const HOSTILE: &str = "Nova \"lamp\" 'x' </script><script>alert(1)</script><img src=x onerror=alert(2)> \u{2028}&amp;";

/// One page of each kind and state, with its status.
const PAGES: [(&str, u16); 16] = [
    ("/", 200),
    ("/?q=lamp", 200),
    ("/?q=lamp&brand=nova&sort=price_asc&max_price=50", 200),
    ("/?q=lamp&max_price=1", 200),
    ("/?q=qqqqzzzz", 200),
    ("/?q=4006381333931", 200),
    ("/?q=lamp&min_price=cheap", 400),
    ("/?q=lamp&sort=best", 400),
    ("/product/desk", 200),
    ("/product/hostile?range=1y&store=Shop+One", 200),
    ("/product/nothing", 404),
    ("/product/%2e%2e%2fetc", 404),
    ("/compare", 200),
    ("/compare?ids=desk,nothing", 404),
    ("/compare?ids=desk,tent", 400),
    ("/assets/nothing.css", 404),
];

fn product(id: &str, name: &str, category: &str, ean: &str) -> String {
    json!({
        "canonical_product_id": id, "product_name": name, "brand": "Nova", "model": id,
        "category": category, "eans": [ean],
        "image_path": format!("https://images.example/{id}.png"),
    })
    .to_string()
}

fn deployment() -> Deployment {
    let deployment = Deployment::new(Backend::Sqlite).with("PCS_EXPLORER", "on");
    let lines = [
        product("desk", "Nova desk lamp", "Home > Lamps", "4006381333931"),
        product("hostile", HOSTILE, "<i>Home</i>", "9783161484100"),
        product("tent", "Nova tent", "Camping", "4012345678901"),
    ];
    let catalogue = deployment.file("c.jsonl", lines.join("\n"));
    deployment.ok(&["catalog", "import", &catalogue]);
    let rows = ["desk,1234.56", "hostile,30.00", "tent,5.00"];
    feed(&deployment, &rows, 30);
    feed(&deployment, &rows, 0);
    deployment
}

fn feed(deployment: &Deployment, rows: &[&str], hours: i64) {
    let rows = rows.iter().map(|row| {
        let (id, price) = row.split_once(',').unwrap();
        format!("{id},{id},{price},0,in_stock,https://shop.example/{id}?a=1&b=2\n")
    });
    let text = format!("{HEAD}\n{}", rows.collect::<String>());
    let file = deployment.file("f.csv", text);
    let at = hours_ago(hours);
    deployment.import(&file, "Shop One", &["--observed-at", &at]);
}

fn page(service: &Service, path: &str, status: u16) -> String {
    let answer = service.get_with(path, &[]);
    assert_eq!(answer.status, status, "{path}");
    answer.text().to_owned()
}

/// The elements of a name, each up to its `>`.
fn elements<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let begin = format!("<{name}");
    let parts = html.split(begin.as_str()).skip(1);
    let whole = parts.filter(|part| part.starts_with([' ', '>']));
    whole
        .map(|part| part.split('>').next().unwrap_or_default())
        .collect()
}

/// The value of an attribute of an element.
fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let begin = format!(" {name}=\"");
    element.split(begin.as_str()).nth(1)?.split('"').next()
}

#[test]
fn every_state_has_a_page_with_headers_that_let_nothing_else_in() {
    let deployment = deployment();
    let service = deployment.serve();
    for (path, status) in PAGES {
        let answer = service.get_with(path, &[]);
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        let header = |name: &str| answer.header(name).unwrap_or_default().to_owned();
        assert_eq!(header("Content-Type"), "text/html; charset=utf-8", "{path}");
        assert_eq!(header("X-Frame-Options"), "DENY", "{path}");
        assert_eq!(header("X-Content-Type-Options"), "nosniff", "{path}");
        assert!(!header("Referrer-Policy").is_empty(), "{path}");
        let policy = header("Content-Security-Policy");
        for part in [
            "default-src 'none'",
            "script-src 'self';",
            "style-src 'self';",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(
            !policy.contains("unsafe") && !policy.contains("http"),
            "{policy}"
        );
        look_at(path, answer.text());
    }
}

/// What holds for every page.
fn look_at(path: &str, html: &str) {
    assert!(html.starts_with("<!DOCTYPE html>"), "{path}");
    assert_eq!(
        elements(html, "h1").len(),
        1,
        "{path}: one heading of the page"
    );
    assert_eq!(elements(html, "main").len(), 1, "{path}");
    assert!(
        html.contains("href=\"#content\""),
        "{path}: a way past the header"
    );
    assert!(
        attribute(elements(html, "html")[0], "lang").is_some(),
        "{path}"
    );
    assert!(
        !html.contains("pcs_live_") && !html.contains("pcs_test_"),
        "{path}"
    );
    let labelled: Vec<_> = elements(html, "label");
    let labelled: Vec<_> = labelled
        .iter()
        .filter_map(|it| attribute(it, "for"))
        .collect();
    for field in [elements(html, "input"), elements(html, "select")].concat() {
        match attribute(field, "id") {
            Some(id) => assert!(labelled.contains(&id), "{path}: {field}"),
            None => assert!(
                matches!(attribute(field, "type"), Some("hidden" | "checkbox")),
                "{path}: {field}"
            ),
        }
    }
    for image in elements(html, "img") {
        assert!(attribute(image, "alt").is_some(), "{path}: {image}");
    }
    for script in elements(html, "script") {
        let is_data = attribute(script, "type") == Some("application/ld+json");
        let is_ours = attribute(script, "src").is_some_and(|src| src.starts_with("/assets/"));
        assert!(is_data || is_ours, "{path}: {script}");
    }
    assert!(
        !html.contains(" style=\"") && elements(html, "style").is_empty(),
        "{path}"
    );
    for link in elements(html, "a") {
        let to = attribute(link, "href").unwrap();
        let is_ours = to.starts_with(['/', '#']) && !to.starts_with("//");
        let is_shop = to.starts_with("https://shop.example/")
            && attribute(link, "rel") == Some("nofollow noopener noreferrer");
        assert!(is_ours || is_shop, "{path}: {link}");
    }
}

#[test]
fn texts_of_feeds_stay_texts() {
    let deployment = deployment();
    deployment.sql("UPDATE offers SET url = 'javascript:alert(3)' WHERE offer_id = 'tent'");
    let service = deployment.serve();
    for path in [
        "/?q=lamp",
        "/product/hostile",
        "/product/tent",
        "/?q=%3Cscript%3Ealert(1)%3C/script%3E%22%27",
    ] {
        let html = page(&service, path, 200);
        for text in ["<script>alert", "<img src=x", "<i>Home", "javascript:"] {
            assert!(!html.contains(text), "{path}: {text}");
        }
        look_at(path, &html);
    }
    let html = page(&service, "/product/hostile", 200);
    let begin = "<script type=\"application/ld+json\">";
    let data = html
        .split(begin)
        .nth(1)
        .unwrap()
        .split("</script>")
        .next()
        .unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["@type"], "Product");
    assert!(
        data["name"]
            .as_str()
            .unwrap()
            .contains("</script><script>alert(1)")
    );
    assert_eq!(data["offers"]["@type"], "AggregateOffer");
    assert_eq!(
        data["offers"]["lowPrice"].to_string().trim_matches('"'),
        "30.00"
    );
    let suggested = service.get_with("/suggest?q=lamp", &[]);
    assert_eq!(suggested.header("Content-Type"), Some("application/json"));
    assert_eq!(suggested.json().as_array().unwrap().len(), 2);
}

#[test]
fn a_page_is_written_in_the_language_that_is_accepted() {
    let deployment = deployment();
    let service = deployment.serve();
    for (accepted, lang, price, heading) in [
        ("de-AT,en;q=0.5", "de", "1.234,56\u{a0}€", "Angebote"),
        ("en-GB,de;q=0.5", "en", "€1,234.56", "Offers"),
        ("fr", "en", "€1,234.56", "Offers"),
        ("\u{1}", "en", "€1,234.56", "Offers"),
    ] {
        let headers = [("Accept-Language", accepted)];
        let headers = if accepted == "\u{1}" {
            &[][..]
        } else {
            &headers[..]
        };
        for _ready_made in 0..2 {
            let answer = service.get_with("/product/desk", headers);
            let html = answer.text();
            assert!(
                html.contains(&format!("<html lang=\"{lang}\">")),
                "{accepted}"
            );
            assert!(html.contains(price) && html.contains(heading), "{accepted}");
            // reasons too: rules write no English into the page of a German
            let (own, others) = ("zu empfehlen", "can be recommended");
            let (own, others) = if lang == "de" {
                (own, others)
            } else {
                (others, own)
            };
            assert!(html.contains(own) && !html.contains(others), "{html}");
            assert!(!html.contains("<span lang="), "{html}");
            assert!(answer.header("Vary").unwrap().contains("Accept-Language"));
        }
    }
}

#[test]
fn a_fault_in_a_filter_is_named_beside_the_form() {
    let deployment = deployment();
    let service = deployment.serve();
    for path in ["/?q=lamp&min_price=cheap", "/?min_price=cheap"] {
        let html = page(&service, path, 400);
        let field = elements(&html, "input");
        let field = field
            .iter()
            .find(|it| attribute(it, "name") == Some("min_price"));
        let field = field.unwrap();
        assert_eq!(attribute(field, "value"), Some("cheap"));
        assert_eq!(attribute(field, "aria-invalid"), Some("true"));
        let fault = attribute(field, "aria-describedby").unwrap();
        assert!(html.contains(&format!("id=\"{fault}\"")), "{html}");
    }
    let html = page(&service, "/?q=lamp&min_price=9&max_price=8", 400);
    assert!(html.contains("The least price is above the largest."));
    for path in ["/?q=%00lamp", "/?q=lamp&min_price=%00", "/?q=lamp&sort=%00"] {
        let html = page(&service, path, 200);
        assert!(!html.contains('\0'), "{path}");
    }
}

#[test]
fn a_word_that_no_product_has_is_said_to_be_misspelt() {
    let deployment = deployment();
    let service = deployment.serve();
    let nearest = "These come nearest.";
    assert!(!page(&service, "/?q=desk", 200).contains(nearest));
    let misspelt = page(&service, "/?q=dessk", 200);
    assert!(
        misspelt.contains(nearest) && misspelt.contains("/product/desk"),
        "{misspelt}"
    );
    assert!(page(&service, "/?q=qqqqzzzz", 200).contains("Nothing found"));
    assert!(page(&service, "/?q=4006381333931", 200).contains("/product/desk"));
    assert!(page(&service, "/?q=4006381333948", 200).contains("EAN"));
}

#[test]
fn files_of_pages_are_named_by_what_they_hold() {
    let deployment = deployment();
    let service = deployment.serve();
    let html = page(&service, "/", 200);
    let links = [elements(&html, "link"), elements(&html, "script")].concat();
    let files = links
        .iter()
        .filter_map(|it| attribute(it, "href").or(attribute(it, "src")));
    let files: Vec<&str> = files.filter(|it| it.starts_with("/assets/")).collect();
    assert_eq!(files.len(), 3, "{files:?}");
    for file in files {
        let answer = service.get_with(file, &[]);
        assert_eq!(answer.status, 200, "{file}");
        assert!(
            answer
                .header("Cache-Control")
                .unwrap()
                .contains("immutable")
        );
        assert_eq!(answer.header("X-Content-Type-Options"), Some("nosniff"));
    }
}

#[test]
fn pages_are_only_read() {
    let deployment = deployment();
    let service = deployment.serve();
    for method in ["POST", "PUT", "DELETE"] {
        let answer = service.send(method, "/product/desk", &[], "");
        assert_eq!(answer.status, 405, "{method}");
        assert_eq!(answer.header("Allow"), Some("GET, HEAD"));
    }
    let head = service.ask("HEAD", "/product/desk", &[]);
    assert_eq!((head.status, head.body.len()), (200, 0));
}

#[test]
fn pictures_come_from_allowed_hosts_alone() {
    let deployment = deployment();
    let service = deployment.serve();
    assert!(elements(&page(&service, "/product/desk", 200), "img").is_empty());
    drop(service);
    let deployment = deployment.with("PCS_IMAGE_HOSTS", "images.example");
    let service = deployment.serve();
    let answer = service.get_with("/product/desk", &[]);
    let policy = answer.header("Content-Security-Policy").unwrap();
    assert!(
        policy.contains("img-src 'self' https://images.example;"),
        "{policy}"
    );
    let images = elements(answer.text(), "img");
    assert_eq!(
        attribute(images[0], "src"),
        Some("https://images.example/desk.png")
    );
    drop(service);
    let wrong = deployment.with("PCS_IMAGE_HOSTS", "images.example;script-src *");
    let ran = wrong.run(&["serve"]);
    assert!(
        ran.status != Some(0) && ran.stderr.contains("PCS_IMAGE_HOSTS"),
        "{ran:?}"
    );
}

#[test]
fn a_demo_has_pages_unless_they_are_switched_off() {
    let pages = |deployment: &Deployment| {
        let mut command = deployment.command(&["demo"]);
        let output = deployment.folder.path().join("output");
        command.stdout(Stdio::from(std::fs::File::create(&output).unwrap()));
        let service = Service::start(command, "http");
        service.wait_until_ready();
        let lines = wait_for("the printed lines", || {
            let lines = std::fs::read_to_string(&output).unwrap();
            lines.contains("health").then_some(lines)
        });
        let link = format!("{}/\n", service.base);
        (service.get_with("/", &[]).status, lines.contains(&link))
    };
    assert_eq!(pages(&Deployment::new(Backend::Sqlite)), (200, true));
    let off = Deployment::new(Backend::Sqlite).with("PCS_EXPLORER", "off");
    assert_eq!(pages(&off), (404, false));
}

#[test]
fn a_page_of_results_that_is_gone_leads_to_the_first() {
    let deployment = Deployment::new(Backend::Sqlite).with("PCS_EXPLORER", "on");
    let head = "offer_id,title,price,delivery_cost,availability,url";
    let rows = (10..40).map(|no| {
        format!("o{no},Lamp of number {no},{no}.00,0,in_stock,https://shop.example/{no}\n")
    });
    let file = deployment.file("f.csv", format!("{head}\n{}", rows.collect::<String>()));
    deployment.import(&file, "Shop One", &[]);
    let service = deployment.serve();
    let first = page(&service, "/?q=lamp&sort=price_asc", 200);
    let next = elements(&first, "a");
    let next = next
        .iter()
        .find(|link| link.contains("rel=\"next\""))
        .unwrap();
    let next = attribute(next, "href").unwrap().replace("&amp;", "&");
    assert!(page(&service, &next, 200).contains("class=\"product\""));
    let parts: Vec<&str> = next.splitn(3, '.').collect();
    let beyond = [parts[0], "99999999", parts[2]].join(".");
    let to_first = "href=\"/?q=lamp&amp;sort=price_asc\"";
    let gone = page(&service, &beyond, 200);
    assert!(
        gone.contains("not there any more") && gone.contains(to_first),
        "{gone}"
    );
    let foreign = next.replace("price_asc", "price_desc");
    let foreign = page(&service, &foreign, 400);
    assert!(
        !foreign.contains("cursor: ") && foreign.contains("To the first page"),
        "{foreign}"
    );
}

#[test]
fn what_is_wrong_with_an_address_or_a_form_is_told_in_the_readers_language() {
    let deployment = deployment();
    let service = deployment.serve();
    let german = [("Accept-Language", "de")];
    let twice = service.get_with("/?q=lamp&q=desk", &german);
    assert_eq!(twice.status, 400);
    assert!(
        twice.text().contains("steht etwas zweimal"),
        "{}",
        twice.text()
    );
    let long = format!("/?q={}", "a".repeat(121));
    let long = service.get_with(&long, &german);
    assert!(long.text().contains("1 bis 120 Zeichen"), "{}", long.text());
    for answer in [&twice, &long] {
        assert!(!answer.text().contains("lang=\"en\""), "{}", answer.text());
    }
}

#[test]
fn the_address_of_a_merged_product_leads_on_with_what_it_asked_for() {
    let deployment = deployment();
    let file = deployment.file(
        "g.csv",
        "offer_id,title,price,delivery_cost,availability,url\na,Zephyr kettle,9.00,0,in_stock,https://shop.example/z\n",
    );
    deployment.import(&file, "Shop Two", &[]);
    deployment.ok(&["match", "merge", "zephyr_kettle", "desk"]);
    let service = deployment.serve();
    let moved = service.get_with("/product/zephyr_kettle?range=7d&store=Shop+Two", &[]);
    assert_eq!(moved.status, 308);
    let to = moved.header("Location").unwrap();
    assert_eq!(to, "/product/desk?range=7d&store=Shop+Two");
    let one = page(&service, "/compare?ids=desk,zephyr_kettle", 400);
    assert!(one.contains("Two of these are one product"), "{one}");
    let unpriced = page(&service, "/product/desk?store=Shop+Nine", 200);
    assert!(
        unpriced.contains("No prices of Shop Nine are known"),
        "{unpriced}"
    );
}

#[test]
fn every_link_of_a_page_of_results_leads_to_a_page() {
    let deployment = deployment().with("PCS_EXPLORER_RATE_LIMIT", "0");
    let service = deployment.serve();
    for path in [
        "/?brand=nova&availability=in_stock&max_price=2000&with=desk",
        "/?category=Camping&max_price=2000",
        "/?q=lamp&brand=nova&max_price=1",
    ] {
        let html = page(&service, path, 200);
        for link in elements(&html, "a") {
            let to = attribute(link, "href").unwrap().replace("&amp;", "&");
            if to.starts_with('/') {
                page(&service, &to, 200);
            }
        }
    }
    // another search keeps what is to be compared
    for path in ["/?brand=nova&with=desk", "/?with=desk"] {
        let html = page(&service, path, 200);
        let header = html.split("role=\"search\"").nth(1).unwrap();
        let header = header.split("</form>").next().unwrap();
        assert!(header.contains("name=\"with\" value=\"desk\""), "{header}");
    }
}

#[test]
fn too_many_that_were_ticked_can_be_chosen_from() {
    let deployment = Deployment::new(Backend::Sqlite).with("PCS_EXPLORER", "on");
    let head = "offer_id,title,price,delivery_cost,availability,url";
    let rows = (1..=5).map(|no| {
        format!("o{no},Lamp of number {no},{no}.00,0,in_stock,https://shop.example/{no}\n")
    });
    let file = deployment.file("f.csv", format!("{head}\n{}", rows.collect::<String>()));
    deployment.import(&file, "Shop One", &[]);
    let service = deployment.serve();
    let ids: Vec<String> = (1..=5)
        .map(|no| format!("ids=lamp_of_number_{no}"))
        .collect();
    let html = page(
        &service,
        &format!("/compare?{}&goal=camera", ids.join("&")),
        200,
    );
    look_at("/compare", &html);
    let inputs = elements(&html, "input");
    let boxes = inputs
        .iter()
        .filter(|it| attribute(it, "name") == Some("ids"));
    let ticked = boxes.map(|it| it.contains(" checked"));
    assert_eq!(ticked.collect::<Vec<_>>(), [true, true, true, true, false]);
    assert!(html.contains("name=\"goal\" value=\"camera\""), "{html}");
}

#[test]
fn a_shop_that_sells_it_no_more_stays_beside_its_curve() {
    let deployment = Deployment::new(Backend::Sqlite).with("PCS_EXPLORER", "on");
    let line = product("desk", "Nova desk lamp", "Home > Lamps", "4006381333931");
    let catalogue = deployment.file("c.jsonl", line);
    deployment.ok(&["catalog", "import", &catalogue]);
    feed(&deployment, &["desk,12.00"], 30);
    let head = "offer_id,canonical_product_id,title,price,delivery_cost,availability,url";
    let row = |id: &str, product: &str| {
        format!("{id},{product},Kettle {id},13.00,0,in_stock,https://shop.example/{id}\n")
    };
    let others: String = (1..=20).map(|no| row(&format!("k{no}"), "")).collect();
    for (hours, first) in [(30, row("g", "desk")), (1, String::new())] {
        let file = deployment.file("g.csv", format!("{head}\n{first}{others}"));
        let at = hours_ago(hours);
        deployment.import(&file, "Shop Two", &["--observed-at", &at]);
    }
    let service = deployment.serve();
    for path in [
        "/product/desk",
        "/product/desk?store=Shop+Two",
        "/product/desk?store=Shop+Nine",
    ] {
        let html = page(&service, path, 200);
        let names: Vec<_> = elements(&html, "option");
        let names: Vec<_> = names
            .iter()
            .filter_map(|it| attribute(it, "value"))
            .collect();
        assert!(names.contains(&"Shop Two"), "{path}: {names:?}");
        assert_eq!(
            names.contains(&"Shop Nine"),
            path.contains("Nine"),
            "{path}"
        );
    }
}
