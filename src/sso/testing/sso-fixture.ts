import { createProcessMetrics } from '../../runtime/metrics.ts';
import { createHash, createPrivateKey, randomBytes, randomUUID, sign } from 'node:crypto';
import { pino } from 'pino';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { signDeviceProof } from '../../protocol/device-proof.ts';
import { signDpopProof } from '../../protocol/dpop-proof.ts';
import { type Ed25519Jwk, jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import { createIdGenerator } from '../../runtime/ids.ts';
import { createMasterKey } from '../../runtime/master-key.ts';
import type { SsoDatabase } from '../database.ts';
import { ssoMigrations } from '../migrations/index.ts';
import { createSsoService } from '../service.ts';
import { defaultLifetimes, type SsoLifetimes } from '../settings.ts';

export const issuer = 'http://localhost:4001';
export const clientId = '00000006010000000000000000000001';
export const otherClientId = '00000006010000000000000000000002';
export const adminKey = 'key-of-the-administrator';

export interface FixtureOptions {
  readonly lifetimes?: Partial<SsoLifetimes>;
  readonly dpopNonce?: boolean;
  /** Whether the limits of attempts count; off, as with RATE_LIMITS=off. */
  readonly limits?: 'on' | 'off';
}

/** The provider on a fresh database, with a clock that tests turn. */
export async function startSso({ lifetimes, dpopNonce = false, limits = 'off' }: FixtureOptions = {}) {
  const database = await createTestDatabase({ area: 'sso', migrations: ssoMigrations });
  const clock = { now: new Date('2026-03-01T09:30:00.000Z') };
  const now = () => new Date(clock.now);
  const service = await createSsoService({
    database,
    masterKey: createMasterKey(new Uint8Array(32).fill(7)),
    settings: { issuer, adminKey, lifetimes: { ...defaultLifetimes, ...lifetimes }, dpopNonce },
    environment: {
      baseUrl: issuer,
      log: pino({ level: 'silent' }),
      newRequestId: () => `req-${randomUUID()}`,
      stopping: new AbortController().signal,
      trustedProxies: [],
      rateLimit: limits === 'on' ? { requestsPerMinute: 100_000, clientRequestsPerMinute: 100_000 } : undefined,
      checkResponses: true,
      ready: async () => true,
      metrics: createProcessMetrics(() => ({ total: 1, idle: 1, waiting: 0 })).service('sso'),
    },
    now,
    randomBytes,
    newId: createIdGenerator(() => clock.now.getTime(), randomBytes),
  });
  for (const address of [clientId, otherClientId]) {
    await service.seedProvider({
      address,
      name: `Application ${address.slice(-1)}`,
      redirectUris: ['http://127.0.0.1/callback', 'https://app.test/callback'],
      allowedOrigins: address === clientId ? ['http://localhost', 'https://app.test'] : ['https://other.test'],
    });
  }
  return {
    ...service,
    db: database.as<SsoDatabase>(),
    database,
    clock,
    now,
    /** Turns the clock. */
    pass: (seconds: number) => {
      clock.now = new Date(clock.now.getTime() + seconds * 1000);
    },
    close: async () => {
      await service.app.close();
      await service.stop();
      await database.close();
    },
  };
}

export type Sso = Awaited<ReturnType<typeof startSso>>;

export interface TestKey {
  readonly jwk: Ed25519Jwk;
  readonly jkt: string;
  readonly sign: (message: Uint8Array) => Uint8Array;
}

export function testKey(): TestKey {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), randomBytes(32)]);
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: String(privateKey.export({ format: 'jwk' }).x) } as const;
  return { jwk, jkt: jwkThumbprint(jwk), sign: (message) => sign(null, message, privateKey) };
}

/** A DPoP header; what is given replaces the defaults. */
export function dpop(
  sso: Sso,
  key: TestKey,
  {
    path = '/oauth/token',
    method = 'POST',
    ...given
  }: { path?: string; method?: string; accessToken?: string; jti?: string; nonce?: string; iat?: number } = {},
): Promise<string> {
  return signDpopProof({
    htm: method,
    htu: issuer + path,
    now: given.iat ?? sso.clock.now.getTime() / 1000,
    jti: given.jti ?? randomUUID(),
    jwk: key.jwk,
    sign: key.sign,
    accessToken: given.accessToken,
    nonce: given.nonce,
  });
}

export interface Flow {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  readonly query: Record<string, string>;
}

/** Parameters of a good authorize request; undefined removes one. */
export function flow(changes: Record<string, string | undefined> = {}): Flow {
  const verifier = randomBytes(32).toString('base64url');
  const query = {
    response_type: 'code',
    response_mode: 'json',
    client_id: clientId,
    scope: 'openid',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'state-of-the-call',
    nonce: 'nonce-of-the-call',
    ...changes,
  };
  const sent = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { verifier, state: query.state ?? '', nonce: query.nonce ?? '', query: Object.fromEntries(sent) };
}

