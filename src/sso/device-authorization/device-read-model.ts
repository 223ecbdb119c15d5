import { authorizationStatus } from '../authorization-request.ts';
import type { GrantSecrets } from '../grant-secrets.ts';
import { secretHash } from '../secret-hash.ts';
import type { GuessLimits } from '../shared-attempt-limits.ts';
import type { SsoSettings } from '../settings.ts';
import type { AuthorizationRequestStore } from '../store/authorization-requests.ts';
import { typedCodeCookie } from './device-links.ts';
import { readUserCode } from './user-code.ts';

export interface FoundDeviceRequest {
  /** The approval page. */
  readonly location: string;
  /** `Set-Cookie` for the browser in which the code was typed. */
  readonly typedCookie: string;
}

/** Finds pending requests of devices for the pages. */
export interface DeviceReadModel {
  /**
   * Returns undefined for text that is no user code of a pending request.
   *
   * @throws DomainError 429 when this network guessed too often
   */
  byUserCode(typed: string, ip: string): Promise<FoundDeviceRequest | undefined>;
}

export interface DeviceReadModelDependencies {
  readonly requests: Pick<AuthorizationRequestStore, 'byLink'>;
  readonly secrets: Pick<GrantSecrets, 'linkOf' | 'typedProofOf'>;
  readonly guessLimits: GuessLimits;
  readonly settings: Pick<SsoSettings, 'issuer'>;
  readonly now: () => Date;
}

export function createDeviceReadModel({
  requests,
  secrets,
  guessLimits,
  settings: { issuer },
  now,
}: DeviceReadModelDependencies): DeviceReadModel {
  return {
    byUserCode: async (typed, ip) => {
      // Counted first, so that a right guess beyond the limit fails too.
      await guessLimits.consume('userCode', ip);
      const userCode = readUserCode(typed);
      const link = userCode === undefined ? undefined : secrets.linkOf(userCode);
      const authorization = link === undefined ? undefined : await requests.byLink(secretHash(link));
      if (link === undefined || !authorization?.deviceFlow || authorizationStatus(authorization, now()) !== 'pending')
        return undefined;
      await guessLimits.release('userCode', ip);
      return {
        location: `${issuer}/approve/${link}`,
        typedCookie: typedCodeCookie(secrets.typedProofOf(authorization.linkHash), authorization.linkHash, issuer),
      };
    },
  };
}
