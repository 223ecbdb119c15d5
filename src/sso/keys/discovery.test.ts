import { expect, test } from 'vitest';
import {
  authorize,
  clientId,
  flow,
  form,
  issuer,
  otherClientId,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { approvedCode, requestUserinfo, signIn } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { decode, newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';
import { appleAppLinks } from '../documents.ts';
import { androidApp, appleAppId } from '../settings.ts';

const fingerprint = '14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5';
const packageName = 'com.example.wallet';
const sso = useStarted(() =>
  startSso({
    settings: {
      androidApps: [
        { packageName, fingerprint },
        { packageName, fingerprint: fingerprint.replace('14', '15') },
      ],
      appleAppIds: ['ABCDE12345.com.example.wallet'],
    },
  }),
);

const paths = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];

test('RFC 8414 §3: getAuthorizationServerMetadata and getOpenIdConfiguration return the same bytes, and 304 for a known ETag', async () => {
  const responses = await Promise.all(paths.map((path) => sso.app.inject(path)));
  const [oidc, oauth] = responses;
  expect(oidc?.rawPayload.equals(oauth?.rawPayload ?? Buffer.of())).toBe(true);
  expect(oidc?.json()).toMatchObject({ issuer, jwks_uri: `${issuer}/oauth/jwks` });
  for (const [index, path] of [...paths, '/oauth/jwks'].entries()) {
    const first = await sso.app.inject(path);
    expect(first.headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      'content-type': 'application/json; charset=utf-8',
      etag: index < 2 ? oidc?.headers.etag : expect.any(String),
    });
    const known = await sso.app.inject({ url: path, headers: { 'if-none-match': String(first.headers.etag) } });
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', first.headers.etag]);
    const other = await sso.app.inject({ url: path, headers: { 'if-none-match': '"another"' } });
    expect(other.statusCode).toBe(200);
  }
});

const kids = async () => {
  const { keys } = (await sso.app.inject('/oauth/jwks')).json<{ keys: { kid: string }[] }>();
  return keys.map(({ kid }) => kid);
};
const signingKid = async () => decode((await signIn(sso)).access_token).header['kid'];

test('sso: a new signing key is published before it signs, and the former key until its tokens expire', async () => {
  const [first] = await kids();
  const { access_token } = await signIn(sso);
  expect(await signingKid()).toBe(first);
  // Two operators, or two scripts: there is one next key.
  const [second, same] = await Promise.all([sso.rotateSigningKey(), sso.rotateSigningKey()]);
  expect([same, await sso.rotateSigningKey()]).toEqual([second, second]);

  expect(new Set(await kids())).toEqual(new Set([first, second]));
  expect(await signingKid()).toBe(first);
  // Longer than the key set may be cached.
  sso.advance(599);
  expect(await signingKid()).toBe(first);
  sso.advance(1);
  expect(await signingKid()).toBe(second);
  expect((await requestUserinfo(sso, access_token)).statusCode).toBe(200);
  sso.advance(365 * 86_400);
  expect(await kids()).toEqual([second]);
  const recorded = await sso.db
    .selectFrom('sso.audit_events')
    .select('details')
    .where('event', '=', 'signing_key_created')
    .execute();
  expect(recorded.map(({ details }) => details['kid'])).toEqual([first, second]);
});

test('sso: private signing keys are sealed at rest', async () => {
  const rows = await sso.db.selectFrom('sso.signing_keys').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const { sealed_private_key, public_jwk } of rows) {
    expect(Object.keys(public_jwk).sort()).toEqual(['e', 'kty', 'n']);
    const sealed = Buffer.from(String(sealed_private_key), 'base64url');
    expect(sealed.includes('RSA')).toBe(false);
    expect(() => JSON.parse(sealed.toString())).toThrow();
  }
});

const preflight = (path: string, origin: string, method = 'POST') =>
  sso.app.inject({
    method: 'OPTIONS',
    url: path,
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'dpop,authorization',
    },
  });

test('Fetch §3.2: a preflight succeeds for origins that an application registered', async () => {
  for (const path of ['/oauth/token', '/oauth/poll', '/oauth/userinfo', '/oauth/authorize', '/oauth/revoke']) {
    for (const origin of ['http://localhost:5173', 'https://app.test', 'https://other.test']) {
      const { statusCode, headers } = await preflight(path, origin);
      expect([statusCode, headers['access-control-allow-origin']]).toEqual([204, origin]);
      expect(headers['access-control-allow-headers']).toMatch(/Authorization.*DPoP/);
      expect(headers['vary']).toContain('Origin');
    }
    expect((await preflight(path, 'https://evil.test')).headers).not.toHaveProperty('access-control-allow-origin');
  }
  expect((await preflight('/oauth/jwks', 'https://evil.test', 'GET')).headers['access-control-allow-origin']).toBe('*');
  expect((await preflight('/api/v1/owner', 'https://app.test')).headers).not.toHaveProperty(
    'access-control-allow-origin',
  );
});

