import { BearerError, verifyBearerRequest } from '../../protocol/bearer-request.ts';
import { bearerChallenge, confirmationChallenge, scopeChallenge } from '../../protocol/challenge.ts';
import { headerPairs } from '../../protocol/request-headers.ts';
import { lackingScope, scopeToRequest } from '../../protocol/token-scope.ts';
import { DomainError } from '../../runtime/errors/domain-error.ts';
import type { TokenVerification } from '../../runtime/caller/token-verification.ts';

/** Maximum age of a confirmation with a passkey or device, seconds. */
const maxAge = 600;

const required = ['payments'];
const scope = scopeToRequest(required);

/**
 * Creates the check that a payment is requested with an access token of the host whose owner confirmed at most ten
 * minutes ago.
 */
export function createPayerCheck({
  clientId,
  now,
  ...verification
}: TokenVerification & {
  readonly issuer: string;
  /** `client_id` of the host: only tokens that were issued to it pay. */
  readonly clientId: string;
  readonly now: () => Date;
}) {
  /** @throws DomainError 401, or 403 when the token lacks the scope `payments` */
  return async (rawHeaders: readonly string[]): Promise<void> => {
    const seconds = now().getTime() / 1000;
    const { claims } = await verifyBearerRequest(
      { headers: headerPairs(rawHeaders) },
      { ...verification, audience: clientId, now: seconds },
    ).catch(refuse);
    const lacking = lackingScope(claims['scope'], required);
    if (lacking !== undefined)
      throw refusal(
        403,
        'insufficient_scope',
        `The access token lacks the scope ${lacking}.`,
        scopeChallenge('Bearer', { scope }),
      );
    const { auth_time: confirmed } = claims;
    if (typeof confirmed !== 'number' || seconds - confirmed > maxAge)
      throw refusal(
        401,
        'insufficient_user_authentication',
        `Confirm with your passkey or device again: more than ${maxAge} seconds have passed.`,
        confirmationChallenge('Bearer', { maxAge, scope }),
      );
  };
}

function refuse(error: unknown): never {
  if (!(error instanceof BearerError)) throw error;
  throw refusal(401, error.code, error.message, bearerChallenge(error.code, { scope }));
}

const refusal = (status: number, reason: string, message: string, challenge: string): DomainError =>
  new DomainError(reason, status, message, { details: { reason }, headers: { 'www-authenticate': challenge } });
