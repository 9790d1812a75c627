//! Sources on a schedule, and a server that they are fetched from.

use serde_json::Value;

use crate::webhook_receiver::{Receiver, Reply, Step, raw};
use crate::{Backend, Deployment, Ran, Service, wait_for};

/// A number that a product is found by.
pub const EAN: &str = "4006381333931";

/// A feed of three offers, of which the first one costs so much.
pub fn feed(price: &str) -> String {
    crate::offers_csv(&[
        ["a1", "Nova X2 128GB", "Nova", EAN, price],
        ["a2", "Nova X3 128GB", "Nova", "", "500.00"],
        ["a3", "Nova X4 128GB", "Nova", "", "600.00"],
    ])
}

/// An answer with content, and these header lines, each with its line end.
pub fn content(content: &str, headers: &str) -> Reply {
    let length = content.len();
    raw(&format!(
        "HTTP/1.1 200 OK\r\n{headers}Content-Length: {length}\r\n\r\n{content}"
    ))
}

/// An answer that breaks off before the end that it announced.
pub fn cut(content: &str) -> Reply {
    let mut reply = raw(&format!(
        "HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n{content}"
    ));
    reply.push(Step::Close);
    reply
}

/// The same answer, once the test releases it.
pub fn held(mut reply: Reply) -> Reply {
    reply.insert(0, Step::Hold);
    reply
}

/// A server, and a deployment that reaches it.
pub struct Shop {
    /// The settings and the store.
    pub deployment: Deployment,
    /// The server.
    pub server: Receiver,
}

impl Shop {
    /// With a store of this kind.
    pub fn new(backend: Backend) -> Self {
        Self::with(backend, &[])
    }

    /// With these settings besides.
    pub fn with(backend: Backend, settings: &[(&str, &str)]) -> Self {
        let server = Receiver::start();
        let mut deployment = server.reached_by(Deployment::new(backend));
        for (name, value) in settings {
            deployment = deployment.with(name, value);
        }
        Self { deployment, server }
    }

    /// Adds a target of the server as a source of the store "Shop One"; its id.
    pub fn source(&self, target: &str) -> String {
        let url = self.server.url(target);
        self.deployment.source(&url, "Shop One", &[])
    }

    /// A worker alone.
    pub fn worker(&self) -> Service {
        let command = self.deployment.command(&["serve", "--roles", "worker"]);
        let service = Service::start(command, "http");
        service.wait_until_ready();
        service
    }
}

impl Deployment {
    /// Adds a source; its id.
    pub fn source(&self, location: &str, store: &str, more: &[&str]) -> String {
        let mut arguments = vec!["source", "add", location, "--store", store, "--json"];
        arguments.extend(more);
        let added: Value = serde_json::from_str(&self.ok(&arguments)).expect("JSON");
        added["id"].as_str().expect("an id").to_owned()
    }

    /// The sources as they are listed.
    pub fn sources(&self) -> Vec<Value> {
        let listed = self.ok(&["source", "list", "--json"]);
        serde_json::from_str(&listed).expect("JSON")
    }

    /// The source with this id as it is listed.
    pub fn listed(&self, id: &str) -> Value {
        let mut all = self.sources();
        all.retain(|one| one["id"] == id);
        all.pop().expect("the source")
    }

    /// The source as soon as it is like this.
    pub fn source_when(&self, id: &str, what: &str, is: impl Fn(&Value) -> bool) -> Value {
        wait_for(what, || Some(self.listed(id)).filter(&is))
    }

    /// Runs a source in the foreground; its counts.
    pub fn run_source(&self, id: &str, more: &[&str]) -> Value {
        let mut arguments = vec!["source", "run", id, "--json"];
        arguments.extend(more);
        serde_json::from_str(&self.ok(&arguments)).expect("JSON")
    }

    /// Runs a source in the foreground that fails.
    pub fn run_failing(&self, id: &str) -> Ran {
        let ran = self.run(&["source", "run", id]);
        assert_ne!(ran.status, Some(0), "{}", ran.stdout);
        ran
    }

    /// Makes due what is not run, and lets the leases of what is run end.
    pub fn make_due(&self) {
        self.sql("UPDATE sources SET due_at = created_at");
    }
}
