import type { Kysely } from 'kysely';
import { createAdministration } from './0001-initial/administration.ts';
import { createApplications, createClients } from './0001-initial/clients.ts';
import { createApprovals, createAuthorization } from './0001-initial/authorization.ts';
import { createKeys } from './0001-initial/keys.ts';
import { createOwners } from './0001-initial/owners.ts';
import { createSessions } from './0001-initial/sessions.ts';

export const name = '0001-initial';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createOwners(db);
  await createClients(db);
  await createApplications(db);
  await createAuthorization(db);
  await createKeys(db);
  await createSessions(db);
  await createApprovals(db);
  await createAdministration(db);
}
