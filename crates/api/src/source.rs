//! Opening what an import reads.

use std::fs::File;
use std::io::{self, Seek};
use std::time::Duration;

use adapter_hyper::HttpsDownloader;
use ports_net::{DownloadLimits, FeedInput, FeedSource};

use crate::failure::Failure;
use crate::settings::Settings;
use crate::webhooks::{self, EXTRA_CA};

/// The most bytes of a feed, packed or unpacked, and how long a download may take.
pub const LIMITS: DownloadLimits = DownloadLimits {
    max_bytes: 16 * 1024 * 1024 * 1024,
    total: Duration::from_mins(30),
};

/// What may be opened.
const ACCEPTED: &str = "a file, an https:// URL, or - for standard input";

/// Opens a file, an https:// URL, or standard input (`-`), that an argument names.
pub async fn open(
    argument: &str,
    source: &str,
    settings: &Settings,
) -> Result<Box<dyn FeedInput>, Failure> {
    if source == "-" {
        let kept = tokio::task::spawn_blocking(keep_stdin).await;
        let kept = kept.map_err(|error| Failure::other(error.to_string()))?;
        let refused = |error: io::Error| Failure::refused(format!("standard input: {error}"));
        return Ok(Box::new(kept.map_err(refused)?));
    }
    if source.starts_with("https://") {
        let downloader = downloader(settings)?;
        let downloaded = downloader.download(source, LIMITS).await;
        return downloaded.map_err(|error| Failure::refused(error.to_string()));
    }
    if source.contains("://") {
        // what follows may hold a password
        let scheme = source.split("://").next().unwrap_or_default();
        return Err(Failure::not_accepted(
            argument,
            &format!("{scheme}://…"),
            ACCEPTED,
        ));
    }
    let refused = |problem: String| {
        Failure::missing(argument, source, format!("{source}: {problem}"), ACCEPTED)
    };
    let unreadable = |error: io::Error| refused(error.to_string());
    let file = File::open(source).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.is_dir() {
        return Err(refused("a folder, not a feed".to_owned()));
    }
    Ok(Box::new(file))
}

/// What fetches feeds, by the same policy of addresses as every outgoing request.
pub fn downloader(settings: &Settings) -> Result<HttpsDownloader, Failure> {
    let webhooks = &settings.webhooks;
    let downloader = HttpsDownloader::with_overrides(
        webhooks.allowed.clone(),
        webhooks.resolve.clone(),
        webhooks::extra_roots(webhooks)?,
    );
    downloader.map_err(|error| Failure::usage(EXTRA_CA, format!("{EXTRA_CA}: {error}")))
}

/// Standard input in a file without a name, so that it can be read more than once.
fn keep_stdin() -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    io::copy(&mut io::stdin().lock(), &mut file)?;
    file.rewind()?;
    Ok(file)
}
