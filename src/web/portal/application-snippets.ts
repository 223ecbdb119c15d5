interface Framework {
  readonly value: 'next' | 'express' | 'vite' | 'django' | 'spring' | 'proxy';
  readonly text: string;
  /** Path to which its library returns, where the developer does not choose it. */
  readonly path?: string;
  /** Whether the application must have a secret; undefined: it works with one and without. */
  readonly secret?: boolean;
}

const frameworks: readonly Framework[] = [
  { value: 'next', text: 'Next.js with Auth.js', path: '/api/auth/callback/platform' },
  { value: 'express', text: 'Express with openid-client' },
  { value: 'vite', text: 'Single page with oidc-client-ts', secret: false },
  { value: 'django', text: 'Django with mozilla-django-oidc', path: '/oidc/callback/', secret: true },
  { value: 'spring', text: 'Spring Boot', path: '/login/oauth2/code/platform', secret: true },
  { value: 'proxy', text: 'oauth2-proxy in front of anything', path: '/oauth2/callback', secret: true },
];

/** Returns the frameworks whose library works with the credentials of an application. */
export const frameworksFor = (isPublic: boolean): readonly Framework[] =>
  frameworks.filter(({ secret }) => secret !== isPublic);

/** Returns the redirect URI that the library of a framework sends: a registered one where one has its path. */
export function redirectUriFor({ path }: Framework, registered: readonly string[]): string {
  if (path === undefined) return registered[0] ?? 'http://localhost:3000/callback';
  const page = registered.find((uri) => URL.parse(uri)?.origin.startsWith('http')) ?? 'http://localhost:3000';
  return registered.find((uri) => URL.parse(uri)?.pathname === path) ?? new URL(path, page).href;
}

interface SnippetValues {
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** Without a secret. */
  readonly isPublic: boolean;
}

interface Snippet {
  /** Where the code belongs. */
  readonly file: string;
  readonly code: string;
}

