import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createForumClient, type ForumClient } from '../../generated/forum/client.ts';
import { dpopMiddleware, idempotencyMiddleware } from '../client/http/middleware.ts';
import { createDpopKeypair } from '../client/dpop/dpop-keypair.ts';
import { type ClientOptions, UndocumentedResponseError } from './client.ts';
import { NetworkError } from './resilience.ts';

// The clock advances to the next timer by itself: the embedded database of another test has timers in this process that never end.
beforeEach(() => void vi.useFakeTimers().setTimerTickMode('nextTimerAsync'));
afterEach(() => void vi.useRealTimers());

const page = () => Response.json({ forums: [], total: 0, hasMore: false });
const busy = (headers: Record<string, string> = {}) =>
  Response.json({ ok: false, code: 'unavailable', error: 'later' }, { status: 503, headers });

/** A client whose fetch gives these responses in order; an error is thrown. */
function clientOf(responses: readonly (() => Response | Error)[], options: Partial<ClientOptions> = {}) {
  const sent: Request[] = [];
  const times: number[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    sent.push(new Request(input, init));
    times.push(Date.now());
    const response = (responses[sent.length - 1] ?? (() => new Error('no more responses')))();
    if (response instanceof Error) throw response;
    return response;
  };
  return { sent, times, client: createForumClient({ baseUrl: 'https://forum.example', fetch, ...options }) };
}

async function settled<T>(call: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [outcome] = await Promise.allSettled([call]);
  return outcome;
}
const list = (client: ForumClient) => settled(client.listForums());

describe('retries', () => {
  test('generated client: an idempotent call is retried after a network failure and 502, 503, 504 and 429 [S298]', async () => {
    for (const failure of [
      () => new TypeError('fetch failed'),
      busy,
      () => new Response('', { status: 502 }),
      () => new Response('', { status: 504 }),
      () => new Response('', { status: 429 }),
    ]) {
      const { client, sent } = clientOf([failure, failure, page], { retries: 2 });
      expect(await list(client)).toMatchObject({ status: 'fulfilled', value: { status: 200 } });
      expect(sent).toHaveLength(3);
    }
  });

  test('generated client: by default no call is retried [S298]', async () => {
    const { client, sent } = clientOf([busy, page]);
    expect(await list(client)).toMatchObject({ value: { status: 503 } });
    expect(sent).toHaveLength(1);
  });

  test('generated client: after the last retry the response or error is returned [S299]', async () => {
    expect(await list(clientOf([busy, busy, page], { retries: 1 }).client)).toMatchObject({ value: { status: 503 } });
    const lost = () => new TypeError('fetch failed');
    expect(await list(clientOf([lost, lost, page], { retries: 1 }).client)).toMatchObject({ status: 'rejected' });
  });

  test('generated client: the pause doubles, and Retry-After is honored up to 30 seconds [S298]', async () => {
    const { client, times } = clientOf([busy, busy, busy, () => busy({ 'retry-after': '7' }), page], { retries: 4 });
    await list(client);
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    for (const [index, base] of [250, 500, 1000].entries()) {
      expect([index, (pauses[index] ?? 0) >= base / 2 && (pauses[index] ?? 0) <= base]).toEqual([index, true]);
    }
    expect(pauses[3]).toBe(7000);
    const tooLong = clientOf([() => busy({ 'retry-after': '31' }), page], { retries: 4 });
    expect(await list(tooLong.client)).toMatchObject({ value: { status: 503 } });
    expect(tooLong.sent).toHaveLength(1);
  });

  test('generated client: a POST without Idempotency-Key and a response with status 400 are not retried [S300]', async () => {
    const post = clientOf([busy, page], { retries: 2 });
    const body = { name: 'notes', description: 'Field notes' };
    await settled(post.client.createForum({ body }));
    expect(post.sent).toHaveLength(1);
    const wrong = clientOf([() => Response.json({ ok: false, code: 'x', error: 'x' }, { status: 400 }), page], {
      retries: 2,
    });
    await list(wrong.client);
    expect(wrong.sent).toHaveLength(1);
  });

  test('generated client: a POST with an Idempotency-Key is retried with the same key and body [S300]', async () => {
    const { client, sent } = clientOf([busy, () => Response.json({ ok: true }, { status: 201 })], { retries: 1 });
    const body = { name: 'notes', description: 'Field notes' };
    await settled(client.createForum({ body, headers: { 'Idempotency-Key': 'notes-1' } }));
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['notes-1', 'notes-1']);
    expect(await Promise.all(sent.map((request) => request.json()))).toEqual([body, body]);
  });

  test('generated client: a POST is retried with the one key that idempotencyMiddleware adds to it', async () => {
    let calls = 0;
    const middleware = [idempotencyMiddleware(() => `key-${++calls}`)];
    const lost = () => new TypeError('fetch failed');
    const created = () => Response.json({ ok: true }, { status: 201 });
    const { client, sent } = clientOf([busy, lost, created, created], { retries: 2, middleware });
    const body = { name: 'notes', description: 'Field notes' };
    expect(await settled(client.createForum({ body }))).toMatchObject({ value: { status: 201 } });
    await settled(client.createForum({ body }));
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['key-1', 'key-1', 'key-1', 'key-2']);
  });

  test('generated client: a POST whose contract has no Idempotency-Key is not retried with one', async () => {
    const { client, sent } = clientOf([busy, page], { retries: 2, middleware: [idempotencyMiddleware()] });
    await settled(client.sendMcpMessage({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }));
    expect(sent.map(({ headers }) => headers.has('idempotency-key'))).toEqual([true]);
  });

  test('generated client: every retry has a fresh DPoP proof [S301]', async () => {
    const keypair = await createDpopKeypair();
    const { client, sent } = clientOf([busy, page], { retries: 1, middleware: [dpopMiddleware({ keypair })] });
    await vi.waitFor(async () => {
      const call = client.listForums();
      await vi.advanceTimersByTimeAsync(1000);
      await call;
    });
    expect(new Set(sent.map(({ headers }) => headers.get('dpop'))).size).toBe(2);
  });

  test('generated client: aborting ends the pause with the reason of the signal [S304]', async () => {
    const { client, sent } = clientOf([busy, page], { retries: 1 });
    const reason = new Error('The page is closed.');
    const controller = new AbortController();
    const call = client.listForums({ signal: controller.signal });
    const outcome = expect(call).rejects.toBe(reason);
    await vi.advanceTimersByTimeAsync(10);
    controller.abort(reason);
    await outcome;
    expect(sent).toHaveLength(1);
  });
});

