import { describe, expect, test } from 'vitest';
import {
  BridgeBusyError,
  BridgeError,
  BridgeMethodUnsupportedError,
  BridgeTimeoutError,
  BridgeUnavailableError,
} from './bridge-contract.ts';
import { createMockBridge } from './mock-bridge.ts';

const permission = 'notifications:permission.request';
const payment = 'payment:request';
const invoice = { invoice: 'inv-1', recipient: 'r', amount: '1000000', token: 'USDC', network: 'solana' };

test.each([
  [new BridgeUnavailableError(), 'BridgeUnavailableError', 'unavailable'],
  [new BridgeMethodUnsupportedError('m', '1.5.0', '1.4.0'), 'BridgeMethodUnsupportedError', 'unsupported'],
  [new BridgeTimeoutError('m', 5), 'BridgeTimeoutError', 'timeout'],
  [new BridgeBusyError('m'), 'BridgeBusyError', 'busy'],
])('mini-app bridge errors: %s is a BridgeError with the name %s and the code %s [S254]', (error, name, code) => {
  expect(error).toBeInstanceOf(BridgeError);
  expect(error).toBeInstanceOf(Error);
  expect([error.name, error.code]).toEqual([name, code]);
  expect(error.message.length).toBeGreaterThan(20);
});

describe('the mock', () => {
  test('mini-app mock bridge: returns the configured response, immediately or later, and records sent messages [S255]', async () => {
    const bridge = createMockBridge({
      responses: {
        [permission]: () => ({ status: 'granted' }),
        [payment]: async ({ test }) => ({ status: 'paid', txHash: `tx-${test}` }),
      },
    });
    expect(await bridge.request(permission, {})).toEqual({ status: 'granted' });
    expect(await bridge.request(payment, { ...invoice, test: 'paid' })).toEqual({ status: 'paid', txHash: 'tx-paid' });
    expect(bridge.sent.map(({ name }) => name)).toEqual([permission, payment]);
  });

  test('mini-app mock bridge: rejects unsupported methods and malformed responses like the real bridge [S255]', async () => {
    const old = createMockBridge({ launchParams: { contractVersion: '1.4.0', startParam: 's' } });
    expect(old.launchParams.startParam).toBe('s');
    await expect(old.request(permission, {})).rejects.toMatchObject({ code: 'unsupported' });
    const silent = createMockBridge({ timeout: 5 });
    await expect(silent.request(permission, {})).rejects.toMatchObject({ code: 'timeout' });
  });

  test('mini-app mock bridge: emits events of the host and messages of other windows [S255]', () => {
    const bridge = createMockBridge();
    const received: unknown[] = [];
    bridge.on('e', (payload) => received.push(payload));
    bridge.emit('e', { n: 1 });
    bridge.deliver({ data: { type: 'event', name: 'e', payload: { n: 2 } }, source: {} });
    expect(received).toEqual([{ n: 1 }]);
  });
});
