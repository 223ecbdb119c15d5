import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { urlOf } from '../fixtures/identity.ts';
import { startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';

const provider = useStarted(() => startProvider({ services: ['sso', 'notifications'] }));

const admin = () =>
  createSsoClient({ baseUrl: provider.url, headers: { authorization: `Bearer ${provider.platform.adminKey}` } });

/** Registers a client that signs assertions. @returns a function that authenticates with an assertion for these audiences */
async function signingClient(assertionAudience?: 'issuer' | 'token_endpoint') {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  const { providerAddress: client } = unwrap(
    await admin().createProvider({
      body: {
        name: 'Bank',
        tokenEndpointAuthMethod: 'private_key_jwt',
        jwks: { keys: [{ ...jwk, kty: 'EC' }] },
        ...(assertionAudience && { assertionAudience }),
      },
    }),
  );
  return async (aud: string | string[]) => {
    const now = Math.floor(Date.now() / 1000);
    const assertion = await new SignJWT({ iss: client, sub: client, aud, iat: now, exp: now + 60, jti: randomUUID() })
      .setProtectedHeader({ alg: 'ES256' })
      .sign(privateKey);
    const { status, body } = await provider.send('POST', '/oauth/introspect', {
      form: {
        token: 'unknown',
        client_id: client,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      },
    });
    return [status, body['error']];
  };
}

const accepted = [200, undefined];
const refused = [401, 'invalid_client'];

test('an assertion that a client made for another server, or for several, does not authenticate it here', async () => {
  const authenticate = await signingClient();
  const { url } = provider;
  for (const aud of [
    `${url}/oauth/token`,
    `${url}/oauth/introspect`,
    `${url}/`,
    [url],
    [url, 'https://evil.example'],
    ['https://evil.example', `${url}/oauth/token`],
    'https://evil.example',
  ])
    expect([aud, await authenticate(aud)]).toEqual([aud, refused]);
  expect(await authenticate(url)).toEqual(accepted);
});

test('a stock client that names the token endpoint is accepted where its application says so, still as one string', async () => {
  const authenticate = await signingClient('token_endpoint');
  const { url } = provider;
  expect(await authenticate(`${url}/oauth/token`)).toEqual(accepted);
  expect(await authenticate(url)).toEqual(accepted);
  for (const aud of [`${url}/oauth/introspect`, [`${url}/oauth/token`], [url, `${url}/oauth/token`]])
    expect([aud, await authenticate(aud)]).toEqual([aud, refused]);
});

/** Signs in with a client of this reach. @returns the status of userinfo with its access token */
async function userinfoStatus(reach: 'sign-in' | 'platform', further: Record<string, string>) {
  const { providerAddress: client } = unwrap(await admin().createProvider({ body: { name: 'Calendar', reach } }));
  const { grant } = await provider.approve({ client_id: client, ...further });
  const { status, body } = await provider.exchange({
    ...grant,
    ...(further['resource'] && { resource: further['resource'] }),
  });
  expect([status, body['error_description']]).toEqual([200, undefined]);
  const authorization = `Bearer ${String(body['access_token'])}`;
  return (await provider.send('GET', '/oauth/userinfo', { headers: { authorization } })).status;
}

test('a service that received a token for itself cannot learn more about the person at userinfo', async () => {
  const resource = urlOf(provider.platform, 'notifications');
  expect(await userinfoStatus('sign-in', {})).toBe(200);
  expect(await userinfoStatus('platform', {})).toBe(200);
  expect(await userinfoStatus('platform', { resource })).toBe(401);
});
