"""Verifies DPoP requests as a resource server: an implementation of the RFCs with PyJWT only.

Reads {issuer, audience, now, jwks, requests: [{method, url, headers}]} as JSON from stdin and prints a JSON list: the
reason for each rejection, or null for an accepted request. Does not detect replayed proofs.
"""

import base64
import hashlib
import json
import sys
from urllib.parse import urlsplit, urlunsplit

import jwt
from jwt.algorithms import OKPAlgorithm, RSAAlgorithm

# RFC 9864 section 2.2: the fully-specified name of EdDSA with Ed25519.
jwt.register_algorithm("Ed25519", OKPAlgorithm())

WINDOW = 60  # seconds, RFC 9449 section 11.1


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Refused(Exception):
    pass


def require(condition: object, reason: str) -> None:
    if not condition:
        raise Refused(reason)


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def thumbprint(jwk: dict) -> str:
    """RFC 7638 section 3, RFC 8037 section 2."""
    required = {name: jwk[name] for name in ("crv", "kty", "x")}
    return base64url(hashlib.sha256(json.dumps(required, separators=(",", ":"), sort_keys=True).encode()).digest())


def normalised(address: str) -> str:
    """Normalizes a URL for the comparison of htu (RFC 3986 sections 6.2.2 and 6.2.3)."""
    parts = urlsplit(address)
    require(parts.scheme in ("http", "https") and parts.hostname, "htu is not an http URL")
    port = parts.port
    host = parts.hostname if port in (None, {"http": 80, "https": 443}[parts.scheme]) else f"{parts.hostname}:{port}"
    if parts.username is not None:
        host = f"{parts.username}@{host}"
    return urlunsplit((parts.scheme, host, unescaped(without_dots(parts.path)) or "/", "", ""))


def without_dots(path: str) -> str:
    out: list[str] = []
    for segment in path.split("/"):
        if segment == "..":
            if len(out) > 1:
                out.pop()
        elif segment != ".":
            out.append(segment)
    return "/".join(out)


def unescaped(path: str) -> str:
    """Decodes percent-encoded unreserved characters."""
    pieces = path.split("%")
    out = pieces[0]
    for piece in pieces[1:]:
        code = int(piece[:2], 16)
        plain = chr(code)
        keep = plain.isascii() and (plain.isalnum() or plain in "-._~")
        out += (plain if keep else f"%{piece[:2].upper()}") + piece[2:]
    return out


def judge(request: dict, issuer: str, audience: str, now: int, keys: dict) -> None:
    lines = [(name.lower(), value) for name, value in request["headers"]]
    authorization = [value for name, value in lines if name == "authorization"]
    proofs = [value for name, value in lines if name == "dpop"]
    require(len(authorization) == 1, "one Authorization line")
    scheme, _, token = authorization[0].partition(" ")
    require(scheme.lower() == "dpop", "scheme")
    require(len(proofs) == 1, "one DPoP line")  # 4.3-1

    # The proof: RFC 9449 section 4.3.
    proof = proofs[0]
    head = jwt.get_unverified_header(proof)
    require("crit" not in head, "crit of the proof")  # RFC 7515 section 4.1.11
    require(head.get("typ") == "dpop+jwt", "typ of the proof")  # 4.3-4
    require(head.get("alg") in ("EdDSA", "Ed25519"), "alg of the proof")  # 4.3-5
    jwk = head.get("jwk")
    require(isinstance(jwk, dict) and "d" not in jwk, "jwk of the proof")  # 4.3-7
    require(jwk.get("kty") == "OKP" and jwk.get("crv") == "Ed25519", "jwk is an Ed25519 key")
    key = OKPAlgorithm.from_jwk(jwk)
    jkt = thumbprint(jwk)
    unchecked = {f"verify_{name}": False for name in ("exp", "nbf", "iat", "aud", "iss", "sub", "jti")}
    claims = jwt.decode(proof, key, algorithms=[head["alg"]], options=unchecked)  # 4.3-2, 4.3-6
    jti, iat = claims.get("jti"), claims.get("iat")
    require(isinstance(jti, str) and jti, "jti")  # 4.3-3
    require(claims.get("htm") == request["method"], "htm")  # 4.3-8
    require(isinstance(claims.get("htu"), str), "htu")
    require(normalised(claims["htu"]) == normalised(request["url"]), "htu")  # 4.3-9
    require(is_number(iat) and abs(iat - now) <= WINDOW, "iat")  # 4.3-11
    require("exp" not in claims or (is_number(claims["exp"]) and claims["exp"] > now - WINDOW), "exp of the proof")
    require("nbf" not in claims or (is_number(claims["nbf"]) and claims["nbf"] <= now + WINDOW), "nbf of the proof")
    require(claims.get("ath") == base64url(hashlib.sha256(token.encode()).digest()), "ath")  # 4.3-12

    # The access token: RFC 9068 section 4.
    head = jwt.get_unverified_header(token)
    require("crit" not in head, "crit of the token")
    require(str(head.get("typ")).lower() in ("at+jwt", "application/at+jwt"), "typ of the token")
    require(head.get("alg") == "RS256", "alg of the token")
    require(head.get("kid") in keys, "kid of the token")
    claims = jwt.decode(token, keys[head["kid"]], algorithms=["RS256"], options=unchecked)
    require(claims.get("iss") == issuer, "iss")
    aud = claims.get("aud")
    require(audience == aud or (isinstance(aud, list) and audience in aud), "aud")
    require(is_number(claims.get("exp")) and claims["exp"] > now, "exp")
    require("nbf" not in claims or (is_number(claims["nbf"]) and claims["nbf"] <= now), "nbf")
    for name in ("sub", "client_id", "jti"):  # section 2.2
        require(isinstance(claims.get(name), str) and claims[name], name)
    require(is_number(claims.get("iat")), "iat of the token")
    cnf = claims.get("cnf")
    require(isinstance(cnf, dict) and cnf.get("jkt") == jkt, "cnf.jkt")  # RFC 9449 section 6.1


def verdict(request: dict, *server: object) -> str | None:
    try:
        judge(request, *server)
        return None
    except Refused as refused:
        return str(refused)
    except (jwt.PyJWTError, ValueError, KeyError, TypeError, AttributeError, UnicodeError) as error:
        return f"{type(error).__name__}: {error}"


task = json.load(sys.stdin)
keys = {key["kid"]: RSAAlgorithm.from_jwk(key) for key in task["jwks"]["keys"]}
server = (task["issuer"], task["audience"], task["now"], keys)
json.dump([verdict(request, *server) for request in task["requests"]], sys.stdout)
