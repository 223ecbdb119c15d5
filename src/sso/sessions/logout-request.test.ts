import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { readLogoutRequest } from './logout.ts';

const issuer = 'http://localhost:4001';
const client = '00000006010000000000000000000001';
const sub = 'a'.repeat(32);
const target = 'https://calendar.example/signed-out';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const context = {
  settings: { issuer },
  signingKeys: { resolve: async (kid: string) => (kid === 'own' ? publicKey : undefined) },
  clients: {
    byAddress: async (address: string) =>
      address === client ? { address, pairwiseSector: null, postLogoutRedirectUris: [target] } : undefined,
  },
};

/** Reads a request with a hint that the provider's own key signed. */
async function readWithHint(claims: Record<string, unknown>) {
  const id_token_hint = await new SignJWT({ iss: issuer, aud: client, sub, exp: 2_000_000_000, ...claims })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'own' })
    .sign(privateKey);
  return readLogoutRequest({ id_token_hint, post_logout_redirect_uri: target }, context);
}

const read = { hintedSub: sub, pairwiseSector: null, clientAddress: client, returnTo: target };
const refused = 'id_token_hint is not an id_token of this provider.';

test.each<[string, Record<string, unknown>, object | string]>([
  ['that is current', {}, read],
  ['that has expired', { exp: 1 }, read],
  ['of another issuer', { iss: 'https://evil.example' }, refused],
  ['of another issuer that begins like this one', { iss: `${issuer}.evil.example` }, refused],
  ['without an issuer', { iss: undefined }, refused],
  ['for several audiences', { aud: [client] }, refused],
  ['without an audience', { aud: undefined }, refused],
  ['for an unknown application', { aud: 'evil' }, 'client_id names no application of this provider.'],
  ['without a person', { sub: undefined }, refused],
])('RP-Initiated Logout §2: an id_token_hint %s, with the right signature', async (_what, claims, expected) => {
  expect(await readWithHint(claims)).toEqual(expected);
});