export const authorize = (sso: Sso, query: Record<string, string>, headers: Record<string, string> = {}) =>
  sso.app.inject({ method: 'GET', url: '/oauth/authorize', query, headers });

export const poll = (sso: Sso, pollingCode: string) =>
  sso.app.inject({ method: 'POST', url: '/oauth/poll', payload: { polling_code: pollingCode } });

export const form = (
  sso: Sso,
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string | string[]> = {},
) =>
  sso.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });

/** One request that a device signs. */
export async function asDevice(
  sso: Sso,
  device: TestKey,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  body?: object,
) {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const proof = await signDeviceProof({
    htm: method,
    htu: issuer + url,
    now: sso.clock.now.getTime() / 1000,
    jti: randomUUID(),
    jwk: device.jwk,
    sign: device.sign,
    body: payload === undefined ? undefined : Buffer.from(payload),
  });
  return sso.app.inject({
    method,
    url,
    headers: { authorization: `Device ${proof}`, ...(payload !== undefined && { 'content-type': 'application/json' }) },
    ...(payload !== undefined && { payload }),
  });
}

/** An owner with a software phone. */
export async function enrol(sso: Sso): Promise<{ readonly device: TestKey; readonly sub: string }> {
  const device = testKey();
  const answer = await asDevice(sso, device, 'POST', '/api/v1/owner/devices', { name: 'Phone' });
  if (answer.statusCode !== 201) throw new Error(`enrolment: ${answer.statusCode} ${answer.body}`);
  return { device, sub: answer.json<{ sub: string }>().sub };
}

export async function decide(
  sso: Sso,
  device: TestKey,
  deepLink: string,
  decision: 'approve' | 'reject',
  dpopJkt: string | null = null,
  client = clientId,
) {
  const link = deepLink.split('/').at(-1) ?? '';
  const answer = await asDevice(sso, device, 'POST', `/api/v1/owner/requests/${link}/decision`, {
    decision,
    clientId: client,
    dpopJkt,
  });
  if (answer.statusCode !== 200) throw new Error(`decision: ${answer.statusCode} ${answer.body}`);
}

export interface Tokens {
  readonly access_token: string;
  readonly id_token: string;
  readonly refresh_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope?: string;
}

export interface ApprovedCode extends Flow {
  readonly code: string;
  readonly pollingCode: string;
  readonly sub: string;
  readonly device: TestKey;
  /** The form that redeems the code. */
  readonly grant: Record<string, string>;
}

/** Goes as far as a code that can be redeemed. */
export async function approvedCode(sso: Sso, changes: Record<string, string | undefined> = {}): Promise<ApprovedCode> {
  const asked = flow(changes);
  const started = await authorize(sso, asked.query);
  if (started.statusCode !== 200) throw new Error(`authorize: ${started.statusCode} ${started.body}`);
  const { deep_link, polling_code } = started.json<{ deep_link: string; polling_code: string }>();
  const owner = await enrol(sso);
  await decide(sso, owner.device, deep_link, 'approve', changes['dpop_jkt'] ?? null, asked.query['client_id']);
  const code = (await poll(sso, polling_code)).json<{ authorization_code: string }>().authorization_code;
  const grant = {
    grant_type: 'authorization_code',
    code,
    client_id: asked.query['client_id'] ?? '',
    code_verifier: asked.verifier,
    ...(changes['redirect_uri'] !== undefined && { redirect_uri: changes['redirect_uri'] }),
  };
  return { ...asked, ...owner, code, pollingCode: polling_code, grant };
}

/** Signs in; with a key the session is bound to it. */
export async function signIn(
  sso: Sso,
  key?: TestKey,
): Promise<Tokens & { readonly sub: string; readonly device: TestKey }> {
  const { grant, sub, device } = await approvedCode(sso, key && { dpop_jkt: key.jkt });
  const answer = await form(sso, '/oauth/token', grant, key && { dpop: await dpop(sso, key) });
  if (answer.statusCode !== 200) throw new Error(`token: ${answer.statusCode} ${answer.body}`);
  return { ...answer.json<Tokens>(), sub, device };
}

export const refresh = async (sso: Sso, refreshToken: string, key?: TestKey, client = clientId) =>
  form(
    sso,
    '/oauth/token',
    { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: client },
    key && { dpop: await dpop(sso, key) },
  );

export async function askUserinfo(sso: Sso, accessToken: string, key?: TestKey, method: 'GET' | 'POST' = 'GET') {
  const headers = key
    ? {
        authorization: `DPoP ${accessToken}`,
        dpop: await dpop(sso, key, { path: '/oauth/userinfo', method, accessToken }),
      }
    : { authorization: `Bearer ${accessToken}` };
  return sso.app.inject({ method, url: '/oauth/userinfo', headers });
}

/** Header and claims of a JWT, not verified. */
export function decode(jwt: string): {
  readonly header: Record<string, unknown>;
  readonly claims: Record<string, unknown>;
} {
  const [header = '', claims = ''] = jwt.split('.');
  const read = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString());
  return { header: read(header), claims: read(claims) };
}
