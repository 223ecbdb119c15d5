import { describe, expect, test } from 'vitest';
import {
  BridgeBusyError,
  BridgeError,
  type BridgeMethod,
  bridgeMethods,
  BridgeMethodUnsupportedError,
  BridgeTimeoutError,
  BridgeUnavailableError,
} from './bridge-contract.ts';
import {
  createHostPage,
  invoice,
  payment,
  permission,
  useFakeTime,
} from '../../../contract-tests/fixtures/client/host-page.ts';
import { isAtLeastVersion } from './bridge.ts';

useFakeTime();

describe('request', () => {
  test('mini-app bridge: a permission request is JSON with type, name and a payload of reqId only [E31, S237]', async () => {
    const { bridge, sent, respond, reqId } = createHostPage();
    const response = bridge.request(permission, {});
    expect(sent).toEqual([
      { type: 'method', name: permission, payload: { reqId: expect.stringMatching(/^[0-9a-f]{32}$/) } },
    ]);
    respond({ reqId: reqId(), status: 'granted' });
    expect(await response).toEqual({ status: 'granted' });
  });

  test.each(['granted', 'denied', 'rate_limited'])(
    'mini-app bridge: permission status %s is a valid response [S238]',
    async (status) => {
      const { bridge, respond, reqId } = createHostPage();
      const response = bridge.request(permission, {});
      respond({ reqId: reqId(), status, more: 'ignored' });
      expect(await response).toEqual({ status });
    },
  );

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
  ])('mini-app bridge: payment payload %o is parsed as %o [S239]', async (payload, expected) => {
    const { bridge, respond, reqId, sent } = createHostPage();
    const response = bridge.request(payment, { ...invoice, test: 'paid' });
    expect(sent[0]?.payload).toEqual({ ...invoice, test: 'paid', reqId: reqId() });
    respond({ ...payload, reqId: reqId() }, 'payment:response');
    expect(await response).toEqual(expected);
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
  ])('mini-app bridge: permission status %j is an error [E31, S238]', async (status) => {
    const { bridge, respond, reqId } = createHostPage();
    const response = bridge.request(permission, {});
    respond({ reqId: reqId(), status });
    await expect(response).rejects.toMatchObject({ name: 'BridgeError', code: 'malformed_answer' });
  });

  test.each(['completed', 'Paid', 'pending', 'paid:failed', null, undefined, 200])(
    'mini-app bridge: payment status %j is an error [S239]',
    async (status) => {
      const { bridge, respond, reqId } = createHostPage();
      const response = bridge.request(payment, invoice);
      respond({ reqId: reqId(), status }, 'payment:response');
      await expect(response).rejects.toMatchObject({ code: 'malformed_answer' });
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
  ])('mini-app bridge: a response with %s is ignored [S240]', async (_, payload) => {
    const { bridge, respond, reqId } = createHostPage();
    const response = bridge.request(permission, {});
    respond(payload);
    respond({ reqId: reqId(), status: 'denied' });
    expect(await response).toEqual({ status: 'denied' });
  });

  test.each([
    ['the event of another method', { type: 'event', name: 'payment:response' }],
    ['its own method echoed', { type: 'method', name: permission }],
    ['another type', { type: 'response', name: 'notifications:permission.response' }],
    ['no type', { name: 'notifications:permission.response' }],
    ['another name', { type: 'event', name: 'notifications:permission' }],
    ['a name that is no text', { type: 'event', name: 7 }],
  ])('mini-app bridge: %s with the right reqId is ignored [S241]', async (_, message) => {
    const { bridge, deliver, reqId, respond } = createHostPage();
    const response = bridge.request(permission, {});
    deliver({ data: JSON.stringify({ ...message, payload: { reqId: reqId(), status: 'granted' } }) });
    respond({ reqId: reqId(), status: 'denied' });
    expect(await response).toEqual({ status: 'denied' });
  });

  test.each(['{', '', 'null', '[]', '7', 'true', undefined, null, 7, [], new ArrayBuffer(4)])(
    'mini-app bridge: the message %j is ignored [S242]',
    async (data) => {
      const { bridge, deliver, respond, reqId } = createHostPage();
      const response = bridge.request(permission, {});
      deliver({ data });
      respond({ reqId: reqId(), status: 'granted' });
      expect(await response).toEqual({ status: 'granted' });
    },
  );

  test('mini-app bridge: a response may be an object instead of JSON [S243]', async () => {
    const { bridge, deliver, reqId } = createHostPage();
    const response = bridge.request(permission, {});
    deliver({
      data: {
        type: 'event',
        name: 'notifications:permission.response',
        payload: { reqId: reqId(), status: 'granted' },
      },
    });
    expect(await response).toEqual({ status: 'granted' });
  });

  test('mini-app bridge: concurrent requests are matched to responses by reqId in any order [S244]', async () => {
    const { bridge, respond, sent } = createHostPage();
    const response = [bridge.request(permission, {}), bridge.request(permission, {}), bridge.request(permission, {})];
    const ids = sent.map(({ payload }) => payload['reqId']);
    expect(new Set(ids).size).toBe(3);
    respond({ reqId: ids[2], status: 'rate_limited' });
    respond({ reqId: ids[0], status: 'granted' });
    respond({ reqId: ids[1], status: 'denied' });
    expect(await Promise.all(response)).toEqual([
      { status: 'granted' },
      { status: 'denied' },
      { status: 'rate_limited' },
    ]);
  });

  test('mini-app bridge: the first response settles the request and removes its listener [S245]', async () => {
    const { bridge, respond, reqId, listeners } = createHostPage();
    const response = bridge.request(permission, {});
    expect(listeners.size).toBe(1);
    respond({ reqId: reqId(), status: 'denied' });
    expect(listeners.size).toBe(0);
    respond({ reqId: reqId(), status: 'granted' });
    expect(await response).toEqual({ status: 'denied' });
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
    'mini-app bridge: %s under contract version %s is supported: %s [S232]',
    async (method, version, supported) => {
      const { bridge, sent } = createHostPage({ __PLATFORM_CONTRACT_VERSION__: version });
      expect(bridge.supports(method)).toBe(supported);
      if (supported) return;
      const error = await bridge.request(method, invoice).catch((error: unknown) => error);
      expect(error).toBeInstanceOf(BridgeMethodUnsupportedError);
      expect(error).toMatchObject({ code: 'unsupported', method, needs: bridgeMethods[method].since, has: version });
      expect(sent).toEqual([]);
    },
  );
});

