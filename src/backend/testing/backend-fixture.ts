import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { pino } from 'pino';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { startTokenIssuer } from '../../../contract-tests/fixtures/client/token-issuer.ts';
import { createIdGenerator } from '../../runtime/ids.ts';
import { createProcessMetrics } from '../../runtime/metrics.ts';
import type { BackendDatabase } from '../database.ts';
import { backendMigrations } from '../migrations/index.ts';
import { products } from '../products.ts';
import { type BackendParts, type BackendService, createBackendService } from '../service.ts';
import type { BackendSettings } from '../settings.ts';

export const baseUrl = 'http://backend.test';
export const audience = '00000006010000000000000000000001';
export const recipients = { chain: '28p7y5GYc4maVvnEn4QF6Rp8CLNitLeAzCP6P5xoHftC', platform: audience } as const;

/** Backends on one fresh database, with a clock that tests turn and a provider that they can take away. */
export async function openBackends() {
  const clock = { ahead: 0 };
  const provider = { down: false };
  const now = () => new Date(Date.now() + clock.ahead);
  const issuer = await startTokenIssuer({ now: () => now().getTime() });
  const database = await createTestDatabase({ area: 'backend', migrations: backendMigrations });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const started: BackendService[] = [];

  return {
    issuer,
    clock,
    provider,
    database,
    db: database.as<BackendDatabase>(),
    token: (sub?: string) => issuer.token({ claims: { aud: audience, ...(sub !== undefined && { sub }) } }),
    sign: (body: string) => sign(null, Buffer.from(body), privateKey).toString('hex'),
    /**
     * @param change settings unlike those of the rest
     * @param sold products unlike those that are shipped
     */
    start: async (change: Partial<BackendSettings> = {}, sold: BackendParts['products'] = products) => {
      const service = await createBackendService({
        database,
        products: sold,
        settings: {
          issuer: issuer.issuer,
          jwksUrl: issuer.jwksUrl,
          audience,
          webhookPublicKey: Buffer.from(`${publicKey.export({ format: 'jwk' }).x}`, 'base64url').toString('hex'),
          recipients,
          baseUrl,
          ...change,
        },
        environment: {
          baseUrl,
          log: pino({ level: 'silent' }),
          newRequestId: () => `req-${randomBytes(6).toString('hex')}`,
          stopping: new AbortController().signal,
          trustedProxies: [],
          rateLimit: undefined,
          checkResponses: true,
          ready: async () => true,
          metrics: createProcessMetrics(() => database.connections()).service('backend'),
        },
        now,
        randomBytes: (length) => randomBytes(length),
        newId: createIdGenerator(() => now().getTime(), randomBytes),
        fetch: (...request) => (provider.down ? Promise.reject(new TypeError('fetch failed')) : fetch(...request)),
      });
      started.push(service);
      return service;
    },
    close: async () => {
      for (const { app, stop } of started) {
        await stop();
        await app.close();
      }
      await database.close();
      await issuer.close();
    },
  };
}

export type Backends = Awaited<ReturnType<typeof openBackends>>;
