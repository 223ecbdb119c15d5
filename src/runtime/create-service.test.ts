import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { noteEnvironment, noteHandlers, noteService } from '../../contract-tests/fixtures/runtime/note-service.ts';
import { createService } from './create-service.ts';

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
    ['a repeated member', '{"text":"a","text":"b"}', 400, 'malformed_body'],
    ['a repeated member of an inner object', '{"text":"a","x":[{"y":1,"\\u0079":2}]}', 400, 'malformed_body'],
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
