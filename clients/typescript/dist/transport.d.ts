/** How requests are sent. */
export interface Sending {
    /** Milliseconds that one attempt may take, its body included; 10,000 unless it is given. */
    timeout?: number;
    /** Attempts after the first; 3 unless it is given. */
    retries?: number;
    /** A `Retry-After` above so many seconds is not waited for; 30 unless it is given. */
    longestWait?: number;
    /** Sends one attempt; the `fetch` of the platform unless it is given. */
    fetch?: typeof globalThis.fetch;
}
/** The seconds of a `Retry-After`, which may be a date; undefined for nonsense. */
export declare function waitTold(value: string | null): number | undefined;
/**
 * A `fetch` that sends again when that is safe, and throws for refusals. Reads, and requests with an
 * `Idempotency-Key`, are sent again after failures of every kind; others only after 429, which has had no effect.
 */
export declare function retrying(sending: Sending): typeof globalThis.fetch;
