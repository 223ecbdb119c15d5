import { backendRequirements } from './backend.ts';
import { forumRequirements } from './forum.ts';
import { notificationsRequirements } from './notifications.ts';
import type { Section, WrittenSection } from './section.ts';
import { ssoRequirements } from './sso.ts';
import { toolkitRequirements } from './toolkit.ts';

const written: readonly WrittenSection[] = [
  ...ssoRequirements,
  ...toolkitRequirements,
  ...forumRequirements,
  ...backendRequirements,
  ...notificationsRequirements,
];

/** Every requirement of the interface document: each table row and sentence that describes behaviour. */
export const requirements: readonly Section[] = written.map(({ section, serves = [], rows }) => ({
  section,
  rows: rows.map((row) => (typeof row === 'string' ? { says: row, serves, provenBy: [row] } : { serves, ...row })),
}));
