// Verifies webhooks with standardwebhooks and svix. Reads {secret, requests: [{headers, body}]}, writes the verdicts.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	svix "github.com/svix/svix-webhooks/go"
)

func main() {
	var given struct {
		Secret   string
		Requests []struct {
			Headers map[string]string
			Body    string
		}
	}
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		log.Fatal(err)
	}
	standard, err := standardwebhooks.NewWebhook(given.Secret)
	if err != nil {
		log.Fatal(err)
	}
	svixWebhook, err := svix.NewWebhook(given.Secret)
	if err != nil {
		log.Fatal(err)
	}
	verdicts := []map[string]bool{}
	for _, request := range given.Requests {
		headers := http.Header{}
		for name, value := range request.Headers {
			headers.Set(name, value)
		}
		verdicts = append(verdicts, map[string]bool{
			"standardwebhooks": standard.Verify([]byte(request.Body), headers) == nil,
			"svix":             svixWebhook.Verify([]byte(request.Body), headers) == nil,
		})
	}
	if err := json.NewEncoder(os.Stdout).Encode(verdicts); err != nil {
		log.Fatal(err)
	}
}
