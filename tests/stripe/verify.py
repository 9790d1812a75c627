"""Verifies deliveries with the Python package stripe (5 or newer), as a receiver would.

Reads a JSON array of {"secret", "signature", "later", "body"} from standard input: a body in hex, and how
many seconds later it is than it is. Prints a line for each: `accepted`, or `refused: ` and why; anything
else is a fault of the test.
"""

import json
import sys
import time

import stripe

# its place until version 6, and since
errors = stripe if hasattr(stripe, "SignatureVerificationError") else stripe.error

now = time.time
for case in json.load(sys.stdin):
    time.time = lambda later=case["later"]: now() + later
    body = bytes.fromhex(case["body"]).decode("utf-8")
    try:
        accepted = stripe.WebhookSignature.verify_header(
            body,
            case["signature"],
            case["secret"],
            tolerance=stripe.Webhook.DEFAULT_TOLERANCE,
        )
    except errors.SignatureVerificationError as error:
        print(f"refused: {error.user_message or error}")
    else:
        print("accepted" if accepted is True else f"answered {accepted!r}")
