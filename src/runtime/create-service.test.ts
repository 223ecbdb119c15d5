import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createService, type ServiceDefinition, type ServiceEnvironment } from './create-service.ts';
import { DomainError } from './domain-error.ts';
import { createProcessMetrics } from './metrics.ts';
import { describeProblem } from './http-problem.ts';

const note = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', maxLength: 5 }, value: { type: 'integer', enum: [0, 1] } },
};
const failure = {
  type: 'object',
  additionalProperties: false,
  required: ['code'],
  properties: { code: { type: 'string' }, text: { type: 'string' } },
};
const responses = (body: object, ...statuses: number[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: String(status),
        content: { 'application/json': { schema: status < 300 ? body : failure } },
      },
    ]),
  );
const content = { 'application/json': { schema: { $ref: '#/components/schemas/WriteNoteRequest' } } };

const contract = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1.0.0' },
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        security: [],
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 3 } },
          { name: 'X-Colour', in: 'header', schema: { type: 'string', enum: ['red'] } },
        ],
        responses: responses({ type: 'array', items: { $ref: '#/components/schemas/Note' } }, 200, 400),
      },
      post: {
        operationId: 'writeNote',
        security: [{ key: [] }],
        requestBody: { required: true, content },
        responses: responses({ $ref: '#/components/schemas/Note' }, 201, 400, 401, 413, 415),
      },
    },
    '/notes/{noteId}': {
      get: {
        operationId: 'readNote',
        security: [],
        parameters: [{ name: 'noteId', in: 'path', required: true, schema: { type: 'string', pattern: '^[a-z]+$' } }],
        responses: responses({ $ref: '#/components/schemas/Note' }, 200, 400, 404),
      },
    },
    '/next': {
      get: { operationId: 'takeNext', 'x-head': false, security: [], responses: { '204': { description: 'taken' } } },
    },
    '/ping': { post: { operationId: 'ping', security: [], responses: { '204': { description: 'pong' } } } },
    '/hook': {
      post: {
        operationId: 'receiveHook',
        security: [],
        'x-raw-body': true,
        requestBody: { required: true, content },
        responses: responses({ type: 'object' }, 200, 400, 415),
      },
    },
  },
  components: {
    // Requests are closed, responses are open.
    schemas: { Note: note, WriteNoteRequest: { ...note, additionalProperties: false } },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } },
  },
};

interface HandlerInput {
  readonly respond: (status: number, body?: unknown) => never;
}

const handlers = {
  listNotes: ({ query, respond }: HandlerInput & { query: { limit?: number } }) =>
    respond(
      200,
      Array.from({ length: query.limit ?? 1 }, () => ({ text: 'a' })),
    ),
  writeNote: ({ body, caller, respond }: HandlerInput & { body: { text: string }; caller: string }) =>
    respond(201, { text: caller + body.text }),
  readNote: ({ path, respond }: HandlerInput & { path: { noteId: string } }) => {
    if (path.noteId === 'crash') throw new Error('the secret is 42');
    if (path.noteId === 'none') throw new DomainError('note_not_found', 404, 'There is no note none.');
    if (path.noteId === 'teapot') throw new DomainError('teapot', 418, 'Not documented.');
    return respond(200, path.noteId === 'odd' ? { text: 'a', secret: 1 } : { text: 'a' });
  },
  takeNext: ({ respond }: HandlerInput) => respond(204),
  ping: ({ respond }: HandlerInput) => respond(204),
  receiveHook: ({ request, respond }: HandlerInput & { request: { rawBody: Uint8Array } }) =>
    respond(200, { bytes: request.rawBody.length }),
};

const definition: ServiceDefinition = {
  name: 'notes',
  contract,
  handlers,
  context: {},
  security: {
    key: {
      authenticate: async ({ rawHeaders }) => {
        const at = rawHeaders.findIndex((name) => name.toLowerCase() === 'x-key');
        if (at === -1) return undefined;
        if (rawHeaders[at + 1] === 'k') return { caller: 'K' };
        throw new DomainError('bad_key', 401, 'That key is not known.');
      },
    },
  },
  errors: {
    fromProblem: (problem) =>
      new DomainError(
        problem.kind,
        {
          not_found: 404,
          method_not_allowed: 405,
          payload_too_large: 413,
          unsupported_media_type: 415,
          unauthenticated: 401,
          internal: 500,
          rate_limited: 429,
          unavailable: 503,
          invalid: 400,
          malformed_body: 400,
          missing_body: 400,
          timed_out: 408,
          headers_too_large: 431,
        }[problem.kind],
        describeProblem(problem),
      ),
    body: ({ code, message }) => ({ code, text: message }),
  },
  bodyLimit: 1000,
};

