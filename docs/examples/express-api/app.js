const path = require('node:path');
const cors = require('cors');
const express = require('express');
const {
  callerOf,
  createAccessTokenVerifier,
  createMemoryReplayStore,
  expressAccessToken,
} = require('@platform/sdk/access-token');
const { verifyWebhook } = require('@platform/sdk/webhooks');

/**
 * Creates the API: every user reads and writes their own notes.
 *
 * @param {object} options
 * @param {string} options.issuer URL of the sign-in provider
 * @param {string} options.audience provider address of the application whose tokens are accepted
 * @param {string} options.baseUrl public URL of this API
 * @param {string} [options.webhookPublicKey] key of the app's webhooks
 * @param {string} options.pageOrigin origin of the page that calls this API
 * @param {typeof globalThis.fetch} [options.fetch] replaces requests to the provider in tests
 */
function createApp({ issuer, audience, baseUrl, pageOrigin, webhookPublicKey, fetch }) {
  // The memory store detects a repeated proof within one process; several processes share one in Redis or PostgreSQL.
  const verify = createAccessTokenVerifier({
    issuer,
    audience,
    baseUrl,
    replayStore: createMemoryReplayStore(),
    fetch,
  });
  /** @type {Map<string, string[]>} Notes by user. An application stores them in a database. */
  const notes = new Map();
  const notesOf = (request) => notes.get(callerOf(request).sub) ?? [];

  const app = express();
  app.disable('x-powered-by');
  // Before the guard, because a preflight request has no token.
  app.use(cors({ origin: pageOrigin, exposedHeaders: ['WWW-Authenticate'] }));
  app.use('/notes', expressAccessToken(verify));
  app.get('/notes', (request, response) => {
    response.json({ notes: notesOf(request) });
  });
  app.post('/notes', express.text({ limit: '4kb' }), (request, response) => {
    if (typeof request.body !== 'string' || request.body.trim() === '') {
      response.status(400).json({ error: 'Send the note as text/plain.' });
      return;
    }
    const written = [...notesOf(request), request.body];
    notes.set(callerOf(request).sub, written);
    response.status(201).json({ notes: written });
  });
  app.get('/settings', (_request, response) => {
    response.json({ ssoBaseUrl: issuer, providerAddress: audience });
  });

  // Status events of notifications: `platform listen` forwards them here. A signature is verified over the raw body.
  app.post('/hooks/push-status', express.raw({ type: () => true, limit: '64kb' }), (request, response) => {
    const result = verifyWebhook({
      rawBody: request.body ?? '',
      headers: request.headers,
      publicKey: webhookPublicKey,
    });
    if (!result.ok) return response.status(result.status).json({ error: result.code });
    console.log(result.event.notificationId, result.event.status);
    response.status(204).end();
  });

  // A page beside this API, and the modules of the SDK that it imports.
  app.use('/sdk', express.static(path.dirname(require.resolve('@platform/sdk/package.json'))));
  app.use(express.static('public'));

  // Express alone would respond with the stack of the error. It knows an error handler by its four parameters.
  app.use((error, _request, response, _next) => {
    const { status = 500, message } = error;
    if (status >= 500) console.error(error);
    response.status(status).json({ error: status >= 500 ? 'The server failed. Its log says why.' : message });
  });
  return app;
}

module.exports = { createApp };
