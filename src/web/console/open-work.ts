import type { AdministratorScope } from '../../../generated/sso/types.ts';
import type { ConsoleApi } from './console-api.ts';
import type { ConsoleSectionName } from './console-sections.ts';
import type { Count } from './platform-health.ts';

/** Something that waits for an operator. */
export interface OpenWork {
  readonly section: ConsoleSectionName;
  readonly title: string;
  readonly count: Count;
}

/** Seconds before its end at which a signing key is shown. */
const expiresSoon = 14 * 86_400;
const query = { limit: 100 };

const counted = (items: readonly unknown[], nextCursor: string | null): Count => ({
  value: items.length,
  more: nextCursor !== null,
});

/** Reads what waits for an operator, within the operator's scopes. */
export async function readOpenWork(
  { call, sso, forum, backend }: ConsoleApi,
  scopes: readonly AdministratorScope[],
  signal: AbortSignal,
): Promise<readonly OpenWork[]> {
  const kinds: readonly (Omit<OpenWork, 'count'> & {
    readonly scope: AdministratorScope;
    readonly read: () => Promise<Count>;
  })[] = [
    {
      section: 'moderation',
      title: 'Reports about the forum',
      scope: 'forum',
      read: async () => {
        const { reports, nextCursor } = await call(() => forum.listReports({ query, signal }));
        return counted(reports, nextCursor);
      },
    },
    {
      section: 'payments',
      title: 'Payments that contradict their invoices',
      scope: 'payments',
      read: async () => {
        const page = await call(() => backend.listContradictions({ query: { ...query, state: 'open' }, signal }));
        return counted(page.contradictions, page.nextCursor);
      },
    },
    {
      section: 'reach-requests',
      title: 'Applications that ask for the platform',
      scope: 'providers',
      read: async () => {
        const page = await call(() => sso.listReachRequests({ query: { ...query, status: 'pending' }, signal }));
        return counted(page.requests, page.nextCursor);
      },
    },
    {
      section: 'keys',
      title: 'Signing keys that end within two weeks',
      scope: 'keys',
      read: async () => {
        const now = Date.now() / 1000;
        const history = await call(() => sso.getJwksHistory({ signal }));
        const ending = (history?.keys ?? []).filter(
          ({ until, revoked }) =>
            revoked === undefined && until !== undefined && until > now && until < now + expiresSoon,
        );
        return counted(ending, null);
      },
    },
  ];
  return Promise.all(
    kinds
      .filter(({ scope }) => scopes.includes(scope))
      .map(async ({ section, title, read }) => ({ section, title, count: await read() })),
  );
}
