#!/usr/bin/env python3
# [example]
import hashlib
import hmac
import re


def verify(secrets: list[str], header: str, body: bytes, now: int) -> bool:
    """Whether one of the secrets signed this body within five minutes of now (Unix seconds)."""
    if not header or len(header) > 512:
        return False
    times, signatures = [], []
    for part in header.split(","):
        name, _, value = part.partition("=")
        if name == "t":
            times.append(value)
        elif name == "v1":
            signatures.append(value)
    if len(times) != 1 or not re.fullmatch("[1-9][0-9]{0,11}", times[0]):
        return False
    if abs(now - int(times[0])) > 300:
        return False
    signed = times[0].encode() + b"." + body
    found = False
    for secret in filter(None, secrets):
        expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
        for signature in signatures:
            # on bytes, since texts must be ASCII to be compared
            found |= hmac.compare_digest(expected.encode(), signature.encode(errors="replace"))
    return found
# [/example]


if __name__ == "__main__":
    # python3 verify.py HEADER BODY_FILE NOW SECRET [OTHER_SECRET]: exit status 0 if it is genuine, else 1
    import sys

    given_header, body_file, given_now, *given_secrets = sys.argv[1:]
    with open(body_file, "rb") as file:
        raw_body = file.read()
    sys.exit(0 if verify(given_secrets, given_header, raw_body, int(given_now)) else 1)
