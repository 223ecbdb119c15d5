import { type Kysely, type Selectable, sql } from 'kysely';
import { newestFirst } from '../../runtime/database/queries.ts';
import type { PageRequest } from '../../runtime/http/page.ts';
import type { SsoDatabase } from '../database.ts';
import { lockOwner } from '../owners/lock-owner-store.ts';
import { ownerNames } from '../owners/owner-store.ts';

/** State of an owner as administrators see it. */
interface OwnerState {
  readonly sub: string;
  /** Null when the profile has none. */
  readonly displayName: string | null;
  readonly createdAt: Date;
  /** Null for active owners. */
  readonly suspendedAt: Date | null;
  readonly suspensionReason: string | null;
}

interface OwnerListed extends OwnerState {
  /** Number of passkeys and devices. */
  readonly authenticators: number;
}

interface OwnerQuery extends PageRequest {
  /** Beginning of a session address, of an owner's or an authenticator's name, a whole key thumbprint or passkey id. */
  readonly search: string | undefined;
  readonly status: 'active' | 'suspended' | undefined;
}

/** Queries and changes of owners by administrators. */
export function createOwnerAdministrationStore(db: Kysely<SsoDatabase>) {
  return {
    /** Lists owners, the most recently created first. */
    list: async ({ search, status, limit, after }: OwnerQuery): Promise<readonly OwnerListed[]> => {
      const rows = await db
        .selectFrom('sso.owners as owner')
        .selectAll('owner')
        .$if(search !== undefined, (query) => query.where('owner.sub', 'in', found(db, search ?? '')))
        .$if(status !== undefined, (query) =>
          query.where('owner.suspended_at', status === 'suspended' ? 'is not' : 'is', null),
        )
        .$call(newestFirst('owner.created_at', 'owner.sub', { limit, after }))
        .execute();
      const subs = rows.map(({ sub }) => sub);
      const counts = [await countBySub(db, 'sso.passkeys', subs), await countBySub(db, 'sso.devices', subs)];
      return rows.map((row) => ({
        ...stateOf(row),
        authenticators: counts.reduce((sum, count) => sum + (count.get(row.sub) ?? 0), 0),
      }));
    },

    state: async (sub: string): Promise<OwnerState | undefined> => {
      const row = await db.selectFrom('sso.owners').selectAll().where('sub', '=', sub).executeTakeFirst();
      return row && stateOf(row);
    },

    /** Returns the names of those owners who have one. */
    names: (subs: readonly string[]): Promise<ReadonlyMap<string, string>> => ownerNames(db, subs),

    /** Counts live sessions of applications and signed-in browsers. */
    countSessions: async (sub: string, at: Date): Promise<{ readonly connected: number; readonly browser: number }> => {
      const connected = await db
        .selectFrom('sso.sessions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('owner_sub', '=', sub)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', at)
        .executeTakeFirstOrThrow();
      const browser = await db
        .selectFrom('sso.browser_sessions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('owner_sub', '=', sub)
        .where('expires_at', '>', at)
        .executeTakeFirstOrThrow();
      return { connected: connected.count, browser: browser.count };
    },

    /**
     * Suspends an owner until the end of the transaction at least: redemptions and decisions that run meanwhile end before
     * it, later ones find the owner suspended. A suspended owner keeps time and reason.
     *
     * @returns false when there is no such owner
     */
    suspend: async ({
      sub,
      at,
      reason,
    }: {
      readonly sub: string;
      readonly at: Date;
      readonly reason: string | null;
    }): Promise<boolean> => {
      // This lock waits for redemptions, which hold a key share of the owner; an update alone would not.
      if (!(await lockOwner(db, sub))) return false;
      await db
        .updateTable('sso.owners')
        .set({ suspended_at: at, suspension_reason: reason })
        .where('sub', '=', sub)
        .where('suspended_at', 'is', null)
        .execute();
      return true;
    },

    /** @returns false when there is no such owner */
    resume: async (sub: string): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('sso.owners')
        .set({ suspended_at: null, suspension_reason: null })
        .where('sub', '=', sub)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  };
}

/** Counts the rows of each person, who may be on other nodes. */
async function countBySub(
  db: Kysely<SsoDatabase>,
  table: 'sso.passkeys' | 'sso.devices',
  subs: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (subs.length === 0) return new Map();
  const rows = await db
    .selectFrom(table)
    .select(({ fn }) => ['owner_sub as sub', fn.countAll<number>().as('count')])
    .where('owner_sub', 'in', subs)
    .groupBy('owner_sub')
    .execute();
  return new Map(rows.map(({ sub, count }) => [sub, count]));
}

/** Selects the owners that a search finds; every branch reads an index. */
function found(db: Kysely<SsoDatabase>, search: string) {
  const beginning = `${search.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  const named = sql<boolean>`lower(name) like ${beginning}`;
  const devices = db
    .selectFrom('sso.devices')
    .select('owner_sub as sub')
    .where((eb) => eb.or([named, eb('jkt', '=', search)]));
  const passkeys = db
    .selectFrom('sso.passkeys')
    .select('owner_sub as sub')
    .where((eb) => eb.or([named, eb('credential_id', '=', search)]));
  const owners = db
    .selectFrom('sso.owners')
    .select('sub')
    .where(sql<boolean>`lower(display_name) like ${beginning}`);
  const known = devices.union(passkeys).union(owners);
  return /^[0-9a-f]{1,32}$/.test(search)
    ? known.union(
        // A range, because the primary key has the order of the database's language and no index for `like`.
        db
          .selectFrom('sso.owners')
          .select('sub')
          .where('sub', '>=', search.padEnd(32, '0'))
          .where('sub', '<=', search.padEnd(32, 'f')),
      )
    : known;
}

function stateOf(row: Selectable<SsoDatabase['sso.owners']>): OwnerState {
  return {
    sub: row.sub,
    displayName: row.display_name,
    createdAt: row.created_at,
    suspendedAt: row.suspended_at,
    suspensionReason: row.suspension_reason,
  };
}
