import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import {
  callerOf,
  createAccessTokenVerifier,
  createMemoryReplayStore,
  fastifyAccessToken,
} from '@platform/sdk/access-token';
import { verifyWebhook } from '@platform/sdk/webhooks';
import Fastify from 'fastify';

if (existsSync('.env')) process.loadEnvFile();
const { SSO_BASE_URL: issuer, PROVIDER_ADDRESS: audience, WEBHOOK_PUBLIC_KEY: publicKey, PORT: port } = process.env;
const baseUrl = process.env.BASE_URL ?? `http://localhost:${port}`;

// The memory store detects a repeated proof within one process; several processes share one in Redis or PostgreSQL.
const verify = createAccessTokenVerifier({ issuer, audience, baseUrl, replayStore: createMemoryReplayStore() });
const guard = { onRequest: fastifyAccessToken(verify) };

/** Notes by user. An application stores them in a database. */
const notes = new Map();

const app = Fastify({ bodyLimit: 65_536 });
// A signature is verified over the raw body.
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

app.get('/settings', () => ({ ssoBaseUrl: issuer, providerAddress: audience }));

app.get('/notes', guard, (request, reply) => reply.send({ notes: notes.get(callerOf(request).sub) ?? [] }));
app.post('/notes', guard, (request, reply) => {
  const { sub } = callerOf(request);
  const note = Buffer.from(request.body ?? '').toString();
  if (note.trim() === '') return reply.code(400).send({ error: 'Send the note as text/plain.' });
  const written = [...(notes.get(sub) ?? []), note];
  notes.set(sub, written);
  return reply.code(201).send({ notes: written });
});

// Status events of notifications: `platform listen` forwards them here.
app.post('/hooks/push-status', (request, reply) => {
  const result = verifyWebhook({ rawBody: request.body ?? '', headers: request.headers, publicKey });
  if (!result.ok) return reply.code(result.status).send({ error: result.code });
  console.log(result.event.notificationId, result.event.status);
  return reply.code(204).send();
});

// The page, and the modules of the SDK that it imports.
app.register(fastifyStatic, { root: resolve('public') });
app.register(fastifyStatic, {
  root: dirname(fileURLToPath(import.meta.resolve('@platform/sdk/package.json'))),
  prefix: '/sdk/',
  decorateReply: false,
});

await app.listen({ port: Number(port) });
console.log(`Open ${baseUrl}`);
