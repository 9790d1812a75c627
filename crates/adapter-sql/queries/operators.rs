//! Operators of the console, their sessions, and what they did.

use adapter_sql::rows::{ActRow, NewActRow, OperatorRow, SessionRow};
use adapter_sql::schema::{operator_acts, operator_sessions, operators};
use adapter_sql::types::DbTs;
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::Text;
use diesel::{
    BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, SelectableHelper,
};
use ports_store::{ListedAct, Operator, OperatorAct, OperatorSession};
use time::OffsetDateTime;

use crate::dialect::{Conn, FOR_UPDATE, RunQueryDsl};

pub(crate) async fn save(c: &mut Conn, operator: &Operator) -> Result<(), Failure> {
    let row = OperatorRow::from(operator);
    diesel::insert_into(operators::table)
        .values(&row)
        .on_conflict(operators::name)
        .do_update()
        .set(&row)
        .execute(c)
        .await?;
    let theirs = operator_sessions::operator.eq(&operator.name);
    diesel::delete(operator_sessions::table.filter(theirs))
        .execute(c)
        .await?;
    Ok(())
}

pub(crate) async fn find(c: &mut Conn, name: &str) -> Result<Option<Operator>, Failure> {
    let found: Option<OperatorRow> = operators::table
        .find(name)
        .select(OperatorRow::as_select())
        .first(c)
        .await
        .optional()?;
    Ok(found.map(Operator::from))
}

pub(crate) async fn list(c: &mut Conn) -> Result<Vec<Operator>, Failure> {
    let mut rows: Vec<OperatorRow> = operators::table
        .select(OperatorRow::as_select())
        .load(c)
        .await?;
    // in Rust, because collations order texts differently
    rows.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(rows.into_iter().map(Operator::from).collect())
}

pub(crate) async fn remove(c: &mut Conn, name: &str) -> Result<bool, Failure> {
    let removed = diesel::delete(operators::table.find(name))
        .execute(c)
        .await?;
    Ok(removed > 0)
}

pub(crate) async fn insert_session(
    c: &mut Conn,
    session: &OperatorSession,
    password: &str,
) -> Result<bool, Failure> {
    // whoever changes the password waits, and then ends this session too
    let find = concatcp!("SELECT password FROM operators WHERE name = ?", FOR_UPDATE);
    let now: Option<String> = prepared::<Text>(find)
        .bind::<Text, _>(session.operator.clone())
        .get_result(c)
        .await
        .optional()?;
    if now.as_deref() != Some(password) {
        return Ok(false);
    }
    let ended = operator_sessions::ends_at.le(DbTs::new(session.begun_at));
    diesel::delete(operator_sessions::table.filter(ended))
        .execute(c)
        .await?;
    diesel::insert_into(operator_sessions::table)
        .values(&SessionRow::from(session))
        .execute(c)
        .await?;
    Ok(true)
}

pub(crate) async fn find_session(
    c: &mut Conn,
    digest: &[u8; 32],
    now: OffsetDateTime,
) -> Result<Option<OperatorSession>, Failure> {
    let found: Option<SessionRow> = operator_sessions::table
        .find(digest.to_vec())
        .filter(operator_sessions::ends_at.gt(DbTs::new(now)))
        .select(SessionRow::as_select())
        .first(c)
        .await
        .optional()?;
    Ok(found.map(OperatorSession::try_from).transpose()?)
}

pub(crate) async fn remove_session(c: &mut Conn, digest: &[u8; 32]) -> Result<(), Failure> {
    diesel::delete(operator_sessions::table.find(digest.to_vec()))
        .execute(c)
        .await?;
    Ok(())
}

pub(crate) async fn insert_act(c: &mut Conn, act: &OperatorAct) -> Result<(), Failure> {
    diesel::insert_into(operator_acts::table)
        .values(&NewActRow::from(act))
        .execute(c)
        .await?;
    Ok(())
}

pub(crate) async fn list_acts(
    c: &mut Conn,
    before: Option<i64>,
    limit: u32,
) -> Result<Vec<ListedAct>, Failure> {
    // numbers are in no order where sequences are cached
    let newest = (operator_acts::at.desc(), operator_acts::no.desc());
    let all = operator_acts::table
        .order(newest)
        .limit(limit.into())
        .select(ActRow::as_select());
    let Some(no) = before else {
        let rows: Vec<ActRow> = all.load(c).await?;
        return Ok(rows.into_iter().map(ListedAct::from).collect());
    };
    let at: Option<DbTs> = operator_acts::table
        .find(no)
        .select(operator_acts::at)
        .first(c)
        .await
        .optional()?;
    let Some(at) = at else {
        return Ok(Vec::new());
    };
    let same = operator_acts::at.eq(at).and(operator_acts::no.lt(no));
    let rows: Vec<ActRow> = all
        .filter(operator_acts::at.lt(at).or(same))
        .load(c)
        .await?;
    Ok(rows.into_iter().map(ListedAct::from).collect())
}
