import type { Area } from './area.ts';
import { backendArea } from './backend-area.ts';
import { forumArea } from './forum-area.ts';
import { notificationsArea } from './notifications-area.ts';
import type { ServiceName } from './service-name.ts';
import { ssoArea } from './sso-area.ts';
import { webArea } from './web-area.ts';

/** Every service that `npm start` can run. */
export const areas: Readonly<Record<ServiceName, Area>> = {
  sso: ssoArea,
  forum: forumArea,
  backend: backendArea,
  notifications: notificationsArea,
  web: webArea,
};
