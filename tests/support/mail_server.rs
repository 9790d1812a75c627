//! A real mail server that misbehaves on request: `tests/smtp/server.py`, which says how.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde::Deserialize;
use tempfile::TempDir;

use crate::{python, wait_for};

/// A running mail server; it ends when it is dropped, or with this process.
pub struct MailServer {
    child: Child,
    /// Its port on 127.0.0.1.
    pub port: u16,
    folder: TempDir,
}

/// A mail as the server got it, or as far as it let it come.
#[derive(Debug, Clone, Deserialize)]
pub struct Mail {
    /// What the script made of it.
    pub action: String,
    /// Whether the server would deliver it.
    pub taken: bool,
    /// Envelope: from whom.
    pub from: String,
    /// Envelope: to whom.
    pub to: Vec<String>,
    /// It came over TLS.
    pub tls: bool,
    /// The user that was signed in.
    pub login: Option<String>,
    /// The mail, byte for byte; empty when it did not come.
    #[serde(default)]
    pub content: String,
    /// Names and decoded values.
    #[serde(default)]
    pub headers: Vec<(String, String)>,
    /// Decoded.
    #[serde(default)]
    pub subject: String,
    /// With its brackets.
    #[serde(default)]
    pub message_id: String,
    /// Content type and decoded text of each part.
    #[serde(default)]
    pub parts: Vec<(String, String)>,
    /// What a strict reader finds wrong with it.
    #[serde(default)]
    pub defects: Vec<String>,
}

impl Mail {
    /// The values of a header, in any case.
    pub fn header(&self, name: &str) -> Vec<&str> {
        let named = |(own, _): &&(String, String)| own.eq_ignore_ascii_case(name);
        let found = self.headers.iter().filter(named);
        found.map(|(_, value)| value.as_str()).collect()
    }

    /// The text of the only part with this type.
    pub fn part(&self, content_type: &str) -> &str {
        let mut found = self.parts.iter().filter(|(own, _)| own == content_type);
        match (found.next(), found.next()) {
            (Some((_, text)), None) => text,
            _ => panic!("not one part of {content_type}: {self:#?}"),
        }
    }
}

impl MailServer {
    /// A server that takes plain SMTP from anybody.
    pub fn start() -> Self {
        Self::with(&[])
    }

    /// A server with these options of the program.
    pub fn with(options: &[&str]) -> Self {
        let python = python::with("aiosmtpd.smtp");
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("smtp/server.py");
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = Command::new(&python)
            .arg(program)
            .arg("--record")
            .arg(folder.path().join("record.jsonl"))
            .arg("--script")
            .arg(folder.path().join("script"))
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{} does not run: {error}", python.display()));
        let mut port = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("stdout"));
        output.read_line(&mut port).expect("a line");
        let port = port.trim().parse().unwrap_or_else(|_| {
            panic!(
                "{} does not run the mail server: it needs aiosmtpd",
                python.display()
            )
        });
        Self {
            child,
            port,
            folder,
        }
    }

    /// What `PCS_SMTP_URL` says.
    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    /// Replaces the script: lines of `WHOM ACTION`.
    pub fn script(&self, lines: &[(&str, &str)]) {
        let text: String = lines
            .iter()
            .map(|(whom, action)| format!("{whom} {action}\n"))
            .collect();
        let new = self.folder.path().join("script.new");
        fs::write(&new, text).expect("a written script");
        fs::rename(new, self.folder.path().join("script")).expect("a script in its place");
    }

    /// Every mail until now, the first first, however it ended.
    pub fn attempts(&self) -> Vec<Mail> {
        let record = fs::read_to_string(self.record()).unwrap_or_default();
        let whole = record.split_inclusive('\n').filter(|l| l.ends_with('\n'));
        whole
            .map(|line| serde_json::from_str(line).expect("a line of the record"))
            .collect()
    }

    /// The mails that the server would deliver.
    pub fn taken(&self) -> Vec<Mail> {
        let mut mails = self.attempts();
        mails.retain(|mail| mail.taken);
        mails
    }

    /// The mails that the server would deliver, as soon as there are so many.
    pub fn wait_for_taken(&self, count: usize) -> Vec<Mail> {
        wait_for("mails", || {
            Some(self.taken()).filter(|mails| mails.len() >= count)
        })
    }

    fn record(&self) -> PathBuf {
        self.folder.path().join("record.jsonl")
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
