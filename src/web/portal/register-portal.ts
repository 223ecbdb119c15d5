import type { FastifyInstance } from 'fastify';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import type { SendRequest } from '../../../generated/notifications/types.ts';
import type { AppPages } from '../app-pages.ts';
import { forwardResponse, jsonRoute } from '../service-routes.ts';
import type { PageConfig } from '../ui/page-config.ts';
import { portalFirstPaint } from './first-paint.ts';
import { playgroundScenarios } from './app-sections.ts';

/** Registers the developer portal at `/portal`, and the relay through which its playground sends. */
export function registerPortal(
  app: FastifyInstance,
  {
    pages,
    config,
    fetch,
  }: {
    readonly pages: AppPages;
    readonly config: PageConfig;
    readonly fetch: typeof globalThis.fetch;
  },
): void {
  const paths = [
    '/portal',
    '/portal/callback',
    '/portal/apps/:appId',
    '/portal/apps/:appId/:section',
    '/portal/apps/:appId/deliveries/:deliveryId',
    '/portal/applications',
    '/portal/applications/join',
    '/portal/applications/:clientId',
    '/portal/applications/:clientId/:section',
  ];
  for (const path of paths) {
    app.get(path, { config: { operationId: 'openPortal' } }, (_request, reply) =>
      pages.send(reply, {
        title: 'Developer portal',
        page: 'portal',
        entries: ['src/web/portal/main.tsx'],
        config,
        firstPaint: portalFirstPaint,
        // Icons of apps are data: URLs; the provider serves those of sign-in applications.
        policy: { connect: [config.sso, config.notifications], images: ['data:', config.sso] },
      }),
    );
  }

  // The relay accepts test scenarios only; real sends come from the app's backend. The service validates the rest.
  const relay = jsonRoute('sendNotification', {
    type: 'object',
    required: ['test'],
    properties: { test: { type: 'string', enum: playgroundScenarios.map(({ value }) => value) } },
  });
  app.post<{ Body: SendRequest }>(
    '/portal/relay/api/v1/notifications/send',
    relay,
    async ({ body, headers }, reply) => {
      const key = headers['x-platform-notifications-key'];
      const sender = createNotificationsClient({
        baseUrl: config.notifications,
        fetch,
        headers: typeof key === 'string' ? { 'x-platform-notifications-key': key } : {},
      });
      return forwardResponse(reply, await sender.sendNotification({ body }));
    },
  );
}
