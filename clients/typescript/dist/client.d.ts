import { type Client } from "./generated/client/index.js";
import type * as types from "./generated/types.gen.js";
import { type Sending } from "./transport.js";
/** What a client may be told. */
export interface Options extends Sending {
    /** Whose watches they are. */
    clientId?: string;
}
/** A key of your own for what takes effect once; one is made up unless it is given. */
export interface Once {
    idempotencyKey?: string;
}
/** Parameters of a search, without those that pages are turned with. */
export type Filters = Omit<NonNullable<types.SearchProductsData["query"]>, "q" | "cursor">;
/** Members of a new watch besides product and target. */
export type WatchOptions = Omit<types.PriceWatchInput, "canonical_product_id" | "target_price">;
/** A service and a key for it. */
export declare class Cotejo {
    #private;
    /** For the functions of `operations`: `operations.getInfo({ client: cotejo.generated, throwOnError: true })`. */
    readonly generated: Client;
    constructor(url: string, key: string, options?: Options);
    /** What the service serves. */
    info(): Promise<types.Info>;
    /** All shops. */
    stores(): Promise<types.StoresResponse>;
    /** One page of products. */
    search(q?: string, filters?: Filters & {
        cursor?: string;
    }): Promise<types.SearchResponse>;
    /** Every product that matches, page after page, `limit` at a time. */
    searchAll(q?: string, filters?: Filters): AsyncGenerator<types.ProductSummary, void>;
    /** A product with its offers and a recommendation. */
    product(canonical_product_id: string): Promise<types.ProductComparison>;
    /** Up to 50 products at once, by ids, numbers or both. */
    products({ ids, eans }: {
        ids?: string[];
        eans?: string[];
    }): Promise<types.ProductsResponse>;
    /** Prices of days. */
    history(canonical_product_id: string, query?: types.GetPriceHistoryData["query"]): Promise<types.PriceHistory>;
    /** Two to four products compared. */
    compare(ids: string[], query?: Omit<types.CompareProductsData["query"], "ids">): Promise<types.ComparisonResponse>;
    /** The client's watches. */
    watches(): Promise<types.WatchlistResponse>;
    /**
     * Waits for a price below the target, and tells `destination`, or webhooks with `channel: "webhook"`. With `condition:
     * "back_in_stock"` the target is null: it waits until the product can be had.
     */
    createWatch(canonical_product_id: string, target_price: number | null, more?: WatchOptions & Once): Promise<types.PriceWatch>;
    /** Changes members of a watch. */
    updateWatch(watch_id: string, body: types.PriceWatchPatch): Promise<types.PriceWatch>;
    /** Removes a watch. */
    deleteWatch(watch_id: string): Promise<void>;
    /** Every webhook, page after page. */
    webhooks(): AsyncGenerator<types.Webhook, void>;
    /** One webhook. */
    webhook(id: string): Promise<types.Webhook>;
    /** Registers an address; keep the answer's `signing_secret`. */
    createWebhook(url: string, events: types.WebhookInput["events"], options?: Once): Promise<types.RegisteredWebhook>;
    /** Changes `url`, `events` or `enabled`. */
    updateWebhook(id: string, body: types.WebhookPatch, options?: Once): Promise<types.Webhook>;
    /** Removes a webhook. */
    deleteWebhook(id: string, options?: Once): Promise<void>;
    /** Queues a test event. */
    testWebhook(id: string, options?: Once): Promise<types.QueuedDelivery>;
    /** Prepares a new secret, which signs nothing yet. */
    prepareRotation(id: string, options?: Once): Promise<types.PreparedRotation>;
    /** From now on the new secret signs. */
    activateRotation(id: string, rotation_id: string, options?: Once): Promise<types.SecretRotation>;
    /** Every delivery that is kept, page after page, the newest first. */
    deliveries(subscription_id?: string): AsyncGenerator<types.WebhookDelivery, void>;
    /** One delivery with its attempts and its payload. */
    delivery(id: string): Promise<types.WebhookDeliveryDetail>;
    /** Sends a failed delivery again. */
    replay(id: string, options?: Once): Promise<types.QueuedDelivery>;
    /**
     * Sends again what failed of the events from one instant until before another, in as many requests as it takes; how
     * many deliveries wait now, and how many cannot be replayed.
     */
    replayFailed(id: string, from: Date, to: Date): Promise<{
        queued: number;
        refused: number;
    }>;
}
