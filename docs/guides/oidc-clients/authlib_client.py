"""Signs a person in with Authlib and requests.

    python authlib_client.py https://sso.example 00000006010000000000000000000001 http://127.0.0.1:53117/callback
"""

import json
import os
import sys

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session

issuer, client_id, redirect_uri = sys.argv[1:]
if issuer.startswith("http:"):
    # Only a provider on this machine has http.
    os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "true"
metadata = requests.get(f"{issuer}/.well-known/openid-configuration", timeout=10).json()

client = OAuth2Session(
    client_id,
    redirect_uri=redirect_uri,
    scope="openid",
    code_challenge_method="S256",
    token_endpoint_auth_method="none",
)
verifier = generate_token(48)
url, state = client.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier)

print(json.dumps({"authorizationUrl": url}), flush=True)
# The address to which the browser returned.
callback = sys.stdin.readline().strip()

token = client.fetch_token(
    metadata["token_endpoint"], authorization_response=callback, state=state, code_verifier=verifier
)
userinfo = client.get(metadata["userinfo_endpoint"]).json()
print(json.dumps({"sub": userinfo["sub"], "userinfo": userinfo["sub"], "id_token": "id_token" in token}))
