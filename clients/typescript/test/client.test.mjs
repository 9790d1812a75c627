// The client against a real service: `clients/tests/run.sh BINARY` runs it.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import * as cotejo from "../dist/index.js";
import { waitTold } from "../dist/transport.js";

const { COTEJO_URL: URL_, COTEJO_KEY: KEY, COTEJO_WORLD: WORLD } = process.env;
const FOLDER = new URL("..", import.meta.url);
const HOOK = "https://hooks.receiver.test/prices";

const world = async (method, path) => (await fetch(WORLD + path, { method })).json();
const client = (clientId, more = {}) => new cotejo.Cotejo(URL_, KEY, { clientId, ...more });
const all = async (pages) => {
  const found = [];
  for await (const item of pages) found.push(item);
  return found;
};

test("products are searched page by page, shown and compared", async () => {
  const service = client("reader");
  assert.equal((await service.search("nova x1")).items[0].canonical_product_id, "nova_x1");
  await world("GET", "/passed");
  const found = await all(service.searchAll("nova", { limit: 1 }));
  assert.deepEqual(found.map((item) => item.canonical_product_id).sort(), ["nova_x1", "nova_x2", "nova_x3"]);
  assert.deepEqual(await world("GET", "/passed"), { GET: 3 });
  assert.equal((await service.product("nova_x2")).offers[0].price, 199);
  const both = await service.products({ ids: ["nova_x1", "nothing"] });
  assert.deepEqual(both.items.map((item) => item.found === null), [false, true]);
  assert.equal((await service.history("nova_x2", { range: "30d" })).series.at(-1).min_price, 199);
  assert.equal((await service.history("nova_x2", { store: "Shop One" })).points.at(-1).price, 199);
  const compared = await service.compare(["nova_x2", "nova_x3"]);
  assert.deepEqual(compared.products.map((p) => p.canonical_product_id), ["nova_x2", "nova_x3"]);
  assert.equal((await service.stores()).items[0].store, "Shop One");
  assert.equal((await service.info()).currency, "EUR");
});

test("refusals are errors of their kind", async () => {
  const service = client("reader");
  await assert.rejects(service.product("nothing"), (error) => {
    assert.ok(error instanceof cotejo.NotFound && error.requestId);
    return error.status === 404 && error.code === "not_found";
  });
  await assert.rejects(service.search(""), (error) => error instanceof cotejo.InvalidRequest && error.details[0].field === "q");
  await assert.rejects(new cotejo.Cotejo(URL_, "pcs_live_wrong").info(), cotejo.NotAuthenticated);
  await assert.rejects(new cotejo.Cotejo(URL_, KEY).watches(), TypeError);
});

test("a cut connection makes one watch", async () => {
  const service = client("cut-node");
  await world("GET", "/passed");
  await world("POST", "/answer?with=1");
  const made = await service.createWatch("nova_x2", 150, { destination: "ann@example.com" });
  assert.deepEqual(await world("GET", "/passed"), { POST: 2 });
  assert.deepEqual((await service.watches()).items.map((watch) => watch.id), [made.id]);
});

test("what has no key is not sent again", async () => {
  const service = client("patched-node");
  const wanted = { destination: "ann@example.com", idempotencyKey: "patched-node-1" };
  const made = await service.createWatch("nova_x2", 150, wanted);
  assert.equal((await service.createWatch("nova_x2", 150, wanted)).id, made.id);
  await assert.rejects(service.createWatch("nova_x2", 140, wanted), cotejo.IdempotencyKeyReused);
  await world("GET", "/passed");
  await world("POST", "/answer?with=1");
  await assert.rejects(service.updateWatch(made.id, { target_price: 140 }), cotejo.ConnectionFailed);
  assert.deepEqual(await world("GET", "/passed"), { PATCH: 1 });
  assert.equal((await service.updateWatch(made.id, { status: "paused" })).status, "paused");
  await service.deleteWatch(made.id);
  assert.deepEqual((await service.watches()).items, []);
});

test("Retry-After is waited for, and never too long", async () => {
  const service = client("waiting");
  await world("POST", "/say?status=429&after=1");
  const began = performance.now();
  await service.info();
  assert.ok(performance.now() - began >= 990);
  await world("POST", "/say?status=503&after=3600");
  await assert.rejects(service.info(), (error) => error instanceof cotejo.ServerError && error.retryAfter === 3600);
  assert.equal(waitTold("7"), 7);
  assert.ok(waitTold(new Date(Date.now() + 5000).toUTCString()) <= 5);
  for (const nonsense of [null, "", "soon", "-1", "1.5"]) assert.equal(waitTold(nonsense), undefined);
});

