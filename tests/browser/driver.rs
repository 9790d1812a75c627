//! A real browser: Debian's chromium, steered through chromedriver.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder, Locator};
use flate2::read::GzDecoder;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;
use url::{ParseError, Url};

/// A running chromedriver; it ends when it is dropped.
pub struct Driver {
    child: Child,
    port: u16,
    /// Where browsers keep what they keep.
    folder: TempDir,
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
        // parts of a browser that end last may still write there
        tests::wait_for("the end of the browser's files", || {
            std::fs::remove_dir_all(self.folder.path()).ok()
        });
    }
}

/// How a window is opened.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// Scripts run.
    pub has_scripts: bool,
    /// Dark colours are preferred.
    pub is_dark: bool,
    /// Width in pixels.
    pub width: u32,
    /// Languages that the reader prefers.
    pub languages: &'static str,
}

/// The ways in which pages are looked at: light, dark, narrow, and without scripts.
pub const LOOKS: [Look; 4] = [
    Look {
        has_scripts: true,
        is_dark: false,
        width: 1280,
        languages: "en",
    },
    Look {
        has_scripts: true,
        is_dark: true,
        width: 1280,
        languages: "de",
    },
    Look {
        has_scripts: true,
        is_dark: false,
        width: 500,
        languages: "en",
    },
    Look {
        has_scripts: false,
        is_dark: false,
        width: 1280,
        languages: "en",
    },
];

impl Default for Look {
    fn default() -> Self {
        Self {
            has_scripts: true,
            is_dark: false,
            width: 1280,
            languages: "en",
        }
    }
}

impl Driver {
    /// Starts it on a free port.
    ///
    /// It takes a port of one address family and then wants the same of the other, which another process may have:
    /// it ends then, and is started again.
    pub fn start() -> Self {
        let started = (0..10).find_map(|_| Self::try_to_start());
        started.expect("a port on which chromedriver listens")
    }

    fn try_to_start() -> Option<Self> {
        // browsers leave files behind when they are ended
        let folder = tempfile::tempdir().unwrap();
        let child = Command::new("chromedriver")
            .arg("--port=0")
            .env("TMPDIR", folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver, which scripts/test-requirements.sh asks for");
        let mut driver = Self {
            child,
            port: 0,
            folder,
        };
        let mut lines = BufReader::new(driver.child.stdout.take().unwrap()).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        });
        driver.port = port?;
        std::thread::spawn(move || lines.for_each(drop));
        Some(driver)
    }

    /// Opens a window of a browser of its own.
    pub async fn open(&self, look: Look) -> Window {
        let profile = tempfile::tempdir_in(self.folder.path()).unwrap().keep();
        let mut arguments = vec![
            "--headless=new".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--disable-gpu".to_owned(),
            format!("--user-data-dir={}", profile.display()),
            format!("--window-size={},1000", look.width),
        ];
        if look.is_dark {
            let dark = [
                "--force-dark-mode",
                "--blink-settings=preferredColorScheme=0",
            ];
            arguments.extend(dark.map(str::to_owned));
        }
        let scripts = if look.has_scripts { 1 } else { 2 };
        let options = json!({
            "args": arguments,
            "prefs": {
                "profile.managed_default_content_settings.javascript": scripts,
                "intl.accept_languages": look.languages,
                "intl.selected_languages": look.languages,
            },
        });
        let mut wanted = Capabilities::new();
        wanted.insert("goog:chromeOptions".to_owned(), options);
        let logs = json!({ "browser": "ALL", "performance": "ALL" });
        wanted.insert("goog:loggingPrefs".to_owned(), logs);
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(wanted)
            .connect(&format!("http://127.0.0.1:{}", self.port))
            .await
            .expect("a session");
        Window { client, look }
    }
}

