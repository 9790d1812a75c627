//! Pictures of products: only those on hosts that the operator allows are loaded.

use url::Url;

/// Hosts from which pictures are loaded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImageHosts(Vec<String>);

impl ImageHosts {
    /// Hosts by name, as in an `https://` URL; an error names the first that is none.
    pub fn parse(hosts: &[String]) -> Result<Self, String> {
        let read = |host: &String| {
            let name = host.trim().to_lowercase();
            let name = name.strip_suffix(":443").unwrap_or(&name).to_owned();
            let url = Url::parse(&format!("https://{name}/")).ok();
            let is_plain = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
            let is_it = url.is_some() && !name.is_empty() && name.chars().all(is_plain);
            if is_it { Ok(name) } else { Err(host.clone()) }
        };
        hosts.iter().map(read).collect::<Result<_, _>>().map(Self)
    }

    /// What a content security policy allows.
    pub fn sources(&self) -> String {
        let all = self.0.iter().map(|host| format!(" https://{host}"));
        all.collect()
    }

    /// The address of a picture that may be loaded.
    pub fn allowed<'a>(&self, image: Option<&'a str>) -> Option<&'a str> {
        let image = image?;
        let url = Url::parse(image).ok()?;
        let host = url.host_str()?;
        let host = url
            .port()
            .map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
        (url.scheme() == "https" && self.0.contains(&host)).then_some(image)
    }
}

#[cfg(test)]
mod tests {
    use super::ImageHosts;

    #[test]
    fn only_pictures_on_allowed_hosts_are_loaded() {
        let hosts = ImageHosts::parse(&["CDN.example:443".to_owned(), "b.example:8443".to_owned()]);
        let hosts = hosts.unwrap();
        assert_eq!(
            hosts.sources(),
            " https://cdn.example https://b.example:8443"
        );
        for (image, is_allowed) in [
            ("https://cdn.example/a.png", true),
            ("https://b.example:8443/a.png", true),
            ("http://cdn.example/a.png", false),
            ("https://cdn.example.evil/a.png", false),
            ("https://cdn.example@evil/a.png", false),
            ("images/a.png", false),
            ("javascript:alert(1)", false),
        ] {
            assert_eq!(hosts.allowed(Some(image)).is_some(), is_allowed, "{image}");
        }
    }

    #[test]
    fn what_is_no_host_is_named() {
        for wrong in [
            "",
            "a b",
            "https://a.example",
            "a.example/x",
            "a.example;script-src *",
            "*",
            "user@a",
        ] {
            let read = ImageHosts::parse(&["a.example".to_owned(), wrong.to_owned()]);
            assert_eq!(read, Err(wrong.to_owned()), "{wrong}");
        }
    }
}
