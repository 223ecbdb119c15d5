"""Verifies status webhooks by docs/webhooks.md and standardwebhooks.com, with `cryptography` only.

Reads vectors.json from stdin and prints a JSON list of {platform, standard}: the key that signed, by the platform's
headers and by those of Standard Webhooks; null without a valid signature.
"""

import base64
import binascii
import json
import re
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

TOLERANCE = 300  # seconds


def signed_by(vector: dict, signature: bytes, message: bytes) -> "str | None":
    for name, member in (("current", "publicKey"), ("previous", "previousPublicKey")):
        if member not in vector:
            continue
        try:
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(vector[member])).verify(signature, message)
            return name
        except InvalidSignature:
            pass
    return None


def is_fresh(timestamp: str, now: int) -> bool:
    return re.fullmatch(r"[0-9]{1,12}", timestamp) is not None and abs(now - int(timestamp)) <= TOLERANCE


def platform(vector: dict) -> "str | None":
    timestamp = vector["headers"].get("X-Platform-Timestamp", "")
    signature = vector["headers"].get("X-Platform-Signature", "")
    if not is_fresh(timestamp, vector["now"]) or not re.fullmatch(r"[0-9a-f]{128}", signature):
        return None
    return signed_by(vector, bytes.fromhex(signature), f"{timestamp}.{vector['body']}".encode())


def standard(vector: dict) -> "str | None":
    headers = vector["headers"]
    identifier, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if not is_fresh(timestamp, vector["now"]):
        return None
    for version, _, text in (one.partition(",") for one in headers["webhook-signature"].split(" ")):
        try:
            signature = base64.b64decode(text, validate=True)
        except binascii.Error:
            continue
        if version == "v1a":
            return signed_by(vector, signature, f"{identifier}.{timestamp}.{vector['body']}".encode())
    return None


vectors = json.load(sys.stdin)["vectors"]
json.dump([{"platform": platform(vector), "standard": standard(vector)} for vector in vectors], sys.stdout)
