import { randomUUID } from "node:crypto";

import { type Client, createClient } from "./generated/client/index.js";
import * as sdk from "./generated/sdk.gen.js";
import type * as types from "./generated/types.gen.js";
import { retrying, type Sending } from "./transport.js";

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
export class Cotejo {
  /** For the functions of `operations`: `operations.getInfo({ client: cotejo.generated, throwOnError: true })`. */
  readonly generated: Client;
  readonly #clientId: string | undefined;

  constructor(url: string, key: string, options: Options = {}) {
    const { clientId, ...sending } = options;
    this.#clientId = clientId;
    this.generated = createClient({
      baseUrl: `${url.replace(/\/+$/, "")}/v1`,
      auth: key,
      fetch: retrying(sending),
      headers: { "User-Agent": "cotejo-typescript/0.1.0" },
      throwOnError: true,
    });
  }

  /** What the service serves. */
  async info() {
    return (await sdk.getInfo(this.#with())).data;
  }

  /** All shops. */
  async stores() {
    return (await sdk.listStores(this.#with())).data;
  }

  /** One page of products. */
  async search(q?: string, filters: Filters & { cursor?: string } = {}) {
    return (await sdk.searchProducts(this.#with({ query: { ...(q === undefined ? {} : { q }), ...filters } }))).data;
  }

  /** Every product that matches, page after page, `limit` at a time. */
  async *searchAll(q?: string, filters: Filters = {}): AsyncGenerator<types.ProductSummary, void> {
    let cursor: string | null | undefined = "";
    while (typeof cursor === "string") {
      const page: types.SearchResponse = await this.search(q, { limit: 100, ...filters, cursor });
      yield* page.items;
      cursor = page.next_cursor;
    }
  }

  /** A product with its offers and a recommendation. */
  async product(canonical_product_id: string) {
    return (await sdk.getProduct(this.#with({ path: { canonical_product_id } }))).data;
  }

  /** Up to 50 products at once, by ids, numbers or both. */
  async products({ ids = [], eans = [] }: { ids?: string[]; eans?: string[] }) {
    const query = { ...(ids.length ? { ids: ids.join() } : {}), ...(eans.length ? { eans: eans.join() } : {}) };
    return (await sdk.getProducts(this.#with({ query }))).data;
  }

  /** Prices of days. */
  async history(canonical_product_id: string, query: types.GetPriceHistoryData["query"] = {}) {
    return (await sdk.getPriceHistory(this.#with({ path: { canonical_product_id }, query }))).data;
  }

  /** Two to four products compared. */
  async compare(ids: string[], query: Omit<types.CompareProductsData["query"], "ids"> = {}) {
    return (await sdk.compareProducts(this.#with({ query: { ids: ids.join(), ...query } }))).data;
  }

  /** The client's watches. */
  async watches() {
    return (await sdk.listPriceWatches(this.#with({ headers: this.#owner() }))).data;
  }

  /**
   * Waits for a price below the target, and tells `destination`, or webhooks with `channel: "webhook"`. With `condition:
   * "back_in_stock"` the target is null: it waits until the product can be had.
   */
  async createWatch(canonical_product_id: string, target_price: number | null, more: WatchOptions & Once = {}) {
    const { idempotencyKey, ...members } = more;
    const target = target_price === null ? {} : { target_price };
    const body = { canonical_product_id, ...target, ...members };
    const headers = { ...this.#owner(), ...once({ idempotencyKey }) };
    return (await sdk.createPriceWatch(this.#with({ body, headers }))).data;
  }

  /** Changes members of a watch. */
  async updateWatch(watch_id: string, body: types.PriceWatchPatch) {
    return (await sdk.updatePriceWatch(this.#with({ path: { watch_id }, body, headers: this.#owner() }))).data;
  }

  /** Removes a watch. */
  async deleteWatch(watch_id: string): Promise<void> {
    await sdk.deletePriceWatch(this.#with({ path: { watch_id }, headers: this.#owner() }));
  }

  /** Every webhook, page after page. */
  webhooks(): AsyncGenerator<types.Webhook, void> {
    return pages(async (query) => (await sdk.listWebhooks(this.#with({ query }))).data);
  }

  /** One webhook. */
  async webhook(id: string) {
    return (await sdk.getWebhook(this.#with({ path: { id } }))).data;
  }

  /** Registers an address; keep the answer's `signing_secret`. */
  async createWebhook(url: string, events: types.WebhookInput["events"], options: Once = {}) {
    return (await sdk.createWebhook(this.#with({ body: { url, events }, headers: once(options) }))).data;
  }

  /** Changes `url`, `events` or `enabled`. */
  async updateWebhook(id: string, body: types.WebhookPatch, options: Once = {}) {
    return (await sdk.updateWebhook(this.#with({ path: { id }, body, headers: once(options) }))).data;
  }

  /** Removes a webhook. */
  async deleteWebhook(id: string, options: Once = {}): Promise<void> {
    await sdk.deleteWebhook(this.#with({ path: { id }, headers: once(options) }));
  }

  /** Queues a test event. */
  async testWebhook(id: string, options: Once = {}) {
    const body = { confirm: true as const };
    return (await sdk.testWebhook(this.#with({ path: { id }, body, headers: once(options) }))).data;
  }

  /** Prepares a new secret, which signs nothing yet. */
  async prepareRotation(id: string, options: Once = {}) {
    return (await sdk.prepareSecretRotation(this.#with({ path: { id }, headers: once(options) }))).data;
  }

  /** From now on the new secret signs. */
  async activateRotation(id: string, rotation_id: string, options: Once = {}) {
    const body = { rotation_id, confirm: true as const };
    return (await sdk.activateSecretRotation(this.#with({ path: { id }, body, headers: once(options) }))).data;
  }

  /** Every delivery that is kept, page after page, the newest first. */
  deliveries(subscription_id?: string): AsyncGenerator<types.WebhookDelivery, void> {
    const of = subscription_id === undefined ? {} : { subscription_id };
    return pages(async (query) => (await sdk.listWebhookDeliveries(this.#with({ query: { ...of, ...query } }))).data);
  }

  /** One delivery with its attempts and its payload. */
  async delivery(id: string) {
    return (await sdk.getWebhookDelivery(this.#with({ path: { id } }))).data;
  }

  /** Sends a failed delivery again. */
  async replay(id: string, options: Once = {}) {
    return (await sdk.retryWebhookDelivery(this.#with({ path: { id }, headers: once(options) }))).data;
  }

  /**
   * Sends again what failed of the events from one instant until before another, in as many requests as it takes; how
   * many deliveries wait now, and how many cannot be replayed.
   */
  async replayFailed(id: string, from: Date, to: Date) {
    const taken = { queued: 0, refused: 0 };
    let offset: number | null | undefined = 0;
    while (typeof offset === "number") {
      const body = { from: from.toISOString(), to: to.toISOString(), offset };
      const answer = await sdk.replayFailedDeliveries(this.#with({ path: { id }, body, headers: once({}) }));
      const step: types.QueuedReplays = answer.data;
      taken.queued += step.queued;
      taken.refused += step.refused;
      offset = step.next_offset;
    }
    return taken;
  }

  #with<T extends object>(options: T = {} as T) {
    return { client: this.generated, throwOnError: true as const, ...options };
  }

  #owner() {
    if (!this.#clientId) throw new TypeError("clientId is needed for watches: new Cotejo(url, key, { clientId })");
    return { "X-Service-Client-Id": this.#clientId };
  }
}

function once({ idempotencyKey }: { idempotencyKey?: string | undefined }) {
  return { "Idempotency-Key": idempotencyKey ?? randomUUID() };
}

async function* pages<T>(
  page: (query: { limit: number; offset: number }) => Promise<{ items: T[]; next_offset: number | null }>,
): AsyncGenerator<T, void> {
  let offset: number | null = 0;
  while (offset !== null) {
    const { items, next_offset }: { items: T[]; next_offset: number | null } = await page({ limit: 100, offset });
    yield* items;
    offset = next_offset;
  }
}
