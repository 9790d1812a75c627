use crate::support::Ask;
use crate::world::World;

#[actix_web::test]
async fn until_the_catalogue_is_loaded_callers_are_told_to_come_back() {
    let (world, catalogue) = World::before_loading(None, true, 0);
    let search = || Ask::new("GET", "/v1/search?q=nova").by("reader");
    for early in [search(), Ask::list()] {
        let answer = early.send(&world).await;
        assert_eq!(answer.outcome(), (503, "server_error".to_owned()));
        assert_eq!(answer.header("retry-after"), Some("1"));
        let message = answer.json()["message"].as_str().unwrap().to_owned();
        assert!(message.contains("still being loaded"), "{message}");
    }
    let bad = Ask::new("GET", "/v1/search?q=").by("reader");
    assert_eq!(bad.send(&world).await.status, 400, "later it is as wrong");
    catalogue.load().await.unwrap();
    assert_eq!(Ask::list().send(&world).await.status, 200);
}
