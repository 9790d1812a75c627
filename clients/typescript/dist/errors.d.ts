import type { Error as Refusal } from "./generated/types.gen.js";
/** Whatever this package throws on purpose. */
export declare class CotejoError extends Error {
    constructor(message: string, options?: ErrorOptions);
}
/**
 * There was no answer, after all attempts: no connection, a broken one, or none in time. A request that changes
 * something may have taken effect: send it again with the same idempotency key.
 */
export declare class ConnectionFailed extends CotejoError {
}
/** A webhook that must not be believed. */
export declare class SignatureRefused extends CotejoError {
}
/** The service refused. `code` is the contract, `message` is for people. */
export declare class ApiError extends CotejoError {
    readonly status: number;
    readonly code: string;
    readonly told: string;
    readonly requestId: string | undefined;
    readonly details: NonNullable<Refusal["details"]>;
    /** Seconds that the service wants to be left alone. */
    readonly retryAfter: number | undefined;
    constructor(status: number, code: string, told: string, requestId: string | undefined, details: NonNullable<Refusal["details"]>, 
    /** Seconds that the service wants to be left alone. */
    retryAfter: number | undefined);
}
/** 400, 413, 414, 415, 431: the request is wrong; `details` names fields. */
export declare class InvalidRequest extends ApiError {
}
/** 401: the key is not usable. */
export declare class NotAuthenticated extends ApiError {
}
/** 403: a scope, an entitlement or a live key is lacking. */
export declare class NotAllowed extends ApiError {
}
/** 404: nothing has the id. */
export declare class NotFound extends ApiError {
}
/** 409: a state does not allow it; `code` says which. */
export declare class Conflict extends ApiError {
}
/** 422: the idempotency key was used for another request. */
export declare class IdempotencyKeyReused extends ApiError {
}
/** 429, after all attempts. */
export declare class RateLimited extends ApiError {
}
/** 5xx, after all attempts. */
export declare class ServerError extends ApiError {
}
/** The error for an answer; `text` is its body. */
export declare function refusal(response: Response, text: string, retryAfter: number | undefined): ApiError;
