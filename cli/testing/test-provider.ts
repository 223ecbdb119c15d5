import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { verifyDpopProof } from '../../src/protocol/dpop-proof.ts';

/** The one application of the test provider. */
export const providerAddress = '00000006010000000000000000000001';
export const ownerSub = '5f3c9a1e7b2d4860a1c2e3f405162738';

interface SignIn {
  readonly challenge: string;
  readonly state: string;
  readonly nonce: string;
  readonly dpopJkt: string;
  readonly code: string;
  status: 'pending' | 'authorized' | 'rejected' | 'expired' | 'redeemed';
}

type TestResponse = readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>];

/** Behaviour that a test can change. */
export interface ProviderBehaviour {
  /** Decision of the owner, applied when the sign-in starts. */
  decision: SignIn['status'];
  /** Responses that replace the real ones, in order, for requests to their path. */
  readonly nextResponses: { readonly path: string; readonly response: TestResponse | 'drop' | 'silence' }[];
  /** Claims that replace those of id_tokens. */
  idTokenClaims: Readonly<Record<string, unknown>>;
  tokenType: 'DPoP' | 'Bearer';
  accessTokenSeconds: number;
  allowedOrigins: readonly string[];
  revoked: boolean;
}

/** A minimal sign-in provider on loopback. */
export interface TestProvider {
  /** Issuer and base URL. */
  readonly url: string;
  /** Port on 127.0.0.1. */
  readonly port: number;
  readonly behaviour: ProviderBehaviour;
  /** All requests as `METHOD path`. */
  readonly requests: readonly string[];
  /** Number of refresh tokens presented a second time. */
  readonly reuses: () => number;
  readonly jwks: () => { readonly keys: readonly JWK[] };
  readonly signIdToken: (claims: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly close: () => Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

const oauthError = (status: number, error: string, description = error): TestResponse => [
  status,
  { error, error_description: description },
];

/**
 * Starts a provider; call `close` at the end.
 * @param publicUrl issuer, when clients reach the provider through a proxy
 */
export async function startTestProvider(publicUrl?: string): Promise<TestProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid: 'test-key', alg: 'RS256', use: 'sig' };
  const signIns = new Map<string, SignIn>();
  const refreshTokens = new Map<string, { readonly jkt: string; used: boolean }>();
  const requests: string[] = [];
  let reuses = 0;
  let url = '';
  const behaviour: ProviderBehaviour = {
    decision: 'authorized',
    nextResponses: [],
    idTokenClaims: {},
    tokenType: 'DPoP',
    accessTokenSeconds: 900,
    allowedOrigins: ['http://localhost'],
    revoked: false,
  };
  const sign = (claims: Readonly<Record<string, unknown>>, typ: string): Promise<string> =>
    signJwt(privateKey, claims, typ);

  async function tokens(jkt: string, nonce: string | undefined): Promise<TestResponse> {
    const iat = Math.floor(Date.now() / 1000);
    const common = { iss: url, sub: ownerSub, iat, cnf: { jkt } };
    const access = {
      ...common,
      aud: [providerAddress, url],
      client_id: providerAddress,
      jti: randomUUID(),
      exp: iat + behaviour.accessTokenSeconds,
    };
    const id = {
      ...common,
      aud: providerAddress,
      jti: randomUUID(),
      exp: iat + 3600,
      auth_time: iat,
      ...(nonce && { nonce }),
      ...behaviour.idTokenClaims,
    };
    const refreshToken = randomBytes(32).toString('base64url');
    refreshTokens.set(refreshToken, { jkt, used: false });
    const body = {
      access_token: await sign(access, 'at+jwt'),
      id_token: await sign(id, 'JWT'),
      refresh_token: refreshToken,
      token_type: behaviour.tokenType,
      expires_in: behaviour.accessTokenSeconds,
    };
    return [200, body];
  }

