//! Metrics, alerts and dashboards, judged by Prometheus itself.

use std::collections::BTreeSet;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use tests::watching::price;
use tests::webhooks::World;
use tests::{Backend, hours_ago, offers_csv, repository, wait_for};

/// How a panel says that it has nothing to show on a healthy service.
const EMPTY: &str = "Empty while all is well: ";

const OPEN_METRICS: &str = "application/openmetrics-text";

fn read(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What promtool says of files under `packaging/prometheus`; it must be content.
fn promtool(arguments: &[&str], page: Option<&Path>) {
    let input = page.map_or_else(Stdio::null, |page| fs::File::open(page).unwrap().into());
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new("promtool")
        .args(arguments)
        .current_dir(repository().join("packaging/prometheus"))
        .stdin(input)
        .output()
        .unwrap_or_else(|error| panic!("promtool, of Debian's package prometheus: {error}"));
    let told = [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(status.success(), "{arguments:?}: {told:?}");
    if page.is_some() {
        assert_eq!(told, ["", ""], "a finding");
    }
}

/// A service that had requests, imports, a source and deliveries, and a shop that goes stale.
fn busy() -> World {
    let world = World::new(Backend::Sqlite);
    price(&world.deployment, "100.00");
    let feed = |store: &str, cost: &str| {
        let rows = [["a-1", "Lumo desk lamp", "Lumo", "4006381333931", cost]];
        world
            .deployment
            .file(&format!("{store}.csv"), offers_csv(&rows))
    };
    let old = hours_ago(50);
    let stale = feed("stale", "40.00");
    world
        .deployment
        .import(&stale, "Stale Shop", &["--observed-at", &old]);
    let location = feed("scheduled", "41.00");
    let source = ["source", "add", &location, "--store", "Shop Two"];
    world.deployment.ok(&source);
    let webhook = world.webhook("/hook");
    assert_eq!(world.deliver(&webhook)["status"], "delivered");
    ask(&world);
    world
}

/// Some traffic.
fn ask(world: &World) {
    world.service.get("/v1/search?q=lamp", &world.key);
    world.service.get("/v1/products/none", &world.key);
    world.service.get_with("/v1/search?q=lamp", &[]);
}

/// Families that the page of the classic format tells of.
fn families(page: &str) -> BTreeSet<String> {
    let types = page.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    let names = types.filter_map(|line| line.split(' ').next());
    names.map(str::to_owned).collect()
}

/// Series that stand in the table of the documentation.
fn documented() -> BTreeSet<String> {
    let text = read("docs/OPERATIONS.md");
    let table = text
        .split("| series | labels | what it tells | act when |")
        .nth(1);
    let rows = table.expect("the table").lines().skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let rows = rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(cells.len(), 4, "{row}");
        assert!(!cells[2].is_empty() && !cells[3].is_empty(), "{row}");
        cells[0].trim_matches('`').to_owned()
    });
    rows.collect()
}

/// The page, once every family has a series.
fn full_page(world: &World) -> String {
    let documented = documented();
    wait_for("every series of docs/OPERATIONS.md", || {
        let page = world.service.admin_text("/metrics");
        (families(&page).len() >= documented.len()).then_some(page)
    })
}

#[test]
fn every_series_is_documented_and_promtool_finds_nothing() {
    let world = busy();
    let page = full_page(&world);
    assert_eq!(families(&page), documented());
    for name in families(&page) {
        assert!(
            name.starts_with("cotejo_") || name.starts_with("process_"),
            "{name}"
        );
        assert!(page.contains(&format!("# HELP {name} ")), "{name}");
    }
    let path = PathBuf::from(world.deployment.file("page", &page));
    promtool(&["check", "metrics"], Some(&path));
    let version = "cotejo_build_info{version=";
    assert!(
        page.lines()
            .any(|line| line.starts_with(version) && line.ends_with(" 1"))
    );
}

#[test]
fn the_format_is_the_one_that_is_asked_for_and_nobody_is_refused() {
    let world = World::new(Backend::Sqlite);
    for (accept, media_type) in [
        (
            OPEN_METRICS,
            "application/openmetrics-text; version=1.0.0; charset=utf-8",
        ),
        ("text/plain", "text/plain; version=0.0.4; charset=utf-8"),
        ("image/png", "text/plain; version=0.0.4; charset=utf-8"),
        ("nonsense", "text/plain; version=0.0.4; charset=utf-8"),
    ] {
        let answer = world
            .service
            .ask_admin_with("/metrics", &[("Accept", accept)]);
        assert_eq!(answer.status, 200, "{accept}");
        assert_eq!(answer.header("content-type"), Some(media_type), "{accept}");
        assert_eq!(
            answer.text().ends_with("# EOF\n"),
            accept == OPEN_METRICS,
            "{accept}"
        );
    }
}