const environment: ServiceEnvironment = {
  baseUrl: 'http://localhost:1',
  log: pino({ enabled: false }),
  newRequestId: () => 'req-1',
  stopping: new AbortController().signal,
  trustedProxies: [],
  rateLimit: undefined,
  checkResponses: true,
  ready: async () => true,
  metrics: createProcessMetrics(() => ({ total: 1, idle: 1, waiting: 0 })).service('notes'),
};

let app: FastifyInstance;
beforeAll(async () => {
  app = await createService(definition, environment);
});
afterAll(() => app.close());

const write = (payload: object | string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/notes',
    payload,
    headers: { 'x-key': 'k', 'content-type': 'application/json', ...headers },
  });

test("service: an operation returns its handler's response, with a request id and no-store", async () => {
  const response = await write({ text: 'b' });
  expect(response.statusCode).toBe(201);
  expect(response.json()).toEqual({ text: 'Kb' });
  expect(response.headers).toMatchObject({
    'x-request-id': 'req-1',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
});

describe('request bodies', () => {
  test.each([
    ['an unknown member', { text: 'b', more: 1 }, 'more is not known here'],
    ['null instead of an integer', { text: 'b', value: null }, 'value'],
    ['a number in a string', { text: 'b', value: '1' }, 'value'],
    ['a value that is not listed', { text: 'b', value: 2 }, 'value must be one of [0,1]'],
    ['a missing member', {}, 'text is required'],
    ['a text that is too long', { text: 'abcdef' }, 'text must NOT have more than 5 characters'],
    ['an array in place of the object', [], 'body must be object'],
  ])('service: a body with %s is rejected', async (_what, payload, text) => {
    const response = await write(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ code: 'invalid', text: expect.stringContaining(text) });
  });

  test.each([
    ['malformed JSON', '{"text":', 400, 'malformed_body'],
    ['not valid UTF-8', Buffer.from('7b2274657874223a22ff227d', 'hex'), 400, 'malformed_body'],
    ['JSON with __proto__', '{"text":"b","__proto__":{"a":1}}', 400, 'malformed_body'],
    ['empty', '', 400, 'missing_body'],
    ['larger than the limit', JSON.stringify({ text: 'x'.repeat(2000) }), 413, 'payload_too_large'],
  ])('service: a body that is %s is rejected', async (_what, payload, status, code) => {
    const response = await write(payload);
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
  });

  test('service: a body of another content type is 415', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'nonsense']) {
      const response = await write('text=b', { 'content-type': type });
      expect([type, response.statusCode, response.json().code]).toEqual([type, 415, 'unsupported_media_type']);
    }
  });
});

test('service: query and header values are coerced, and rejected when out of range or repeated', async () => {
  expect((await app.inject('/notes?limit=2')).json()).toHaveLength(2);
  for (const query of ['limit=4', 'limit=x', 'limit=1.5', 'limit=1&limit=2', 'limit=']) {
    expect([query, (await app.inject(`/notes?${query}`)).statusCode]).toEqual([query, 400]);
  }
  expect((await app.inject({ url: '/notes', headers: { 'X-Colour': 'blue' } })).statusCode).toBe(400);
  expect((await app.inject({ url: '/notes', headers: { 'X-Colour': 'red' } })).statusCode).toBe(200);
});

test('service: authentication precedes the body, and a failure rejects the request', async () => {
  const bare = await app.inject({
    method: 'POST',
    url: '/notes',
    payload: '{',
    headers: { 'content-type': 'application/json' },
  });
  expect([bare.statusCode, bare.json().code]).toEqual([401, 'unauthenticated']);
  const wrong = await write({ text: 'b' }, { 'x-key': 'no' });
  expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'bad_key']);
});

