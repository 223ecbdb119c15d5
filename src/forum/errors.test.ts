import { expect, test } from 'vitest';
import contract from '../../generated/forum/spec.json' with { type: 'json' };
import { verificationErrorCodes } from '../protocol/dpop-request.ts';
import type { HttpProblem } from '../runtime/errors/domain-error.ts';
import * as catalogue from './errors.ts';

const { forumErrors, proofRefused } = catalogue;

/** Collects every error code that a response of the contract lists. */
const documentedCodes = (responses: Readonly<Record<string, object>>): string[] =>
  Object.values(responses)
    .flatMap((response) => ('x-error-codes' in response ? [response['x-error-codes']].flat() : []))
    .map(String);

const problems: HttpProblem[] = [
  { kind: 'invalid', part: 'body', violations: [{ field: 'title', keyword: 'required', message: 'is required' }] },
  { kind: 'malformed_body', reason: 'it is not valid JSON' },
  { kind: 'missing_body' },
  { kind: 'timed_out' },
  { kind: 'headers_too_large' },
  { kind: 'unsupported_media_type', received: 'text/plain', supported: ['application/json'] },
  { kind: 'payload_too_large', limit: 131_072 },
  { kind: 'unauthenticated', schemes: { dpop: [] } },
  { kind: 'unconfirmed', demand: { maxAge: 600, action: undefined }, schemes: { dpop: [] } },
  { kind: 'not_found', path: '/nowhere' },
  { kind: 'method_not_allowed', method: 'PUT', allow: 'GET' },
  { kind: 'rate_limited', retryAfterSeconds: 5 },
  { kind: 'unavailable', retryAfterSeconds: 5 },
  { kind: 'internal' },
];

test('forum: the error catalogue and the contract have the same codes', () => {
  const documented = new Set([
    ...documentedCodes(contract.components.responses),
    // Errors that belong to no operation are in the contract's introduction.
    'not_found',
    'method_not_allowed',
    'timed_out',
    'headers_too_large',
  ]);
  const thrown = new Set([
    ...Object.values(catalogue).flatMap((entry) => ('code' in entry ? [String(entry.code)] : [])),
    ...problems.map((problem) => String(forumErrors.fromProblem(problem).code)),
    // The forum never requires a nonce.
    ...verificationErrorCodes.filter((code) => code !== 'use_dpop_nonce'),
    String(catalogue.insufficientScope('forum:write', { scope: 'openid forum:write' }).code),
  ]);
  expect([...thrown].sort()).toEqual([...documented].sort());
});

test('forum: the contract lists the proof error codes in the order of the checks', () => {
  expect(contract.components.responses.ProofRefused['x-error-codes']).toEqual(
    verificationErrorCodes.filter((code) => code !== 'use_dpop_nonce'),
  );
});

test.each(['missing_authorization', 'jkt_mismatch', 'replayed_proof_jti'] as const)(
  'forum: %s is 401 with the challenge DPoP error="invalid_token"',
  (code) => {
    const error = proofRefused(code, 'Refused.', { resourceMetadata: 'https://forum.example/metadata' });
    expect(error.status).toBe(401);
    expect(error.headers['www-authenticate']).toMatch(/^DPoP error="invalid_token"/);
    expect(forumErrors.body(error)).toEqual({ ok: false, code, error: 'Refused.' });
  },
);

test('forum: an error text matches the contract for input of any length and with unpaired surrogates', () => {
  const body = forumErrors.body(catalogue.forumNotFound('😀'.repeat(2000)));
  const { error } = body as { error: string };
  expect(error.length).toBe(1000);
  expect(error.isWellFormed()).toBe(true);
});
