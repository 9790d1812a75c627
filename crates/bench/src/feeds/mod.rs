//! Imports of every format of feed: the reader alone and `api import --dry-run`, beside reading the
//! same bytes, and the memory of both.

mod counted;
mod format;
mod goods;
mod packed;
mod pages;
mod reader;
mod tables;
mod xml;

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use flate2::read::{DeflateDecoder, GzDecoder};
use serde_json::Value;

use self::format::{Format, Size, Written};
use crate::numbers::{count, float};
use crate::options::{Common, Places};
use crate::outcome::{Outcome, say};
use crate::service::Api;
use crate::table::Row;
use crate::{clock, process};

pub use self::reader::{ReadArgs, read};

/// The most memory that any feed may take.
const MOST_BYTES: u64 = 300_000_000;

/// How large the large feed is.
const LARGE: u64 = 2_000_000_000;

/// What is measured.
#[derive(Debug, Clone, Args)]
pub struct FeedsArgs {
    /// Rows of a feed.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(100..10_000_000))]
    rows: u64,
    /// A small run, to see that it works: 5,000 rows.
    #[arg(long)]
    quick: bool,
    /// Only this format, by its name, as in google-xml.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Also a feed of 2 GB: fails when it takes more than 300 MB of memory.
    #[arg(long)]
    large: bool,
    #[command(flatten)]
    places: Places,
}

impl FeedsArgs {
    /// As a part of everything.
    pub fn of(common: &Common) -> Self {
        Self {
            rows: 100_000,
            quick: common.is_quick(),
            only: None,
            large: false,
            places: common.places().clone(),
        }
    }

    fn rows(&self) -> u64 {
        if self.quick {
            self.rows.min(5_000)
        } else {
            self.rows
        }
    }

    fn formats(&self) -> Outcome<Vec<Format>> {
        let Some(name) = &self.only else {
            return Ok(Format::ALL.to_vec());
        };
        let found = Format::ALL.into_iter().find(|one| one.name() == name);
        let names = Format::ALL.map(Format::name).join(", ");
        Ok(vec![found.ok_or(format!("--only accepts {names}"))?])
    }
}

/// Measures every format.
pub fn measure(args: &FeedsArgs) -> Outcome<Vec<Row>> {
    let temporary = tempfile::tempdir()?;
    let bench = Bench {
        folder: temporary.path(),
        binary: args.places.binary()?,
    };
    let mut rows = Vec::new();
    for format in args.formats()? {
        // a page is as large as a hundred rows
        let wanted = match format {
            Format::Pages => args.rows().div_ceil(50),
            _ => args.rows(),
        };
        rows.extend(bench.figures(format, format.shown(), Size::Rows(wanted))?);
    }
    if args.large {
        let format = *args.formats()?.first().unwrap_or(&Format::GoogleXml);
        let shown = format!("{}, 2 GB", format.shown());
        rows.extend(bench.figures(format, &shown, Size::Bytes(LARGE))?);
    }
    if rows.iter().any(|row| matches!(row.goal, Some((_, false)))) {
        say(&crate::table::render(&rows));
        return Err(format!(
            "a feed took more than {:.0} MB of memory",
            megabytes(MOST_BYTES)
        )
        .into());
    }
    Ok(rows)
}

struct Bench<'a> {
    folder: &'a Path,
    binary: PathBuf,
}

/// One run over a feed.
struct Run {
    accepted: u64,
    seconds: f64,
    peak_bytes: u64,
}

