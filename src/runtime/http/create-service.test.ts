import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { noteEnvironment, noteHandlers, noteService } from '../../../contract-tests/fixtures/runtime/note-service.ts';
import { createService } from './create-service.ts';
import { warnOfUntrustedProxy } from './create-server.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await createService(noteService, noteEnvironment);
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
    ['a text that is too long', { text: 'abcdef' }, 'text must have at most 5 characters'],
    ['an array in place of the object', [], 'body must be object'],
  ])('service: a body with %s is rejected', async (_what, payload, text) => {
    const response = await write(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ code: 'invalid', text: expect.stringContaining(text) });
  });

  test.each([
    ['malformed JSON', '{"text":', 400, 'malformed_body'],
    ['not valid UTF-8', Buffer.from('7b2274657874223a22ff227d', 'hex'), 400, 'malformed_body'],
    ['a repeated member', '{"text":"a","text":"b"}', 400, 'malformed_body'],
    ['a repeated member of an inner object', '{"text":"a","x":[{"y":1,"\\u0079":2}]}', 400, 'malformed_body'],
    ['JSON with __proto__', '{"text":"b","__proto__":{"a":1}}', 400, 'malformed_body'],
    ['empty', '', 400, 'missing_body'],
    ['larger than the limit', JSON.stringify({ text: 'x'.repeat(2000) }), 413, 'payload_too_large'],
  ])('service: a body that is %s is rejected', async (_what, payload, status, code) => {
    const response = await write(payload);
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
  });

  test.each([
    ['"__proto__":{"a":1}', 'an object has the member __proto__, or constructor with a member prototype'],
    [
      '"x":[{"constructor":{"prototype":{}}}]',
      'an object has the member __proto__, or constructor with a member prototype',
    ],
    ['"__proto__":', 'it is not valid JSON'],
  ])('service: a refusal of a body with %s says why', async (member, reason) => {
    expect((await write(`{"text":"b",${member}}`)).json().text).toContain(reason);
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
  for (const query of ['limit=4', 'limit=x', 'limit=1.5', 'limit=1&limit=2', 'limit=', 'limit=%202']) {
    expect([query, (await app.inject(`/notes?${query}`)).statusCode]).toEqual([query, 400]);
  }
  expect((await app.inject({ url: '/notes', headers: { 'X-Colour': 'blue' } })).statusCode).toBe(400);
  expect((await app.inject({ url: '/notes', headers: { 'X-Colour': 'red' } })).statusCode).toBe(200);
});

test.each(['1e999', '9'.repeat(400), '-Infinity', '0x2', '2e0', '+2', '2 ', '2.0', '2\n', 'true'])(
  'service: an integer of the query that is written as %j is rejected',
  async (text) => {
    const response = await app.inject(`/notes?limit=${encodeURIComponent(text)}`);
    expect([response.statusCode, response.json()]).toEqual([400, { code: 'invalid', text: 'limit must be integer' }]);
  },
);

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

test('service: a missing handler, an additional handler, or a scheme without an implementation prevents the start', async () => {
  const { readNote, ...rest } = noteHandlers;
  await expect(createService({ ...noteService, handlers: rest }, noteEnvironment)).rejects.toThrow(
    'no handler for readNote',
  );
  await expect(
    createService({ ...noteService, handlers: { ...noteHandlers, nope: readNote } }, noteEnvironment),
  ).rejects.toThrow('nope is not in the contract');
  await expect(createService({ ...noteService, security: {} }, noteEnvironment)).rejects.toThrow(
    'no security scheme named key',
  );
});

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

test('service: the log contains routes and no URLs, which can contain secrets', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  const logged = await createService(noteService, { ...noteEnvironment, log });
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
    const waiting = await createService(noteService, { ...noteEnvironment, ready });
    const response = await waiting.inject('/readyz');
    expect([response.statusCode, response.body.includes('down')]).toEqual([503, false]);
    await waiting.close();
  }
});

test('service: a stopping service is not ready, serves requests, and closes their connections', async () => {
  const stopping = new AbortController();
  const leaving = await createService(noteService, { ...noteEnvironment, stopping: stopping.signal });
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

test('service: a disconnect during the body is logged as info', async () => {
  let onLine = (_line: string) => {};
  const logged = new Promise<string>((resolve) => (onLine = resolve));
  const log = pino(
    {},
    { write: (line: string) => /request (?:rejected|failed)|disconnected/.test(line) && onLine(line) },
  );
  const listening = await createService(noteService, { ...noteEnvironment, log });
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
    const listening = await createService(noteService, noteEnvironment);
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
    const listening = await createService(noteService, noteEnvironment);
    const { port } = new URL(await listening.listen({ host: '127.0.0.1', port: 0 }));
    // The error that Node emits after `requestTimeout`; the test does not wait for that time.
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
