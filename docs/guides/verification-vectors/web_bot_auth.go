// Verifies requests that agents signed (RFC 9421, Web Bot Auth), with Go's standard library only.
//
//	go run web_bot_auth.go structured_fields.go web-bot-auth.json
//
// Prints what it judges differently from the vectors; exit code 1 when there is anything. A service also stores (keyid, nonce) of
// every accepted signature until it expires, and refuses the second use.
package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
)

const (
	lifetime      = 60 // seconds that a signature may be valid
	skew          = 30 // seconds that a signer may be ahead
	directoryPath = "/.well-known/http-message-signatures-directory"
	mediaType     = "application/http-message-signatures-directory+json"
)

type refused string

func require(condition bool, reason string) {
	if !condition {
		panic(refused(reason))
	}
}

var jktPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)

type headers [][2]string

func (h headers) field(name string) (string, bool) {
	lines := []string{}
	for _, line := range h {
		if strings.EqualFold(line[0], name) {
			lines = append(lines, strings.TrimSpace(line[1]))
		}
	}
	return strings.Join(lines, ", "), len(lines) > 0
}

type signature struct {
	components []item
	names      []string
	parameters
	params string // the value of @signature-params
	bytes  []byte
}

func readSignature(h headers, tag string) signature {
	input, hasInput := h.field("signature-input")
	given, hasSignature := h.field("signature")
	require(hasInput && hasSignature, "no signature")
	tagged := slices.DeleteFunc(dictionary(input), func(one parameter) bool { return one.value.(item).get("tag") != tag })
	require(len(tagged) == 1, "one signature with the tag "+tag)
	found := tagged[0].value.(item)
	components, isList := found.value.([]item)
	require(isList, "components")
	names := []string{}
	for _, component := range components {
		_, isText := component.value.(string)
		require(isText && !slices.Contains(names, component.text()), "a component twice")
		names = append(names, component.text())
	}
	data, isBytes := member(given, tagged[0].name).value.([]byte)
	require(isBytes, "the signature")
	params := "(" + strings.Join(names, " ") + ")" + found.parameters.text()
	return signature{components, names, found.parameters, params, data}
}

func (s signature) checkLifetime(now int64) {
	created, hasCreated := s.get("created").(int64)
	expires, hasExpires := s.get("expires").(int64)
	require(hasCreated && hasExpires, "created and expires")
	require(expires > created && expires-created <= lifetime, "the lifetime")
	require(expires > now, "expired")
	require(created <= now+skew, "created in the future")
}

func (s signature) verify(key ed25519.PublicKey, valueOf func(item) string) {
	base := ""
	for index, component := range s.components {
		base += s.names[index] + ": " + valueOf(component) + "\n"
	}
	base += `"@signature-params": ` + s.params
	require(len(key) == ed25519.PublicKeySize && ed25519.Verify(key, []byte(base), s.bytes), "the signature")
}

func thumbprint(x string) string {
	digest := sha256.Sum256(fmt.Appendf(nil, `{"crv":"Ed25519","kty":"OKP","x":"%s"}`, x))
	return base64.RawURLEncoding.EncodeToString(digest[:])
}

func digestOf(content string) []byte {
	digest := sha256.Sum256([]byte(content))
	return digest[:]
}

type keySet map[string]ed25519.PublicKey

type verifier struct {
	Provider    string
	Now         int64
	Directories map[string]struct {
		Headers headers
		Body    string
	}
}

// readDirectory returns the keys of a directory by thumbprint, when one of the signers signed it; nil: one of its own keys.
func (v verifier) readDirectory(address string, signers keySet) keySet {
	served, exists := v.Directories[address]
	require(exists, "no directory")
	contentType, _ := served.Headers.field("content-type")
	kind, _, _ := strings.Cut(contentType, ";")
	require(strings.EqualFold(strings.TrimSpace(kind), mediaType), "the media type of the directory")
	var listed struct{ Keys []struct{ Crv, X string } }
	require(json.Unmarshal([]byte(served.Body), &listed) == nil, "the keys of the directory")
	found := keySet{}
	for _, key := range listed.Keys {
		if x, err := base64.RawURLEncoding.DecodeString(key.X); key.Crv == "Ed25519" && err == nil {
			found[thumbprint(key.X)] = x
		}
	}
	signed := readSignature(served.Headers, "http-message-signatures-directory")
	signed.checkLifetime(v.Now)
	digest, _ := served.Headers.field("content-digest")
	require(digest == "sha-256="+bareText(digestOf(served.Body)), "the digest of the directory")
	parsed, err := url.Parse(address)
	require(err == nil, "the address of the directory")
	values := map[string]string{`"@authority";req`: parsed.Host, `"content-digest"`: digest}
	require(len(signed.names) == len(values), "the components of the directory")
	keyid, _ := signed.get("keyid").(string)
	if signers == nil {
		signers = found
	}
	signed.verify(signers[keyid], func(component item) string {
		value, known := values[component.text()]
		require(known, "the components of the directory")
		return value
	})
	return found
}

