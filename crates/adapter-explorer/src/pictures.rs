//! Pictures of products.

use adapter_actix::ImageHosts;
use maud::{Markup, html};

/// A picture, or a drawn stand-in; it says nothing that the name beside it does not.
pub fn show(hosts: &ImageHosts, image: Option<&str>) -> Markup {
    html! {
        span .picture aria-hidden="true" {
            @if let Some(url) = hosts.allowed(image) {
                img src=(url) alt="" loading="lazy" referrerpolicy="no-referrer";
            } @else {
                svg viewBox="0 0 48 48" focusable="false" {
                    path d="M8 16 24 8l16 8v16l-16 8-16-8z M8 16l16 8 16-8 M24 24v16" {}
                }
            }
        }
    }
}
