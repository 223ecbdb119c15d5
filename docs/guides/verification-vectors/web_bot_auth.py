"""Verifies requests that agents signed (RFC 9421, Web Bot Auth), with `cryptography` only.

    python3 web_bot_auth.py web-bot-auth.json

Prints what it judges differently from the vectors; exit code 1 when there is anything. A service also stores (keyid, nonce) of
every accepted signature until it expires, and refuses the second use.
"""

import base64
import hashlib
import json
import re
import sys
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

LIFETIME = 60  # seconds that a signature may be valid
SKEW = 30  # seconds that a signer may be ahead
DIRECTORY = "/.well-known/http-message-signatures-directory"
MEDIA_TYPE = "application/http-message-signatures-directory+json"


class Refused(Exception):
    pass


def require(condition: object, reason: str) -> None:
    if not condition:
        raise Refused(reason)


class Token(str):
    """A token of RFC 9651, which is no string."""


class Parser:
    """Dictionaries of RFC 9651 section 4.2, without dates and display strings. An item is (value, parameters)."""

    BARE = (
        (re.compile(r'"((?:[ !#-\[\]-~]|\\["\\])*)"'), lambda text: re.sub(r"\\(.)", r"\1", text)),
        (re.compile(r":([A-Za-z0-9+/]*={0,2}):"), lambda text: base64.b64decode(text + "=" * (-len(text) % 4))),
        (re.compile(r"\?([01])"), lambda text: text == "1"),
        (re.compile(r"(-?\d{1,12}\.\d{1,3})(?![\d.])"), float),
        (re.compile(r"(-?\d{1,15})(?![\d.])"), int),
        (re.compile(r"([A-Za-z*][!#$%&'*+\-.^_`|~\w:/]*)", re.ASCII), Token),
    )

    def __init__(self, text: str) -> None:
        self.text, self.at = text.strip(" "), 0

    def take(self, pattern: str) -> "re.Match[str] | None":
        match = re.compile(pattern, re.ASCII).match(self.text, self.at)
        self.at = match.end() if match else self.at
        return match

    def key(self) -> str:
        match = self.take(r"[a-z*][a-z0-9_\-.*]*")
        require(match, "a key")
        return match[0]

    def bare(self) -> object:
        for pattern, read in self.BARE:
            match = pattern.match(self.text, self.at)
            if match:
                self.at = match.end()
                return read(match[1])
        raise Refused("a structured field")

    def parameters(self) -> dict:
        found: dict = {}
        while self.take(r"; *"):
            name = self.key()
            found.pop(name, None)
            found[name] = self.bare() if self.take("=") else True
        return found

    def item(self) -> tuple:
        return self.bare(), self.parameters()

    def member(self) -> tuple:
        if not self.take(r"\("):
            return self.item()
        items: list = []
        while True:
            self.take(" *")
            if self.take(r"\)"):
                return items, self.parameters()
            items.append(self.item())
            require(self.take(r"(?=[ )])"), "an inner list")

    def dictionary(self) -> dict:
        members: dict = {}
        while self.at < len(self.text):
            name = self.key()
            members.pop(name, None)
            members[name] = self.member() if self.take("=") else (True, self.parameters())
            require(self.at == len(self.text) or self.take(r"[ \t]*,[ \t]*(?=.)"), "a dictionary")
        return members


def bare_text(value: object) -> str:
    if isinstance(value, Token):
        return str(value)
    if isinstance(value, bool):
        return f"?{int(value)}"
    if isinstance(value, bytes):
        return f":{base64.b64encode(value).decode()}:"
    if isinstance(value, str):
        return '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'
    return f"{value:.3f}".rstrip("0") if isinstance(value, float) else str(value)


def parameters_text(parameters: dict) -> str:
    return "".join(f";{name}" + ("" if value is True else f"={bare_text(value)}") for name, value in parameters.items())


def item_text(item: tuple) -> str:
    return bare_text(item[0]) + parameters_text(item[1])


def field(headers: list, name: str) -> "str | None":
    lines = [value.strip() for sent, value in headers if sent.lower() == name]
    return ", ".join(lines) if lines else None


def read_signature(headers: list, tag: str) -> "tuple[list, dict, str, bytes]":
    """Returns components, parameters, the value of @signature-params, and the signature with this tag."""
    given = field(headers, "signature-input"), field(headers, "signature")
    require(None not in given, "no signature")
    inputs, signatures = (Parser(text).dictionary() for text in given)
    tagged = [label for label, (_, parameters) in inputs.items() if parameters.get("tag") == tag]
    require(len(tagged) == 1, f"one signature with the tag {tag}")
    components, parameters = inputs[tagged[0]]
    require(isinstance(components, list) and all(type(name) is str for name, _ in components), "components")
    names = [item_text(component) for component in components]
    require(len(set(names)) == len(names), "a component twice")
    signature, _ = signatures.get(tagged[0], (None, {}))
    require(isinstance(signature, bytes), "the signature")
    return components, parameters, f"({' '.join(names)}){parameters_text(parameters)}", signature


def check_lifetime(parameters: dict, now: int) -> None:
    created, expires = parameters.get("created"), parameters.get("expires")
    require(type(created) is int and type(expires) is int, "created and expires")
    require(0 < expires - created <= LIFETIME, "the lifetime")
    require(expires > now, "expired")
    require(created <= now + SKEW, "created in the future")