  function authorize(query: URLSearchParams, origin: string | undefined): TestResponse {
    if (origin !== undefined && !behaviour.allowedOrigins.includes(origin)) {
      return oauthError(403, 'access_denied', `Origin not allowed: ${origin}`);
    }
    const need = (name: string): string => query.get(name) ?? '';
    if (need('client_id') !== providerAddress)
      return oauthError(400, 'invalid_client', 'client_id names no application of this provider.');
    const pollingCode = randomBytes(32).toString('base64url');
    signIns.set(pollingCode, {
      challenge: need('code_challenge'),
      state: need('state'),
      nonce: need('nonce'),
      dpopJkt: need('dpop_jkt'),
      code: randomBytes(32).toString('base64url'),
      status: behaviour.decision,
    });
    const body = {
      deep_link: `${url}/approve/${randomBytes(32).toString('base64url')}`,
      polling_code: pollingCode,
      expired_at: Math.floor(Date.now() / 1000) + 300,
      comparison_code: 'KTR-WDQ',
    };
    return [200, body];
  }

  function poll(body: string): TestResponse {
    const { polling_code: pollingCode } = JSON.parse(body) as { polling_code: string };
    const signIn = signIns.get(pollingCode);
    if (!signIn) return oauthError(404, 'not_found');
    if (signIn.status === 'redeemed') return oauthError(409, 'invalid_grant');
    if (signIn.status === 'pending') signIn.status = behaviour.decision;
    const { status, state, code } = signIn;
    if (status === 'pending') return [200, { status }];
    return [200, { status, state, iss: url, ...(status === 'authorized' && { authorization_code: code }) }];
  }

  async function token(form: URLSearchParams, proof: string | undefined): Promise<TestResponse> {
    if (proof === undefined) return oauthError(400, 'invalid_dpop_proof');
    const { jkt } = verifyDpopProof({ proof, htm: 'POST', htu: `${url}/oauth/token`, now: Date.now() / 1000 });
    if (form.get('grant_type') === 'refresh_token') {
      const known = refreshTokens.get(form.get('refresh_token') ?? '');
      if (known?.used) reuses += 1;
      if (!known || known.used || known.jkt !== jkt || behaviour.revoked) return oauthError(400, 'invalid_grant');
      known.used = true;
      return tokens(jkt, undefined);
    }
    const signIn = [...signIns.values()].find((one) => one.code === form.get('code'));
    if (signIn?.status === 'redeemed') return oauthError(409, 'invalid_grant');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!signIn || signIn.challenge !== challenge || signIn.dpopJkt !== jkt) return oauthError(400, 'invalid_grant');
    signIn.status = 'redeemed';
    return tokens(jkt, signIn.nonce);
  }

  async function route(request: IncomingMessage, path: string, query: URLSearchParams): Promise<TestResponse> {
    const body = await readBody(request);
    if (path === '/.well-known/openid-configuration')
      return [200, { issuer: url, authorization_endpoint: `${url}/oauth/authorize` }];
    if (path === '/oauth/jwks') return [200, { keys: [jwk] }];
    if (path === '/oauth/authorize') return authorize(query, request.headers.origin);
    if (path === '/oauth/poll') return poll(body);
    if (path === '/oauth/token') return token(new URLSearchParams(body), request.headers['dpop'] as string | undefined);
    return oauthError(404, 'not_found');
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    requests.push(`${request.method} ${pathname}`);
    const index = behaviour.nextResponses.findIndex((one) => one.path === pathname);
    const [scripted] = index === -1 ? [] : behaviour.nextResponses.splice(index, 1);
    if (scripted?.response === 'drop') {
      response.destroy();
      return;
    }
    if (scripted?.response === 'silence') return;
    const [status, body, headers] = scripted?.response ?? (await route(request, pathname, searchParams));
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response
        .writeHead(500, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: 'server_error', error_description: String(error) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  url = publicUrl ?? `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    behaviour,
    requests,
    reuses: () => reuses,
    jwks: () => ({ keys: [jwk] }),
    signIdToken: (claims) => sign(claims, 'JWT'),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function signJwt(key: CryptoKey, claims: Readonly<Record<string, unknown>>, typ: string): Promise<string> {
  return new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'test-key', typ }).sign(key);
}
