"""Signs in with requests-oauth2client from PyPI.

Arguments: issuer, client_id, redirect_uri and the algorithm of DPoP proofs, or "none" for Bearer tokens. Prints the
authorization URL as one line of JSON, reads the callback URL as one line, and prints the results as one line of JSON.
An error of the client ends it with a traceback and exit code 1.
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
    # Allows http: the provider of a test listens on a loopback address.
    testing=True,
)

request = client.authorization_request(
    response_mode="query", **({"dpop_alg": alg} if dpop else {})
)
print(json.dumps({"authorizationUrl": request.uri}), flush=True)

# Verifies state and iss (RFC 9207).
callback = request.validate_callback(sys.stdin.readline().strip())
# The client validates id_tokens only with Bearer tokens: with DPoP, version 1.8.0 loses its key in the validation. PyJWT
# verifies both: signature, iss, aud and exp; the nonce is compared below.
tokens = client.authorization_code(callback, validate=not dpop)
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
