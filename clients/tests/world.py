"""A service, a proxy before it that cuts connections, and a receiver of webhooks; runs a command with them.

    world.py BINARY COMMAND...

The command finds in its environment: COTEJO_URL (the proxy), COTEJO_DIRECT (the service), COTEJO_KEY, and
COTEJO_WORLD, an address that is asked for what an operator or a receiver does:

    POST /price?value=89.90     imports a feed with this price
    POST /answer?with=N         the proxy passes N requests on, loses their answers and cuts the connection
    POST /say?status=429&after=1   the proxy answers the next request itself, without passing it on
    GET  /passed                how many requests of each method the proxy has passed on since the last time
    GET  /received?count=2      what the receiver has, when it has so many: [{"signature", "body", "standard"}] (body in base64)
"""

import base64
import collections
import json
import os
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

HOST = "hooks.receiver.test"
DEADLINE = 60
SCOPES = ["catalog:read", "comparison:read", "watchlists:write", "webhooks:write"]
CATALOGUE = "canonical_product_id,product_name,brand,model,category,eans\n" + "".join(
    f"nova_x{n},Nova X{n},Nova,X{n},Smartphones,{ean}\n"
    for n, ean in enumerate(["4006381333931", "4006381333948", "4006381333955"], 1))


def offers(price):
    lines = [f"a{n},Nova X{n},Nova,{ean},{cost},in_stock,https://shop.example/a{n}" for n, ean, cost in
             [(1, "4006381333931", price), (2, "4006381333948", "199.00"), (3, "4006381333955", "299.00")]]
    return "offer_id,title,brand,ean,price,availability,url\n" + "\n".join(lines) + "\n"


