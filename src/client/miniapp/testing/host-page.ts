import { afterEach, beforeEach, vi } from 'vitest';
import { type BridgeMessageEvent, type BridgeOptions, type BridgeWindow, createBridge } from '../bridge.ts';

export const permission = 'notifications:permission.request';
export const payment = 'payment:request';
export const invoice = { invoice: 'inv-1', recipient: 'r', amount: '1000000', token: 'USDC', network: 'solana' };

export const withVersion = (globals: Readonly<Record<string, unknown>>) => ({
  __PLATFORM_CONTRACT_VERSION__: '1.5.0',
  ...globals,
});

/** A page with a host, whose messages a test writes by hand. */
export function page(globals: Readonly<Record<string, unknown>> = {}, options: BridgeOptions = {}) {
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

/** Call it at the top of a test file: timers go on when the test says so. */
export function useFakeTime(): void {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}
