"""A sign-in with requests-oauth2client, as PyPI serves it: nothing of ours between it and the provider.

Called with issuer, client_id, redirect_uri and the algorithm of DPoP proofs, or "none" for Bearer tokens. Prints the
address that a browser has to open, as one line of JSON; reads the address that the browser was sent back to, as one
line; prints what came of it, as one line of JSON. Whatever the client refuses ends it with a traceback and status 1.
"""

import json
import sys

import jwt
from requests_oauth2client import InvalidGrant, OAuth2Client, PublicApp

issuer, client_id, redirect_uri, alg = sys.argv[1:]
dpop = alg != "none"

client = OAuth2Client.from_discovery_endpoint(
    issuer=issuer,
    auth=PublicApp(client_id),
    redirect_uri=redirect_uri,
    id_token_signed_response_alg="RS256",
    dpop_bound_access_tokens=dpop,
    # Lifts the rule that addresses are https: the provider of a test listens on a loopback address.
    testing=True,
)

request = client.authorization_request(
    response_mode="query", **({"dpop_alg": alg} if dpop else {})
)
print(json.dumps({"authorizationUrl": request.uri}), flush=True)

# Verifies state and iss (RFC 9207).
answer = request.validate_callback(sys.stdin.readline().strip())
# Verifies the id_token of Bearer tokens itself; with DPoP it forgets its key in doing so (version 1.8.0). PyJWT
# verifies both: signature by the key set, iss, aud, exp, and then nonce.
tokens = client.authorization_code(answer, validate=not dpop)
key = jwt.PyJWKClient(client.jwks_uri).get_signing_key_from_jwt(str(tokens.id_token))
id_token = jwt.decode(
    str(tokens.id_token),
    key,
    algorithms=["RS256"],
    audience=client_id,
    issuer=issuer,
    options={"require": ["iss", "sub", "aud", "exp", "iat", "nonce", "auth_time"]},
)
assert id_token["nonce"] == request.nonce
userinfo = client.userinfo(tokens)

refreshed = client.refresh_token(tokens)
refreshed_userinfo = client.userinfo(refreshed)

client.revoke_refresh_token(refreshed.refresh_token)
try:
    client.refresh_token(refreshed)
    after_revocation = "refreshed"
except InvalidGrant as refusal:
    after_revocation = refusal.error

print(
    json.dumps(
        {
            "jkt": request.dpop_jkt,
            "tokenType": tokens.token_type,
            "accessToken": str(tokens.access_token),
            "idTokenSub": id_token["sub"],
            "idTokenJkt": id_token.get("cnf", {}).get("jkt"),
            "userinfo": userinfo,
            "rotated": refreshed.refresh_token != tokens.refresh_token,
            "refreshedTokenType": refreshed.token_type,
            "refreshedUserinfo": refreshed_userinfo,
            "afterRevocation": after_revocation,
        }
    ),
    flush=True,
)
