import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test, describe } from 'vitest';
import { createOutboundHttp, type OutboundRequest } from './outbound-http.ts';
import { NameNotResolvedError, type Resolve, type ResolvedAddress } from './outbound-target.ts';
import { hashSlot, readSlotRanges } from './redis.ts';
import { Dispatcher } from 'undici';
import { exchange } from './exchange.ts';

/** A receiver on the loopback address. */
async function receiver(response: RequestListener): Promise<number> {
  const server = createServer(response).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close().closeAllConnections();
  });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function outbound(allow: readonly string[], resolve?: Resolve) {
  const http = createOutboundHttp({ allow, resolve });
  onTestFinished(() => http.close());
  const post = (url: string, more: Partial<OutboundRequest> = {}) =>
    http.post({ url, headers: {}, body: '{}', timeoutMs: 2_000, maxResponseBytes: 16_384, ...more });
  return { ...http, post };
}

const loopback = ['127.0.0.0/8'];

test('outbound HTTP: a request has its path, headers and body, and its response is returned', async () => {
  const seen: { request?: IncomingMessage; body?: string } = {};
  const port = await receiver((request, response) => {
    void buffer(request).then((body) => {
      Object.assign(seen, { request, body: body.toString() });
      return response.writeHead(201).end('thanks');
    });
  });
  const response = await outbound(loopback).post(`http://127.0.0.1:${port}/hook?x=1`, {
    headers: { 'content-type': 'application/json', 'x-platform-timestamp': '1' },
    body: '{"a":1}',
  });
  expect(response).toEqual({ status: 201, body: new TextEncoder().encode('thanks') });
  expect(seen).toMatchObject({
    body: '{"a":1}',
    request: { method: 'POST', url: '/hook?x=1', headers: { 'x-platform-timestamp': '1' } },
  });
});

test('outbound HTTP: no connection is made to an address that is not public, whether literal or by name', async () => {
  let connections = 0;
  const server = createTcpServer(() => connections++).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { post } = outbound([], async () => [{ address: '127.0.0.1', family: 4 }]);
  for (const url of [
    `https://127.0.0.1:${port}/`,
    `https://2130706433:${port}/`,
    `https://[::ffff:127.0.0.1]:${port}/`,
    `http://127.0.0.1:${port}/`,
    `https://localhost:${port}/`,
    `https://innocent.example:${port}/`,
  ]) {
    expect(await post(url), url).toEqual({ status: null, error: 'address_not_public' });
  }
  expect(connections).toBe(0);
});

test('outbound HTTP: a name that was public at registration and is private at delivery is refused', async () => {
  const responses = [[{ address: '93.184.216.34', family: 4 }], [{ address: '127.0.0.1', family: 4 }]];
  const { checkUrl, post } = outbound([], async () => responses.shift() ?? []);
  expect(await checkUrl('https://rebinding.example/')).toBeUndefined();
  expect(await post('https://rebinding.example/')).toEqual({ status: null, error: 'address_not_public' });
  expect(responses).toEqual([]);
});

test('outbound HTTP: a name is resolved once per connection, which goes to the checked address', async () => {
  const port = await receiver((_request, response) => void response.end());
  // A second look-up would return a private address.
  const responses = [[{ address: '127.0.0.1', family: 4 }], [{ address: '10.0.0.1', family: 4 }]];
  const { post } = outbound(loopback, async () => responses.shift() ?? []);
  expect(await post(`http://receiver.example:${port}/`)).toMatchObject({ status: 200 });
  expect(responses).toHaveLength(1);
});

test('outbound HTTP: a slow app does not delay another app on the same host', async () => {
  const held: ServerResponse[] = [];
  const port = await receiver(({ url }, response) => {
    if (url === '/slow') held.push(response);
    else response.end();
  });
  const { post } = outbound(loopback);
  const slow = Array.from({ length: 64 }, () => post(`http://127.0.0.1:${port}/slow`, { timeoutMs: 60_000 }));
  await expect.poll(() => held).toHaveLength(64);
  expect(await post(`http://127.0.0.1:${port}/quick`)).toMatchObject({ status: 200 });
  for (const response of held) response.end();
  await Promise.all(slow);
});

