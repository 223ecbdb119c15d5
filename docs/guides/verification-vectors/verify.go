// Verifies DPoP requests (RFC 9449, RFC 9068) and assertions of the gateway, with Go's standard library only.
//
//	go run verify.go vectors.json
//
// Prints what it judges differently from the vectors; exit code 1 when there is anything. A service also stores (jkt, jti) of
// every accepted proof, and refuses the second use (RFC 9449 section 11.1).
package main

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"math/big"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	window = 60 // seconds that a proof may be old, or ahead
	skew   = 30 // seconds that a token may be ahead
)

type object = map[string]any

// refused is panicked, so that each check is one line.
type refused string

func require(condition bool, reason string) {
	if !condition {
		panic(refused(reason))
	}
}

// decode accepts canonical base64url: other decoders accept several texts for the same bytes.
func decode(value any) []byte {
	text, isText := value.(string)
	require(isText && !strings.ContainsAny(text, "\r\n"), "base64url")
	data, err := base64.RawURLEncoding.Strict().DecodeString(text)
	require(err == nil, "base64url")
	return data
}

func encode(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

// parseObject refuses a member that occurs twice, of which parsers choose different ones.
func parseObject(data []byte) object {
	require(utf8.Valid(data) && !bytes.HasPrefix(data, []byte("\ufeff")), "UTF-8")
	require(distinct(json.NewDecoder(bytes.NewReader(data))) == nil, "JSON without a member twice")
	decoder := json.NewDecoder(bytes.NewReader(data))
	var value object
	require(decoder.Decode(&value) == nil && value != nil, "a JSON object")
	_, err := decoder.Token()
	require(errors.Is(err, io.EOF), "one JSON object")
	return value
}

func distinct(decoder *json.Decoder) error {
	token, err := decoder.Token()
	if err != nil {
		return err
	}
	delimiter, _ := token.(json.Delim)
	if delimiter != '{' && delimiter != '[' {
		return nil
	}
	names := map[any]bool{}
	for decoder.More() {
		if delimiter == '{' {
			name, err := decoder.Token()
			if err != nil || names[name] {
				return errors.New("a member twice")
			}
			names[name] = true
		}
		if err := distinct(decoder); err != nil {
			return err
		}
	}
	_, err = decoder.Token()
	return err
}

type jwt struct {
	header, claims     object
	message, signature []byte
}

func parseJwt(text string) jwt {
	parts := strings.Split(text, ".")
	require(len(parts) == 3 && len(text) <= 16384, "three segments")
	header := parseObject(decode(parts[0]))
	_, critical := header["crit"]
	require(!critical, "crit") // RFC 7515 section 4.1.11
	return jwt{header, parseObject(decode(parts[1])), []byte(parts[0] + "." + parts[1]), decode(parts[2])}
}

func number(value any) float64 {
	if number, isNumber := value.(float64); isNumber {
		return number
	}
	return math.NaN() // every comparison with it is false
}

func isText(value any) bool { text, ok := value.(string); return ok && text != "" }

func verifyRs256(key object, token jwt) {
	e := new(big.Int).SetBytes(decode(key["e"]))
	public := rsa.PublicKey{N: new(big.Int).SetBytes(decode(key["n"])), E: int(e.Int64())}
	digest := sha256.Sum256(token.message)
	require(rsa.VerifyPKCS1v15(&public, crypto.SHA256, digest[:], token.signature) == nil, "signature")
}

// proofKey verifies with the key in the proof, and returns its thumbprint (RFC 7638).
func proofKey(proof jwt) string {
	jwk, _ := proof.header["jwk"].(object)
	require(jwk != nil, "jwk")
	for _, member := range []string{"d", "p", "q", "dp", "dq", "qi", "oth", "k"} {
		_, private := jwk[member]
		require(!private, "a private key")
	}
	var members string
	switch proof.header["alg"] {
	case "EdDSA", "Ed25519":
		require(jwk["kty"] == "OKP" && jwk["crv"] == "Ed25519", "an Ed25519 key")
		x := decode(jwk["x"])
		require(len(x) == ed25519.PublicKeySize && ed25519.Verify(x, proof.message, proof.signature), "signature")
		members = fmt.Sprintf(`{"crv":"Ed25519","kty":"OKP","x":"%s"}`, encode(x))
	case "ES256":
		require(jwk["kty"] == "EC" && jwk["crv"] == "P-256", "a P-256 key")
		x, y := decode(jwk["x"]), decode(jwk["y"])
		require(len(x) == 32 && len(y) == 32 && len(proof.signature) == 64, "32 bytes")
		public := ecdsa.PublicKey{Curve: elliptic.P256(), X: new(big.Int).SetBytes(x), Y: new(big.Int).SetBytes(y)}
		_, err := public.ECDH() // a point of the curve
		require(err == nil, "a P-256 key")
		digest := sha256.Sum256(proof.message)
		r, s := new(big.Int).SetBytes(proof.signature[:32]), new(big.Int).SetBytes(proof.signature[32:])
		require(ecdsa.Verify(&public, digest[:], r, s), "signature")
		members = fmt.Sprintf(`{"crv":"P-256","kty":"EC","x":"%s","y":"%s"}`, encode(x), encode(y))
	default:
		require(false, "alg of the proof")
	}
	digest := sha256.Sum256([]byte(members))
	return encode(digest[:])
}

var (
	httpURL    = regexp.MustCompile(`^(?i:(https?)://([A-Za-z0-9\-._~\[\]%]+(?::[0-9A-Fa-f:.]*\])?)(?::([0-9]{0,8}))?)(/[^?#\s]*)?(?:[?#]\S*)?$`)
	escape     = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
	brokenURL  = regexp.MustCompile(`%(?:[^0-9A-Fa-f]|.[^0-9A-Fa-f]|.?$)`)
	unreserved = regexp.MustCompile(`^[A-Za-z0-9\-._~]$`)
)

// normalized makes equivalent URLs equal (RFC 3986 sections 6.2.2 and 6.2.3), without query and fragment.
func normalized(value any) string {
	text, _ := value.(string)
	parts := httpURL.FindStringSubmatch(text)
	require(parts != nil && !brokenURL.MatchString(parts[4]), "URL")
	scheme, host := strings.ToLower(parts[1]), strings.ToLower(parts[2])
	if port := strings.TrimLeft(parts[3], "0"); port != "" && port != map[string]string{"http": "80", "https": "443"}[scheme] {
		host += ":" + port
	}
	path := escape.ReplaceAllStringFunc(parts[4], func(match string) string {
		character := string([]byte{byte(number16(match[1:]))})
		if unreserved.MatchString(character) {
			return character
		}
		return strings.ToUpper(match)
	})
	kept := []string{}
	segments := strings.Split(path, "/")[min(1, len(path)):]
	for index, segment := range segments {
		if segment == ".." && len(kept) > 0 {
			kept = kept[:len(kept)-1]
		}
		if segment != "." && segment != ".." {
			kept = append(kept, segment)
		} else if index == len(segments)-1 {
			kept = append(kept, "")
		}
	}
	return scheme + "://" + host + "/" + strings.Join(kept, "/")
}

func number16(text string) int64 { value, _ := new(big.Int).SetString(text, 16); return value.Int64() }

type keySet struct{ Keys []object }

func (set keySet) find(kid any) object {
	index := slices.IndexFunc(set.Keys, func(key object) bool { return isText(kid) && key["kid"] == kid })
	require(index >= 0, "kid")
	return set.Keys[index]
}

type server struct {
	Issuer, Audience string
	Now              float64
	Jwks             keySet
}

type request struct {
	Method, URL string
	Headers     [][2]string
}

func (r request) line(name string) string {
	lines := []string{}
	for _, line := range r.Headers {
		if strings.EqualFold(line[0], name) {
			lines = append(lines, line[1])
		}
	}
	require(len(lines) == 1, "one "+name+" line")
	return lines[0]
}

var credentials = regexp.MustCompile(`^(?i:dpop) +([A-Za-z0-9\-._~+/]+=*)$`)

// verifyRequest returns the thumbprint of the key and the owner.
func (s server) verifyRequest(r request) (string, string) {
	found := credentials.FindStringSubmatch(r.line("Authorization"))
	require(found != nil, "the scheme DPoP with one token")

	// The proof: RFC 9449 section 4.3.
	proof := parseJwt(r.line("DPoP"))
	require(proof.header["typ"] == "dpop+jwt", "typ of the proof")
	jkt := proofKey(proof)
	claims := proof.claims
	require(claims["htm"] == r.Method, "htm")
	require(normalized(claims["htu"]) == normalized(r.URL), "htu")
	require(math.Abs(s.Now-number(claims["iat"])) <= window, "iat of the proof")
	if exp, given := claims["exp"]; given {
		require(number(exp) > s.Now-window, "exp of the proof")
	}
	if nbf, given := claims["nbf"]; given {
		require(number(nbf) <= s.Now+window, "nbf of the proof")
	}
	require(isText(claims["jti"]) && len(claims["jti"].(string)) <= 256, "jti of the proof")
	hash := sha256.Sum256([]byte(found[1]))
	require(claims["ath"] == encode(hash[:]), "ath")

	// The token: RFC 9068 section 4.
	token := parseJwt(found[1])
	require(token.header["typ"] == "at+jwt" || token.header["typ"] == "application/at+jwt", "typ of the token")
	require(token.header["alg"] == "RS256", "alg of the token")
	verifyRs256(s.Jwks.find(token.header["kid"]), token)
	claims = token.claims
	audiences, isList := claims["aud"].([]any)
	require(claims["iss"] == s.Issuer, "iss")
	require(claims["aud"] == any(s.Audience) || (isList && slices.Contains(audiences, any(s.Audience))), "aud")
	require(number(claims["exp"]) > s.Now, "exp")
	if nbf, given := claims["nbf"]; given {
		require(number(nbf) <= s.Now+skew, "nbf")
	}
	require(isText(claims["sub"]) && isText(claims["client_id"]) && isText(claims["jti"]), "sub, client_id and jti")
	require(!math.IsNaN(number(claims["iat"])), "iat")
	cnf, _ := claims["cnf"].(object)
	require(cnf != nil && cnf["jkt"] == jkt, "the token is bound to another key")
	return jkt, claims["sub"].(string)
}

// verifyAssertion verifies an assertion of the gateway for a request.
func (s server) verifyAssertion(text, method, url string) object {
	token := parseJwt(text)
	require(token.header["typ"] == "agent-assertion+jwt", "typ")
	require(token.header["alg"] == "EdDSA", "alg")
	x := decode(s.Jwks.find(token.header["kid"])["x"])
	require(len(x) == ed25519.PublicKeySize && ed25519.Verify(x, token.message, token.signature), "signature")
	claims := token.claims
	require(claims["iss"] == s.Issuer && claims["aud"] == s.Audience, "iss and aud")
	require(claims["htm"] == method && claims["htu"] == normalized(url), "htm and htu")
	require(number(claims["exp"]) > s.Now, "exp")
	require(number(claims["iat"]) <= s.Now+skew, "iat")
	return claims
}

// judge returns why a verification was refused; empty when it was accepted.
func judge(verify func()) (reason string) {
	defer func() {
		if caught := recover(); caught != nil {
			why, isRefusal := caught.(refused)
			if !isRefusal {
				panic(caught)
			}
			reason = string(why)
		}
	}()
	verify()
	return ""
}

type expected struct {
	Ok       bool
	Jkt, Sub string
}

func main() {
	file, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var vectors struct {
		Dpop struct {
			server
			Requests []struct {
				Name string
				request
				Expected expected
			}
		}
		Assertion struct {
			server
			Method, URL string
			Assertions  []struct {
				Name, Assertion string
				Expected        expected
			}
		}
	}
	if err := json.Unmarshal(file, &vectors); err != nil {
		log.Fatal(err)
	}
	different := 0
	compare := func(name, reason string, same bool) {
		if !same {
			different++
			fmt.Printf("%s: judged %q\n", name, reason)
		}
	}
	for _, vector := range vectors.Dpop.Requests {
		var jkt, sub string
		reason := judge(func() { jkt, sub = vectors.Dpop.verifyRequest(vector.request) })
		compare(vector.Name, reason, expected{reason == "", jkt, sub} == vector.Expected)
	}
	assertion := vectors.Assertion
	for _, vector := range assertion.Assertions {
		reason := judge(func() { assertion.verifyAssertion(vector.Assertion, assertion.Method, assertion.URL) })
		compare(vector.Name, reason, (reason == "") == vector.Expected.Ok)
	}
	fmt.Printf("%d requests, %d assertions, %d judged differently\n", len(vectors.Dpop.Requests), len(assertion.Assertions), different)
	if different > 0 {
		os.Exit(1)
	}
}
