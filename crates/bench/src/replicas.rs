//! Two processes on one PostgreSQL, beside one of them.

use std::thread;

use crate::catalogue::product;
use crate::http::{self, HOT, LOG, costed, load, typical};
use crate::load::{Target, closed};
use crate::numbers::{float, median};
use crate::options::{Backend, Common};
use crate::outcome::{Outcome, say};
use crate::service::{Api, Serving};
use crate::table::Row;

/// Connections to one process, and half of them to each of two.
const CONNECTIONS: u64 = 32;

/// The most that an answer of two may cost of what one of one does.
const GOAL: f64 = 1.1;

/// Measures products from cache.
pub fn measure(common: &Common) -> Outcome<Vec<Row>> {
    let temporary = tempfile::tempdir()?;
    let folder = temporary.path();
    let scratch = http::scratch(common, Backend::Postgres, "replicas")?;
    let url = http::url(scratch.as_ref(), folder);
    let api = Api::new(&common.binary()?, url, folder);
    let products = common.products();
    say(&format!("replicas on PostgreSQL: {products} products"));
    load(&api, products, folder)?;
    let key = api.key()?;
    let (one, other) = (api.serve(LOG, &[])?, api.serve(LOG, &[])?);
    let ids = (0..HOT.min(products)).map(|n| product(n).id);
    let paths = ids.map(|id| format!("/v1/products/{id}")).collect();
    let target = Target::new(one.address, paths, Some(&key));
    let other_target = target.at(other.address);
    typical(&target)?;
    typical(&other_target)?;
    let both = [(&one, &target), (&other, &other_target)];
    rounds(both, common).map_err(|error| {
        let said = [one.complaints(), other.complaints()];
        format!("{error}\n{}", said.join("\n")).into()
    })
}

fn rounds(both: [(&Serving, &Target); 2], common: &Common) -> Outcome<Vec<Row>> {
    let [(one, target), _] = both;
    let mut figures = [const { Vec::new() }; 5];
    for number in 1..=common.rounds() {
        let (alone, alone_us) = costed(&one.server, target, CONNECTIONS, common.round())?;
        let (rate, us) = costed_together(both, common)?;
        say(&format!(
            "  round {number}: one {:.0}/s {alone_us:.1} us, two {rate:.0}/s {us:.1} us",
            alone.per_second
        ));
        let row = [alone.per_second, alone_us, rate, us, us / alone_us];
        for (list, figure) in figures.iter_mut().zip(row) {
            list.push(figure);
        }
    }
    let [alone, alone_us, rate, us, ratio] = figures.map(|list| median(&list));
    Ok(vec![Row {
        what: "GET product, from cache, two processes on one PostgreSQL: CPU of an answer"
            .to_owned(),
        measured: format!("{us:.1} us ({rate:.0}/s)"),
        limit: format!("one process: {alone_us:.1} us ({alone:.0}/s)"),
        ratio: format!("{ratio:.2}"),
        goal: Some(("<= 1.1", ratio <= GOAL)),
    }])
}

/// Answers of a second of both, and the processor time of one in microseconds.
fn costed_together(both: [(&Serving, &Target); 2], common: &Common) -> Outcome<(f64, f64)> {
    let used = || {
        both.iter()
            .map(|(it, _)| it.server.cpu_seconds())
            .sum::<f64>()
    };
    let before = used();
    let rounds = thread::scope(|scope| {
        let running =
            both.map(|(_, target)| scope.spawn(|| closed(target, CONNECTIONS / 2, common.round())));
        running.map(|round| round.join().map_err(|_| "a round broke down"))
    });
    let (mut answers, mut rate) = (0, 0.0);
    for round in rounds {
        let round = round??;
        answers += round.answers;
        rate += round.per_second;
    }
    Ok((rate, (used() - before) * 1e6 / float(answers)))
}
