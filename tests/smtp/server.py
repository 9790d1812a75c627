"""A mail server for tests: real SMTP (aiosmtpd) on a free port of 127.0.0.1, that misbehaves on request.

    server.py --record FILE [--script FILE] [--tls CERT KEY [--starttls]] [--login USER PASSWORD]

The first line of its output is its port. It ends when its input does.

The script has one line per wish, `WHOM ACTION`: WHOM is the address of a recipient, `*` for any mail, or
`connection`. The first line that fits is used up by one mail (or connection); without one, everything is
accepted. A script that is replaced (by renaming another file to its name) is begun anew.

    accept
    refuse-rcpt-CODE    refuse-data-CODE    answer this after RCPT, or after the mail
    stall-rcpt          stall-data          never answer
    slow-data-SECONDS                       accept the mail after so long
    drop-rcpt           drop-in-data        close the connection after RCPT; when the mail has begun
    drop-data                               close it when the whole mail has come, which is kept
    refuse-CODE                             (connection) answer this instead of a greeting, and close

Every mail, however it ended, is one line of JSON in the record, written before it is answered: action,
taken (whether the server would deliver it), from, to, tls, login, and as far as the content came: content
(as it came, byte for byte), and what the standard library reads in it: headers (pairs, decoded), subject,
message_id, parts (type and text of each), defects.
"""

import argparse
import asyncio
import json
import logging
import os
import re
import ssl
import sys
import threading
import traceback
import warnings
from email import message_from_bytes
from email.policy import default as modern

from aiosmtpd.smtp import SMTP, AuthResult, TLSSetupException


class Script:
    """What is wished, in order."""

    def __init__(self, path):
        self.path = path
        self.version = None
        self.wishes = []

    def next(self, whom):
        """Takes the first action for one of these."""
        self.reload()
        for place, (wanted, action) in enumerate(self.wishes):
            if wanted in whom:
                del self.wishes[place]
                return action
        return "accept"

    def reload(self):
        if self.path is None or not os.path.exists(self.path):
            return
        stat = os.stat(self.path)
        version = (stat.st_ino, stat.st_mtime_ns)
        if version == self.version:
            return
        self.version = version
        with open(self.path, encoding="ascii") as script:
            lines = [line.split() for line in script if line.strip()]
        self.wishes = [(whom.lower(), action) for whom, action in lines]


def described(content):
    """What the standard library, which did not write the mail, reads in it."""
    message = message_from_bytes(content, policy=modern)
    parts = [part for part in message.walk() if not part.is_multipart()]
    defects = [part.defects for part in message.walk()]
    defects += [header.defects for header in message.values()]
    return {
        "content": content.decode("latin-1"),
        "headers": [[name, str(value)] for name, value in message.items()],
        "subject": str(message["subject"]),
        "message_id": str(message["message-id"]),
        "parts": [[part.get_content_type(), part.get_content()] for part in parts],
        "defects": [repr(defect) for found in defects for defect in found],
    }


class Office:
    """The rules of this server, and its record."""

    def __init__(self, script, record):
        self.script = script
        self.record = record

    def write(self, server, session, envelope, to, taken):
        mail = {
            "action": envelope.action,
            "taken": taken,
            "from": envelope.mail_from,
            "to": to,
            "tls": session.ssl is not None or server.transport.get_extra_info("ssl_object") is not None,
            "login": session.auth_data,
        }
        if envelope.content is not None:
            mail.update(described(envelope.content))
        line = json.dumps(mail, ensure_ascii=True) + "\n"
        with open(self.record, "ab", buffering=0) as record:
            record.write(line.encode("ascii"))

    async def handle_exception(self, error):
        # a client that does not trust our certificate is none of our faults
        if not isinstance(error, TLSSetupException):
            traceback.print_exception(type(error), error, error.__traceback__)
        return "500 the server failed"

    async def handle_RCPT(self, server, session, envelope, address, options):
        action = envelope.action = self.script.next({address.lower(), "*"})
        refused = re.fullmatch(r"refuse-rcpt-(\d{3})", action)
        if refused:
            self.write(server, session, envelope, [address], False)
            return f"{refused[1]} said the script about {address}"
        if action in ("stall-rcpt", "drop-rcpt"):
            self.write(server, session, envelope, [address], False)
            await ended(server, action)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        action = envelope.action
        refused = re.fullmatch(r"refuse-data-(\d{3})", action)
        slow = re.fullmatch(r"slow-data-(\d+)", action)
        taken = action in ("accept", "drop-data") or slow is not None
        self.write(server, session, envelope, envelope.rcpt_tos, taken)
        if refused:
            return f"{refused[1]} said the script"
        if action in ("stall-data", "drop-data"):
            await ended(server, action)
        if slow:
            await asyncio.sleep(int(slow[1]))
        return "250 OK"


async def ended(server, action):
    """Drops the connection, or waits until the client does: this task is cancelled then."""
    if action.startswith("drop"):
        server.transport.abort()
    await asyncio.Event().wait()


class ScriptedSMTP(SMTP):
    """The points of the conversation at which aiosmtpd asks nobody."""

    async def _handle_client(self):
        action = self.event_handler.script.next({"connection"})
        refused = re.fullmatch(r"refuse-(\d{3})", action)
        if refused:
            await self.push(f"{refused[1]} said the script")
            self.transport.close()
            return
        await super()._handle_client()

    async def smtp_DATA(self, arg):
        if getattr(self.envelope, "action", None) == "drop-in-data":
            await self.push("354 go ahead")
            await self._reader.readuntil(b"\r\n")
            self.event_handler.write(self, self.session, self.envelope, self.envelope.rcpt_tos, False)
            await ended(self, "drop-in-data")
        await super().smtp_DATA(arg)


def authenticator(login):
    def check(server, session, envelope, mechanism, data):
        given = (data.login.decode(), data.password.decode())
        # what is kept of a sign-in is its user
        return AuthResult(success=given == tuple(login), auth_data=given[0])

    return check


def end_with_input():
    sys.stdin.buffer.read()
    os._exit(0)


async def serve(args):
    office = Office(Script(args.script), args.record)
    context = None
    if args.tls:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*args.tls)
    more = {}
    if args.starttls:
        more["tls_context"] = context
    if args.login:
        more["authenticator"] = authenticator(args.login)
        more["auth_required"] = True
        # with TLS from the first byte aiosmtpd does not see that there is TLS
        more["auth_require_tls"] = args.starttls

    def conversation():
        return ScriptedSMTP(office, hostname="localhost", loop=asyncio.get_running_loop(), **more)

    loop = asyncio.get_running_loop()
    at_once = None if args.starttls else context
    server = await loop.create_server(conversation, "127.0.0.1", 0, ssl=at_once)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--record", required=True)
    parser.add_argument("--script")
    parser.add_argument("--tls", nargs=2, metavar=("CERT", "KEY"))
    parser.add_argument("--starttls", action="store_true")
    parser.add_argument("--login", nargs=2, metavar=("USER", "PASSWORD"))
    args = parser.parse_args()
    # about passwords without TLS, which only look so
    warnings.simplefilter("ignore")
    logging.getLogger("mail.log").setLevel(logging.CRITICAL)
    threading.Thread(target=end_with_input, daemon=True).start()
    asyncio.run(serve(args))


if __name__ == "__main__":
    main()
