// Signs in, posts with DPoP and sends a test notification, with SDKs that openapi-generator generated (library native).
// Arguments: addresses of the provider, the forum and the notification service, and the provider address.

import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Scanner;
import platform.forum.api.CommunitiesApi;
import platform.forum.api.PostsApi;
import platform.forum.model.CreateForumRequest;
import platform.forum.model.CreatePostRequest;
import platform.notifications.api.NotificationsApi;
import platform.notifications.api.PortalApi;
import platform.notifications.model.CreateApiKeyRequest;
import platform.notifications.model.CreateAppRequest;
import platform.notifications.model.SendRequest;
import platform.sso.api.OauthApi;
import platform.sso.model.CodeChallengeMethod;
import platform.sso.model.PollRequest;
import platform.sso.model.ResponseMode;
import platform.sso.model.AuthorizationResponseType;

public class SignInAndPost {
  static KeyPair keys;
  static String jwk;

  static String encode(byte[] octets) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
  }

  static String encode(String text) {
    return encode(text.getBytes(StandardCharsets.UTF_8));
  }

  static String digest(String text) throws Exception {
    return encode(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  static String random() {
    byte[] octets = new byte[32];
    new SecureRandom().nextBytes(octets);
    return encode(octets);
  }

  /** Makes a DPoP proof (RFC 9449 section 4.2). */
  static String proof(String method, String url, String token) throws Exception {
    String header = String.format("{\"typ\":\"dpop+jwt\",\"alg\":\"EdDSA\",\"jwk\":%s}", jwk);
    String ath = token == null ? "" : String.format(",\"ath\":\"%s\"", digest(token));
    String claims = String.format("{\"htm\":\"%s\",\"htu\":\"%s\",\"iat\":%d,\"jti\":\"%s\"%s}",
        method, url, Instant.now().getEpochSecond(), random(), ath);
    String signed = encode(header) + "." + encode(claims);
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(keys.getPrivate());
    signature.update(signed.getBytes(StandardCharsets.US_ASCII));
    return signed + "." + encode(signature.sign());
  }

  /** The headers of one request that DPoP protects. */
  static Map<String, String> dpop(String method, String url, String token) throws Exception {
    return Map.of("Authorization", "DPoP " + token, "DPoP", proof(method, url, token));
  }

  public static void main(String[] arguments) throws Exception {
    String ssoUrl = arguments[0], forumUrl = arguments[1], notificationsUrl = arguments[2], clientId = arguments[3];
    keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    byte[] spki = keys.getPublic().getEncoded();
    byte[] publicKey = Arrays.copyOfRange(spki, spki.length - 32, spki.length);
    jwk = String.format("{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"%s\"}", encode(publicKey));
    String jkt = digest(jwk);

    var oauth = new OauthApi(new platform.sso.ApiClient(
        HttpClient.newBuilder(), platform.sso.ApiClient.createDefaultObjectMapper(), ssoUrl));
    String verifier = random();
    var started = oauth.authorize(AuthorizationResponseType.ResponseTypeCode, clientId, "openid", digest(verifier),
        CodeChallengeMethod.CodeChallengeS256, ResponseMode.ResponseModeJson, null, random(), random(), null, jkt,
        null, null, null, null, null, null, null, null);
    System.out.println(started.getDeepLink());
    new Scanner(System.in).nextLine();
    var polled = oauth.pollAuthorization(new PollRequest().pollingCode(started.getPollingCode()));
    var tokens = oauth.exchangeToken(proof("POST", ssoUrl + "/oauth/token", null), "authorization_code",
        polled.getAuthorizationCode(), clientId, null, null, null, verifier, null, null, null, null, null, null, null, null, null, null, null);
    String token = tokens.getAccessToken();

    var forum = new platform.forum.ApiClient(
        HttpClient.newBuilder(), platform.forum.ApiClient.createDefaultObjectMapper(), forumUrl);
    new CommunitiesApi(forum).createForum(
        new CreateForumRequest().name("java-sdk").description("Written by a generated SDK."), null,
        dpop("POST", forumUrl + "/api/forums", token));
    var post = new PostsApi(forum).createPost(
        new CreatePostRequest().title("Hello").body("From Java.").forum("java-sdk"), null,
        dpop("POST", forumUrl + "/api/posts", token)).getPost();

    var notifications = new platform.notifications.ApiClient(
        HttpClient.newBuilder(), platform.notifications.ApiClient.createDefaultObjectMapper(), notificationsUrl);
    var portal = new PortalApi(notifications);
    String apps = notificationsUrl + "/api/v1/portal/apps";
    var app = portal.createApp(new CreateAppRequest().name("Java notes"), dpop("POST", apps, token));
    var key = portal.createApiKey(app.getAppId(), new CreateApiKeyRequest().scopes(null),
        dpop("POST", apps + "/" + app.getAppId() + "/keys", token));
    var sent = new NotificationsApi(notifications).sendNotification(
        new SendRequest().sessionAddress(post.getOwner()).body("Test notification").test("delivered"), null,
        Map.of("X-Platform-Notifications-Key", key.getKey()));
    System.out.printf("{\"fingerprint\":\"%s\",\"jkt\":\"%s\",\"owner\":\"%s\",\"notificationId\":\"%s\"}%n",
        post.getFingerprint(), jkt, post.getOwner(), sent.getNotificationId());
  }
}
