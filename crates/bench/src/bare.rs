//! The limit of HTTP: a handler that does nothing but send the same bytes.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use actix_web::http::header::CONTENT_TYPE;
use actix_web::{App, HttpResponse, HttpServer, web};
use bytes::Bytes;
use clap::Args;

use crate::outcome::{Outcome, print};
use crate::process::Server;

/// Arguments of `bench bare`.
#[derive(Debug, Args)]
pub struct BareArgs {
    /// The body of every answer.
    #[arg(long)]
    body: PathBuf,
    /// Its type.
    #[arg(long, default_value = "application/json")]
    content_type: String,
    /// Port of 127.0.0.1; 0: a free one. The address is printed.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Threads; the default is what `api` has: one for each core.
    #[arg(long)]
    workers: Option<usize>,
}

/// Serves until it is killed.
pub fn serve(args: BareArgs) -> Outcome<()> {
    let body = Bytes::from(std::fs::read(&args.body)?);
    let content_type = args.content_type;
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let server = HttpServer::new(move || {
        let (body, content_type) = (body.clone(), content_type.clone());
        let answer = move || {
            let mut answer = HttpResponse::Ok();
            answer.insert_header((CONTENT_TYPE, content_type.as_str()));
            std::future::ready(answer.body(body.clone()))
        };
        App::new().route("/{any:.*}", web::to(answer))
    })
    .workers(args.workers.unwrap_or(cores))
    .bind((Ipv4Addr::LOCALHOST, args.port))?;
    for address in server.addrs() {
        print(&format!("{address}\n"))?;
    }
    Ok(actix_web::rt::System::new().block_on(server.run())?)
}

/// A running bare server.
pub struct Bare {
    /// Its process.
    pub server: Server,
    /// Where it listens.
    pub address: SocketAddr,
}

/// Starts this program again as a bare server of these bytes.
pub fn start(body: &[u8], content_type: &str, folder: &Path, name: &str) -> Outcome<Bare> {
    let file = folder.join(format!("{name}.body"));
    std::fs::write(&file, body)?;
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("bare").arg("--body").arg(file);
    command.args(["--content-type", content_type]);
    let mut server = Server::start(command.stdout(Stdio::piped()))?;
    let address = server.line()?.trim().parse()?;
    Ok(Bare { server, address })
}
