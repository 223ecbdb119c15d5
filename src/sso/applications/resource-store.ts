import { type Kysely, type Selectable, sql } from 'kysely';
import type { SsoDatabase, ResourceStatus } from '../database.ts';

/** An origin for which tokens are issued (RFC 8707), because its metadata names issuer and application (RFC 9728). */
export interface ApplicationResource {
  readonly id: string;
  readonly origin: string;
  readonly clientAddress: string;
  readonly status: ResourceStatus;
  readonly requiresDpop: boolean;
  readonly createdAt: Date;
  readonly provenAt: Date;
  readonly checkedAt: Date;
  readonly nextCheckAt: Date;
  readonly failingSince: Date | null;
  /** What the last check found; null while proven. */
  readonly failure: string | null;
}

/** Maximum number of resources of an application. */
export const maxResources = 5;

/** Milliseconds after which a check that another process began counts as lost. */
const claim = 60_000;

export function createResourceStore(db: Kysely<SsoDatabase>) {
  return {
    list: async (clientAddress: string): Promise<readonly ApplicationResource[]> => {
      const rows = await db
        .selectFrom('sso.application_resources')
        .selectAll()
        .where('client_address', '=', clientAddress)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(resourceOf);
    },

    /** @returns the resource of an enabled application, with the application's name */
    byOrigin: async (origin: string): Promise<(ApplicationResource & { readonly name: string }) | undefined> => {
      // Rejects text that PostgreSQL cannot store, such as NUL.
      if (!/^https?:[\x21-\x7e]{1,256}$/.test(origin)) return undefined;
      const row = await db
        .selectFrom('sso.application_resources as resource')
        .innerJoin('sso.clients as client', 'client.address', 'resource.client_address')
        .selectAll('resource')
        .select('client.name')
        .where('resource.origin', '=', origin)
        .where('client.disabled_at', 'is', null)
        .executeTakeFirst();
      return row && { ...resourceOf(row), name: row.name };
    },

    /**
     * Stores a proven resource. Its metadata names one application, so that a row of another application ends.
     *
     * @returns the application that had the origin before, if another one
     */
    save: async (resource: ApplicationResource): Promise<string | undefined> => {
      const known = await db
        .selectFrom('sso.application_resources')
        .select('client_address')
        .where('origin', '=', resource.origin)
        .forUpdate()
        .executeTakeFirst();
      const row = rowOf(resource);
      await db
        .insertInto('sso.application_resources')
        .values(row)
        .onConflict((conflict) => conflict.column('origin').doUpdateSet(row))
        .execute();
      return known && known.client_address !== resource.clientAddress ? known.client_address : undefined;
    },

    /** Stores the result of a check, unless the resource was removed meanwhile. */
    update: async (resource: ApplicationResource): Promise<void> => {
      await db.updateTable('sso.application_resources').set(rowOf(resource)).where('id', '=', resource.id).execute();
    },

    /** Takes up to `limit` resources whose check is due; other processes leave them alone for a minute. */
    takeDue: async (at: Date, limit: number): Promise<readonly ApplicationResource[]> => {
      const due = await db
        .selectFrom('sso.application_resources')
        .select('id')
        .where('next_check_at', '<=', at)
        .orderBy('next_check_at')
        .limit(limit)
        .execute();
      if (due.length === 0) return [];
      const ids = due.map(({ id }) => id);
      // Of two processes that found the same row, the second finds it taken.
      const rows = await db
        .updateTable('sso.application_resources')
        .set({ next_check_at: new Date(at.getTime() + claim) })
        .where('id', 'in', ids)
        .where('next_check_at', '<=', at)
        .returningAll()
        .execute();
      return rows.map(resourceOf);
    },

    /** @returns the removed resource; undefined when the application has no such one */
    remove: async (clientAddress: string, id: string): Promise<ApplicationResource | undefined> => {
      const row = await db
        .deleteFrom('sso.application_resources')
        .where('client_address', '=', clientAddress)
        .where(sql<boolean>`id = ${id}::uuid`)
        .returningAll()
        .executeTakeFirst();
      return row && resourceOf(row);
    },
  };
}

const rowOf = (resource: ApplicationResource) => ({
  id: resource.id,
  origin: resource.origin,
  client_address: resource.clientAddress,
  status: resource.status,
  requires_dpop: resource.requiresDpop,
  created_at: resource.createdAt,
  proven_at: resource.provenAt,
  checked_at: resource.checkedAt,
  next_check_at: resource.nextCheckAt,
  failing_since: resource.failingSince,
  failure: resource.failure,
});

function resourceOf(row: Selectable<SsoDatabase['sso.application_resources']>): ApplicationResource {
  return {
    id: row.id,
    origin: row.origin,
    clientAddress: row.client_address,
    status: row.status,
    requiresDpop: row.requires_dpop,
    createdAt: row.created_at,
    provenAt: row.proven_at,
    checkedAt: row.checked_at,
    nextCheckAt: row.next_check_at,
    failingSince: row.failing_since,
    failure: row.failure,
  };
}
