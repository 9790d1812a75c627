use std::collections::{HashMap, VecDeque};
use std::future::pending;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use ports_net::{HostResolver, ResolveError};

/// A resolver whose names lead where it was told: each look-up of a name takes the next answer, and the
/// last one stands. Names that it was told nothing about have no address.
#[derive(Debug, Default)]
pub struct ScriptedResolver(Mutex<Script>);

#[derive(Debug, Default)]
struct Script {
    answers: HashMap<String, VecDeque<Answer>>,
    asked: Vec<String>,
}

#[derive(Debug, Clone)]
enum Answer {
    Result(Result<Vec<IpAddr>, ResolveError>),
    Silence,
}

impl ScriptedResolver {
    /// A resolver that knows no name.
    pub fn new() -> Self {
        Self::default()
    }

    /// Where a name leads from now on: these addresses at each look-up, the last ones for good. A text that
    /// is no address makes its look-up fail.
    pub fn lead(&self, host: &str, look_ups: &[&[&str]]) {
        let addresses = |texts: &[&str]| {
            let address = |text: &&str| text.parse().ok();
            texts.iter().map(address).collect::<Option<Vec<IpAddr>>>()
        };
        let answer = |texts: &&[&str]| {
            let no_address = || ResolveError("the script holds what is no address".to_owned());
            Answer::Result(addresses(texts).ok_or_else(no_address))
        };
        self.tell(host, look_ups.iter().map(answer).collect());
    }

    /// Makes look-ups of a name fail.
    pub fn fail(&self, host: &str) {
        let failure = ResolveError("no such name".to_owned());
        self.tell(host, VecDeque::from([Answer::Result(Err(failure))]));
    }

    /// Leaves look-ups of a name without an end.
    pub fn hang(&self, host: &str) {
        self.tell(host, VecDeque::from([Answer::Silence]));
    }

    /// The names that were looked up, in order.
    pub fn asked(&self) -> Vec<String> {
        self.with(|script| script.asked.clone())
    }

    fn tell(&self, host: &str, answers: VecDeque<Answer>) {
        self.with(|script| script.answers.insert(host.to_owned(), answers));
    }

    fn with<T>(&self, act: impl FnOnce(&mut Script) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn next(&self, host: &str) -> Answer {
        self.with(|script| {
            script.asked.push(host.to_owned());
            let known = script.answers.get_mut(host);
            let answer = known.and_then(|answers| match answers.len() {
                0 | 1 => answers.front().cloned(),
                _ => answers.pop_front(),
            });
            answer.unwrap_or_else(|| Answer::Result(Err(ResolveError("no such name".to_owned()))))
        })
    }
}

#[async_trait]
impl HostResolver for ScriptedResolver {
    async fn resolve(&self, host: &str) -> Result<Vec<IpAddr>, ResolveError> {
        match self.next(host) {
            Answer::Result(result) => result,
            Answer::Silence => pending().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use ports_net::HostResolver;

    use super::ScriptedResolver;

    #[tokio::test]
    async fn a_name_leads_where_the_script_says_and_stays_there() {
        let resolver = ScriptedResolver::new();
        resolver.lead("a.test", &[&["1.1.1.1", "::1"], &["10.0.0.1"]]);
        assert_eq!(resolver.resolve("a.test").await.unwrap().len(), 2);
        for _ in 0..2 {
            let found = resolver.resolve("a.test").await.unwrap();
            assert_eq!(found, ["10.0.0.1".parse::<std::net::IpAddr>().unwrap()]);
        }
        assert!(resolver.resolve("b.test").await.is_err());
        resolver.fail("a.test");
        assert!(resolver.resolve("a.test").await.is_err());
        let asked = resolver.asked();
        assert_eq!(asked, ["a.test", "a.test", "a.test", "b.test", "a.test"]);
    }
}
