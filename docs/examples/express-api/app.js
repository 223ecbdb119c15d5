const cors = require('cors');
const express = require('express');
const {
  callerOf,
  createAccessTokenVerifier,
  createMemoryReplayStore,
  expressAccessToken,
} = require('@platform/sdk/access-token');

/**
 * Creates the API: every user reads and writes their own notes.
 *
 * @param {object} options
 * @param {string} options.issuer URL of the sign-in provider
 * @param {string} options.audience provider address of the application whose tokens are accepted
 * @param {string} options.baseUrl public URL of this API
 * @param {string} options.pageOrigin origin of the page that calls this API
 * @param {typeof globalThis.fetch} [options.fetch] replaces requests to the provider in tests
 */
function createApp({ issuer, audience, baseUrl, pageOrigin, fetch }) {
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
  return app;
}

module.exports = { createApp };
