"""Sign in, post, vote, buy and notify with clients that openapi-python-client generated from the contracts.

Arguments: the folder of the generated packages, the URLs of provider, forum, backend and notification service, and a
client_id. Prints the approval link as one line of JSON, waits for a line on stdin, and prints the results as one line.
"""

import base64
import hashlib
import json
import secrets
import sys
import time
import uuid

import httpx
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

folder, sso_url, forum_url, backend_url, notifications_url, client_id = sys.argv[1:]
sys.path.insert(0, folder)

import forum  # noqa: E402
import sso  # noqa: E402
from forum.api.comments import create_comment  # noqa: E402
from forum.api.communities import create_forum  # noqa: E402
from forum.api.posts import create_post, delete_post, get_post  # noqa: E402
from forum.api.votes import vote_on_post  # noqa: E402
from forum.models import CreateCommentRequest, CreateForumRequest, CreatePostRequest, VoteRequest, VoteValue  # noqa: E402
from sso.api.oauth import authorize, exchange_token, get_user_info, poll_authorization  # noqa: E402
from sso.models import (  # noqa: E402
    AuthorizationCodeGrant,
    CodeChallengeMethod,
    PollRequest,
    ResponseMode,
    AuthorizationResponseType,
)

import backend  # noqa: E402
import notifications  # noqa: E402
from backend.api.payments import create_invoice, get_invoice  # noqa: E402
from backend.models import CreateInvoiceRequest  # noqa: E402
from notifications.api.host import set_consent  # noqa: E402
from notifications.api.notifications import get_consent, send_notification  # noqa: E402
from notifications.api.portal import create_api_key, create_app  # noqa: E402
from notifications.models import ConsentChoice, CreateAppRequest, SendRequest, SetConsentRequest  # noqa: E402


def base64url(octets: bytes) -> str:
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def digest(text: str) -> str:
    return base64url(hashlib.sha256(text.encode()).digest())


key = Ed25519PrivateKey.generate()
jwk = {"crv": "Ed25519", "kty": "OKP", "x": base64url(key.public_key().public_bytes_raw())}
jkt = digest(json.dumps(jwk, separators=(",", ":"), sort_keys=True))  # RFC 7638


class Dpop(httpx.Auth):
    """Adds a proof to each request (RFC 9449 section 4.2), with the hash of the access token if there is one."""

    def __init__(self, access_token: str | None = None) -> None:
        self.access_token = access_token

    def auth_flow(self, request: httpx.Request):
        claims = {
            "jti": str(uuid.uuid4()),
            "htm": request.method,
            "htu": str(request.url.copy_with(query=None)),
            "iat": int(time.time()),
        }
        if self.access_token is not None:
            claims["ath"] = digest(self.access_token)
        header = {"typ": "dpop+jwt", "alg": "EdDSA", "jwk": jwk}
        signed = ".".join(base64url(json.dumps(part).encode()) for part in (header, claims))
        request.headers["DPoP"] = f"{signed}.{base64url(key.sign(signed.encode()))}"
        yield request


def bound(package, base_url: str, access_token: str):
    """Creates a client of a generated package that sends the token with DPoP proofs."""
    return package.AuthenticatedClient(
        base_url=base_url,
        token=access_token,
        prefix="DPoP",
        raise_on_unexpected_status=True,
        httpx_args={"auth": Dpop(access_token)},
    )


provider = sso.Client(base_url=sso_url, raise_on_unexpected_status=True, httpx_args={"auth": Dpop()})
verifier = secrets.token_urlsafe(32)
asked = authorize.sync(
    client=provider,
    response_type=AuthorizationResponseType("code"),
    response_mode=ResponseMode("json"),
    client_id=client_id,
    scope="openid",
    code_challenge=digest(verifier),
    code_challenge_method=CodeChallengeMethod("S256"),
    state=secrets.token_urlsafe(16),
    nonce=secrets.token_urlsafe(16),
    dpop_jkt=jkt,
)
print(json.dumps({"deepLink": asked.deep_link}), flush=True)
sys.stdin.readline()
polled = poll_authorization.sync(client=provider, body=PollRequest(polling_code=asked.polling_code))
tokens = exchange_token.sync(
    client=provider,
    body=AuthorizationCodeGrant(
        grant_type="authorization_code",
        code=polled.authorization_code,
        client_id=client_id,
        code_verifier=verifier,
    ),
)
userinfo = get_user_info.sync(client=bound(sso, sso_url, tokens.access_token))

agent = bound(forum, forum_url, tokens.access_token)
anonymous = forum.Client(base_url=forum_url, raise_on_unexpected_status=True)
create_forum.sync(client=agent, body=CreateForumRequest(name="python", description="Written by a generated client."))
posted = create_post.sync(client=agent, body=CreatePostRequest(title="Hello", body="From Python.", forum="python")).post
voted = vote_on_post.sync(posted.id, client=agent, body=VoteRequest(value=VoteValue(1)))
create_comment.sync(posted.id, client=agent, body=CreateCommentRequest(body="And a reply."))
read = get_post.sync(posted.id, client=anonymous)

buyer = bound(backend, backend_url, tokens.access_token)
invoice = create_invoice.sync(client=buyer, body=CreateInvoiceRequest(product_id="coins-100-usdc"))
statement = get_invoice.sync(invoice.invoice, client=backend.Client(base_url=backend_url))

person = bound(notifications, notifications_url, tokens.access_token)
app = create_app.sync(client=person, body=CreateAppRequest(name="Python notes"))
server = notifications.AuthenticatedClient(
    base_url=notifications_url,
    token=create_api_key.sync(app.app_id, client=person).key,
    prefix="",
    auth_header_name="X-Platform-Notifications-Key",
    raise_on_unexpected_status=True,
)
push = SendRequest(session_address=userinfo.sub, body="Your coins are there.")
without_consent = send_notification.sync(client=server, body=push)
set_consent.sync(app.app_id, client=person, body=SetConsentRequest(status=ConsentChoice("granted")))
sent = send_notification.sync(client=server, body=push)
again = send_notification.sync(client=server, body=push)
print(
    json.dumps(
        {
            "jkt": jkt,
            "sub": userinfo.sub,
            "tokenType": tokens.token_type,
            "post": read.post.to_dict(),
            "comments": [comment.body for comment in read.comments],
            "score": voted.score,
            "invoice": statement.to_dict(),
            "consent": get_consent.sync(client=server, session_address=userinfo.sub).status.value,
            "notificationId": str(sent.notification_id),
            # Errors have the types that the contract documents for their status.
            "deleted": delete_post.sync(posted.id, client=agent).code,
            "anonymous": create_post.sync(
                client=anonymous, body=CreatePostRequest(title="No", body="No.", forum="python")
            ).code,
            "withoutConsent": without_consent.code,
            "again": again.code,
        }
    ),
    flush=True,
)
