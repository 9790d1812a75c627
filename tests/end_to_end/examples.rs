//! What `api demo` prints, and what its documentation offers to try, answers.

use std::fs::{self, File};
use std::process::Stdio;

use serde_json::Value;
use tests::{Backend, Deployment, Service};

/// A demo that has printed its first line to copy, at that very moment.
struct Demo {
    service: Service,
    output: std::path::PathBuf,
}

impl Demo {
    fn start(deployment: &Deployment) -> Self {
        let output = deployment.folder.path().join("output");
        let mut command = deployment.command(&["demo"]);
        command.stdout(Stdio::from(File::create(&output).unwrap()));
        let service = Service::start(command, "http");
        Self { service, output }
    }

    /// The lines that were printed, once this one is among them.
    fn lines(&self, awaited: &str) -> Vec<String> {
        tests::wait_for(awaited, || {
            let printed = fs::read_to_string(&self.output).unwrap();
            let lines: Vec<String> = printed.lines().map(ToOwned::to_owned).collect();
            let is_there = lines.iter().any(|line| line.starts_with(awaited));
            is_there.then_some(lines)
        })
    }
}

/// Header and path of a printed line.
fn request(line: &str) -> ((String, String), String) {
    let quoted: Vec<&str> = line.split('\'').collect();
    let (name, value) = quoted[1].split_once(": ").unwrap();
    let path = quoted[3].split_once("/v1/").unwrap().1;
    ((name.to_owned(), value.to_owned()), format!("/v1/{path}"))
}

#[test]
fn the_printed_lines_answer_from_the_moment_they_are_there() {
    for _ in 0..3 {
        let deployment = Deployment::new(Backend::Sqlite);
        let demo = Demo::start(&deployment);
        let mut asked = 0;
        for line in demo.lines("curl ") {
            if !line.starts_with("curl ") || !line.ends_with('\'') {
                continue;
            }
            let ((name, value), path) = request(&line);
            let answer = demo.service.get_with(&path, &[(&name, &value)]);
            assert_eq!(answer.status, 200, "{path}: {}", answer.text());
            asked += 1;
        }
        assert!(asked > 0);
    }
}

/// An operation of the document with the values that its page offers.
struct Trial {
    name: String,
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Option<String>,
}

impl Trial {
    /// The operation with this id, as somebody tries it who changes nothing.
    fn of(document: &Value, id: &str, key: &str) -> Self {
        let found = operations(document).find(|(_, _, operation)| operation["operationId"] == id);
        let (path, method, operation) = found.expect("the operation");
        let mut path = format!("/v1{path}");
        let mut query = Vec::new();
        let mut headers = vec![("Authorization".to_owned(), format!("Bearer {key}"))];
        for parameter in operation["parameters"].as_array().unwrap() {
            let parameter = followed(document, parameter);
            let name = parameter["name"].as_str().unwrap().to_owned();
            let defaults = &parameter["schema"]["default"];
            let value = parameter.get("example").unwrap_or(defaults);
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), ToOwned::to_owned);
            match parameter["in"].as_str().unwrap() {
                "path" => path = path.replace(&format!("{{{name}}}"), &value),
                "query" => query.push(format!("{name}={}", value.replace(' ', "+"))),
                _ => headers.push((name, value)),
            }
        }
        let body = &operation["requestBody"]["content"]["application/json"]["example"];
        let body = (!body.is_null()).then(|| body.to_string());
        if body.is_some() {
            headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
        }
        let question = if query.is_empty() { "" } else { "?" };
        Self {
            name: id.to_owned(),
            method: method.to_uppercase(),
            path: format!("{path}{question}{}", query.join("&")),
            headers,
            body,
        }
    }

    fn succeeds(&self, service: &Service) -> Value {
        let headers = self.headers.iter();
        let headers: Vec<(&str, &str)> = headers.map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let answer = match &self.body {
            Some(body) => service.send(&self.method, &self.path, &headers, body),
            None => service.ask(&self.method, &self.path, &headers),
        };
        let (name, path) = (&self.name, &self.path);
        assert!(
            matches!(answer.status, 200..=299),
            "{name} {path}: {} {}",
            answer.status,
            answer.text()
        );
        serde_json::from_slice(&answer.body).unwrap_or_default()
    }
}

fn operations(document: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    let items = document["paths"].as_object().unwrap().iter();
    items.flat_map(|(path, item)| {
        let methods = item.as_object().unwrap().iter();
        methods.map(|(method, operation)| (path.as_str(), method.as_str(), operation))
    })
}

fn followed<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let target = value["$ref"].as_str().and_then(|t| t.strip_prefix('#'));
    target.map_or(value, |target| document.pointer(target).unwrap())
}

/// The demo with its document and its live key. Where the subscription of the examples sends to, nobody is.
fn documented(deployment: &Deployment) -> (Demo, Value, String) {
    let demo = Demo::start(deployment);
    let lines = demo.lines("live key  ");
    let key = lines
        .iter()
        .find_map(|line| line.strip_prefix("live key  "));
    let key = key.unwrap().to_owned();
    let document = demo.service.get_with("/openapi.json", &[]).json();
    (demo, document, key)
}

fn deployment() -> Deployment {
    let nowhere = "hooks.customer.example.com:443:127.0.0.1:1";
    Deployment::new(Backend::Sqlite).with("PCS_WEBHOOK_RESOLVE", nowhere)
}

#[test]
fn everything_that_the_documentation_offers_to_read_answers_in_the_demo() {
    let deployment = deployment();
    // the second start finds what the first one made
    for _ in 0..2 {
        let (demo, document, key) = documented(&deployment);
        let all = operations(&document).filter(|(_, method, _)| *method == "get");
        let ids: Vec<&str> = all
            .map(|(.., o)| o["operationId"].as_str().unwrap())
            .collect();
        assert!(ids.len() >= 12, "{ids:?}");
        for id in ids {
            let answer = Trial::of(&document, id, &key).succeeds(&demo.service);
            for list in ["items", "offers", "products", "series", "points"] {
                let list = answer[list].as_array();
                assert!(list.is_none_or(|list| !list.is_empty()), "{id}: {answer}");
            }
        }
    }
}

#[test]
fn what_the_documentation_offers_to_write_is_accepted_in_the_demo() {
    let deployment = deployment();
    let (demo, document, key) = documented(&deployment);
    for id in [
        "createPriceWatch",
        "updatePriceWatch",
        "createWebhook",
        "updateWebhook",
        "prepareSecretRotation",
        "deletePriceWatch",
        "deleteWebhook",
    ] {
        Trial::of(&document, id, &key).succeeds(&demo.service);
    }
}
