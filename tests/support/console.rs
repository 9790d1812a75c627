//! An operator of the console, with a browser that has neither scripts nor pictures.

use std::io::Write;
use std::process::Stdio;

use url::form_urlencoded;

use crate::{Answer, Deployment, Ran, Service, agent, hours_ago, offers_csv, send};

/// A password that is long enough.
pub const PASSWORD: &str = "correct horse battery";

impl Deployment {
    /// Runs a command to its end, with something to read.
    pub fn run_with(&self, arguments: &[&str], input: &str) -> Ran {
        let mut command = self.command(arguments);
        let pipes = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = pipes.spawn().expect("the binary starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        // who does not read what it is given has ended with an error of its own
        stdin.write_all(input.as_bytes()).ok();
        drop(stdin);
        Ran::from(child.wait_with_output().expect("the binary runs"))
    }

    /// A catalogue with one phone, which one shop sells, and an offer of another with its number by another maker's
    /// name: a doubt, whose products have these names.
    pub fn make_doubt(&self, name: &str, other: &str) {
        let head = "canonical_product_id,product_name,brand,model,variant,eans";
        let row = format!("velora_x2_128,{name},Velora,X2,128GB,4006381333931");
        let catalogue = self.file("catalogue.csv", format!("{head}\n{row}\n"));
        self.ok(&["catalog", "import", &catalogue]);
        for (store, row) in [
            ("Store A", ["a1", name, "Velora", "4006381333931", "100.00"]),
            ("Store B", ["b1", other, "Korvex", "4006381333931", "90.00"]),
        ] {
            let feed = self.file("offers.csv", offers_csv(&[row]));
            self.import(&feed, store, &[]);
        }
    }

    /// Two phones with pictures, of which a shop asks a tenth from one day to the other: two prices that are held back
    /// where offers stay true for days.
    pub fn hold_prices(&self) {
        let phones = [("x2", "4006381333931"), ("x3", "4012345678901")];
        let lines = phones.map(|(id, ean)| {
            format!(
                "{{\"canonical_product_id\":\"{id}\",\"product_name\":\"Nova {id}\",\"brand\":\"Nova\",\
                 \"eans\":[\"{ean}\"],\"image_path\":\"https://images.example/{id}.png\"}}"
            )
        });
        let catalogue = self.file("phones.jsonl", lines.join("\n"));
        self.ok(&["catalog", "import", &catalogue]);
        let import = |store: &str, price: &str, hours: i64| {
            let rows = phones.map(|(id, ean)| [id, "Nova phone", "Nova", ean, price]);
            let file = self.file("offers.csv", offers_csv(&rows));
            self.import(&file, store, &["--observed-at", &hours_ago(hours)]);
        };
        for hours in [96, 48] {
            for store in ["Store A", "Store B", "Store C"] {
                import(store, "100.00", hours);
            }
        }
        import("Store C", "10.00", 1);
    }

    /// Makes an operator with [`PASSWORD`].
    pub fn operator(&self, name: &str) {
        let ran = self.run_with(&["console", "password", name], &format!("{PASSWORD}\n"));
        assert_eq!(ran.status, Some(0), "{ran:?}");
    }
}

/// Somebody who has logged in.
#[derive(Debug, Clone)]
pub struct Operator {
    /// The cookie of the session.
    pub cookie: String,
    /// What the session's forms carry.
    pub form_token: String,
}

/// Fields as a form sends them.
pub fn form(fields: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .finish()
}

/// What browsers say of a form.
const FORM: (&str, &str) = ("Content-Type", "application/x-www-form-urlencoded");

/// The answer of the console at this base to a name and a password.
pub fn try_to_log_in_at(admin: &str, name: &str, password: &str) -> Answer {
    let url = format!("{admin}/console/login");
    let fields = form(&[("name", name), ("password", password)]);
    send(&agent(), "POST", &url, &[FORM], Some(&fields))
}

/// The answer of the console at this base to a form of an operator.
pub fn decide_at(admin: &str, operator: &Operator, path: &str, fields: &[(&str, &str)]) -> Answer {
    let token = ("form_token", operator.form_token.as_str());
    let fields = form(&[&[token], fields].concat());
    let headers = [FORM, ("Cookie", &operator.cookie)];
    send(
        &agent(),
        "POST",
        &format!("{admin}{path}"),
        &headers,
        Some(&fields),
    )
}

impl Service {
    /// The answer of the console to a form, with these headers besides.
    pub fn send_form(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        fields: &[(&str, &str)],
    ) -> Answer {
        let headers = [&[FORM], headers].concat();
        self.send_admin("POST", path, &headers, &form(fields))
    }

    /// The answer to a name and a password.
    pub fn try_to_log_in(&self, name: &str, password: &str) -> Answer {
        try_to_log_in_at(&self.admin, name, password)
    }

    /// Logs in with [`PASSWORD`].
    pub fn log_in(&self, name: &str) -> Operator {
        let answer = self.try_to_log_in(name, PASSWORD);
        assert_eq!(answer.status, 303, "{}", answer.text());
        let cookie = answer.header("Set-Cookie").expect("a cookie");
        let cookie = cookie.split(';').next().expect("a cookie").to_owned();
        let page = self.ask_admin_with("/console", &[("Cookie", &cookie)]);
        Operator {
            form_token: form_token(page.text()),
            cookie,
        }
    }

    /// A page of the console as an operator sees it.
    pub fn console(&self, operator: &Operator, path: &str) -> Answer {
        self.ask_admin_with(path, &[("Cookie", &operator.cookie)])
    }

    /// The answer to a form of an operator.
    pub fn decide(&self, operator: &Operator, path: &str, fields: &[(&str, &str)]) -> Answer {
        decide_at(&self.admin, operator, path, fields)
    }
}

/// The token in the first form of a page.
fn form_token(page: &str) -> String {
    let value = page.split("name=\"form_token\" value=\"").nth(1);
    let value = value.and_then(|rest| rest.split('"').next());
    value
        .unwrap_or_else(|| panic!("no form: {page}"))
        .to_owned()
}
