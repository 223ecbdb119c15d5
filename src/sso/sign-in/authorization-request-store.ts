import { type Kysely, type RawBuilder, sql } from 'kysely';
import { recorded, type SsoAuditEvent } from '../administration/audit-store.ts';
import { createBatchWriter } from '../../runtime/database/batch-writer.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';
import { compiledOnce, type ValueOf } from '../../runtime/database/compile-once.ts';
import { bucketOf, bucketOfId } from '../../runtime/database/bucket.ts';
import { isUniqueViolation } from '../../runtime/database/database-errors.ts';
import type { Client } from '../clients/client.ts';
import { clientColumns, clientOf } from '../clients/client-store.ts';
import { bySecretKeys } from '../tokens/secret-key-rows.ts';
import type { SecretKey } from '../tokens/grant-secrets.ts';
import type { KeyRefusal, AuthorizationRequest } from './authorization-request.ts';
import type { Authenticator } from '../caller/caller.ts';
import {
  authorizationRequestOf,
  type NewAuthorizationRequest,
  ownRequestColumns,
  requestColumns,
  rowOf,
} from './authorization-request-rows.ts';
import type { SsoDatabase } from '../database.ts';
import { lockedAuthenticator } from '../owners/lock-owner-store.ts';

/** Columns that polling reads. */
type PolledRequest = Pick<
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

/** A request and its application, read together. */
export interface LinkedRequest {
  readonly authorization: AuthorizationRequest;
  readonly client: Client;
}

const requestsOfLinks = compiledOnce((db: Kysely<SsoDatabase>, value: ValueOf<SecretKey>) =>
  db
    .selectFrom('sso.authorization_requests as request')
    .innerJoin('sso.clients as client', 'client.address', 'request.client_address')
    .select(ownRequestColumns)
    .select(['request.reach as requestReach', 'request.created_at as requestedAt'])
    .select(clientColumns)
    .where('request.bucket', '=', value('bucket'))
    .where('request.link_hash', '=', value('hash')),
);

const usedChallenges = compiledOnce(
  (db: Kysely<SsoDatabase>, value: ValueOf<{ readonly bucket: number; readonly codeChallenge: string }>) =>
    db
      .selectFrom('sso.code_challenges')
      .select('code_challenge')
      .where('bucket', '=', value('bucket'))
      .where('code_challenge', '=', value('codeChallenge')),
);

type NewRow = ReturnType<typeof rowOf>;

const insertion = (row: readonly (readonly [string, RawBuilder<unknown>])[]) => sql`
  insert into sso.authorization_requests (${sql.join(row.map(([column]) => sql.ref(column)))})
  values (${sql.join(row.map(([, value]) => value))}) returning id`;

const storeRequest = compiledOnce((_db: Kysely<SsoDatabase>, _value: ValueOf<NewRow>, row) => insertion(row));

// A distributed engine takes no change that nothing reads.
const storeFirstUse = compiledOnce(
  (_db: Kysely<SsoDatabase>, value: ValueOf<NewRow>, row) => sql`
    with first_use as (
      insert into sso.code_challenges (bucket, code_challenge, seen_at)
      values (${value('bucket')}, ${value('code_challenge')}, ${value('created_at')}) returning bucket
    ), stored as (${insertion(row)})
    select stored.id from first_use, stored`,
);

const polledRequests = bySecretKeys((db, hasKey) =>
  db
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
    .where(hasKey('polling_code_hash', 'bucket')),
);

export function createAuthorizationRequestStore(db: Kysely<SsoDatabase>) {
  /** Polls are the most frequent requests, so concurrent ones share a query. */
  const byPollingCode = createBatchWriter(async (keys: readonly SecretKey[]) => {
    const rows = await polledRequests(db, keys);
    const found = new Map(rows.map((row) => [row.pollingCodeHash, row]));
    return keys.map(({ hash }): PolledRequest | undefined => found.get(hash));
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
    /** Returns the request of a link with its application, disabled or not. */
    async withClientByLink(link: SecretKey): Promise<LinkedRequest | undefined> {
      const [row] = await requestsOfLinks(db, link);
      return (
        row && {
          authorization: authorizationRequestOf({ ...row, reach: row.requestReach, created_at: row.requestedAt }),
          client: clientOf(row),
        }
      );
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
      const seen = await usedChallenges(db, { bucket: bucketOf(codeChallenge), codeChallenge });
      return seen.length > 0;
    },

    /** @returns false when the code challenge was seen before; then nothing is stored. */
    async create(request: NewAuthorizationRequest): Promise<boolean> {
      const row = rowOf(request);
      try {
        await (row.code_challenge === null ? storeRequest(db, row) : storeFirstUse(db, row));
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
      const { rows } = await sql`
        with owner as (
          -- Locks the owner before the request: the same order as deleting an owner.
          select sub from sso.owners where sub = ${ownerSub} and suspended_at is null for key share
        ),
        -- Deleting an authenticator and signing out a browser wait for these locks, and later decisions find neither.
        authenticator as (${lockedAuthenticator(ownerSub, authenticator)}), browser as (
          select id from sso.browser_sessions
          where owner_sub = ${ownerSub} and token_hash = ${browserSession ?? ''} for key share
        ), client as (
          select address from sso.clients where address = ${clientAddress} and disabled_at is null
        ), decided as (
          update sso.authorization_requests
          set status = ${decision}, owner_sub = ${ownerSub}, amr = ${[...amr]}, authenticator = ${authenticator},
            decided_at = ${at}, auth_time = ${authTime ?? null}, rejection_reason = ${rejectionReason ?? null},
            code_expires_at = ${decision === 'approved' ? codeExpiresAt : null},
            browser_session_id = ${browserSession === undefined ? sql`null` : sql`(select id from browser)`}
          where bucket = ${bucketOfId(id)} and id = ${id} and status = 'pending' and expires_at > ${at}
            and exists (select from owner)
            ${authenticator === null ? sql`` : sql`and exists (select from authenticator)`}
            ${browserSession === undefined ? sql`` : sql`and exists (select from browser)`}
            and client_address in (select address from client)
          returning id
        )
        ${recorded(sql`decided`, decided)}`.execute(db);
      return rows.length > 0;
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
