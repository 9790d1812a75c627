//! `api console`: who may work with the console.

use std::io::{BufRead, IsTerminal};

use app::operating::operators::Operators;
use serde_json::json;

use crate::cli::ConsoleCommand;
use crate::console;
use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;
use crate::stores;

/// Runs one of the commands.
pub async fn run(command: ConsoleCommand, json: bool, settings: &Settings) -> Result<(), Failure> {
    let operators = console::operators(&stores::open(settings).await?);
    match command {
        ConsoleCommand::Password { name } => set_password(&operators, &name, json).await,
        ConsoleCommand::List => list(&operators, json).await,
        ConsoleCommand::Remove { name } => {
            if !operators
                .remove(&name)
                .await
                .map_err(|error| Failure::of_fields(error, &[]))?
            {
                let message = format!("no operator has the name {name:?}");
                let accepted = "the name of an operator that api console list has";
                return Err(Failure::missing("NAME", &name, message, accepted));
            }
            output::line(&if json {
                json!({ "removed": name }).to_string()
            } else {
                format!("{name} is no operator any more; sessions have ended")
            });
            Ok(())
        }
    }
}

async fn set_password(operators: &Operators, name: &str, json: bool) -> Result<(), Failure> {
    // asking takes as long as somebody types
    let asked = tokio::task::spawn_blocking(ask).await;
    let password = asked.map_err(|error| Failure::other(error.to_string()))??;
    let was_there = operators.set_password(name, &password).await;
    let was_there =
        was_there.map_err(|error| Failure::of_fields(error, &[("name", "NAME", name)]))?;
    output::line(&if json {
        json!({ "operator": name }).to_string()
    } else if was_there {
        format!("{name} has another password; earlier sessions have ended")
    } else {
        format!("{name} is an operator and may log in")
    });
    Ok(())
}

async fn list(operators: &Operators, json: bool) -> Result<(), Failure> {
    let names = operators
        .names()
        .await
        .map_err(|error| Failure::of_fields(error, &[]))?;
    if json {
        output::line(&json!(names).to_string());
        return Ok(());
    }
    for name in &names {
        output::line(name);
    }
    if names.is_empty() {
        output::note("there is no operator; api console password NAME makes one");
    }
    Ok(())
}

/// The password: asked for twice at a terminal, else the first line of standard input.
fn ask() -> Result<String, Failure> {
    let unreadable =
        |error: std::io::Error| Failure::other(format!("the password cannot be read: {error}"));
    if std::io::stdin().is_terminal() {
        let first = rpassword::prompt_password("Password: ").map_err(unreadable)?;
        let second = rpassword::prompt_password("Again: ").map_err(unreadable)?;
        if first != second {
            let message = "the two passwords are different".to_owned();
            return Err(Failure::wrong(message, Vec::new()));
        }
        return Ok(first);
    }
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line);
    read.map_err(unreadable)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
