import { beforeAll, expect, test } from 'vitest';
import { startProvider } from '../../fixtures/sso.ts';
import { useStarted } from '../../fixtures/use-started.ts';

// The module of the OpenID Foundation's oidcc-config-certification-test-plan.

const provider = useStarted(startProvider);
let metadata: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  metadata = (await provider.send('GET', '/.well-known/openid-configuration')).body;
});

test('oidcc-discovery-endpoint-verification: the issuer is the address of the document', () => {
  expect(metadata['issuer']).toBe(provider.url);
});

test.each(['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'])(
  'oidcc-discovery-endpoint-verification: %s is a URL of the provider',
  (name) => {
    expect(String(metadata[name]).startsWith(`${provider.url}/`)).toBe(true);
  },
);

test.each([
  ['response_types_supported', 'code'],
  ['subject_types_supported', 'public'],
  ['id_token_signing_alg_values_supported', 'RS256'],
  ['scopes_supported', 'openid'],
  ['claims_supported', 'sub'],
  ['grant_types_supported', 'authorization_code'],
  ['code_challenge_methods_supported', 'S256'],
])('oidcc-discovery-endpoint-verification: %s contains %s', (name, value) => {
  expect(metadata[name]).toContain(value);
});

test.each(['claims_parameter_supported', 'request_parameter_supported', 'request_uri_parameter_supported'])(
  'oidcc-discovery-endpoint-verification: %s is explicitly false',
  (name) => {
    expect(metadata[name]).toBe(false);
  },
);

test('oidcc-discovery-endpoint-verification: the key set has unique kids and no private member', async () => {
  const { body } = await provider.send('GET', new URL(String(metadata['jwks_uri'])).pathname);
  const keys = body['keys'] as Record<string, string>[];
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length);
  for (const key of keys) expect(Object.keys(key)).not.toContain('d');
});
