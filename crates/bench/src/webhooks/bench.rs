//! A service with its subscriptions, and what is measured of it.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use super::queue::{Place, Queue};
use super::rows::{Batch, Maker, Subscribed};
use super::sent::Sent;
use crate::clock;
use crate::load::{Blocking, Spread, Target};
use crate::numbers::{count, float};
use crate::options::{Backend, Common};
use crate::outcome::Outcome;
use crate::receiver::{Answer, Arrival, Receiver, id};
use crate::service::{Api, Serving};
use crate::tenants::{Client, Tenant};

/// Endpoints of workspaces that have one.
pub const ALONE: usize = 50;

/// Endpoints of workspaces that have twenty.
const TOGETHER: usize = 60;
const EACH: usize = 20;

/// Clients that ask for summaries at once.
const AT_ONCE: usize = 60;

/// Between two commits of the open loop.
const TICK: Duration = Duration::from_millis(4);

/// How long a backlog may take.
const PATIENCE: Duration = Duration::from_mins(3);

/// Events of one transaction in memory.
const CHUNK: u64 = 2000;

/// A running service with a receiver.
pub struct Bench {
    /// Where deliveries go.
    pub receiver: Receiver,
    serving: Serving,
    queue: Queue,
    alone: Vec<Vec<Subscribed>>,
    together: Vec<Vec<Subscribed>>,
    maker: Maker,
    place: Place,
    /// The key of the first workspace of `alone`.
    key: String,
}

/// How fast a backlog was delivered, and at what cost.
#[derive(Debug, Clone, Copy)]
pub struct Drained {
    /// Deliveries a second, from the commit to the last arrival.
    pub per_second: f64,
    /// Milliseconds of processor time for each, queueing included.
    pub cpu_ms: f64,
    /// Of those: of the database server.
    pub database_ms: f64,
    /// Rows inserted for each.
    pub rows: f64,
}

/// How a rate was kept for a while.
#[derive(Debug, Clone, Copy)]
pub struct Steady {
    /// Events queued in a second.
    pub queued: f64,
    /// Of those: arrived before the end.
    pub arrived: f64,
    /// From commit to arrival, in milliseconds; of some.
    pub latency: Spread,
}

/// How many subscriptions an event goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fan {
    /// One.
    One,
    /// Twenty.
    Twenty,
}

impl Bench {
    /// Starts it, with these settings as well.
    pub fn start(
        common: &Common,
        backend: Backend,
        folder: &Path,
        more: &[(String, String)],
    ) -> Outcome<Self> {
        let postgres = match backend {
            Backend::Sqlite => None,
            Backend::Postgres => Some(common.postgres()?),
        };
        let place = Place::create(postgres, folder)?;
        let receiver = Receiver::open(folder, |_| Answer::Success)?;
        let api = Api::new(&common.binary()?, place.url(), folder);
        api.key()?;
        let mut settings = receiver.settings(ALONE + TOGETHER);
        for (name, value) in [
            ("PCS_QUOTA_SUBSCRIPTIONS", "0"),
            ("PCS_WEBHOOK_TIMEOUT", "2s"),
            ("PCS_WEBHOOK_COOLDOWN_TRANSIENT", "200ms"),
        ] {
            settings.push((name.to_owned(), value.to_owned()));
        }
        let settings: Vec<(&str, &str)> = settings
            .iter()
            .chain(more)
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        // while nobody has to be told of keys
        let create = |first: usize| Tenant::create(&api, &format!("bench-{first}"));
        let lonely: Vec<Tenant> = (0..ALONE).map(create).collect::<Outcome<_>>()?;
        let firsts = (ALONE..ALONE + TOGETHER).step_by(EACH);
        let crowded: Vec<Tenant> = firsts.clone().map(create).collect::<Outcome<_>>()?;
        let key = lonely.first().map(|tenant| tenant.key().to_owned());
        let serving = api.serve("warn", &settings)?;
        let mut client = Client::new(serving.address);
        let (mut alone, mut together) = (Vec::new(), Vec::new());
        for (endpoint, tenant) in lonely.iter().enumerate() {
            alone.push(vec![tenant.subscribe(&mut client, endpoint)?]);
        }
        for (first, tenant) in firsts.zip(&crowded) {
            let subscribe = |endpoint| tenant.subscribe(&mut client, endpoint);
            together.push(
                (first..first + EACH)
                    .map(subscribe)
                    .collect::<Outcome<_>>()?,
            );
        }
        let mut queue = Queue::open(&place)?;
        let alone = numbered(&mut queue, alone)?;
        let together = numbered(&mut queue, together)?;
        Ok(Self {
            receiver,
            serving,
            queue,
            alone,
            together,
            maker: Maker::new(1),
            place,
            key: key.ok_or("no workspace")?,
        })
    }

    /// Does at once what PostgreSQL does by and by: plans follow the size of tables.
    pub fn tidy(&mut self) -> Outcome<()> {
        match self.place {
            Place::Sqlite(_) => Ok(()),
            Place::Postgres(..) => self.queue.run("VACUUM ANALYZE"),
        }
    }

