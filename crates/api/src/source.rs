//! Opening what an import reads.

use std::fs::File;
use std::io::Read;
use std::time::Duration;

use adapter_hyper::HttpsDownloader;
use domain::address::AllowedRanges;
use ports_net::{DownloadLimits, FeedSource};

use crate::failure::Failure;

/// The most bytes of a feed, packed or unpacked.
pub const MAX_BYTES: u64 = 16 * 1024 * 1024 * 1024;

/// How long a download may take.
const DOWNLOAD_TIME: Duration = Duration::from_mins(30);

/// Opens a file, an https:// URL, or standard input (`-`).
pub async fn open(source: &str) -> Result<Box<dyn Read + Send>, Failure> {
    if source == "-" {
        return Ok(Box::new(std::io::stdin()));
    }
    if source.starts_with("https://") {
        let downloader = HttpsDownloader::new(AllowedRanges::default(), Vec::new())
            .map_err(|error| Failure::other(error.to_string()))?;
        let limits = DownloadLimits {
            max_bytes: MAX_BYTES,
            total: DOWNLOAD_TIME,
        };
        let downloaded = downloader.download(source, limits).await;
        return downloaded.map_err(|error| Failure::refused(error.to_string()));
    }
    if source.contains("://") {
        return Err(Failure::usage(
            "SOURCE accepts a file, an https:// URL, or - for standard input",
        ));
    }
    let refused = |error: std::io::Error| Failure::refused(format!("{source}: {error}"));
    let file = File::open(source).map_err(refused)?;
    if file.metadata().map_err(refused)?.is_dir() {
        return Err(Failure::refused(format!("{source}: a folder, not a feed")));
    }
    Ok(Box::new(file))
}
