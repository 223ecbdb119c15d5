import { sha256Base64url } from '#sha256';
import { canonicalJson } from './canonical-json.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';
import { datedKeyProblem } from './key-history.ts';
import {
  defaultClockSkew,
  type KeyResolver,
  SignedJwtError,
  type SignedTokenErrorCode,
  tokenErrorCode,
  verifySignedJwt,
} from './signed-jwt.ts';

/** `typ` of receipts. */
export const approvalReceiptType = 'approval-receipt+jwt';

const decisions = ['approved', 'rejected', 'expired'] as const;
const deciders = ['person', 'mandate', 'timeout', 'budget'] as const;

/** Error codes of receipts in the order of the checks; the first failed check determines the code. */
export type ApprovalReceiptErrorCode =
  | SignedTokenErrorCode<'receipt'>
  | 'bad_receipt_key'
  | 'bad_receipt_iss'
  | 'bad_receipt_aud'
  | 'bad_receipt_iat'
  | 'malformed_receipt'
  | 'bad_receipt_cnf'
  | 'bad_request_digest';

export class ApprovalReceiptError extends Error {
  readonly code: ApprovalReceiptErrorCode;

  constructor(code: ApprovalReceiptErrorCode, message: string) {
    super(message);
    this.name = 'ApprovalReceiptError';
    this.code = code;
  }
}

/** The parameters of a backchannel request that a receipt covers, with the values that were sent. */
export interface ApprovalRequestParameters {
  readonly client_id: string;
  readonly scope?: string | undefined;
  readonly login_hint?: string | undefined;
  readonly id_token_hint?: string | undefined;
  readonly binding_message?: string | undefined;
  readonly requested_expiry?: string | undefined;
  /** JSON, character by character as it was sent. */
  readonly authorization_details?: string | undefined;
  readonly resource?: string | undefined;
  /** Thumbprint of the key that proved the request; undefined for a client without DPoP. */
  readonly jkt?: string | undefined;
}

/** Returns the `request_digest` of a request: SHA-256 of its parameters as canonical JSON (RFC 8785), base64url. */
export function approvalRequestDigest(request: ApprovalRequestParameters): string {
  const { client_id, scope, login_hint, id_token_hint, binding_message, requested_expiry, resource, jkt } = request;
  const { authorization_details } = request;
  const covered = {
    client_id,
    scope,
    login_hint,
    id_token_hint,
    binding_message,
    requested_expiry,
    authorization_details,
    resource,
    jkt,
  };
  const sent = Object.fromEntries(Object.entries(covered).filter(([, value]) => value !== undefined));
  return sha256Base64url(canonicalJson(sent));
}

export interface ApprovalReceiptExpectation {
  readonly receipt: string;
  /** Keys of the provider; those of its key history are compared with the time of the receipt. */
  readonly keys: KeyResolver;
  /** Exact `iss`. */
  readonly issuer: string;
  /** Client that asked: exact `aud` and `client_id`. Undefined accepts a receipt for any client. */
  readonly clientId: string | undefined;
  /** Key that asked. Default: the claim is not checked. */
  readonly jkt?: string | undefined;
  /** The request. Default: the digest is not checked. */
  readonly request?: ApprovalRequestParameters | undefined;
  /** Unix seconds. */
  readonly now: number;
}

/** A decision about a request of an agent. */
export interface ApprovalReceipt {
  readonly decision: (typeof decisions)[number];
  readonly decidedBy: (typeof deciders)[number];
  /** Person who was asked, by the `sub` that the client knows. */
  readonly sub: string;
  readonly clientId: string;
  /** Time of the decision in Unix seconds. */
  readonly decidedAt: number;
  readonly requestDigest: string;
  /** What was asked; granted only when `decision` is `approved`. */
  readonly authorizationDetails: readonly JsonObject[];
  readonly claims: JsonObject;
}

/**
 * Verifies the receipt of a decision: RS256 signature by a key of the provider, issuer, client, time, and key and request
 * when given. A receipt does not expire.
 *
 * @throws ApprovalReceiptError with the code of the first failed check, for any input.
 * @throws UnavailableError when the key resolver rejects.
 */
export async function verifyApprovalReceipt(expectation: ApprovalReceiptExpectation): Promise<ApprovalReceipt> {
  const { receipt, keys, issuer, clientId, jkt, request, now } = expectation;
  const { claims, key } = await verifySignedJwt(receipt, keys, [approvalReceiptType]).catch((error: unknown) => {
    throw error instanceof SignedJwtError
      ? new ApprovalReceiptError(tokenErrorCode(error.code, 'receipt'), error.message)
      : error;
  });
  const { iss, aud, client_id: client, iat, cnf, request_digest: digest } = claims;
  const keyProblem = datedKeyProblem(key, iat);
  if (keyProblem !== undefined) throw new ApprovalReceiptError('bad_receipt_key', keyProblem);
  if (iss !== issuer)
    throw new ApprovalReceiptError('bad_receipt_iss', `The issuer (iss) of the receipt is not ${issuer}.`);
  if (typeof aud !== 'string' || aud !== client || (clientId !== undefined && aud !== clientId)) {
    const asked = clientId === undefined ? 'its client (client_id)' : `the client ${clientId}`;
    throw new ApprovalReceiptError('bad_receipt_aud', `The audience (aud) of the receipt is not ${asked}.`);
  }
  if (typeof iat !== 'number' || iat > now + defaultClockSkew)
    throw new ApprovalReceiptError('bad_receipt_iat', 'The receipt has no time (iat), or one in the future.');
  const read = readDecision(claims);
  if (jkt !== undefined && !(isJsonObject(cnf) && cnf['jkt'] === jkt))
    throw new ApprovalReceiptError('bad_receipt_cnf', `The receipt is about another key than ${jkt} (cnf.jkt).`);
  if (request !== undefined && digest !== approvalRequestDigest(request))
    throw new ApprovalReceiptError('bad_request_digest', 'The receipt is about another request (request_digest).');
  return { ...read, clientId: aud, decidedAt: iat, claims };
}

function readDecision(claims: JsonObject) {
  const { sub, decision, decided_by: by, request_digest: requestDigest, authorization_details: details = [] } = claims;
  const known = { decision: decisions.find((one) => one === decision), decidedBy: deciders.find((one) => one === by) };
  if (
    typeof sub !== 'string' ||
    typeof requestDigest !== 'string' ||
    known.decision === undefined ||
    known.decidedBy === undefined ||
    !Array.isArray(details) ||
    !details.every(isJsonObject)
  )
    throw new ApprovalReceiptError('malformed_receipt', 'The receipt lacks a person, a request or a decision.');
  return { sub, requestDigest, decision: known.decision, decidedBy: known.decidedBy, authorizationDetails: details };
}
