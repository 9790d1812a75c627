//! Starting the built binary as an operator does, and asking it as a client does.

#![expect(
    clippy::disallowed_methods,
    reason = "tests read the clock and wait, in one place and with a deadline"
)]

pub mod collector;
pub mod console;
pub mod curl;
pub mod debian;
pub mod mail_server;
pub mod measured;
pub mod process;
pub mod python;
pub mod sources;
mod store;
pub mod watching;
pub mod webhook_receiver;
pub mod webhooks;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use adapter_postgres::testing::{ScratchDatabase, migrated_database, scratch_database};
pub use nix::sys::signal::Signal;
use nix::sys::signal::kill;
use nix::unistd::Pid;
use serde_json::Value;
use tempfile::TempDir;

/// The longest that anything may take before a test fails: long, for machines that are busy with other tests.
pub const DEADLINE: Duration = Duration::from_secs(180);

/// Asks again and again until the answer is `Some`, at most [`DEADLINE`] long.
pub fn wait_for<T>(what: &str, ask: impl FnMut() -> Option<T>) -> T {
    wait_at_most(DEADLINE, ask).unwrap_or_else(|| panic!("waited in vain for {what}"))
}

/// Asks again and again until the answer is `Some`; `None` after so long. The one place that waits.
pub fn wait_at_most<T>(patience: Duration, mut ask: impl FnMut() -> Option<T>) -> Option<T> {
    let began = Instant::now();
    loop {
        let answer = ask();
        if answer.is_some() || began.elapsed() >= patience {
            return answer;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// How long something took.
pub fn timed(work: impl FnOnce()) -> Duration {
    let began = Instant::now();
    work();
    began.elapsed()
}

/// Lets some time pass: for killing at a random moment, never for waiting until something is done.
pub fn let_pass(time: Duration) {
    std::thread::sleep(time);
}

/// The time.
pub fn now() -> time::OffsetDateTime {
    time::OffsetDateTime::now_utc()
}

/// An instant so many hours ago, as `--observed-at` reads it.
pub fn hours_ago(hours: i64) -> String {
    let at = time::OffsetDateTime::now_utc() - time::Duration::hours(hours);
    let format = time::format_description::well_known::Rfc3339;
    let whole = at.replace_nanosecond(0).expect("whole seconds");
    whole.format(&format).expect("an instant")
}

/// The UTC day so many days ago.
pub fn days_ago(days: i64) -> String {
    let at = time::OffsetDateTime::now_utc() - time::Duration::days(days);
    at.date().to_string()
}

/// Some numbers of what a command counted.
pub fn count(counts: &Value, names: &[&str]) -> Vec<u64> {
    let of = |name: &&str| counts[*name].as_u64().expect("a count");
    names.iter().map(of).collect()
}

/// The root of the repository.
pub fn repository() -> &'static Path {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().expect("the repository")
}

/// The built binary.
pub fn binary() -> PathBuf {
    let mut folder = std::env::current_exe().expect("the path of this test");
    folder.pop();
    if folder.ends_with("deps") {
        folder.pop();
    }
    let binary = folder.join("api");
    assert!(
        binary.exists(),
        "{} is missing: run the tests through `make test`",
        binary.display()
    );
    binary
}

/// Which store a deployment uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    /// A file.
    Sqlite,
    /// A database on the test server.
    Postgres,
}

/// A folder with a store of its own, and the settings that name it.
pub struct Deployment {
    /// Its folder.
    pub folder: TempDir,
    /// Its store.
    pub url: String,
    settings: Vec<(String, String)>,
    database: Option<ScratchDatabase>,
}

/// What seals secrets on PostgreSQL, where nothing is made up.
pub const VAULT_KEY: &str = "v1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

impl Deployment {
    /// An empty deployment. On PostgreSQL the schema is there, which takes longer to make than to copy.
    pub fn new(backend: Backend) -> Self {
        Self::within(backend, migrated_database)
    }

    /// An empty deployment whose store has no schema.
    pub fn without_schema(backend: Backend) -> Self {
        Self::within(backend, scratch_database)
    }

    fn within(backend: Backend, database: impl AsyncFnOnce() -> ScratchDatabase) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut settings = Vec::new();
        let (url, database) = match backend {
            Backend::Sqlite => (
                format!("sqlite://{}", folder.path().join("prices.sqlite").display()),
                None,
            ),
            Backend::Postgres => {
                let runtime = tokio::runtime::Runtime::new().expect("a runtime");
                let database = runtime.block_on(database());
                settings.push(("PCS_VAULT_KEY".to_owned(), VAULT_KEY.to_owned()));
                (database.url.clone(), Some(database))
            }
        };
        Self {
            folder,
            url,
            settings,
            database,
        }
    }

    /// An empty deployment on a PostgreSQL database of somebody else's.
    pub fn on(url: String) -> Self {
        Self {
            folder: tempfile::tempdir().expect("a folder"),
            url,
            settings: vec![("PCS_VAULT_KEY".to_owned(), VAULT_KEY.to_owned())],
            database: None,
        }
    }

    /// The same with another setting.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.settings.push((name.to_owned(), value.to_owned()));
        self
    }

    /// A command of the binary with this deployment's settings and no others.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(binary());
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("PCS_") {
                command.env_remove(name);
            }
        }
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("DATABASE_URL", &self.url)
            .env("PCS_LISTEN", "127.0.0.1:0")
            .env("PCS_ADMIN_LISTEN", "127.0.0.1:0")
            .env("PCS_LOG_FORMAT", "json")
            .stdin(Stdio::null());
        for (name, value) in &self.settings {
            command.env(name, value);
        }
        command
    }

    /// Runs a command to its end.
    pub fn run(&self, arguments: &[&str]) -> Ran {
        Ran::from(self.command(arguments).output().expect("the binary runs"))
    }

    /// Runs a command that must succeed.
    pub fn ok(&self, arguments: &[&str]) -> String {
        let ran = self.run(arguments);
        assert_eq!(ran.status, Some(0), "{arguments:?}: {}", ran.stderr);
        ran.stdout
    }

    /// Writes a file into the folder and answers its path.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.folder.path().join(name);
        fs::write(&path, content).expect("a written file");
        path.to_str().expect("a path").to_owned()
    }

    /// Imports a feed; must succeed.
    pub fn import(&self, file: &str, store: &str, more: &[&str]) -> Value {
        let mut arguments = vec!["import", file, "--store", store, "--json"];
        arguments.extend(more);
        serde_json::from_str(&self.ok(&arguments)).expect("counts as JSON")
    }

    /// What waits for a person.
    pub fn waiting(&self) -> Vec<Value> {
        let listed = self.ok(&["match", "review", "--json"]);
        let read = |line: &str| serde_json::from_str(line).expect("one object per line");
        listed.lines().map(read).collect()
    }

    /// A new key of the workspace `test`.
    pub fn key(&self, mode: &str, scopes: &[&str]) -> Key {
        self.key_in("test", mode, scopes)
    }

    /// A new key of a workspace.
    pub fn key_in(&self, workspace: &str, mode: &str, scopes: &[&str]) -> Key {
        let mut arguments = vec!["keys", "create", "--json", "--workspace", workspace];
        arguments.extend(["--mode", mode]);
        for scope in scopes {
            arguments.extend(["--scope", scope]);
        }
        let made: Value = serde_json::from_str(&self.ok(&arguments)).expect("a key as JSON");
        let text = |name: &str| made[name].as_str().expect("a text").to_owned();
        Key {
            id: text("id"),
            secret: text("key"),
        }
    }

    /// Starts the service and waits until it is ready.
    pub fn serve(&self) -> Service {
        let service = Service::start(self.command(&["serve"]), "http");
        service.wait_until_ready();
        service
    }
}

