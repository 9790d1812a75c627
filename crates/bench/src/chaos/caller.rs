//! A client that asks until it has an answer, whatever dies meanwhile.

use std::time::Duration;

use serde_json::Value;

use crate::chaos::living::Living;
use crate::chaos::watch::{Owner, Watch};
use crate::clock;
use crate::load::{Answer, Blocking};
use crate::outcome::Outcome;

/// How long an answer may take, with all repeats.
const PATIENCE: Duration = Duration::from_mins(2);

const PAUSE: Duration = Duration::from_millis(10);

/// The connection of one client.
pub struct Caller<'a> {
    living: &'a Living<'a>,
    line: Option<Blocking>,
    /// Requests whose answers were lost.
    pub lost: u64,
    /// Answers that asked to try again later.
    pub put_off: u64,
}

impl<'a> Caller<'a> {
    /// A client of this service.
    pub fn new(living: &'a Living<'a>) -> Self {
        Self {
            living,
            line: None,
            lost: 0,
            put_off: 0,
        }
    }

    /// Creates a watch, with the same key until it is answered; whether an earlier request, whose
    /// answer was lost, had created it.
    pub fn create(&mut self, watch: &mut Watch, owner: &Owner, key: &str) -> Outcome<bool> {
        let head = format!("{}Idempotency-Key: {key}\r\n", head(owner));
        let answer = self.ask("POST", "/v1/watchlists", &head, &watch.body())?;
        let body: Value = serde_json::from_slice(&answer.body)?;
        let id = body.get("id").and_then(Value::as_str).unwrap_or_default();
        let location = answer.header("location").unwrap_or_default();
        if answer.status != 201 || !location.ends_with(&format!("/{id}")) {
            return Err(format!("no watch was created: {} {body}", answer.status).into());
        }
        id.clone_into(&mut watch.id);
        Ok(answer.header("idempotent-replayed") == Some("true"))
    }

    /// Changes a watch.
    pub fn change(&mut self, watch: &Watch, owner: &Owner, body: &str) -> Outcome<()> {
        let path = format!("/v1/watchlists/{}", watch.id);
        let answer = self.ask("PATCH", &path, &head(owner), body)?;
        if answer.status == 200 {
            return Ok(());
        }
        Err(format!("a watch was not changed: {}", answer.status).into())
    }

    /// The watches of a client.
    pub fn list(&mut self, owner: &Owner) -> Outcome<Value> {
        let answer = self.ask("GET", "/v1/watchlists", &head(owner), "")?;
        if answer.status == 200 {
            return Ok(serde_json::from_slice(&answer.body)?);
        }
        Err(format!("no list: {}", answer.status).into())
    }

    fn ask(&mut self, method: &str, path: &str, head: &str, body: &str) -> Outcome<Answer> {
        let typed = if body.is_empty() {
            String::new()
        } else {
            let length = body.len();
            format!("Content-Type: application/json\r\nContent-Length: {length}\r\n")
        };
        let request =
            format!("{method} {path} HTTP/1.1\r\nHost: a.example\r\n{head}{typed}\r\n{body}");
        let began = clock::now();
        loop {
            match self.once(request.as_bytes()) {
                Some(answer) if answer.status == 409 || answer.status >= 500 => self.put_off += 1,
                Some(answer) => return Ok(answer),
                None => {}
            }
            if began.elapsed() > PATIENCE {
                return Err(format!("{method} {path} is not answered").into());
            }
            clock::sleep(PAUSE);
        }
    }

    /// The answer, if there is one.
    fn once(&mut self, request: &[u8]) -> Option<Answer> {
        let line = match self.line.take() {
            Some(line) => Some(line),
            None => Blocking::connect(self.living.address()?).ok(),
        };
        let mut line = line?;
        let answer = line.fetch(request).ok();
        if answer.is_some() {
            self.line = Some(line);
        } else {
            self.lost += 1;
        }
        answer
    }
}

fn head(owner: &Owner) -> String {
    let Owner { key, client, .. } = owner;
    format!("Authorization: Bearer {key}\r\nX-Service-Client-Id: {client}\r\n")
}
