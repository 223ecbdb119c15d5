import type { PollResponse, TokenResponse } from '../../../generated/sso/types.ts';
import { verifyDpopProof } from '../../protocol/dpop-proof.ts';
import { ProofError } from '../../protocol/proof-error.ts';
import { s256Challenge } from '../../protocol/pkce.ts';
import { encodeBase64url } from '../../protocol/base64url.ts';
import { utf8 } from '../../protocol/bytes.ts';

export interface TestProviderOptions {
  /** Default `https://sso.test`. */
  readonly ssoBaseUrl?: string | undefined;
  /** Address of the application. Default 32 hex digits. */
  readonly providerAddress?: string | undefined;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: (() => number) | undefined;
}

export interface TestTokenOptions {
  /** Session address of the user. Default `testSubject`. */
  readonly sub?: string | undefined;
  /** Default `openid`. */
  readonly scope?: string | undefined;
  /** Thumbprint of a key to which the token is bound. */
  readonly jkt?: string | undefined;
  /** Lifetime in seconds, negative for an expired token. Default 900. */
  readonly expiresIn?: number | undefined;
  /** Replaces claims; undefined removes one. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
}

/** A sign-in provider in memory for one application, with real keys, PKCE, DPoP and rotation of refresh tokens. */
export interface TestProvider {
  readonly ssoBaseUrl: string;
  readonly providerAddress: string;
  /** Responds to SsoClient and to verifiers: pass it as their `fetch`. */
  readonly fetch: typeof globalThis.fetch;
  /** Clock of the provider: pass it as their `now`. */
  readonly now: () => number;
  /** Approves a sign-in by its deep link. @param sub default `testSubject` */
  readonly approve: (link: string, sub?: string) => void;
  readonly reject: (link: string) => void;
  /** Issues an access token, for tests of APIs. */
  readonly accessToken: (options?: TestTokenOptions) => Promise<string>;
  /** Ends all sessions: the next refresh is `invalid_grant`. */
  readonly revokeAll: () => void;
  /** Makes the provider unreachable. */
  readonly close: () => void;
}

/** Session address of the user who approves by default. */
export const testSubject = '5e55105e55105e55105e55105e551000';

interface PendingApproval {
  readonly query: URLSearchParams;
  readonly code: string;
  status: PollResponse['status'];
  sub: string;
  redeemed: boolean;
}

interface Grant {
  readonly sub: string;
  readonly jkt: string | undefined;
  readonly nonce?: string | undefined;
}

const minute = 60_000;
const accessTokenLifetime = 900;

/** Creates a provider for tests. It opens no port and sends no request. */
export function createTestProvider({
  ssoBaseUrl = 'https://sso.test',
  providerAddress = '7e570000000000000000000000000000',
  now = Date.now,
}: TestProviderOptions = {}): TestProvider {
  const signer = createTestTokenSigner();
  const approvals = new Map<string, PendingApproval>();
  const refreshTokens = new Map<string, Grant>();
  const sessions = new Map<string, string>();
  let closed = false;

  const accessToken: TestProvider['accessToken'] = (options = {}) => {
    const { sub = testSubject, scope = 'openid', jkt, expiresIn = accessTokenLifetime, claims } = options;
    const iat = Math.floor(now() / 1000);
    return signer.sign('at+jwt', {
      iss: ssoBaseUrl,
      sub,
      aud: [providerAddress, ssoBaseUrl],
      client_id: providerAddress,
      scope,
      iat,
      exp: iat + expiresIn,
      jti: crypto.randomUUID(),
      ...(jkt !== undefined && { cnf: { jkt } }),
      ...claims,
    });
  };

  const issue = async ({ sub, jkt, nonce }: Grant): Promise<TokenResponse> => {
    const iat = Math.floor(now() / 1000);
    const access_token = await accessToken({ sub, jkt });
    const refresh_token = crypto.randomUUID();
    refreshTokens.set(refresh_token, { sub, jkt });
    sessions.set(access_token, sub);
    const id_token = await signer.sign('JWT', {
      iss: ssoBaseUrl,
      sub,
      aud: providerAddress,
      iat,
      exp: iat + 3600,
      auth_time: iat,
      ...(nonce !== undefined && { nonce }),
      ...(jkt !== undefined && { cnf: { jkt } }),
    });
    const token_type = jkt === undefined ? 'Bearer' : 'DPoP';
    return { access_token, id_token, refresh_token, token_type, expires_in: accessTokenLifetime };
  };

  const authorize = (query: URLSearchParams): Response => {
    if (query.get('client_id') !== providerAddress) {
      return refuse('invalid_client', `client_id is not ${providerAddress}, the application of this provider.`);
    }
    const [link, pollingCode, code] = [
      `${ssoBaseUrl}/approve/${crypto.randomUUID()}`,
      crypto.randomUUID(),
      crypto.randomUUID(),
    ];
    const approval: PendingApproval = { query, code, status: 'pending', sub: testSubject, redeemed: false };
    for (const name of [link, pollingCode, code]) approvals.set(name, approval);
    const expired_at = Math.floor((now() + 5 * minute) / 1000);
    return Response.json({ deep_link: link, polling_code: pollingCode, expired_at, comparison_code: 'TES-TED' });
  };

  const poll = (pollingCode: unknown): Response => {
    const approval = typeof pollingCode === 'string' ? approvals.get(pollingCode) : undefined;
    if (approval === undefined) return refuse('invalid_request', 'The polling_code is unknown.', 404);
    if (approval.redeemed) return refuse('invalid_grant', 'The code was redeemed.', 409);
    const { status, code, query } = approval;
    if (status !== 'authorized') return Response.json({ status, iss: ssoBaseUrl });
    return Response.json({ status, authorization_code: code, state: query.get('state'), iss: ssoBaseUrl });
  };

  const token = async (request: Request, form: URLSearchParams): Promise<Response> => {
    const jkt = proofKey(request, now());
    if (form.get('grant_type') === 'refresh_token') {
      const name = form.get('refresh_token') ?? '';
      const grant = refreshTokens.get(name);
      if (grant === undefined || grant.jkt !== jkt)
        return refuse('invalid_grant', 'The refresh token is unknown or of another key.');
      refreshTokens.delete(name);
      return Response.json(await issue(grant));
    }
    const approval = approvals.get(form.get('code') ?? '');
    const verified =
      approval?.status === 'authorized' &&
      !approval.redeemed &&
      approval.query.get('code_challenge') === s256Challenge(form.get('code_verifier') ?? '') &&
      (approval.query.get('dpop_jkt') ?? jkt) === jkt;
    if (approval === undefined || !verified)
      return refuse('invalid_grant', 'The code is unknown, redeemed, or of another sign-in.');
    approval.redeemed = true;
    return Response.json(await issue({ sub: approval.sub, jkt, nonce: approval.query.get('nonce') ?? undefined }));
  };

  const revoke = (form: URLSearchParams): Response => {
    refreshTokens.delete(form.get('token') ?? '');
    return new Response(null, { status: 200 });
  };

  const userinfo = (authorization: string): Response => {
    const sub = sessions.get(authorization.replace(/^\w+ /, ''));
    return sub === undefined
      ? refuse('invalid_token', 'The access token is unknown.', 401)
      : Response.json({ sub, aud: providerAddress });
  };

  const respond = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const form = async () => new URLSearchParams(await request.text());
    switch (`${request.method} ${pathname.slice(new URL(ssoBaseUrl).pathname.replace(/\/$/, '').length)}`) {
      case 'GET /oauth/authorize':
        return authorize(searchParams);
      case 'POST /oauth/poll':
        return poll((await request.json())['polling_code']);
      case 'POST /oauth/token':
        return token(request, await form());
      case 'POST /oauth/revoke':
        return revoke(await form());
      case 'GET /oauth/userinfo':
        return userinfo(request.headers.get('authorization') ?? '');
      case 'GET /oauth/jwks':
        return Response.json(await signer.keySet());
      default:
        return refuse('not_found', `The test provider does not respond to ${request.method} ${pathname}.`, 404);
    }
  };

