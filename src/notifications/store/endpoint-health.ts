import { type Kysely, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

/** What the latest attempts say about an endpoint. */
export interface EndpointHealth {
  /** 0 to 1; null without attempts. */
  readonly successRate: number | null;
  /** Median of the responses, milliseconds; null without responses. */
  readonly latencyMs: number | null;
}

/** Attempts that the health of an endpoint is computed from. */
const healthSample = 100;

/** Computes the health of an endpoint from its latest attempts. */
export async function healthOfEndpoint(db: Kysely<NotificationsDatabase>, appId: string): Promise<EndpointHealth> {
  const { rows } = await sql<EndpointHealth>`
    select avg((code between 200 and 299)::integer)::float8 as "successRate",
      round(percentile_cont(0.5) within group (order by latency_ms) filter (where status is not null))::integer
        as "latencyMs"
    from (
      select coalesce(status, 0) as code, status, latency_ms from notifications.delivery_attempts
      where app_id = ${appId} order by delivery_id desc, number desc limit ${healthSample}) as latest`.execute(db);
  return rows[0] ?? { successRate: null, latencyMs: null };
}
