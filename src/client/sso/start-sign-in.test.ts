import { describe, expect, test, vi } from 'vitest';
import { s256Challenge } from '../../protocol/pkce.ts';
import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import { rfc8037Signer } from '../../../contract-tests/fixtures/protocol/keys.ts';
import { flowKeys } from './start-sign-in.ts';
import { AuthorizeError, PollError } from './sso-errors.ts';
import {
  alice,
  baseUrl,
  clientId,
  createFakeProvider,
  useSsoClient,
} from '../../../contract-tests/fixtures/client/fake-provider.ts';

const fixture = useSsoClient();
const key = { privateKey: rfc8037Signer.sign, publicJwk: rfc8037Signer.jwk };

describe('generateDeeplink', () => {
  test('generateDeeplink: sends the documented parameters and keeps verifier, state and nonce in session storage [A28, A34, A35, A36, A38, S1]', async () => {
    const response = await fixture.client().generateDeeplink();
    expect(response).toMatchObject({ deep_link: expect.stringContaining('/approve/'), expired_at: 1_772_357_700 });
    const [{ query } = { query: new URLSearchParams() }] = fixture.provider.to('/oauth/authorize');
    expect(Object.fromEntries(query)).toEqual({
      response_type: 'code',
      response_mode: 'json',
      client_id: clientId,
      scope: 'openid',
      code_challenge: s256Challenge(fixture.flow.getItem(flowKeys.codeVerifier) ?? ''),
      code_challenge_method: 'S256',
      state: fixture.flow.getItem(flowKeys.state),
      nonce: fixture.flow.getItem(flowKeys.nonce),
    });
    expect(fixture.flow.getItem('platform-sso_code_verifier')).toMatch(/^[\w-]{43}$/);
  });

  test('generateDeeplink: every call has a fresh verifier, state and nonce [A80, S2]', async () => {
    const sso = fixture.client();
    for (let i = 0; i < 3; i++) await sso.generateDeeplink();
    for (const name of ['code_challenge', 'state', 'nonce']) {
      expect(new Set(fixture.provider.to('/oauth/authorize').map(({ query }) => query.get(name))).size).toBe(3);
    }
  });

  test('generateDeeplink: sends redirect_uri and dpop_jkt when they are configured [A40, S3]', async () => {
    await fixture.client({ redirectUri: 'https://app.example/callback', dpop: { keypair: key } }).generateDeeplink();
    const query = fixture.provider.to('/oauth/authorize')[0]?.query;
    expect(query?.get('redirect_uri')).toBe('https://app.example/callback');
    expect(query?.get('dpop_jkt')).toBe(jwkThumbprint(key.publicJwk));
  });

  test('generateDeeplink: fails without a cryptographic random source before anything is sent [A80, S4]', async () => {
    vi.stubGlobal('crypto', { subtle: crypto.subtle });
    try {
      await expect(fixture.client().generateDeeplink()).rejects.toThrow('sign-in needs a cryptographic random source');
    } finally {
      vi.unstubAllGlobals();
    }
    expect(fixture.provider.received).toEqual([]);
  });

  test.each([
    [400, { error: 'invalid_request', error_description: 'code challenge already used' }, false],
    [400, { error: 'invalid_client' }, false],
    [403, { error: 'access_denied', error_description: 'Origin not allowed' }, false],
    [429, { error: 'temporarily_unavailable' }, true],
    [500, { error: 'server_error' }, true],
    [503, { error: 'temporarily_unavailable' }, true],
    [502, undefined, true],
  ])(
    'generateDeeplink: %i %o is an AuthorizeError with its details and keeps a pending sign-in [S6, S7]',
    async (status, body, retryable) => {
      const sso = fixture.client();
      await sso.generateDeeplink();
      const before = fixture.flow.values(Object.values(flowKeys));
      fixture.provider.respondWith('/oauth/authorize', () =>
        body ? Response.json(body, { status }) : new Response('<html>', { status }),
      );
      const error = await sso.generateDeeplink().catch((error: unknown) => error);
      expect(error).toBeInstanceOf(AuthorizeError);
      expect(error).toMatchObject({ status, retryable, ...body });
      expect(fixture.flow.values(Object.values(flowKeys))).toEqual(before);
    },
  );

  test.each([
    [{ error: 'invalid_client', error_description: 'No such application.' }, ', invalid_client: No such application.'],
    [undefined, '.'],
  ])('generateDeeplink: the message about %o ends with one full stop [S6]', async (body, end) => {
    fixture.provider.respondWith('/oauth/authorize', () => Response.json(body ?? {}, { status: 400 }));
    await expect(fixture.client().generateDeeplink()).rejects.toThrow(
      expect.objectContaining({ message: `Sign-in could not be started: the provider responded with 400${end}` }),
    );
  });

  test.each([
    [{}],
    [{ deep_link: 'javascript:alert(1)', polling_code: 'p', expired_at: 1 }],
    [{ deep_link: 'data:text/html,x', polling_code: 'p', expired_at: 1 }],
    [{ deep_link: '/approve', polling_code: 'p', expired_at: 1 }],
    [{ deep_link: 'https://sso.example/a', polling_code: '', expired_at: 1 }],
    [{ deep_link: 'https://sso.example/a', polling_code: 'p', expired_at: 'soon' }],
  ])('generateDeeplink: a response with %o is rejected [S8]', async (body) => {
    fixture.provider.respondWith('/oauth/authorize', () => Response.json(body));
    await expect(fixture.client().generateDeeplink()).rejects.toMatchObject({
      name: 'AuthorizeError',
      error: 'malformed_answer',
    });
    expect(fixture.flow.getItem(flowKeys.state)).toBeNull();
  });

  test('generateDeeplink: accepts a base URL with trailing slash and path prefix [S9]', async () => {
    const gateway = await createFakeProvider('https://gateway.example/sign-in');
    const sso = fixture.client({ ssoBaseUrl: 'https://gateway.example/sign-in/', fetch: gateway.fetch });
    const { polling_code: polling } = await sso.generateDeeplink();
    const code = gateway.approve();
    expect(await sso.pollAuth(polling)).toMatchObject({ status: 'authorized' });
    await sso.exchangeToken(code);
    expect(sso.getSubject()).toBe(alice);
    expect(gateway.received.map(({ path }) => path)).toContain('/oauth/jwks');
  });

  test('generateDeeplink: a network failure and a timeout are retryable AuthorizeErrors with different codes [S10]', async () => {
    const cause = new TypeError('fetch failed');
    const offline = fixture.client({ fetch: () => Promise.reject(cause) });
    await expect(offline.generateDeeplink()).rejects.toMatchObject({ retryable: true, error: 'network_error', cause });
    const slow = fixture.client({ timeout: 5, fetch: () => new Promise(() => undefined) });
    await expect(slow.generateDeeplink()).rejects.toMatchObject({
      name: 'AuthorizeError',
      retryable: true,
      error: 'timeout',
    });
  });

  test('generateDeeplink: an aborted call rejects with the reason of the signal [S11]', async () => {
    const reason = new Error('The page is closed.');
    await expect(fixture.client().generateDeeplink({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const hanging = fixture.client({ fetch: () => new Promise(() => undefined) }).generateDeeplink({
      signal: controller.signal,
    });
    controller.abort(reason);
    await expect(hanging).rejects.toBe(reason);
  });
});

describe('pollAuth', () => {
  test('pollAuth: returns each status and sends the polling code as JSON [A81, S20]', async () => {
    const sso = fixture.client();
    const { polling_code: code } = await sso.generateDeeplink();
    expect(await sso.pollAuth(code)).toEqual({ status: 'pending' });
    expect(fixture.provider.to('/oauth/poll')[0]?.json).toEqual({ polling_code: code });
    const state = fixture.flow.getItem(flowKeys.state);
    for (const status of ['rejected', 'expired']) {
      fixture.provider.respondWith('/oauth/poll', () => Response.json({ status, state, iss: baseUrl }));
      expect(await sso.pollAuth(code)).toMatchObject({ status });
    }
  });

  test.each([
    ['another state', { state: 'x'.repeat(43) }, 'state_mismatch'],
    ['no state', { state: undefined }, 'state_mismatch'],
    ['another issuer', { iss: 'https://evil.example' }, 'issuer_mismatch'],
    ['the issuer with a slash', { iss: `${baseUrl}/` }, 'issuer_mismatch'],
    ['no code', { authorization_code: undefined }, 'malformed_answer'],
    ['an empty code', { authorization_code: '' }, 'malformed_answer'],
    ['an unknown status', { status: 'approved' }, 'unknown_status'],
  ])('pollAuth: an authorized response with %s is rejected [A70, A81, S21]', async (_, change, error) => {
    const sso = fixture.client();
    await sso.generateDeeplink();
    const good = {
      status: 'authorized',
      authorization_code: 'c',
      iss: baseUrl,
      state: fixture.flow.getItem(flowKeys.state),
    };
    fixture.provider.respondWith('/oauth/poll', () => Response.json({ ...good, ...change }));
    const refused = await sso.pollAuth('p').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PollError);
    expect(refused).toMatchObject({ error });
  });

  test.each(['pending', 'rejected', 'expired'])(
    'pollAuth: an iss of another provider is rejected with status %s [S21]',
    async (status) => {
      const sso = fixture.client();
      await sso.generateDeeplink();
      fixture.provider.respondWith('/oauth/poll', () => Response.json({ status, iss: 'https://evil.example' }));
      await expect(sso.pollAuth('p')).rejects.toMatchObject({ error: 'issuer_mismatch' });
    },
  );

  test('pollAuth: an authorized response without a pending sign-in is rejected [S22]', async () => {
    fixture.provider.respondWith('/oauth/poll', () => Response.json({ status: 'authorized', authorization_code: 'c' }));
    await expect(fixture.client().pollAuth('p')).rejects.toMatchObject({ error: 'state_mismatch' });
  });

  test('pollAuth: a response without iss is accepted (RFC 9207 support is announced in discovery) [A70, S23]', async () => {
    const sso = fixture.client();
    await sso.generateDeeplink();
    const state = fixture.flow.getItem(flowKeys.state);
    fixture.provider.respondWith('/oauth/poll', () =>
      Response.json({ status: 'authorized', authorization_code: 'c', state }),
    );
    expect(await sso.pollAuth('p')).toMatchObject({ authorization_code: 'c' });
  });

  test.each([
    [404, 'not_found'],
    [409, 'invalid_grant'],
  ])('pollAuth: status %i (%s) is a PollError with its details [S24]', async (status, error) => {
    fixture.provider.respondWith('/oauth/poll', () => Response.json({ error }, { status }));
    await expect(fixture.client().pollAuth('p')).rejects.toMatchObject({
      name: 'PollError',
      status,
      error,
      retryable: false,
    });
  });
});

test('pollAuth: an aborted call rejects with the reason of the signal [S25]', async () => {
  const sso = fixture.client();
  const { polling_code: code } = await sso.generateDeeplink();
  fixture.provider.respondWith('/oauth/poll', () => new Promise(() => undefined));
  const controller = new AbortController();
  const poll = sso.pollAuth(code, { signal: controller.signal });
  await expect.poll(() => fixture.provider.to('/oauth/poll')).toHaveLength(1);
  controller.abort(new Error('closed'));
  await expect(poll).rejects.toThrow('closed');
});

describe('waitForApproval', () => {
  test('waitForApproval: overload and lost responses do not end the polling, and Retry-After is honored [S26]', async () => {
    vi.useFakeTimers();
    try {
      const sso = fixture.client();
      const { polling_code: code } = await sso.generateDeeplink();
      const responses: (() => Response)[] = [
        () => Response.json({ status: 'pending' }),
        () => new Response('busy', { status: 503 }),
        () => {
          throw new TypeError('fetch failed');
        },
        () => Response.json({ status: 'pending' }, { headers: { 'retry-after': '20' } }),
        () =>
          Response.json({ status: 'authorized', authorization_code: 'c', state: fixture.flow.getItem(flowKeys.state) }),
      ];
      fixture.provider.respondWith('/oauth/poll', () => (responses.shift() ?? (() => new Response()))());
      const waiting = sso.waitForApproval(code);
      for (const _ of [1, 2, 3, 4]) await vi.advanceTimersByTimeAsync(5000);
      expect(fixture.provider.to('/oauth/poll')).toHaveLength(4);
      await vi.advanceTimersByTimeAsync(15_000);
      expect(await waiting).toMatchObject({ authorization_code: 'c' });
      expect(fixture.provider.to('/oauth/poll')).toHaveLength(5);
    } finally {
      vi.useRealTimers();
    }
  });

  test('waitForApproval: a wake-up ends the pause early; an abort or an unknown code ends the wait [S28]', async () => {
    const sso = fixture.client({ pollingInterval: 3_600_000 });
    const { polling_code: code } = await sso.generateDeeplink();
    const listening: (() => void)[] = [];
    const controller = new AbortController();
    const waiting = sso.waitForApproval(code, {
      signal: controller.signal,
      onWake: (wake) => {
        listening.push(wake);
        return () => undefined;
      },
    });
    await expect.poll(() => listening).toHaveLength(1);
    listening[0]?.();
    await expect.poll(() => listening).toHaveLength(2);
    expect(fixture.provider.to('/oauth/poll')).toHaveLength(2);
    controller.abort(new Error('closed'));
    await expect(waiting).rejects.toThrow('closed');
    fixture.provider.respondWith('/oauth/poll', () => Response.json({ error: 'not_found' }, { status: 404 }));
    await expect(sso.waitForApproval(code)).rejects.toMatchObject({ status: 404 });
  });

  test('waitForApproval: gives up after 11 minutes when the provider never reports expiry [S29]', async () => {
    fixture.provider.respondWith('/oauth/poll', () => {
      fixture.provider.clock.now += 60_000;
      return Response.json({ status: 'pending' });
    });
    expect(await fixture.client({ pollingInterval: 1 }).waitForApproval('p')).toEqual({ status: 'expired' });
    expect(fixture.provider.to('/oauth/poll')).toHaveLength(11);
  });

  test.each([-420_000, 420_000, 86_400_000])(
    'waitForApproval: a client clock %i ms ahead does not shorten the wait [S30]',
    async (ahead) => {
      const sso = fixture.client({ pollingInterval: 1, now: () => fixture.provider.clock.now + ahead });
      const { polling_code: code } = await sso.generateDeeplink();
      const responses = [() => Response.json({ status: 'pending' }), () => new Response('busy', { status: 503 })];
      fixture.provider.respondWith('/oauth/poll', () => {
        fixture.provider.clock.now += 120_000;
        return (responses.shift() ?? (() => Response.json({ status: 'rejected' })))();
      });
      expect(await sso.waitForApproval(code)).toEqual({ status: 'rejected' });
    },
  );

  test.each([429, 503])('waitForApproval: Retry-After of a %i is honored [S27]', async (status) => {
    vi.useFakeTimers();
    try {
      const busy = () => new Response('busy', { status, headers: { 'retry-after': '30' } });
      fixture.provider.respondWith('/oauth/poll', busy);
      const waiting = fixture.client().waitForApproval('p');
      await vi.advanceTimersByTimeAsync(29_000);
      expect(fixture.provider.to('/oauth/poll')).toHaveLength(1);
      fixture.provider.respondWith('/oauth/poll', () => Response.json({ status: 'rejected' }));
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await waiting).toEqual({ status: 'rejected' });
    } finally {
      vi.useRealTimers();
    }
  });
});
