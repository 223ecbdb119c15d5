"""Verifies webhooks with standardwebhooks and svix. Reads {secret, requests: [{headers, body}]}, writes the verdicts."""

import json
import sys

import standardwebhooks
import svix.webhooks

given = json.load(sys.stdin)
libraries = {
    "standardwebhooks": (standardwebhooks.Webhook(given["secret"]), standardwebhooks.WebhookVerificationError),
    "svix": (svix.webhooks.Webhook(given["secret"]), svix.webhooks.WebhookVerificationError),
}


def verifies(name: str, request: dict) -> bool:
    webhook, refusal = libraries[name]
    try:
        webhook.verify(request["body"], request["headers"])
        return True
    except refusal:
        return False


print(json.dumps([{name: verifies(name, request) for name in libraries} for request in given["requests"]]))
