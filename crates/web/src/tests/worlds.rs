//! Tests of beliefs, and of the adviser's votes over determinizations.

use super::*;
use serde_json::json;
use sortilege::Player;

/// Beliefs of the first seat after some moves.
async fn believed(server: &Arc<Server>, game: &str, moves: &[(usize, &str)]) -> Value {
    let seats = catalogue().game(game.split(':').next().unwrap()).unwrap().seats();
    let session = server.begin(new_game(game, &vec!["human"; seats])).unwrap();
    for &(seat, action) in moves {
        let token = locked(&session.state).tokens[seat].clone().unwrap();
        let viewer = session.viewer(&token, None).unwrap();
        session.play(viewer, &session.ticket(viewer.eyes), action).unwrap();
    }
    get(&app(server), &format!("/api/games/{}/beliefs?seat={}", session.id, token(&session)))
        .await
        .json()
}

/// Whether a share of 200 determinizations is within 0.15 of the true probability. With a random
/// seed it would fail with probability 10⁻⁴; the seed is fixed.
fn close(share: &Value, truth: f64) -> bool {
    (share.as_f64().unwrap() - truth).abs() < 0.15
}

#[test]
fn the_other_card_is_one_of_two() {
    run(async {
        let found = believed(&server(), "kuhn", &[]).await;
        assert_eq!((&found["who"], &found["worlds"]), (&json!(0), &json!(200)));
        let places = found["places"].as_array().unwrap();
        assert_eq!(places.len(), 1, "{found}");
        let place = &places[0];
        assert_eq!(
            (&place["who"], &place["kind"], &place["place"]),
            (&json!(1), &json!("row"), &json!("Player 2"))
        );
        let things = place["things"].as_array().unwrap();
        assert_eq!(
            things.len(),
            2,
            "one's own card is not among them, and chips are seen: {found}"
        );
        assert!(things.iter().all(|thing| close(&thing[1], 0.5)), "{found}");
    });
}

#[test]
fn hidden_marks_are_listed_by_cell() {
    run(async {
        let found = believed(&server(), "phantom-mnk:m=3,n=3,k=3", &[(0, "b2"), (1, "a1")]).await;
        let places = found["places"].as_array().unwrap();
        assert_eq!(places.len(), 8, "every cell but one's own: {found}");
        for place in places {
            assert_eq!(
                (&place["kind"], &place["things"][0][0]),
                (&json!("cell"), &json!("O")),
                "{found}"
            );
            assert!(place["place"] != "b2" && close(&place["things"][0][1], 0.125), "{found}");
        }
    });
}

#[test]
fn hands_lie_in_their_order_and_add_up() {
    run(async {
        let found = believed(&server(), "dou-di-zhu", &[]).await;
        let places = found["places"].as_array().unwrap();
        assert_eq!(places.len(), 2, "{found}");
        for place in places {
            let things = place["things"].as_array().unwrap();
            let order: Vec<_> = things
                .iter()
                .map(|thing| "3456789TJQKA2BR".find(thing[0].as_str().unwrap()))
                .collect();
            assert!(order.is_sorted(), "{found}");
            let cards: f64 = things.iter().map(|thing| thing[2].as_f64().unwrap()).sum();
            assert!((cards - 17.0).abs() < 0.01, "{cards} cards: {found}");
        }
    });
}

#[test]
fn identities_are_listed_by_region() {
    run(async {
        let found = believed(&server(), "confrontation:setup=random", &[]).await;
        let places = found["places"].as_array().unwrap();
        assert!(places.iter().all(|place| place["kind"] == "region"), "{found}");
        let all: f64 = places
            .iter()
            .flat_map(|place| place["things"].as_array().unwrap())
            .map(|thing| thing[2].as_f64().unwrap())
            .sum();
        assert!((all - 9.0).abs() < 0.05, "nine characters are somewhere: {all} in {found}");
    });
}

#[test]
fn nothing_is_believed_where_everything_is_seen() {
    run(async {
        let server = server();
        let found = believed(&server, "mnk", &[]).await;
        assert_eq!(found["error"], "nothing is hidden in this game");
        let session = server.begin(new_game("kuhn", &["human", "human"])).unwrap();
        let path = format!("/api/games/{}/beliefs?seat={}", session.id, token(&session));
        assert_eq!(
            get(&app(&server), &format!("{path}&at=0")).await.status,
            StatusCode::FORBIDDEN,
            "an earlier state while the game is on"
        );
        finish_both(&session);
        let earlier = get(&app(&server), &format!("{path}&at=1")).await.json();
        assert_eq!(earlier["worlds"], 200);
        let over = get(&app(&server), &path).await.json();
        assert_eq!((&over["worlds"], &over["places"]), (&json!(0), &json!([])));
    });
}

/// Both people pass.
fn finish_both(session: &Arc<Session>) {
    for seat in 0..2 {
        let token = locked(&session.state).tokens[seat].clone().unwrap();
        let viewer = session.viewer(&token, None).unwrap();
        let action = session.table().legal(Player(seat)).remove(0);
        session.play(viewer, &session.ticket(viewer.eyes), &action).unwrap();
    }
}

/// Every determinization has one favourite. Without hidden information there is a single
/// determinization, and no votes are reported.
#[test]
fn a_hint_tells_how_worlds_vote() {
    run(async {
        let server = server();
        let session = server.begin(new_game("leduc", &["human", "human"])).unwrap();
        let (viewer, _subscription) =
            (session.viewer(&token(&session), None).unwrap(), session.subscribe());
        session.hint(viewer, &session.ticket(viewer.eyes)).unwrap();
        quiet(&session).await;
        let votes = &session.show(viewer)["hint"]["votes"];
        let of: u64 =
            votes["moves"].as_array().unwrap().iter().map(|vote| vote[1].as_u64().unwrap()).sum();
        assert_eq!(
            (&votes["worlds"], &votes["simulations"], of),
            (&json!(20), &json!(200), 20),
            "{votes}"
        );
        for vote in votes["moves"].as_array().unwrap() {
            let (least, most) = (vote[2].as_f64().unwrap(), vote[3].as_f64().unwrap());
            assert!((0.0..=1.0).contains(&least) && least <= most && most <= 1.0, "{votes}");
        }
        let open = server.begin(new_game("mnk:m=3,n=3,k=3", &["human", "human"])).unwrap();
        let (viewer, _subscription) = (open.viewer(&token(&open), None).unwrap(), open.subscribe());
        open.hint(viewer, &open.ticket(viewer.eyes)).unwrap();
        quiet(&open).await;
        assert_eq!(open.show(viewer)["hint"]["votes"], Value::Null, "there is one world");
    });
}

/// The votes for an AI are shown once its side may be seen, and not before.
#[test]
fn an_ai_whose_side_is_open_tells_how_worlds_vote() {
    run(async {
        let server = server();
        let closed = server.begin(new_game("leduc", &["flat-mc:iterations=20", "human"])).unwrap();
        let open = server.begin(new_game("leduc", &["flat-mc:iterations=20", "random"])).unwrap();
        for (session, worlds) in [(&closed, Value::Null), (&open, json!(20))] {
            let (viewer, _subscription) =
                (session.viewer(&token(session), None).unwrap(), session.subscribe());
            session.think(viewer, &session.ticket(viewer.eyes)).unwrap();
            quiet(session).await;
            let thought = &session.show(viewer)["thought"];
            assert_eq!(thought["votes"]["worlds"], worlds, "{thought}");
        }
        assert!(
            locked(&closed.state).thoughts[0].votes.is_none(),
            "votes that may not be seen are not computed"
        );
    });
}
