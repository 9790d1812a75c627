//! From an accepted connection to the requests on it.

use std::fmt::Debug;
use std::future::ready;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use actix_http::error::DispatchError;
use actix_http::{Extensions, HttpService, KeepAlive, Protocol, Request, Response};
use actix_server::GracefulShutdownSignal;
use actix_service::{
    IntoServiceFactory, Service, ServiceFactory, ServiceFactoryExt, apply_fn_factory, fn_factory,
    fn_service, map_config,
};
use actix_web::body::BoxBody;
use actix_web::dev::AppConfig;
use actix_web::web::ServiceConfig;
use actix_web::{App, Error};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::accepting::{Accept, Connection};
use crate::connection::{AnswerBody, Connections, Exchange, Guarded, PARTING};
use crate::http2;

/// What serves connections of one listener on one thread. All times are kept by [`Guarded`]: those of
/// actix are switched off but the one for parting.
pub fn service<A: Accept, C: Connection, F: FnOnce(&mut ServiceConfig)>(
    configure: F,
    connections: Arc<Connections>,
    signal: GracefulShutdownSignal,
    accept: A,
) -> impl ServiceFactory<C, Config = (), Response = (), Error = DispatchError, InitError = ()>
+ use<A, C, F> {
    let app = App::new().configure(configure).into_factory();
    let app =
        map_config(app, |()| AppConfig::default()).map_err(|error: Error| error.error_response());
    let requests = apply_fn_factory(app, |mut request: Request, app| {
        let exchange = Exchange::begin(&mut request);
        let answer = Service::call(app, request);
        async move { Ok(Exchange::end_with(exchange, answer.await?)) }
    });
    let requests = Rc::new(requests);
    fn_factory(move || {
        let (requests, signal) = (Rc::clone(&requests), signal.clone());
        let (connections, accept) = (Arc::clone(&connections), accept.clone());
        async move {
            let requests = Rc::new(requests.new_service(()).await?);
            let http1 = Rc::new(http1(Rc::clone(&requests), signal.clone()).await?);
            Ok(fn_service(move |connection: C| {
                let (connections, accept) = (Arc::clone(&connections), accept.clone());
                let (requests, signal) = (Rc::clone(&requests), signal.clone());
                let http1 = Rc::clone(&http1);
                async move {
                    connection.prepare();
                    let peer = connection.peer();
                    let Some(seat) = connections.admit(peer.map(|peer| peer.ip())) else {
                        return Err(DispatchError::Io(io::ErrorKind::ConnectionRefused.into()));
                    };
                    let (stream, protocol) =
                        accept.accept(connection).await.map_err(DispatchError::Io)?;
                    let is_http2 = protocol == Protocol::Http2;
                    let stream = Guarded::new(stream, is_http2, seat);
                    if is_http2 {
                        http2::serve(stream, peer, requests, signal).await
                    } else {
                        http1.call((stream, protocol, peer)).await
                    }
                }
            }))
        }
    })
}

/// What speaks HTTP/1.1 on connections.
async fn http1<T, S>(
    requests: Rc<S>,
    signal: GracefulShutdownSignal,
) -> Result<
    impl Service<(Guarded<T>, Protocol, Option<SocketAddr>), Response = (), Error = DispatchError>,
    (),
>
where
    T: AsyncRead + AsyncWrite + Unpin + 'static,
    S: Service<Request, Response = Response<AnswerBody>> + 'static,
    S::Error: Into<Response<BoxBody>> + Debug + 'static,
    S::Future: 'static,
{
    HttpService::build()
        .graceful_shutdown_signal(move || {
            let signal = signal.clone();
            async move { signal.notified().await }
        })
        .keep_alive(KeepAlive::Os)
        .client_request_timeout(Duration::ZERO)
        .client_disconnect_timeout(PARTING)
        .on_connect_ext(|stream: &Guarded<T>, data: &mut Extensions| {
            data.insert(stream.activity());
        })
        .finish(fn_factory(move || ready(Ok::<_, ()>(Rc::clone(&requests)))))
        .new_service(())
        .await
}
