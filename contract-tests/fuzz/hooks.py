"""Provides what a fuzzer cannot generate: keys, proofs, tokens, and an owner who approves sign-ins.

`npm run test:fuzz` writes the credentials of a fresh platform into the JSON file that FUZZ_CREDENTIALS names. These
hooks weaken no check: they add only the credentials that an operation requires, and keep values that schemathesis
generates to be invalid.
"""

import base64
import hashlib
import json
import os
import random
import re
import time
import uuid
from urllib.parse import parse_qs

import requests
import schemathesis
from nacl.signing import SigningKey

with open(os.environ["FUZZ_CREDENTIALS"], encoding="utf-8") as file:
    credentials = json.load(file)


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def sha256(data: bytes) -> str:
    return base64url(hashlib.sha256(data).digest())


class Key:
    """An Ed25519 key that signs proofs (RFC 9449 section 4.2; the device proof of the sign-in contract)."""

    def __init__(self, seed: bytes) -> None:
        self.key = SigningKey(seed)
        self.jwk = {"kty": "OKP", "crv": "Ed25519", "x": base64url(bytes(self.key.verify_key))}

    def proof(self, typ: str, request: requests.PreparedRequest, **claims: str) -> str:
        header = {"typ": typ, "alg": "EdDSA", "jwk": self.jwk}
        payload = {
            "htm": request.method,
            "htu": re.split("[?#]", request.url)[0],
            "iat": int(time.time()),
            "jti": str(uuid.uuid4()),
            **claims,
        }
        signed = ".".join(base64url(json.dumps(part).encode()) for part in (header, payload))
        return f"{signed}.{base64url(self.key.sign(signed.encode()).signature)}"


agent = Key(bytes.fromhex(credentials["agentSeed"]))
device = Key(bytes.fromhex(credentials["deviceSeed"]))
payment = SigningKey(bytes.fromhex(credentials["paymentSeed"]))


class Credentials(requests.auth.AuthBase):
    """Signs the final request, with its URL and body."""

    def __init__(self, *schemes: str) -> None:
        self.schemes = schemes

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        getattr(self, random.choice(self.schemes))(request)
        return request

    def dpop(self, request: requests.PreparedRequest) -> None:
        token = credentials["boundToken"]
        request.headers["Authorization"] = f"DPoP {token}"
        if "DPoP" not in request.headers or is_proof(request):
            request.headers["DPoP"] = agent.proof("dpop+jwt", request, ath=sha256(token.encode()))

    def bearer(self, request: requests.PreparedRequest) -> None:
        request.headers["Authorization"] = f"Bearer {credentials['bearerToken']}"

    def device(self, request: requests.PreparedRequest) -> None:
        # Deletes a new owner, because other requests need the shared one.
        leaves = request.method == "DELETE" and request.path_url == "/api/v1/owner"
        by_device(request, enrolled_device() if leaves else device)

    def admin(self, request: requests.PreparedRequest) -> None:
        request.headers["Authorization"] = f"Bearer {credentials['adminKey']}"

    def notifications(self, request: requests.PreparedRequest) -> None:
        request.headers["X-Platform-Notifications-Key"] = credentials["notificationsKey"]

    def proof_of_key(self, request: requests.PreparedRequest) -> None:
        """Replaces a generated proof at the token endpoint by a valid one."""
        if is_proof(request):
            request.headers["DPoP"] = agent.proof("dpop+jwt", request)

    def webhook(self, request: requests.PreparedRequest) -> None:
        """Signs a payment webhook, unless schemathesis omitted the signature."""
        if "X-Webhook-Signature" in request.headers:
            request.headers["X-Webhook-Signature"] = payment.sign(as_bytes(request.body)).signature.hex()


def by_device(request: requests.PreparedRequest, key: Key) -> None:
    body = as_bytes(request.body)
    claims = {"body_sha256": sha256(body)} if body else {}
    request.headers["Authorization"] = f"Device {key.proof('device-proof+jwt', request, **claims)}"


def as_bytes(body: object) -> bytes:
    return body if isinstance(body, bytes) else str(body or "").encode()


def is_proof(request: requests.PreparedRequest) -> bool:
    """Returns whether the DPoP header is valid by the contract, so not generated to be rejected."""
    value = request.headers.get("DPoP", "")
    return 1 <= len(value) <= 4096


def by_key(method: str, path: str, key: Key, body: dict | None = None) -> dict:
    """Sends a request that a device signs, in addition to the fuzzer's."""
    request = requests.Request(method, credentials["sso"] + path, json=body).prepare()
    by_device(request, key)
    with requests.Session() as session:
        return session.send(request, timeout=10).json()


def enrolled_device() -> Key:
    key = Key(os.urandom(32))
    by_key("POST", "/api/v1/owner/devices", key, {"name": "Leaving"})
    return key


