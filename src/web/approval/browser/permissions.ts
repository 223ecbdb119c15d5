import { platformScopes } from '../../../protocol/token-scope.ts';
import { element } from './screen.ts';
import { findText, formatList } from './language.ts';
import type { AuthorizationRequest } from '../../../../generated/sso/types.ts';

interface Right {
  readonly kind: 'may' | 'cannot';
  readonly text: string;
}

/** What an application may and cannot do, by service. */
type Rights = ReadonlyMap<string, readonly Right[]>;

/** Services of the permission codes, in the order of the list. */
const services = [
  { key: 'service_forum', codes: ['forum:write', 'forum:vote'] },
  { key: 'service_notifications', codes: ['notifications:host'] },
  { key: 'service_payments', codes: ['payments'] },
  { key: 'service_account', codes: ['sign_in', 'profile', 'email'] },
] as const;
const platformCodes: readonly string[] = platformScopes;

/**
 * Returns what approving allows, and what stays impossible. Only what the services enforce is called impossible: an
 * application without platform scopes is limited by its audience alone.
 */
export function rightsOf({ permissions = [], permissionCodes = [], services: names = [] }: Permissions): Rights {
  const codes: readonly string[] = permissionCodes;
  const limited = codes.some((code) => platformCodes.includes(code));
  const signInOnly = codes.includes('sign_in');
  const may = (code: string): Right => {
    const known = findText(`can_${code}`);
    return { kind: 'may', text: known ?? permissions[codes.indexOf(code)] ?? code };
  };
  const cannot = (code: string): Right[] => {
    const text = findText(`cannot_${code}`);
    return text === undefined ? [] : [{ kind: 'cannot', text }];
  };
  const groups = new Map<string, readonly Right[]>();
  if (codes.includes('act'))
    for (const name of names) groups.set(findText(`service_${name.toLowerCase()}`) ?? name, [may('act')]);
  for (const { key, codes: ofService } of services) {
    const granted = ofService.filter((code) => codes.includes(code)).map(may);
    const missing = ofService.filter((code) => !codes.includes(code)).flatMap(cannot);
    const refused = limited || (signInOnly && key === 'service_forum') ? missing : [];
    const account = key === 'service_account' ? cannot('account') : [];
    const rights = [...granted, ...refused, ...account];
    if (rights.length > 0) groups.set(findText(key) ?? key, rights);
  }
  const listed = services.flatMap(({ codes: ofService }): readonly string[] => ofService);
  const others = codes.filter((code) => code !== 'act' && !listed.includes(code)).map(may);
  // A permission that this page does not know yet.
  if (others.length > 0) groups.set('', others);
  return groups;
}

/** Lists what an application may and cannot do, by service. */
export function permissionList(permissions: Permissions): HTMLElement {
  const rows = [...rightsOf(permissions)].flatMap(([service, rights]) => [
    element('dt', {}, service),
    ...rights.map(({ kind, text }) => element('dd', { class: kind }, text)),
  ]);
  return element('dl', { class: 'rights' }, ...rows);
}

/** What approving allows: English words of the contract, and codes that a page in another language says itself. */
export type Permissions = Pick<AuthorizationRequest, 'permissions' | 'permissionCodes' | 'services'>;

/** Returns what approving allows, to be put into a sentence. A code that this page does not know is shown in English. */
export function permissionText({ permissions = [], permissionCodes = [], services = [] }: Permissions): string {
  const named = { services: formatList(services) };
  return formatList(
    permissionCodes.map((code, index) => findText(`permission_${code}`, named) ?? permissions[index] ?? code),
  );
}
