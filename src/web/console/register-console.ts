import type { FastifyInstance } from 'fastify';
import type { AppPages } from '../app-pages.ts';
import type { PageConfig } from '../ui/page-config.ts';

/** Registers the operator console at `/admin`. The page is public; its operations need an owner who was granted it. */
export function registerConsole(
  app: FastifyInstance,
  {
    pages,
    config,
  }: {
    readonly pages: AppPages;
    readonly config: PageConfig & { readonly forum: string };
  },
): void {
  for (const path of ['/admin', '/admin/callback', '/admin/:section', '/admin/:section/:id']) {
    app.get(path, { config: { operationId: 'openConsole' } }, (_request, reply) =>
      pages.send(reply, {
        title: 'Operator console',
        entries: ['src/web/console/main.tsx'],
        config,
        policy: {
          connect: [config.sso, config.notifications, config.forum, config.backend],
          images: [config.sso],
        },
      }),
    );
  }
}
