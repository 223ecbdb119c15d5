// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createMockBridge } from '../mock-bridge.ts';
import { BridgeProvider, useLaunchParams } from './bridge-context.ts';

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