const snippets: Readonly<Record<Framework['value'], (values: SnippetValues) => readonly Snippet[]>> = {
  next: ({ issuer, clientId, isPublic }) => [
    {
      file: 'auth.ts',
      code: `import NextAuth from 'next-auth';

export const { handlers, signIn, signOut, auth } = NextAuth({
  providers: [
    {
      id: 'platform',
      name: 'Platform',
      type: 'oidc',
      issuer: '${issuer}',
      clientId: '${clientId}',${isPublic ? "\n      client: { token_endpoint_auth_method: 'none' }," : '\n      clientSecret: process.env.CLIENT_SECRET,'}
      checks: ['pkce', 'state', 'nonce'],
      authorization: { params: { scope: 'openid profile' } },
    },
  ],
  callbacks: {
    // Without it the id of a person is another one at every sign-in.
    jwt: ({ token, account }) => (account ? { ...token, sub: account.providerAccountId } : token),
    session: ({ session, token }) => ({ ...session, sub: token.sub }),
  },
});
`,
    },
  ],
  express: ({ issuer, clientId, redirectUri, isPublic }) => [
    {
      file: 'sign-in.mjs',
      code: `import * as client from 'openid-client';

const config = await client.discovery(
  new URL('${issuer}'),
  '${clientId}',
  undefined,
  ${isPublic ? 'client.None()' : 'client.ClientSecretBasic(process.env.CLIENT_SECRET)'},${issuer.startsWith('http:') ? '\n  // Only a provider on this machine has http.\n  { execute: [client.allowInsecureRequests] },' : ''}
);

export async function startSignIn(request, response) {
  const verifier = client.randomPKCECodeVerifier();
  const nonce = client.randomNonce();
  const state = client.randomState();
  request.session.signIn = { verifier, nonce, state };
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: '${redirectUri}',
    scope: 'openid profile',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state,
  });
  response.redirect(url.href);
}

/** Handler of ${new URL(redirectUri).pathname} */
export async function finishSignIn(request, response) {
  const { verifier, nonce, state } = request.session.signIn;
  const tokens = await client.authorizationCodeGrant(config, new URL(request.originalUrl, '${redirectUri}'), {
    pkceCodeVerifier: verifier,
    expectedNonce: nonce,
    expectedState: state,
  });
  request.session.sub = tokens.claims().sub;
  response.redirect('/');
}
`,
    },
  ],
  vite: ({ issuer, clientId, redirectUri }) => [
    {
      file: 'src/sign-in.ts',
      code: `import { UserManager } from 'oidc-client-ts';

export const users = new UserManager({
  authority: '${issuer}',
  client_id: '${clientId}',
  redirect_uri: '${redirectUri}',
  scope: 'openid profile',
});

// On a button: await users.signinRedirect();
// At the redirect URI: const user = await users.signinCallback();
`,
    },
  ],
  django: ({ issuer, clientId }) => [
    {
      file: 'settings.py',
      code: `import os

# In INSTALLED_APPS: 'mozilla_django_oidc'. In urls.py: path('oidc/', include('mozilla_django_oidc.urls'))
AUTHENTICATION_BACKENDS = ['platform_backend.PlatformBackend']
OIDC_RP_CLIENT_ID = '${clientId}'
OIDC_RP_CLIENT_SECRET = os.environ['CLIENT_SECRET']
OIDC_RP_SIGN_ALGO = 'RS256'
OIDC_RP_SCOPES = 'openid profile'
OIDC_USE_PKCE = True
OIDC_PKCE_CODE_CHALLENGE_METHOD = 'S256'
OIDC_OP_AUTHORIZATION_ENDPOINT = '${issuer}/oauth/authorize'
OIDC_OP_TOKEN_ENDPOINT = '${issuer}/oauth/token'
OIDC_OP_USER_ENDPOINT = '${issuer}/oauth/userinfo'
OIDC_OP_JWKS_ENDPOINT = '${issuer}/oauth/jwks'
`,
    },
    {
      file: 'platform_backend.py',
      // The library knows people by an e-mail address, of which the platform has none.
      code: `from mozilla_django_oidc.auth import OIDCAuthenticationBackend


class PlatformBackend(OIDCAuthenticationBackend):
    def verify_claims(self, claims):
        return "sub" in claims

    def filter_users_by_claims(self, claims):
        return self.UserModel.objects.filter(username=claims["sub"])

    def create_user(self, claims):
        return self.UserModel.objects.create_user(claims["sub"])
`,
    },
  ],
  spring: ({ issuer, clientId }) => [
    {
      file: 'application.yaml',
      code: `spring:
  security:
    oauth2:
      client:
        registration:
          platform:
            client-id: ${clientId}
            client-secret: \${CLIENT_SECRET}
            scope: openid, profile
        provider:
          platform:
            issuer-uri: ${issuer}
            user-name-attribute: sub
`,
    },
    {
      file: 'SignIn.java',
      // Spring sends no PKCE for an application with a secret unless told to.
      code: `import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
class SignIn {
    @Bean
    SecurityFilterChain pages(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
        var requests = new DefaultOAuth2AuthorizationRequestResolver(clients, "/oauth2/authorization");
        requests.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce());
        return http.authorizeHttpRequests(paths -> paths.anyRequest().authenticated())
                .oauth2Login(login -> login.authorizationEndpoint(endpoint -> endpoint.authorizationRequestResolver(requests)))
                .build();
    }
}
`,
    },
  ],
  proxy: ({ issuer, clientId, redirectUri }) => [
    {
      file: 'oauth2-proxy.cfg',
      code: `provider = "oidc"
oidc_issuer_url = "${issuer}"
client_id = "${clientId}"
client_secret_file = "/run/secrets/client_secret"
redirect_url = "${redirectUri}"
scope = "openid"
code_challenge_method = "S256"
oidc_email_claim = "sub"
email_domains = ["*"]
upstreams = ["http://127.0.0.1:8080/"]
# In the environment: OAUTH2_PROXY_COOKIE_SECRET, 32 random characters.${redirectUri.startsWith('http:') ? '\n# Only for http://localhost.\ncookie_secure = false' : ''}
`,
    },
  ],
};

/** Returns the files that sign people in with an application. */
export const snippetsOf = ({ value }: Framework, values: SnippetValues): readonly Snippet[] => snippets[value](values);