test('service: an unknown path is 404, an unknown method is 405 with Allow', async () => {
  expect((await app.inject('/nowhere')).json()).toMatchObject({ code: 'not_found' });
  const response = await app.inject({ method: 'DELETE', url: '/notes?x=1' });
  expect([response.statusCode, response.headers.allow, response.json().code]).toEqual([
    405,
    'GET, HEAD, POST',
    'method_not_allowed',
  ]);
  expect((await app.inject({ method: 'PUT', url: '/notes/abc' })).headers.allow).toBe('GET, HEAD');
  const unread = { payload: '{', headers: { 'content-type': 'application/json' } };
  expect((await app.inject({ method: 'PUT', url: '/notes', ...unread })).statusCode).toBe(405);
  expect((await app.inject({ method: 'PUT', url: '/nowhere', ...unread })).statusCode).toBe(404);
});

test.each(['/%zz', '/%E0%A4%A', '/notes/%ff', '/notes/%', '/%zz?limit=2'])(
  'service: the malformed path %s is 400 in the error format, with all headers',
  async (url) => {
    const response = await app.inject(url);
    expect([response.statusCode, response.json()]).toEqual([400, { code: 'invalid', text: expect.any(String) }]);
    const { headers } = await app.inject('/nowhere');
    const { date: _date, 'content-length': _length, 'x-request-id': _id, ...expected } = headers;
    expect(response.headers).toMatchObject(expected);
    expect(response.headers['x-request-id']).toMatch(/^req-\d+$/);
  },
);

