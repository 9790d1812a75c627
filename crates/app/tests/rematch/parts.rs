//! Brand and part number bind offers that words leave apart.

use ports_net::FeedItem;
use rstest::rstest;

use super::{World, offer};

fn with_part(id: &str, title: &str, gtins: &[u64]) -> FeedItem {
    let mut item = offer(id, title, "Zorvex", gtins);
    if let FeedItem::Offer(offer, _) = &mut item {
        "DDF484Z".clone_into(&mut offer.identity.mpn);
    }
    item
}

/// The first shop has two sisters and states no part number; the second shop's offer comes to one of them by its trade item
/// number. The third one's words are those of the other.
#[rstest]
#[case::one("LXT Brushless Drill Driver Body Only", true)]
#[case::another_pack("LXT Brushless Drill Driver Body Only 10er Pack", false)]
#[tokio::test]
async fn offers_with_one_part_number_come_together_unless_they_contradict(
    #[case] title: &str,
    #[case] are_one: bool,
) {
    let world = World::with_shops([0, 1, 2]).await;
    world.rematch(false).await;
    let drill = "Zorvex Akku-Bohrschrauber 18V ohne Akku";
    let sister = "Zorvex LXT Brushless Drill Driver 18V Body Only";
    let sisters = vec![
        offer("drill", drill, "Zorvex", &[9002]),
        offer("sister", sister, "Zorvex", &[9004]),
    ];
    world.import("Shop 5", sisters).await;
    let named = format!("{drill} DDF484Z");
    world
        .import("Shop 6", vec![with_part("named", &named, &[9002])])
        .await;
    world
        .import("Shop 7", vec![with_part("bound", title, &[])])
        .await;
    let are_together = async || {
        let together = world.together().await.into_values();
        let mut named = together.filter(|ids| ids.contains("named"));
        named.next().unwrap().contains("bound")
    };
    assert!(!are_together().await);
    world.told_and_done().await;
    assert_eq!(are_together().await, are_one);
    world.told_and_done().await;
    assert_eq!(are_together().await, are_one);
}