/// What the browser wrote down of one kind since it was asked last.
#[derive(Debug)]
struct Log(&'static str);

impl WebDriverCompatibleCommand for Log {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (http::Method, Option<String>) {
        (
            http::Method::POST,
            Some(json!({ "type": self.0 }).to_string()),
        )
    }
}

/// A window of a browser.
pub struct Window {
    /// What steers it.
    pub client: Client,
    /// How it was opened.
    pub look: Look,
}

impl Window {
    /// Goes to an address and waits until it is there.
    pub async fn go(&self, url: &str) {
        self.client
            .goto(url)
            .await
            .unwrap_or_else(|error| panic!("{url}: {error}"));
    }

    /// The text of the first element that a selector finds.
    pub async fn text(&self, selector: &str) -> String {
        let found = self.client.find(Locator::Css(selector)).await;
        let element = found.unwrap_or_else(|error| panic!("{selector}: {error}"));
        element.text().await.unwrap()
    }

    /// How many elements a selector finds.
    pub async fn count(&self, selector: &str) -> usize {
        self.client
            .find_all(Locator::Css(selector))
            .await
            .unwrap()
            .len()
    }

    /// Clicks the first element that a selector finds.
    pub async fn click(&self, selector: &str) {
        let found = self.client.find(Locator::Css(selector)).await;
        let element = found.unwrap_or_else(|error| panic!("{selector}: {error}"));
        let clicked = element.click().await;
        clicked.unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Clicks the first element that a selector finds, and waits for the page to which that leads.
    pub async fn follow(&self, selector: &str) {
        let before = self.client.find(Locator::Css("html")).await.unwrap();
        self.click(selector).await;
        self.leave(before, selector).await;
    }

    /// Presses a key on the page, and waits for the page to which that leads.
    pub async fn press(&self, key: &str) {
        let before = self.client.find(Locator::Css("html")).await.unwrap();
        let page = self.client.find(Locator::Css("body")).await.unwrap();
        page.send_keys(key).await.unwrap();
        self.leave(before, key).await;
    }

    /// Presses a key in the first element that a selector finds, and waits for the page to which that leads.
    pub async fn press_in(&self, selector: &str, key: &str) {
        let before = self.client.find(Locator::Css("html")).await.unwrap();
        let element = self.client.find(Locator::Css(selector)).await.unwrap();
        element.send_keys(key).await.unwrap();
        self.leave(before, selector).await;
    }

    /// What somebody typed, or finds, in a field.
    pub async fn value(&self, selector: &str) -> String {
        let element = self.client.find(Locator::Css(selector)).await.unwrap();
        element.prop("value").await.unwrap().unwrap_or_default()
    }

    /// Forgets what was written down: the browser itself notes statuses of errors.
    pub async fn forget_log(&self) {
        self.log("browser").await;
    }

    async fn leave(&self, before: Element, selector: &str) {
        // an element of a page that is gone cannot be asked
        let gone = async { while before.tag_name().await.is_ok() {} };
        let left = tokio::time::timeout(tests::DEADLINE, gone).await;
        assert!(left.is_ok(), "{selector} leads nowhere");
        let there = self.client.wait().for_element(Locator::Css("main")).await;
        there.unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Types into the first element that a selector finds.
    pub async fn fill(&self, selector: &str, text: &str) {
        let element = self.client.find(Locator::Css(selector)).await;
        let element = element.unwrap_or_else(|error| panic!("{selector}: {error}"));
        element.clear().await.unwrap();
        element.send_keys(text).await.unwrap();
    }

    /// Fails unless the page is well: nothing that people with other senses or hands would miss, no message on the
    /// console, no request to another host than its own.
    pub async fn must_be_well(&self) {
        let here = self.client.current_url().await.unwrap();
        let complaints = self.log("browser").await;
        assert!(complaints.is_empty(), "{here}: {complaints:#?}");
        for entry in self.log("performance").await {
            let message: Value = serde_json::from_str(entry["message"].as_str().unwrap()).unwrap();
            let message = &message["message"];
            if message["method"] != "Network.requestWillBeSent" {
                continue;
            }
            let asked = message["params"]["request"]["url"].as_str().unwrap();
            let asked = Url::parse(asked).unwrap();
            let is_own = asked.origin() == here.origin()
                || asked.scheme() == "data"
                || is_of_browser(&asked);
            assert!(is_own, "{here} asks for {asked}");
        }
        if self.look.has_scripts {
            self.must_be_accessible().await;
        }
    }

    /// Fails unless the one message on the console is that the page was answered with this status.
    pub async fn was_refused_with(&self, status: u16) {
        let complaints = self.log("browser").await;
        let told = complaints.iter().filter_map(|it| it["message"].as_str());
        let told: Vec<&str> = told.collect();
        let words = format!("a status of {status}");
        assert!(told.len() == 1 && told[0].contains(&words), "{told:?}");
    }

    /// Fails when the page is wider than the window.
    pub async fn must_fit(&self) {
        let wide = "const it = document.documentElement; return [it.scrollWidth, it.clientWidth];";
        let widths = self.client.execute(wide, Vec::new()).await.unwrap();
        let here = self.client.current_url().await.unwrap();
        assert!(widths[0].as_u64() <= widths[1].as_u64(), "{here}: {widths}");
    }

    /// Fails for what people with other senses or hands would miss, where that can be looked at.
    pub async fn must_be_accessible_with_scripts(&self) {
        if self.look.has_scripts {
            self.must_be_accessible().await;
        }
    }

    /// Fails for what people with other senses or hands would miss.
    pub async fn must_be_accessible(&self) {
        let here = self.client.current_url().await.unwrap();
        let mut axe = String::new();
        let packed = &include_bytes!("axe-core/axe.min.js.gz")[..];
        GzDecoder::new(packed).read_to_string(&mut axe).unwrap();
        self.client.execute(&axe, Vec::new()).await.unwrap();
        let check = "const done = arguments[arguments.length - 1]; axe.run(document).then( \
            r => done(r.violations.map(v => [v.id, v.help, v.nodes.map(n => n.html + ' ' + n.failureSummary)])), \
            e => done([['axe', String(e), []]]));";
        let found = self.client.execute_async(check, Vec::new()).await.unwrap();
        assert_eq!(found, json!([]), "{here}: {found:#}");
    }

    /// The same of a page that says what of a form was not accepted: the browser notes its status, and nothing else.
    pub async fn must_be_refused_well(&self) {
        let complaints = self.log("browser").await;
        let texts: Vec<String> = complaints.iter().map(Value::to_string).collect();
        let is_status = |it: &String| it.contains("the server responded with a status of 400");
        assert!(texts.iter().all(is_status), "{texts:#?}");
        self.must_be_well().await;
    }

    async fn log(&self, kind: &'static str) -> Vec<Value> {
        let log: Result<Value, CmdError> = self.client.issue_cmd(Log(kind)).await;
        log.unwrap().as_array().cloned().unwrap_or_default()
    }

    /// Ends the browser.
    pub async fn close(self) {
        self.client.close().await.unwrap();
    }
}

/// Pages of the browser's own: the empty one that it begins with.
fn is_of_browser(url: &Url) -> bool {
    matches!(
        url.scheme(),
        "about" | "chrome" | "chrome-search" | "chrome-untrusted" | "devtools"
    )
}
