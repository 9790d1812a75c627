use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

const HEADER: usize = 12;
const ADDRESS: [u8; 2] = [0, 1];
const NO_SUCH_NAME: u8 = 3;

/// A name server on the loopback interface, over UDP. Names lead where it was told, for zones that it was told
/// so it never answers, and others do not exist.
#[derive(Debug)]
pub struct NameServer {
    /// Where it listens.
    pub address: SocketAddr,
    zones: Arc<Mutex<Zones>>,
    is_over: Arc<AtomicBool>,
    serving: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Zones {
    addresses: HashMap<String, Ipv4Addr>,
    silent: Vec<String>,
    asked: Vec<String>,
}

/// A question: its name, and its bytes as they came.
struct Question<'a> {
    name: String,
    kind: [u8; 2],
    bytes: &'a [u8],
}

impl NameServer {
    /// Starts one that knows no name.
    pub fn start() -> io::Result<Self> {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = socket.local_addr()?;
        let zones = Arc::<Mutex<Zones>>::default();
        let is_over = Arc::<AtomicBool>::default();
        let serving = thread::spawn({
            let (zones, is_over) = (Arc::clone(&zones), Arc::clone(&is_over));
            move || serve(&socket, &zones, &is_over)
        });
        Ok(Self {
            address,
            zones,
            is_over,
            serving: Some(serving),
        })
    }

    /// Where a name leads from now on.
    pub fn lead(&self, name: &str, address: Ipv4Addr) {
        let mut zones = lock(&self.zones);
        zones.addresses.insert(name.to_owned(), address);
    }

    /// Leaves questions for names in a zone without an answer.
    pub fn hang(&self, zone: &str) {
        lock(&self.zones).silent.push(format!(".{zone}"));
    }

    /// The names that were asked for, in order, as often as they were.
    pub fn asked(&self) -> Vec<String> {
        lock(&self.zones).asked.clone()
    }
}

impl Drop for NameServer {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        let woken = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))
            .and_then(|socket| socket.send_to(&[], self.address));
        if let (Ok(_), Some(serving)) = (woken, self.serving.take()) {
            serving.join().ok();
        }
    }
}

fn lock(zones: &Mutex<Zones>) -> std::sync::MutexGuard<'_, Zones> {
    zones.lock().unwrap_or_else(PoisonError::into_inner)
}

fn serve(socket: &UdpSocket, zones: &Mutex<Zones>, is_over: &AtomicBool) {
    let mut packet = [0; 1500];
    while let Ok((length, from)) = socket.recv_from(&mut packet) {
        if is_over.load(Ordering::SeqCst) {
            return;
        }
        let asked = packet.get(..length).unwrap_or_default();
        if let Some(answer) = answer(asked, zones) {
            socket.send_to(&answer, from).ok();
        }
    }
}

/// The answer to a packet; `None` when there is none.
fn answer(packet: &[u8], zones: &Mutex<Zones>) -> Option<Vec<u8>> {
    let question = read(packet.get(HEADER..)?)?;
    let mut zones = lock(zones);
    zones.asked.push(question.name.clone());
    let is_in = |zone: &String| question.name.ends_with(zone.as_str());
    if zones.silent.iter().any(is_in) {
        return None;
    }
    let known = zones.addresses.get(&question.name);
    let address = known.filter(|_| question.kind == ADDRESS);
    let code = if known.is_some() { 0 } else { NO_SUCH_NAME };
    let mut answer = packet.get(..2)?.to_vec();
    // an answer, to a recursive question, that is one
    answer.extend([0x81, 0x80 | code]);
    answer.extend([0, 1, 0, u8::from(address.is_some()), 0, 0, 0, 0]);
    answer.extend(question.bytes);
    if let Some(address) = address {
        // the name of the question, class IN, for no time at all
        answer.extend([0xC0, 0x0C, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]);
        answer.extend(address.octets());
    }
    Some(answer)
}

fn read(bytes: &[u8]) -> Option<Question<'_>> {
    let mut labels = Vec::new();
    let mut at = 0;
    loop {
        let length = usize::from(*bytes.get(at)?);
        at += 1;
        if length == 0 {
            break;
        }
        let label = str::from_utf8(bytes.get(at..at + length)?).ok()?;
        labels.push(label.to_ascii_lowercase());
        at += length;
    }
    let kind = bytes.get(at..at + 2)?.try_into().ok()?;
    Some(Question {
        name: labels.join("."),
        kind,
        bytes: bytes.get(..at + 4)?,
    })
}
