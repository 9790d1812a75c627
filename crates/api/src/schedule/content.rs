//! What is at the locations of sources: over HTTPS, or in files.

mod authorization;
mod blocking;
mod faults;
mod stoppable;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use adapter_feeds::Feeds;
use adapter_hyper::HttpsDownloader;
use adapter_system::System;
use async_trait::async_trait;
use domain::source::{ContentMark, Credentials, Fault, Location, Source};
use ports_net::{
    Batches, ContentError, Download, DownloadLimits, FeedContent, FeedError, FeedFormat, FeedInput,
    FeedItem, FeedOptions, FeedReader, FeedRequest, FeedSource, Fetched, NetError, SourceContent,
    Validators, WantedFormat,
};
use ports_system::Digester;
use time::OffsetDateTime;
use tokio::sync::watch;
use tokio::task::spawn_blocking;

use super::files::{OpenedFile, newest};
use crate::batches::ThreadBatches;
use crate::failure::Failure;
use crate::feed_options;
use crate::settings::Settings;
use crate::source::{self, MAX_BYTES};
use authorization::authorization;
use blocking::{digest, off_thread};
use faults::{not_fetched, unreadable};
use stoppable::{Stoppable, stopped};

/// How long a download may take.
const DOWNLOAD_TIME: Duration = Duration::from_mins(30);

/// Fetches from wherever a source is.
pub struct Locations {
    downloader: HttpsDownloader,
    settings: Settings,
    digester: Arc<dyn Digester>,
    stop: Option<watch::Receiver<bool>>,
}

impl Locations {
    /// By the settings for outgoing requests.
    pub fn new(settings: &Settings) -> Result<Self, Failure> {
        Ok(Self {
            downloader: source::downloader(settings)?,
            settings: settings.clone(),
            digester: Arc::new(System::new()),
            stop: None,
        })
    }

    /// The same that breaks off when it is told to.
    pub fn until(self, stop: watch::Receiver<bool>) -> Self {
        Self {
            stop: Some(stop),
            ..self
        }
    }

    async fn download(
        &self,
        url: &str,
        credentials: Option<&Credentials>,
        known: Option<&ContentMark>,
    ) -> Result<Fetched, Fault> {
        let authorization = credentials.map(authorization).transpose()?;
        let validators = known.map(|known| Validators {
            etag: known.etag.clone(),
            last_modified: known.last_modified.clone(),
        });
        let request = FeedRequest {
            url,
            known: validators.as_ref(),
            authorization: authorization.as_ref(),
            limits: DownloadLimits {
                max_bytes: MAX_BYTES,
                total: DOWNLOAD_TIME,
            },
        };
        let fetched = self.downloader.fetch(&request).await;
        match (fetched.map_err(|error| not_fetched(&error))?, known) {
            (Download::Content(input, validators), _) => {
                let (input, digest) = self.digested(input).await?;
                let mark = ContentMark {
                    etag: validators.etag,
                    last_modified: validators.last_modified,
                    digest,
                };
                Ok(unless_known(input, mark, known))
            }
            (Download::NotModified, Some(known)) => Ok(Fetched::Unchanged(known.clone())),
            (Download::NotModified, None) => Err(not_fetched(&NetError::Status(304))),
        }
    }

    async fn open(&self, path: PathBuf, known: Option<&ContentMark>) -> Result<Fetched, Fault> {
        let opened = off_thread(move || OpenedFile::open(&path)).await??;
        if let Some(known) = known.filter(|known| known.etag.as_ref() == Some(&opened.tag)) {
            return Ok(Fetched::Unchanged(known.clone()));
        }
        let copy = opened
            .file
            .try_clone()
            .map_err(|error| unreadable(&error))?;
        let (input, digest) = self.digested(Box::new(copy)).await?;
        opened.still_the_same()?;
        let mark = ContentMark {
            etag: Some(opened.tag),
            last_modified: None,
            digest,
        };
        Ok(unless_known(input, mark, known))
    }

    /// The content from its first byte, with its digest.
    async fn digested(
        &self,
        mut input: Box<dyn FeedInput>,
    ) -> Result<(Box<dyn FeedInput>, [u8; 32]), Fault> {
        let digester = Arc::clone(&self.digester);
        let digested = off_thread(move || {
            let digest = digest(&mut *input, &*digester)?;
            input.rewind()?;
            Ok((input, digest))
        });
        digested
            .await?
            .map_err(|error: io::Error| unreadable(&error))
    }

    fn options(
        &self,
        source: &Source,
        observed_at: OffsetDateTime,
    ) -> Result<FeedOptions, FeedError> {
        let reading = &source.reading;
        let format = feed_options::format(&reading.format)
            .map_err(|failure| FeedError::NotAFeed(failure.to_string()))?;
        let plain = feed_options::plain_options(&self.settings, observed_at);
        let is_page = format == WantedFormat::SchemaOrg;
        Ok(FeedOptions {
            format,
            default_currency: reading.currency.unwrap_or(self.settings.currency),
            decimal_mark: feed_options::decimal_mark(&reading.decimal_mark),
            charset: reading.charset.clone(),
            page_url: match &source.location {
                Location::Https(url) if is_page => Some(url.clone()),
                Location::Https(_) | Location::File(_) | Location::Glob(_) => plain.page_url,
            },
            ..plain
        })
    }
}

#[async_trait]
impl SourceContent for Locations {
    async fn fetch(
        &self,
        source: &Source,
        known: Option<&ContentMark>,
    ) -> Result<Fetched, ContentError> {
        let fetched = async {
            match &source.location {
                Location::Https(url) => {
                    self.download(url, source.credentials.as_ref(), known).await
                }
                Location::File(path) => self.open(Path::new(path).to_owned(), known).await,
                Location::Glob(pattern) => {
                    let pattern = pattern.clone();
                    let path = off_thread(move || newest(&pattern)).await??;
                    self.open(path, known).await
                }
            }
        };
        tokio::select! {
            fetched = fetched => fetched.map_err(ContentError::Fault),
            () = stopped(self.stop.clone()) => Err(ContentError::Stopped),
        }
    }

    async fn read(
        &self,
        source: &Source,
        input: Box<dyn FeedInput>,
        observed_at: OffsetDateTime,
    ) -> Result<(FeedFormat, Box<dyn Batches<FeedItem>>), FeedError> {
        let options = self.options(source, observed_at)?;
        let opened = spawn_blocking(move || Feeds.open(input, &options)).await;
        let opened = opened.map_err(io::Error::from)??;
        let batches = Stoppable {
            batches: ThreadBatches::start(opened.items),
            stop: self.stop.clone(),
        };
        Ok((opened.format, Box::new(batches)))
    }
}

fn unless_known(
    input: Box<dyn FeedInput>,
    mark: ContentMark,
    known: Option<&ContentMark>,
) -> Fetched {
    if known.is_some_and(|known| known.digest == mark.digest) {
        Fetched::Unchanged(mark)
    } else {
        Fetched::Content(FeedContent { input, mark })
    }
}