test("attempts end, by number and by time", async () => {
  await world("GET", "/passed");
  await world("POST", "/answer?with=2");
  await assert.rejects(client("ending", { retries: 1 }).info(), cotejo.ConnectionFailed);
  assert.deepEqual(await world("GET", "/passed"), { GET: 2 });
  const never = (_, { signal }) => new Promise((_, no) => {
    const alive = setInterval(() => {}, 1000);
    signal.onabort = () => (clearInterval(alive), no(signal.reason));
  });
  await assert.rejects(client("ending", { fetch: never, timeout: 20, retries: 1 }).info(), cotejo.ConnectionFailed);
});

test("a delivery is believed only as it came, and in time", async () => {
  const service = client("node-hooks");
  const before = (await world("GET", "/received?count=0")).length;
  const hook = await service.createWebhook(HOOK, ["watchlist.triggered"]);
  assert.ok((await all(service.webhooks())).some(({ id }) => id === hook.id));
  await service.createWatch("nova_x1", 95, { channel: "webhook" });
  await world("POST", "/price?value=89.90");
  const arrived = async (index) => {
    const came = (await world("GET", `/received?count=${index + 1}`))[index];
    return [came.signature, Buffer.from(came.body, "base64"), came.standard];
  };
  const secret = hook.signing_secret;
  const [header, body, standard] = await arrived(before);
  const event = cotejo.verified(secret, header, body);
  assert.deepEqual([event.type, event.data.current_price], ["watchlist.triggered", 89.9]);
  const at = Number(header.slice(2).split(",")[0]);
  const key = Buffer.from(cotejo.standardSecret(secret).replace(/^whsec_/, ""), "base64");
  const code = createHmac("sha256", key).update(`${event.id}.${at}.`).update(body).digest("base64");
  const expected = { "webhook-id": event.id, "webhook-timestamp": `${at}`, "webhook-signature": `v1,${code}` };
  assert.deepEqual(standard, expected);
  assert.ok(cotejo.isGenuine(secret, header, body, { now: at + 300 }));
  const tampered = Buffer.from(body.toString().replace("89.9", "1.9"));
  for (const [secrets, head, content, now] of [
    [secret, header, Buffer.concat([body, Buffer.from(" ")]), at],
    [secret, header, tampered, at],
    ["whsec_other", header, body, at],
    ["", header, body, at],
    [secret, undefined, body, at],
    [secret, header, body, at + 301],
    [secret, header, body, at - 301],
  ]) {
    assert.equal(cotejo.isGenuine(secrets, head, content, { now }), false);
    assert.throws(() => cotejo.verified(secrets, head, content, { now }), cotejo.SignatureRefused);
  }
  const rotation = await service.prepareRotation(hook.id);
  await service.activateRotation(hook.id, rotation.rotation_id);
  const queued = await service.testWebhook(hook.id);
  const [signed, tested] = await arrived(before + 1);
  assert.equal(cotejo.isGenuine(secret, signed, tested), false);
  const fresh = rotation.signing_secret;
  for (const secrets of [fresh, [secret, fresh], [fresh, secret]]) {
    assert.equal(cotejo.verified(secrets, signed, tested).type, "webhook.test");
  }
  const shown = await service.delivery(queued.delivery_id);
  assert.deepEqual([shown.id, shown.payload], [queued.delivery_id, tested.toString()]);
  assert.equal((await all(service.deliveries(hook.id))).length, 2);
  const lastHour = await service.replayFailed(hook.id, new Date(Date.now() - 3600_000), new Date());
  assert.deepEqual(lastHour, { queued: 0, refused: 0 });
  await service.deleteWebhook(hook.id);
  await world("POST", "/price?value=100.00");
});

test("the first lines of the README do what they say", async () => {
  const readme = readFileSync(new URL("README.md", FOLDER), "utf8");
  const code = /```typescript\n(.*?)```/s.exec(readme)[1];
  assert.ok(code.trim().split("\n").length <= 5);
  const folder = mkdtempSync(join(tmpdir(), "cotejo-"));
  const file = join(folder, "first.mjs");
  const built = new URL("dist/index.js", FOLDER).href;
  const said = code.replace('"cotejo"', JSON.stringify(built)).replace("https://prices.example.com", URL_);
  writeFileSync(file, `${said.replace("pcs_live_…", KEY)}\nexport { watch };\n`);
  try {
    assert.ok((await import(pathToFileURL(file))).watch.id);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