describe('launch params', () => {
  const names = ['CONTRACT_VERSION', 'HOST_VERSION', 'PLATFORM', 'START_PARAM', 'AUTH_TOKEN'] as const;
  const members = ['contractVersion', 'hostVersion', 'platform', 'startParam', 'authToken'] as const;
  test.each(names.map((name, index) => [name, members[index] ?? 'platform'] as const))(
    'mini-app bridge: window.__PLATFORM_%s__ becomes the launch param %s [S234]',
    (name, member) => {
      expect(createHostPage({ [`__PLATFORM_${name}__`]: 'value' }).bridge.launchParams[member]).toBe('value');
      expect(createHostPage({ [`__PLATFORM_${name}__`]: '' }).bridge.launchParams[member]).toBe('');
      for (const odd of [undefined, null, 7, {}, ['x']]) {
        expect(createHostPage({ [`__PLATFORM_${name}__`]: odd }).bridge.launchParams[member]).toBeUndefined();
      }
    },
  );

  test('mini-app launch params: read once at boot and frozen [E36, S235]', () => {
    const { bridge, window } = createHostPage({ __PLATFORM_START_PARAM__: 'order-7' });
    Object.assign(window, { __PLATFORM_START_PARAM__: 'order-8' });
    expect(bridge.launchParams.startParam).toBe('order-7');
    expect(Object.isFrozen(bridge.launchParams)).toBe(true);
  });

  test('mini-app launch params: a 256-byte startParam of any script is unchanged [E36, S236]', () => {
    const startParam = '🦊'.repeat(64);
    expect(createHostPage({ __PLATFORM_START_PARAM__: startParam }).bridge.launchParams.startParam).toBe(startParam);
  });
});

test.each([
  ['1.5.0', '1.5.0', true],
  ['1.5.1', '1.5.0', true],
  ['1.6.0', '1.5.0', true],
  ['2.0.0', '1.5.0', true],
  ['1.10.0', '1.5.0', true],
  ['1.5.10', '1.5.9', true],
  ['10.0.0', '9.9.9', true],
  ['1.5', '1.5.0', true],
  ['1.5.0', '1.5', true],
  ['1.5.0+build.7', '1.5.0', true],
  ['1.5.1-beta.1', '1.5.0', true],
  ['1.6.0-rc.1', '1.5.0', true],
  ['0.1.1', '0.1.1', true],
  ['1.4.9', '1.5.0', false],
  ['1.4.99', '1.5.0', false],
  ['0.9.9', '1.5.0', false],
  ['0.1.0', '0.1.1', false],
  ['1.05.0', '1.6.0', false],
  ['1.5.0-beta.1', '1.5.0', false],
  ['1.5.0-0', '1.5.0', false],
  [undefined, '1.5.0', false],
  ['', '1.5.0', false],
  ['1', '1.5.0', false],
  ['v1.5.0', '1.5.0', false],
  ['1.5.0.0', '1.5.0', false],
  [' 1.5.0', '1.5.0', false],
  ['1.5.x', '1.5.0', false],
  ['latest', '1.5.0', false],
  ['1.5.-1', '1.5.0', false],
  ['Infinity.0.0', '1.5.0', false],
  ['9'.repeat(400), '1.5.0', false],
  ['１.５.０', '1.5.0', false],
])('mini-app contract version: %s is at least %s: %s [E98, S233]', (has, needs, expected) => {
  expect(isAtLeastVersion(has, needs)).toBe(expected);
});

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