test('Fetch §3.2: a response is readable only for origins of its own application', async () => {
  const key = newKey();
  const { grant, pollingCode } = await approvedCode(sso);
  const requests = (origin: string) => [
    form(sso, '/oauth/token', { ...grant, code_verifier: 'x'.repeat(43) }, { origin }),
    sso.app.inject({ method: 'POST', url: '/oauth/poll', headers: { origin }, payload: { polling_code: pollingCode } }),
  ];
  for (const [origin, allowed] of [
    ['https://app.test', 'https://app.test'],
    ['https://other.test', undefined],
    ['https://evil.test', undefined],
  ] as const) {
    for (const response of await Promise.all(requests(origin)))
      expect(response.headers['access-control-allow-origin']).toBe(allowed);
  }
  const { access_token } = await signIn(sso, key);
  const refused = await sso.app.inject({
    url: '/oauth/userinfo',
    headers: { origin: 'https://app.test', authorization: `Bearer ${access_token}` },
  });
  expect(refused.statusCode).toBe(401);
  expect(refused.headers['access-control-allow-origin']).toBe('https://app.test');
  expect(refused.headers['access-control-expose-headers']).toMatch(/DPoP-Nonce.*Retry-After.*WWW-Authenticate/);
  expect(
    (await sso.app.inject({ url: '/oauth/jwks', headers: { origin: 'https://evil.test' } })).headers,
  ).toMatchObject({ 'access-control-allow-origin': '*' });
});

test('sso: an undocumented method is 405 with Allow, OPTIONS without CORS included', async () => {
  for (const method of ['GET', 'PUT', 'OPTIONS'] as const) {
    const response = await sso.app.inject({ method, url: '/oauth/token' });
    expect([response.statusCode, response.headers.allow, response.json()]).toMatchObject([
      405,
      'POST',
      { error: 'invalid_request' },
    ]);
  }
});

test('sso audit: the events of a sign-in are recorded with request ids and cannot be updated', async () => {
  const { grant, sub } = await approvedCode(sso);
  const response = await form(sso, '/oauth/token', grant);
  const rows = await sso.db.selectFrom('sso.audit_events').selectAll().where('owner_sub', '=', sub).execute();
  expect(rows.map(({ event }) => event).sort()).toEqual(['device_enrolled', 'sign_in_approved', 'tokens_issued']);
  expect(rows.find(({ event }) => event === 'tokens_issued')).toMatchObject({
    request_id: response.headers['x-request-id'],
    client_address: clientId,
  });
  const text = JSON.stringify(rows);
  for (const secret of [
    grant['code'],
    grant['code_verifier'],
    response.json<{ refresh_token: string }>().refresh_token,
  ])
    expect(text).not.toContain(secret);
  await expect(sso.db.deleteFrom('sso.audit_events').execute()).rejects.toThrow('never changed');
  await expect(sso.db.updateTable('sso.audit_events').set({ event: 'x' }).execute()).rejects.toThrow('never changed');
});

test('sso: disabling an application leaves the others enabled', async () => {
  const response = await authorize(sso, flow({ client_id: otherClientId }).query, { origin: 'https://other.test' });
  expect([response.statusCode, response.headers['access-control-allow-origin']]).toEqual([200, 'https://other.test']);
});

test('getAndroidAppLinks: an app may open links and use passkeys, with each of its certificates', async () => {
  const response = await sso.app.inject('/.well-known/assetlinks.json');
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.json()).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'],
      target: {
        namespace: 'android_app',
        package_name: packageName,
        sha256_cert_fingerprints: [fingerprint, fingerprint.replace('14', '15')],
      },
    },
  ]);
});

test('getAppleAppLinks: an app may open the links of approvals and use passkeys; without apps the lists are empty', async () => {
  const response = await sso.app.inject('/.well-known/apple-app-site-association');
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect(response.json()).toEqual({
    applinks: {
      details: [
        {
          appIDs: ['ABCDE12345.com.example.wallet'],
          components: [{ '/': '/approve/*' }, { '/': '/owner/*' }, { '/': '/device' }],
        },
      ],
    },
    webcredentials: { apps: ['ABCDE12345.com.example.wallet'] },
  });
  expect(appleAppLinks([])).toEqual({ applinks: { details: [] }, webcredentials: { apps: [] } });
});

test.each([
  'com.example.wallet',
  'wallet=' + fingerprint,
  'com.example.wallet=14:6D',
  `com.example.wallet=${fingerprint}:00`,
])('ANDROID_APP_LINKS: %s is refused', (value) => {
  expect(androidApp('').read(value)).toHaveProperty('expected');
  expect(androidApp('').read(`com.example.wallet=${fingerprint}`)).toHaveProperty('value');
});

test.each(['com.example.wallet', 'abcde12345.com.example.wallet', 'ABCDE12345.com/example'])(
  'APPLE_APP_IDS: %s is refused',
  (value) => {
    expect(appleAppId('').read(value)).toHaveProperty('expected');
  },
);
