//! What README.md tells a newcomer to type, typed in its order.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use tests::{Answer, Backend, Deployment, Key, Service, repository, wait_for};

/// The line that starts the service.
const SERVE: &str = "api serve &";

/// The indented lines of a section, as they are copied.
fn lines(section: &str) -> Vec<String> {
    let readme = fs::read_to_string(repository().join("README.md")).expect("README.md");
    let (_, rest) = readme.split_once(section).expect("the section");
    let section = rest.split("\n## ").next().expect("its text");
    let copied = section.lines().filter_map(|line| line.strip_prefix("    "));
    copied.map(ToOwned::to_owned).collect()
}

/// Lines that a backslash joins, as one.
fn joined(lines: &[String]) -> Vec<String> {
    let text = lines.join("\n").replace("\\\n", " ");
    text.lines().map(ToOwned::to_owned).collect()
}

/// A folder that looks like a checkout in which `make run` has run.
struct Checkout {
    deployment: Deployment,
}

impl Checkout {
    fn new() -> Self {
        // polling must not use up what the lines need
        let deployment = Deployment::new(Backend::Sqlite).with("PCS_RATE_LIMIT_READS", "0");
        let built = deployment.folder.path().join("target/debug");
        fs::create_dir_all(&built).expect("a folder");
        symlink(tests::binary(), built.join("api")).expect("a link");
        Self { deployment }
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.deployment.folder.path().join(name)
    }

    /// Runs lines in a shell that begins where the last one ended; what they print.
    fn shell(&self, lines: &str) -> String {
        let mut shell = Command::new("sh");
        shell.env_clear();
        shell.env("PATH", std::env::var_os("PATH").expect("a path"));
        let script = format!(
            "if [ -f environment ]; then . ./environment; fi\n{lines}\nexport -p > environment\n"
        );
        let shell = shell.args(["-e", "-c", &script]).stdin(Stdio::null());
        let ran = shell.current_dir(self.deployment.folder.path()).output();
        let ran = ran.expect("a shell");
        let complaints = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success(), "{lines}\n{complaints}");
        String::from_utf8(ran.stdout).expect("text")
    }

    /// The service, as the lines so far have set it, where it does not disturb another.
    fn serve(&self) -> Service {
        let mut command = self.deployment.command(&["serve"]);
        command.env("DATABASE_URL", self.shell("printf %s \"$DATABASE_URL\""));
        let service = Service::start(command, "http");
        service.wait_until_ready();
        service
    }

    /// Sends what a line with `curl` sends; the shell takes its words apart.
    fn curl(&self, service: &Service, line: &str) -> Answer {
        self.shell(&format!(
            "curl() {{ printf '%s\\n' \"$@\" > request; }}\n{line}\nunset -f curl"
        ));
        let words = fs::read_to_string(self.path("request")).expect("words");
        let mut words = words.lines();
        let (mut method, mut headers, mut body, mut url) = ("GET", Vec::new(), None, None);
        while let Some(word) = words.next() {
            let mut value = || words.next().expect("a value");
            match word {
                "-s" | "--retry-connrefused" => {}
                "--retry" => _ = value(),
                "-X" => method = value(),
                "-H" => headers.push(value().split_once(": ").expect("a header")),
                "-d" => body = Some(value()),
                word => url = Some(word),
            }
        }
        let url = url.expect("a URL");
        if let Some(path) = url.strip_prefix("http://127.0.0.1:9090") {
            return service.ask_admin(path);
        }
        let path = url.strip_prefix("http://127.0.0.1:8080").expect("the API");
        match body {
            Some(body) => service.send(method, path, &headers, body),
            None => service.ask(method, path, &headers),
        }
    }
}

#[test]
fn the_lines_for_an_own_feed_do_what_they_say() {
    let checkout = Checkout::new();
    let all = joined(&lines("\n## Your own feed\n"));
    let serve = all.iter().position(|line| line == SERVE).expect(SERVE);
    let (before, after) = (&all[..serve], &all[serve + 1..]);
    let printed = checkout.shell(&before.join("\n"));
    assert!(printed.contains("accepted=2 rejected=0"), "{printed}");
    assert!(
        !checkout.path("data").exists(),
        "the sample's folder is left alone"
    );

    let service = checkout.serve();
    let key = Key {
        id: String::new(),
        secret: checkout.shell("printf %s \"$KEY\""),
    };
    wait_for("the feed that is fetched on a schedule", || {
        let product = service.get("/v1/products/lumo_desk_lamp", &key).json();
        let offers = product["offers"].as_array();
        offers.filter(|offers| offers.len() == 2).map(|_| ())
    });
    let mut statuses = Vec::new();
    let mut told = String::new();
    for line in after {
        if line.starts_with("curl ") {
            let answer = checkout.curl(&service, line);
            if line.contains("/v1/search") {
                let first = &answer.json()["items"][0]["canonical_product_id"];
                assert_eq!(first, "lumo_desk_lamp", "{}", answer.text());
            }
            statuses.push(answer.status);
        } else {
            told.push_str(&checkout.shell(line));
        }
    }
    assert_eq!(
        statuses,
        [200, 200, 201, 201],
        "ready, found, watched, registered"
    );
    assert!(told.contains(" triggered=1 "), "{told}");
}
