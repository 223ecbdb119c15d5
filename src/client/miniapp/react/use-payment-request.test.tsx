import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createMockBridge } from '../mock-bridge.ts';
import { BridgeProvider, usePaymentRequest } from './host-hooks.ts';
import { invoice } from '../../../../contract-tests/fixtures/client/host-hooks.tsx';

afterEach(cleanup);

test('usePaymentRequest: sends only the invoice members of the contract', async () => {
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
] as const)('usePaymentRequest: the response %o yields the state %o', async (response, expected) => {
  const bridge = createMockBridge({ responses: { 'payment:request': () => response } });
  const { result } = renderHook(() => usePaymentRequest(), {
    wrapper: ({ children }) => <BridgeProvider bridge={bridge}>{children}</BridgeProvider>,
  });
  await act(async () => void (await result.current.requestPayment(invoice)));
  expect(result.current).toMatchObject({ ...response, ...expected });
});