    /// Latencies of summaries, sixty asked for at once, in milliseconds; first the workspace gets so many deliveries
    /// more.
    pub fn summaries(&mut self, deliveries: u64, each: usize) -> Outcome<Spread> {
        let to = self.alone.first().and_then(|all| all.first());
        self.queue.fill(to.ok_or("no subscription")?, deliveries)?;
        self.tidy()?;
        let path = vec!["/v1/webhook-metrics".to_owned()];
        let address = self.serving.address;
        let target = Target::new(address, path, Some(&self.key));
        let latencies: Vec<Vec<f64>> = std::thread::scope(|scope| {
            let asking: Vec<_> = (0..AT_ONCE)
                .map(|_| scope.spawn(|| ask(address, &target, each)))
                .collect();
            let joined = asking.into_iter().map(|it| {
                let done = it.join().map_err(|_| "a client panicked")?;
                Outcome::Ok(done?)
            });
            joined.collect::<Outcome<_>>()
        })?;
        Ok(Spread::of(&latencies.concat()))
    }

    /// Queues a backlog at once and waits until it is delivered and recorded.
    pub fn drain(&mut self, fan: Fan, deliveries: u64) -> Outcome<Drained> {
        let (workspaces, of_one) = match fan {
            Fan::One => (&self.alone, 1),
            Fan::Twenty => (&self.together, count(EACH)),
        };
        let mut batches = Vec::new();
        let mut left = deliveries / of_one;
        while left > 0 {
            let events = left.min(CHUNK);
            batches.push(self.maker.batch(events, workspaces));
            left -= events;
        }
        let wanted: u64 = batches.iter().map(|batch| batch.count).sum();
        self.receiver.take();
        let rows = self.rows()?;
        let (own, database) = (self.serving.server.cpu_seconds(), self.place.cpu_seconds());
        let at = self.queue.queue(&batches)?;
        self.settle()?;
        let own = self.serving.server.cpu_seconds() - own;
        let database = self.place.cpu_seconds() - database;
        let rows = self.rows()? - rows;
        let arrivals = self.receiver.take();
        check(&arrivals, wanted)?;
        let last = arrivals.iter().map(|arrival| arrival.at).max();
        let micros = u64::try_from(last.ok_or("nothing arrived")? - at)?;
        let wanted = float(wanted);
        Ok(Drained {
            per_second: wanted / (float(micros) / 1e6),
            cpu_ms: (own + database) * 1000.0 / wanted,
            database_ms: database * 1000.0 / wanted,
            rows: float(u64::try_from(rows)?) / wanted,
        })
    }

    /// Another connection to the store.
    pub fn queue(&self) -> Outcome<Queue> {
        Queue::open(&self.place)
    }

    /// The service's process.
    pub fn pid(&self) -> u32 {
        self.serving.server.pid()
    }

