"""Verifies DPoP requests (RFC 9449, RFC 9068) and assertions of the gateway, with `cryptography` only.

    python3 verify.py vectors.json

Prints what it judges differently from the vectors; exit code 1 when there is anything. A service also stores (jkt, jti) of
every accepted proof, and refuses the second use (RFC 9449 section 11.1).
"""

import base64
import hashlib
import json
import re
import sys
from typing import Callable
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, utils
from cryptography.hazmat.primitives.hashes import SHA256

WINDOW = 60  # seconds that a proof may be old, or ahead
SKEW = 30  # seconds that a token may be ahead


class Refused(Exception):
    pass


def require(condition: object, reason: str) -> None:
    if not condition:
        raise Refused(reason)


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: object) -> bytes:
    """Canonical base64url: other decoders accept several texts for the same bytes."""
    require(isinstance(text, str) and re.fullmatch(r"[A-Za-z0-9_-]*", text), "base64url")
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise Refused("base64url") from None
    require(encode(data) == text, "canonical base64url")
    return data


def parse_object(data: bytes) -> dict:
    def distinct(pairs: list) -> dict:
        require(len({name for name, _ in pairs}) == len(pairs), "a member twice")
        return dict(pairs)

    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=distinct)
    except (ValueError, RecursionError):
        raise Refused("JSON") from None
    require(isinstance(value, dict), "JSON object")
    return value


def parse_jwt(jwt: str) -> "tuple[dict, dict, bytes, bytes]":
    parts = jwt.split(".")
    require(len(parts) == 3 and len(jwt) <= 16_384, "three segments")
    header = parse_object(decode(parts[0]))
    require("crit" not in header, "crit")  # RFC 7515 section 4.1.11
    return header, parse_object(decode(parts[1])), f"{parts[0]}.{parts[1]}".encode(), decode(parts[2])


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_text(value: object) -> bool:
    return isinstance(value, str) and value != ""


def verify_signature(check: "Callable[[], None]", reason: str) -> None:
    try:
        check()
    except (InvalidSignature, ValueError):
        raise Refused(reason) from None


def verify_rs256(key: dict, message: bytes, signature: bytes) -> None:
    numbers = rsa.RSAPublicNumbers(int.from_bytes(decode(key["e"]), "big"), int.from_bytes(decode(key["n"]), "big"))
    verify_signature(lambda: numbers.public_key().verify(signature, message, padding.PKCS1v15(), SHA256()), "signature")


def verify_ed25519(x: bytes, message: bytes, signature: bytes) -> None:
    verify_signature(lambda: ed25519.Ed25519PublicKey.from_public_bytes(x).verify(signature, message), "signature")


def proof_key(alg: object, jwk: object, message: bytes, signature: bytes) -> str:
    """Verifies with the key in the proof. Returns its thumbprint (RFC 7638)."""
    require(isinstance(jwk, dict), "jwk")
    require(not {"d", "p", "q", "dp", "dq", "qi", "oth", "k"} & set(jwk), "a private key")
    if alg in ("EdDSA", "Ed25519"):
        require((jwk.get("kty"), jwk.get("crv")) == ("OKP", "Ed25519"), "an Ed25519 key")
        x = decode(jwk.get("x"))
        require(len(x) == 32, "32 bytes")
        verify_ed25519(x, message, signature)
        members = {"crv": "Ed25519", "kty": "OKP", "x": jwk["x"]}
    else:
        require(alg == "ES256", "alg of the proof")
        require((jwk.get("kty"), jwk.get("crv")) == ("EC", "P-256"), "a P-256 key")
        x, y = decode(jwk.get("x")), decode(jwk.get("y"))
        require(len(x) == len(y) == 32 and len(signature) == 64, "32 bytes")
        r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")

        def check() -> None:
            point = ec.EllipticCurvePublicNumbers(int.from_bytes(x, "big"), int.from_bytes(y, "big"), ec.SECP256R1())
            point.public_key().verify(utils.encode_dss_signature(r, s), message, ec.ECDSA(SHA256()))

        verify_signature(check, "signature")
        members = {"crv": "P-256", "kty": "EC", "x": jwk["x"], "y": jwk["y"]}
    return encode(hashlib.sha256(json.dumps(members, separators=(",", ":")).encode()).digest())


def normalized(url: object) -> str:
    """Equivalent URLs are equal (RFC 3986 sections 6.2.2 and 6.2.3), without query and fragment."""
    require(isinstance(url, str) and re.fullmatch(r"(?i)https?://[A-Za-z0-9\-._~\[\]:%]+(?:[/?#]\S*)?", url), "URL")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refused("URL") from None
    host = (parts.hostname or "") + ("" if port in (None, {"http": 80, "https": 443}[parts.scheme]) else f":{port}")
    require(not re.search(r"%(?![0-9A-Fa-f]{2})", parts.path), "escape")

    def plain(match: "re.Match[str]") -> str:
        character = chr(int(match[1], 16))
        return character if re.fullmatch(r"[A-Za-z0-9\-._~]", character) else match[0].upper()

    kept: "list[str]" = []
    segments = re.sub(r"%([0-9A-Fa-f]{2})", plain, parts.path).split("/")[1:]
    for index, segment in enumerate(segments):
        if segment == ".." and kept:
            kept.pop()
        if segment not in (".", ".."):
            kept.append(segment)
        elif index == len(segments) - 1:
            kept.append("")
    return f"{parts.scheme}://{host}/{'/'.join(kept)}"


