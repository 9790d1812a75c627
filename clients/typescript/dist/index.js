export { Cotejo } from "./client.js";
export * from "./errors.js";
export { isGenuine, standardSecret, verified } from "./webhooks.js";
export * as operations from "./generated/sdk.gen.js";