  const decide = (link: string, status: 'authorized' | 'rejected', sub: string) => {
    const approval = approvals.get(link);
    if (approval?.status !== 'pending') throw new Error(`${link} is not a pending deep link of this provider.`);
    Object.assign(approval, { status, sub });
  };

  return {
    ssoBaseUrl,
    providerAddress,
    now,
    accessToken,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      if (closed || !request.url.startsWith(`${ssoBaseUrl}/`))
        throw new TypeError(`fetch failed: ${request.url} is unreachable.`);
      try {
        return await respond(request);
      } catch (error) {
        if (error instanceof ProofError) return refuse('invalid_dpop_proof', error.message);
        throw error;
      }
    },
    approve: (link, sub = testSubject) => decide(link, 'authorized', sub),
    reject: (link) => decide(link, 'rejected', testSubject),
    revokeAll: () => {
      refreshTokens.clear();
      sessions.clear();
    },
    close: () => {
      closed = true;
    },
  };
}

/** Returns the thumbprint of the key that signed a token request; undefined without a proof. @throws ProofError */
function proofKey({ headers, method: htm, url: htu }: Request, now: number): string | undefined {
  const proof = headers.get('dpop');
  return proof === null ? undefined : verifyDpopProof({ proof, htm, htu, now: now / 1000 }).jkt;
}

function refuse(error: string, error_description: string, status = 400): Response {
  return Response.json({ error, error_description }, { status });
}

/** Signs tokens with an RSA key that exists in this process only. */
export interface TestTokenSigner {
  readonly sign: (typ: 'JWT' | 'at+jwt', claims: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Key set document (RFC 7517 §5). */
  readonly keySet: () => Promise<{ readonly keys: readonly Readonly<Record<string, unknown>>[] }>;
}

const kid = 'test-key';
const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};

function createTestTokenSigner(): TestTokenSigner {
  let pair: Promise<CryptoKeyPair> | undefined;
  const keys = () => (pair ??= crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']));
  return {
    sign: async (typ, claims) => {
      const header = { typ, alg: 'RS256', kid };
      const parts = [header, claims].map((part) => encodeBase64url(utf8(JSON.stringify(part))));
      const input = parts.join('.');
      const signature = await crypto.subtle.sign(algorithm.name, (await keys()).privateKey, utf8(input));
      return `${input}.${encodeBase64url(new Uint8Array(signature))}`;
    },
    keySet: async () => {
      const { kty, n, e } = await crypto.subtle.exportKey('jwk', (await keys()).publicKey);
      return { keys: [{ kty, n, e, kid, alg: 'RS256', use: 'sig' }] };
    },
  };
}
