import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { encodeBase64url } from '../../../protocol/base64url.ts';
import { utf8 } from '../../../protocol/bytes.ts';
import { s256Challenge } from '../../../protocol/pkce.ts';
import { createMemoryStorage } from '../token-storage.ts';

export const baseUrl = 'https://sso.example';
export const clientId = '00000006010000000000000000000001';
export const alice = 'a11ce000000000000000000000000001';
export const bob = 'b0b00000000000000000000000000002';

export interface Received {
  readonly path: string;
  readonly method: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly json: Readonly<Record<string, unknown>>;
  readonly form: URLSearchParams;
}

export type Responder = (received: Received) => Response | Promise<Response>;

/** A provider in this process, as small as the rules of a client need: it issues, rotates and revokes. */
export interface FakeProvider {
  readonly fetch: typeof globalThis.fetch;
  readonly received: readonly Received[];
  readonly to: (path: string) => readonly Received[];
  /** Answers a path otherwise, until told null. */
  readonly answer: (path: string, responder: Responder | null) => void;
  /** Approves the sign-in that is pending. @returns the authorization code */
  readonly approve: (sub?: string) => string;
  /** Replaces the signing key, and publishes only the new one. */
  readonly rotate: () => Promise<void>;
  readonly revokeAll: () => void;
  /** Changes claims of id_tokens that are issued from now on. */
  readonly spoil: (claims: Readonly<Record<string, unknown>>) => void;
  readonly idToken: (
    claims: Readonly<Record<string, unknown>>,
    header?: Readonly<Record<string, unknown>>,
  ) => Promise<string>;
  readonly clock: { now: number };
}

const keyPairs = Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);

export async function createFakeProvider(issuer = baseUrl): Promise<FakeProvider> {
  const pairs = await keyPairs;
  const clock = { now: 1_772_357_400_000 };
  const received: Received[] = [];
  const responders = new Map<string, Responder>();
  const refreshTokens = new Map<string, { sub: string; dpop: boolean }>();
  const accessTokens = new Map<string, string>();
  let pending = { state: '', nonce: '', challenge: '', jkt: null as string | null };
  let approved: { code: string; sub: string } | undefined;
  let signing = 0;
  let serial = 0;
  let spoiled: Readonly<Record<string, unknown>> = {};

  const idToken: FakeProvider['idToken'] = (claims, header = {}) => {
    const seconds = Math.floor(clock.now / 1000);
    const payload = {
      iss: issuer,
      aud: clientId,
      iat: seconds,
      exp: seconds + 3600,
      auth_time: seconds,
      ...claims,
      ...spoiled,
    };
    const pair = pairs[signing % 2];
    if (pair === undefined) throw new Error('There are two keys.');
    return new CompactSign(utf8(JSON.stringify(payload)))
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: `key-${signing}`, ...header })
      .sign(pair.privateKey);
  };

  const issue = async (sub: string, dpop: boolean, nonce?: string): Promise<Response> => {
    serial++;
    refreshTokens.set(`refresh-${serial}`, { sub, dpop });
    accessTokens.set(`access-${serial}`, sub);
    return Response.json({
      access_token: `access-${serial}`,
      refresh_token: `refresh-${serial}`,
      id_token: await idToken({
        sub,
        ...(nonce !== undefined && { nonce }),
        ...(dpop && { cnf: { jkt: pending.jkt } }),
      }),
      token_type: dpop ? 'DPoP' : 'Bearer',
      expires_in: 900,
    });
  };

  const own: Readonly<Record<string, Responder>> = {
    '/oauth/jwks': async () => {
      const pair = pairs[signing % 2];
      const jwk = pair && (await exportJWK(pair.publicKey));
      return Response.json({ keys: [{ ...jwk, kid: `key-${signing}`, use: 'sig', alg: 'RS256' }] });
    },
    '/oauth/authorize': ({ query }) => {
      const read = (name: string) => query.get(name) ?? '';
      pending = {
        state: read('state'),
        nonce: read('nonce'),
        challenge: read('code_challenge'),
        jkt: query.get('dpop_jkt'),
      };
      approved = undefined;
      serial++;
      return Response.json({
        deep_link: `${issuer}/approve/r${serial}`,
        polling_code: `poll-${serial}`,
        expired_at: Math.floor(clock.now / 1000) + 300,
        comparison_code: 'KTR-WDQ',
      });
    },
    '/oauth/poll': () =>
      approved === undefined
        ? Response.json({ status: 'pending' })
        : Response.json({ status: 'authorized', authorization_code: approved.code, state: pending.state, iss: issuer }),
    '/oauth/token': ({ form, headers }) => {
      const dpop = headers.has('dpop');
      if (form.get('grant_type') === 'refresh_token') {
        const known = refreshTokens.get(form.get('refresh_token') ?? '');
        refreshTokens.delete(form.get('refresh_token') ?? '');
        return known === undefined ? invalidGrant() : issue(known.sub, known.dpop);
      }
      const good =
        approved?.code === form.get('code') && s256Challenge(form.get('code_verifier') ?? '') === pending.challenge;
      if (approved === undefined || !good) return invalidGrant();
      const { sub } = approved;
      approved = undefined;
      return issue(sub, dpop, pending.nonce);
    },
    '/oauth/userinfo': ({ headers }) => {
      const sub = accessTokens.get((headers.get('authorization') ?? '').replace('Bearer ', ''));
      return sub === undefined
        ? Response.json({ error: 'invalid_token' }, { status: 401 })
        : Response.json({ sub, aud: clientId });
    },
  };

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const url = new URL(request.url);
    const path = `/${url.href.slice(issuer.length + 1).split('?')[0]}`;
    const text = await request.text();
    const asJson = request.headers.get('content-type') === 'application/json';
    const entry: Received = {
      path,
      method: request.method,
      query: url.searchParams,
      headers: request.headers,
      json: asJson ? JSON.parse(text) : {},
      form: new URLSearchParams(asJson ? '' : text),
    };
    received.push(entry);
    const respond = responders.get(path) ?? own[path] ?? (() => new Response('not found', { status: 404 }));
    return respond(entry);
  };

  return {
    fetch,
    received,
    clock,
    to: (path) => received.filter((one) => one.path === path),
    answer: (path, responder) => void (responder === null ? responders.delete(path) : responders.set(path, responder)),
    approve: (sub = alice) => {
      approved = { code: `code-${encodeBase64url(utf8(sub)).slice(0, 6)}-${serial}`, sub };
      return approved.code;
    },
    rotate: async () => void signing++,
    revokeAll: () => {
      refreshTokens.clear();
      accessTokens.clear();
    },
    spoil: (claims) => (spoiled = claims),
    idToken,
  };
}

export const invalidGrant = (status = 400): Response =>
  Response.json({ error: 'invalid_grant', error_description: 'The grant is over.' }, { status });

/** Storage whose values a test can look at. */
export function inspectableStorage() {
  const storage = createMemoryStorage();
  return {
    ...storage,
    values: (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, storage.getItem(key)])),
  };
}

/** An answer that comes when the test says so. */
export function held(answer: Responder): { readonly responder: Responder; readonly release: () => void } {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  return { responder: (received) => released.then(() => answer(received)), release };
}
