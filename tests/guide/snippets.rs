//! The examples of `docs/webhooks`, run as programs.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;
use tests::repository;

use crate::cases::Case;

/// An example of how to verify a signature.
pub struct Snippet {
    /// Its file.
    pub file: &'static str,
    /// How its block in the document is marked.
    pub language: &'static str,
    /// SHA-256 of the file as it was when it passed all cases. Where its language is not installed, this
    /// is what holds: the file is, byte for byte, one that passed. Empty for what is always run.
    passed: &'static str,
    /// Programs that tell their version; all must be there to run it.
    needs: &'static [(&'static str, &'static str)],
    /// Makes the program, in a folder of its own.
    make: fn(&Path, &Path) -> Command,
}

pub const SNIPPETS: [Snippet; 6] = [RUST, PYTHON, NODE, GO, PHP, JAVA];

pub const RUST: Snippet = Snippet {
    file: "verify.rs",
    language: "rust",
    passed: "",
    needs: &[],
    make: |_, _| Command::new(env!("CARGO_BIN_EXE_verify-webhook")),
};

pub const PYTHON: Snippet = Snippet {
    file: "verify.py",
    language: "python",
    passed: "38b668d0039b32c71a92432eea1bc1942fe9316c414882f3ef60b9c5ee468be1",
    needs: &[("python3", "--version")],
    make: |source, _| interpreted("python3", source),
};

pub const NODE: Snippet = Snippet {
    file: "verify.mjs",
    language: "javascript",
    passed: "4dce184346be5a66a2a493e577d45c693d4cc9a6b89aa6e3763630162e635748",
    needs: &[("node", "--version")],
    make: |source, _| interpreted("node", source),
};

pub const GO: Snippet = Snippet {
    file: "verify.go",
    language: "go",
    passed: "c35bcd8fee5eb5ce28499b02e7371f54f2cf6fa20111272286c05118282b24bc",
    needs: &[("go", "version")],
    make: |source, folder| {
        let program = folder.join("verify");
        let mut build = Command::new("go");
        build.arg("build").arg("-o").arg(&program).arg(source);
        build
            .env("GO111MODULE", "off")
            .env("GOCACHE", folder.join("cache"));
        compiled(&mut build);
        Command::new(program)
    },
};

pub const PHP: Snippet = Snippet {
    file: "verify.php",
    language: "php",
    passed: "49fdc4cbdeb6b6b5dc65fcc78e8c575a720fe73ed6b7be86a420a5f49b4003ed",
    needs: &[("php", "--version")],
    make: |source, _| interpreted("php", source),
};

pub const JAVA: Snippet = Snippet {
    file: "Verify.java",
    language: "java",
    passed: "dc79769b752f8a14eb317b2c75fb23b8391f3e43dee9d2615d3624e2814361e5",
    needs: &[("javac", "-version"), ("java", "-version")],
    make: |source, folder| {
        let mut build = Command::new("javac");
        compiled(build.arg("-d").arg(folder).arg(source));
        let mut program = Command::new("java");
        program.arg("-cp").arg(folder).arg("Verify");
        program
    },
};

fn interpreted(program: &str, source: &Path) -> Command {
    let mut command = Command::new(program);
    command.arg(source);
    command
}

fn compiled(build: &mut Command) {
    let built = build.output().expect("the compiler runs");
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
}

/// A program's version in its own words; `None` when it is not installed.
fn version(program: &str, option: &str) -> Option<String> {
    let told = Command::new(program).arg(option).output().ok()?;
    let words = [told.stdout, told.stderr].concat();
    let words = String::from_utf8_lossy(&words).lines().next()?.to_owned();
    told.status.success().then_some(words)
}

impl Snippet {
    pub fn path(&self) -> PathBuf {
        repository().join("docs/webhooks").join(self.file)
    }

    pub fn source(&self) -> String {
        fs::read_to_string(self.path()).expect("an example")
    }

    /// Runs the cases if the language is installed, and says so: a test that passes shows nothing
    /// that it prints, so this goes around.
    pub fn judge(&self, cases: &[Case]) {
        let digest = self.digest();
        let versions: Option<Vec<String>> = self
            .needs
            .iter()
            .map(|(program, option)| version(program, option))
            .collect();
        let said = match versions {
            Some(versions) => {
                self.run(cases);
                let with = versions.first().map_or("this compiler", String::as_str);
                format!(
                    "docs/webhooks/{}: {} cases run with {with}",
                    self.file,
                    cases.len()
                )
            }
            None => {
                let (program, _) = self.needs[0];
                assert_eq!(
                    digest, self.passed,
                    "{} has changed, and {program} is not installed to run it: run this test where it is",
                    self.file
                );
                format!(
                    "docs/webhooks/{}: NOT run, {program} is not installed; the file is the one that \
                     passed where it was",
                    self.file
                )
            }
        };
        writeln!(std::io::stderr(), "{said}").expect("a line on stderr");
        let is_always_run = self.needs.is_empty();
        assert!(
            is_always_run || digest == self.passed,
            "{} passes and has changed: write its new digest down in tests/guide/snippets.rs: {digest}",
            self.file
        );
    }

    fn run(&self, cases: &[Case]) {
        let folder = tempfile::tempdir().expect("a folder");
        let program = (self.make)(&self.path(), folder.path());
        for case in cases {
            let status = ended(&program, case, &folder);
            let expected = Some(i32::from(!case.genuine));
            assert_eq!(status, expected, "{}, {}", self.file, case.name);
        }
    }

    fn digest(&self) -> String {
        let digest = ring::digest::digest(&ring::digest::SHA256, self.source().as_bytes());
        digest.as_ref().iter().map(|b| format!("{b:02x}")).collect()
    }
}

/// The exit status of an example for a case. One that breaks off ends like one that refuses in some
/// languages, but not in silence.
fn ended(program: &Command, case: &Case, folder: &TempDir) -> Option<i32> {
    let body = folder.path().join("body");
    fs::write(&body, &case.body).expect("a written body");
    let mut command = Command::new(program.get_program());
    command
        .args(program.get_args())
        .arg(&case.header)
        .arg(&body)
        .arg(case.now.to_string())
        .args(&case.secrets)
        .stdin(Stdio::null());
    // the machine's own remark about it would look like a complaint
    command.env_remove("JAVA_TOOL_OPTIONS");
    let output = command.output().expect("the example runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, "", "{:?}, {}", program, case.name);
    output.status.code()
}
