//! A store with its catalogue, copies of it, and watches in them.

use std::path::{Path, PathBuf};

use crate::bulk::Scratch;
use crate::catalogue;
use crate::options::{Backend, Common};
use crate::outcome::{Outcome, say};
use crate::process;
use crate::service::{Api, Imported};

use super::rows::{Plan, rows};
use super::shop::{Level, Shop};
use super::{postgres, sqlite};

/// A store of the service.
pub struct Store {
    /// The service on it.
    pub api: Api,
    place: Place,
}

enum Place {
    Sqlite(PathBuf),
    Postgres {
        scratch: Scratch,
        /// The server's first process, when it runs on this machine.
        server: Option<u32>,
    },
}

/// An import, and the processor time that it took.
pub struct Measured {
    /// What it said.
    pub done: Imported,
    /// `None` when the database server runs elsewhere.
    pub cpu_seconds: Option<f64>,
}

/// What all stores of a run share.
pub struct Run<'a> {
    /// The command line.
    pub common: &'a Common,
    /// What the stores are.
    pub backend: Backend,
    /// Where files go.
    pub folder: &'a Path,
}

impl Run<'_> {
    /// How many offers the shops have: of half of the products.
    pub fn offers(&self) -> u64 {
        self.common.products() / 2
    }

    /// A store with all products and both shops at their high prices.
    pub fn load(&self) -> Outcome<Store> {
        let store = self.store(match self.backend {
            Backend::Sqlite => Place::Sqlite(self.folder.join("loaded.sqlite")),
            Backend::Postgres => {
                let scratch = Scratch::create(self.common.postgres()?, "loaded")?;
                let server = postgres::server(&scratch.url)?;
                Place::Postgres { scratch, server }
            }
        })?;
        let file = self.folder.join("catalogue.jsonl");
        catalogue::write_products(&file, self.common.products())?;
        store.api.import_catalogue(&file)?;
        for shop in [Shop::Cheap, Shop::Dear] {
            let file = shop.file(self.folder, Level::High, self.offers())?;
            let done = store.api.import(&file, shop.name())?;
            if done.created != self.offers() {
                return Err(format!("{}: {} offers", shop.name(), done.created).into());
            }
            say(&format!("  {}: {:.1} s", shop.name(), done.seconds));
        }
        store.settle()?;
        Ok(store)
    }

    /// A copy of a store that nobody uses.
    pub fn copy(&self, store: &Store, label: &str) -> Outcome<Store> {
        self.store(match &store.place {
            Place::Sqlite(file) => {
                let copy = self.folder.join(format!("{label}.sqlite"));
                std::fs::copy(file, &copy)?;
                Place::Sqlite(copy)
            }
            Place::Postgres { scratch, server } => Place::Postgres {
                scratch: scratch.copied(label)?,
                server: *server,
            },
        })
    }

    fn store(&self, place: Place) -> Outcome<Store> {
        let url = match &place {
            Place::Sqlite(file) => format!("sqlite://{}", file.display()),
            Place::Postgres { scratch, .. } => scratch.url.clone(),
        };
        let api = Api::new(&self.common.binary()?, url, self.folder);
        Ok(Store { api, place })
    }
}

impl Store {
    /// Replaces the watches by so many of this plan.
    pub fn fill(&self, plan: Plan, watches: u64, offers: u64) -> Outcome<()> {
        let rows = rows(plan, watches, offers);
        match &self.place {
            Place::Sqlite(file) => sqlite::fill(file, rows),
            Place::Postgres { scratch, .. } => postgres::fill(&scratch.url, rows),
        }
    }

    /// Imports a file of a shop.
    pub fn import(&self, file: &Path, shop: Shop) -> Outcome<Measured> {
        let before = self.cpu_seconds();
        let done = self.api.import(file, shop.name())?;
        let spent = self.cpu_seconds().zip(before);
        Ok(Measured {
            done,
            cpu_seconds: spent.map(|(after, before)| after - before),
        })
    }

    /// Processor time of all imports so far, the database server's included.
    fn cpu_seconds(&self) -> Option<f64> {
        let ended = process::ended_cpu_seconds();
        match &self.place {
            Place::Sqlite(_) => Some(ended),
            Place::Postgres { server, .. } => {
                Some(ended + process::family_cpu_seconds((*server)?)?)
            }
        }
    }

    /// Does at once what the database would do in the background by and by.
    fn settle(&self) -> Outcome<()> {
        match &self.place {
            Place::Sqlite(file) => sqlite::settle(file),
            Place::Postgres { scratch, .. } => postgres::settle(&scratch.url),
        }
    }
}
