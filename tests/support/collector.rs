//! A small collector of traces: takes OTLP over HTTP as protobuf, and keeps what came.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;

use crate::wait_for;

/// A running collector.
pub struct Collector {
    /// Where it takes traces, without the path.
    pub url: String,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    spans: Mutex<Vec<Span>>,
    bytes: Mutex<Vec<u8>>,
    service: Mutex<Vec<KeyValue>>,
    requests: AtomicUsize,
    /// The status of its answers; 0: 200.
    status: AtomicU16,
    /// It reads, and answers nothing.
    hangs: AtomicBool,
}

impl Default for Collector {
    fn default() -> Self {
        Self::start()
    }
}

impl Collector {
    /// Starts one.
    pub fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::<State>::default();
        let inside = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = Arc::clone(&inside);
                thread::spawn(move || state.serve(stream));
            }
        });
        Self {
            url: format!("http://127.0.0.1:{port}"),
            state,
        }
    }

    /// From now on it answers with this status.
    pub fn answer(&self, status: u16) {
        self.state.status.store(status, Ordering::SeqCst);
    }

    /// From now on it answers nothing.
    pub fn hang(&self) {
        self.state.hangs.store(true, Ordering::SeqCst);
    }

    /// How often it was called.
    pub fn requests(&self) -> usize {
        self.state.requests.load(Ordering::SeqCst)
    }

    /// All spans so far.
    pub fn spans(&self) -> Vec<Span> {
        self.state.spans.lock().expect("spans").clone()
    }

    /// The first span that fits; waits for it.
    pub fn wait_for(&self, what: &str, fits: impl Fn(&Span) -> bool) -> Span {
        wait_for(what, || self.spans().into_iter().find(|span| fits(span)))
    }

    /// Everything that came, byte for byte.
    pub fn bytes(&self) -> Vec<u8> {
        self.state.bytes.lock().expect("bytes").clone()
    }

    /// What the last request says of who sent it.
    pub fn service(&self, name: &str) -> Option<String> {
        text(&self.state.service.lock().expect("attributes"), name)
    }
}

/// The value of an attribute.
pub fn attribute(span: &Span, name: &str) -> Option<String> {
    text(&span.attributes, name)
}

fn text(attributes: &[KeyValue], name: &str) -> Option<String> {
    let found = attributes.iter().find(|attribute| attribute.key == name)?;
    Some(match found.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) => text.clone(),
        Value::IntValue(number) => number.to_string(),
        Value::BoolValue(is) => is.to_string(),
        other => format!("{other:?}"),
    })
}

/// Bytes as lower-case digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl State {
    fn serve(&self, mut stream: TcpStream) {
        let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
        while let Some(body) = read(&mut reader) {
            self.requests.fetch_add(1, Ordering::SeqCst);
            if self.hangs.load(Ordering::SeqCst) {
                continue;
            }
            let status = self.status.load(Ordering::SeqCst);
            if status == 0 {
                self.keep(&body);
            }
            let status = if status == 0 { 200 } else { status };
            let answer = format!("HTTP/1.1 {status} Told\r\nContent-Length: 0\r\n\r\n");
            if stream.write_all(answer.as_bytes()).is_err() {
                return;
            }
        }
    }

    fn keep(&self, body: &[u8]) {
        let request = ExportTraceServiceRequest::decode(body).expect("OTLP as protobuf");
        self.bytes.lock().expect("bytes").extend(body);
        for of_resource in request.resource_spans {
            if let Some(resource) = of_resource.resource {
                *self.service.lock().expect("attributes") = resource.attributes;
            }
            let spans = of_resource.scope_spans.into_iter();
            let spans = spans.flat_map(|of_scope| of_scope.spans);
            self.spans.lock().expect("spans").extend(spans);
        }
    }
}

/// The body of the next request; `None` at the end.
fn read(reader: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
    assert!(line.starts_with("POST /v1/traces HTTP/1.1"), "{line}");
    let (mut length, mut is_protobuf) = (0, false);
    loop {
        line.clear();
        reader.read_line(&mut line).ok()?;
        let header = line.trim_end().to_lowercase();
        if header.is_empty() {
            break;
        }
        if let Some(value) = header.strip_prefix("content-length: ") {
            length = value.parse().expect("a length");
        }
        is_protobuf |= header == "content-type: application/x-protobuf";
    }
    assert!(is_protobuf, "the type of the body");
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(body)
}
