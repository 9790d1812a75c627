//! The service, in one process or several, each killed in turn.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tests::watching::Client;
use tests::{Answer, Deployment, Service, now, wait_at_most};
use time::OffsetDateTime;

/// How long an answer may take, with all repeats.
const PATIENCE: Duration = Duration::from_mins(2);

/// Running processes of one service. Their logs are in the deployment's folder in the end.
pub struct Fleet<'a> {
    deployment: &'a Deployment,
    /// Ways to the store, of which each process that is started has the next.
    urls: Vec<String>,
    /// How often one was started.
    starts: Arc<AtomicU64>,
    running: Mutex<VecDeque<Service>>,
    /// When something was broken.
    blows: Mutex<Vec<OffsetDateTime>>,
    /// Requests whose answers were lost.
    pub lost: AtomicU64,
    /// Answers that asked to try again later.
    pub put_off: AtomicU64,
}

impl<'a> Fleet<'a> {
    /// Starts so many. `starts` is counted up with every start.
    pub fn start(deployment: &'a Deployment, replicas: usize, starts: Arc<AtomicU64>) -> Self {
        Self::start_on(deployment, vec![deployment.url.clone()], replicas, starts)
    }

    /// The same with several ways to the store.
    pub fn start_on(
        deployment: &'a Deployment,
        urls: Vec<String>,
        replicas: usize,
        starts: Arc<AtomicU64>,
    ) -> Self {
        let fleet = Self {
            deployment,
            urls,
            starts,
            running: Mutex::default(),
            blows: Mutex::default(),
            lost: AtomicU64::new(0),
            put_off: AtomicU64::new(0),
        };
        for _ in 0..replicas {
            fleet.replace();
        }
        fleet
    }

    /// The answer of one of them, however often it dies meanwhile.
    pub fn ask(
        &self,
        client: &Client,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&str>,
    ) -> Answer {
        let answer = wait_at_most(PATIENCE, || {
            let base = self.running.lock().unwrap().front()?.base.clone();
            let Some(answer) = client.try_ask(&base, method, path, headers, body) else {
                self.lost.fetch_add(1, Ordering::Relaxed);
                return None;
            };
            let is_put_off = answer.status == 409 || answer.status >= 500;
            self.put_off.fetch_add(is_put_off.into(), Ordering::Relaxed);
            (!is_put_off).then_some(answer)
        });
        answer.unwrap_or_else(|| panic!("{method} {path} is not answered"))
    }

    /// Where the processes are.
    pub fn bases(&self) -> Vec<String> {
        let running = self.running.lock().unwrap();
        running.iter().map(|service| service.base.clone()).collect()
    }

    /// Kills the one that has run for longest.
    pub fn kill(&self) {
        let oldest = self.running.lock().unwrap().pop_front();
        self.note();
        let mut oldest = oldest.expect("a process that runs");
        let ended = oldest.kill();
        self.keep_log(&oldest);
        assert_eq!(ended, None, "the service ended by itself");
    }

    pub fn replace(&self) {
        let start = self.starts.fetch_add(1, Ordering::SeqCst);
        let mut command = self.deployment.command(&["serve"]);
        command.env("DATABASE_URL", &self.urls[start as usize % self.urls.len()]);
        let service = Service::start(command, "http");
        service.wait_until_ready();
        self.running.lock().unwrap().push_back(service);
    }

    /// Fails when one ended by itself.
    pub fn check(&self) {
        let mut running = self.running.lock().unwrap();
        assert!(
            running.iter_mut().all(Service::is_running),
            "the service ended by itself"
        );
    }

    /// Notes that something was broken just now.
    pub fn note(&self) {
        self.blows.lock().unwrap().push(now());
    }

    /// When something was broken.
    pub fn blows(&self) -> Vec<OffsetDateTime> {
        self.blows.lock().unwrap().clone()
    }

    fn keep_log(&self, ended: &Service) {
        let log = ended.log_to_its_end().join("\n");
        self.deployment
            .file(&format!("serve-{}.log", ended.pid()), log);
    }
}

impl Drop for Fleet<'_> {
    fn drop(&mut self) {
        let Ok(running) = self.running.get_mut() else {
            return;
        };
        for mut service in std::mem::take(running) {
            service.kill();
            self.keep_log(&service);
        }
    }
}