impl Bench<'_> {
    fn figures(&self, format: Format, shown: &str, size: Size) -> Outcome<Vec<Row>> {
        let path = self.folder.join(format.name());
        let written = format::write(format, &path, size)?;
        let files = files(&path)?;
        // the first one brings the file into memory
        plain(format, &files)?;
        let before = plain(format, &files)?;
        let read = read_alone(&path)?;
        let limit = f64::midpoint(before, plain(format, &files)?);
        let mut rows = vec![figure("reader", shown, written, &read, limit)?];
        if format != Format::Pages {
            let import = self.import(format, &path)?;
            rows.push(figure("import --dry-run", shown, written, &import, limit)?);
        }
        if path.is_dir() {
            std::fs::remove_dir_all(&path)?;
        } else {
            std::fs::remove_file(&path)?;
        }
        Ok(rows)
    }

    /// `api import --dry-run` into an empty store.
    fn import(&self, format: Format, file: &Path) -> Outcome<Run> {
        let store = self.folder.join(format!("{}.sqlite", format.name()));
        let url = format!("sqlite://{}", store.display());
        let api = Api::new(&self.binary, url, self.folder);
        // makes the schema
        api.key()?;
        let mut command = api.command();
        command.args(["--json", "import", "--dry-run", "--store", "Bench Store"]);
        command.args(["--format", format.wanted(), "--currency", "EUR"]);
        let finished = process::run(command.arg(file))?;
        let said: Value = serde_json::from_str(finished.stdout.trim())?;
        std::fs::remove_file(&store)?;
        run(&said, "accepted", finished.peak_rss_bytes)
    }
}

/// The reader, in a process of its own.
fn read_alone(path: &Path) -> Outcome<Run> {
    let mut command = Command::new(std::env::current_exe()?);
    let finished = process::run(command.arg("read").arg(path))?;
    let said: Value = serde_json::from_str(finished.stdout.trim())?;
    let peak = said.get("peak_rss_bytes").and_then(Value::as_u64);
    run(&said, "offers", peak.unwrap_or(u64::MAX))
}

fn run(said: &Value, accepted: &str, peak_bytes: u64) -> Outcome<Run> {
    let number = |name: &str| said.get(name).and_then(Value::as_u64).unwrap_or(0);
    if number("rejected") > 0 {
        return Err(format!("rows of the benchmark were rejected: {said}").into());
    }
    let seconds = said.get("seconds").and_then(Value::as_f64);
    Ok(Run {
        accepted: number(accepted),
        seconds: seconds.ok_or("a run that does not say how long it took")?,
        peak_bytes,
    })
}

fn figure(what: &str, shown: &str, written: Written, run: &Run, limit: f64) -> Outcome<Row> {
    if run.accepted != written.rows {
        return Err(format!("{what}: {} of {} rows came out", run.accepted, written.rows).into());
    }
    let (rows, bytes) = (float(written.rows), megabytes(written.bytes));
    let peak = megabytes(run.peak_bytes);
    let row = Row {
        what: format!("{what}, {shown}"),
        measured: format!(
            "{:.0} rows/s, {:.1} MB/s, {peak:.0} MB",
            rows / run.seconds,
            bytes / run.seconds
        ),
        limit: format!("plain reading: {:.0} MB/s", bytes / limit),
        ratio: format!("{:.1} times slower", run.seconds / limit),
        goal: Some(("< 300 MB", run.peak_bytes < MOST_BYTES)),
    };
    say(&format!(
        "  {}: {} ({} rows, {bytes:.1} MB)",
        row.what, row.measured, written.rows
    ));
    Ok(row)
}

fn megabytes(bytes: u64) -> f64 {
    float(bytes) / 1e6
}

/// The file, or the files of the folder.
fn files(path: &Path) -> Outcome<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path)?;
    entries.map(|entry| Ok(entry?.path())).collect()
}

/// How long it takes to read the bytes, and to unpack them, and nothing else.
fn plain(format: Format, files: &[PathBuf]) -> Outcome<f64> {
    let (done, seconds) = clock::timed(|| {
        files.iter().try_fold(0, |bytes, path| {
            let file = BufReader::with_capacity(1 << 16, File::open(path)?);
            Outcome::Ok(bytes + drained(format, file)?)
        })
    });
    done.map(|_: u64| seconds)
}

/// The bytes that come out of a file.
fn drained(format: Format, mut file: BufReader<File>) -> Outcome<u64> {
    let mut sink = vec![0; 1 << 16];
    let mut drain = |input: &mut dyn Read| {
        let mut bytes = 0;
        loop {
            match input.read(&mut sink)? {
                0 => return Outcome::Ok(bytes),
                some => bytes += count(some),
            }
        }
    };
    match format {
        Format::GoogleGzip => drain(&mut GzDecoder::new(file)),
        Format::GoogleZip => {
            // the header of the only file, with its name
            let mut header = [0; 38];
            file.read_exact(&mut header)?;
            drain(&mut DeflateDecoder::new(file))
        }
        _ => drain(&mut file),
    }
}
