import { expect, test } from 'vitest';
import { AccessTokenError } from './access-token.ts';
import { ApprovalReceiptError } from './approval-receipt.ts';
import { AuthorizationError } from './request-headers.ts';
import { BearerError } from './bearer-request.ts';
import { CanonicalJsonError } from './canonical-json.ts';
import { MalformedJwsError } from './compact-jws.ts';
import { ActorClaimError, DelegationError } from './delegation.ts';
import { Ed25519KeyError } from './ed25519-key.ts';
import { InvalidIdTokenError } from './id-token.ts';
import { MessageSignatureError } from './message-signature.ts';
import { P256KeyError } from './proof-key.ts';
import { ProofError } from './proof-error.ts';
import { SignedJwtError } from './signed-jwt.ts';
import { StatusListError } from './status-list.ts';
import { UnavailableError } from './unavailable-error.ts';
import { VerificationError } from './dpop-request.ts';
import { WebhookSignatureError } from './webhook-signature.ts';

test.each<[name: string, error: Error & { readonly code: string }, code: string]>([
  ['AccessTokenError', new AccessTokenError('expired_access_token', 'text'), 'expired_access_token'],
  ['ActorClaimError', new ActorClaimError('text'), 'bad_act'],
  ['ApprovalReceiptError', new ApprovalReceiptError('bad_receipt_iss', 'text'), 'bad_receipt_iss'],
  ['AuthorizationError', new AuthorizationError('invalid_scheme', 'text'), 'invalid_scheme'],
  ['BearerError', new BearerError('bound_access_token', 'text'), 'bound_access_token'],
  ['CanonicalJsonError', new CanonicalJsonError('text'), 'not_canonicalizable'],
  ['DelegationError', new DelegationError('text'), 'bad_delegation'],
  ['Ed25519KeyError', new Ed25519KeyError('private_member', 'text'), 'private_member'],
  ['IdTokenError', new InvalidIdTokenError('bad_id_token_nonce', 'text'), 'bad_id_token_nonce'],
  ['MalformedJwsError', new MalformedJwsError('text'), 'malformed_jws'],
  ['MessageSignatureError', new MessageSignatureError('bad_signature', 'text'), 'bad_signature'],
  ['P256KeyError', new P256KeyError('text'), 'bad_key'],
  ['ProofError', new ProofError('stale_proof', 'text'), 'stale_proof'],
  ['SignedJwtError', new SignedJwtError('bad_typ', 'text'), 'bad_typ'],
  ['StatusListError', new StatusListError('text'), 'invalid_status_list'],
  ['VerificationError', new VerificationError('missing_dpop', 'text'), 'missing_dpop'],
  ['WebhookSignatureError', new WebhookSignatureError('missing_id', 'text'), 'missing_id'],
])('protocol errors: %s has its name, so that logs and callers can tell it apart', (name, error, code) => {
  expect([error.name, error.message, error.code]).toEqual([name, 'text', code]);
});

test('protocol errors: UnavailableError names what is needed and keeps the cause', () => {
  const cause = new Error('connect ECONNREFUSED');
  const { name, message, code, needed, cause: kept } = new UnavailableError('key_set', cause);
  expect([name, message, code, needed, kept]).toEqual([
    'UnavailableError',
    'The verifier cannot reach its key set: try again.',
    'unavailable',
    'key_set',
    cause,
  ]);
});
