//! One address that leads to whichever server is the primary, as a proxy or a virtual address does it.

use std::io;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::thread;

/// The proxy; its thread goes on until the test's process ends.
pub struct Proxy {
    /// Where it listens.
    pub port: u16,
    to: Arc<AtomicU16>,
}

impl Proxy {
    /// Leads to this port.
    pub fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let to = Arc::new(AtomicU16::new(port));
        let own = listener.local_addr().expect("an address").port();
        let leading = Arc::clone(&to);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let port = leading.load(Ordering::SeqCst);
                thread::spawn(move || drop(lead(client, port)));
            }
        });
        Self { port: own, to }
    }

    /// From now on new connections are led here.
    pub fn turn(&self, port: u16) {
        self.to.store(port, Ordering::SeqCst);
    }
}

/// Passes on what either side says, until one of them ends.
fn lead(client: TcpStream, port: u16) -> io::Result<()> {
    let server = TcpStream::connect(("127.0.0.1", port))?;
    let (answers, asker) = (server.try_clone()?, client.try_clone()?);
    thread::spawn(move || pass(answers, asker));
    pass(client, server);
    Ok(())
}

fn pass(mut from: TcpStream, mut to: TcpStream) {
    io::copy(&mut from, &mut to).ok();
    for side in [from, to] {
        side.shutdown(Shutdown::Both).ok();
    }
}
