import { type Kysely, sql } from 'kysely';

export const name = '0016-agent-public-keys';

/** Adds the public keys of agents, which directories publish; known from their next proof. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sso.agent_keys add column public_jwk jsonb`.execute(db);
}
