//! As fast as the answers come: each connection sends its next request when it has its answer.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::{Target, frame::frame};
use crate::clock;
use crate::numbers::{float, place};
use crate::outcome::Outcome;
use reference_model::Random;

/// What a round came to.
#[derive(Debug, Clone, Copy)]
pub struct Round {
    /// Answers.
    pub answers: u64,
    /// Answers of a second.
    pub per_second: f64,
}

/// Asks for a while over so many connections, all in one thread. An answer other than 200 fails the
/// round.
pub fn closed(target: &Target, connections: u64, duration: Duration) -> Outcome<Round> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let began = clock::now();
        let mut running = JoinSet::new();
        for number in 0..connections {
            running.spawn(connection(target.clone(), number, duration));
        }
        let mut answers = 0;
        while let Some(done) = running.join_next().await {
            answers += done??;
        }
        Ok(Round {
            answers,
            per_second: float(answers) / began.elapsed().as_secs_f64(),
        })
    })
}

async fn connection(target: Target, seed: u64, duration: Duration) -> Outcome<u64> {
    let mut random = Random::new(seed);
    let mut stream = TcpStream::connect(target.address).await?;
    stream.set_nodelay(true)?;
    let mut buffer = Vec::with_capacity(64 * 1024);
    let began = clock::now();
    let mut answers = 0;
    while began.elapsed() < duration {
        let request = target.request(place(random.draw() >> 1));
        stream.write_all(request).await?;
        buffer.clear();
        let answer = loop {
            if stream.read_buf(&mut buffer).await? == 0 {
                return Err("a server closed the connection".into());
            }
            if let Some(answer) = frame(&buffer)? {
                break answer;
            }
        };
        if answer.status != 200 {
            let told: String = String::from_utf8_lossy(&buffer)
                .chars()
                .take(1000)
                .collect();
            return Err(format!("an answer of status {}: {told}", answer.status).into());
        }
        answers += 1;
    }
    Ok(answers)
}
