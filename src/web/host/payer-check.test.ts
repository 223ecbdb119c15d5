import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTokenIssuer, type TokenIssuer } from '../../../contract-tests/fixtures/client/token-issuer.ts';
import { createTokenVerification } from '../../runtime/caller/token-verification.ts';
import { createPayerCheck } from './payer-check.ts';

const now = Date.UTC(2026, 2, 1, 10);
const ago = (seconds: number) => now / 1000 - seconds;
const clientId = 'web-host';

let issuer: TokenIssuer;
let requirePayer: ReturnType<typeof createPayerCheck>;
beforeAll(async () => {
  issuer = await startTokenIssuer({ now: () => now });
  const clock = () => new Date(now);
  requirePayer = createPayerCheck({
    ...createTokenVerification({ issuer: issuer.issuer, jwksUrl: issuer.jwksUrl, fetch, now: clock }),
    issuer: issuer.issuer,
    clientId,
    now: clock,
  });
});
afterAll(() => issuer.close());

const payWith = async (claims: object) =>
  requirePayer([
    'Authorization',
    `Bearer ${await issuer.token({ claims: { aud: [clientId, issuer.issuer], auth_time: ago(0), ...claims } })}`,
  ]);

test('host payment: a confirmation of ten minutes ago is recent enough', async () => {
  await expect(payWith({ auth_time: ago(600) })).resolves.toBeUndefined();
});

test.each([
  ['more than ten minutes ago', ago(601)],
  ['at a time that the token does not name', undefined],
  ['at a time that is no number', 'now'],
])('RFC 9470 §3, host payment: a confirmation %s gets 401 with max_age', async (_when, confirmed) => {
  await expect(payWith({ auth_time: confirmed })).rejects.toMatchObject({
    status: 401,
    details: { reason: 'insufficient_user_authentication' },
    headers: {
      'www-authenticate': 'Bearer error="insufficient_user_authentication", max_age="600", scope="openid payments"',
    },
  });
});

test.each<[string, object, number, string]>([
  ['of another application', { aud: ['another', 'https://service.example'] }, 401, 'bad_access_token_aud'],
  ['for the whole platform, issued to another application', { aud: ['agent'] }, 401, 'bad_access_token_aud'],
  ['that has expired', { exp: ago(1) }, 401, 'expired_access_token'],
  ['that is bound to a key', { cnf: { jkt: 'key' } }, 401, 'bound_access_token'],
  ['that may only host notifications', { scope: 'openid notifications:host' }, 403, 'insufficient_scope'],
])('host payment: a token %s pays nothing', async (_which, claims, status, reason) => {
  await expect(payWith(claims)).rejects.toMatchObject({ status, details: { reason } });
});

test('host payment: a request without a token pays nothing', async () => {
  await expect(requirePayer([])).rejects.toMatchObject({
    status: 401,
    details: { reason: 'missing_authorization' },
    headers: { 'www-authenticate': 'Bearer scope="openid payments"' },
  });
});
