import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sso, startSso } from '../../contract-tests/fixtures/sso/sso-fixture.ts';
import { appleAppLinks } from './documents.ts';
import { androidApp, appleAppId } from './settings.ts';

const fingerprint = '14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5';

let sso: Sso;
beforeAll(async () => {
  const packageName = 'com.example.wallet';
  sso = await startSso({
    settings: {
      androidApps: [
        { packageName, fingerprint },
        { packageName, fingerprint: fingerprint.replace('14', '15') },
      ],
      appleAppIds: ['ABCDE12345.com.example.wallet'],
    },
  });
});
afterAll(() => sso.close());

test('getAndroidAppLinks: an app may open links and use passkeys, with each of its certificates', async () => {
  const response = await sso.app.inject('/.well-known/assetlinks.json');
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.json()).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'],
      target: {
        namespace: 'android_app',
        package_name: 'com.example.wallet',
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
