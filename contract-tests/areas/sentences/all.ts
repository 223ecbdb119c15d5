import { backendSentences } from './backend.ts';
import { forumSentences } from './forum.ts';
import { notificationsSentences } from './notifications.ts';
import type { Section } from './section.ts';
import { ssoSentences } from './sso.ts';
import { toolkitSentences } from './toolkit.ts';

/** Every row and sentence of the interface document that says how something behaves. */
export const sentences: readonly Section[] = [
  ...ssoSentences,
  ...toolkitSentences,
  ...forumSentences,
  ...backendSentences,
  ...notificationsSentences,
];
