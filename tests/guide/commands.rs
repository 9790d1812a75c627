//! Every command of ours that a document names is one that the built binary has, with its flags.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use tests::{Backend, Deployment, repository};

/// The documents for users: those of docs/ without the records of decisions, which speak of their day.
fn documents() -> Vec<PathBuf> {
    let root = repository();
    let mut found = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    for entry in fs::read_dir(root.join("docs")).expect("docs/") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|it| it == "md") {
            found.push(path);
        }
    }
    found
}

/// What stands between backquotes and in indented or fenced lines, lines that go on joined.
fn code(document: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let (mut is_fenced, mut goes_on) = (false, false);
    for line in document.lines() {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
            continue;
        }
        if !is_fenced && !line.starts_with("    ") {
            let spans = line.split('`').skip(1).step_by(2);
            found.extend(spans.map(str::to_owned));
            goes_on = false;
            continue;
        }
        let (part, more) = match line.trim().strip_suffix('\\') {
            Some(part) => (part.trim(), true),
            None => (line.trim(), false),
        };
        match found.last_mut() {
            Some(last) if goes_on => *last = format!("{last} {part}"),
            _ => found.push(part.to_owned()),
        }
        goes_on = more;
    }
    found
}

/// The words of each command of ours in a line of code.
fn commands(line: &str) -> Vec<Vec<String>> {
    let line = line.split(" #").next().unwrap_or_default();
    let mut found: Vec<Vec<String>> = Vec::new();
    let mut is_ours = false;
    let mut is_first = true;
    for word in line.split_whitespace() {
        let bare = word.trim_matches(['[', ']', '(', ')', ',', ';', '"', '\'', '…']);
        match bare {
            "$" | "sudo" | "exec" => {}
            "api" | "cotejo" | "./target/release/api" if is_first => {
                found.push(Vec::new());
                (is_ours, is_first) = (true, false);
            }
            "&&" | "|" | "||" | ";" => is_first = true,
            // what stands before a program, and what may be given instead
            _ if is_first && (bare.contains('=') || bare.starts_with('-')) => {
                is_first = !bare.starts_with('-');
                if let (false, true, Some(last)) = (is_first, is_ours, found.last_mut()) {
                    last.push(bare.to_owned());
                }
            }
            _ => {
                is_ours = is_ours && !is_first;
                is_first = false;
                if let (true, Some(last)) = (is_ours, found.last_mut()) {
                    last.push(bare.to_owned());
                }
            }
        }
        if word.ends_with(';') {
            is_first = true;
        }
    }
    found
}

/// What commands say of themselves.
struct Helps {
    deployment: Deployment,
    known: BTreeMap<Vec<String>, Option<String>>,
}

impl Helps {
    /// What `api help` says of a command; `None` when there is none.
    fn of(&mut self, path: &[String]) -> Option<String> {
        if let Some(known) = self.known.get(path) {
            return known.clone();
        }
        let mut arguments = vec!["help"];
        arguments.extend(path.iter().map(String::as_str));
        let ran = self.deployment.run(&arguments);
        let help = (ran.status == Some(0)).then_some(ran.stdout);
        self.known.insert(path.to_vec(), help.clone());
        help
    }

    /// What is wrong with a command.
    fn fault(&mut self, words: &[String]) -> Option<String> {
        let is_name = |word: &&String| {
            let small = |c: char| c.is_ascii_lowercase() || c == '-';
            word.starts_with(|c: char| c.is_ascii_lowercase()) && word.chars().all(small)
        };
        let (mut path, mut help) = (Vec::new(), self.of(&[])?);
        for word in words.iter().take_while(is_name) {
            if !help.contains("\nCommands:\n") {
                break;
            }
            path.push(word.clone());
            let Some(more) = self.of(&path) else {
                return Some(format!("there is no command {path:?}"));
            };
            help = more;
        }
        let flags = words.iter().filter(|word| word.starts_with("--"));
        for flag in flags {
            let letters = |c: char| c.is_ascii_alphanumeric() || c == '-';
            let name: String = flag.chars().take_while(|c| letters(*c)).collect();
            let has = |line: &str| {
                let mut words = line.split([' ', ',', '=', '[', ']']);
                words.any(|word| word == name)
            };
            if name.len() > 2 && !help.lines().any(has) {
                return Some(format!("{path:?} has no flag {name}"));
            }
        }
        None
    }
}

#[test]
fn the_commands_of_documents_are_those_of_the_binary() {
    let mut helps = Helps {
        deployment: Deployment::new(Backend::Sqlite),
        known: BTreeMap::new(),
    };
    let (mut read, mut faults) = (0, Vec::new());
    for path in documents() {
        let document = fs::read_to_string(&path).expect("a document");
        // in tables of crates more space follows
        let lines = code(&document).into_iter();
        for line in lines.filter(|line| !line.starts_with("api  ")) {
            for words in commands(&line) {
                read += 1;
                if let Some(fault) = helps.fault(&words) {
                    let name = path.file_name().unwrap_or_default().display();
                    faults.push(format!("{name}: {fault}: {line}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(read > 100, "only {read} commands were found");
    // and what is wrong is found
    for wrong in ["keys frob", "frob", "import --frob", "serve --role x"] {
        let words: Vec<String> = wrong.split(' ').map(str::to_owned).collect();
        assert!(helps.fault(&words).is_some(), "{wrong}");
    }
}

#[test]
fn a_line_of_code_is_read_as_a_shell_would() {
    let read = |line: &str| {
        let words = commands(line).into_iter().map(|words| words.join(" "));
        words.collect::<Vec<_>>()
    };
    for (line, expected) in [
        (
            "$ api import a.csv --store X   # --no",
            vec!["import a.csv --store X"],
        ),
        (
            "A=b api serve && cotejo healthcheck",
            vec!["serve", "healthcheck"],
        ),
        (
            "curl -s --fail x | api import - --store X",
            vec!["import - --store X"],
        ),
        (
            "api keys list --json | jq --raw .",
            vec!["keys list --json"],
        ),
        (
            "api source run src_… | --all [--anew]",
            vec!["source run src_ --all --anew"],
        ),
        ("the api answers", vec![]),
    ] {
        assert_eq!(read(line), expected, "{line}");
    }
}
