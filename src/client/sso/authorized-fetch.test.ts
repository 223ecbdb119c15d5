import { beforeEach, describe, expect, test } from 'vitest';
import {
  alice,
  bob,
  clientId,
  createFakeProvider,
  type FakeProvider,
  useSsoClient,
} from '../../../contract-tests/fixtures/client/fake-provider.ts';
import { createDpopKeypair } from '../dpop/dpop-keypair.ts';
import type { SsoClient } from './sso-client.ts';
import type { SsoClientConfig } from './sso-config.ts';
import { tokenKeys } from './stored-session.ts';

const fixture = useSsoClient();
const minute = 60_000;
const api = 'https://api.example';

/** Requests that reached the API, and how it responds. */
let sent: Request[];
let respond: (request: Request) => Response | Promise<Response>;
beforeEach(() => {
  sent = [];
  respond = () => Response.json({ ok: true });
});

const apiConfig = (config: Partial<SsoClientConfig> = {}): Partial<SsoClientConfig> => ({
  apiOrigins: [api],
  fetch: async (input, init) => {
    const request = new Request(input, init);
    if (request.url.startsWith('https://sso.example/oauth/')) return fixture.provider.fetch(request);
    sent.push(request.clone());
    return respond(request);
  },
  ...config,
});
const signedIn = (config?: Partial<SsoClientConfig>) => fixture.signedIn(apiConfig(config));
const authorizations = () => sent.map(({ headers }) => headers.get('authorization'));

