import { randomUUID } from "node:crypto";
import { createClient } from "./generated/client/index.js";
import * as sdk from "./generated/sdk.gen.js";
import { retrying } from "./transport.js";
/** A service and a key for it. */
export class Cotejo {
    /** For the functions of `operations`: `operations.getInfo({ client: cotejo.generated, throwOnError: true })`. */
    generated;
    #clientId;
    constructor(url, key, options = {}) {
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
    async search(q, filters = {}) {
        return (await sdk.searchProducts(this.#with({ query: { ...(q === undefined ? {} : { q }), ...filters } }))).data;
    }
    /** Every product that matches, page after page, `limit` at a time. */
    async *searchAll(q, filters = {}) {
        let cursor = "";
        while (typeof cursor === "string") {
            const page = await this.search(q, { limit: 100, ...filters, cursor });
            yield* page.items;
            cursor = page.next_cursor;
        }
    }
    /** A product with its offers and a recommendation. */
    async product(canonical_product_id) {
        return (await sdk.getProduct(this.#with({ path: { canonical_product_id } }))).data;
    }
    /** Up to 50 products at once, by ids, numbers or both. */
    async products({ ids = [], eans = [] }) {
        const query = { ...(ids.length ? { ids: ids.join() } : {}), ...(eans.length ? { eans: eans.join() } : {}) };
        return (await sdk.getProducts(this.#with({ query }))).data;
    }
    /** Prices of days. */
    async history(canonical_product_id, query = {}) {
        return (await sdk.getPriceHistory(this.#with({ path: { canonical_product_id }, query }))).data;
    }
    /** Two to four products compared. */
    async compare(ids, query = {}) {
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
    async createWatch(canonical_product_id, target_price, more = {}) {
        const { idempotencyKey, ...members } = more;
        const target = target_price === null ? {} : { target_price };
        const body = { canonical_product_id, ...target, ...members };
        const headers = { ...this.#owner(), ...once({ idempotencyKey }) };
        return (await sdk.createPriceWatch(this.#with({ body, headers }))).data;
    }
    /** Changes members of a watch. */
    async updateWatch(watch_id, body) {
        return (await sdk.updatePriceWatch(this.#with({ path: { watch_id }, body, headers: this.#owner() }))).data;
    }
    /** Removes a watch. */
    async deleteWatch(watch_id) {
        await sdk.deletePriceWatch(this.#with({ path: { watch_id }, headers: this.#owner() }));
    }
    /** Every webhook, page after page. */
    webhooks() {
        return pages(async (query) => (await sdk.listWebhooks(this.#with({ query }))).data);
    }
    /** One webhook. */
    async webhook(id) {
        return (await sdk.getWebhook(this.#with({ path: { id } }))).data;
    }
    /** Registers an address; keep the answer's `signing_secret`. */
    async createWebhook(url, events, options = {}) {
        return (await sdk.createWebhook(this.#with({ body: { url, events }, headers: once(options) }))).data;
    }
    /** Changes `url`, `events` or `enabled`. */
    async updateWebhook(id, body, options = {}) {
        return (await sdk.updateWebhook(this.#with({ path: { id }, body, headers: once(options) }))).data;
    }
    /** Removes a webhook. */
    async deleteWebhook(id, options = {}) {
        await sdk.deleteWebhook(this.#with({ path: { id }, headers: once(options) }));
    }
    /** Queues a test event. */
    async testWebhook(id, options = {}) {
        const body = { confirm: true };
        return (await sdk.testWebhook(this.#with({ path: { id }, body, headers: once(options) }))).data;
    }
    /** Prepares a new secret, which signs nothing yet. */
    async prepareRotation(id, options = {}) {
        return (await sdk.prepareSecretRotation(this.#with({ path: { id }, headers: once(options) }))).data;
    }
    /** From now on the new secret signs. */
    async activateRotation(id, rotation_id, options = {}) {
        const body = { rotation_id, confirm: true };
        return (await sdk.activateSecretRotation(this.#with({ path: { id }, body, headers: once(options) }))).data;
    }
    /** Every delivery that is kept, page after page, the newest first. */
    deliveries(subscription_id) {
        const of = subscription_id === undefined ? {} : { subscription_id };
        return pages(async (query) => (await sdk.listWebhookDeliveries(this.#with({ query: { ...of, ...query } }))).data);
    }
    /** One delivery with its attempts and its payload. */
    async delivery(id) {
        return (await sdk.getWebhookDelivery(this.#with({ path: { id } }))).data;
    }
    /** Sends a failed delivery again. */
    async replay(id, options = {}) {
        return (await sdk.retryWebhookDelivery(this.#with({ path: { id }, headers: once(options) }))).data;
    }
    /**
     * Sends again what failed of the events from one instant until before another, in as many requests as it takes; how
     * many deliveries wait now, and how many cannot be replayed.
     */
    async replayFailed(id, from, to) {
        const taken = { queued: 0, refused: 0 };
        let offset = 0;
        while (typeof offset === "number") {
            const body = { from: from.toISOString(), to: to.toISOString(), offset };
            const answer = await sdk.replayFailedDeliveries(this.#with({ path: { id }, body, headers: once({}) }));
            const step = answer.data;
            taken.queued += step.queued;
            taken.refused += step.refused;
            offset = step.next_offset;
        }
        return taken;
    }
    #with(options = {}) {
        return { client: this.generated, throwOnError: true, ...options };
    }
    #owner() {
        if (!this.#clientId)
            throw new TypeError("clientId is needed for watches: new Cotejo(url, key, { clientId })");
        return { "X-Service-Client-Id": this.#clientId };
    }
}
function once({ idempotencyKey }) {
    return { "Idempotency-Key": idempotencyKey ?? randomUUID() };
}
async function* pages(page) {
    let offset = 0;
    while (offset !== null) {
        const { items, next_offset } = await page({ limit: 100, offset });
        yield* items;
        offset = next_offset;
    }
}
