import type { AdministratorScope } from '../../../generated/sso/types.ts';

/** A page of the console, with the scope that its operations need. */
interface ConsoleSection {
  readonly name: string;
  readonly title: string;
  readonly scope: AdministratorScope;
  readonly purpose: string;
}

export const consoleSections = [
  {
    name: 'owners',
    title: 'Owners',
    scope: 'owners',
    purpose: 'Find people; see and end their sessions; suspend, resume or erase them.',
  },
  { name: 'invites', title: 'Invites', scope: 'owners', purpose: 'Let new people in, one invite each.' },
  {
    name: 'applications',
    title: 'Applications',
    scope: 'providers',
    purpose: 'Register, change and disable the applications that sign people in.',
  },
  {
    name: 'reach-requests',
    title: 'Reach requests',
    scope: 'providers',
    purpose: 'Applications whose developers ask to act for people at the services of the platform.',
  },
  {
    name: 'apps',
    title: 'Mini apps',
    scope: 'notifications',
    purpose: 'Apps of all developers, and the health of their webhooks.',
  },
  {
    name: 'payments',
    title: 'Payments',
    scope: 'payments',
    purpose: 'Payment webhooks that contradict their invoices; settle or refuse each one.',
  },
  {
    name: 'moderation',
    title: 'Moderation',
    scope: 'forum',
    purpose: 'Reports about the forum; hide, delete and ban, all in a public log.',
  },
  { name: 'audit', title: 'Audit', scope: 'audit', purpose: 'Search and export what happened.' },
  {
    name: 'keys',
    title: 'Signing keys',
    scope: 'keys',
    purpose: 'Rotate the key that signs tokens; revoke a leaked one.',
  },
  { name: 'settings', title: 'Settings', scope: 'audit', purpose: 'How this platform is configured, read-only.' },
] as const satisfies readonly ConsoleSection[];

export type ConsoleSectionName = (typeof consoleSections)[number]['name'];

export const consolePath = (section: ConsoleSectionName, id?: string): string =>
  id === undefined ? `/admin/${section}` : `/admin/${section}/${encodeURIComponent(id)}`;

/** Text that is not a valid escape stands for itself. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** What an address of the console shows; undefined for an unknown one. */
export function consoleRouteOf(
  path: string,
): 'overview' | { readonly section: ConsoleSectionName; readonly id: string | undefined } | undefined {
  const [, admin, name, id, ...more] = path.replace(/\/$/, '').split('/');
  if (admin !== 'admin' || more.length > 0) return undefined;
  if (name === undefined) return 'overview';
  const section = consoleSections.find((one) => one.name === name);
  if (section === undefined || (id !== undefined && !['owners', 'applications'].includes(name))) return undefined;
  return { section: section.name, id: id === undefined ? undefined : decoded(id) };
}