def verify(key: bytes, signed: str, signature: bytes) -> None:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, signed.encode())
    except (InvalidSignature, ValueError):
        raise Refused("the signature") from None


def base_of(lines: "list[tuple[str, str]]", params: str) -> str:
    return "\n".join(f"{name}: {value}" for name, value in [*lines, ('"@signature-params"', params)])


def component_value(item: tuple, request: dict) -> str:
    name, parameters = item
    url, headers = urlsplit(request["url"]), request["headers"]
    derived = {
        "@method": request["method"],
        "@authority": url.netloc.lower(),
        "@target-uri": request["url"].split("#")[0],
        "@scheme": url.scheme,
        "@path": url.path,
        "@query": f"?{url.query}",
    }
    value = derived.get(name, field(headers, name)) if parameters == {} else None
    if set(parameters) == {"key"}:
        member = Parser(field(headers, name) or "").dictionary().get(parameters["key"])
        value = None if member is None or isinstance(member[0], list) else item_text(member)
    require(value is not None, f"{item_text(item)} is absent or not supported")
    return value


def thumbprint(x: bytes) -> str:
    members = {"crv": "Ed25519", "kty": "OKP", "x": base64.urlsafe_b64encode(x).rstrip(b"=").decode()}
    digest = hashlib.sha256(json.dumps(members, separators=(",", ":")).encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def digest_of(content: str) -> bytes:
    return hashlib.sha256(content.encode()).digest()


def read_directory(url: str, served: dict, signers: "dict | None", now: int) -> dict:
    """Returns the keys of a directory by thumbprint, when one of `signers` signed it; None: one of its own keys."""
    require(url in served, "no directory")
    headers, body = served[url]["headers"], served[url]["body"]
    media_type = (field(headers, "content-type") or "").split(";")[0].strip().lower()
    require(media_type == MEDIA_TYPE, "the media type of the directory")
    try:
        keys = [base64.urlsafe_b64decode(key["x"] + "=") for key in json.loads(body)["keys"] if key["crv"] == "Ed25519"]
    except (ValueError, KeyError, TypeError):
        raise Refused("the keys of the directory") from None
    found = {thumbprint(x): x for x in keys}
    components, parameters, params, signature = read_signature(headers, "http-message-signatures-directory")
    check_lifetime(parameters, now)
    digest = f"sha-256={bare_text(digest_of(body))}"
    require(field(headers, "content-digest") == digest, "the digest of the directory")
    values = {'"@authority";req': urlsplit(url).netloc, '"content-digest"': digest}
    names = [item_text(component) for component in components]
    require(set(names) == set(values), "the components of the directory")
    key = (found if signers is None else signers).get(parameters.get("keyid"))
    require(key, "who signed the directory")
    verify(key, base_of([(name, values[name]) for name in names], params), signature)
    return found


def verify_request(request: dict, provider: str, directories: dict, now: int) -> str:
    """Returns the thumbprint of the agent's key. Raises Refused."""
    headers = request["headers"]
    components, parameters, params, signature = read_signature(headers, "web-bot-auth")
    jkt, nonce = parameters.get("keyid"), parameters.get("nonce")
    require(type(jkt) is str and re.fullmatch(r"[A-Za-z0-9_-]{43}", jkt), "keyid")
    require(parameters.get("alg", "ed25519") == "ed25519", "alg")
    require(type(nonce) is str and 1 <= len(nonce) <= 256, "nonce")
    check_lifetime(parameters, now)

    # Who vouches for the key: only a trusted provider is asked.
    named = [item for item in components if item[0] == "signature-agent"]
    require(len(named) == 1, "one signature-agent")
    label = named[0][1].get("key")
    text = field(headers, "signature-agent") or ""
    members = Parser(text if label else f"agent={text}").dictionary()
    url, of = members.get(label or "agent", (None, {}))
    kind = of.get("type", Token("jwks_uri"))
    require(isinstance(kind, Token) and kind == "jwks_uri", "the type of signature-agent")
    require(url == f"{provider}/agents/{jkt}{DIRECTORY}", "a directory of this key at the trusted provider")

    # What is signed: the request, and its content when there is any.
    covered = {item_text(item) for item in components}
    content = {'"content-digest"'} if request["body"] else set()
    require(covered >= {'"@authority"', '"@method"', '"@target-uri"'} | content, "a component is not covered")
    signed = base_of([(item_text(item), component_value(item, request)) for item in components], params)
    if any(name == "content-digest" for name, _ in components):
        sent, _ = Parser(field(headers, "content-digest") or "").dictionary().get("sha-256", (None, {}))
        require(sent == digest_of(request["body"]), "the digest of the content")

    signers = read_directory(provider + DIRECTORY, directories, None, now)
    key = read_directory(url, directories, signers, now).get(jkt)
    require(key, "the key of the agent")
    verify(key, signed, signature)
    return jkt


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        vectors = json.load(file)
    different = 0
    for vector in vectors["requests"]:
        try:
            verdict = verify_request(vector, vectors["provider"], vectors["directories"], vectors["now"])
            judged, reason = {"ok": True, "jkt": verdict}, ""
        except Refused as refused:
            judged, reason = {"ok": False}, str(refused)
        if judged != {name: vector["expected"].get(name) for name in judged}:
            different += 1
            print(f"{vector['name']}: {reason or judged}, expected {vector['expected']}")
    print(f"{len(vectors['requests'])} signed requests, {different} judged differently")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
