"""The client against a real service: `clients/tests/run.sh BINARY` runs it."""

import base64
import hashlib
import hmac
import json
import os
import pathlib
import re
import socket
import time
import unittest
import urllib.request
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

import cotejo
from cotejo.transport import wait_told

URL, DIRECT, KEY = (os.environ[name] for name in ("COTEJO_URL", "COTEJO_DIRECT", "COTEJO_KEY"))
FOLDER = pathlib.Path(__file__).resolve().parent.parent
HOOK = "https://hooks.receiver.test/prices"


def world(method, path):
    asked = urllib.request.Request(os.environ["COTEJO_WORLD"] + path, method=method)
    with urllib.request.urlopen(asked) as answer:
        return json.load(answer)


def client(name, **more):
    return cotejo.Cotejo(URL, KEY, client_id=name, **more)


class Reading(unittest.TestCase):
    def test_products_are_searched_page_by_page_shown_and_compared(self):
        with client("reader") as service:
            self.assertEqual(service.search("nova x1").items[0].canonical_product_id, "nova_x1")
            world("GET", "/passed")
            found = [item.canonical_product_id for item in service.search_all("nova", limit=1)]
            self.assertEqual(sorted(found), ["nova_x1", "nova_x2", "nova_x3"])
            self.assertEqual(world("GET", "/passed"), {"GET": 3})
            self.assertEqual(service.product("nova_x2").offers[0].price, 199.0)
            both = service.products(ids=["nova_x1", "nothing"]).items
            self.assertEqual([item.found is None for item in both], [False, True])
            history = service.history("nova_x2", range_="30d")
            self.assertEqual(history.series[-1].min_price, 199.0)
            shop = service.history("nova_x2", store="Shop One")
            self.assertEqual(shop.points[-1].price, 199.0)
            compared = service.compare(["nova_x2", "nova_x3"])
            self.assertEqual([p.canonical_product_id for p in compared.products], ["nova_x2", "nova_x3"])
            self.assertEqual(service.stores().items[0].store, "Shop One")
            self.assertEqual(service.info().currency, "EUR")

    def test_refusals_are_exceptions_of_their_kind(self):
        with client("reader") as service:
            with self.assertRaises(cotejo.NotFound) as refused:
                service.product("nothing")
            self.assertEqual((refused.exception.status, refused.exception.code), (404, "not_found"))
            self.assertTrue(refused.exception.request_id)
            with self.assertRaises(cotejo.InvalidRequest) as refused:
                service.search("")
            self.assertEqual(refused.exception.details[0]["field"], "q")
        with self.assertRaises(cotejo.NotAuthenticated):
            cotejo.Cotejo(URL, "pcs_live_wrong").info()
        with self.assertRaises(ValueError):
            cotejo.Cotejo(URL, KEY).watches()

    def test_the_kept_description_is_the_one_that_is_served(self):
        with urllib.request.urlopen(DIRECT + "/openapi.json") as answer:
            served = json.load(answer)
        kept = json.loads((FOLDER.parent / "openapi.json").read_text())
        self.assertEqual(kept, served, "`make clients` is due")


class Sending(unittest.TestCase):
    def test_a_cut_connection_makes_one_watch(self):
        with client("cut-python") as service:
            world("GET", "/passed")
            world("POST", "/answer?with=1")
            made = service.create_watch("nova_x2", 150, destination="ann@example.com")
            self.assertEqual(world("GET", "/passed"), {"POST": 2})
            self.assertEqual([watch.id for watch in service.watches().items], [made.id])

    def test_what_has_no_key_is_not_sent_again(self):
        with client("patched-py") as service:
            made = service.create_watch("nova_x2", 150, destination="ann@example.com", idempotency_key="patched-1")
            again = service.create_watch("nova_x2", 150, destination="ann@example.com", idempotency_key="patched-1")
            self.assertEqual(made.id, again.id)
            with self.assertRaises(cotejo.IdempotencyKeyReused):
                service.create_watch("nova_x2", 140, destination="ann@example.com", idempotency_key="patched-1")
            world("GET", "/passed")
            world("POST", "/answer?with=1")
            with self.assertRaises(cotejo.ConnectionFailed):
                service.update_watch(made.id, target_price=140)
            self.assertEqual(world("GET", "/passed"), {"PATCH": 1})
            self.assertEqual(service.update_watch(made.id, status="paused").status, "paused")
            service.delete_watch(made.id)
            self.assertEqual(service.watches().items, [])

    def test_retry_after_is_waited_for_and_never_too_long(self):
        with client("waiting") as service:
            world("POST", "/say?status=429&after=1")
            began = time.monotonic()
            service.info()
            self.assertGreaterEqual(time.monotonic() - began, 1)
            world("POST", "/say?status=503&after=3600")
            with self.assertRaises(cotejo.ServerError) as refused:
                service.info()
            self.assertEqual(refused.exception.retry_after, 3600)
        for value, least, most in [("7", 7, 7), (format_datetime(datetime.now(timezone.utc)), 0, 1)]:
            self.assertTrue(least <= wait_told(value) <= most, value)
        for nonsense in [None, "", "soon", "-1", "²"]:
            self.assertIsNone(wait_told(nonsense))

    def test_attempts_end(self):
        with client("ending", retries=1) as service:
            world("GET", "/passed")
            world("POST", "/answer?with=2")
            with self.assertRaises(cotejo.ConnectionFailed):
                service.info()
            self.assertEqual(world("GET", "/passed"), {"GET": 2})
        with socket.create_server(("127.0.0.1", 0)) as silent:
            url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            with cotejo.Cotejo(url, KEY, timeout=0.05, retries=1) as service, self.assertRaises(cotejo.ConnectionFailed):
                service.info()


