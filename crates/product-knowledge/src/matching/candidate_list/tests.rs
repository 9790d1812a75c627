use super::{FITTED_TEXT, ListModel};

#[test]
fn the_model_that_was_fitted_is_read_and_written_as_it_is() {
    let model = ListModel::parse(FITTED_TEXT).unwrap();
    assert_eq!(&model, ListModel::fitted());
    assert!(!model.accept.trees.is_empty());
    assert!(model.review < model.automatic && model.automatic < 1.0);
    assert_eq!(ListModel::parse(&model.to_text(&[])), Ok(model));
}

#[test]
fn what_is_no_model_is_refused_with_what_is_amiss() {
    let cases = [
        ("", "automatic has to be stated once"),
        (
            "rank.nothing = 1",
            "line 1: no part of a model is called so",
        ),
        ("\ntree = lead>=1 : 0 1", "automatic has to be stated once"),
    ];
    for (text, error) in cases {
        let found = ListModel::parse(text).map_err(|error| error.to_string());
        assert_eq!(found, Err(error.to_owned()), "{text}");
    }
    let without_start = FITTED_TEXT.replace("start", "# start");
    let found = ListModel::parse(&without_start).map_err(|error| error.to_string());
    assert_eq!(found, Err("start has to be stated once".to_owned()));
    let unknown = FITTED_TEXT.replacen("tree = ", "tree = luck>=1 ", 1);
    let error = ListModel::parse(&unknown).unwrap_err().to_string();
    assert!(error.ends_with("no number is called `luck`"), "{error}");
}
