//! A way to the server that breaks at a given statement.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::SeqCst};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Mutex;

/// How a statement fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The connection ends before the server gets it.
    Cut,
    /// The connection ends when the server has done it, before its answer comes.
    Unanswered,
    /// The server refuses it; the connection stays.
    Refused,
    /// It is answered as the server answers the victim of a deadlock, and does not get there; the connection stays. Only
    /// statements of a transaction that writes are.
    Deadlock,
}

/// A proxy in front of the server.
pub struct Breaking {
    /// The URL that leads through it.
    pub url: String,
    breaks: Arc<Breaks>,
}

struct Breaks {
    fault: Fault,
    /// How many statements there are until the one that fails; none does at 0 and below.
    until: AtomicI64,
    struck: AtomicBool,
    /// How many statements were prepared.
    prepared: AtomicU64,
    /// The server's host and port.
    server: String,
}

impl Breaking {
    /// A proxy on a free port of this machine for a URL with a host.
    pub async fn before(url: &str, fault: Fault) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (scheme, rest) = url.split_once("://").unwrap();
        let (authority, path) = rest.split_once('/').unwrap();
        let (user, server) = authority.rsplit_once('@').unwrap_or(("", authority));
        let joined = if path.contains('?') { '&' } else { '?' };
        let server = match server.rsplit_once(':') {
            Some(_) => server.to_owned(),
            None => format!("{server}:5432"),
        };
        let breaks = Arc::new(Breaks {
            fault,
            until: AtomicI64::new(0),
            struck: AtomicBool::new(false),
            prepared: AtomicU64::new(0),
            server,
        });
        let at = if user.is_empty() { "" } else { "@" };
        let url = format!("{scheme}://{user}{at}127.0.0.1:{port}/{path}{joined}sslmode=disable");
        tokio::spawn(accept(listener, Arc::clone(&breaks)));
        Self { url, breaks }
    }

    /// Makes the n-th statement from now on fail.
    pub fn strike(&self, n: u32) {
        self.breaks.struck.store(false, SeqCst);
        self.breaks.until.store(i64::from(n), SeqCst);
    }

    /// How many statements were prepared.
    pub fn prepared(&self) -> u64 {
        self.breaks.prepared.load(SeqCst)
    }

    /// Whether one has failed since; none does from now on.
    pub fn struck(&self) -> bool {
        self.breaks.until.store(0, SeqCst);
        self.breaks.struck.load(SeqCst)
    }
}

/// What both directions of a connection share.
struct Way {
    to_client: Mutex<OwnedWriteHalf>,
    /// Questions, the first of them being to be let in, that the server is not done with.
    unanswered: AtomicI64,
    /// Whether nothing more is passed on to the client.
    ending: AtomicBool,
}

async fn accept(listener: TcpListener, breaks: Arc<Breaks>) {
    while let Ok((client, _)) = listener.accept().await {
        let Ok(server) = TcpStream::connect(&breaks.server).await else {
            continue;
        };
        client.set_nodelay(true).unwrap();
        server.set_nodelay(true).unwrap();
        let (from_client, to_client) = client.into_split();
        let (from_server, to_server) = server.into_split();
        let way = Way {
            to_client: Mutex::new(to_client),
            unanswered: AtomicI64::new(1),
            ending: AtomicBool::new(false),
        };
        let breaks = Arc::clone(&breaks);
        tokio::spawn(async move {
            let asked = ask(from_client, to_server, &way, &breaks);
            let answered = answer(from_server, &way);
            // with the first of both, both connections end
            tokio::select! { _ = asked => {}, _ = answered => {} }
        });
    }
}

/// The next message: its type, unless it is the first one of a client, and what follows its length.
async fn message(from: &mut OwnedReadHalf, is_first: bool) -> Option<(Option<u8>, Vec<u8>)> {
    let kind = if is_first {
        None
    } else {
        Some(from.read_u8().await.ok()?)
    };
    let length = usize::try_from(from.read_u32().await.ok()?).ok()?;
    let mut body = vec![0; length.checked_sub(4)?];
    from.read_exact(&mut body).await.ok()?;
    Some((kind, body))
}

