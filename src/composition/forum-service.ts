import { forumMigrations } from '../forum/migrations/index.ts';
import { createForumService } from '../forum/service.ts';
import { registerForumPages } from '../web/forum/register-forum-pages.ts';
import type { AreaService } from './platform-service.ts';
import { forumResourceOf, issuerOf, jwksUrlOf } from './addresses.ts';

export const forumService: AreaService = {
  migrations: forumMigrations,
  hint: 'forum: read it in a browser; reference at /docs',
  start: ({ settings, addresses, demoData, database, replica, usedProofs, environment, now, newId, fetch }) =>
    createForumService({
      database,
      replica,
      usedProofs,
      environment,
      now,
      newId,
      fetch,
      pages: (app, readModel) =>
        registerForumPages(app, readModel, {
          baseUrl: addresses.forum.baseUrl,
          navigation: environment.navigation ?? [],
          now,
        }),
      settings: {
        issuer: issuerOf(addresses),
        jwksUrl: jwksUrlOf(settings, addresses),
        audience: [settings.FORUM_AUDIENCE ?? issuerOf(addresses), forumResourceOf(settings, addresses)],
        resource: forumResourceOf(settings, addresses),
        baseUrl: addresses.forum.baseUrl,
        ownAddresses: environment.ownAddresses,
        consoleOrigins: [new URL(addresses.web.baseUrl).origin],
        limits:
          settings.RATE_LIMITS === 'off'
            ? undefined
            : {
                posts: settings.FORUM_BUDGET_POSTS,
                comments: settings.FORUM_BUDGET_COMMENTS,
                votes: settings.FORUM_BUDGET_VOTES,
                newOwnerShare: settings.FORUM_NEW_OWNER_SHARE ?? (demoData ? 1 : 0.1),
                duplicates: settings.FORUM_DUPLICATES,
              },
      },
    }),
};
