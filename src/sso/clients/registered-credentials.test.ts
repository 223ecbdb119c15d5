import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientKey } from '../../../contract-tests/fixtures/sso/client-key.ts';
import {
  basic,
  outcome,
  refused,
  registeredClients,
  succeeded,
} from '../../../contract-tests/fixtures/sso/registered-clients.ts';
import { clientId, form, type Sso, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { jwtBearerAssertion } from './client-credentials.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

const { admin, create, redeem } = registeredClients(() => sso);

test('sso createProviderSecret: a client secret is returned once and stored hashed', async () => {
  const { id, secret, clientSecret } = await create('client_secret_basic');
  expect(clientSecret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const shown = await admin('GET', `/${id}`);
  expect(shown.body).not.toContain(secret);
  const { rows } = await sso.database.as<never>().executeQuery<object>({
    sql: `select secrets::text from sso.clients where address = '${id}'`,
    parameters: [],
    query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
    queryId: { queryId: 'secrets' },
  });
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect((await create('none')).clientSecret).toBeUndefined();
});

test('sso revokeProviderSecret: an application has two secrets during a rotation, and a revoked one stops at once', async () => {
  const { id, secret, secrets } = await create('client_secret_basic');
  const added = await admin('POST', `/${id}/secrets`);
  expect(added.statusCode).toBe(201);
  const { clientSecret: second, secretId } = added.json<{ clientSecret: string; secretId: string }>();
  expect(outcome((await redeem(id, {}, basic(id, secret))).response)).toEqual(succeeded);
  expect(outcome((await redeem(id, {}, basic(id, second))).response)).toEqual(succeeded);
  expect((await admin('POST', `/${id}/secrets`)).json()).toMatchObject({ error: 'secret_limit' });

  const [first] = secrets;
  expect((await admin('DELETE', `/${id}/secrets/${first?.secretId}`)).statusCode).toBe(204);
  expect(outcome((await redeem(id, {}, basic(id, secret))).response)).toEqual(refused);
  expect(outcome((await redeem(id, {}, basic(id, second))).response)).toEqual(succeeded);
  expect((await admin('DELETE', `/${id}/secrets/${first?.secretId}`)).json()).toMatchObject({
    error: 'secret_not_found',
  });
  expect((await admin('GET', `/${id}`)).json()).toMatchObject({ secrets: [{ secretId }] });
});

test('sso: secrets of public, key-based and unknown applications cannot be made', async () => {
  expect((await admin('POST', `/${clientId}/secrets`)).json()).toMatchObject({ error: 'secret_not_used' });
  const unknown = `/${'f'.repeat(32)}/secrets`;
  expect((await admin('POST', unknown)).json()).toMatchObject({ error: 'provider_not_found' });
  const secretId = '019ca8b1-0b40-7c3a-9d55-0a1b2c3d4e5f';
  expect((await admin('DELETE', `${unknown}/${secretId}`)).json()).toMatchObject({ error: 'provider_not_found' });
});

test('sso: registered keys are public, strong and complete', async () => {
  const { jwk, privateJwk } = await clientKey();
  const weak = { kty: 'RSA', n: Buffer.alloc(128, 255).toString('base64url'), e: 'AQAB' };
  for (const jwks of [
    { keys: [privateJwk] },
    { keys: [weak] },
    { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] },
    { keys: [{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }] },
    { keys: [{ ...jwk, alg: 'HS256' }] },
    { keys: [{ ...jwk, use: 'enc' }] },
    {
      keys: [
        { ...jwk, kid: 'same' },
        { ...jwk, kid: 'same' },
      ],
    },
    { keys: [] },
    { keys: [7] },
    undefined,
  ]) {
    const response = await admin('POST', '', { name: 'A', tokenEndpointAuthMethod: 'private_key_jwt', jwks });
    expect([jwks, response.statusCode, response.json<{ error: string }>().error]).toEqual([
      jwks,
      400,
      'invalid_request',
    ]);
  }
  const superfluous = await admin('POST', '', { name: 'A', jwks: { keys: [jwk] } });
  expect(superfluous.statusCode).toBe(400);
});

test('sso: an administrator replaces the keys of an application', async () => {
  const [former, next] = [await clientKey(), await clientKey()];
  const { id } = await create('private_key_jwt', { jwks: { keys: [former.jwk] } });
  expect((await admin('PATCH', `/${id}`, { jwks: { keys: [next.jwk] } })).statusCode).toBe(200);
  const fields = async (key: typeof former) => ({
    client_assertion: await key.assertion(sso, id),
    client_assertion_type: jwtBearerAssertion,
  });
  expect(outcome((await redeem(id, await fields(former))).response)).toEqual(refused);
  expect(outcome((await redeem(id, await fields(next))).response)).toEqual(succeeded);
  expect((await admin('PATCH', `/${clientId}`, { jwks: { keys: [next.jwk] } })).statusCode).toBe(400);
});

test('sso: refused client credentials are audited without the secret', async () => {
  const { id } = await create('client_secret_basic');
  await form(sso, '/oauth/revoke', { token: 'x' }, basic(id, 'secret-of-a-stranger'));
  const events = await sso.db.selectFrom('sso.audit_events').selectAll().where('client_address', '=', id).execute();
  expect(events.map(({ event }) => event)).toContain('client_refused');
  expect(JSON.stringify(events)).not.toContain('secret-of-a-stranger');
});
