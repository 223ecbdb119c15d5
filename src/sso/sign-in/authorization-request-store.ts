import { type Kysely, type QueryCreator, sql } from 'kysely';
import { recorded, type SsoAuditEvent } from '../administration/audit-store.ts';
import { createBatchWriter } from '../../runtime/database/batch-writer.ts';
import { bucketOf, bucketOfId } from '../../runtime/database/bucket.ts';
import { isUniqueViolation } from '../../runtime/database/database-errors.ts';
import type { SecretKey } from '../tokens/grant-secrets.ts';
import type { KeyRefusal, AuthorizationRequest } from './authorization-request.ts';
import type { Authenticator } from '../owners/authenticator.ts';
import {
  authorizationRequestOf,
  type NewAuthorizationRequest,
  requestColumns,
  rowOf,
} from './authorization-request-rows.ts';
import type { SsoDatabase } from '../database.ts';
import { lockedAuthenticator } from '../owners/lock-owner-store.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';

/** Columns that polling reads. */
export type PolledRequest = Pick<
  AuthorizationRequest,
  'clientAddress' | 'state' | 'decision' | 'rejectionReason' | 'expiresAt' | 'codeExpiresAt' | 'redeemedAt'
>;

export interface Decision {
  readonly id: string;
  readonly clientAddress: string;
  readonly decision: 'approved' | 'rejected';
  readonly ownerSub: string;
  /** How the owner authenticated (RFC 8176). */
  readonly amr: readonly string[];
  /** What confirmed the decision; null when it is not known. */
  readonly authenticator: Authenticator | null;
  readonly at: Date;
  /** Time of the ceremony; omitted when it is the decision. */
  readonly authTime?: Date;
  /** Hash of the cookie of the browser that approves its own request. */
  readonly browserSession?: string | undefined;
  /** Expiry of the code of an approved request. */
  readonly codeExpiresAt: Date;
  /** Why the provider rejects the request although its approver does not. */
  readonly rejectionReason?: KeyRefusal;
  /** Recorded with the decision. */
  readonly decided: SsoAuditEvent;
}

