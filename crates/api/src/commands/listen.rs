//! `api webhook listen`

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use adapter_hyper::USER_AGENT_OF_WEBHOOKS;
use adapter_system::System;
use app::Workspace;
use app::access::workspaces::Workspaces;
use app::delivery::webhooks::{Relay, RelayParts, RelayedEvent, SigningSecret};
use serde_json::json;
use tempfile::NamedTempFile;
use tokio::time::{MissedTickBehavior, interval};
use ureq::Agent;
use ureq::http::Uri;

use crate::cli::ListenArgs;
use crate::console;
use crate::failure::Failure;
use crate::folder;
use crate::output;
use crate::settings::Settings;
use crate::stores::{self, Stores};

/// How often it is asked what happened.
const POLL: Duration = Duration::from_millis(500);

/// What is read of a file with a secret.
const MOST_OF_SECRET: u64 = 200;

/// Relays until the process ends, or nobody reads any more what it prints.
pub async fn run(args: ListenArgs, json: bool, settings: &Settings) -> Result<(), Failure> {
    let stores = stores::open(settings).await?;
    let workspace = workspace(&console::workspaces(&stores), args.workspace.as_deref()).await?;
    let secret = match &args.secret_file {
        Some(file) => kept_secret(file)?,
        None => new_secret()?,
    };
    let mut relay = Relay::begin(parts(&stores), workspace.no, &secret);
    let receiver = Receiver {
        url: args.forward_to,
        agent: agent(Duration::try_from(settings.webhooks.timeout).unwrap_or(POLL)),
        json,
    };
    receiver.introduce(&workspace, &secret);
    let test = relay
        .test()
        .map_err(|error| Failure::of_fields(error, &[]))?;
    receiver.pass_on(test).await?;
    let mut polls = interval(POLL);
    polls.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut is_away = false;
    while !output::is_closed() {
        let next = relay.next().await;
        let (events, are_more) = match next {
            Ok(next) => (next.events, next.are_more),
            Err(error) => {
                if !is_away {
                    let error = Failure::of_fields(error, &[]);
                    output::warn(&format!(
                        "events are not read, it goes on when they can be: {error}"
                    ));
                }
                is_away = true;
                polls.tick().await;
                continue;
            }
        };
        is_away = false;
        for event in events {
            receiver.pass_on(event).await?;
        }
        if !are_more {
            polls.tick().await;
        }
    }
    Ok(())
}

fn parts(stores: &Stores) -> RelayParts {
    let system = Arc::new(System::new());
    RelayParts {
        store: Arc::clone(&stores.webhook_desk),
        signer: Arc::<System>::clone(&system),
        clock: Arc::<System>::clone(&system),
        ids: system,
    }
}

/// The workspace of a name, or the only one.
async fn workspace(workspaces: &Workspaces, name: Option<&str>) -> Result<Workspace, Failure> {
    const FIELD: &str = "--workspace";
    let failed = |error| Failure::of_fields(error, &[]);
    if let Some(name) = name {
        let found = workspaces.named(name).await.map_err(failed)?;
        return found.ok_or_else(|| {
            Failure::not_accepted(
                FIELD,
                name,
                "the name of a workspace; api workspace list has them",
            )
        });
    }
    let mut first = workspaces.list(None, 2).await.map_err(failed)?;
    match (first.pop(), first.is_empty()) {
        (Some(only), true) => Ok(only),
        (Some(_), false) => Err(Failure::usage(
            FIELD,
            "there are several workspaces: --workspace says which; api workspace list has them",
        )),
        (None, _) => Err(Failure::usage(
            FIELD,
            "there are no workspaces; api workspace set NAME makes one",
        )),
    }
}

fn new_secret() -> Result<SigningSecret, Failure> {
    let made = SigningSecret::make(&System::new());
    made.map_err(|error| Failure::of_fields(error, &[]))
}

/// The secret of a file, which is made when it is missing.
fn kept_secret(file: &Path) -> Result<SigningSecret, Failure> {
    const FIELD: &str = "--secret-file";
    let unusable = |error| Failure::unusable(FIELD, file, error);
    let mut text = String::new();
    let read =
        File::open(file).and_then(|file| file.take(MOST_OF_SECRET).read_to_string(&mut text));
    match read {
        Ok(_) => SigningSecret::read(text.trim_end()).ok_or_else(|| {
            let problem = "it holds no signing secret: whsec_ and 43 letters, digits, - and _";
            Failure::unusable(FIELD, file, problem)
        }),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let secret = new_secret()?;
            write(file, &secret).map_err(unusable)?;
            Ok(secret)
        }
        Err(error) => Err(unusable(error)),
    }
}

/// Writes a file that only its owner reads, whole or not at all.
fn write(file: &Path, secret: &SigningSecret) -> io::Result<()> {
    let mut draft = NamedTempFile::new_in(folder::of(file))?;
    writeln!(draft, "{}", secret.as_str())?;
    draft.persist_noclobber(file)?;
    Ok(())
}

/// Follows no redirect and uses no proxy, as deliveries do.
fn agent(patience: Duration) -> Agent {
    let config = Agent::config_builder()
        .timeout_global(Some(patience))
        .http_status_as_error(false)
        .user_agent(USER_AGENT_OF_WEBHOOKS)
        .max_redirects(0)
        .proxy(None)
        .build();
    Agent::new_with_config(config)
}

/// Who gets the events.
struct Receiver {
    url: Uri,
    agent: Agent,
    json: bool,
}

impl Receiver {
    fn introduce(&self, workspace: &Workspace, secret: &SigningSecret) {
        let (name, secret) = (&workspace.name, secret.as_str());
        output::line(&if self.json {
            let url = self.url.to_string();
            json!({ "workspace": name, "forward_to": url, "signing_secret": secret }).to_string()
        } else {
            format!(
                "workspace={name} forward_to={} signing_secret={secret}",
                self.url
            )
        });
    }

    /// Posts an event once, and prints what became of it.
    async fn pass_on(&self, event: RelayedEvent) -> Result<(), Failure> {
        let (id, kind) = (event.id, event.kind.code());
        let (agent, url) = (self.agent.clone(), self.url.clone());
        let posting = tokio::task::spawn_blocking(move || post(&agent, &url, event));
        let answer = posting
            .await
            .map_err(|error| Failure::other(error.to_string()))?;
        let answer = answer.map_err(|error| match error {
            ureq::Error::Timeout(_) => "no whole answer in time (PCS_WEBHOOK_TIMEOUT)".to_owned(),
            error => error.to_string(),
        });
        output::line(&if self.json {
            match answer {
                Ok(status) => json!({ "event": id, "type": kind, "status": status }),
                Err(error) => json!({ "event": id, "type": kind, "error": error }),
            }
            .to_string()
        } else {
            match answer {
                Ok(status) => format!("event={id} type={kind} status={status}"),
                Err(error) => format!("event={id} type={kind} error={error:?}"),
            }
        });
        Ok(())
    }
}

fn post(agent: &Agent, url: &Uri, event: RelayedEvent) -> Result<u16, ureq::Error> {
    let mut request = agent.post(url).content_type("application/json");
    for (name, value) in event.headers {
        request = request.header(name, value);
    }
    Ok(request.send(event.body)?.status().as_u16())
}
