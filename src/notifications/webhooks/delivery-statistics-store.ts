import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DeliveryStatistics } from '../../../generated/notifications/types.ts';
import type { NotificationsDatabase } from '../database.ts';

const hourMs = 3_600_000;
const hours = 24;
/** Sends and deliveries that are read at most, the newest. */
const most = 20_000;
/** Kinds of failures that are returned. */
const kinds = 10;

const empty = { sent: 0, received: 0, pending: 0, failed: 0, testsSent: 0, tests: 0 } as const;

type Counted = keyof typeof empty;

const countOf = (condition: RawBuilder<boolean>): RawBuilder<number> =>
  sql<number>`count(*) filter (where ${condition})::integer`;

/** Whole hours since the epoch. */
const hourOf = (column: string): RawBuilder<number> =>
  sql<number>`floor(extract(epoch from ${sql.ref(column)}) / 3600)::integer`;

export function createDeliveryStatisticsStore(db: Kysely<NotificationsDatabase>) {
  return {
    /** Counts an app's current hour and the 23 before it. */
    async read({ appId, now }: { readonly appId: string; readonly now: Date }): Promise<DeliveryStatistics> {
      const last = Math.floor(now.getTime() / hourMs);
      const first = last - hours + 1;
      const since = new Date(first * hourMs);
      const sends = db
        .selectFrom('notifications.notifications')
        .select(['accepted_at', 'test'])
        .where('app_id', '=', appId)
        .where('accepted_at', '>=', since)
        .orderBy('accepted_at', 'desc')
        .orderBy('id', 'desc')
        .limit(most);
      // Ids begin with their time (UUID version 7), so the primary key finds the newest rows.
      const deliveries = db
        .selectFrom('notifications.deliveries')
        .select(['app_id', 'id', 'created_at', 'test', 'state', 'logged'])
        .where('app_id', '=', appId)
        .where('created_at', '>=', since)
        .orderBy('id', 'desc')
        .limit(most);
      const [sent, events, failures] = await Promise.all([
        db
          .selectFrom(sends.as('send'))
          .select([
            hourOf('accepted_at').as('hour'),
            countOf(sql`not test`).as('sent'),
            countOf(sql`test`).as('testsSent'),
          ])
          .groupBy('hour')
          .execute(),
        db
          .selectFrom(deliveries.as('event'))
          .select([
            hourOf('created_at').as('hour'),
            countOf(sql`not test and state = 'delivered'`).as('received'),
            countOf(sql`not test and state = 'pending'`).as('pending'),
            countOf(sql`not test and state = 'dropped'`).as('failed'),
            countOf(sql`test`).as('tests'),
          ])
          .groupBy('hour')
          .execute(),
        db
          .selectFrom(deliveries.as('event'))
          .innerJoin('notifications.delivery_attempts as attempt', (join) =>
            join
              .on('attempt.app_id', '=', appId)
              .onRef('attempt.delivery_id', '=', 'event.id')
              .onRef('attempt.number', '=', 'event.logged'),
          )
          .select([
            'attempt.status',
            'attempt.error',
            sql<number>`count(*)::integer`.as('count'),
            sql<string>`(array_agg(event.id order by attempt.started_at desc))[1]`.as('latestDeliveryId'),
            (eb) => eb.fn.max('attempt.started_at').as('latestAt'),
          ])
          .where('event.test', '=', false)
          .where('event.state', '<>', 'delivered')
          .groupBy(['attempt.status', 'attempt.error'])
          .orderBy('count', 'desc')
          .orderBy('latestAt', 'desc')
          .limit(kinds)
          .execute(),
      ]);
      const byHour = new Map<number, Record<Counted, number>>();
      for (const { hour, ...counts } of [...sent, ...events])
        byHour.set(hour, { ...(byHour.get(hour) ?? empty), ...counts });
      const sumOf = (...names: readonly Counted[]) =>
        [...byHour.values()].reduce((sum, counts) => sum + names.reduce((own, name) => own + counts[name], 0), 0);
      return {
        complete: sumOf('sent', 'testsSent') < most && sumOf('received', 'pending', 'failed', 'tests') < most,
        hours: Array.from({ length: hours }, (_, index) => ({
          hour: new Date((first + index) * hourMs).toISOString(),
          ...(byHour.get(first + index) ?? empty),
        })),
        failures: failures.map(({ latestAt, ...failure }) => ({
          ...failure,
          latestAt: new Date(latestAt).toISOString(),
        })),
      };
    },
  };
}