/// An API key.
pub struct Key {
    /// Its id.
    pub id: String,
    /// The key itself.
    pub secret: String,
}

/// The value of a field in a line of the log, in JSON or in text.
fn told(line: &str, name: &str) -> Option<String> {
    if let Ok(parsed) = serde_json::from_str::<Value>(line) {
        return parsed[name].as_str().map(str::to_owned);
    }
    let (_, rest) = line.split_once(&format!(" {name}="))?;
    let value = rest.split_whitespace().next()?;
    Some(value.trim_matches('"').to_owned())
}

/// A command that ended.
#[derive(Debug)]
pub struct Ran {
    /// Exit status; `None` after a signal.
    pub status: Option<i32>,
    /// Results.
    pub stdout: String,
    /// Complaints and logs.
    pub stderr: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// A running service; killed when it is dropped.
pub struct Service {
    child: Child,
    /// Base of the API without `/v1`; only the scheme when it is not served.
    pub base: String,
    /// Base of the probes.
    pub admin: String,
    agent: ureq::Agent,
    log: mpsc::Receiver<String>,
}

impl Service {
    /// Starts a serving command and waits until it says where it listens.
    pub fn start(mut command: Command, scheme: &str) -> Self {
        let mut child = command
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let lines = BufReader::new(child.stderr.take().expect("stderr")).lines();
        let (sender, log) = mpsc::channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut seen = Vec::new();
        let (public, admin) = loop {
            let line = log
                .recv_timeout(DEADLINE)
                .unwrap_or_else(|_| panic!("the service does not say where it listens: {seen:#?}"));
            if let Some(admin) = told(&line, "admin") {
                // a worker alone has no API
                break (told(&line, "address").unwrap_or_default(), admin);
            }
            seen.push(line);
        };
        Self {
            child,
            base: format!("{scheme}://{public}"),
            admin: format!("http://{admin}"),
            agent: agent(),
            log,
        }
    }