export function createAuthorizationRequestStore(db: Kysely<SsoDatabase>) {
  /** Polls are the most frequent requests, so concurrent ones share a query. */
  const byPollingCode = createBatchWriter(async (keys: readonly SecretKey[]) => {
    const hashes = keys.map(({ hash }) => hash);
    const rows = await db
      .selectFrom('sso.authorization_requests')
      .select([
        'polling_code_hash as pollingCodeHash',
        'client_address as clientAddress',
        'state',
        'status as decision',
        'expires_at as expiresAt',
        'code_expires_at as codeExpiresAt',
        'redeemed_at as redeemedAt',
        'rejection_reason as rejectionReason',
      ])
      .where('polling_code_hash', '=', sql<string>`any(${hashes}::text[])`)
      .where('bucket', '=', sql<number>`any(${keys.map(({ bucket }) => bucket)}::smallint[])`)
      .execute();
    const found = new Map(rows.map((row) => [row.pollingCodeHash, row]));
    return hashes.map((hash): PolledRequest | undefined => found.get(hash));
  });

  return {
    byPollingCode,
    async byLink({ bucket, hash }: SecretKey): Promise<AuthorizationRequest | undefined> {
      const row = await db
        .selectFrom('sso.authorization_requests as request')
        .select(requestColumns)
        .where('request.bucket', '=', bucket)
        .where('request.link_hash', '=', hash)
        .executeTakeFirst();
      return row && authorizationRequestOf(row);
    },
    /** Returns the request of a code, unless its application is disabled. */
    async byCode({ bucket, hash }: SecretKey): Promise<AuthorizationRequest | undefined> {
      const row = await db
        .selectFrom('sso.authorization_requests as request')
        .innerJoin('sso.clients as client', 'client.address', 'request.client_address')
        .select(requestColumns)
        .where('request.bucket', '=', bucket)
        .where('request.code_hash', '=', hash)
        .where('client.disabled_at', 'is', null)
        .executeTakeFirst();
      return row && authorizationRequestOf(row);
    },

    async challengeSeen(codeChallenge: string): Promise<boolean> {
      const seen = await db
        .selectFrom('sso.code_challenges')
        .select('code_challenge')
        .where('bucket', '=', bucketOf(codeChallenge))
        .where('code_challenge', '=', codeChallenge)
        .executeTakeFirst();
      return seen !== undefined;
    },

    /** @returns false when the code challenge was seen before; then nothing is stored. */
    async create(request: NewAuthorizationRequest): Promise<boolean> {
      const row = rowOf(request);
      const { bucket, code_challenge: challenge, created_at: seenAt } = row;
      const stored = (qb: QueryCreator<SsoDatabase>) =>
        qb.insertInto('sso.authorization_requests').values(row).returning('id');
      if (challenge === null) {
        await stored(db).execute();
        return true;
      }
      try {
        await db
          .with('first_use', (qb) =>
            qb
              .insertInto('sso.code_challenges')
              .values({ bucket, code_challenge: challenge, seen_at: seenAt })
              .returning('bucket'),
          )
          .with('stored', stored)
          // A distributed engine takes no change that nothing reads.
          .selectFrom(['first_use', 'stored'])
          .select('stored.id')
          .execute();
        return true;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },

    /**
     * Stores a decision with its event, by one statement. Only the first decision of a request is stored.
     *
     * @returns false when it was decided before or has expired, its application is disabled, or owner, authenticator or browser
     *   session have ended meanwhile
     */
    async decide({
      id,
      clientAddress,
      decision,
      ownerSub,
      amr,
      authenticator,
      at,
      authTime,
      browserSession,
      codeExpiresAt,
      rejectionReason,
      decided,
    }: Decision): Promise<boolean> {
      const row = await db
        // Locks the owner before the request: the same order as deleting an owner.
        .with('owner', (qb) =>
          qb
            .selectFrom('sso.owners')
            .select('sub')
            .where('sub', '=', ownerSub)
            .where('suspended_at', 'is', null)
            .forKeyShare(),
        )
        // Deleting an authenticator and signing out a browser wait for these locks, and later decisions find neither.
        .with('authenticator', (qb) => lockedAuthenticator(qb, ownerSub, authenticator))
        .with('browser', (qb) =>
          qb
            .selectFrom('sso.browser_sessions')
            .select('id')
            .where('owner_sub', '=', ownerSub)
            .where('token_hash', '=', browserSession ?? '')
            .forKeyShare(),
        )
        .with('client', (qb) =>
          qb
            .selectFrom('sso.clients')
            .select('address')
            .where('address', '=', clientAddress)
            .where('disabled_at', 'is', null),
        )
        .with('decided', (qb) =>
          qb
            .updateTable('sso.authorization_requests')
            .set((eb) => ({
              status: decision,
              owner_sub: ownerSub,
              amr: [...amr],
              authenticator,
              decided_at: at,
              auth_time: authTime ?? null,
              code_expires_at: decision === 'approved' ? codeExpiresAt : null,
              rejection_reason: rejectionReason ?? null,
              browser_session_id: browserSession === undefined ? null : eb.selectFrom('browser').select('id'),
            }))
            .where('bucket', '=', bucketOfId(id))
            .where('id', '=', id)
            .where('status', '=', 'pending')
            .where('expires_at', '>', at)
            .where((eb) => eb.exists(eb.selectFrom('owner').select('sub')))
            .$if(authenticator !== null, (query) =>
              query.where((eb) => eb.exists(eb.selectFrom('authenticator').select('owner_sub'))),
            )
            .$if(browserSession !== undefined, (query) =>
              query.where((eb) => eb.exists(eb.selectFrom('browser').select('id'))),
            )
            .where('client_address', 'in', (eb) => eb.selectFrom('client').select('address'))
            .returning('id'),
        )
        .with('recorded', () => sql<{ readonly id: number }>`(${recorded(sql`decided`, decided)})`)
        .selectFrom('recorded')
        .select('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Deletes up to `limit` requests that ended before `before`. @returns how many it deleted */
    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, {
        table: 'sso.authorization_requests',
        key: ['bucket', 'id'],
        condition: sql`
        expires_at < ${before} and (code_expires_at is null or code_expires_at < ${before})`,
        limit,
      }),

    /** Deletes up to `limit` code challenges first used before `before`. @returns how many it deleted */
    deleteExpiredChallenges: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, {
        table: 'sso.code_challenges',
        key: ['bucket', 'code_challenge'],
        condition: sql`seen_at < ${before}`,
        limit,
      }),
  };
}
