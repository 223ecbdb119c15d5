import { backendSentences } from './backend.ts';
import { forumSentences } from './forum.ts';
import { notificationsSentences } from './notifications.ts';
import type { Section, WrittenSection } from './section.ts';
import { ssoSentences } from './sso.ts';
import { toolkitSentences } from './toolkit.ts';

const written: readonly WrittenSection[] = [
  ...ssoSentences,
  ...toolkitSentences,
  ...forumSentences,
  ...backendSentences,
  ...notificationsSentences,
];

/** Every row and sentence of the interface document that says how something behaves. */
export const sentences: readonly Section[] = written.map(({ section, rows }) => ({
  section,
  rows: rows.map((row) => (typeof row === 'string' ? { says: row, provenBy: [row] } : row)),
}));