    /// Waits for `/readyz`.
    pub fn wait_until_ready(&self) {
        wait_for("readiness", || {
            let ready = self
                .agent
                .get(format!("{}/readyz", self.admin))
                .call()
                .ok()?;
            (ready.status() == 200).then_some(())
        });
    }

    /// The answer to a GET of a path with a key.
    pub fn get(&self, path: &str, key: &Key) -> Answer {
        let bearer = format!("Bearer {}", key.secret);
        self.get_with(path, &[("Authorization", &bearer)])
    }

    /// The answer to a GET of a path with these headers.
    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.ask("GET", path, headers)
    }

    /// The answer to a request without body.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
        let url = format!("{}{path}", self.base);
        send(&self.agent, method, &url, headers, None)
    }

    /// The answer to a request with a body.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let url = format!("{}{path}", self.base);
        send(&self.agent, method, &url, headers, Some(body))
    }

    /// The answer of the admin listener to a GET.
    pub fn ask_admin(&self, path: &str) -> Answer {
        self.ask_admin_with(path, &[])
    }

    /// The answer of the admin listener to a GET with these headers.
    pub fn ask_admin_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let url = format!("{}{path}", self.admin);
        send(&self.agent, "GET", &url, headers, None)
    }

    /// The answer of the admin listener to a request with a body.
    pub fn send_admin(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let url = format!("{}{path}", self.admin);
        send(&self.agent, method, &url, headers, Some(body))
    }

    /// The text that the admin listener answers.
    pub fn admin_text(&self, path: &str) -> String {
        let url = format!("{}{path}", self.admin);
        self.agent
            .get(url)
            .call()
            .expect("an answer")
            .body_mut()
            .read_to_string()
            .expect("text")
    }

    /// A figure of `/metrics`, named with its labels; `None` while it is not there.
    pub fn metric(&self, name: &str) -> Option<u64> {
        let page = self.admin_text("/metrics");
        let value = page
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
        Some(value.parse().expect("a whole number"))
    }

    /// A detail of `/readyz`.
    pub fn readiness(&self, name: &str) -> Value {
        let ready: Value = serde_json::from_str(&self.admin_text("/readyz")).expect("JSON");
        let details = ready["details"].as_array().expect("details");
        let item = details.iter().find(|item| item["name"] == name);
        item.expect("the detail").clone()
    }

    /// Log lines that came since the last call.
    pub fn log(&self) -> Vec<String> {
        self.log.try_iter().collect()
    }

    /// Log lines that came since the last call, up to the end of the process.
    pub fn log_to_its_end(&self) -> Vec<String> {
        self.log.iter().collect()
    }

    /// Process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends SIGTERM and waits for the end; answers the exit status.
    pub fn terminate(mut self) -> Option<i32> {
        signal(self.pid(), Signal::SIGTERM);
        self.end()
    }

    /// Waits for the end; answers the exit status.
    pub fn end(&mut self) -> Option<i32> {
        self.child.wait().expect("an end").code()
    }

    /// Ends it at once, as `kill -9` does; answers the exit status if it had ended by itself.
    pub fn kill(&mut self) -> Option<i32> {
        self.child.kill().expect("a process");
        self.end()
    }

    /// Whether it has not ended.
    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("a process").is_none()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Sends a signal to a process.
