/** Frameworks with a guide. */
export const frameworks = [
  { value: 'next', text: 'Next.js with Auth.js' },
  { value: 'express', text: 'Express with openid-client' },
  { value: 'vite', text: 'Single page with oidc-client-ts' },
  { value: 'django', text: 'Django with mozilla-django-oidc' },
  { value: 'spring', text: 'Spring Boot' },
  { value: 'proxy', text: 'oauth2-proxy in front of anything' },
] as const;

type Framework = (typeof frameworks)[number]['value'];

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

const snippets: Readonly<Record<Framework, (values: SnippetValues) => Snippet>> = {
  next: ({ issuer, clientId, isPublic }) => ({
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
});
`,
  }),
  express: ({ issuer, clientId, redirectUri, isPublic }) => ({
    file: 'sign-in.mjs',
    code: `import * as client from 'openid-client';

const config = await client.discovery(
  new URL('${issuer}'),
  '${clientId}',
  ${isPublic ? 'undefined,\n  client.None(),' : 'undefined,\n  client.ClientSecretBasic(process.env.CLIENT_SECRET),'}
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
`,
  }),
  vite: ({ issuer, clientId, redirectUri }) => ({
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
  }),
  django: ({ issuer, clientId }) => ({
    file: 'settings.py',
    code: `OIDC_RP_CLIENT_ID = '${clientId}'
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
  }),
  spring: ({ issuer, clientId }) => ({
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
  }),
  proxy: ({ issuer, clientId, redirectUri }) => ({
    file: 'oauth2-proxy.cfg',
    code: `provider = "oidc"
oidc_issuer_url = "${issuer}"
client_id = "${clientId}"
client_secret_file = "/run/secrets/client_secret"
redirect_url = "${redirectUri}"
scope = "openid"
code_challenge_method = "S256"
user_id_claim = "sub"
oidc_email_claim = "sub"
email_domains = ["*"]
`,
  }),
};

/** Returns code that signs people in with an application. */
export const snippetOf = (framework: Framework, values: SnippetValues): Snippet => snippets[framework](values);
