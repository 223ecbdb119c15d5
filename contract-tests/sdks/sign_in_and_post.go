// Signs in, posts with DPoP and sends a test notification, with SDKs that openapi-generator generated.
// Arguments: URLs of the provider, the forum and the notification service, and a client_id.
package main

import (
	"bufio"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	forum "github.com/platform/forum"
	notifications "github.com/platform/notifications"
	sso "github.com/platform/sso"
)

var encode = base64.RawURLEncoding.EncodeToString

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return encode(sum[:])
}

func random() string {
	octets := make([]byte, 32)
	must(rand.Read(octets))
	return encode(octets)
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// done returns the body of a response, or panics with the body of an error response.
func done[T any](value T, _ *http.Response, err error) T {
	if failure, ok := err.(interface{ Body() []byte }); ok {
		panic(string(failure.Body()))
	}
	return must(value, err)
}

var public, private, _ = ed25519.GenerateKey(rand.Reader)
var jwk = map[string]string{"crv": "Ed25519", "kty": "OKP", "x": encode(public)}

// proof creates a DPoP proof (RFC 9449 section 4.2).
func proof(method, url, token string) string {
	header := must(json.Marshal(map[string]any{"typ": "dpop+jwt", "alg": "EdDSA", "jwk": jwk}))
	claims := map[string]any{"htm": method, "htu": url, "iat": time.Now().Unix(), "jti": random()}
	if token != "" {
		claims["ath"] = digest(token)
	}
	signed := encode(header) + "." + encode(must(json.Marshal(claims)))
	return signed + "." + encode(ed25519.Sign(private, []byte(signed)))
}

func main() {
	ssoURL, forumURL, notificationsURL, clientID := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	jkt := digest(string(must(json.Marshal(jwk))))

	ssoConfiguration := sso.NewConfiguration()
	ssoConfiguration.Servers = sso.ServerConfigurations{{URL: ssoURL}}
	oauth := sso.NewAPIClient(ssoConfiguration).OauthAPI
	verifier := random()
	started := done(oauth.Authorize(context.Background()).ResponseType("code").ResponseMode("json").ClientId(clientID).
		Scope("openid").CodeChallenge(digest(verifier)).CodeChallengeMethod("S256").State(random()).Nonce(random()).
		DpopJkt(jkt).Execute())
	fmt.Println(started.DeepLink)
	must(bufio.NewReader(os.Stdin).ReadString('\n'))
	polled := done(oauth.PollAuthorization(context.Background()).
		PollRequest(*sso.NewPollRequest(started.PollingCode)).Execute())
	tokens := done(oauth.ExchangeToken(context.Background()).DPoP(proof("POST", ssoURL+"/oauth/token", "")).
		GrantType("authorization_code").Code(*polled.AuthorizationCode).ClientId(clientID).CodeVerifier(verifier).Execute())

	forumConfiguration := forum.NewConfiguration()
	forumConfiguration.Servers = forum.ServerConfigurations{{URL: forumURL}}
	forumClient := forum.NewAPIClient(forumConfiguration)
	onForum := func(method, path string) context.Context {
		return context.WithValue(context.Background(), forum.ContextAPIKeys, map[string]forum.APIKey{
			"dpop": {Key: tokens.AccessToken, Prefix: "DPoP"}, "dpopProof": {Key: proof(method, forumURL+path, tokens.AccessToken)},
		})
	}
	done(forumClient.CommunitiesAPI.CreateForum(onForum("POST", "/api/forums")).
		CreateForumRequest(*forum.NewCreateForumRequest("go-sdk", "Written by a generated SDK.")).Execute())
	post := done(forumClient.PostsAPI.CreatePost(onForum("POST", "/api/posts")).
		CreatePostRequest(*forum.NewCreatePostRequest("Hello", "From Go.", "go-sdk")).Execute())

	pushConfiguration := notifications.NewConfiguration()
	pushConfiguration.Servers = notifications.ServerConfigurations{{URL: notificationsURL}}
	pushClient := notifications.NewAPIClient(pushConfiguration)
	inPortal := func(path string) context.Context {
		return context.WithValue(context.Background(), notifications.ContextAPIKeys, map[string]notifications.APIKey{
			"dpop": {Key: tokens.AccessToken, Prefix: "DPoP"}, "dpopProof": {Key: proof("POST", notificationsURL+path, tokens.AccessToken)},
		})
	}
	app := done(pushClient.PortalAPI.CreateApp(inPortal("/api/v1/portal/apps")).
		CreateAppRequest(*notifications.NewCreateAppRequest("Go notes")).Execute())
	// The generated client sends null for an optional body that is left out.
	key := done(pushClient.PortalAPI.CreateApiKey(inPortal("/api/v1/portal/apps/"+app.AppId+"/keys"), app.AppId).
		CreateApiKeyRequest(*notifications.NewCreateApiKeyRequest()).Execute())
	push := notifications.NewSendRequest(post.Post.Owner, "Test notification")
	push.SetTest("delivered")
	byKey := context.WithValue(context.Background(), notifications.ContextAPIKeys, map[string]notifications.APIKey{
		"notificationsKey": {Key: key.Key},
	})
	sent := done(pushClient.NotificationsAPI.SendNotification(byKey).SendRequest(*push).Execute())
	fmt.Println(string(must(json.Marshal(map[string]string{
		"fingerprint": post.Post.Fingerprint, "jkt": jkt, "owner": post.Post.Owner, "notificationId": sent.NotificationId,
	}))))
}
