//! What `/metrics` and `/readyz` tell of the parts that this process runs beside HTTP.

mod alerts;
mod deliveries;
mod mails;
mod process;
mod shops;
mod sources;

pub use alerts::AlertMetrics;
pub use deliveries::DeliveryMetrics;
pub use mails::MailMetrics;
pub use process::ProcessMetrics;
pub use shops::ShopMetrics;
pub use sources::SourceMetrics;
