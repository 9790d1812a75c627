/// Makes a type an extractor, by a function that reads it from the head of a request and what the middleware
/// left there: `extractor!(Type, read)`, with `[parameters]` before a generic type.
macro_rules! extractor {
    ([$($parameters:tt)*] $type:ty, $read:expr) => {
        impl<$($parameters)*> actix_web::FromRequest for $type {
            type Error = $crate::http::problem::Problem;
            type Future = std::future::Ready<Result<Self, Self::Error>>;

            fn from_request(
                request: &actix_web::HttpRequest,
                _: &mut actix_web::dev::Payload,
            ) -> Self::Future {
                std::future::ready($read(request))
            }
        }
    };
    ($type:ty, $read:expr) => {
        $crate::http::extractor::extractor!([] $type, $read);
    };
}
pub(crate) use extractor;
