import type { ChallengeOptions } from '../../protocol/challenge.ts';
import { scopeToRequest } from '../../protocol/token-scope.ts';

/** A rejected request with everything that the response needs. */
export interface Rejection<Code extends string> {
  readonly ok: false;
  /** 503 when the key set, the replay store or the nonce source is unreachable. */
  readonly status: 401 | 503;
  /** Stable error code; `unavailable` with 503. */
  readonly code: Code;
  /** Readable message that can be sent to the caller. */
  readonly message: string;
  /** WWW-Authenticate with 401, Retry-After with 503, DPoP-Nonce when nonces are required. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON body of the response. */
  readonly body: { readonly ok: false; readonly code: string; readonly error: string };
}

/** Returns the parameters of the challenge that name what a client has to ask for. */
export const challengeOf = ({ resourceMetadata, scope = scopeToRequest() }: ChallengeOptions): ChallengeOptions => ({
  resourceMetadata,
  scope,
});

const retryAfterSeconds = '5';

/** Creates a rejection with 401. */
export function rejectUnauthorized<Code extends string>(
  { code, message }: { readonly code: Code; readonly message: string },
  headers: Readonly<Record<string, string>>,
): Rejection<Code> {
  return { ok: false, status: 401, code, message, headers, body: { ok: false, code, error: message } };
}

/** Creates a rejection with 503 and Retry-After. */
export function rejectUnavailable({ message }: { readonly message: string }): Rejection<'unavailable'> {
  const code = 'unavailable';
  const headers = { 'Retry-After': retryAfterSeconds };
  return { ok: false, status: 503, code, message, headers, body: { ok: false, code, error: message } };
}
