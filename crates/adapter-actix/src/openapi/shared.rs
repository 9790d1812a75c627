//! Headers and parameters that many operations have, said once.

use utoipa::openapi::header::Header;
use utoipa::openapi::path::{Operation, Parameter};
use utoipa::openapi::{Components, Ref, RefOr};

use crate::openapi::refusals;

/// Parameters that are the same wherever they are.
const PARAMETERS: [&str; 4] = ["X-API-Version", "X-Service-Client-Id", "limit", "offset"];

/// Schemas of parameters, and what they are when they are left out.
const DEFAULTS: [(&str, &str, &str); 2] = [
    ("range", "HistoryRange", "90d"),
    ("goal", "ComparisonGoal", "overall"),
];

/// Replaces what operations share by references.
pub fn share(operation: &mut Operation, components: &mut Components) {
    for place in operation.parameters.iter_mut().flatten() {
        let RefOr::T(parameter) = place else { continue };
        give_default(parameter);
        let Some(name) = PARAMETERS.into_iter().find(|name| *name == parameter.name) else {
            continue;
        };
        let shared = components.parameters.entry(name.to_owned());
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
        if name == "Retry-After" {
            header.description = Some(
                "Seconds after which to try again, at least 1; absent where waiting does not help"
                    .to_owned(),
            );
        }
        let shared = components.headers.entry(name.to_owned());
        shared.or_insert_with(|| RefOr::T(header.clone()));
        *place = RefOr::Ref(Ref::new(format!("#/components/headers/{name}")));
    }
}