describe('sso.fetch', () => {
  test('sso.fetch: sends the access token as Bearer with method, body and headers of the call [S61]', async () => {
    const sso = await signedIn();
    const headers = { 'x-trace': '1', authorization: 'Basic replaced' };
    expect((await sso.fetch(`${api}/notes`, { method: 'POST', body: 'text', headers })).status).toBe(200);
    const [request] = sent;
    expect([request?.method, await request?.text(), request?.headers.get('x-trace')]).toEqual(['POST', 'text', '1']);
    expect(authorizations()).toEqual(['Bearer access-2']);
  });

  test('sso.fetch: is bound, so that generated clients can use it as their fetch [S61]', async () => {
    const { fetch } = await signedIn();
    expect((await fetch(new URL(`${api}/notes`))).status).toBe(200);
  });

  test('sso.fetch: a token that is about to expire is refreshed first [S62]', async () => {
    const sso = await signedIn();
    fixture.provider.clock.now += 14.5 * minute;
    await sso.fetch(`${api}/notes`);
    expect(authorizations()).toEqual(['Bearer access-3']);
  });

  test('sso.fetch: a 401 refreshes once and repeats the request with its body; a second 401 is returned [S62]', async () => {
    const sso = await signedIn();
    respond = () => new Response('', { status: 401 });
    expect((await sso.fetch(`${api}/notes`, { method: 'POST', body: 'text' })).status).toBe(401);
    expect(authorizations()).toEqual(['Bearer access-2', 'Bearer access-3']);
    expect(await Promise.all(sent.map((request) => request.text()))).toEqual(['text', 'text']);
    expect(fixture.refreshes()).toHaveLength(1);
  });

  test('sso.fetch: a 401 uses the token that another tab has stored meanwhile, without a refresh [S62]', async () => {
    const sso = await signedIn();
    respond = ({ headers }) => {
      fixture.tokens.setItem(tokenKeys.accessToken, 'of another tab');
      return new Response('', { status: headers.get('authorization') === 'Bearer access-2' ? 401 : 200 });
    };
    expect((await sso.fetch(`${api}/notes`)).status).toBe(200);
    expect([authorizations(), fixture.refreshes()]).toEqual([['Bearer access-2', 'Bearer of another tab'], []]);
  });

  test('sso.fetch: a 401 of a revoked session is returned, and onError gets the reason [S63]', async () => {
    const errors: Error[] = [];
    const sso = await signedIn({ onError: (error) => errors.push(error) });
    fixture.provider.revokeAll();
    respond = () => new Response('', { status: 401 });
    expect((await sso.fetch(`${api}/notes`)).status).toBe(401);
    expect(sso.getAccessToken()).toBeNull();
    expect(errors).toMatchObject([{ name: 'RefreshError', loggedOut: true }]);
  });

  test('sso.fetch: without a session it throws and sends nothing [S64]', async () => {
    const sso = fixture.client(apiConfig());
    await expect(sso.fetch(`${api}/notes`)).rejects.toMatchObject({ name: 'UnauthorizedError', error: 'signed_out' });
    expect(sent).toEqual([]);
  });

  test('sso.fetch: with a key every request has the scheme DPoP and a fresh proof, and a nonce challenge is retried [S61]', async () => {
    const sso = await signedIn({ dpop: { keypair: await createDpopKeypair() } });
    respond = ({ headers }) => {
      const [, claims = ''] = (headers.get('dpop') ?? '').split('.');
      const { nonce } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
      if (nonce === 'n1') return Response.json({ ok: true });
      const challenge = { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'n1' };
      return new Response('', { status: 401, headers: challenge });
    };
    expect((await sso.fetch(`${api}/notes`, { method: 'PUT', body: 'text' })).status).toBe(200);
    expect((await sso.fetch(`${api}/notes`)).status).toBe(200);
    expect(authorizations()).toEqual(['DPoP access-2', 'DPoP access-2', 'DPoP access-2']);
    expect(new Set(sent.map(({ headers }) => headers.get('dpop'))).size).toBe(3);
    expect(await sent[1]?.text()).toBe('text');
    expect(fixture.refreshes()).toEqual([]);
  });

  test('sso.fetch: aborting rejects with the reason of the signal and reports no error [S67]', async () => {
    const errors: Error[] = [];
    const sso = await signedIn({ onError: (error) => errors.push(error) });
    const reason = new Error('The page is closed.');
    await expect(sso.fetch(`${api}/notes`, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect([sent, errors]).toEqual([[], []]);
  });
});

describe('sso.fetch never sends the token to an origin that was not listed', () => {
  const refusedBy = async (sso: SsoClient, url: string) => {
    await expect(sso.fetch(url)).rejects.toMatchObject({ name: 'UnauthorizedError', error: 'origin_not_allowed' });
    expect(sent).toEqual([]);
  };

  test.each([
    'https://evil.example/notes',
    'https://api.example.evil.example/notes',
    'https://api.example:8443/notes',
    'http://api.example/notes',
    'https:\\\\evil.example\\api.example',
    'https://sub.api.example/',
  ])('sso.fetch: %s is rejected before anything is sent [S65]', async (url) => {
    await refusedBy(await signedIn(), url);
  });

  test('sso.fetch: a URL that hides its host behind user information is rejected [S65]', async () => {
    const sso = await signedIn();
    await expect(sso.fetch('https://api.example@evil.example/')).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });

  test('sso.fetch: without apiOrigins only the provider gets the token outside browsers; the error says what to add [S65]', async () => {
    const sso = await signedIn({ apiOrigins: undefined });
    await expect(sso.fetch(`${api}/notes`)).rejects.toThrow(
      'not sent to https://api.example: add it to apiOrigins if it is your API. Listed: https://sso.example.',
    );
    expect(sso.config.apiOrigins).toEqual(['https://sso.example']);
  });

  test.each([301, 302, 307, 308])(
    'sso.fetch: a redirect with %i is an error and is not followed [S66]',
    async (status) => {
      const sso = await signedIn();
      respond = () => new Response(null, { status, headers: { location: 'https://evil.example/' } });
      await expect(sso.fetch(`${api}/notes`, { redirect: 'follow' })).rejects.toMatchObject({ error: 'redirected' });
      expect(sent.map(({ url, redirect }) => [url, redirect])).toEqual([[`${api}/notes`, 'manual']]);
    },
  );

  test('sso.fetch: 304 is a response [S66]', async () => {
    const sso = await signedIn();
    respond = () => new Response(null, { status: 304 });
    expect((await sso.fetch(`${api}/notes`)).status).toBe(304);
  });

  test.each([
    'http://api.example',
    'https://api.example/v1',
    'api.example',
    'https://u:p@api.example',
    'file:///x',
    '*',
  ])('SsoClient apiOrigins: %s is rejected by name [S16]', (origin) => {
    expect(() => fixture.client({ apiOrigins: [origin] })).toThrow(/^apiOrigins must be https origins without a path/);
  });

  test('SsoClient apiOrigins: http on a loopback host is accepted', () => {
    expect(fixture.client({ apiOrigins: ['http://localhost:3000'] }).config.apiOrigins).toContain(
      'http://localhost:3000',
    );
  });
});

describe('a session that is not of this client', () => {
  const foreign: readonly [string, (provider: FakeProvider) => Promise<SsoClient>][] = [
    [
      'another application',
      async () =>
        fixture.signedIn(apiConfig()).then(() => fixture.client(apiConfig({ providerAddress: 'f'.repeat(32) }))),
    ],
    [
      'another provider',
      async () =>
        fixture.signedIn(apiConfig()).then(() => fixture.client(apiConfig({ ssoBaseUrl: 'https://other.example' }))),
    ],
    [
      'another key',
      async () => {
        await fixture.signedIn(apiConfig({ dpop: { keypair: await createDpopKeypair() } }));
        return fixture.client(apiConfig({ dpop: { keypair: await createDpopKeypair() } }));
      },
    ],
    [
      'a key, for a client without one',
      async () => {
        await fixture.signedIn(apiConfig({ dpop: { keypair: await createDpopKeypair() } }));
        return fixture.client(apiConfig());
      },
    ],
    [
      'no key, for a client with one',
      async () => {
        await fixture.signedIn(apiConfig());
        return fixture.client(apiConfig({ dpop: { keypair: await createDpopKeypair() } }));
      },
    ],
    [
      'several audiences and another azp',
      async (provider) => {
        await fixture.signedIn(apiConfig());
        const claims = {
          iss: 'https://sso.example',
          sub: 'a',
          aud: [clientId, 'other'],
          azp: 'other',
          exp: provider.clock.now,
        };
        fixture.tokens.setItem(tokenKeys.idTokenClaims, JSON.stringify(claims));
        return fixture.client(apiConfig());
      },
    ],
    [
      'unreadable claims',
      async () => {
        await fixture.signedIn(apiConfig());
        fixture.tokens.setItem(tokenKeys.idTokenClaims, '{');
        return fixture.client(apiConfig());
      },
    ],
  ];

  test.each(foreign)(
    'SsoClient: a session of %s is ignored by getFreshAccessToken and fetch, and sends nothing [S68]',
    async (_, make) => {
      const sso = await make(fixture.provider);
      const before = fixture.provider.received.length;
      fixture.provider.clock.now += 14.5 * minute;
      expect([await sso.getFreshAccessToken(), sso.hasOwnSession()]).toEqual([null, false]);
      await expect(sso.fetch(`${api}/notes`)).rejects.toMatchObject({ error: 'signed_out' });
      await sso.logout({ revoke: true });
      expect([sent, fixture.provider.received.length]).toEqual([[], before]);
      // The getters of the interface document return what is stored; logout deletes it.
      expect(sso.getAccessToken()).toBeNull();
    },
  );

  test('SsoClient: hasOwnSession is true for a session without id_token [S68]', async () => {
    const provider = await createFakeProvider();
    expect(provider.received).toEqual([]);
    const sso = await signedIn();
    fixture.tokens.removeItem(tokenKeys.idTokenClaims);
    expect([await sso.getFreshAccessToken(), sso.hasOwnSession()]).toEqual(['access-2', true]);
  });
});

describe('getFreshAccessToken', () => {
  test('getFreshAccessToken: returns null without a session and sends nothing [S58]', async () => {
    expect(await fixture.client().getFreshAccessToken()).toBeNull();
    expect(fixture.provider.received).toEqual([]);
  });

  test('getFreshAccessToken: returns the stored token while it is valid for more than a minute [S56]', async () => {
    const sso = await fixture.signedIn();
    fixture.provider.clock.now += 13 * minute;
    expect(await sso.getFreshAccessToken()).toBe('access-2');
    expect(fixture.refreshes()).toEqual([]);
  });

  test('getFreshAccessToken: refreshes a token that expires within a minute; concurrent calls share the refresh [S57]', async () => {
    const sso = await fixture.signedIn();
    fixture.provider.clock.now += 14 * minute;
    expect(await Promise.all([sso.getFreshAccessToken(), sso.getFreshAccessToken()])).toEqual(['access-3', 'access-3']);
    expect(fixture.refreshes()).toHaveLength(1);
  });

  test('getFreshAccessToken: refreshes when the id_token expires first [S56]', async () => {
    const sso = await fixture.signedIn();
    const expiry = fixture.provider.clock.now + 120 * minute;
    fixture.tokens.setItem(tokenKeys.tokenExpiry, String(expiry));
    fixture.provider.clock.now += 59.5 * minute;
    expect(await sso.getFreshAccessToken()).toBe('access-3');
  });

  test('getFreshAccessToken: without a refresh token a valid token is returned, an expired one is null [S58]', async () => {
    const sso = await fixture.signedIn();
    fixture.tokens.removeItem(tokenKeys.refreshToken);
    fixture.provider.clock.now += 14.5 * minute;
    expect(await sso.getFreshAccessToken()).toBe('access-2');
    fixture.provider.clock.now += minute;
    expect(await sso.getFreshAccessToken()).toBeNull();
    expect(fixture.refreshes()).toEqual([]);
  });

  test('getFreshAccessToken: returns null when the session was revoked [S58]', async () => {
    const sso = await fixture.signedIn();
    fixture.provider.revokeAll();
    fixture.provider.clock.now += 14.5 * minute;
    expect(await sso.getFreshAccessToken()).toBeNull();
    expect(sso.getRefreshToken()).toBeNull();
  });

  test('getFreshAccessToken: an outage returns the token while it is valid and throws afterwards [S59]', async () => {
    const sso = await fixture.signedIn();
    fixture.provider.respondWith('/oauth/token', () => new Response('', { status: 503 }));
    fixture.provider.clock.now += 14.5 * minute;
    expect(await sso.getFreshAccessToken()).toBe('access-2');
    fixture.provider.clock.now += minute;
    await expect(sso.getFreshAccessToken()).rejects.toMatchObject({ name: 'RefreshError', status: 503 });
  });

  test('getFreshAccessToken: never returns the token of a different user who signs in meanwhile [S60]', async () => {
    const sso = await fixture.signedIn();
    fixture.provider.clock.now += 14.5 * minute;
    fixture.provider.respondWith('/oauth/token', async () => {
      fixture.provider.respondWith('/oauth/token', null);
      await fixture.signedIn({}, bob);
      return Response.json({ access_token: 'late', token_type: 'Bearer', expires_in: 900 });
    });
    await expect(sso.getFreshAccessToken()).rejects.toMatchObject({ error: 'session_changed' });
    expect(sso.getSubject()).toBe(bob);
  });
});

describe('clockSkew', () => {
  const signIn = async (behind: number, clockSkew?: number) => {
    const sso = fixture.client({ now: () => fixture.provider.clock.now - behind * 1000, clockSkew });
    const code = await fixture.approved(sso);
    return sso.exchangeToken(code).then(() => sso.getSubject());
  };

  test('SsoClient clockSkew: a clock that is 31 seconds slow fails by default, and the error names the local clock [S71]', async () => {
    await expect(signIn(31)).rejects.toMatchObject({
      name: 'IdTokenError',
      error: 'bad_id_token_iat',
      message: expect.stringMatching(/The local clock says 2026-\S+Z: correct it, or raise clockSkew \(30 seconds\)/),
    });
  });

  test('SsoClient clockSkew: a larger clockSkew accepts a slow clock [S72]', async () => {
    expect(await signIn(31, 60)).toBe(alice);
  });

  test.each([-1, 301, Number.NaN])('SsoClient clockSkew: %s is rejected by name [S16]', (clockSkew) => {
    expect(() => fixture.client({ clockSkew })).toThrow('clockSkew must be 0 to 300 seconds');
  });
});
