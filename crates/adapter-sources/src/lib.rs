#![doc = include_str!("../README.md")]

mod authorization;
mod batches;
mod blocking;
mod faults;
mod files;
mod stoppable;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;
use domain::money::Currency;
use domain::source::{ContentMark, Credentials, Fault, Location, Source};
use ports_net::{
    Batches, ContentError, DecimalMark, Download, DownloadLimits, FeedContent, FeedError,
    FeedFormat, FeedInput, FeedItem, FeedOptions, FeedReader, FeedRequest, FeedSource, Fetched,
    NetError, Rereadable, SourceContent, Validators, WantedFormat,
};
use ports_system::Digester;
use time::OffsetDateTime;
use tokio::sync::watch;
use tokio::task::spawn_blocking;

use authorization::authorization;
use blocking::{digest, off_thread};
use faults::{not_fetched, unreadable};
use files::{OpenedFile, Watched, newest};
use stoppable::{Stoppable, refuse_when_stopped, stopped};

pub use batches::ThreadBatches;

/// Fetches from wherever a source is.
pub struct Locations {
    /// Gets what is at URLs.
    pub downloader: Arc<dyn FeedSource>,
    /// Reads what was fetched.
    pub reader: Arc<dyn FeedReader>,
    /// Tells contents apart.
    pub digester: Arc<dyn Digester>,
    /// The catalogue's currency.
    pub currency: Currency,
    /// How large a download may be, and how long it may take; unpacked, a feed may be as large.
    pub limits: DownloadLimits,
    /// Turns true when what is fetched or read is to break off; `None`: never.
    pub stop: Option<watch::Receiver<bool>>,
}

impl Locations {
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
            limits: self.limits,
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
            etag: Some(opened.tag.clone()),
            last_modified: None,
            digest,
        };
        let content = input;
        let watched = Watched { content, opened };
        Ok(unless_known(Box::new(watched), mark, known))
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
        let format = WantedFormat::named(&reading.format).ok_or_else(|| {
            FeedError::NotAFeed(format!("the format {:?} is not known", reading.format))
        })?;
        Ok(FeedOptions {
            format,
            catalogue_currency: self.currency,
            default_currency: reading.currency.unwrap_or(self.currency),
            decimal_mark: DecimalMark::named(&reading.decimal_mark),
            charset: reading.charset.clone(),
            max_bytes: self.limits.max_bytes,
            observed_at,
            page_url: match &source.location {
                Location::Https(url) if format == WantedFormat::SchemaOrg => Some(url.clone()),
                Location::Https(_) | Location::File(_) | Location::Glob(_) => None,
            },
            availability: None,
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
        refuse_when_stopped(self.stop.as_ref())?;
        let reader = Arc::clone(&self.reader);
        let input = Rereadable::new(input);
        let read = Box::new(input.clone());
        let opened = spawn_blocking(move || reader.open(read, &options)).await;
        let opened = opened.map_err(io::Error::from)??;
        let batches = Stoppable {
            batches: ThreadBatches::start(opened.items),
            input,
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
