use std::io;
use std::sync::Arc;
use std::time::Duration;

use actix_http::error::DispatchError;
use actix_server::{GracefulShutdownSignal, Server, ServerHandle};
use actix_service::ServiceFactory;
use actix_web::web::ServiceConfig;
use rustls::ServerConfig;
use tokio::net::{TcpStream, UnixStream};
use tokio_rustls::TlsAcceptor;

use crate::accepting::{Accept, Connection, Encrypted, Plain};
use crate::application::Http;
use crate::connection::{ConnectionLimits, Connections};
use crate::listen_address::{Bound, ListenAddress, SocketFile};
use crate::listener;

/// How many connections beyond the limit a worker takes in, to refuse them.
const REFUSED: usize = 1024;

/// Where and how the two listeners run.
#[derive(Debug, Clone)]
pub struct ServerPlan {
    /// Where the API is (`PCS_LISTEN`). `None`: it is not served.
    pub public: Option<ListenAddress>,
    /// Where probes and metrics are (`PCS_ADMIN_LISTEN`).
    pub admin: ListenAddress,
    /// HTTPS on the public address; see [`crate::tls::server_config`].
    pub tls: Option<Arc<ServerConfig>>,
    /// Threads that serve the API; the admin listener has one of its own.
    pub workers: usize,
    /// How many connections each listener has, and how long they may keep us waiting.
    pub connections: ConnectionLimits,
    /// How long running requests may take to end after a stop.
    pub shutdown_timeout: Duration,
}

impl ServerPlan {
    /// A plan with the usual limits.
    pub fn new(public: Option<ListenAddress>, admin: ListenAddress, workers: usize) -> Self {
        Self {
            public,
            admin,
            tls: None,
            workers: workers.max(1),
            connections: ConnectionLimits::default(),
            shutdown_timeout: Duration::from_secs(20),
        }
    }
}

/// The bound listeners. They serve once their futures are polled: see [`Running::wait`].
pub struct Running {
    /// Addresses of the API.
    pub public_addresses: Vec<ListenAddress>,
    /// Addresses for probes and metrics.
    pub admin_addresses: Vec<ListenAddress>,
    public: Option<Server>,
    admin: Server,
    /// Removed when nobody listens any more.
    files: Vec<SocketFile>,
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
        let Self {
            public,
            admin,
            files: _files,
            ..
        } = self;
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
        .as_ref()
        .map(|address| bind_public(http, plan, address))
        .transpose()?;
    let site = Site {
        http,
        name: "admin",
        configure: Http::configure_admin,
        workers: 1,
        shutdown_timeout: Duration::from_secs(1),
    };
    let admin = site.bind(&plan.admin, plan.connections, Plain)?;
    let (mut public_addresses, mut files) = (Vec::new(), Vec::new());
    let public = public.map(|listening| {
        public_addresses.push(listening.address);
        files.extend(listening.file);
        listening.server
    });
    files.extend(admin.file);
    Ok(Running {
        public_addresses,
        admin_addresses: vec![admin.address],
        public,
        admin: admin.server,
        files,
    })
}

fn bind_public(http: &Http, plan: &ServerPlan, address: &ListenAddress) -> io::Result<Listening> {
    let site = Site {
        http,
        name: "public",
        configure: Http::configure,
        workers: plan.workers,
        shutdown_timeout: plan.shutdown_timeout,
    };
    let Some(tls) = &plan.tls else {
        return site.bind(address, plan.connections, Plain);
    };
    let accept = Encrypted {
        acceptor: TlsAcceptor::from(Arc::clone(tls)),
        patience: plan.connections.head,
    };
    site.bind(address, plan.connections, accept)
}

/// What a listener became.
struct Listening {
    address: ListenAddress,
    server: Server,
    file: Option<SocketFile>,
}

/// What one listener serves.
struct Site<'a> {
    http: &'a Http,
    name: &'static str,
    configure: fn(&Http, &mut ServiceConfig),
    workers: usize,
    shutdown_timeout: Duration,
}

impl Site<'_> {
    fn bind<A: Accept>(
        &self,
        address: &ListenAddress,
        limits: ConnectionLimits,
        accept: A,
    ) -> io::Result<Listening> {
        let bound = address.bind()?;
        let address = bound.address()?;
        let (http, configure) = (self.http.clone(), self.configure);
        let connections = Connections::new(http.state(), limits, self.name);
        let connections = Arc::new(connections);
        let most = match limits.all {
            0 => usize::MAX,
            all => usize::try_from(all).map_or(usize::MAX, |all| all.saturating_add(REFUSED)),
        };
        let builder = Server::build()
            .workers(self.workers)
            .shutdown_timeout(self.shutdown_timeout.as_secs())
            .max_concurrent_connections(most)
            .disable_signals();
        let signal = builder.graceful_shutdown_signal();
        let serving = Serving {
            http,
            configure,
            connections,
            signal,
            accept,
        };
        let (builder, file) = match bound {
            Bound::Tcp(listener) => {
                let service = move || serving.service::<TcpStream>();
                (builder.listen(self.name, listener, service)?, None)
            }
            Bound::Unix(listener, file) => {
                let service = move || serving.service::<UnixStream>();
                (
                    builder.listen_uds(self.name, listener, service)?,
                    Some(file),
                )
            }
        };
        Ok(Listening {
            address,
            server: builder.run(),
            file,
        })
    }
}

/// What each thread of a listener makes its service of.
#[derive(Clone)]
struct Serving<A> {
    http: Http,
    configure: fn(&Http, &mut ServiceConfig),
    connections: Arc<Connections>,
    signal: GracefulShutdownSignal,
    accept: A,
}

impl<A: Accept> Serving<A> {
    fn service<C: Connection>(
        &self,
    ) -> impl ServiceFactory<C, Config = (), Response = (), Error = DispatchError, InitError = ()>
    + use<A, C> {
        let (http, configure) = (self.http.clone(), self.configure);
        listener::service(
            move |config| configure(&http, config),
            Arc::clone(&self.connections),
            self.signal.clone(),
            self.accept.clone(),
        )
    }
}