#[test]
fn each_alert_fires_on_its_trouble_and_says_where_to_read_on() {
    promtool(&["check", "rules", "cotejo.rules.yml"], None);
    promtool(&["test", "rules", "cotejo.rules.test.yml"], None);
    let rules = read("packaging/prometheus/cotejo.rules.yml");
    let tests = read("packaging/prometheus/cotejo.rules.test.yml");
    let documentation = read("docs/OPERATIONS.md");
    let anchors: BTreeSet<String> = documentation
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| {
            let words = line.trim_start_matches('#').trim().to_lowercase();
            words.replace([',', '.'], "").replace(' ', "-")
        })
        .collect();
    let after = |wanted: &'static str| {
        let lines = rules.lines().map(str::trim);
        lines.filter_map(move |line| line.strip_prefix(wanted))
    };
    let alerts: Vec<&str> = after("- alert: ").collect();
    for part in ["summary: ", "action: ", "runbook: "] {
        assert_eq!(after(part).count(), alerts.len(), "{part}");
    }
    for alert in alerts {
        let fired = tests
            .lines()
            .any(|line| line.trim() == format!("alertname: {alert}"));
        assert!(fired, "{alert} has no test");
    }
    for link in after("runbook: docs/OPERATIONS.md#") {
        assert!(anchors.contains(link), "{link}");
    }
    let known = documented();
    let metrics = names(&rules)
        .into_iter()
        .map(|name| name.trim_end_matches("_bucket").to_owned());
    for name in metrics {
        assert!(known.contains(&name), "{name}");
    }
}

/// Names of our series in a text.
fn names(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let ours = words.filter(|word| word.starts_with("cotejo_") || word.starts_with("process_"));
    ours.map(str::to_owned).collect()
}

/// A Prometheus that scrapes a service; killed when it is dropped.
struct Prometheus {
    child: Child,
    base: String,
}

impl Drop for Prometheus {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

impl Prometheus {
    fn scraping(world: &World) -> Self {
        let target = world.service.admin.trim_start_matches("http://");
        let rules = repository().join("packaging/prometheus/cotejo.rules.yml");
        let settings = format!(
            "global: {{scrape_interval: 1s, evaluation_interval: 1s}}\nrule_files: ['{}']\n\
             scrape_configs: [{{job_name: cotejo, static_configs: [{{targets: ['{target}']}}]}}]\n",
            rules.display()
        );
        let settings = world.deployment.file("prometheus.yml", settings);
        let free = TcpListener::bind("127.0.0.1:0").and_then(|port| port.local_addr());
        let address = free.expect("a free port");
        let child = Command::new("prometheus")
            .arg(format!("--config.file={settings}"))
            .arg(format!("--web.listen-address={address}"))
            .arg("--storage.tsdb.path=prometheus")
            .current_dir(world.deployment.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("Debian's package prometheus: {error}"));
        Self {
            child,
            base: format!("http://{address}"),
        }
    }

    /// The result of a query; `None` while it does not answer.
    fn query(&self, query: &str) -> Option<Vec<Value>> {
        let request = ureq::get(format!("{}/api/v1/query", self.base)).query("query", query);
        let answer = match request.call() {
            Ok(mut answer) => answer.body_mut().read_to_string().ok()?,
            Err(ureq::Error::StatusCode(400)) => panic!("not a query: {query}"),
            Err(_) => return None,
        };
        let answer: Value = serde_json::from_str(&answer).ok()?;
        assert_eq!(answer["status"], "success", "{query}");
        answer["data"]["result"].as_array().cloned()
    }
}

#[test]
fn each_panel_of_the_dashboards_answers_from_a_prometheus_that_scraped_the_service() {
    let world = busy();
    let prometheus = Prometheus::scraping(&world);
    wait_for("two scrapes", || {
        let scrapes = "count_over_time(up{job=\"cotejo\"}[1h]) >= 2";
        (!prometheus.query(scrapes)?.is_empty()).then_some(())
    });
    ask(&world);
    let known = documented();
    let mut asked = 0;
    for file in ["traffic-and-catalogue", "webhooks"] {
        let dashboard = read(&format!("packaging/grafana/{file}.json"));
        let dashboard: Value = serde_json::from_str(&dashboard).expect("JSON");
        for panel in dashboard["panels"].as_array().expect("panels") {
            let description = panel["description"].as_str().expect("a description");
            let may_be_empty = description.len() > EMPTY.len() && description.starts_with(EMPTY);
            for target in panel["targets"].as_array().expect("queries") {
                let query = target["expr"].as_str().expect("a query");
                for name in names(query) {
                    let family = name.trim_end_matches("_bucket");
                    assert!(known.contains(family), "{name} in {query}");
                }
                let query = query.replace("$__rate_interval", "5m");
                wait_for(&query, || {
                    let series = prometheus.query(&query)?;
                    (may_be_empty || !series.is_empty()).then_some(())
                });
                asked += 1;
            }
        }
    }
    assert!(asked > 30, "{asked}");
}
