import { act, cleanup, renderHook } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  BridgeBusyError,
  BridgeError,
  BridgeMethodUnsupportedError,
  BridgeTimeoutError,
  BridgeUnavailableError,
} from '../bridge-contract.ts';
import { createBridge } from '../bridge.ts';
import { createMockBridge, type MockBridge } from '../mock-bridge.ts';
import { BridgeProvider } from './host-hooks.ts';
import { type Call, hooks, renderHostHook } from '../../../../contract-tests/fixtures/client/host-hooks.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const idle = { status: null, isLoading: false, error: null };

describe.each(hooks)('$name', (hook) => {
  const { method, response, statuses } = hook;
  const reply = (bridge: MockBridge, payload: Readonly<Record<string, unknown>>, index = -1) =>
    act(async () => bridge.emit(response, { reqId: bridge.sent.at(index)?.payload['reqId'], ...payload }));
  const call = async ({ now }: ReturnType<typeof renderHostHook>) => {
    let result: ReturnType<Call['call']> | undefined;
    await act(async () => {
      result = now().call();
    });
    if (result === undefined) throw new Error('No call was made.');
    return result;
  };
  /** Calls, and returns the pending promise in an object, since an async function would await it. */
  const start = async ({ now }: ReturnType<typeof renderHostHook>) => {
    const pending: { result: ReturnType<Call['call']> } = { result: Promise.reject(new Error('No call was made.')) };
    pending.result.catch(() => undefined);
    await act(async () => {
      pending.result = now().call();
    });
    return pending;
  };

  test('mini-app hooks: before the first call there is no status and no error, and the hook is callable [E33, S256]', () => {
    expect(renderHostHook(hook, createMockBridge()).now()).toMatchObject({ ...idle, callable: true });
  });

  test('mini-app hooks: rendering sends nothing to the host [S257]', () => {
    const bridge = createMockBridge();
    renderHostHook(hook, bridge);
    expect(bridge.sent).toEqual([]);
  });

  test('mini-app hooks: a call sends its method once, also under StrictMode [S258]', async () => {
    const bridge = createMockBridge();
    await start(renderHostHook(hook, bridge));
    expect(bridge.sent.map(({ name }) => name)).toEqual([method]);
  });

  test('mini-app hooks: isLoading is true while a call is pending [S259]', async () => {
    const view = renderHostHook(hook, createMockBridge());
    await start(view);
    expect(view.now()).toMatchObject({ status: null, isLoading: true, error: null });
  });

  test.each([0, 1, 2])(
    'mini-app hooks: every status of the contract resolves with ok true (%i) [S260]',
    async (index) => {
      const bridge = createMockBridge();
      const view = renderHostHook(hook, bridge);
      const { result } = await start(view);
      await reply(bridge, { status: statuses[index] });
      expect(await result).toEqual({ ok: true, status: statuses[index] });
      expect(view.now()).toMatchObject({ status: statuses[index], isLoading: false, error: null });
    },
  );

  test.each(['unknown', '', null, undefined, 1, {}])(
    'mini-app hooks: a response with status %j is an error [S261]',
    async (status) => {
      const bridge = createMockBridge();
      const view = renderHostHook(hook, bridge);
      const { result } = await start(view);
      await reply(bridge, { status });
      expect(await result).toMatchObject({ ok: false, error: { code: 'malformed_answer' } });
      expect(view.now()).toMatchObject({ status: null, isLoading: false, error: expect.any(BridgeError) });
    },
  );

  test('mini-app hooks: a call during a pending one resolves immediately with BridgeBusyError and changes no state [E35, S265]', async () => {
    const bridge = createMockBridge();
    const view = renderHostHook(hook, bridge);
    const { result: first } = await start(view);
    const before = view.states.length;
    const second = await call(view);
    expect(second).toEqual({ ok: false, error: expect.any(BridgeBusyError) });
    expect(view.states.slice(before).filter(({ isLoading, error }) => !isLoading || error !== null)).toEqual([]);
    expect(bridge.sent).toHaveLength(1);
    await reply(bridge, { status: statuses[0] });
    expect(await first).toMatchObject({ ok: true });
    expect(view.now()).toMatchObject({ status: statuses[0], error: null });
  });

  test('mini-app hooks: the second of two calls in the same tick is busy [S265]', async () => {
    const bridge = createMockBridge();
    const view = renderHostHook(hook, bridge);
    const results: ReturnType<Call['call']>[] = [];
    await act(async () => {
      results.push(view.now().call(), view.now().call());
    });
    expect(await results[1]).toMatchObject({ ok: false, error: { code: 'busy' } });
    expect(bridge.sent).toHaveLength(1);
  });

  test('mini-app hooks: a call right after the response is not busy [S266]', async () => {
    const bridge = createMockBridge();
    const view = renderHostHook(hook, bridge);
    const { result } = await start(view);
    await reply(bridge, { status: statuses[1] });
    await result;
    const again = await start(view);
    await reply(bridge, { status: statuses[0] });
    expect(await again.result).toMatchObject({ ok: true, status: statuses[0] });
    expect(bridge.sent).toHaveLength(2);
  });

  test('mini-app hooks: the last status is kept while the next call is pending and when it fails [E34, S262]', async () => {
    const bridge = createMockBridge();
    const view = renderHostHook(hook, bridge, { timeout: 10 });
    await start(view);
    await reply(bridge, { status: statuses[1] });
    await start(view);
    expect(view.now()).toMatchObject({ status: statuses[1], isLoading: true, error: null });
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(view.now()).toMatchObject({ status: statuses[1], isLoading: false, error: expect.any(BridgeTimeoutError) });
  });

  test('mini-app hooks: the next call clears the error [S263]', async () => {
    const bridge = createMockBridge();
    const view = renderHostHook(hook, bridge);
    await start(view);
    await reply(bridge, { status: 'nonsense' });
    expect(view.now().error).not.toBeNull();
    await start(view);
    expect(view.now()).toMatchObject({ isLoading: true, error: null });
  });

  test('mini-app hooks: the default timeout is 120,000 ms [E33, E94, S269]', async () => {
    const view = renderHostHook(hook, createMockBridge());
    const { result } = await start(view);
    await act(() => vi.advanceTimersByTimeAsync(119_999));
    expect(view.now().isLoading).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(await result).toEqual({ ok: false, error: expect.any(BridgeTimeoutError) });
    expect(view.now()).toMatchObject({ status: null, isLoading: false, error: { timeout: 120_000 } });
  });

  test('mini-app hooks: a changed timeout option applies from the next call [S270]', async () => {
    const view = renderHostHook(hook, createMockBridge(), { timeout: 50 });
    const first = await start(view);
    await act(() => vi.advanceTimersByTimeAsync(50));
    expect(await first.result).toMatchObject({ error: { timeout: 50 } });
    view.rerender({ timeout: 70 });
    const second = await start(view);
    await act(() => vi.advanceTimersByTimeAsync(70));
    expect(await second.result).toMatchObject({ error: { timeout: 70 } });
  });

  test('mini-app hooks: a response after the timeout changes no state [S271]', async () => {
    const bridge = createMockBridge();
    const view = renderHostHook(hook, bridge, { timeout: 5 });
    await start(view);
    await act(() => vi.advanceTimersByTimeAsync(5));
    await reply(bridge, { status: statuses[0] });
    expect(view.now()).toMatchObject({ status: null, error: expect.any(BridgeTimeoutError) });
  });

  test('mini-app hooks: with an older host a call sets the error without ever loading [S274]', async () => {
    const bridge = createMockBridge({ launchParams: { contractVersion: hook.tooOld } });
    const view = renderHostHook(hook, bridge);
    expect(view.now().callable).toBe(false);
    const result = await call(view);
    expect(result).toEqual({ ok: false, error: expect.any(BridgeMethodUnsupportedError) });
    expect(view.seen().some(({ isLoading }) => isLoading)).toBe(false);
    expect(view.now()).toMatchObject({ ...idle, error: { needs: hook.oldest, has: hook.tooOld } });
    expect(bridge.sent).toEqual([]);
  });

  test('mini-app hooks: callable with the oldest host version that has the method [S275]', () => {
    expect(
      renderHostHook(hook, createMockBridge({ launchParams: { contractVersion: hook.oldest } })).now().callable,
    ).toBe(true);
  });

  test('mini-app hooks: not callable when the host states no version [S274]', () => {
    expect(
      renderHostHook(hook, createMockBridge({ launchParams: { contractVersion: undefined } })).now().callable,
    ).toBe(false);
  });

  test('mini-app hooks: without a host not callable, and a call fails immediately [E34, S276]', async () => {
    const view = renderHook(() => hook.use());
    expect(view.result.current.callable).toBe(false);
    const results: unknown[] = [];
    await act(async () => results.push(await view.result.current.call()));
    expect(results).toEqual([{ ok: false, error: expect.any(BridgeUnavailableError) }]);
    expect(view.result.current).toMatchObject({ status: null, isLoading: false, error: { code: 'unavailable' } });
  });

  test('mini-app hooks: an exception of the host becomes the error [S277]', async () => {
    const window = {
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      __PLATFORM_CONTRACT_VERSION__: '1.5.0',
    };
    const cause = new Error('detached');
    const postMessage = () => {
      throw cause;
    };
    const bridge = {
      ...createMockBridge(),
      ...createBridge({ window: { ...window, __miniAppsBridge__: { postMessage } } }),
      available: true,
    };
    const view = renderHostHook(hook, bridge);
    expect(await call(view)).toMatchObject({ ok: false, error: { code: 'send_failed', cause } });
    expect(view.now()).toMatchObject({ isLoading: false, error: { code: 'send_failed' } });
  });

  const foreign: readonly [string, (reqId: unknown) => Parameters<MockBridge['deliver']>[0]][] = [
    [
      'of another window',
      (reqId) => ({ source: {}, data: { type: 'event', name: response, payload: { reqId, status: statuses[0] } } }),
    ],
    [
      'without a source',
      (reqId) => ({ source: null, data: { type: 'event', name: response, payload: { reqId, status: statuses[0] } } }),
    ],
    [
      'to another request',
      () => ({ data: { type: 'event', name: response, payload: { reqId: 'x', status: statuses[0] } } }),
    ],
    [
      'to another method',
      (reqId) => ({ data: { type: 'event', name: 'ping:response', payload: { reqId, status: statuses[0] } } }),
    ],
    [
      'that is no event',
      (reqId) => ({ data: { type: 'method', name: response, payload: { reqId, status: statuses[0] } } }),
    ],
  ];
  test.each(foreign)('mini-app hooks: a response %s changes no state [S264]', async (_, message) => {
    const bridge = createMockBridge();
    const view = renderHostHook(hook, bridge);
    const { result } = await start(view);
    await act(async () => bridge.deliver(message(bridge.sent[0]?.payload['reqId'])));
    expect(view.now()).toMatchObject({ status: null, isLoading: true, error: null });
    await reply(bridge, { status: statuses[1] });
    expect(await result).toEqual({ ok: true, status: statuses[1] });
  });

  test('mini-app hooks: after unmount no state is set and the caller still receives the response [S272]', async () => {
    const bridge = createMockBridge();
    const view = renderHostHook(hook, bridge);
    const { result } = await start(view);
    const before = view.states.length;
    const consoleErrors = vi.spyOn(console, 'error');
    view.unmount();
    await reply(bridge, { status: statuses[0] });
    expect(await result).toEqual({ ok: true, status: statuses[0] });
    expect(view.states).toHaveLength(before);
    expect(consoleErrors).not.toHaveBeenCalled();
  });

  test('mini-app hooks: after unmount a failure sets no state [S272]', async () => {
    const view = renderHostHook(hook, createMockBridge(), { timeout: 5 });
    const { result } = await start(view);
    const before = view.states.length;
    view.unmount();
    await vi.advanceTimersByTimeAsync(5);
    expect(await result).toMatchObject({ ok: false });
    expect(view.states).toHaveLength(before);
  });

  test('mini-app hooks: the call function is stable between renders [S268]', async () => {
    const bridge = createMockBridge();
    const view = renderHostHook(hook, bridge);
    const first = view.states[0];
    await start(view);
    await reply(bridge, { status: statuses[0] });
    expect(view.now().returned).toBe(first?.returned);
    expect(view.states.length).toBeGreaterThan(2);
  });

  test('mini-app hooks: two components have independent state [S267]', async () => {
    const bridge = createMockBridge();
    const [one, two] = [renderHostHook(hook, bridge), renderHostHook(hook, bridge)];
    await start(one);
    await start(two);
    await reply(bridge, { status: statuses[1] }, 0);
    await reply(bridge, { status: statuses[0] }, 1);
    expect([one.now().status, two.now().status]).toEqual([statuses[1], statuses[0]]);
  });

  test('mini-app hooks: server rendering works and is not callable [S278]', () => {
    const Probe = () => {
      const { callable, isLoading } = hook.use();
      return <p>{`callable ${callable}, loading ${isLoading}`}</p>;
    };
    const html = renderToString(
      <BridgeProvider bridge={createMockBridge()}>
        <Probe />
      </BridgeProvider>,
    );
    expect(html).toBe('<p>callable false, loading false</p>');
  });
});
