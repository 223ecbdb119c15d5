import type { FastifyInstance } from 'fastify';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import type { SendRequest } from '../../../generated/notifications/types.ts';
import { isJsonObject } from '../../protocol/json-object.ts';
import type { AppPages } from '../app-pages.ts';
import type { PageConfig } from '../ui/page-config.ts';
import { isTestScenario } from './test-scenarios.ts';

export interface PortalParts {
  readonly pages: AppPages;
  readonly config: PageConfig;
  readonly fetch: typeof globalThis.fetch;
}

/** The developer portal at `/portal`, and the way by which its playground sends. */
export function registerPortal(app: FastifyInstance, { pages, config, fetch }: PortalParts): void {
  for (const path of ['/portal', '/portal/apps/:appId', '/portal/apps/:appId/:section']) {
    app.get(path, (_request, reply) =>
      pages.send(reply, {
        title: 'Developer portal',
        entries: ['src/web/portal/main.tsx'],
        config,
        policy: { connect: [config.sso, config.notifications] },
      }),
    );
  }

  app.post('/portal/relay/api/v1/notifications/send', async ({ body, headers }, reply) => {
    const fault = relayFault(body);
    if (fault !== undefined) return reply.code(400).send({ code: 1001, message: fault });
    const key = headers['x-platform-notifications-key'];
    const sender = createNotificationsClient({
      baseUrl: config.notifications,
      fetch,
      headers: typeof key === 'string' ? { 'x-platform-notifications-key': key } : {},
    });
    // The service judges what is sent, as it would when it came from the app's backend.
    const answer = await sender.sendNotification({ body: body as SendRequest });
    return reply.code(answer.status).header('cache-control', 'no-store').send(answer.body);
  });
}

/** Only rehearsals pass: a real send comes from the app's own backend. */
function relayFault(body: unknown): string | undefined {
  if (!isJsonObject(body)) return 'The body must be a JSON object.';
  if (!isTestScenario(body['test']))
    return 'The playground sends in test mode only: choose one of its outcomes in `test`.';
  return undefined;
}
