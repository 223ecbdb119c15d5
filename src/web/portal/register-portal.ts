import type { FastifyInstance } from 'fastify';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import type { SendRequest } from '../../../generated/notifications/types.ts';
import type { AppPages } from '../app-pages.ts';
import { takesJson } from '../helper-route.ts';
import { passOn } from '../pass-on.ts';
import type { PageConfig } from '../ui/page-config.ts';
import { testScenarios } from './test-scenarios.ts';

export interface PortalParts {
  readonly pages: AppPages;
  readonly config: PageConfig;
  readonly fetch: typeof globalThis.fetch;
}

/** The developer portal at `/portal`, and the way by which its playground sends. */
export function registerPortal(app: FastifyInstance, { pages, config, fetch }: PortalParts): void {
  for (const path of ['/portal', '/portal/apps/:appId', '/portal/apps/:appId/:section']) {
    app.get(path, { config: { operationId: 'openPortal' } }, (_request, reply) =>
      pages.send(reply, {
        title: 'Developer portal',
        entries: ['src/web/portal/main.tsx'],
        config,
        policy: { connect: [config.sso, config.notifications] },
      }),
    );
  }

  // Rehearsals alone: a real send comes from the app's own backend. Whatever else there is about it the service judges.
  const relays = takesJson('sendNotification', {
    type: 'object',
    required: ['test'],
    properties: { test: { type: 'string', enum: testScenarios.map(({ value }) => value) } },
  });
  app.post<{ Body: SendRequest }>(
    '/portal/relay/api/v1/notifications/send',
    relays,
    async ({ body, headers }, reply) => {
      const key = headers['x-platform-notifications-key'];
      const sender = createNotificationsClient({
        baseUrl: config.notifications,
        fetch,
        headers: typeof key === 'string' ? { 'x-platform-notifications-key': key } : {},
      });
      return passOn(reply, await sender.sendNotification({ body }));
    },
  );
}
