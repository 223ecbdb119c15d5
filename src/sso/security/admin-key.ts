import { sha256 } from '#sha256';
import { equalBytes } from '../../protocol/constant-time.ts';
import { headerPairs } from '../../protocol/raw-headers.ts';
import { AuthorizationError, parseAuthorization } from '../../protocol/authorization-header.ts';
import type { SecurityScheme } from '../../runtime/security.ts';
import { adminKeyRefused } from '../errors.ts';
import type { AttemptLimits } from '../attempt-limits.ts';
import type { Refusals } from '../refusals.ts';

/** The administrator's key proves nothing but itself. */
export type AdminCredentials = Readonly<Record<never, never>>;

export interface AdminKeySchemeParts {
  /** Undefined refuses every key. */
  readonly adminKey: string | undefined;
  readonly refusals: Refusals;
  readonly limits: Pick<AttemptLimits, 'check' | 'take'>;
  readonly now: () => Date;
}

/** The administrator's Bearer key. */
export function createAdminKeyScheme({
  adminKey,
  refusals,
  limits,
  now,
}: AdminKeySchemeParts): SecurityScheme<AdminCredentials> {
  // Digests have one length, so the comparison does not even tell the length of the key.
  const expected = adminKey === undefined || adminKey === '' ? undefined : sha256(adminKey);
  return {
    authenticate: async ({ rawHeaders, id, ip }) => {
      const key = bearerKey(rawHeaders);
      if (key === undefined) return undefined;
      // Before the comparison: after too many wrong keys the right one is not told apart from them.
      limits.check('refusedAdminKey', ip);
      if (expected !== undefined && equalBytes(sha256(key), expected)) return {};
      limits.take('refusedAdminKey', ip);
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