# Security schemes of the contracts and the methods of Credentials that satisfy them. A passkey needs a browser, so its
# operations are called with a device; those that accept only a passkey session are rejected.
methods = {
    "bearer": "bearer",
    "dpop": "dpop",
    "device": "device",
    "adminKey": "admin",
    "notificationsKey": "notifications",
}
# Operations that are signed although they have no security requirement.
signed = {"exchangeToken": "proof_of_key", "receivePaymentWebhook": "webhook"}


def methods_of(operation) -> tuple[str, ...]:
    """Returns the methods of Credentials that can sign requests of an operation."""
    definition = operation.definition.raw
    if definition["operationId"] in signed:
        return (signed[definition["operationId"]],)
    required = {scheme for requirement in definition.get("security", []) for scheme in requirement}
    return tuple(methods[scheme] for scheme in sorted(required) if scheme in methods)


def sign_with(*choice: str) -> None:
    def matches(context) -> bool:
        return methods_of(context.operation) == choice

    schemathesis.auth.set_from_requests(Credentials(*choice)).apply_to(matches)


for method in ("dpop", "bearer", "device", "admin", "notifications", "proof_of_key", "webhook"):
    sign_with(method)
sign_with("bearer", "dpop")
sign_with("admin", "dpop")


# Existing resources, which a contract cannot provide. Three in four requests use one, so that the fuzzer reaches more
# than 404 responses. Values that schemathesis generates to be invalid are kept.

verifiers: dict[str, str] = {}
sign_ins: list[str] = []
invoices: list[dict] = []
notifications: list[str] = []
deliveries: list[dict] = []
posts: list[str] = []
application = credentials["providerAddress"]


def seldom() -> bool:
    return random.random() < 0.25


def recent(things: list):
    return random.choice(things[-5:])


def authorize(case) -> None:
    verifier = base64url(os.urandom(32))
    case.query.update(code_challenge=sha256(verifier.encode()), client_id=application, response_mode="json")
    for name in ("redirect_uri", "dpop_jkt"):
        case.query.pop(name, None)
    case.headers.pop("Origin", None)
    verifiers[case.query["code_challenge"]] = verifier


def exchange_token(case) -> None:
    verifier = verifiers.get(str(case.body.get("code")))
    if verifier is not None:
        case.body.update(code_verifier=verifier, client_id=application)
        case.body.pop("redirect_uri", None)
        # Nothing was granted that it could select.
        case.body.pop("authorization_details", None)


def get_authorization_request(case) -> None:
    if sign_ins:
        case.path_parameters["requestId"] = recent(sign_ins)


def decide_authorization_request(case) -> None:
    if sign_ins:
        case.path_parameters["requestId"] = recent(sign_ins)
        case.body.update(clientId=application, dpopJkt=None)


def register_origins(case) -> None:
    if "allowedOrigins" in case.body:
        case.body["allowedOrigins"] = ["http://localhost", "https://notes.example:8443"]


def create_invoice(case) -> None:
    case.body["productId"] = random.choice(credentials["products"])


def receive_payment_webhook(case) -> None:
    case.headers["X-Webhook-Version"] = "3"
    if invoices:
        invoice = recent(invoices)
        case.body.pop("test", None)
        case.body.update({name: invoice[name] for name in PAID if name in invoice})


PAID = ("invoice", "recipient", "amount", "token", "network", "test")


def send_notification(case) -> None:
    case.body["sessionAddress"] = credentials["sub"]


def report_receipt(case) -> None:
    if notifications:
        case.path_parameters["notificationId"] = recent(notifications)


def of_delivery(case) -> None:
    if deliveries:
        case.path_parameters.update(recent(deliveries))


def of_post(case) -> None:
    if posts:
        case.path_parameters["id"] = recent(posts)


# Which member an action is about depends on the action, which a schema cannot state without losing the generated types.


def create_report(case) -> None:
    if "postId" not in case.body or "commentId" in case.body:
        case.body.pop("commentId", None)
        case.body["postId"] = recent(posts) if posts else str(uuid.uuid4())


def create_moderation_action(case) -> None:
    body = case.body
    for member in ("postId", "commentId", "owner", "fingerprint", "until"):
        body.pop(member, None)
    if body["action"] in ("ban", "unban"):
        # Not an owner that the other requests need.
        body["owner"] = uuid.uuid4().hex
        if body["action"] == "ban":
            body["until"] = "2099-01-01T00:00:00.000Z"
    else:
        body.pop("forum", None)
        body["postId"] = recent(posts) if posts else str(uuid.uuid4())


def delete_owner(case) -> None:
    # Erasing the owner of all other requests would leave nothing to find.
    case.path_parameters["owner"] = uuid.uuid4().hex


