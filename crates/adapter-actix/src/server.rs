use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::{Server, ServerHandle};
use actix_web::{App, HttpServer};
use rustls::ServerConfig;

use crate::Http;

/// Where and how the two listeners run.
#[derive(Debug, Clone)]
pub struct ServerPlan {
    /// Address of the API (`PCS_LISTEN`); port 0 takes a free one. `None`: the API is not served.
    pub public: Option<SocketAddr>,
    /// Address for probes and metrics (`PCS_ADMIN_LISTEN`).
    pub admin: SocketAddr,
    /// HTTPS on the public address; see [`crate::tls::server_config`].
    pub tls: Option<Arc<ServerConfig>>,
    /// Threads that serve the API; the admin listener has one of its own.
    pub workers: usize,
    /// How long an idle connection stays open.
    pub keep_alive: Duration,
    /// How long a client may take to send the head of a request.
    pub head_timeout: Duration,
    /// The most connections of one worker.
    pub max_connections: usize,
    /// How long running requests may take to end after a stop.
    pub shutdown_timeout: Duration,
}

impl ServerPlan {
    /// A plan with the usual limits.
    pub fn new(public: Option<SocketAddr>, admin: SocketAddr, workers: usize) -> Self {
        Self {
            public,
            admin,
            tls: None,
            workers: workers.max(1),
            keep_alive: Duration::from_secs(5),
            head_timeout: Duration::from_secs(5),
            max_connections: 10_000,
            shutdown_timeout: Duration::from_secs(20),
        }
    }
}

/// The bound listeners. They serve once their futures are polled: see [`Running::wait`].
pub struct Running {
    /// Addresses of the API.
    pub public_addresses: Vec<SocketAddr>,
    /// Addresses for probes and metrics.
    pub admin_addresses: Vec<SocketAddr>,
    public: Option<Server>,
    admin: Server,
}

/// Stops what [`serve`] started, from anywhere.
#[derive(Clone)]
pub struct Stopper {
    public: Option<ServerHandle>,
    admin: ServerHandle,
}

impl Stopper {
    /// Takes no more connections, lets running requests end, then stops the admin listener too.
    pub async fn stop(&self) {
        if let Some(public) = &self.public {
            public.stop(true).await;
        }
        self.admin.stop(false).await;
    }
}

impl Running {
    /// The handle that stops both listeners.
    pub fn stopper(&self) -> Stopper {
        Stopper {
            public: self.public.as_ref().map(Server::handle),
            admin: self.admin.handle(),
        }
    }

    /// Serves until [`Stopper::stop`] is done or a listener fails.
    pub async fn wait(self) -> io::Result<()> {
        let Self { public, admin, .. } = self;
        match public {
            Some(public) => futures_util::future::try_join(public, admin)
                .await
                .map(|_| ()),
            None => admin.await,
        }
    }
}

/// Binds the listeners. An error names the address. Signals are left to the caller.
pub fn serve(http: &Http, plan: &ServerPlan) -> io::Result<Running> {
    let public = plan
        .public
        .map(|address| bind_public(http, plan, address))
        .transpose()?;
    let probes = http.clone();
    let admin = HttpServer::new(move || {
        let probes = probes.clone();
        App::new().configure(move |config| probes.configure_admin(config))
    })
    .workers(1)
    .client_request_timeout(plan.head_timeout)
    .shutdown_timeout(1)
    .disable_signals()
    .bind(plan.admin)
    .map_err(|error| named(&error, plan.admin))?;
    let admin_addresses = admin.addrs();
    let (public_addresses, public) = public.unzip();
    Ok(Running {
        public_addresses: public_addresses.unwrap_or_default(),
        admin_addresses,
        public,
        admin: admin.run(),
    })
}

fn bind_public(
    http: &Http,
    plan: &ServerPlan,
    address: SocketAddr,
) -> io::Result<(Vec<SocketAddr>, Server)> {
    let api = http.clone();
    let public = HttpServer::new(move || {
        let api = api.clone();
        App::new().configure(move |config| api.configure(config))
    })
    .workers(plan.workers)
    .keep_alive(plan.keep_alive)
    .client_request_timeout(plan.head_timeout)
    .client_disconnect_timeout(Duration::from_secs(2))
    .max_connections(plan.max_connections)
    .shutdown_timeout(plan.shutdown_timeout.as_secs())
    .disable_signals();
    let bound = match &plan.tls {
        None => public.bind(address),
        Some(tls) => public
            .tls_handshake_timeout(plan.head_timeout)
            .bind_rustls_0_23(address, ServerConfig::clone(tls)),
    };
    let public = bound.map_err(|error| named(&error, address))?;
    Ok((public.addrs(), public.run()))
}

fn named(error: &io::Error, address: SocketAddr) -> io::Error {
    io::Error::new(error.kind(), format!("cannot listen on {address}: {error}"))
}