describe('NetworkError', () => {
  test('generated client: an unreachable service is a NetworkError that is a TypeError with the innermost cause [S303]', async () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
    const { client } = clientOf([() => new TypeError('fetch failed', { cause })]);
    const outcome = await list(client);
    const error: unknown = outcome.status === 'rejected' ? outcome.reason : undefined;
    expect([error instanceof NetworkError, error instanceof TypeError]).toEqual([true, true]);
    expect(error).toMatchObject({
      name: 'NetworkError',
      code: 'network_error',
      cause,
      message: 'fetch failed: https://forum.example is unreachable.',
    });
  });

  test('generated client: a page instead of JSON with status 200 is an undocumented response', async () => {
    const html = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
    const outcome = await list(clientOf([html]).client);
    const error: unknown = outcome.status === 'rejected' ? outcome.reason : undefined;
    expect(error).toBeInstanceOf(UndocumentedResponseError);
    expect(error).toMatchObject({ operationId: 'listForums', status: 200, body: '<!doctype html>' });
  });

  test('generated client: a base address without a scheme is named as the mistake before a request [S303]', () => {
    for (const baseUrl of ['localhost:4004', 'api.example:443/v1', 'ftp://api.example'])
      expect(() => clientOf([page], { baseUrl })).toThrow(/^baseUrl must begin with https:\/\/ or http:\/\//);
    for (const baseUrl of ['https://api.example/v1/', 'HTTP://localhost:4004', '', '/api'])
      expect(() => clientOf([page], { baseUrl })).not.toThrow();
  });

  test('generated client: a timeout is a NetworkError with its code, and aborts the request [S302]', async () => {
    let aborted = false;
    const fetch: typeof globalThis.fetch = (input) =>
      new Promise((_, reject) => {
        if (!(input instanceof Request)) return;
        input.signal.addEventListener('abort', () => {
          aborted = true;
          reject(input.signal.reason);
        });
      });
    const { client } = clientOf([], { fetch, timeout: 2000 });
    expect(await list(client)).toMatchObject({
      reason: {
        name: 'NetworkError',
        code: 'timeout',
        message: 'fetch failed: no response of https://forum.example within 2000 ms.',
      },
    });
    expect(aborted).toBe(true);
  });

  test("generated client: an error of the caller's own fetch is passed on unchanged [S303]", async () => {
    const reason = new RangeError('The gateway is closed for today.');
    const { client } = clientOf([() => reason]);
    expect(await list(client)).toEqual({ status: 'rejected', reason });
  });

  test('generated client: aborting is not a NetworkError [S304]', async () => {
    const { client } = clientOf([page]);
    const reason = new Error('The page is closed.');
    await expect(client.listForums({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
