// Signs a person in with go-oidc and golang.org/x/oauth2.
//
//	go run . https://sso.example 00000006010000000000000000000001 http://127.0.0.1:53117/callback
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"log"
	"net/url"
	"os"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

func main() {
	ctx := context.Background()
	provider, err := oidc.NewProvider(ctx, os.Args[1])
	check(err)
	config := oauth2.Config{
		ClientID:    os.Args[2],
		RedirectURL: os.Args[3],
		Endpoint:    provider.Endpoint(),
		Scopes:      []string{oidc.ScopeOpenID},
	}
	state, nonce, verifier := oauth2.GenerateVerifier(), oauth2.GenerateVerifier(), oauth2.GenerateVerifier()

	print(map[string]any{"authorizationUrl": config.AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(verifier))})
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	check(err)
	callback, err := url.Parse(strings.TrimSpace(line))
	check(err)
	if callback.Query().Get("state") != state {
		log.Fatal("the response has another state")
	}

	token, err := config.Exchange(ctx, callback.Query().Get("code"), oauth2.VerifierOption(verifier))
	check(err)
	raw, _ := token.Extra("id_token").(string)
	idToken, err := provider.Verifier(&oidc.Config{ClientID: config.ClientID}).Verify(ctx, raw)
	check(err)
	if idToken.Nonce != nonce {
		log.Fatal("the id_token has another nonce")
	}
	userinfo, err := provider.UserInfo(ctx, config.TokenSource(ctx, token))
	check(err)
	print(map[string]any{"sub": idToken.Subject, "userinfo": userinfo.Subject})
}

func print(value map[string]any) {
	check(json.NewEncoder(os.Stdout).Encode(value))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
