//! The settings of the explorer.

use adapter_actix::ImageHosts;
use adapter_explorer::{ExplorerSettings, PublicUrl};
use clap::{ArgAction, Args};

use super::{Quota, read};

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
    /// Workspace as whose clients readers of the explorer may set price alerts by mail; it has to exist, and mails need
    /// `PCS_SMTP_URL` and `PCS_PUBLIC_URL`; default: none, there are no alerts
    #[arg(id = "PCS_EXPLORER_WORKSPACE")]
    workspace: Option<String>,
    /// Price alerts that one client address may ask for in a minute; 0 switches it off; per instance
    #[arg(id = "PCS_EXPLORER_ALERT_RATE_LIMIT", default_value = "6", value_parser = read::whole)]
    alerts_per_minute: u32,
    /// Mails in an hour that ask for the confirmation of alerts, to all addresses together; 0 switches it off
    #[arg(id = "PCS_EXPLORER_ALERTS_PER_HOUR", default_value = "200", value_parser = read::quota)]
    pub alerts_per_hour: Quota,
    /// What addresses of the service begin with, as its readers reach it: `https://HOST` or `https://HOST:PORT`, without a
    /// path; links in mails need it; the same on all instances
    #[arg(id = "PCS_PUBLIC_URL", value_parser = public_url)]
    pub public_url: Option<PublicUrl>,
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

    /// The workspace of alerts, when there are pages on which they can be asked for.
    pub fn workspace(&self) -> Option<&str> {
        let named = self.workspace.as_deref();
        named.filter(|name| self.is_on() && !name.is_empty())
    }

    /// What the pages are made with, and so much memory for ready-made ones; `None` when they are off.
    pub fn settings(&self, cache_bytes: u64) -> Option<ExplorerSettings> {
        let Self {
            is_on: _,
            per_minute,
            image_hosts,
            workspace: _,
            alerts_per_minute,
            alerts_per_hour: _,
            public_url,
        } = self;
        self.is_on().then(|| ExplorerSettings {
            image_hosts: image_hosts.clone(),
            per_minute: *per_minute,
            cache_bytes,
            public_url: public_url.clone(),
            alerts_per_minute: *alerts_per_minute,
        })
    }
}

fn public_url(text: &str) -> Result<PublicUrl, &'static str> {
    PublicUrl::parse(text).ok_or(
        "https://HOST or https://HOST:PORT (or http://), of at most 200 characters, without path, query and user",
    )
}

fn image_hosts(text: &str) -> Result<ImageHosts, String> {
    let hosts: Vec<String> = text.split(',').map(str::to_owned).collect();
    if text.is_empty() {
        return Ok(ImageHosts::default());
    }
    let accepts = "hosts such as images.example.com, with commas between them";
    ImageHosts::parse(&hosts).map_err(|_| accepts.to_owned())
}
