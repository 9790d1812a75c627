//! Headers and parameters that many operations have, said once.

use utoipa::openapi::header::Header;
use utoipa::openapi::path::{Operation, Parameter};
use utoipa::openapi::{Components, Ref, RefOr};

use crate::openapi::refusals;

/// Parameters that are the same wherever they are.
const PARAMETERS: [&str; 2] = ["X-API-Version", "X-Service-Client-Id"];

/// Parameters that are the same wherever both are.
const OF_LISTS: [&str; 2] = ["limit", "offset"];

/// The name under which ids of webhooks in paths are said once; deliveries have ids of another form.
const WEBHOOK_ID: &str = "webhookId";

/// Schemas of parameters, and what they are when they are left out.
const DEFAULTS: [(&str, &str, &str); 3] = [
    ("range", "HistoryRange", "90d"),
    ("goal", "ComparisonGoal", "overall"),
    ("sort", "SearchSort", "relevance"),
];

/// Replaces what operations share by references.
pub fn share(operation: &mut Operation, components: &mut Components) {
    let is_of_delivery = matches!(
        operation.operation_id.as_deref(),
        Some("getWebhookDelivery" | "retryWebhookDelivery")
    );
    let parameters = operation.parameters.get_or_insert_default();
    let has = |name: &&str| {
        let is_it = |it: &RefOr<Parameter>| matches!(it, RefOr::T(it) if it.name == **name);
        parameters.iter().any(is_it)
    };
    let is_list = OF_LISTS.iter().all(has);
    let of_lists = OF_LISTS.into_iter().filter(|_| is_list);
    let shared_names: Vec<&str> = PARAMETERS.into_iter().chain(of_lists).collect();
    for place in parameters {
        let RefOr::T(parameter) = place else { continue };
        give_default(parameter);
        let is_webhook = parameter.name == "id" && !is_of_delivery;
        let name = shared_names.iter().find(|name| **name == parameter.name);
        let Some(name) = name.or(is_webhook.then_some(&WEBHOOK_ID)) else {
            continue;
        };
        let shared = components.parameters.entry((*name).to_owned());
        shared.or_insert_with(|| RefOr::T(parameter.clone()));
        *place = RefOr::Ref(Ref::new(format!("#/components/parameters/{name}")));
    }
    for response in operation.responses.responses.values_mut() {
        let RefOr::T(response) = response else {
            continue;
        };
        for (name, header) in &mut response.headers {
            share_header(name, header, components);
        }
    }
    refusals::share(operation, components);
}

fn give_default(parameter: &mut Parameter) {
    let default = DEFAULTS.into_iter().find(|(of, ..)| *of == parameter.name);
    if let Some((_, schema, default)) = default {
        let mut schema = Ref::from_schema_name(schema);
        schema.default = Some(default.into());
        parameter.schema = Some(RefOr::Ref(schema));
    }
}

fn share_header(name: &str, place: &mut RefOr<Header>, components: &mut Components) {
    if let RefOr::T(header) = place {
        let told = match name {
            "Retry-After" => Some(
                "Seconds after which to try again, at least 1; absent where waiting does not help",
            ),
            "Location" => Some("Path of what was made"),
            _ => None,
        };
        if let Some(told) = told {
            header.description = Some(told.to_owned());
        }
        let shared = components.headers.entry(name.to_owned());
        shared.or_insert_with(|| RefOr::T(header.clone()));
        *place = RefOr::Ref(Ref::new(format!("#/components/headers/{name}")));
    }
}