test('service: HEAD is served beside GET, except for a GET with effects', async () => {
  const head = await app.inject({ method: 'HEAD', url: '/notes' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  const refused = await app.inject({ method: 'HEAD', url: '/next' });
  expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET']);
});

test('service: an operation without a body ignores any body, whatever its length and type', async () => {
  for (const payload of ['{', 'text', '{"a":1}', 'x'.repeat(2000)]) {
    for (const type of ['application/json', 'text/plain', ';', '']) {
      const response = await app.inject({ method: 'POST', url: '/ping', payload, headers: { 'content-type': type } });
      expect([payload.length, type, response.statusCode]).toEqual([payload.length, type, 204]);
    }
  }
});

test('service: a disconnect during the body is logged as info', async () => {
  let heard = (_line: string) => {};
  const logged = new Promise<string>((resolve) => (heard = resolve));
  const log = pino(
    {},
    { write: (line: string) => /request (?:rejected|failed)|disconnected/.test(line) && heard(line) },
  );
  const listening = await createService(definition, { ...environment, log });
  try {
    const { port } = new URL(await listening.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    socket.write(
      'POST /notes HTTP/1.1\r\nHost: a\r\nX-Key: k\r\nContent-Type: application/json\r\nContent-Length: 50\r\n' +
        'Expect: 100-continue\r\n\r\n{"text":',
    );
    // The service says that it reads.
    await once(socket, 'data');
    socket.destroy();
    expect(JSON.parse(await logged)).toMatchObject({ level: 30, msg: 'the client disconnected during the request' });
  } finally {
    await listening.close();
  }
});

test.each([
  ['of a declared length', 'Content-Length: 5000000', 'x'.repeat(5_000_000)],
  ['in chunks', 'Transfer-Encoding: chunked', `4c4b40\r\n${'x'.repeat(5_000_000)}\r\n0\r\n\r\n`],
])(
  'service: a body that is too large gets its response while it is still being sent: %s',
  async (_what, framing, body) => {
    const listening = await createService(definition, environment);
    try {
      const { port } = new URL(await listening.listen({ host: '127.0.0.1', port: 0 }));
      const socket = connect({ host: '127.0.0.1', port: Number(port) });
      const begun = body.slice(0, 5000);
      socket.write(
        `POST /notes HTTP/1.1\r\nHost: a\r\nX-Key: k\r\nContent-Type: application/json\r\n${framing}\r\n\r\n${begun}`,
      );
      const [response] = await once(socket, 'data');
      expect(String(response)).toMatch(/^HTTP\/1.1 413 /);
      // The rest is taken and dropped: the connection serves the next request, which a reset would have ended.
      socket.write(body.slice(5000));
      socket.write('GET /notes/abc HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      expect(Buffer.concat(await socket.toArray()).toString()).toMatch(/^HTTP\/1.1 200 /);
    } finally {
      await listening.close();
    }
  },
);

test('service: a raw operation receives the exact bytes of any body', async () => {
  const response = await app.inject({
    method: 'POST',
    url: '/hook',
    payload: '{ not json',
    headers: { 'content-type': 'application/json' },
  });
  expect(response.json()).toEqual({ bytes: 10 });
});

test('service: a domain error has the error format of the service; an unexpected error does not show its cause', async () => {
  expect((await app.inject('/notes/none')).json()).toEqual({ code: 'note_not_found', text: 'There is no note none.' });
  const crash = await app.inject('/notes/crash');
  expect([crash.statusCode, crash.body.includes('42')]).toEqual([500, false]);
});

test('service: with checked responses, an undocumented response becomes a 500', async () => {
  expect((await app.inject('/notes/odd')).statusCode).toBe(500);
  expect((await app.inject('/notes/teapot')).statusCode).toBe(500);
});

test('service: the log contains routes and no URLs, which can contain secrets', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  const logged = await createService(definition, { ...environment, log });
  const secret = 'N2bDxHkmFskdRlaLbLOYlbMkjjLyAe0hlDFAmJ0CabE';
  await logged.inject(`/notes/abc?state=${secret}`);
  await logged.inject(`/approve/${secret}?state=${secret}`);
  await logged.close();
  expect(lines.some((line) => line.includes('"route":"/notes/:noteId"'))).toBe(true);
  expect(lines.join('')).not.toContain(secret);
});

test('service: /healthz reports the process, /readyz reports its dependencies', async () => {
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' });
  for (const ready of [async () => false, async () => Promise.reject(new Error('down'))]) {
    const waiting = await createService(definition, { ...environment, ready });
    const response = await waiting.inject('/readyz');
    expect([response.statusCode, response.body.includes('down')]).toEqual([503, false]);
    await waiting.close();
  }
});

test('service: a stopping service is not ready, serves requests, and closes their connections', async () => {
  const stopping = new AbortController();
  const leaving = await createService(definition, { ...environment, stopping: stopping.signal });
  expect((await leaving.inject('/notes/abc')).headers['connection']).not.toBe('close');
  stopping.abort();
  expect(await leaving.inject('/readyz')).toMatchObject({ statusCode: 503, headers: { connection: 'close' } });
  expect((await leaving.inject('/healthz')).statusCode).toBe(200);
  const response = await leaving.inject('/notes/abc');
  expect([response.statusCode, response.headers['connection']]).toEqual([200, 'close']);
  const payload = { text: 'x'.repeat(2000) };
  const refused = await leaving.inject({ method: 'POST', url: '/notes', payload, headers: { 'x-key': 'k' } });
  expect([refused.statusCode, refused.headers['connection']]).toEqual([413, 'close']);
  await leaving.close();
});

test.each([
  ['a header without a colon', 'GET /notes/a HTTP/1.1\r\nhost localhost\r\n\r\n', 400, 'invalid'],
  [
    'two Content-Length headers',
    'POST /notes HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    400,
    'invalid',
  ],
  [
    'headers that are too long',
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['a request that times out', '', 408, 'timed_out'],
])(
  'service: an unparsable request gets an error in the format of the contract: %s',
  async (_what, request, status, code) => {
    const listening = await createService(definition, environment);
    const { port } = new URL(await listening.listen({ host: '127.0.0.1', port: 0 }));
    // As Node tells it after `requestTimeout`, which a test does not wait for.
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (request === '') listening.server.once('connection', (at) => listening.server.emit('clientError', late, at));
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    socket.write(request);
    const response = Buffer.concat(await socket.toArray()).toString();
    const [head = '', body = ''] = response.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body)).toEqual({ code, text: expect.any(String) });
    await listening.close();
  },
);

test('service: a missing handler, an additional handler, or a scheme without an implementation prevents the start', async () => {
  const { readNote, ...rest } = handlers;
  await expect(createService({ ...definition, handlers: rest }, environment)).rejects.toThrow(
    'no handler for readNote',
  );
  await expect(
    createService({ ...definition, handlers: { ...handlers, nope: readNote } }, environment),
  ).rejects.toThrow('nope is not in the contract');
  await expect(createService({ ...definition, security: {} }, environment)).rejects.toThrow(
    'no security scheme named key',
  );
});
