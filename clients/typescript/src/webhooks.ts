import { createHmac, timingSafeEqual } from "node:crypto";

import { SignatureRefused } from "./errors.js";
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
export function isGenuine(
  secrets: string | readonly string[],
  header: string | undefined | null,
  body: Uint8Array | string,
  { now = Date.now() / 1000, tolerance = 300 }: Judging = {},
): boolean {
  if (typeof header !== "string" || header.length > 512) return false;
  const parts = header.split(",");
  const times = parts.filter((part) => part.startsWith("t=")).map((part) => part.slice(2));
  const codes = parts.filter((part) => part.startsWith("v1=")).map((part) => part.slice(3));
  const [time] = times;
  if (time === undefined || times.length !== 1 || !/^[1-9][0-9]{0,11}$/.test(time)) return false;
  if (!(Math.abs(Math.floor(now) - Number(time)) <= tolerance)) return false;
  let genuine = false;
  for (const secret of typeof secrets === "string" ? [secrets] : secrets) {
    if (!secret) continue;
    const expected = Buffer.from(createHmac("sha256", secret).update(`${time}.`).update(body).digest("hex"));
    for (const code of codes) {
      const given = Buffer.from(code);
      if (given.length === expected.length && timingSafeEqual(given, expected)) genuine = true;
    }
  }
  return genuine;
}

/**
 * The event in a genuine body; throws `SignatureRefused` otherwise. Events may come twice: remember their `id` in
 * the transaction of what they make you do.
 */
export function verified(
  secrets: string | readonly string[],
  header: string | undefined | null,
  body: Uint8Array | string,
  judging: Judging = {},
): WebhookEvent {
  if (!isGenuine(secrets, header, body, judging)) {
    throw new SignatureRefused("the signature does not fit, or is too old: answer 401 and do nothing");
  }
  return JSON.parse(typeof body === "string" ? body : Buffer.from(body).toString()) as WebhookEvent;
}

/** The secret in the form that libraries of Standard Webhooks take, to verify the `webhook-signature` header. */
export function standardSecret(secret: string): string {
  if (!secret) throw new TypeError("the secret is empty");
  return `whsec_${Buffer.from(secret).toString("base64")}`;
}
