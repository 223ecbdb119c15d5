import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Difference, expectDifferences, type ComparedRequest, oauth4webapi, platformVerdict } from './verdicts.ts';
import { mutatedRequests } from './mutated-requests.ts';
import { now } from './request-draft.ts';

// oauth4webapi reads the system clock.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 }));
afterAll(() => void vi.useRealTimers());

const trailing = 'a last character with unused bits set, or `+` and `/` for `-` and `_`, in a token or a proof';
const notCanonical = 'A segment of the JWS is not canonical base64url.';
const window = 'proof of 61 to 300 seconds from now';

const explained: readonly Difference[] = [
  // Requests that we reject and oauth4webapi accepts.
  { mutation: 'another time of the proof', ours: 'stale_proof: ', line: window },
  { mutation: 'another time of the proof', ours: 'future_proof: ', line: window },
  {
    mutation: 'proof typ in another spelling',
    ours: 'bad_proof_typ: ',
    line: '`typ` of the proof in another case, or with `application/`',
  },
  {
    mutation: 'typ in another spelling',
    ours: 'bad_access_token_typ: ',
    line: '`typ` of the access token in another case',
  },
  {
    mutation: 'a token header member is another value',
    ours: 'unknown_access_token_kid: ',
    line: 'no `kid` in the access token',
  },
  { mutation: 'a proof claim is another value', ours: 'missing_proof_jti: ', line: 'empty `jti` of the proof' },
  {
    mutation: 'a token claim is another value',
    ours: 'malformed_access_token: The access token has no client_id, jti or iat.',
    line: 'empty `client_id`, `jti` or `sub` of the access token',
  },
  {
    mutation: 'a token claim is another value',
    ours: 'missing_access_token_sub: ',
    line: 'empty `client_id`, `jti` or `sub` of the access token',
  },
  { mutation: 'a character of the token', ours: `malformed_access_token: ${notCanonical}`, line: trailing },
  { mutation: 'a character of the proof', ours: `malformed_proof: ${notCanonical}`, line: trailing },
  // Requests that oauth4webapi rejects and we accept.
  {
    mutation: 'cnf with additional members',
    theirs: 'OAUTH_UNSUPPORTED_OPERATION: multiple confirmation claims are not supported',
    line: '`cnf` with members beside `jkt`',
  },
  {
    mutation: 'a member of the proof key is another value',
    theirs: '0: JWK "alg" does not match the requested algorithm',
    line: "`alg` in the proof's `jwk` that is not the proof's",
  },
  {
    mutation: 'htu in another spelling',
    theirs: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED: DPoP Proof htu mismatch',
    line: '`htu` with an unreserved character percent-encoded',
  },
  {
    mutation: 'other times of the token',
    theirs: 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED: unexpected JWT "nbf" (not before) claim value',
    line: '`nbf` of the access token up to 30 seconds ahead',
  },
];

test('SDK verifier: agrees with oauth4webapi on mutated requests, except for docs/protocol-choices.md', async () => {
  const mutated = await mutatedRequests({ seeds: [9, 10, 11], perSeed: 700 });
  const [ourVerdict, theirVerdict] = [platformVerdict(mutated), oauth4webapi(mutated)];
  const compared: ComparedRequest[] = [];
  for (const request of mutated.requests)
    compared.push({ request, ours: await ourVerdict(request), theirs: await theirVerdict(request) });
  const accepted = compared.filter((one) => one.ours === undefined && one.theirs === undefined).length;
  // The requests include enough accepted and rejected ones.
  expect(accepted).toBeGreaterThan(compared.length / 20);
  expect(accepted).toBeLessThan(compared.length / 2);
  expectDifferences(compared, explained);
});
