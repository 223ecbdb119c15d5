import type { Kysely, Selectable } from 'kysely';
import { newestFirst } from '../../runtime/database/queries.ts';
import { ownerNames } from '../owners/owner-store.ts';
import type { PageRequest } from '../../runtime/http/page.ts';
import type { SsoDatabase, ReachRequestStatus } from '../database.ts';
import type { Reach } from '../settings.ts';

/** A request of an application for the reach `platform`. */
export interface ReachRequest {
  readonly id: string;
  readonly clientAddress: string;
  /** Null when the owner was erased. */
  readonly requestedBy: string | null;
  readonly reason: string;
  readonly status: ReachRequestStatus;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  /** Name of the administrator. */
  readonly decidedBy: string | null;
  readonly decisionReason: string | null;
}

/** A request with what an administrator looks at. */
export interface AdministeredReachRequest extends ReachRequest {
  /** Null when the owner was erased, or has no name. */
  readonly requestedByName: string | null;
  readonly application: {
    readonly name: string;
    readonly reach: Reach;
    readonly redirectUris: readonly string[];
    readonly createdAt: Date;
  };
}

interface ReachDecision {
  readonly status: Exclude<ReachRequestStatus, 'pending'>;
  readonly at: Date;
  /** Name of the administrator. */
  readonly by: string | null;
  readonly reason: string | null;
}

interface ReachRequestQuery extends PageRequest {
  readonly status: ReachRequestStatus | undefined;
}

export function createReachRequestStore(db: Kysely<SsoDatabase>) {
  const withApplication = () =>
    db
      .selectFrom('sso.reach_requests as request')
      .innerJoin('sso.clients as client', 'client.address', 'request.client_address')
      .selectAll('request')
      .select(['client.name', 'client.reach', 'client.redirect_uris', 'client.created_at as registeredAt']);
  const administered = async (rows: readonly AdministeredRow[]): Promise<readonly AdministeredReachRequest[]> => {
    const names = await ownerNames(
      db,
      rows.flatMap(({ requested_by: sub }) => sub ?? []),
    );
    return rows.map((row) => administeredOf(row, names.get(row.requested_by ?? '') ?? null));
  };

  return {
    /** @returns undefined when the application has an undecided one */
    create: async ({ id, clientAddress, requestedBy, reason, createdAt }: NewReachRequest) => {
      const row = await db
        .insertInto('sso.reach_requests')
        .values({ id, client_address: clientAddress, requested_by: requestedBy, reason, created_at: createdAt })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      return row && requestOf(row);
    },

    /** Returns the most recent request of each application. */
    latest: async (clientAddresses: readonly string[]): Promise<ReadonlyMap<string, ReachRequest>> => {
      if (clientAddresses.length === 0) return new Map();
      const rows = await db
        .selectFrom('sso.reach_requests')
        .distinctOn('client_address')
        .selectAll()
        .where('client_address', 'in', clientAddresses)
        .orderBy('client_address')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return new Map(rows.map((row) => [row.client_address, requestOf(row)]));
    },

    /** Lists requests, the most recent first. */
    list: async ({ status, limit, after }: ReachRequestQuery): Promise<readonly AdministeredReachRequest[]> => {
      const rows = await withApplication()
        .$if(status !== undefined, (query) => query.where('request.status', '=', status ?? 'pending'))
        .$call(newestFirst('request.created_at', 'request.id', { limit, after }))
        .execute();
      return administered(rows);
    },

    byId: async (id: string): Promise<AdministeredReachRequest | undefined> => {
      const [found] = await administered(await withApplication().where('request.id', '=', id).execute());
      return found;
    },

    /** Decides a pending request. Of concurrent calls one succeeds. @returns false when it is not pending */
    decide: async (id: string, { status, at, by, reason }: ReachDecision): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('sso.reach_requests')
        .set({ status, decided_at: at, decided_by: by, decision_reason: reason })
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** Forgets that a person asked. */
    forget: async (requestedBy: string): Promise<void> => {
      await db
        .updateTable('sso.reach_requests')
        .set({ requested_by: null })
        .where('requested_by', '=', requestedBy)
        .execute();
    },

    /** Closes the undecided request of an application that ends. */
    withdraw: async (clientAddress: string, at: Date): Promise<void> => {
      await db
        .updateTable('sso.reach_requests')
        .set({ status: 'withdrawn', decided_at: at })
        .where('client_address', '=', clientAddress)
        .where('status', '=', 'pending')
        .execute();
    },
  };
}

type NewReachRequest = Pick<ReachRequest, 'id' | 'clientAddress' | 'reason' | 'createdAt'> & {
  readonly requestedBy: string;
};

function requestOf(row: Selectable<SsoDatabase['sso.reach_requests']>): ReachRequest {
  return {
    id: row.id,
    clientAddress: row.client_address,
    requestedBy: row.requested_by,
    reason: row.reason,
    status: row.status,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    decisionReason: row.decision_reason,
  };
}

type AdministeredRow = Selectable<SsoDatabase['sso.reach_requests']> & {
  readonly name: string;
  readonly reach: Reach;
  readonly redirect_uris: readonly string[];
  readonly registeredAt: Date;
};

function administeredOf(row: AdministeredRow, requestedByName: string | null): AdministeredReachRequest {
  const { name, reach, redirect_uris: redirectUris, registeredAt: createdAt } = row;
  return {
    ...requestOf(row),
    requestedByName,
    application: { name, reach, redirectUris, createdAt },
  };
}
