//! The settings of the explorer.

use adapter_actix::ImageHosts;
use adapter_explorer::ExplorerSettings;
use clap::{ArgAction, Args};

use super::read;

/// Pages for everyone, beside the API.
#[derive(Debug, Clone, Args)]
pub struct ExplorerArguments {
    /// Pages of search, products and comparisons on `PCS_LISTEN`, for everyone who can reach it: on or off; default:
    /// off, on for `api demo`
    #[arg(id = "PCS_EXPLORER", action = ArgAction::Set, value_parser = read::switch)]
    is_on: Option<bool>,
    /// Pages for one client address and minute, a quarter of them at once; 0 switches it off; per instance
    #[arg(id = "PCS_EXPLORER_RATE_LIMIT", default_value = "240", value_parser = read::whole)]
    per_minute: u32,
    /// Hosts from which the explorer and the console load pictures, by https: HOST or HOST:PORT, or several with commas between
    /// them; default: none
    #[arg(id = "PCS_IMAGE_HOSTS", default_value = "", hide_default_value = true, value_parser = image_hosts)]
    image_hosts: ImageHosts,
}

impl ExplorerArguments {
    /// The same, on unless that was given.
    pub(super) fn on_by_default(self) -> Self {
        Self {
            is_on: self.is_on.or(Some(true)),
            ..self
        }
    }

    /// Whether there are pages.
    pub fn is_on(&self) -> bool {
        self.is_on.unwrap_or(false)
    }

    /// Hosts from which pictures are loaded.
    pub const fn image_hosts(&self) -> &ImageHosts {
        &self.image_hosts
    }

    /// What the pages are made with, and so much memory for ready-made ones; `None` when they are off.
    pub fn settings(&self, cache_bytes: u64) -> Option<ExplorerSettings> {
        let Self {
            is_on: _,
            per_minute,
            image_hosts,
        } = self;
        self.is_on().then(|| ExplorerSettings {
            image_hosts: image_hosts.clone(),
            per_minute: *per_minute,
            cache_bytes,
        })
    }
}

fn image_hosts(text: &str) -> Result<ImageHosts, String> {
    let hosts: Vec<String> = text.split(',').map(str::to_owned).collect();
    if text.is_empty() {
        return Ok(ImageHosts::default());
    }
    let wrong = |host: String| {
        format!("hosts such as images.example.com, with commas between them, not {host:?}")
    };
    ImageHosts::parse(&hosts).map_err(wrong)
}