# Requests that are valid only in this form, so that each one gets it.
shaped = {
    "createReport": create_report,
    "createModerationAction": create_moderation_action,
    "deleteOwner": delete_owner,
}

before = {
    "voteOnPost": of_post,
    "createComment": of_post,
    "authorize": authorize,
    "exchangeToken": exchange_token,
    "getAuthorizationRequest": get_authorization_request,
    "decideAuthorizationRequest": decide_authorization_request,
    "createProvider": register_origins,
    "updateProvider": register_origins,
    "createInvoice": create_invoice,
    "receivePaymentWebhook": receive_payment_webhook,
    "sendNotification": send_notification,
    "createReceipt": report_receipt,
    "getDelivery": of_delivery,
    "redeliver": of_delivery,
}


def operation_id(case) -> str:
    return case.operation.definition.raw["operationId"]


@schemathesis.hook
def before_call(context, case, kwargs) -> None:
    name = operation_id(case)
    if name == "disableProvider" and case.path_parameters.get("providerAddress") == application:
        # All tokens are issued to this application, so it must stay enabled.
        case.path_parameters["providerAddress"] = "f" * 32
    right = case.meta is None or case.meta.generation.mode.is_positive
    has_body = case.operation.body.items == [] or isinstance(case.body, dict)
    if name in shaped and right and has_body:
        shaped[name](case)
    if name in before and right and has_body and not seldom():
        before[name](case)


@schemathesis.hook
def after_call(context, case, response) -> None:
    name = operation_id(case)
    is_json = "json" in "".join(response.headers.get("content-type", []))
    # A page responds in the mode form_post.
    if name == "authorize" and response.status_code == 200 and is_json:
        started = response.json()
        sent = parse_qs(response.request.path_url.partition("?")[2])
        verifier = verifiers.pop(sent["code_challenge"][0], None)
        if verifier is not None:
            verifiers[started["polling_code"]] = verifier
            request_id = started["deep_link"].rpartition("/")[2]
            if seldom():
                sign_ins.append(request_id)
            else:
                decide(request_id)
    elif name == "pollAuthorization" and response.status_code == 200 and isinstance(case.body, dict):
        code = response.json().get("authorization_code")
        verifier = verifiers.get(str(case.body.get("polling_code")))
        if code is not None and verifier is not None:
            verifiers[code] = verifier
    elif name == "createInvoice" and response.status_code == 200:
        invoices.append(response.json())
    elif name == "createPost" and response.status_code == 201:
        posts.append(response.json()["post"]["id"])
    elif name == "sendNotification" and response.status_code == 202:
        notifications.append(response.json()["notificationId"])
    elif name == "testWebhook" and response.status_code == 202:
        deliveries.append(
            {"appId": case.path_parameters["appId"], "deliveryId": response.json()["deliveryId"]}
        )


def decide(request_id: str) -> None:
    """Decides a sign-in as the owner; rejects one in four."""
    path = f"/api/v1/owner/requests/{request_id}"
    request = by_key("GET", path, device)
    decision = {
        "decision": "reject" if seldom() else "approve",
        "clientId": request["clientId"],
        "dpopJkt": request["dpopJkt"],
    }
    by_key("POST", f"{path}/decision", device, decision)


@schemathesis.hook
def filter_failure(context, failure, case, response) -> bool:
    """Returns False for the six exceptions that schemathesis.toml explains."""
    name = operation_id(case)
    kind = type(failure).__name__
    if kind == "UndefinedContentType" and response.status_code == 200:
        asked = case.body if name == "authorizeByPost" else case.query
        posts_form = isinstance(asked, dict) and asked.get("response_mode") == "form_post"
        return not (posts_form and '<form method="post"' in response.text)
    # The response of the hook is that to the valid credentials.
    if kind == "IgnoredAuth" and "got `429" in failure.message:
        return False
    if kind == "RejectedPositiveData" and response.status_code == 400 and "__proto__" in response.text:
        return b'"__proto__"' not in as_bytes(response.request.body)
    if name == "sendNotification" and kind in ("ServerError", "RejectedPositiveData"):
        asked = isinstance(case.body, dict) and case.body.get("test") == "error:unknown"
        return not (asked and response.json() == SIMULATED)
    if kind == "AcceptedNegativeData" and response.status_code == 303:
        return "error=" not in "".join(response.headers.get("location", []))
    if name in OAUTH and kind == "AcceptedNegativeData":
        request = response.request
        sent = as_bytes(request.body).decode("latin-1") or request.path_url.partition("?")[2]
        return all(parameter.partition("=")[2] for parameter in sent.split("&"))
    return True


OAUTH = (
    "authorize authorizeByPost createDeviceAuthorization createPushedAuthorization exchangeToken introspectToken revokeToken"
).split()

SIMULATED = {"code": 500, "message": "Internal error, simulated by the test scenario."}
