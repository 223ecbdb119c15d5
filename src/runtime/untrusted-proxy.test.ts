import Fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { warnOfUntrustedProxy } from './untrusted-proxy.ts';

test('untrusted proxy: the first request with X-Forwarded-For is warned about, once', async () => {
  const lines: string[] = [];
  const log: FastifyBaseLogger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const app = Fastify({ loggerInstance: log });
  warnOfUntrustedProxy(app);
  app.get('/', async () => 'ok');
  await app.inject('/');
  expect(lines).toEqual([]);
  for (let count = 0; count < 3; count += 1) {
    await app.inject({ url: '/', headers: { 'x-forwarded-for': '203.0.113.9' } });
  }
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('a request from 127.0.0.1 has X-Forwarded-For, but TRUSTED_PROXIES is not set');
  await app.close();
});
