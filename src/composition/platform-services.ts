import type { PlatformService } from './platform-service.ts';
import { backendService } from './backend-service.ts';
import { forumService } from './forum-service.ts';
import { notificationsService } from './notifications-service.ts';
import type { ServiceName } from './service-name.ts';
import { ssoService } from './sso-service.ts';
import { webService } from './web-service.ts';

/** Every service that `npm start` can run. */
export const platformServices: Readonly<Record<ServiceName, PlatformService>> = {
  sso: ssoService,
  forum: forumService,
  backend: backendService,
  notifications: notificationsService,
  web: webService,
};
