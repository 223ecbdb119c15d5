import { backendRequirements } from './backend.ts';
import { forumRequirements } from './forum.ts';
import { notificationsResourceRequirements } from './notifications-resources.ts';
import { notificationsEndpointRequirements } from './notifications-endpoints.ts';
import { notificationsEventRequirements } from './notifications-events.ts';
import { notificationsRuleRequirements } from './notifications-rules.ts';
import { publicForumRequirements } from './public-forum.ts';
import { sdkRequirements } from './sdk.ts';
import type { Section, WrittenSection } from './section.ts';
import { ssoResourceRequirements } from './sso-resources.ts';
import { ssoEndpointRequirements } from './sso-endpoints.ts';
import { ssoRuleRequirements } from './sso-rules.ts';
import { toolkitResourceRequirements } from './toolkit-resources.ts';
import { toolkitCommandRequirements } from './toolkit-commands.ts';
import { toolkitRuleRequirements } from './toolkit-rules.ts';

const written: readonly WrittenSection[] = [
  ...ssoResourceRequirements,
  ...ssoEndpointRequirements,
  ...ssoRuleRequirements,
  ...toolkitResourceRequirements,
  ...toolkitCommandRequirements,
  ...toolkitRuleRequirements,
  ...forumRequirements,
  ...backendRequirements,
  ...notificationsResourceRequirements,
  ...notificationsEndpointRequirements,
  ...notificationsEventRequirements,
  ...notificationsRuleRequirements,
];

/** Every requirement of the interface document: each table row and sentence that describes behaviour. */
export const requirements: readonly Section[] = written.map(complete);

/** Requirements beyond the interface document. */
export const furtherRequirements: readonly Section[] = [...publicForumRequirements, ...sdkRequirements].map(complete);

function complete({ section, serves = [], rows }: WrittenSection): Section {
  return {
    section,
    rows: rows.map((row) => (typeof row === 'string' ? { says: row, serves, provenBy: [row] } : { serves, ...row })),
  };
}
