use app::AppError;
use serde_json::json;

use crate::catalogue::{SOLD, UNSOLD};
use crate::store::listed;
use crate::support::Ask;
use crate::world::{TTL, World};

async fn shown(world: &World) -> Result<serde_json::Value, AppError> {
    let answer = Ask::list().send(world).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("content-type"), Some("application/json"));
    Ok(answer.json())
}

#[actix_web::test]
async fn nothing_is_a_list_too() {
    let world = World::new().await;
    let shown = shown(&world).await.unwrap();
    assert_eq!(shown, json!({ "total": 0, "items": [] }));
}

#[actix_web::test]
async fn watches_come_in_the_stores_order_with_their_products() {
    let world = World::new().await;
    *world.store.listed.lock().unwrap() = vec![listed(9, SOLD), listed(1, UNSOLD)];
    let shown = shown(&world).await.unwrap();
    assert_eq!(shown["total"], 2);
    let [sold, unsold] = [&shown["items"][0], &shown["items"][1]];
    assert_eq!(sold["id"], "00000000-0000-0000-0000-000000000009");
    assert_eq!(sold["product"]["min_price"].to_string(), "554.99");
    assert!(sold["product"].get("relevance_score").is_none());
    assert_eq!(sold["current_price"].to_string(), "554.99");
    assert_eq!(sold["target_reached"], false);
    assert_eq!(unsold["canonical_product_id"], UNSOLD);
    assert_eq!(unsold["product"], json!(null));
    assert_eq!(unsold["current_price"], json!(null));
    assert_eq!(unsold["target_reached"], false);
}

#[actix_web::test]
async fn a_price_that_turned_stale_is_none() {
    let world = World::new().await;
    *world.store.listed.lock().unwrap() = vec![listed(1, SOLD)];
    world.clock.advance(TTL);
    let shown = shown(&world).await.unwrap();
    assert_eq!(shown["items"][0]["product"], json!(null));
    assert_eq!(shown["items"][0]["current_price"], json!(null));
}

#[actix_web::test]
async fn a_reader_lists() {
    let world = World::new().await;
    assert_eq!(Ask::list().by("reader").send(&world).await.status, 200);
}
