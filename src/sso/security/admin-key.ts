import { sha256 } from '#sha256';
import { equalBytes } from '../../protocol/constant-time.ts';
import { headerPairs } from '../../protocol/raw-headers.ts';
import { AuthorizationError, parseAuthorization } from '../../protocol/authorization-header.ts';
import type { SecurityScheme } from '../../runtime/security.ts';
import { adminKeyRefused } from '../errors.ts';
import type { AttemptLimits } from '../attempt-limits.ts';
import type { Refusals } from '../refusals.ts';

/** Credentials of the administrator's key: none. */
export type AdminCredentials = Readonly<Record<never, never>>;

export interface AdminKeySchemeDependencies {
  /** Undefined rejects every key. */
  readonly adminKey: string | undefined;
  readonly refusals: Refusals;
  readonly limits: Pick<AttemptLimits, 'check' | 'tryConsume'>;
  readonly now: () => Date;
}

/** Accepts the administrator's key as a Bearer token. */
export function createAdminKeyScheme({
  adminKey,
  refusals,
  limits,
  now,
}: AdminKeySchemeDependencies): SecurityScheme<AdminCredentials> {
  // Digests have equal lengths, so the comparison does not reveal the length of the key.
  const expected = adminKey === undefined || adminKey === '' ? undefined : sha256(adminKey);
  return {
    authenticate: async ({ rawHeaders, id, ip }) => {
      const key = bearerKey(rawHeaders);
      if (key === undefined) return undefined;
      // Checked before the comparison, so that guessing stops at the limit.
      limits.check('refusedAdminKey', ip);
      if (expected !== undefined && equalBytes(sha256(key), expected)) return {};
      limits.tryConsume('refusedAdminKey', ip);
      await refusals.record({ event: 'admin_refused', at: now(), requestId: id, ip });
      throw adminKeyRefused();
    },
  };
}

function bearerKey(rawHeaders: readonly string[]): string | undefined {
  try {
    const { scheme, token } = parseAuthorization(headerPairs(rawHeaders));
    return scheme === 'bearer' ? token : undefined;
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    if (error.code === 'missing_authorization') return undefined;
    throw adminKeyRefused();
  }
}