async fn pass(to: &mut OwnedWriteHalf, kind: Option<u8>, body: &[u8]) -> Option<()> {
    let mut bytes = Vec::from_iter(kind);
    bytes.extend(u32::try_from(body.len() + 4).ok()?.to_be_bytes());
    bytes.extend(body);
    to.write_all(&bytes).await.ok()
}

/// Passes on what a client asks. A statement is a simple query, one that is prepared, or one that is executed.
async fn ask(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    way: &Way,
    breaks: &Breaks,
) -> Option<()> {
    let (_, startup) = message(&mut from, true).await?;
    pass(&mut to, None, &startup).await?;
    let mut is_writing = false;
    loop {
        let (kind, mut body) = message(&mut from, false).await?;
        let may_strike = breaks.fault != Fault::Deadlock || is_writing;
        let is_statement = may_strike && matches!(kind, Some(b'Q' | b'P' | b'B'));
        if kind == Some(b'P') {
            breaks.prepared.fetch_add(1, SeqCst);
        }
        if kind == Some(b'Q') {
            is_writing = body.starts_with(b"BEGIN;");
        }
        if is_statement && breaks.until.fetch_sub(1, SeqCst) == 1 {
            breaks.struck.store(true, SeqCst);
            match breaks.fault {
                Fault::Cut => return None,
                Fault::Unanswered => way.ending.store(true, SeqCst),
                Fault::Refused => body = refused(kind?, &body)?,
                // a commit that fails has ended its transaction
                Fault::Deadlock if kind == Some(b'Q') => {
                    body = b"ROLLBACK; DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40P01', \
                        MESSAGE = 'deadlock detected'; END $$\0"
                        .to_vec();
                }
                Fault::Deadlock => {
                    // the server gets nothing of it, up to the end of what was sent with it
                    let mut last = kind;
                    while last != Some(b'S') {
                        last = message(&mut from, false).await?.0;
                    }
                    while way.unanswered.load(SeqCst) > 0 {
                        tokio::task::yield_now().await;
                    }
                    let mut back = way.to_client.lock().await;
                    let said = b"SERROR\0VERROR\0C40P01\0Mdeadlock detected\0\0";
                    pass(&mut back, Some(b'E'), said).await?;
                    pass(&mut back, Some(b'Z'), b"E").await?;
                    continue;
                }
            }
        }
        if matches!(kind, Some(b'Q' | b'S')) {
            way.unanswered.fetch_add(1, SeqCst);
        }
        pass(&mut to, kind, &body).await?;
    }
}

/// The same message with a statement that does not exist; a commit that is refused ends its transaction.
fn refused(kind: u8, body: &[u8]) -> Option<Vec<u8>> {
    let name = |from: usize| Some(from + body.get(from..)?.iter().position(|byte| *byte == 0)? + 1);
    let changed = match kind {
        b'Q' if body == b"COMMIT\0" => b"ROLLBACK; SELECT 1/0\0".to_vec(),
        b'Q' => b"struck\0".to_vec(),
        b'P' => [body.get(..name(0)?)?, b"struck\0\0\0"].concat(),
        _ => [
            body.get(..name(0)?)?,
            b"struck\0",
            body.get(name(name(0)?)?..)?,
        ]
        .concat(),
    };
    Some(changed)
}

/// Passes on what the server answers, until a connection is to end and the server is done.
async fn answer(mut from: OwnedReadHalf, way: &Way) -> Option<()> {
    loop {
        let (kind, body) = message(&mut from, false).await?;
        if !way.ending.load(SeqCst) {
            pass(&mut *way.to_client.lock().await, kind, &body).await?;
            if kind == Some(b'Z') {
                way.unanswered.fetch_sub(1, SeqCst);
            }
        } else if kind == Some(b'Z') {
            return None;
        }
    }
}
