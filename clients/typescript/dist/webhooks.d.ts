import type { WatchlistTriggeredEvent, WebhookTestEvent } from "./generated/types.gen.js";
/** What arrives. More types may come: pass over those that you do not know. */
export type WebhookEvent = WatchlistTriggeredEvent | WebhookTestEvent;
/** When a signature counts. */
export interface Judging {
    /** Seconds since 1970; the clock's unless it is given. */
    now?: number;
    /** Seconds that the signature may be away from now; 300 unless it is given. */
    tolerance?: number;
}
/**
 * Whether one of the secrets signed this body, at most `tolerance` seconds away from now. `body` is what came over
 * the wire, before any JSON is read. While a secret is changed, give both.
 */
export declare function isGenuine(secrets: string | readonly string[], header: string | undefined | null, body: Uint8Array | string, { now, tolerance }?: Judging): boolean;
/**
 * The event in a genuine body; throws `SignatureRefused` otherwise. Events may come twice: remember their `id` in
 * the transaction of what they make you do.
 */
export declare function verified(secrets: string | readonly string[], header: string | undefined | null, body: Uint8Array | string, judging?: Judging): WebhookEvent;
/** The secret in the form that libraries of Standard Webhooks take, to verify the `webhook-signature` header. */
export declare function standardSecret(secret: string): string;
