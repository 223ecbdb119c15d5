import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { getBridge } from '../bridge.ts';
import { createMockBridge } from '../mock-bridge.ts';
import { BridgeProvider, useBridge, useLaunchParams, useNotificationPermission } from './host-hooks.ts';

afterEach(cleanup);

test('useLaunchParams: returns the launch params of the bridge', () => {
  const bridge = createMockBridge({ launchParams: { startParam: 'order-7', authToken: 't' } });
  const { result } = renderHook(() => useLaunchParams(), {
    wrapper: ({ children }) => <BridgeProvider bridge={bridge}>{children}</BridgeProvider>,
  });
  expect(result.current).toEqual({
    contractVersion: '1.5.0',
    hostVersion: undefined,
    platform: undefined,
    startParam: 'order-7',
    authToken: 't',
  });
});

test('useBridge: without a BridgeProvider it returns the bridge of the page', () => {
  expect(renderHook(() => useBridge()).result.current).toBe(getBridge());
});

test('mini-app hooks: another bridge of the BridgeProvider applies from the next call', async () => {
  const responses = { 'notifications:permission.request': () => ({ status: 'denied' }) as const };
  const old = createMockBridge({ launchParams: { contractVersion: '1.4.9' } });
  const current = createMockBridge({ responses });
  let bridge = old;
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <BridgeProvider bridge={bridge}>{children}</BridgeProvider>
  );
  const { result, rerender } = renderHook(() => useNotificationPermission(), { wrapper });
  expect(result.current.callable).toBe(false);
  bridge = current;
  rerender();
  expect(result.current.callable).toBe(true);
  await act(async () => void (await result.current.requestPermission()));
  expect([result.current.status, old.sent.length, current.sent.length]).toEqual(['denied', 0, 1]);
});
