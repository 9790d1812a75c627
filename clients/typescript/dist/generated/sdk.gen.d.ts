import type { Client, Options as Options2, TDataShape } from './client/index.js';
import type { AcknowledgeIncidentData, AcknowledgeIncidentErrors, AcknowledgeIncidentResponses, ActivateSecretRotationData, ActivateSecretRotationErrors, ActivateSecretRotationResponses, CancelSecretRotationData, CancelSecretRotationErrors, CancelSecretRotationResponses, CompareProductsData, CompareProductsErrors, CompareProductsResponses, CreatePriceWatchData, CreatePriceWatchErrors, CreatePriceWatchResponses, CreateWebhookData, CreateWebhookErrors, CreateWebhookResponses, DeletePriceWatchData, DeletePriceWatchErrors, DeletePriceWatchResponses, DeleteWebhookData, DeleteWebhookErrors, DeleteWebhookResponses, GetInfoData, GetInfoErrors, GetInfoResponses, GetOpenApiData, GetOpenApiErrors, GetOpenApiResponses, GetPriceHistoryData, GetPriceHistoryErrors, GetPriceHistoryResponses, GetProductData, GetProductErrors, GetProductResponses, GetProductsData, GetProductsErrors, GetProductsResponses, GetWebhookAuditData, GetWebhookAuditErrors, GetWebhookAuditResponses, GetWebhookData, GetWebhookDeliveryData, GetWebhookDeliveryErrors, GetWebhookDeliveryResponses, GetWebhookErrors, GetWebhookMetricsData, GetWebhookMetricsErrors, GetWebhookMetricsResponses, GetWebhookResponses, ListPriceWatchesData, ListPriceWatchesErrors, ListPriceWatchesResponses, ListStoresData, ListStoresErrors, ListStoresResponses, ListWebhookDeliveriesData, ListWebhookDeliveriesErrors, ListWebhookDeliveriesResponses, ListWebhooksData, ListWebhooksErrors, ListWebhooksResponses, PrepareSecretRotationData, PrepareSecretRotationErrors, PrepareSecretRotationResponses, ReplayFailedDeliveriesData, ReplayFailedDeliveriesErrors, ReplayFailedDeliveriesResponses, RetryWebhookDeliveryData, RetryWebhookDeliveryErrors, RetryWebhookDeliveryResponses, SearchProductsData, SearchProductsErrors, SearchProductsResponses, TestWebhookData, TestWebhookErrors, TestWebhookResponses, UpdatePriceWatchData, UpdatePriceWatchErrors, UpdatePriceWatchResponses, UpdateWebhookData, UpdateWebhookErrors, UpdateWebhookResponses } from './types.gen.js';
export type Options<TData extends TDataShape = TDataShape, ThrowOnError extends boolean = boolean, TResponse = unknown> = Options2<TData, ThrowOnError, TResponse> & {
    /**
     * You can provide a client instance returned by `createClient()` instead of
     * individual options. This might be also useful if you want to implement a
     * custom client.
     */
    client?: Client;
    /**
     * You can pass arbitrary values through the `meta` object. This can be
     * used to access values that aren't defined as part of the SDK function.
     */
    meta?: Record<string, unknown>;
};
/**
 * Two to four products of one comparable category, compared for a goal.
 *
 * The answer keeps the order asked for. A product is scored by its properties and its price; a
 * winner has to lead by 3 points. Price history informs and is not scored.
 */