    /// Commits small batches at this rate for a while, and does something else between them.
    pub fn steady(
        &mut self,
        rate: f64,
        lasting: Duration,
        mut between: impl FnMut() -> Outcome<()>,
    ) -> Outcome<Steady> {
        self.receiver.take();
        let began = clock::now();
        let (mut queued, mut arrived) = (0, 0);
        let mut sent = Sent::default();
        let mut tick = began;
        while began.elapsed() < lasting {
            tick += TICK;
            clock::sleep_until(tick);
            between()?;
            self.serving.server.check()?;
            arrived += sent.arrive(&self.receiver.take());
            let events = due_now((began.elapsed().as_secs_f64() * rate).floor(), queued);
            if events > 0 {
                let batch = self.maker.batch(events, &self.alone);
                let ids = batch.ids.clone();
                queued += events;
                let at = self.queue.queue(&[batch])?;
                sent.commit(ids, at);
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        Ok(Steady {
            queued: float(queued) / seconds,
            arrived: float(arrived) / seconds,
            latency: Spread::of(&sent.latencies),
        })
    }

    /// Commits small batches at this rate for a while. The latencies from commit to arrival in
    /// milliseconds, of all endpoints but those below `from`.
    pub fn open(&mut self, rate: f64, round: Duration, from: usize) -> Outcome<Spread> {
        self.receiver.take();
        let mut committed: HashMap<u128, i64> = HashMap::new();
        let began = clock::now();
        let mut queued = 0;
        let mut tick = began;
        while began.elapsed() < round {
            tick += TICK;
            clock::sleep_until(tick);
            let due = (began.elapsed().as_secs_f64() * rate).floor();
            let events = due_now(due, queued);
            if events == 0 {
                continue;
            }
            let batch: Batch = self.maker.batch(events, &self.alone);
            queued += events;
            let ids = batch.ids.clone();
            let at = self.queue.queue(&[batch])?;
            committed.extend(ids.into_iter().map(|id| (id, at)));
        }
        if from == 0 {
            self.settle()?;
        } else {
            clock::sleep(Duration::from_secs(1));
        }
        let wanted = queued * count(ALONE - from) / count(ALONE);
        let enough = wanted.saturating_sub(count(ALONE));
        let late = |arrival: &Arrival| {
            let at = committed.get(&arrival.event)?;
            let micros = u64::try_from(arrival.at - at).unwrap_or_default();
            Some(float(micros) / 1000.0)
        };
        let mut latencies: Vec<f64> = Vec::new();
        let ended = clock::now();
        // at a rate that is more than the machine does, they arrive late
        loop {
            let arrivals = self.receiver.take();
            let healthy = arrivals.iter().filter(|arrival| arrival.endpoint >= from);
            latencies.extend(healthy.filter_map(late));
            if count(latencies.len()) >= enough {
                break;
            }
            if ended.elapsed() > PATIENCE {
                return Err(format!("{} of {wanted} deliveries arrived", latencies.len()).into());
            }
            clock::sleep(Duration::from_millis(50));
        }
        Ok(Spread::of(&latencies))
    }

    /// The same with the first endpoint hanging until the time-out, and everything in order afterwards.
    pub fn open_with_hanging(&mut self, rate: f64, round: Duration) -> Outcome<Spread> {
        self.receiver.behave(|endpoint| match endpoint {
            0 => Answer::Hang,
            _ => Answer::Success,
        });
        let spread = self.open(rate, round, 1);
        self.receiver.behave(|_| Answer::Success);
        let no = self.alone.first().and_then(|all| all.first());
        let no = no.ok_or("no endpoint")?.no;
        self.queue.run(&format!(
            "UPDATE deliveries SET status = 'cancelled' WHERE no IN (SELECT delivery_no \
             FROM delivery_queue WHERE started_at IS NULL AND subscription_no = {no}); \
             DELETE FROM delivery_queue WHERE started_at IS NULL AND subscription_no = {no}"
        ))?;
        self.settle()?;
        self.queue.run(&format!(
            "UPDATE subscriptions SET failures = 0, cooldown_until = NULL WHERE no = {no}"
        ))?;
        spread
    }

    /// Waits until nothing waits.
    fn settle(&mut self) -> Outcome<()> {
        let began = clock::now();
        // by index: what is measured goes on
        let sql = "SELECT CAST(CASE WHEN \
                EXISTS (SELECT 1 FROM delivery_queue WHERE started_at IS NULL) \
                OR EXISTS (SELECT 1 FROM delivery_queue WHERE started_at IS NOT NULL) \
            THEN 1 ELSE 0 END AS bigint) AS number";
        while self.queue.number(sql)? > 0 {
            self.serving.server.check()?;
            if began.elapsed() > PATIENCE {
                return Err("the backlog is not delivered".into());
            }
            clock::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    fn rows(&mut self) -> Outcome<i64> {
        self.queue.number(
            "SELECT (SELECT count(*) FROM events) + (SELECT count(*) FROM deliveries) \
                 + (SELECT count(*) FROM attempts) + (SELECT count(*) FROM incidents) AS number",
        )
    }
}

/// The store's numbers of subscriptions.
fn numbered(queue: &mut Queue, workspaces: Vec<Vec<String>>) -> Outcome<Vec<Vec<Subscribed>>> {
    let mut find = |public: String| {
        let hex = public.rsplit('_').next().unwrap_or_default();
        let id = id(hex).ok_or("an id that is none")?;
        let plain = format!("{id:032x}");
        let column = |column: &str| {
            format!(
                "SELECT {column} AS number FROM subscriptions \
                 WHERE replace(CAST(id AS text), '-', '') = '{plain}'"
            )
        };
        Outcome::Ok(Subscribed {
            no: queue.number(&column("no"))?,
            workspace: queue.number(&column("workspace_no"))?,
        })
    };
    workspaces
        .into_iter()
        .map(|all| all.into_iter().map(&mut find).collect())
        .collect()
}

/// Asks so often over one connection; the latencies in milliseconds.
fn ask(address: SocketAddr, target: &Target, times: usize) -> Result<Vec<f64>, String> {
    let one = |line: &mut Blocking| {
        let began = clock::now();
        let answer = line
            .fetch(target.request(0))
            .map_err(|error| error.to_string())?;
        match answer.status {
            200 => Ok(began.elapsed().as_secs_f64() * 1000.0),
            other => Err(format!("a summary is answered {other}")),
        }
    };
    let mut line = Blocking::connect(address).map_err(|error| error.to_string())?;
    (0..times).map(|_| one(&mut line)).collect()
}

/// How many events are due of so many in all.
fn due_now(due: f64, queued: u64) -> u64 {
    let mut events = 0;
    while float(queued + events + 1) <= due && events < CHUNK {
        events += 1;
    }
    events
}

fn check(arrivals: &[Arrival], wanted: u64) -> Outcome<()> {
    if count(arrivals.len()) == wanted {
        return Ok(());
    }
    Err(format!("{} of {wanted} deliveries arrived", arrivals.len()).into())
}
