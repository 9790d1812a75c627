use crate::identity::Identity;
use crate::world::{HOST, request, settings};
use adapter_hyper::HyperTransport;
use hyper_util::rt::{TokioExecutor, TokioIo};
use ports_net::WebhookTransport;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

async fn run(h2: bool, endpoints: u128) {
    let identity = Identity::of(&[HOST]);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (_, settings) = settings(listener.local_addr().unwrap().port(), &identity);
    let acceptor = TlsAcceptor::from(Arc::new(identity.config(if h2 {
        &["h2"]
    } else {
        &["http/1.1"]
    })));
    tokio::spawn(async move {
        while let Ok((s, _)) = listener.accept().await {
            let a = acceptor.clone();
            tokio::spawn(async move {
                s.set_nodelay(true).unwrap();
                let io = TokioIo::new(a.accept(s).await.unwrap());
                let svc = hyper::service::service_fn(
                    |r: hyper::Request<hyper::body::Incoming>| async move {
                        use http_body_util::BodyExt;
                        r.into_body().collect().await.unwrap();
                        Ok::<_, std::convert::Infallible>(hyper::Response::new(
                            http_body_util::Full::new(bytes::Bytes::from_static(b"ok")),
                        ))
                    },
                );
                if h2 {
                    hyper::server::conn::http2::Builder::new(TokioExecutor::new())
                        .serve_connection(io, svc)
                        .await
                        .ok();
                } else {
                    hyper::server::conn::http1::Builder::new()
                        .serve_connection(io, svc)
                        .await
                        .ok();
                }
            });
        }
    });
    let transport = Arc::new(HyperTransport::new(settings).unwrap());
    for round in 0..2 {
        let n = if round == 0 {
            2
        } else {
            40_000 / endpoints as usize
        };
        let began = tokio::time::Instant::now();
        let mut set = tokio::task::JoinSet::new();
        for e in 0..endpoints {
            let t = transport.clone();
            set.spawn(async move {
                for _ in 0..n {
                    assert_eq!(t.post(request(e, "/x")).await.unwrap().status, 200);
                }
            });
        }
        set.join_all().await;
        let el = began.elapsed();
        eprintln!(
            "h2={h2} endpoints={endpoints} posts={} {:?} per second {:.0}",
            n * endpoints as usize,
            el,
            (n as f64 * endpoints as f64) / el.as_secs_f64()
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn speed() {
    for e in [1, 50] {
        run(false, e).await;
        run(true, e).await;
    }
}
