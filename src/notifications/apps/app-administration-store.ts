import type { Kysely } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';
import type { App } from './app-store.ts';
import { systemApp } from './system-app.ts';
import { type EndpointHealth, healthOfEndpoint } from '../webhooks/webhook-store.ts';

/** State of a webhook that operators filter by. */
export type WebhookHealthState = 'healthy' | 'failing' | 'paused';

export interface AdministeredApps {
  readonly webhook: WebhookHealthState | undefined;
  readonly ownerSub: string | undefined;
  readonly after: string | undefined;
  readonly limit: number;
}

export interface AdministeredApp extends App {
  readonly ownerSub: string | null;
  /** Null without a webhook. */
  readonly webhook:
    | (EndpointHealth & {
        readonly url: string;
        readonly pausedAt: Date | null;
        readonly failingSince: Date | null;
      })
    | null;
}

/** Reads what operators see of the apps of all developers. */
export function createAppAdministrationStore(db: Kysely<NotificationsDatabase>) {
  return {
    /** Counts the apps of developers that are not deleted, up to `most`. */
    async count(most: number): Promise<number> {
      const apps = db
        .selectFrom('notifications.apps')
        .select('id')
        .where('deleted_at', 'is', null)
        .where('owner_sub', 'is not', null)
        .limit(most);
      const { count } = await db
        .selectFrom(apps.as('app'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Lists apps but the platform's own, newest first. */
    async list({ webhook, ownerSub, after, limit }: AdministeredApps): Promise<readonly AdministeredApp[]> {
      const rows = await db
        .selectFrom('notifications.apps as app')
        .leftJoin('notifications.webhooks as webhook', 'webhook.app_id', 'app.id')
        .select([
          'app.id',
          'app.name',
          'app.created_at as createdAt',
          'app.owner_sub as ownerSub',
          'webhook.url',
          'webhook.paused_at as pausedAt',
          'webhook.failing_since as failingSince',
        ])
        .where('app.deleted_at', 'is', null)
        .where('app.id', '!=', systemApp.id)
        .$if(ownerSub !== undefined, (query) => query.where('app.owner_sub', '=', ownerSub ?? ''))
        .$if(after !== undefined, (query) => query.where('app.id', '<', after ?? ''))
        .$if(webhook === 'paused', (query) => query.where('webhook.paused_at', 'is not', null))
        .$if(webhook === 'failing', (query) =>
          query.where('webhook.paused_at', 'is', null).where('webhook.failing_since', 'is not', null),
        )
        .$if(webhook === 'healthy', (query) =>
          query
            .where('webhook.app_id', 'is not', null)
            .where('webhook.paused_at', 'is', null)
            .where('webhook.failing_since', 'is', null),
        )
        .orderBy('app.id', 'desc')
        .limit(limit)
        .execute();
      const apps: AdministeredApp[] = [];
      for (const { id, name, createdAt, ownerSub: owner, url, pausedAt, failingSince } of rows) {
        const endpoint = url === null ? null : { url, pausedAt, failingSince, ...(await healthOfEndpoint(db, id)) };
        apps.push({ id, name, createdAt, ownerSub: owner, webhook: endpoint });
      }
      return apps;
    },
  };
}