class Webhooks(unittest.TestCase):
    def test_a_delivery_is_believed_only_as_it_came_and_in_time(self):
        with client("python-hooks") as service:
            before = len(world("GET", "/received?count=0"))
            hook = service.create_webhook(HOOK, ["watchlist.triggered"])
            self.assertIn(hook.id, [other.id for other in service.webhooks()])
            service.create_watch("nova_x1", 95, channel="webhook")
            world("POST", "/price?value=89.90")
            came = world("GET", f"/received?count={before + 1}")[before]
            header, body, secret = came["signature"], base64.b64decode(came["body"]), hook.signing_secret
            event = cotejo.verified(secret, header, body)
            self.assertEqual((event["type"], event["data"]["current_price"]), ("watchlist.triggered", 89.9))
            at = int(header[2:].split(",")[0])
            standard = came["standard"]
            key = base64.b64decode(cotejo.standard_secret(secret).removeprefix("whsec_"))
            signed = f"{event['id']}.{at}.".encode() + body
            code = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
            self.assertEqual(standard, {"webhook-id": event["id"], "webhook-timestamp": str(at),
                                        "webhook-signature": f"v1,{code}"})
            self.assertTrue(cotejo.is_genuine(secret, header, body, now=at + 300))
            for false in [(secret, header, body + b" ", at), (secret, header, body.replace(b"89.9", b"1.9"), at),
                          ("whsec_other", header, body, at), ("", header, body, at), (secret, None, body, at),
                          (secret, header, body, at + 301), (secret, header, body, at - 301)]:
                self.assertFalse(cotejo.is_genuine(*false[:3], now=false[3]), false)
                with self.assertRaises(cotejo.SignatureRefused):
                    cotejo.verified(*false[:3], now=false[3])
            rotation = service.prepare_rotation(hook.id)
            service.activate_rotation(hook.id, rotation.rotation_id)
            queued = service.test_webhook(hook.id)
            came = world("GET", f"/received?count={before + 2}")[before + 1]
            header, body, new = came["signature"], base64.b64decode(came["body"]), rotation.signing_secret
            self.assertFalse(cotejo.is_genuine(secret, header, body))
            for secrets in (new, [secret, new], [new, secret]):
                self.assertEqual(cotejo.verified(secrets, header, body)["type"], "webhook.test")
            shown = service.delivery(queued.delivery_id)
            self.assertEqual((shown.id, shown.payload.encode()), (queued.delivery_id, body))
            self.assertEqual(len(list(service.deliveries(hook.id))), 2)
            now = datetime.now(timezone.utc)
            self.assertEqual(service.replay_failed(hook.id, now - timedelta(hours=1), now), (0, 0))
            service.delete_webhook(hook.id)
            world("POST", "/price?value=100.00")


class Readme(unittest.TestCase):
    def test_the_first_lines_do_what_they_say(self):
        code = re.search(r"```python\n(.*?)```", (FOLDER / "README.md").read_text(), re.S)[1]
        code = code.replace("https://prices.example.com", URL).replace("pcs_live_…", KEY)
        self.assertLessEqual(len(code.strip().splitlines()), 5)
        names = {}
        exec(code, names)
        self.assertTrue(names["watch"].id)


if __name__ == "__main__":
    unittest.main()