def one_line(headers: list, name: str) -> str:
    lines = [value for sent, value in headers if sent.lower() == name]
    require(len(lines) == 1, f"one {name} line")
    return lines[0]


def verify_request(request: dict, issuer: str, audience: str, now: int, keys: dict) -> "tuple[str, str]":
    """Returns the thumbprint of the key and the owner. Raises Refused."""
    credentials = re.fullmatch(r"(?i)dpop +([A-Za-z0-9\-._~+/]+=*)", one_line(request["headers"], "authorization"))
    require(credentials, "the scheme DPoP with one token")
    token = credentials[1]

    # The proof: RFC 9449 section 4.3.
    header, proof, message, signature = parse_jwt(one_line(request["headers"], "dpop"))
    require(header.get("typ") == "dpop+jwt", "typ of the proof")
    jkt = proof_key(header.get("alg"), header.get("jwk"), message, signature)
    require(proof.get("htm") == request["method"], "htm")
    require(normalized(proof.get("htu")) == normalized(request["url"]), "htu")
    iat, exp, nbf, jti = (proof.get(name) for name in ("iat", "exp", "nbf", "jti"))
    require(is_number(iat) and abs(now - iat) <= WINDOW, "iat of the proof")
    require("exp" not in proof or (is_number(exp) and exp > now - WINDOW), "exp of the proof")
    require("nbf" not in proof or (is_number(nbf) and nbf <= now + WINDOW), "nbf of the proof")
    require(is_text(jti) and len(jti) <= 256, "jti of the proof")
    require(proof.get("ath") == encode(hashlib.sha256(token.encode()).digest()), "ath")

    # The token: RFC 9068 section 4.
    header, claims, message, signature = parse_jwt(token)
    require(header.get("typ") in ("at+jwt", "application/at+jwt"), "typ of the token")
    require(header.get("alg") == "RS256", "alg of the token")
    require(isinstance(header.get("kid"), str) and header["kid"] in keys, "kid")
    verify_rs256(keys[header["kid"]], message, signature)
    aud = claims.get("aud")
    require(claims.get("iss") == issuer, "iss")
    require(audience in (aud if isinstance(aud, list) else [aud]), "aud")
    require(is_number(claims.get("exp")) and claims["exp"] > now, "exp")
    require("nbf" not in claims or (is_number(claims["nbf"]) and claims["nbf"] <= now + SKEW), "nbf")
    require(all(is_text(claims.get(name)) for name in ("sub", "client_id", "jti")), "sub, client_id and jti")
    require(is_number(claims.get("iat")), "iat")
    cnf = claims.get("cnf")
    require(isinstance(cnf, dict) and cnf.get("jkt") == jkt, "the token is bound to another key")
    return jkt, claims["sub"]


def verify_assertion(assertion: str, expected: dict, keys: dict) -> dict:
    """Returns the claims of an assertion of the gateway. Raises Refused."""
    header, claims, message, signature = parse_jwt(assertion)
    require(header.get("typ") == "agent-assertion+jwt", "typ")
    require(header.get("alg") == "EdDSA", "alg")
    require(isinstance(header.get("kid"), str) and header["kid"] in keys, "kid")
    verify_ed25519(decode(keys[header["kid"]]["x"]), message, signature)
    require((claims.get("iss"), claims.get("aud")) == (expected["issuer"], expected["audience"]), "iss and aud")
    require(claims.get("htm") == expected["method"] and claims.get("htu") == normalized(expected["url"]), "htm and htu")
    require(is_number(claims.get("exp")) and claims["exp"] > expected["now"], "exp")
    require(is_number(claims.get("iat")) and claims["iat"] <= expected["now"] + SKEW, "iat")
    return claims


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        vectors = json.load(file)
    different = 0

    def compare(name: str, expected: dict, judge: "Callable[[], object]") -> None:
        nonlocal different
        try:
            verdict, reason = judge(), ""
        except Refused as refused:
            verdict, reason = None, str(refused)
        if (verdict is not None) != expected["ok"] or ("jkt" in expected and verdict != (expected["jkt"], expected["sub"])):
            different += 1
            print(f"{name}: {verdict or reason}, expected {expected}")

    dpop, assertion = vectors["dpop"], vectors["assertion"]
    keys = {key["kid"]: key for key in dpop["jwks"]["keys"]}
    server = (dpop["issuer"], dpop["audience"], dpop["now"], keys)
    for vector in dpop["requests"]:
        compare(vector["name"], vector["expected"], lambda request=vector: verify_request(request, *server))
    keys = {key["kid"]: key for key in assertion["jwks"]["keys"]}
    for vector in assertion["assertions"]:
        text = vector["assertion"]
        compare(vector["name"], vector["expected"], lambda text=text: verify_assertion(text, assertion, keys))
    print(f"{len(dpop['requests'])} requests, {len(assertion['assertions'])} assertions, {different} judged differently")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
