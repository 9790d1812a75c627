/** Whatever this package throws on purpose. */
export class CotejoError extends Error {
    constructor(message, options) {
        super(message, options);
        this.name = new.target.name;
    }
}
/**
 * There was no answer, after all attempts: no connection, a broken one, or none in time. A request that changes
 * something may have taken effect: send it again with the same idempotency key.
 */
export class ConnectionFailed extends CotejoError {
}
/** A webhook that must not be believed. */
export class SignatureRefused extends CotejoError {
}
/** The service refused. `code` is the contract, `message` is for people. */
export class ApiError extends CotejoError {
    status;
    code;
    told;
    requestId;
    details;
    retryAfter;
    constructor(status, code, told, requestId, details, 
    /** Seconds that the service wants to be left alone. */
    retryAfter) {
        const fields = details.map(({ field, problem }) => `; ${field}: ${problem}`).join("");
        super(`${status} ${code}: ${told}${fields} (request ${requestId})`);
        this.status = status;
        this.code = code;
        this.told = told;
        this.requestId = requestId;
        this.details = details;
        this.retryAfter = retryAfter;
    }
}
/** 400, 413, 414, 415, 431: the request is wrong; `details` names fields. */
export class InvalidRequest extends ApiError {
}
/** 401: the key is not usable. */
export class NotAuthenticated extends ApiError {
}
/** 403: a scope, an entitlement or a live key is lacking. */
export class NotAllowed extends ApiError {
}
/** 404: nothing has the id. */
export class NotFound extends ApiError {
}
/** 409: a state does not allow it; `code` says which. */
export class Conflict extends ApiError {
}
/** 422: the idempotency key was used for another request. */
export class IdempotencyKeyReused extends ApiError {
}
/** 429, after all attempts. */
export class RateLimited extends ApiError {
}
/** 5xx, after all attempts. */
export class ServerError extends ApiError {
}
const KINDS = new Map([
    [401, NotAuthenticated],
    [403, NotAllowed],
    [404, NotFound],
    [409, Conflict],
    [422, IdempotencyKeyReused],
    [429, RateLimited],
]);
/** The error for an answer; `text` is its body. */
export function refusal(response, text, retryAfter) {
    let told = {};
    try {
        told = (JSON.parse(text) ?? {});
    }
    catch {
        // something between here and the service answered
    }
    const { status } = response;
    const Kind = KINDS.get(status) ?? (status >= 500 ? ServerError : InvalidRequest);
    const id = told.request_id ?? response.headers.get("x-request-id") ?? undefined;
    return new Kind(status, told.error ?? "unknown", told.message ?? "", id, told.details ?? [], retryAfter);
}