pub fn signal(pid: u32, signal: Signal) {
    let pid = Pid::from_raw(pid.try_into().expect("the number of a process"));
    kill(pid, signal).expect("a process that takes signals");
}

fn send(
    agent: &ureq::Agent,
    method: &str,
    url: &str,
    headers: &[(&str, &str)],
    body: Option<&str>,
) -> Answer {
    try_send(agent, method, url, headers, body).expect("an answer")
}

fn try_send(
    agent: &ureq::Agent,
    method: &str,
    url: &str,
    headers: &[(&str, &str)],
    body: Option<&str>,
) -> Result<Answer, ureq::Error> {
    let mut request = ureq::http::Request::builder().method(method).uri(url);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let mut response = match body {
        Some(body) => agent.run(request.body(body).expect("a request")),
        None => agent.run(request.body(()).expect("a request")),
    }?;
    let body = response.body_mut().with_config().limit(1 << 28);
    Ok(Answer {
        body: body.read_to_vec()?,
        status: response.status().as_u16(),
        headers: response.headers().clone(),
    })
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .timeout_global(Some(DEADLINE))
        .build()
        .into()
}

/// An answer of the service.
#[derive(Debug)]
pub struct Answer {
    /// Status.
    pub status: u16,
    headers: ureq::http::HeaderMap,
    /// Body.
    pub body: Vec<u8>,
}

impl Answer {
    /// A header, once.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .get(name)
            .map(|value| value.to_str().expect("a header of text"))
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| {
            panic!("no JSON ({error}): {}", String::from_utf8_lossy(&self.body))
        })
    }

    /// The body as text.
    pub fn text(&self) -> &str {
        str::from_utf8(&self.body).expect("a text")
    }

    /// Status and code of an error answer.
    pub fn refusal(&self) -> (u16, String) {
        (self.status, self.error())
    }

    /// The code of an error answer.
    pub fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_default().to_owned()
    }
}

/// A feed in our own CSV with these rows: id, title, brand, ean, price.
pub fn offers_csv(rows: &[[&str; 5]]) -> String {
    let mut csv = "offer_id,title,brand,ean,price,url,delivery_cost,availability\n".to_owned();
    for [id, title, brand, ean, price] in rows {
        csv.push_str(&format!(
            "{id},{title},{brand},{ean},{price},https://shop.example/{id},0,in_stock\n"
        ));
    }
    csv
}

/// Stamps a test for each store.
#[macro_export]
macro_rules! on_both_stores {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[test]
            fn $name() {
                super::$name($crate::Backend::Sqlite);
            })+
        }

        mod postgres {
            $(#[test]
            fn $name() {
                super::$name($crate::Backend::Postgres);
            })+
        }
    };
}
