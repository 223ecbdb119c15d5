// Signs a person in with the Nimbus OAuth 2.0 SDK with OpenID Connect extensions.
//
//     mvn dependency:copy-dependencies -DoutputDirectory=libraries
//     java -cp "libraries/*" SignIn.java https://sso.example 00000006010000000000000000000001 http://127.0.0.1:53117/callback

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.AuthenticationResponse;
import com.nimbusds.openid.connect.sdk.AuthenticationResponseParser;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.UserInfoRequest;
import com.nimbusds.openid.connect.sdk.UserInfoResponse;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.util.Map;

public class SignIn {
  public static void main(String[] args) throws Exception {
    OIDCProviderMetadata metadata = OIDCProviderMetadata.resolve(new Issuer(args[0]));
    ClientID clientId = new ClientID(args[1]);
    URI redirectUri = URI.create(args[2]);

    State state = new State();
    Nonce nonce = new Nonce();
    CodeVerifier verifier = new CodeVerifier();
    URI authorizationUrl =
        new AuthenticationRequest.Builder(ResponseType.CODE, new Scope("openid"), clientId, redirectUri)
            .endpointURI(metadata.getAuthorizationEndpointURI())
            .state(state)
            .nonce(nonce)
            .codeChallenge(verifier, CodeChallengeMethod.S256)
            .build()
            .toURI();
    System.out.println(JSONObjectUtils.toJSONString(Map.of("authorizationUrl", authorizationUrl.toString())));

    // The address to which the browser returned.
    String callback = new BufferedReader(new InputStreamReader(System.in)).readLine();
    AuthenticationResponse response = AuthenticationResponseParser.parse(URI.create(callback.trim()));
    if (!response.indicatesSuccess())
      throw new IllegalStateException(response.toErrorResponse().getErrorObject().getDescription());
    if (!state.equals(response.getState())) throw new IllegalStateException("The response has another state.");
    if (!metadata.getIssuer().equals(response.getIssuer()))
      throw new IllegalStateException("The response is from another provider.");

    AuthorizationCodeGrant grant =
        new AuthorizationCodeGrant(response.toSuccessResponse().getAuthorizationCode(), redirectUri, verifier);
    TokenRequest request = new TokenRequest.Builder(metadata.getTokenEndpointURI(), clientId, grant).build();
    OIDCTokenResponse tokens =
        (OIDCTokenResponse) OIDCTokenResponseParser.parse(request.toHTTPRequest().send()).toSuccessResponse();
    String sub =
        new IDTokenValidator(metadata.getIssuer(), clientId, JWSAlgorithm.RS256, metadata.getJWKSetURI().toURL())
            .validate(tokens.getOIDCTokens().getIDToken(), nonce)
            .getSubject()
            .getValue();
    String userinfo =
        UserInfoResponse.parse(
                new UserInfoRequest(
                        metadata.getUserInfoEndpointURI(), tokens.getOIDCTokens().getBearerAccessToken())
                    .toHTTPRequest()
                    .send())
            .toSuccessResponse()
            .getUserInfo()
            .getSubject()
            .getValue();
    System.out.println(JSONObjectUtils.toJSONString(Map.of("sub", sub, "userinfo", userinfo)));
  }
}
