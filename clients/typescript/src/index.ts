export { Cotejo, type Filters, type Once, type Options, type WatchOptions } from "./client.js";
export * from "./errors.js";
export { isGenuine, standardSecret, verified, type Judging, type WebhookEvent } from "./webhooks.js";
export type { Sending } from "./transport.js";
export * as operations from "./generated/sdk.gen.js";
export type * as types from "./generated/types.gen.js";
