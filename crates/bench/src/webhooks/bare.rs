//! The limit: a hyper client that does nothing but post the same bytes to the same receiver.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use super::rows::payload;
use crate::clock;
use crate::numbers::float;
use crate::outcome::Outcome;
use crate::receiver::Receiver;

/// Connections: more bring nothing more.
const CONNECTIONS: usize = 64;

/// The same for connections that serve one request.
const SHORT_CONNECTIONS: usize = 16;

const ID: &str = "6c0d0a3e-6a38-4b2c-9f0e-0a1b2c3d4e5f";

type Line = SendRequest<Full<Bytes>>;

/// How many requests a second it gets answered for a while; connections are kept or opened for each.
pub fn peak(receiver: &Receiver, keeps: bool, round: Duration) -> Outcome<f64> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    let connector = TlsConnector::from(Arc::new(receiver.client()?));
    let connections = if keeps {
        CONNECTIONS
    } else {
        SHORT_CONNECTIONS
    };
    let done = Arc::new(AtomicU64::new(0));
    let until = clock::now() + round;
    let began = clock::now();
    runtime.block_on(async {
        let work = (0..connections).map(|number| {
            let (connector, done) = (connector.clone(), Arc::clone(&done));
            let address = receiver.address;
            tokio::spawn(async move {
                let host = Receiver::host(number % 50);
                let mut line = None;
                while clock::now() < until {
                    let mut open = match line.take() {
                        Some(line) => line,
                        None => connect(address, &host, &connector).await?,
                    };
                    post(&mut open, &host).await?;
                    done.fetch_add(1, Ordering::Relaxed);
                    line = keeps.then_some(open);
                }
                Outcome::Ok(())
            })
        });
        for task in work.collect::<Vec<_>>() {
            task.await??;
        }
        Outcome::Ok(())
    })?;
    let seconds = began.elapsed().as_secs_f64();
    runtime.shutdown_background();
    Ok(float(done.load(Ordering::Relaxed)) / seconds)
}

async fn connect(address: SocketAddr, host: &str, connector: &TlsConnector) -> Outcome<Line> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let name = ServerName::try_from(host.to_owned())?;
    let stream = connector.connect(name, stream).await?;
    let (line, connection) = handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    Ok(line)
}

async fn post(line: &mut Line, host: &str) -> Outcome<()> {
    line.ready().await?;
    let body = Bytes::from(payload(ID, ID, ID));
    let code = "0".repeat(64);
    let request = Request::builder()
        .method(Method::POST)
        .uri("/hooks?of=17")
        .header("host", host)
        .header("user-agent", "price-comparison-webhooks/1")
        .header("content-type", "application/json")
        .header("x-webhook-signature", format!("t=1795295428,v1={code}"))
        .header("idempotency-key", ID)
        .header("x-webhook-event", "watchlist.triggered")
        .header("x-webhook-delivery", format!("whd_{}", ID.replace('-', "")))
        .header("x-webhook-attempt", "1")
        .body(Full::new(body))?;
    let answer = line.send_request(request).await?;
    if answer.status() != 200 {
        return Err(format!("an answer of status {}", answer.status()).into());
    }
    answer.into_body().collect().await?;
    Ok(())
}