export declare const compareProducts: <ThrowOnError extends boolean = false>(options: Options<CompareProductsData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<CompareProductsResponses, CompareProductsErrors, ThrowOnError, "fields">;
/**
 * What this deployment serves.
 */
export declare const getInfo: <ThrowOnError extends boolean = false>(options?: Options<GetInfoData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<GetInfoResponses, GetInfoErrors, ThrowOnError, "fields">;
/**
 * This document.
 */
export declare const getOpenApi: <ThrowOnError extends boolean = false>(options?: Options<GetOpenApiData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<GetOpenApiResponses, GetOpenApiErrors, ThrowOnError, "fields">;
/**
 * Several products with their offers, by id or by trade item number.
 *
 * Each as `getProduct` answers it, in the order asked for, ids before numbers; null for what nothing has. The id of a product that was
 * merged into another one leads there. Of several products with one number it is the one that most shops sell.
 */
export declare const getProducts: <ThrowOnError extends boolean = false>(options?: Options<GetProductsData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<GetProductsResponses, GetProductsErrors, ThrowOnError, "fields">;
/**
 * One product with its offers and a recommendation.
 *
 * An id that does not have the form of an id is not found.
 */
export declare const getProduct: <ThrowOnError extends boolean = false>(options: Options<GetProductData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<GetProductResponses, GetProductErrors, ThrowOnError, "fields">;
/**
 * What a product cost.
 *
 * Without `store`: all shops together, a day at a time, with statistics and a verdict on the
 * current price. With it: the prices of one shop, one point for each day, the day's last price.
 * Days are UTC days; a range ends today.
 */
export declare const getPriceHistory: <ThrowOnError extends boolean = false>(options: Options<GetPriceHistoryData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<GetPriceHistoryResponses, GetPriceHistoryErrors, ThrowOnError, "fields">;
/**
 * Finds products by name, alias, model, variant or EAN.
 *
 * Best matches first; of equal matches the one with the lowest delivered price. With any parameter beside `q` the
 * answer is one page of the products that pass the filters, and says what else could be chosen.
 */
export declare const searchProducts: <ThrowOnError extends boolean = false>(options?: Options<SearchProductsData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<SearchProductsResponses, SearchProductsErrors, ThrowOnError, "fields">;
/**
 * The shops whose offers are compared.
 *
 * All of them, with their terms and the time of their last feed.
 */
export declare const listStores: <ThrowOnError extends boolean = false>(options?: Options<ListStoresData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<ListStoresResponses, ListStoresErrors, ThrowOnError, "fields">;
/**
 * The price watches of a client.
 *
 * All of them, the oldest first. Watches of other clients, workspaces and modes are not there.
 */
export declare const listPriceWatches: <ThrowOnError extends boolean = false>(options: Options<ListPriceWatchesData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<ListPriceWatchesResponses, ListPriceWatchesErrors, ThrowOnError, "fields">;
/**
 * Creates or replaces a price watch.
 *
 * A client has one watch of a product and channel: another one replaces target and address of the
 * first, which keeps its id and becomes active. A watch that begins below its target does not fire
 * until the price was at the target or above it once. `destination` is required for the email
 * channel; for the webhook channel it is kept and shown, not used.
 */
export declare const createPriceWatch: <ThrowOnError extends boolean = false>(options: Options<CreatePriceWatchData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<CreatePriceWatchResponses, CreatePriceWatchErrors, ThrowOnError, "fields">;
/**
 * Removes a price watch.
 *
 * Events that happened are delivered. An id that does not have the form of one is not found.
 */
export declare const deletePriceWatch: <ThrowOnError extends boolean = false>(options: Options<DeletePriceWatchData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<DeletePriceWatchResponses, DeletePriceWatchErrors, ThrowOnError, "fields">;
/**
 * Changes a price watch.
 *
 * What is not named stays. A new target or percent, and making a paused watch active, look at the price anew,
 * without an event.
 */
export declare const updatePriceWatch: <ThrowOnError extends boolean = false>(options: Options<UpdatePriceWatchData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<UpdatePriceWatchResponses, UpdatePriceWatchErrors, ThrowOnError, "fields">;
/**
 * Who did what about webhooks.
 *
 * The latest 100 entries of the key's mode, the newest first. What was refused for lack of rights, or
 * because of a state, is there as well.
 */
export declare const getWebhookAudit: <ThrowOnError extends boolean = false>(options?: Options<GetWebhookAuditData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<GetWebhookAuditResponses, GetWebhookAuditErrors, ThrowOnError, "fields">;
/**
 * Deliveries of events.
 *
 * The newest first, of all subscriptions of the key's mode or of one; they are kept for seven days.
 * Neither payloads nor URLs are there, nor anything that receivers answered but their status.
 */
export declare const listWebhookDeliveries: <ThrowOnError extends boolean = false>(options?: Options<ListWebhookDeliveriesData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<ListWebhookDeliveriesResponses, ListWebhookDeliveriesErrors, ThrowOnError, "fields">;
/**
 * One delivery, with its payload.
 */
export declare const getWebhookDelivery: <ThrowOnError extends boolean = false>(options: Options<GetWebhookDeliveryData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<GetWebhookDeliveryResponses, GetWebhookDeliveryErrors, ThrowOnError, "fields">;
/**
 * Tries a failed delivery again.
 *
 * The same event in the same bytes under the same ids, in a new cycle of up to eight attempts. At most
 * three times; the subscription has to be switched on, with URL and events as they were, and the price
 * that the event tells of has to be the current one. It takes a live key and the entitlement
 * `webhooks:manage`.
 */
export declare const retryWebhookDelivery: <ThrowOnError extends boolean = false>(options: Options<RetryWebhookDeliveryData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<RetryWebhookDeliveryResponses, RetryWebhookDeliveryErrors, ThrowOnError, "fields">;
/**
 * A summary of the deliveries that are kept.
 *
 * Of all subscriptions of the key's mode.
 */
export declare const getWebhookMetrics: <ThrowOnError extends boolean = false>(options?: Options<GetWebhookMetricsData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<GetWebhookMetricsResponses, GetWebhookMetricsErrors, ThrowOnError, "fields">;
/**
 * The webhook subscriptions of the workspace.
 *
 * The newest first; those of the key's mode. Secrets are not there.
 */
export declare const listWebhooks: <ThrowOnError extends boolean = false>(options?: Options<ListWebhooksData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<ListWebhooksResponses, ListWebhooksErrors, ThrowOnError, "fields">;
/**
 * Registers a webhook subscription.
 *
 * The answer has the signing secret, which is shown nowhere else. Events of the past are not
 * delivered. With a live key it takes the entitlement `webhooks:manage`; subscriptions of test keys
 * are apart, and nothing is sent to them.
 */
export declare const createWebhook: <ThrowOnError extends boolean = false>(options: Options<CreateWebhookData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<CreateWebhookResponses, CreateWebhookErrors, ThrowOnError, "fields">;
/**
 * Removes a webhook subscription.
 *
 * Deliveries that wait are cancelled, its secrets are erased; an attempt that runs cannot be called
 * back.
 */
export declare const deleteWebhook: <ThrowOnError extends boolean = false>(options: Options<DeleteWebhookData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<DeleteWebhookResponses, DeleteWebhookErrors, ThrowOnError, "fields">;
/**
 * One webhook subscription.
 */
export declare const getWebhook: <ThrowOnError extends boolean = false>(options: Options<GetWebhookData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<GetWebhookResponses, GetWebhookErrors, ThrowOnError, "fields">;
/**
 * Changes a webhook subscription.
 *
 * What is not named stays. `enabled` false pauses it: what waits goes on waiting, new events are not
 * queued. `enabled` true, also when it is true already, and another URL end a cooldown. Another URL or
 * other events cancel the deliveries that wait. Setting the URL or `enabled` true takes the entitlement
 * `webhooks:manage` with a live key.
 */
export declare const updateWebhook: <ThrowOnError extends boolean = false>(options: Options<UpdateWebhookData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<UpdateWebhookResponses, UpdateWebhookErrors, ThrowOnError, "fields">;
/**
 * Stops the reminders of an incident.
 *
 * The incident stays, and so do retries; only a delivery that arrives resolves it. Acknowledging again
 * changes nothing.
 */
export declare const acknowledgeIncident: <ThrowOnError extends boolean = false>(options: Options<AcknowledgeIncidentData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<AcknowledgeIncidentResponses, AcknowledgeIncidentErrors, ThrowOnError, "fields">;
/**
 * Tries the failed deliveries of a time again.
 *
 * Those to this subscription whose events happened from `from` until before `to`, the oldest first, each by the rules of
 * a single replay; at most 100 a request, fewer of many products. As long as the answer has a `next_offset` there may be more: send the same
 * `from` and `to` with it as `offset`, under another key. They wait their turn like everything else. It takes a live key
 * and the entitlement `webhooks:manage`.
 */
export declare const replayFailedDeliveries: <ThrowOnError extends boolean = false>(options: Options<ReplayFailedDeliveriesData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<ReplayFailedDeliveriesResponses, ReplayFailedDeliveriesErrors, ThrowOnError, "fields">;
/**
 * Prepares a new signing secret.
 *
 * The answer has it, and shows it nowhere else. The old one signs until the new one is activated, for
 * which there are 24 hours. With a live key it takes the entitlement `webhooks:manage`.
 */
export declare const prepareSecretRotation: <ThrowOnError extends boolean = false>(options: Options<PrepareSecretRotationData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<PrepareSecretRotationResponses, PrepareSecretRotationErrors, ThrowOnError, "fields">;
/**
 * Makes the prepared secret the one that signs.
 *
 * Every attempt that begins afterwards is signed with it; the old one is erased. Go on accepting the old
 * one for a minute. The preparation's Idempotency-Key cannot be used again. With a live key it takes the
 * entitlement `webhooks:manage`.
 */
export declare const activateSecretRotation: <ThrowOnError extends boolean = false>(options: Options<ActivateSecretRotationData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<ActivateSecretRotationResponses, ActivateSecretRotationErrors, ThrowOnError, "fields">;
/**
 * Discards a prepared secret.
 *
 * The old one goes on signing. `Idempotency-Key` may be left out here.
 */
export declare const cancelSecretRotation: <ThrowOnError extends boolean = false>(options: Options<CancelSecretRotationData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<CancelSecretRotationResponses, CancelSecretRotationErrors, ThrowOnError, "fields">;
/**
 * Queues a test event.
 *
 * The event `webhook.test` is sent whatever events the subscription asks for. That it is queued does not
 * say that it arrives: look for its delivery. An endpoint that cools down gets it afterwards. It takes a
 * live key and the entitlement `webhooks:manage`.
 */
export declare const testWebhook: <ThrowOnError extends boolean = false>(options: Options<TestWebhookData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<TestWebhookResponses, TestWebhookErrors, ThrowOnError, "fields">;
