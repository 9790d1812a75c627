use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use ports_net::{Letter, MailError, Mailer};

/// A mailer that keeps the letters it is given. It fails as it was told, in that order, and takes every
/// letter when it was told nothing more.
#[derive(Debug, Default)]
pub struct CollectingMailer(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    taken: Vec<Letter>,
    failed: Vec<Letter>,
    script: VecDeque<Result<(), MailError>>,
}

impl CollectingMailer {
    /// A mailer that takes every letter.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds what becomes of the next letters.
    pub fn answer(&self, results: impl IntoIterator<Item = Result<(), MailError>>) {
        self.with(|kept| kept.script.extend(results));
    }

    /// The letters that were taken, in order.
    pub fn letters(&self) -> Vec<Letter> {
        self.with(|kept| kept.taken.clone())
    }

    /// The letters that failed, in order.
    pub fn failed(&self) -> Vec<Letter> {
        self.with(|kept| kept.failed.clone())
    }

    fn with<T>(&self, act: impl FnOnce(&mut Kept) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[async_trait]
impl Mailer for CollectingMailer {
    async fn send(&self, letter: &Letter) -> Result<(), MailError> {
        self.with(|kept| {
            let result = kept.script.pop_front().unwrap_or(Ok(()));
            let list = if result.is_ok() {
                &mut kept.taken
            } else {
                &mut kept.failed
            };
            list.push(letter.clone());
            result
        })
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

    use contract_tests::mailer::{Arrival, PostOffice, Reaction, letter};
    use ports_net::{MailError, Mailer};

    use super::CollectingMailer;

    impl PostOffice for CollectingMailer {
        fn mailer(&self) -> &dyn Mailer {
            self
        }

        fn react(&self, reaction: Reaction) {
            let why = "so it was told".to_owned();
            self.answer([match reaction {
                Reaction::RefuseAddress | Reaction::RefuseContent => Err(MailError::Refused(why)),
                Reaction::PutOff => Err(MailError::PutOff(why)),
                Reaction::BreakOff => Err(MailError::Unreachable(why)),
                Reaction::TakeMinutes => Ok(()),
            }]);
        }

        async fn let_minutes_pass(&self) {}

        fn close(&self) {
            let gone = || Err(MailError::Unreachable("closed".to_owned()));
            self.answer(iter::repeat_with(gone).take(10));
        }

        fn arrived(&self) -> Vec<Arrival> {
            let arrival = |letter: &ports_net::Letter| Arrival {
                message_id: format!("<{}@mailer>", letter.id),
                to: letter.to.as_str().to_owned(),
            };
            self.letters().iter().map(arrival).collect()
        }
    }

    contract_tests::mailer_contract!(async { CollectingMailer::new() });

    #[tokio::test]
    async fn results_come_in_the_order_they_were_told() {
        let mailer = CollectingMailer::new();
        let busy = MailError::PutOff("busy".to_owned());
        mailer.answer([Ok(()), Err(busy.clone()), Ok(())]);
        assert_eq!(mailer.send(&letter(1)).await, Ok(()));
        assert_eq!(mailer.send(&letter(2)).await, Err(busy));
        assert_eq!(mailer.send(&letter(2)).await, Ok(()));
        assert_eq!(mailer.letters(), [letter(1), letter(2)]);
        assert_eq!(mailer.failed(), [letter(2)]);
    }
}
