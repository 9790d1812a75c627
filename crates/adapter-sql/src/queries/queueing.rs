/// Events on their way to subscriptions: `fan_out`, `unsent_of_changed`, `judge`, `queue_each`, `cancel`.
#[macro_export]
macro_rules! queueing_queries {
    ($conn:ty, $dialect:ident, [$($async:tt)?], [$($await:tt)*]) => {
        use $crate::domain::webhook::EventKind;
        use $crate::domain::webhook::delivery::DeliveryError;
        use $crate::ports_store::Kept;
        use $crate::rows::{
            EVENT_REUSED, EventRow, Looks, NewDeliveryRow, Receiver, UnsentRow, UnsentTypes, Untold,
            WatchRow, WatchTypes, filter,
        };
        use $crate::schema::deliveries;
        use $crate::types::{DbJson, DbTs, DbUuid, SqlJson, SqlTs, SqlUuid};
        use $crate::{Failure, prepared};

        use diesel::sql_types::{BigInt, Integer, Nullable, Text};

        /// Rows of one multi-row insert.
        const ROWS: usize = 1000;

        /// Queues events of webhook watches for all subscriptions of their workspaces that ask for them;
        /// how many deliveries that made.
        pub(crate) $($async)? fn fan_out(
            c: &mut $conn,
            events: &[EventRow],
        ) -> Result<usize, Failure> {
            let of_webhooks = || events.iter().filter(|event| event.channel == "webhook");
            if of_webhooks().next().is_none() {
                return Ok(0);
            }
            let workspaces = DbJson::numbers(of_webhooks().map(|event| event.workspace_no));
            let rows: Vec<((i64, DbUuid, i64, i32), DbJson)> = prepared::<(
                (BigInt, SqlUuid, BigInt, Integer),
                SqlJson,
            )>(concat!(
                "SELECT no, id, workspace_no, version, events FROM subscriptions \
                 WHERE mode = 'live' AND enabled AND deleted_at IS NULL AND workspace_no",
                $crate::in_numbers!($dialect), "ORDER BY no",
            ))
            .bind::<SqlJson, _>(workspaces)
            .load(c)$($await)*?;
            let mut receivers = Vec::new();
            for ((no, id, workspace_no, version), events) in rows {
                if filter(&events)?.contains(EventKind::WatchlistTriggered) {
                    receivers.push(Receiver { no, id, workspace_no, version });
                }
            }
            let to_each = |event| {
                let same = move |to: &&Receiver| to.workspace_no == EventRow::workspace(event);
                receivers.iter().filter(same).map(move |to| NewDeliveryRow::of(event, *to))
            };
            let queued: Vec<_> = of_webhooks().flat_map(to_each).collect();
            for rows in queued.chunks(ROWS) {
                diesel::insert_into(deliveries::table)
                    .values(rows)
                    .on_conflict_do_nothing()
                    .execute(c)$($await)*?;
            }
            Ok(queued.len())
        }

        /// Products of deliveries that are not done which a revision changed.
        pub(crate) $($async)? fn unsent_of_changed(
            c: &mut $conn,
            revision: i64,
        ) -> Result<Vec<i64>, Failure> {
            Ok(prepared::<BigInt>(
                "SELECT DISTINCT d.product_no FROM deliveries d \
                 WHERE d.status IN ('pending', 'sending') AND d.product_no IS NOT NULL \
                 AND EXISTS (SELECT 1 FROM changes h \
                     WHERE h.revision = ? AND h.product_no = d.product_no)",
            )
            .bind::<BigInt, _>(revision)
            .load(c)$($await)*?)
        }

        /// Judges the deliveries of products by their current prices: cancels those that tell of what
        /// is not true any more, and queues events that tell of what is.
        pub(crate) $($async)? fn judge(
            c: &mut $conn,
            products: &[i64],
            looks: &Looks<'_>,
        ) -> Result<Kept, Failure> {
            let unsent = unsent(c, products)$($await)*?;
            if unsent.is_empty() {
                return Ok(Kept::default());
            }
            let watched = unsent.iter().filter_map(|row| row.watch_id);
            let watches = watches(c, watched.map(|id| id.0.to_string()).collect())$($await)*?;
            let judged = looks.judge(&unsent, &watches)?;
            for (no, until) in judged.good_until {
                prepared::<()>("UPDATE deliveries SET evidence_until = ? WHERE no = ?")
                    .bind::<Nullable<SqlTs>, _>(until)
                    .bind::<BigInt, _>(no)
                    .execute(c)$($await)*?;
            }
            let mut kept = Kept::default();
            for (no, why) in judged.cancelled {
                kept.cancelled += cancel(c, no, (why, looks.at()))$($await)*?;
            }
            for (event, receivers) in judged.replaced_by {
                let event = untaken(c, event, &receivers)$($await)*?;
                kept.requeued += queue_each(c, &event, &receivers)$($await)*?;
            }
            for untold in judged.untold {
                arm_if_untold(c, untold)$($await)*?;
            }
            Ok(kept)
        }

        /// The event under an id that is free, or that has told of the same price just now and was not
        /// cancelled for any of the receivers. Without a new revision the price changes when an offer
        /// becomes stale, or is seen again.
        $($async)? fn untaken(
            c: &mut $conn,
            event: EventRow,
            receivers: &[Receiver],
        ) -> Result<EventRow, Failure> {
            for number in 0_u32.. {
                let event = event.numbered(number);
                let told: Option<(Option<DbUuid>, Option<i64>, DbTs)> =
                    prepared::<(Nullable<SqlUuid>, Nullable<BigInt>, SqlTs)>(
                        "SELECT source_revision, price_minor, created_at FROM events WHERE id = ?",
                    )
                    .bind::<SqlUuid, _>(event.id)
                    .get_result(c)$($await)*
                    .optional()?;
                let Some((revision, price, at)) = told else { return Ok(event) };
                let is_same = (revision, price) == (event.source_revision, event.price_minor)
                    && at.at() > event.created_at.at() - EVENT_REUSED;
                if !is_same {
                    continue;
                }
                let ids = receivers.iter().map(|to| NewDeliveryRow::id_of(event.id, to.id));
                let cancelled: i64 = prepared::<BigInt>(concat!(
                    "SELECT count(*) FROM deliveries WHERE status = 'cancelled' AND id",
                    $crate::in_ids!($dialect),
                ))
                .bind::<SqlJson, _>(DbJson::ids(ids))
                .get_result(c)$($await)*?;
                if cancelled == 0 {
                    return Ok(event);
                }
            }
            Ok(event)
        }

        /// Arms a watch again whose event reaches nobody.
        $($async)? fn arm_if_untold(c: &mut $conn, untold: Untold) -> Result<(), Failure> {
            let subscriptions: Vec<DbUuid> = prepared::<SqlUuid>(
                "SELECT id FROM subscriptions WHERE workspace_no = ? AND mode = 'live'",
            )
            .bind::<BigInt, _>(untold.workspace_no)
            .load(c)$($await)*?;
            let ids = subscriptions.into_iter().map(|to| NewDeliveryRow::id_of(untold.event, to));
            prepared::<()>(concat!(
                "UPDATE watches SET below = false WHERE no = ? AND NOT EXISTS ( \
                     SELECT 1 FROM deliveries d \
                     WHERE d.status IN ('delivered', 'sending') AND d.id",
                $crate::in_ids!($dialect), ")",
            ))
            .bind::<BigInt, _>(untold.watch_no)
            .bind::<SqlJson, _>(DbJson::ids(ids))
            .execute(c)$($await)*?;
            Ok(())
        }

        $($async)? fn unsent(c: &mut $conn, products: &[i64]) -> Result<Vec<UnsentRow>, Failure> {
            Ok(prepared::<UnsentTypes>(concat!(
                "SELECT d.no, d.status, d.product_no, d.evidence_until, d.event_id, e.watch_id, \
                     e.source_revision, e.price_minor, s.no, s.id, s.workspace_no, s.version \
                 FROM deliveries d JOIN events e ON e.id = d.event_id \
                 JOIN subscriptions s ON s.no = d.subscription_no \
                 WHERE d.status IN ('pending', 'sending') AND d.product_no IS NOT NULL \
                 AND d.product_no", $crate::in_numbers!($dialect),
                "ORDER BY d.no", $crate::for_change!($dialect, "d"),
            ))
            .bind::<SqlJson, _>(DbJson::numbers(products.iter().copied()))
            .load(c)$($await)*?)
        }

        $($async)? fn watches(c: &mut $conn, ids: Vec<String>) -> Result<Vec<WatchRow>, Failure> {
            Ok(prepared::<WatchTypes>(concat!(
                "SELECT no, id, workspace_no, mode, product_no, channel, destination, target, status, \
                     below, created_at, updated_at FROM watches WHERE id", $crate::in_ids!($dialect),
            ))
            .bind::<SqlJson, _>(DbJson::texts(ids.iter().map(String::as_str)))
            .load(c)$($await)*?)
        }

        /// Cancels a delivery that waits; 1 if it did.
        pub(crate) $($async)? fn cancel(
            c: &mut $conn,
            no: i64,
            (why, now): (DeliveryError, DbTs),
        ) -> Result<u64, Failure> {
            let rows = prepared::<()>(
                "UPDATE deliveries SET status = 'cancelled', due_at = NULL, last_error = ?, \
                     updated_at = ? WHERE no = ? AND status = 'pending'",
            )
            .bind::<Text, _>(why.code())
            .bind::<SqlTs, _>(now)
            .bind::<BigInt, _>(no)
            .execute(c)$($await)*?;
            Ok($crate::domain::num::u64_from_usize(rows))
        }

        /// Queues an event for receivers, unless it was; how many deliveries that made.
        pub(crate) $($async)? fn queue_each(
            c: &mut $conn,
            event: &EventRow,
            receivers: &[Receiver],
        ) -> Result<u64, Failure> {
            prepared::<()>(
                "INSERT INTO events (id, kind, workspace_no, watch_id, channel, product_no, revision, \
                     source_revision, payload, created_at, price_minor) \
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            )
            .bind::<SqlUuid, _>(event.id)
            .bind::<Text, _>(event.kind)
            .bind::<BigInt, _>(event.workspace_no)
            .bind::<Nullable<SqlUuid>, _>(event.watch_id)
            .bind::<Text, _>(event.channel)
            .bind::<Nullable<BigInt>, _>(event.product_no)
            .bind::<Nullable<BigInt>, _>(event.revision)
            .bind::<Nullable<SqlUuid>, _>(event.source_revision)
            .bind::<Text, _>(event.payload.clone())
            .bind::<SqlTs, _>(event.created_at)
            .bind::<Nullable<BigInt>, _>(event.price_minor)
            .execute(c)$($await)*?;
            let mut queued = 0;
            for receiver in receivers {
                let row = NewDeliveryRow::of(event, *receiver);
                let rows = prepared::<()>(
                    "INSERT INTO deliveries (id, subscription_no, workspace_no, event_id, kind, \
                         version, product_no, evidence_until, status, attempts, cycle_attempts, \
                         replays, due_at, created_at, updated_at) \
                     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'pending', 0, 0, 0, ?, ?, ?) \
                     ON CONFLICT DO NOTHING",
                )
                .bind::<SqlUuid, _>(row.id)
                .bind::<BigInt, _>(row.subscription_no)
                .bind::<BigInt, _>(row.workspace_no)
                .bind::<SqlUuid, _>(row.event_id)
                .bind::<Text, _>(row.kind)
                .bind::<Integer, _>(row.version)
                .bind::<Nullable<BigInt>, _>(row.product_no)
                .bind::<Nullable<SqlTs>, _>(row.evidence_until)
                .bind::<Nullable<SqlTs>, _>(row.due_at)
                .bind::<SqlTs, _>(row.created_at)
                .bind::<SqlTs, _>(row.updated_at)
                .execute(c)$($await)*?;
                queued += $crate::domain::num::u64_from_usize(rows);
            }
            Ok(queued)
        }
    };
}
