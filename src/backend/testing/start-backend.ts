import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { type TestDatabase, testDatabase } from '../../../contract-tests/fixtures/database.ts';
import { startTokenIssuer, type TokenIssuer } from '../../../contract-tests/fixtures/token-issuer.ts';
import { type BackendClient, createBackendClient } from '../../../generated/backend/client.ts';
import type { Database } from '../../service/database.ts';
import { createIds } from '../../service/ids.ts';
import { backendMigrations } from '../migrations/index.ts';
import { createBackendService } from '../service.ts';
import type { BackendSettings } from '../settings.ts';

export const audience = '00000006010000000000000000000001';
export const recipients = { chain: '28p7y5GYc4maVvnEn4QF6Rp8CLNitLeAzCP6P5xoHftC', platform: audience } as const;

/** Headers of a delivery; undefined leaves one out. */
export interface DeliveryHeaders {
  readonly signature?: string | undefined;
  readonly version?: string | undefined;
  readonly contentType?: string | undefined;
}

export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface TestBackend {
  readonly baseUrl: string;
  readonly issuer: TokenIssuer;
  readonly database: TestDatabase;
  /** Milliseconds that the service's clock is ahead of the system's. */
  readonly clock: { ahead: number };
  readonly webhookPublicKey: string;
  readonly client: (accessToken?: string) => BackendClient;
  /** A client for a new person, or for the one that is named. */
  readonly buyer: (sub?: string) => Promise<BackendClient>;
  readonly sign: (body: Uint8Array | string) => string;
  /** Posts a payload as the platform does: signed, unless told otherwise. */
  readonly deliver: (payload: unknown, headers?: DeliveryHeaders) => Promise<JsonAnswer>;
  readonly deliverBytes: (body: Uint8Array | string, headers?: DeliveryHeaders) => Promise<JsonAnswer>;
  /** Another process on the same database, as far as it can tell. @returns its address */
  readonly another: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** A backend on loopback over a fresh database, with a provider and a payment service that tests speak for. */
export async function startBackend(): Promise<TestBackend> {
  const issuer = await startTokenIssuer();
  const database = await testDatabase({ area: 'backend', migrations: backendMigrations });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const webhookPublicKey = Buffer.from(`${publicKey.export({ format: 'jwk' }).x}`, 'base64url').toString('hex');
  const clock = { ahead: 0 };
  const stops: (() => Promise<unknown>)[] = [];

  const start = async (): Promise<string> => {
    const port = await freePort();
    const settings: BackendSettings = {
      issuer: issuer.issuer,
      jwksUrl: issuer.jwksUrl,
      audience,
      webhookPublicKey,
      recipients,
      baseUrl: `http://127.0.0.1:${port}`,
    };
    const { app, stop } = await createTestService(database, settings, () => new Date(Date.now() + clock.ahead));
    await app.listen({ port, host: '127.0.0.1' });
    stops.push(() => app.close(), stop);
    return settings.baseUrl;
  };
  const baseUrl = await start();

  const client: TestBackend['client'] = (accessToken) =>
    createBackendClient({ baseUrl, ...(accessToken && { headers: { authorization: `Bearer ${accessToken}` } }) });
  const signHex: TestBackend['sign'] = (body) => sign(null, Buffer.from(body), privateKey).toString('hex');
  const deliverBytes: TestBackend['deliverBytes'] = async (body, headers = {}) => {
    const { signature, version, contentType } = {
      signature: signHex(body),
      version: '3',
      contentType: 'application/json',
      ...headers,
    };
    const answer = await fetch(`${baseUrl}/api/webhooks/payment`, {
      method: 'POST',
      body: Buffer.from(body),
      headers: {
        ...(signature !== undefined && { 'x-webhook-signature': signature }),
        ...(version !== undefined && { 'x-webhook-version': version }),
        ...(contentType !== undefined && { 'content-type': contentType }),
      },
    });
    return { status: answer.status, body: await answer.json() };
  };

  return {
    baseUrl,
    issuer,
    database,
    clock,
    webhookPublicKey,
    client,
    buyer: async (sub = randomBytes(16).toString('hex')) =>
      client(await issuer.token({ claims: { sub, aud: audience } })),
    sign: signHex,
    deliverBytes,
    deliver: (payload, headers) => deliverBytes(JSON.stringify(payload), headers),
    another: start,
    close: async () => {
      for (const stop of stops) await stop();
      await database.close();
      await issuer.close();
    },
  };
}

/** The service with everything that a test does not care about. */
export function createTestService(database: Database, settings: BackendSettings, now: () => Date) {
  return createBackendService({
    database,
    settings,
    environment: {
      baseUrl: settings.baseUrl,
      log: pino({ level: 'silent' }),
      newRequestId: () => `req-${randomBytes(6).toString('hex')}`,
      trustedProxies: [],
      rateLimit: undefined,
      checkAnswers: true,
      ready: async () => true,
    },
    now,
    randomBytes: (length) => randomBytes(length),
    newId: createIds(() => now().getTime(), randomBytes),
    fetch: globalThis.fetch,
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
