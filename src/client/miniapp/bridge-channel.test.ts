import { describe, expect, test, vi } from 'vitest';
import { type BridgeMessageEvent, createBridge, getBridge } from './bridge.ts';
import { BridgeTimeoutError, BridgeUnavailableError } from './bridge-contract.ts';
import { createHostPage, permission, useFakeTime } from '../../../contract-tests/fixtures/client/host-page.ts';

useFakeTime();

describe('origin and source of responses', () => {
  const parent = { postMessage: () => undefined };
  const strangers: readonly [string, Partial<BridgeMessageEvent>][] = [
    ['another frame', { source: {} }],
    ['a window that is closed', { source: null }],
    ['no source', { source: undefined }],
    ['an opener', { source: { opener: true }, origin: 'https://host.example' }],
  ];
  test.each(strangers)('mini-app bridge: a message from %s is ignored [S230]', async (_, event) => {
    const { bridge, deliver, respond, reqId } = createHostPage({ parent });
    const response = bridge.request(permission, {});
    const data = () =>
      JSON.stringify({
        type: 'event',
        name: 'notifications:permission.response',
        payload: { reqId: reqId(), status: 'granted' },
      });
    deliver({ data: data(), ...event });
    respond({ reqId: reqId(), status: 'denied' });
    expect(await response).toEqual({ status: 'denied' });
  });

  test.each([
    [undefined, 'https://anything.example', true],
    ['https://host.example', 'https://host.example', true],
    ['https://host.example', 'https://evil.example', false],
    ['https://host.example', 'https://host.example.evil.example', false],
    ['https://host.example', 'null', false],
    ['https://host.example', undefined, false],
  ])(
    'mini-app bridge: with hostOrigin %s a message of the parent from origin %s is accepted: %s [S229]',
    async (hostOrigin, origin, counts) => {
      const { bridge, deliver, respond, reqId } = createHostPage({ parent }, { hostOrigin });
      const response = bridge.request(permission, {});
      const data = JSON.stringify({
        type: 'event',
        name: 'notifications:permission.response',
        payload: { reqId: reqId(), status: 'granted' },
      });
      deliver({ data, source: parent, ...(origin !== undefined && { origin }) });
      respond({ reqId: reqId(), status: 'denied' });
      expect(await response).toEqual({ status: counts ? 'granted' : 'denied' });
    },
  );
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
  test.each(absent)('mini-app bridge: unavailable with %s [S224]', async (_, globals) => {
    const { bridge } = createHostPage(globals);
    expect([bridge.available, bridge.supports(permission)]).toEqual([false, false]);
    await expect(bridge.request(permission, {})).rejects.toBeInstanceOf(BridgeUnavailableError);
  });

  test('mini-app bridge: without a window (server) only a request fails [S225]', async () => {
    const bridge = createBridge();
    expect([bridge.available, bridge.supports(permission)]).toEqual([false, false]);
    expect(bridge.launchParams.startParam).toBeUndefined();
    expect(() => bridge.on('x', () => undefined)()).not.toThrow();
    await expect(bridge.request(permission, {})).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('mini-app bridge: in a frame with hostOrigin, messages are posted to that origin only [S228]', async () => {
    const posted: unknown[][] = [];
    const parent = { postMessage: (...args: unknown[]) => void posted.push(args) };
    const { bridge } = createHostPage(
      { __miniAppsBridge__: undefined, parent },
      { hostOrigin: 'https://host.example' },
    );
    expect(bridge.available).toBe(true);
    void bridge.request(permission, {}).catch(() => undefined);
    expect(posted).toEqual([[expect.stringContaining(permission), 'https://host.example']]);
  });

  test('mini-app bridge: the injected host object takes precedence over the parent frame [S227]', () => {
    const posted: unknown[] = [];
    const parent = { postMessage: (json: string) => posted.push(json) };
    const { bridge, sent } = createHostPage({ parent }, { hostOrigin: 'https://host.example' });
    void bridge.request(permission, {}).catch(() => undefined);
    expect([sent.length, posted.length]).toEqual([1, 0]);
  });

  test('mini-app bridge: a host object injected after boot is found [S226]', () => {
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

  test('mini-app bridge: an exception of the host rejects the request with its cause and removes the listener [S246]', async () => {
    const cause = new Error('detached');
    const { bridge, listeners } = createHostPage({
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

describe('time', () => {
  test('mini-app bridge: the default timeout is 30 seconds [E32, E94, S247]', async () => {
    const { bridge, listeners } = createHostPage();
    const response = bridge.request(permission, {}).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(listeners.size).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await response).toBeInstanceOf(BridgeTimeoutError);
    expect(await response).toMatchObject({ code: 'timeout', method: permission, timeout: 30_000 });
    expect(listeners.size).toBe(0);
  });

  test.each([1, 500, 120_000, Number.POSITIVE_INFINITY])(
    'mini-app bridge: a request timeout of %i ms is applied [S247]',
    async (timeout) => {
      const { bridge } = createHostPage({}, { timeout: 50 });
      let ended = false;
      void bridge.request(permission, {}, { timeout }).catch(() => (ended = true));
      await vi.advanceTimersByTimeAsync(Math.min(timeout, 1e9) - 1);
      expect(ended).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(ended).toBe(timeout < 1e9);
    },
  );

  test('mini-app bridge: the default timeout of a bridge is configurable [S247]', async () => {
    const { bridge } = createHostPage({}, { timeout: 50 });
    const response = bridge.request(permission, {}).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(50);
    expect(await response).toMatchObject({ timeout: 50 });
  });

  test.each([0, -1, Number.NaN])(
    'mini-app bridge: a timeout of %s is rejected before anything is sent [S248]',
    async (timeout) => {
      const { bridge, sent } = createHostPage();
      await expect(bridge.request(permission, {}, { timeout })).rejects.toThrow(TypeError);
      expect(sent).toEqual([]);
    },
  );

  test('mini-app bridge: a response after the timeout is ignored [S249]', async () => {
    const { bridge, respond, reqId } = createHostPage();
    const response = bridge.request(permission, {}, { timeout: 10 }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10);
    respond({ reqId: reqId(), status: 'granted' });
    expect(await response).toBeInstanceOf(BridgeTimeoutError);
  });

  test('mini-app bridge: an AbortSignal rejects with its reason before and during a request [S250]', async () => {
    const { bridge, sent, listeners } = createHostPage();
    const reason = new Error('closed');
    await expect(bridge.request(permission, {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(sent).toEqual([]);
    const controller = new AbortController();
    const response = bridge.request(permission, {}, { signal: controller.signal }).catch((error: unknown) => error);
    controller.abort(reason);
    expect(await response).toBe(reason);
    expect([listeners.size, vi.getTimerCount()]).toEqual([0, 0]);
  });

  test('mini-app bridge: the timeout and the abort of one request leave the others pending [S251]', async () => {
    const { bridge, respond, sent } = createHostPage();
    const controller = new AbortController();
    const late = bridge.request(permission, {}, { timeout: 10 }).catch((error: unknown) => error);
    const aborted = bridge.request(permission, {}, { signal: controller.signal }).catch((error: unknown) => error);
    const third = bridge.request(permission, {});
    await vi.advanceTimersByTimeAsync(10);
    controller.abort('closed');
    expect([await late, await aborted]).toEqual([expect.any(BridgeTimeoutError), 'closed']);
    respond({ reqId: sent[2]?.payload['reqId'], status: 'granted' });
    expect(await third).toEqual({ status: 'granted' });
  });

  test('mini-app bridge: a response clears the timer [S245]', async () => {
    const { bridge, respond, reqId } = createHostPage();
    const response = bridge.request(permission, {});
    respond({ reqId: reqId(), status: 'granted' });
    await response;
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('events', () => {
  test('mini-app bridge: every listener of an event receives it until it unsubscribes [S252]', () => {
    const { bridge, deliver, listeners } = createHostPage();
    const received: unknown[] = [];
    const stops = [1, 2].map((who) => bridge.on('host:closing', (payload) => received.push([who, payload])));
    const send = (n: number) =>
      deliver({ data: JSON.stringify({ type: 'event', name: 'host:closing', payload: { n } }) });
    send(1);
    stops[0]?.();
    stops[0]?.();
    send(2);
    stops[1]?.();
    send(3);
    expect(received).toEqual([
      [1, { n: 1 }],
      [2, { n: 1 }],
      [2, { n: 2 }],
    ]);
    expect(listeners.size).toBe(0);
  });

  test('mini-app bridge: one function registered twice has two independent subscriptions [S252]', () => {
    const { bridge, deliver } = createHostPage();
    let received = 0;
    const listener = () => received++;
    const stop = bridge.on('e', listener);
    bridge.on('e', listener);
    stop();
    deliver({ data: { type: 'event', name: 'e', payload: {} } });
    expect(received).toBe(1);
  });

  test('mini-app bridge: an exception of one listener keeps a message from no other listener or request [S253]', async () => {
    const { bridge, respond, reqId } = createHostPage();
    const received: unknown[] = [];
    bridge.on('notifications:permission.response', () => {
      throw new Error('of the mini app');
    });
    const response = bridge.request(permission, {});
    bridge.on('notifications:permission.response', ({ status }) => received.push(status));
    // The browser reports it like any exception of an event listener.
    expect(() => respond({ reqId: reqId(), status: 'granted' })).toThrow('of the mini app');
    expect([await response, received]).toEqual([{ status: 'granted' }, ['granted']]);
  });
});

test('mini-app bridge: getBridge returns one bridge for all callers of a page [S231]', () => {
  expect(getBridge()).toBe(getBridge());
});