test('outbound HTTP: redirects are not followed', async () => {
  let requests = 0;
  const port = await receiver((_request, response) => {
    requests++;
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect(await outbound(loopback).post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 302 });
  expect(requests).toBe(1);
});

test('outbound HTTP: only the beginning of a long response is read', async () => {
  const port = await receiver((_request, response) => void response.end(Buffer.alloc(1_000_000, 'x')));
  const response = await outbound(loopback).post(`http://127.0.0.1:${port}/`, { maxResponseBytes: 16_384 });
  expect(response).toEqual({ status: 200, body: new Uint8Array(Buffer.alloc(16_384, 'x')) });
});

test('outbound HTTP: an endless response times out, and its status is returned', async () => {
  const port = await receiver((_request, response) => void response.writeHead(200).write('drip'));
  // Long enough for the head of the response to arrive on a loaded machine.
  const response = await outbound(loopback).post(`http://127.0.0.1:${port}/`, { timeoutMs: 3_000 });
  expect(response).toEqual({ status: 200, body: new TextEncoder().encode('drip') });
});

test.each([
  ['timeout', async () => `http://127.0.0.1:${await receiver(() => undefined)}/`],
  ['connection_refused', async () => 'http://127.0.0.1:4/'],
  ['connection_lost', async () => `http://127.0.0.1:${await receiver((request) => request.socket.destroy())}/`],
  ['tls_failed', async () => `https://127.0.0.1:${await receiver(() => undefined)}/`],
  ['name_not_resolved', async () => 'https://nowhere.example/'],
  ['invalid_url', async () => 'https://user@127.0.0.1/'],
])('outbound HTTP: a request without a response has the error code %s', async (code, url) => {
  const { post } = outbound(loopback, async (name) => {
    throw new NameNotResolvedError(name);
  });
  expect(await post(await url(), { timeoutMs: 300 })).toEqual({ status: null, error: code });
});

test('outbound HTTP: a URL whose name does not resolve is accepted, and at most 64 look-ups run at once', async () => {
  const lookups: ((addresses: readonly ResolvedAddress[]) => void)[] = [];
  const { checkUrl, post } = outbound([], () => new Promise((resolve) => lookups.push(resolve)));
  const registrations = Array.from({ length: 1000 }, (_, index) => checkUrl(`https://silent${index}.example/`));
  expect(await Promise.all(registrations.slice(64))).toEqual(Array(936).fill(undefined));
  expect(lookups).toHaveLength(64);
  // A delivery does not wait for the look-ups of registrations.
  const sent = post('https://private.example/');
  await expect.poll(() => lookups).toHaveLength(65);
  for (const response of lookups) response([{ address: '10.0.0.1', family: 4 }]);
  expect(await sent).toEqual({ status: null, error: 'address_not_public' });
  expect((await Promise.all(registrations.slice(0, 64))).every((refusal) => refusal !== undefined)).toBe(true);
});

// The check value of CRC-16/XMODEM, and slots that `CLUSTER KEYSLOT` returns.
test.each([
  ['123456789', 0x31c3],
  ['foo', 12_182],

  ['é', 10_180],
])('Redis cluster: %j has the hash slot %i', (text, slot) => {
  expect(hashSlot(text)).toBe(slot);
});

const asked = 'rediss://platform:p%40ss@redis.example:6379';

describe('Redis cluster: the masters of slots', () => {
  test.each([
    ['a name', asked, 'node-1.example', 'rediss://platform:p%40ss@node-1.example:7001'],
    ['an IPv4 address', asked, '10.0.0.1', 'rediss://platform:p%40ss@10.0.0.1:7001'],
    ['an IPv6 address', asked, 'fd00::1', 'rediss://platform:p%40ss@[fd00::1]:7001'],
    ['the address that was asked', asked, null, 'rediss://platform:p%40ss@redis.example:7001'],
    ['no name yet', asked, '', 'rediss://platform:p%40ss@redis.example:7001'],
    ['an unknown name', asked, '?', 'rediss://platform:p%40ss@redis.example:7001'],
    ['this machine', 'redis://localhost', '127.0.0.1', 'redis://127.0.0.1:7001'],
  ])('%s', (_case, from, host, url) => {
    const replicas = ['replica.example', 7002, 'id', []];
    const ranges = readSlotRanges([[0, 99, [host, 7001, 'id', []], replicas]], from);
    expect(ranges).toEqual([{ first: 0, last: 99, url }]);
  });

  test.each([
    ['without TLS', 'redis://:secret@localhost', '10.0.0.1'],
    ['without a password', 'rediss://localhost', 'node-1.example'],
  ])('on another machine %s are refused', (_case, from, host) => {
    expect(() => readSlotRanges([[0, 99, [host, 7001]]], from)).toThrow('REDIS_URL must be a URL with TLS');
  });

  test.each([[null], ['OK'], [[null]], [[[0, 99]]], [[[0, '99', ['10.0.0.1', 7001]]]], [[[0, 99, ['10.0.0.1']]]]])(
    'the reply %j is refused',
    (reply) => {
      expect(() => readSlotRanges(reply, asked)).toThrow('Redis replied to CLUSTER SLOTS');
    },
  );
});

/** Keeps what it is asked to send. */
class Waiting extends Dispatcher {
  handler: Dispatcher.DispatchHandler | undefined;
  aborted: Error | undefined;

  override dispatch(_options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.handler = handler;
    return true;
  }

  readonly controller: Dispatcher.DispatchController = {
    aborted: false,
    paused: false,
    reason: null,
    abort: (reason) => void (this.aborted = reason),
    pause: () => undefined,
    resume: () => undefined,
  };
}

const start = (timeoutMs: number, maxResponseBytes = 4) => {
  const dispatcher = new Waiting();
  const options = { origin: 'http://127.0.0.1', path: '/', method: 'POST' } as const;
  return { dispatcher, received: exchange(dispatcher, options, { timeoutMs, maxResponseBytes }) };
};

test('exchange: a request that waits for a connection ends at its timeout, and is not sent afterwards', async () => {
  const { dispatcher, received } = start(1);
  await expect(received).rejects.toMatchObject({ name: 'TimeoutError' });
  dispatcher.handler?.onRequestStart?.(dispatcher.controller, {});
  expect(dispatcher.aborted).toBeInstanceOf(Error);
});

test('exchange: a body is read up to the limit, and its connection is closed', async () => {
  const { dispatcher, received } = start(10_000);
  const { handler, controller } = dispatcher;
  handler?.onRequestStart?.(controller, {});
  handler?.onResponseStart?.(controller, 103, {});
  handler?.onResponseStart?.(controller, 200, { 'retry-after': '7' });
  handler?.onResponseData?.(controller, Buffer.from('abc'));
  expect(dispatcher.aborted).toBeUndefined();
  handler?.onResponseData?.(controller, Buffer.from('def'));
  expect(dispatcher.aborted).toBeInstanceOf(Error);
  const { status, headers, body, error } = await received;
  expect([status, headers, Buffer.from(body).toString(), error]).toEqual([
    200,
    { 'retry-after': '7' },
    'abcd',
    undefined,
  ]);
});

test('exchange: a body that breaks off says why, and so does a missing response', async () => {
  const broken = new Error('broken');
  const { dispatcher, received } = start(10_000);
  dispatcher.handler?.onResponseStart?.(dispatcher.controller, 200, {});
  dispatcher.handler?.onResponseError?.(dispatcher.controller, broken);
  expect(await received).toMatchObject({ status: 200, error: broken });
  const other = start(10_000);
  other.dispatcher.handler?.onResponseError?.(other.dispatcher.controller, broken);
  await expect(other.received).rejects.toBe(broken);
});
