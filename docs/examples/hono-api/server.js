import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { createAccessTokenVerifier, createMemoryReplayStore } from '@platform/sdk/access-token';
import { callerOf, honoAccessToken } from '@platform/sdk/hono';
import { verifyWebhook } from '@platform/sdk/webhooks';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';

if (existsSync('.env')) process.loadEnvFile();
const { SSO_BASE_URL: issuer, PROVIDER_ADDRESS: audience, WEBHOOK_PUBLIC_KEY: publicKey, PORT: port } = process.env;
const baseUrl = process.env.BASE_URL ?? `http://localhost:${port}`;

// The memory store detects a repeated proof within one process; several processes share one in Redis or PostgreSQL.
const verify = createAccessTokenVerifier({ issuer, audience, baseUrl, replayStore: createMemoryReplayStore() });

/** Notes by user. An application stores them in a database. */
const notes = new Map();

const app = new Hono();
app.get('/settings', (c) => c.json({ ssoBaseUrl: issuer, providerAddress: audience }));

app.use('/notes', honoAccessToken(verify), bodyLimit({ maxSize: 4096 }));
app.get('/notes', (c) => c.json({ notes: notes.get(callerOf(c.req).sub) ?? [] }));
app.post('/notes', async (c) => {
  const { sub } = callerOf(c.req);
  const note = await c.req.text();
  if (note.trim() === '') return c.json({ error: 'Send the note as text/plain.' }, 400);
  const written = [...(notes.get(sub) ?? []), note];
  notes.set(sub, written);
  return c.json({ notes: written }, 201);
});

// Status events of notifications: `platform listen` forwards them here.
app.post('/hooks/push-status', bodyLimit({ maxSize: 65_536 }), async (c) => {
  const result = verifyWebhook({ rawBody: await c.req.text(), headers: c.req.raw.headers, publicKey });
  if (!result.ok) return c.json({ error: result.code }, result.status);
  console.log(result.event.notificationId, result.event.status);
  return c.body(null, 204);
});

// The page, and the modules of the SDK that it imports.
const sdk = dirname(fileURLToPath(import.meta.resolve('@platform/sdk/package.json')));
app.use('/sdk/*', serveStatic({ root: sdk, rewriteRequestPath: (path) => path.replace(/^\/sdk/, '') }));
app.use('*', serveStatic({ root: './public' }));

serve({ fetch: app.fetch, port: Number(port) }, () => console.log(`Open ${baseUrl}`));