class Quiet(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def body(self):
        return self.rfile.read(int(self.headers.get("content-length") or 0))

    def answer(self, status, content=b"", headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def listening(handler, tls=None):
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def certificate(folder):
    """An authority for one name, as files."""
    key, chain = folder / "key.pem", folder / "cert.pem"
    ca_key, ca = folder / "ca-key.pem", folder / "ca.pem"
    extensions = folder / "ext"
    extensions.write_text(f"subjectAltName=DNS:{HOST}\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n")
    new = ["openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    for command in [
        [*new, "-x509", "-days", "2", "-keyout", ca_key, "-out", ca, "-subj", "/CN=tests"],
        [*new, "-keyout", key, "-out", folder / "csr", "-subj", f"/CN={HOST}"],
        ["openssl", "x509", "-req", "-in", folder / "csr", "-CA", ca, "-CAkey", ca_key, "-CAcreateserial", "-days", "2",
         "-extfile", extensions, "-out", chain],
    ]:
        subprocess.run(command, check=True, capture_output=True)
    return ca, chain, key


class World:
    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        self.received, self.passed = [], collections.Counter()
        self.lost, self.said, self.lock = 0, [], threading.Lock()
        ca, chain, key = certificate(folder)
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(chain, key)
        receiver = listening(self.receiver(), tls)
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("PCS_")} | {
            "DATABASE_URL": f"sqlite://{folder}/prices.sqlite", "PCS_LISTEN": "127.0.0.1:0",
            "PCS_ADMIN_LISTEN": "127.0.0.1:0", "PCS_LOG_FORMAT": "json", "PCS_WEBHOOK_TEST_INTERVAL": "1ms",
            "PCS_WEBHOOK_EXTRA_CA": str(ca), "PCS_WEBHOOK_RESOLVE": f"{HOST}:443:127.0.0.1:{receiver}",
            "PCS_WEBHOOK_ALLOW_CIDR": "127.0.0.0/8", "PCS_WEBHOOK_RETRY_BASE": "20ms"}
        (folder / "products.csv").write_text(CATALOGUE)
        self.run("catalog", "import", "products.csv")
        self.run("store", "set", "Shop One", "--delivery-cost", "0", "--delivery-days", "1")
        self.price("100.00")
        self.run("workspace", "set", "test", "--entitlement", "webhooks:manage")
        given = [word for scope in SCOPES for word in ("--scope", scope)]
        self.key = self.run("keys", "create", "--workspace", "test", *given).strip()
        self.port = self.serve()

    def run(self, *arguments, text=None):
        ran = subprocess.run([self.binary, *arguments], cwd=self.folder, env=self.environment, input=text, text=True,
                             capture_output=True)
        if ran.returncode:
            raise SystemExit(f"{arguments}: {ran.stderr}")
        return ran.stdout

    def price(self, value):
        self.run("import", "-", "--store", "Shop One", text=offers(value))

    def serve(self):
        log = (self.folder / "log").open("wb")
        self.service = subprocess.Popen([self.binary, "serve"], cwd=self.folder, env=self.environment,
                                        stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end:
            told = (self.folder / "log").read_text()
            found = re.search(r'"address":"127\.0\.0\.1:(\d+)","admin":"127\.0\.0\.1:(\d+)"', told)
            if found:
                try:
                    with urlopen(f"http://127.0.0.1:{found[2]}/readyz") as answer:
                        if answer.status == 200:
                            return int(found[1])
                except OSError:
                    pass
            if self.service.poll() is not None:
                break
            time.sleep(0.02)
        raise SystemExit(f"the service is not ready: {(self.folder / 'log').read_text()}")

    def receiver(world):
        class Receiver(Quiet):
            def do_POST(self):
                body = self.body()
                world.received.append({"signature": self.headers["x-webhook-signature"],
                                       "body": base64.b64encode(body).decode(),
                                       "standard": {name: self.headers[name] for name in
                                                    ("webhook-id", "webhook-timestamp", "webhook-signature")}})
                self.answer(204)
        return Receiver

    def proxy(world):
        class Proxy(Quiet):
            def passing(self):
                body = self.body()
                with world.lock:
                    said = world.said.pop(0) if world.said else None
                if said:
                    status, after = said
                    headers = [("Retry-After", after)] if after else []
                    return self.answer(status, b'{"error":"rate_limited","message":"later","request_id":"r"}', headers)
                with world.lock:
                    world.passed[self.command] += 1
                    loses = world.lost > 0
                    world.lost -= loses
                head = f"{self.command} {self.path} HTTP/1.1\r\n" + "".join(
                    f"{name}: {value}\r\n" for name, value in self.headers.items()
                    if name.lower() not in ("connection", "accept-encoding", "keep-alive"))
                with socket.create_connection(("127.0.0.1", world.port)) as service:
                    service.sendall((head + "connection: close\r\n\r\n").encode() + body)
                    answer = b"".join(iter(lambda: service.recv(65536), b""))
                if not loses:
                    self.wfile.write(answer)
                self.wfile.flush()
                self.close_connection = True

            do_GET = do_POST = do_PATCH = do_DELETE = passing
        return Proxy

    def control(world):
        class Control(Quiet):
            def acting(self):
                self.body()
                url = urlsplit(self.path)
                given = {name: values[0] for name, values in parse_qs(url.query).items()}
                self.answer(200, json.dumps(world.act(url.path, given)).encode())

            do_GET = do_POST = acting
        return Control

    def act(self, path, given):
        if path == "/price":
            self.price(given["value"])
        elif path == "/answer":
            self.lost = int(given["with"])
        elif path == "/say":
            self.said.append((int(given["status"]), given.get("after")))
        elif path == "/passed":
            with self.lock:
                passed, self.passed = dict(self.passed), collections.Counter()
            return passed
        elif path == "/received":
            end = time.monotonic() + DEADLINE
            while len(self.received) < int(given["count"]) and time.monotonic() < end:
                time.sleep(0.01)
            return self.received
        return {}


def main():
    binary, *command = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        world = World(os.path.abspath(binary), Path(folder))
        try:
            told = {"COTEJO_URL": f"http://127.0.0.1:{listening(world.proxy())}",
                    "COTEJO_DIRECT": f"http://127.0.0.1:{world.port}", "COTEJO_KEY": world.key,
                    "COTEJO_WORLD": f"http://127.0.0.1:{listening(world.control())}"}
            status = subprocess.run(command, env=os.environ | told).returncode
        finally:
            world.service.terminate()
            world.service.wait()
    sys.exit(status)


if __name__ == "__main__":
    main()
