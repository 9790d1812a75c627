use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_http::Protocol;
use actix_server::{Server, ServerHandle};
use actix_web::web::ServiceConfig;
use rustls::ServerConfig;
use socket2::{Domain, Socket, Type};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;

use crate::application::Http;
use crate::connection::{ConnectionLimits, Connections};
use crate::listener;

/// How many connections may wait to be accepted.
const BACKLOG: i32 = 1024;

/// How many connections beyond the limit a worker takes in, to refuse them.
const REFUSED: usize = 1024;

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
    /// How many connections each listener has, and how long they may keep us waiting.
    pub connections: ConnectionLimits,
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
            connections: ConnectionLimits::default(),
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
    let site = Site {
        http,
        name: "admin",
        configure: Http::configure_admin,
        workers: 1,
        shutdown_timeout: Duration::from_secs(1),
    };
    let (admin_address, admin) = site.bind(plan.admin, plan.connections, plain)?;
    let (public_address, public) = public.unzip();
    Ok(Running {
        public_addresses: Vec::from_iter(public_address),
        admin_addresses: vec![admin_address],
        public,
        admin,
    })
}

fn bind_public(
    http: &Http,
    plan: &ServerPlan,
    address: SocketAddr,
) -> io::Result<(SocketAddr, Server)> {
    let site = Site {
        http,
        name: "public",
        configure: Http::configure,
        workers: plan.workers,
        shutdown_timeout: plan.shutdown_timeout,
    };
    let Some(tls) = &plan.tls else {
        return site.bind(address, plan.connections, plain);
    };
    let (acceptor, patience) = (TlsAcceptor::from(Arc::clone(tls)), plan.connections.head);
    site.bind(address, plan.connections, move |stream| {
        let handshake = timeout(patience, acceptor.accept(stream));
        async {
            let stream = handshake.await??;
            let protocol = match stream.get_ref().1.alpn_protocol() {
                Some(b"h2") => Protocol::Http2,
                _ => Protocol::Http1,
            };
            Ok((stream, protocol))
        }
    })
}

async fn plain(stream: TcpStream) -> io::Result<(TcpStream, Protocol)> {
    Ok((stream, Protocol::Http1))
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
    fn bind<A: listener::Accept>(
        &self,
        address: SocketAddr,
        limits: ConnectionLimits,
        accept: A,
    ) -> io::Result<(SocketAddr, Server)> {
        let bound = listen(address).map_err(|error| named(&error, address))?;
        let local = bound.local_addr()?;
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
        let server = builder.listen(self.name, bound, move || {
            let http = http.clone();
            listener::service(
                move |config| configure(&http, config),
                Arc::clone(&connections),
                signal.clone(),
                accept.clone(),
            )
        })?;
        Ok((local, server.run()))
    }
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

fn named(error: &io::Error, address: SocketAddr) -> io::Error {
    io::Error::new(error.kind(), format!("cannot listen on {address}: {error}"))
}