type request struct {
	Name, Method, URL, Body string
	Headers                 headers
	Expected                struct {
		Ok  bool
		Jkt string
	}
}

// valueOf returns the value of a component (RFC 9421 section 2).
func (r request) valueOf(component item) string {
	name := component.value.(string)
	target, err := url.Parse(r.URL)
	require(err == nil, "URL")
	whole, _, _ := strings.Cut(r.URL, "#")
	derived := map[string]string{"@method": r.Method, "@authority": strings.ToLower(target.Host), "@target-uri": whole,
		"@scheme": target.Scheme, "@path": target.EscapedPath(), "@query": "?" + target.RawQuery}
	value, known := derived[name]
	if !known {
		value, known = r.Headers.field(name)
	}
	if len(component.parameters) > 0 {
		key, isText := component.get("key").(string)
		require(isText && len(component.parameters) == 1, component.text()+" is not supported")
		text, _ := r.Headers.field(name)
		found := member(text, key)
		_, isList := found.value.([]item)
		value, known = found.text(), found.value != nil && !isList
	}
	require(known, component.text()+" is absent")
	return value
}

// verifyRequest returns the thumbprint of the agent's key.
func (v verifier) verifyRequest(r request) string {
	signed := readSignature(r.Headers, "web-bot-auth")
	jkt, _ := signed.get("keyid").(string)
	nonce, _ := signed.get("nonce").(string)
	alg := signed.get("alg")
	require(jktPattern.MatchString(jkt), "keyid")
	require(alg == nil || alg == "ed25519", "alg")
	require(len(nonce) >= 1 && len(nonce) <= 256, "nonce")
	signed.checkLifetime(v.Now)

	// Who vouches for the key: only a trusted provider is asked.
	named := slices.DeleteFunc(slices.Clone(signed.components), func(one item) bool { return one.value != "signature-agent" })
	require(len(named) == 1, "one signature-agent")
	field, _ := r.Headers.field("signature-agent")
	label, isLabelled := named[0].get("key").(string)
	if !isLabelled {
		label, field = "agent", "agent="+field
	}
	agent := member(field, label)
	kind := agent.get("type")
	require(kind == nil || kind == token("jwks_uri"), "the type of signature-agent")
	directory := v.Provider + "/agents/" + jkt + directoryPath
	require(agent.value == directory, "a directory of this key at the trusted provider")

	// What is signed: the request, and its content when there is any.
	covered := []string{`"@authority"`, `"@method"`, `"@target-uri"`}
	if r.Body != "" {
		covered = append(covered, `"content-digest"`)
	}
	for _, name := range covered {
		require(slices.Contains(signed.names, name), name+" is not covered")
	}
	if slices.ContainsFunc(signed.components, func(one item) bool { return one.value == "content-digest" }) {
		text, _ := r.Headers.field("content-digest")
		sent, _ := member(text, "sha-256").value.([]byte)
		require(slices.Equal(sent, digestOf(r.Body)), "the digest of the content")
	}
	keys := v.readDirectory(directory, v.readDirectory(v.Provider+directoryPath, nil))
	signed.verify(keys[jkt], r.valueOf)
	return jkt
}

// judge returns the thumbprint, or why a request was refused.
func (v verifier) judge(r request) (jkt, reason string) {
	defer func() {
		if caught := recover(); caught != nil {
			why, isRefusal := caught.(refused)
			if !isRefusal {
				panic(caught)
			}
			reason = string(why)
		}
	}()
	return v.verifyRequest(r), ""
}

func main() {
	file, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var vectors struct {
		verifier
		Requests []request
	}
	if err := json.Unmarshal(file, &vectors); err != nil {
		log.Fatal(err)
	}
	different := 0
	for _, vector := range vectors.Requests {
		jkt, reason := vectors.judge(vector)
		if vector.Expected.Ok != (reason == "") || vector.Expected.Jkt != jkt {
			different++
			fmt.Printf("%s: judged %q\n", vector.Name, reason)
		}
	}
	fmt.Printf("%d signed requests, %d judged differently\n", len(vectors.Requests), different)
	if different > 0 {
		os.Exit(1)
	}
}
