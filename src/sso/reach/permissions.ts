import { type PlatformScope, platformScopesOf } from '../../protocol/token-scope.ts';
import type { PlatformResource } from './platform-resource.ts';
import type { ApprovedReach } from './token-audience.ts';

/** Continues "It can …". */
const words: Readonly<Record<PlatformScope, string>> = {
  'forum:write': 'write posts and comments for you at Forum',
  'forum:vote': 'vote for you at Forum',
  'notifications:host': 'receive your notifications and change who may notify you',
  payments: 'create payments for you',
};

/** Returns what an approver allows, in words that continue "It can …". */
export function permissionsOf(
  { reach, scope, resource }: ApprovedReach,
  resources: readonly PlatformResource[] = [],
): readonly string[] {
  const scopes = platformScopesOf(scope);
  if (scopes.length > 0) return scopes.map((granted) => words[granted]);
  const reached = resources.filter(({ uri, acceptsIssuer }) => (resource === null ? acceptsIssuer : uri === resource));
  if (reach === 'sign-in' || reached.length === 0) return ['sign you in'];
  return [`act for you at ${listed(reached.map(({ name }) => name))}`];
}

/** Joins names as English lists them: "Forum and Notifications". */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}
