//! What the browser shows and in which size, through the DevTools protocol.

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fantoccini::wd::WebDriverCompatibleCommand;
use serde_json::{Value, json};
use url::{ParseError, Url};

use crate::driver::{Look, Window};

/// How much of a long page a picture shows, in pixels of the page.
const HIGHEST_PICTURE: f64 = 2400.0;

/// A command of the DevTools protocol with its parameters.
#[derive(Debug)]
struct DevTools(&'static str, Value);

impl WebDriverCompatibleCommand for DevTools {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        let session = session.unwrap_or_default();
        base.join(&format!("session/{session}/goog/cdp/execute"))
    }

    fn method_and_body(&self, _: &Url) -> (http::Method, Option<String>) {
        let body = json!({ "cmd": self.0, "params": self.1 });
        (http::Method::POST, Some(body.to_string()))
    }
}

impl Window {
    /// Shows pages at this width from now on.
    pub async fn show_at_width(&self, pixels: u32) {
        let size =
            json!({ "width": pixels, "height": 1000, "deviceScaleFactor": 1, "mobile": false });
        self.ask("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// Keeps a picture of the page, in half its size and as far as somebody scrolls, in the folder that `PICTURES` names, if it
    /// names one, for people to look at.
    pub async fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("PICTURES") else {
            return;
        };
        let look = match self.look {
            Look {
                has_scripts: false, ..
            } => return,
            Look { width: ..1000, .. } => "narrow",
            Look { is_dark: true, .. } => "dark",
            Look { .. } => "light",
        };
        let size = self.ask("Page.getLayoutMetrics", json!({})).await["cssContentSize"].take();
        let height = size["height"].as_f64().unwrap().min(HIGHEST_PICTURE);
        let clip =
            json!({ "x": 0, "y": 0, "width": size["width"], "height": height, "scale": 0.5 });
        let how = json!({ "clip": clip, "captureBeyondViewport": true });
        let taken = self.ask("Page.captureScreenshot", how).await;
        let png = STANDARD.decode(taken["data"].as_str().unwrap()).unwrap();
        let file = Path::new(&folder).join(format!("{name}-{look}.png"));
        std::fs::write(file, png).unwrap();
    }

    async fn ask(&self, command: &'static str, parameters: Value) -> Value {
        let asked = DevTools(command, parameters);
        self.client.issue_cmd(asked).await.unwrap()
    }
}
