import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { getBridge } from '../bridge.ts';
import { createMockBridge, type MockBridge } from '../mock-bridge.ts';
import {
  BridgeProvider,
  useBridge,
  useLaunchParams,
  useNotificationPermission,
  usePaymentRequest,
} from './host-hooks.ts';
import { invoice } from '../../../../contract-tests/fixtures/client/host-hooks.tsx';

afterEach(cleanup);

test('useLaunchParams: returns the launch params of the bridge [S281]', () => {
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

test('useBridge: without a BridgeProvider it returns the bridge of the page [S280]', () => {
  expect(renderHook(() => useBridge()).result.current).toBe(getBridge());
});

test('mini-app hooks: another bridge of the BridgeProvider applies from the next call [S279]', async () => {
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

test('usePaymentRequest: sends only the invoice members of the contract [S282]', async () => {
  const bridge = createMockBridge();
  const { result } = renderHook(() => usePaymentRequest(), {
    wrapper: ({ children }) => <BridgeProvider bridge={bridge}>{children}</BridgeProvider>,
  });
  const item = { title: 'Gems', iconUrl: 'https://app.example/gem.png', quantity: 10 };
  await act(async () => void result.current.requestPayment({ ...invoice, item, test: 'paid' }));
  const { id: _, ...known } = invoice;
  expect(bridge.sent[0]?.payload).toEqual({ ...known, item, test: 'paid', reqId: expect.any(String) });
});

test.each([
  [
    { status: 'paid', txHash: '0xab' },
    { txHash: '0xab', errorCode: null },
  ],
  [
    { status: 'failed', errorCode: 'insufficient_balance' },
    { txHash: null, errorCode: 'insufficient_balance' },
  ],
  [{ status: 'cancelled' }, { txHash: null, errorCode: null }],
] as const)('usePaymentRequest: the response %o yields the state %o [S282]', async (response, expected) => {
  const bridge = createMockBridge({ responses: { 'payment:request': () => response } });
  const { result } = renderHook(() => usePaymentRequest(), {
    wrapper: ({ children }) => <BridgeProvider bridge={bridge}>{children}</BridgeProvider>,
  });
  await act(async () => void (await result.current.requestPayment(invoice)));
  expect(result.current).toMatchObject({ ...response, ...expected });
});

describe('called by an effect of a child, which runs before those of its parent', () => {
  function Asking({ ask }: { readonly ask: () => Promise<unknown> }) {
    useEffect(() => void ask(), [ask]);
    return null;
  }
  function Page() {
    const { requestPermission, isLoading, status, error } = useNotificationPermission();
    return (
      <>
        <Asking ask={requestPermission} />
        <p role="status">{isLoading ? 'loading' : (status ?? error?.name)}</p>
      </>
    );
  }
  const page = (bridge: MockBridge) =>
    render(
      <StrictMode>
        <BridgeProvider bridge={bridge}>
          <Page />
        </BridgeProvider>
      </StrictMode>,
    );

  test('useNotificationPermission: a call from a child effect loads and then has its response [S273]', async () => {
    const bridge = createMockBridge();
    page(bridge);
    expect(screen.getByRole('status').textContent).toBe('loading');
    const { reqId } = bridge.sent[0]?.payload ?? {};
    await act(async () => bridge.emit('notifications:permission.response', { reqId, status: 'granted' }));
    expect(screen.getByRole('status').textContent).toBe('granted');
  });

  test('useNotificationPermission: a call from a child effect shows the error when no request was sent to the host [S273]', () => {
    page(createMockBridge({ launchParams: { contractVersion: '1.0.0' } }));
    expect(screen.getByRole('status').textContent).toBe('BridgeMethodUnsupportedError');
  });
});
