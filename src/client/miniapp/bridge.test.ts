import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type BridgeMessageEvent, type BridgeOptions, type BridgeWindow, createBridge } from './bridge.ts';
import { type BridgeMethod, bridgeMethods } from './bridge-contract.ts';
import { BridgeMethodUnsupportedError, BridgeTimeoutError, BridgeUnavailableError } from './bridge-errors.ts';

const permission = 'notifications:permission.request';
const payment = 'payment:request';
const invoice = { invoice: 'inv-1', recipient: 'r', amount: '1000000', token: 'USDC', network: 'solana' };

const withVersion = (globals: Readonly<Record<string, unknown>>) => ({
  __PLATFORM_CONTRACT_VERSION__: '1.5.0',
  ...globals,
});

/** A page with a host, whose messages a test writes by hand. */
function page(globals: Readonly<Record<string, unknown>> = {}, options: BridgeOptions = {}) {
  const sent: { type: string; name: string; payload: Record<string, unknown> }[] = [];
  const listeners = new Set<(event: BridgeMessageEvent) => void>();
  const window: BridgeWindow = {
    __miniAppsBridge__: { postMessage: (json) => sent.push(JSON.parse(json)) },
    addEventListener: (_, listener) => listeners.add(listener),
    removeEventListener: (_, listener) => listeners.delete(listener),
    ...withVersion(globals),
  };
  const deliver = (message: Partial<BridgeMessageEvent>) => {
    for (const listener of Array.from(listeners)) listener({ data: undefined, source: window, ...message });
  };
  const reqId = () => sent.at(-1)?.payload['reqId'];
  const answer = (payload: unknown, name = 'notifications:permission.response') =>
    deliver({ data: JSON.stringify({ type: 'event', name, payload }) });
  return { window, sent, listeners, deliver, answer, reqId, bridge: createBridge({ window, ...options }) };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('request', () => {
  test('sends type, name and an empty payload but for its reqId, as JSON', async () => {
    const { bridge, sent, answer, reqId } = page();
    const asked = bridge.request(permission, {});
    expect(sent).toEqual([
      { type: 'method', name: permission, payload: { reqId: expect.stringMatching(/^[0-9a-f]{32}$/) } },
    ]);
    answer({ reqId: reqId(), status: 'granted' });
    expect(await asked).toEqual({ status: 'granted' });
  });

  test.each(['granted', 'denied', 'rate_limited'])('permission: the status %s is an answer', async (status) => {
    const { bridge, answer, reqId } = page();
    const asked = bridge.request(permission, {});
    answer({ reqId: reqId(), status, more: 'ignored' });
    expect(await asked).toEqual({ status });
  });

  test.each([
    [
      { status: 'paid', txHash: '0xab' },
      { status: 'paid', txHash: '0xab' },
    ],
    [{ status: 'paid' }, { status: 'paid' }],
    [{ status: 'cancelled' }, { status: 'cancelled' }],
    [
      { status: 'failed', errorCode: 'insufficient_balance' },
      { status: 'failed', errorCode: 'insufficient_balance' },
    ],
    [{ status: 'failed', errorCode: 7, txHash: null }, { status: 'failed' }],
  ])('payment: %o is the answer %o', async (payload, expected) => {
    const { bridge, answer, reqId, sent } = page();
    const asked = bridge.request(payment, { ...invoice, test: 'paid' });
    expect(sent[0]?.payload).toEqual({ ...invoice, test: 'paid', reqId: reqId() });
    answer({ ...payload, reqId: reqId() }, 'payment:response');
    expect(await asked).toEqual(expected);
  });

  test.each([
    'prompt',
    'GRANTED',
    'granted ',
    'allowed',
    '',
    null,
    undefined,
    true,
    1,
    ['granted'],
    { status: 'granted' },
    '__proto__',
    'toString',
  ])('permission: an answer with the status %j is an error, not a success', async (status) => {
    const { bridge, answer, reqId } = page();
    const asked = bridge.request(permission, {});
    answer({ reqId: reqId(), status });
    await expect(asked).rejects.toMatchObject({ name: 'BridgeError', code: 'malformed_answer' });
  });

  test.each(['completed', 'Paid', 'pending', 'paid:failed', null, undefined, 200])(
    'payment: an answer with the status %j is an error, not a success',
    async (status) => {
      const { bridge, answer, reqId } = page();
      const asked = bridge.request(payment, invoice);
      answer({ reqId: reqId(), status }, 'payment:response');
      await expect(asked).rejects.toMatchObject({ code: 'malformed_answer' });
    },
  );

  test.each([
    ['another reqId', { reqId: 'f'.repeat(32), status: 'granted' }],
    ['an empty reqId', { reqId: '', status: 'granted' }],
    ['no reqId', { status: 'granted' }],
    ['a reqId of another type', { reqId: 7, status: 'granted' }],
    ['a reqId in a list', { reqId: ['x'], status: 'granted' }],
    ['a payload that is a list', []],
    ['a payload that is null', null],
    ['a payload that is a text', 'granted'],
    ['no payload', undefined],
  ])('an answer with %s is not the one that is awaited', async (_, payload) => {
    const { bridge, answer, reqId } = page();
    const asked = bridge.request(permission, {});
    answer(payload);
    answer({ reqId: reqId(), status: 'denied' });
    expect(await asked).toEqual({ status: 'denied' });
  });

  test.each([
    ['the event of another method', { type: 'event', name: 'payment:response' }],
    ['its own method echoed', { type: 'method', name: permission }],
    ['another type', { type: 'response', name: 'notifications:permission.response' }],
    ['no type', { name: 'notifications:permission.response' }],
    ['another name', { type: 'event', name: 'notifications:permission' }],
    ['a name that is no text', { type: 'event', name: 7 }],
  ])('%s with the right reqId is not the answer', async (_, message) => {
    const { bridge, deliver, reqId, answer } = page();
    const asked = bridge.request(permission, {});
    deliver({ data: JSON.stringify({ ...message, payload: { reqId: reqId(), status: 'granted' } }) });
    answer({ reqId: reqId(), status: 'denied' });
    expect(await asked).toEqual({ status: 'denied' });
  });

  test.each(['{', '', 'null', '[]', '7', 'true', undefined, null, 7, [], new ArrayBuffer(4)])(
    'a message %j is nothing to the bridge',
    async (data) => {
      const { bridge, deliver, answer, reqId } = page();
      const asked = bridge.request(permission, {});
      deliver({ data });
      answer({ reqId: reqId(), status: 'granted' });
      expect(await asked).toEqual({ status: 'granted' });
    },
  );

  test('a message may come as an object too', async () => {
    const { bridge, deliver, reqId } = page();
    const asked = bridge.request(permission, {});
    deliver({
      data: {
        type: 'event',
        name: 'notifications:permission.response',
        payload: { reqId: reqId(), status: 'granted' },
      },
    });
    expect(await asked).toEqual({ status: 'granted' });
  });

  test('requests at once are told apart by reqId, whatever the order of the answers', async () => {
    const { bridge, answer, sent } = page();
    const asked = [bridge.request(permission, {}), bridge.request(permission, {}), bridge.request(permission, {})];
    const ids = sent.map(({ payload }) => payload['reqId']);
    expect(new Set(ids).size).toBe(3);
    answer({ reqId: ids[2], status: 'rate_limited' });
    answer({ reqId: ids[0], status: 'granted' });
    answer({ reqId: ids[1], status: 'denied' });
    expect(await Promise.all(asked)).toEqual([{ status: 'granted' }, { status: 'denied' }, { status: 'rate_limited' }]);
  });

  test('only the first answer counts, and afterwards nobody listens', async () => {
    const { bridge, answer, reqId, listeners } = page();
    const asked = bridge.request(permission, {});
    expect(listeners.size).toBe(1);
    answer({ reqId: reqId(), status: 'denied' });
    expect(listeners.size).toBe(0);
    answer({ reqId: reqId(), status: 'granted' });
    expect(await asked).toEqual({ status: 'denied' });
  });
});

describe('answers only from the host', () => {
  const parent = { postMessage: () => undefined };
  const strangers: readonly [string, Partial<BridgeMessageEvent>][] = [
    ['another frame', { source: {} }],
    ['a window that is closed', { source: null }],
    ['no source', { source: undefined }],
    ['an opener', { source: { opener: true }, origin: 'https://host.example' }],
  ];
  test.each(strangers)('%s is not the host', async (_, event) => {
    const { bridge, deliver, answer, reqId } = page({ parent });
    const asked = bridge.request(permission, {});
    const data = () =>
      JSON.stringify({
        type: 'event',
        name: 'notifications:permission.response',
        payload: { reqId: reqId(), status: 'granted' },
      });
    deliver({ data: data(), ...event });
    answer({ reqId: reqId(), status: 'denied' });
    expect(await asked).toEqual({ status: 'denied' });
  });

  test.each([
    [undefined, 'https://anything.example', true],
    ['https://host.example', 'https://host.example', true],
    ['https://host.example', 'https://evil.example', false],
    ['https://host.example', 'https://host.example.evil.example', false],
    ['https://host.example', 'null', false],
    ['https://host.example', undefined, false],
  ])('the parent counts under hostOrigin %s with origin %s: %s', async (hostOrigin, origin, counts) => {
    const { bridge, deliver, answer, reqId } = page({ parent }, { hostOrigin });
    const asked = bridge.request(permission, {});
    const data = JSON.stringify({
      type: 'event',
      name: 'notifications:permission.response',
      payload: { reqId: reqId(), status: 'granted' },
    });
    deliver({ data, source: parent, ...(origin !== undefined && { origin }) });
    answer({ reqId: reqId(), status: 'denied' });
    expect(await asked).toEqual({ status: counts ? 'granted' : 'denied' });
  });
});

describe('the channel', () => {
  const absent: readonly [string, Readonly<Record<string, unknown>>][] = [
    ['no host object', { __miniAppsBridge__: undefined }],
    ['null', { __miniAppsBridge__: null }],
    ['a host object without postMessage', { __miniAppsBridge__: {} }],
    ['a postMessage that is no function', { __miniAppsBridge__: { postMessage: 'x' } }],
    [
      'a parent alone, when no hostOrigin names it',
      { __miniAppsBridge__: undefined, parent: { postMessage: () => undefined } },
    ],
  ];
  test.each(absent)('%s: the bridge is unavailable', async (_, globals) => {
    const { bridge } = page(globals);
    expect([bridge.available, bridge.supports(permission)]).toEqual([false, false]);
    await expect(bridge.request(permission, {})).rejects.toBeInstanceOf(BridgeUnavailableError);
  });

  test('on a server there is no window, and nothing fails before a request', async () => {
    const bridge = createBridge();
    expect([bridge.available, bridge.supports(permission)]).toEqual([false, false]);
    expect(bridge.launchParams.startParam).toBeUndefined();
    expect(() => bridge.on('x', () => undefined)()).not.toThrow();
    await expect(bridge.request(permission, {})).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('in a frame whose host is named, messages go to that origin alone', async () => {
    const posted: unknown[][] = [];
    const parent = { postMessage: (...given: unknown[]) => void posted.push(given) };
    const { bridge } = page({ __miniAppsBridge__: undefined, parent }, { hostOrigin: 'https://host.example' });
    expect(bridge.available).toBe(true);
    void bridge.request(permission, {}).catch(() => undefined);
    expect(posted).toEqual([[expect.stringContaining(permission), 'https://host.example']]);
  });

  test('the host object comes before the parent', () => {
    const posted: unknown[] = [];
    const parent = { postMessage: (json: string) => posted.push(json) };
    const { bridge, sent } = page({ parent }, { hostOrigin: 'https://host.example' });
    void bridge.request(permission, {}).catch(() => undefined);
    expect([sent.length, posted.length]).toEqual([1, 0]);
  });

  test('a host object that appears after boot is found', () => {
    const window = {
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      __PLATFORM_CONTRACT_VERSION__: '1.5.0',
    };
    const bridge = createBridge({ window });
    expect(bridge.available).toBe(false);
    Object.assign(window, { __miniAppsBridge__: { postMessage: () => undefined } });
    expect(bridge.available).toBe(true);
  });

  test('a host that throws is an error with its cause, and nobody goes on listening', async () => {
    const cause = new Error('detached');
    const { bridge, listeners } = page({
      __miniAppsBridge__: {
        postMessage: () => {
          throw cause;
        },
      },
    });
    await expect(bridge.request(permission, {})).rejects.toMatchObject({ code: 'send_failed', cause });
    expect(listeners.size).toBe(0);
  });
});

describe('the version gate', () => {
  test.each([
    [permission, '1.4.9', false],
    [permission, '1.5.0', true],
    [permission, '1.5.0-beta', false],
    [permission, '2.0.0', true],
    [permission, undefined, false],
    [permission, 'x', false],
    [payment, '0.1.0', false],
    [payment, '0.1.1', true],
    [payment, '1.4.9', true],
  ] satisfies readonly [BridgeMethod, string | undefined, boolean][])(
    '%s under contract %s: %s',
    async (method, version, supported) => {
      const { bridge, sent } = page({ __PLATFORM_CONTRACT_VERSION__: version });
      expect(bridge.supports(method)).toBe(supported);
      if (supported) return;
      const error = await bridge.request(method, invoice).catch((error: unknown) => error);
      expect(error).toBeInstanceOf(BridgeMethodUnsupportedError);
      expect(error).toMatchObject({ code: 'unsupported', method, needs: bridgeMethods[method].since, has: version });
      expect(sent).toEqual([]);
    },
  );
});

describe('time', () => {
  test('the default timeout is 30 seconds', async () => {
    const { bridge, listeners } = page();
    const asked = bridge.request(permission, {}).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(listeners.size).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await asked).toBeInstanceOf(BridgeTimeoutError);
    expect(await asked).toMatchObject({ code: 'timeout', method: permission, timeout: 30_000 });
    expect(listeners.size).toBe(0);
  });

  test.each([1, 500, 120_000, Number.POSITIVE_INFINITY])(
    'a timeout of %i ms is the one that counts',
    async (timeout) => {
      const { bridge } = page({}, { timeout: 50 });
      let ended = false;
      void bridge.request(permission, {}, { timeout }).catch(() => (ended = true));
      await vi.advanceTimersByTimeAsync(Math.min(timeout, 1e9) - 1);
      expect(ended).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(ended).toBe(timeout < 1e9);
    },
  );

  test("the bridge's own timeout can be set", async () => {
    const { bridge } = page({}, { timeout: 50 });
    const asked = bridge.request(permission, {}).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(50);
    expect(await asked).toMatchObject({ timeout: 50 });
  });

  test.each([0, -1, Number.NaN])('a timeout of %s is refused, and nothing is sent', async (timeout) => {
    const { bridge, sent } = page();
    await expect(bridge.request(permission, {}, { timeout })).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });

  test('an answer that comes too late changes nothing', async () => {
    const { bridge, answer, reqId } = page();
    const asked = bridge.request(permission, {}, { timeout: 10 }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10);
    answer({ reqId: reqId(), status: 'granted' });
    expect(await asked).toBeInstanceOf(BridgeTimeoutError);
  });

  test('an abort ends the waiting with its own reason, before and during the call', async () => {
    const { bridge, sent, listeners } = page();
    const reason = new Error('closed');
    await expect(bridge.request(permission, {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(sent).toEqual([]);
    const controller = new AbortController();
    const asked = bridge.request(permission, {}, { signal: controller.signal }).catch((error: unknown) => error);
    controller.abort(reason);
    expect(await asked).toBe(reason);
    expect([listeners.size, vi.getTimerCount()]).toEqual([0, 0]);
  });

  test('an answer leaves no timer behind', async () => {
    const { bridge, answer, reqId } = page();
    const asked = bridge.request(permission, {});
    answer({ reqId: reqId(), status: 'granted' });
    await asked;
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('launch params', () => {
  const names = ['CONTRACT_VERSION', 'HOST_VERSION', 'PLATFORM', 'START_PARAM', 'AUTH_TOKEN'] as const;
  const members = ['contractVersion', 'hostVersion', 'platform', 'startParam', 'authToken'] as const;
  test.each(names.map((name, index) => [name, members[index] ?? 'platform'] as const))(
    '__PLATFORM_%s__ is %s',
    (name, member) => {
      expect(page({ [`__PLATFORM_${name}__`]: 'value' }).bridge.launchParams[member]).toBe('value');
      expect(page({ [`__PLATFORM_${name}__`]: '' }).bridge.launchParams[member]).toBe('');
      for (const odd of [undefined, null, 7, {}, ['x']]) {
        expect(page({ [`__PLATFORM_${name}__`]: odd }).bridge.launchParams[member]).toBeUndefined();
      }
    },
  );

  test('they are read once at boot: a later value is not seen, and nobody can change them', () => {
    const { bridge, window } = page({ __PLATFORM_START_PARAM__: 'order-7' });
    Object.assign(window, { __PLATFORM_START_PARAM__: 'order-8' });
    expect(bridge.launchParams.startParam).toBe('order-7');
    expect(Object.isFrozen(bridge.launchParams)).toBe(true);
  });

  test('a startParam of 256 bytes of any script arrives as it is', () => {
    const startParam = '🦊'.repeat(64);
    expect(page({ __PLATFORM_START_PARAM__: startParam }).bridge.launchParams.startParam).toBe(startParam);
  });
});

describe('events', () => {
  test('every listener of an event hears it, until it stops', () => {
    const { bridge, deliver, listeners } = page();
    const heard: unknown[] = [];
    const stops = [1, 2].map((who) => bridge.on('host:closing', (payload) => heard.push([who, payload])));
    const send = (n: number) =>
      deliver({ data: JSON.stringify({ type: 'event', name: 'host:closing', payload: { n } }) });
    send(1);
    stops[0]?.();
    stops[0]?.();
    send(2);
    stops[1]?.();
    send(3);
    expect(heard).toEqual([
      [1, { n: 1 }],
      [2, { n: 1 }],
      [2, { n: 2 }],
    ]);
    expect(listeners.size).toBe(0);
  });

  test('the same function can listen twice, and each registration ends by itself', () => {
    const { bridge, deliver } = page();
    let heard = 0;
    const listener = () => heard++;
    const stop = bridge.on('e', listener);
    bridge.on('e', listener);
    stop();
    deliver({ data: { type: 'event', name: 'e', payload: {} } });
    expect(heard).toBe(1);
  });
});
