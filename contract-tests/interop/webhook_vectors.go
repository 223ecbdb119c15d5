// Verifies status webhooks by docs/webhooks.md and standardwebhooks.com, with Go's standard library only.
//
// Reads vectors.json from stdin and prints a JSON list of {platform, standard}: the key that signed, by the platform's
// headers and by those of Standard Webhooks; null without a valid signature.
package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"log"
	"os"
	"strconv"
	"strings"
)

const tolerance = 300 // seconds

type vector struct {
	Now               int64
	PublicKey         string
	PreviousPublicKey string
	Headers           map[string]string
	Body              string
}

type verdict struct {
	Platform *string `json:"platform"`
	Standard *string `json:"standard"`
}

func (v vector) signedBy(signature []byte, message string) *string {
	for _, key := range []struct{ name, hex string }{{"current", v.PublicKey}, {"previous", v.PreviousPublicKey}} {
		public, err := hex.DecodeString(key.hex)
		if err != nil || len(public) != ed25519.PublicKeySize {
			continue
		}
		if ed25519.Verify(public, []byte(message), signature) {
			return &key.name
		}
	}
	return nil
}

func (v vector) isFresh(timestamp string) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	return err == nil && v.Now-seconds <= tolerance && seconds-v.Now <= tolerance
}

func (v vector) platform() *string {
	timestamp, text := v.Headers["X-Platform-Timestamp"], v.Headers["X-Platform-Signature"]
	signature, err := hex.DecodeString(text)
	if err != nil || text != strings.ToLower(text) || len(signature) != ed25519.SignatureSize || !v.isFresh(timestamp) {
		return nil
	}
	return v.signedBy(signature, timestamp+"."+v.Body)
}

func (v vector) standard() *string {
	id, timestamp := v.Headers["webhook-id"], v.Headers["webhook-timestamp"]
	if !v.isFresh(timestamp) {
		return nil
	}
	for _, one := range strings.Split(v.Headers["webhook-signature"], " ") {
		text, found := strings.CutPrefix(one, "v1a,")
		if signature, err := base64.StdEncoding.DecodeString(text); found && err == nil {
			return v.signedBy(signature, id+"."+timestamp+"."+v.Body)
		}
	}
	return nil
}

func main() {
	var file struct{ Vectors []vector }
	if err := json.NewDecoder(os.Stdin).Decode(&file); err != nil {
		log.Fatal(err)
	}
	verdicts := []verdict{}
	for _, v := range file.Vectors {
		verdicts = append(verdicts, verdict{v.platform(), v.standard()})
	}
	if err := json.NewEncoder(os.Stdout).Encode(verdicts); err != nil {
		log.Fatal(err)
	}
}
