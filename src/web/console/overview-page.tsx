import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyState, Skeleton, useRefresh } from '../ui/paged-list.tsx';
import { redirectToSignIn } from '../ui/redirect-sign-in.ts';
import { ResourceStatus, useAction, useResource } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { AppLink } from '../ui/router.tsx';
import { Badge } from '../ui/values.tsx';
import { AuditTable } from './audit-table.tsx';
import type { ConsoleAccess, ConsoleApi } from './console-api.ts';
import { consolePath, type ConsoleSectionName } from './console-sections.ts';
import { countText, healthFigures, readPlatformHealth, type Count } from './platform-health.ts';
import type { AdministratorScope } from '../../../generated/sso/types.ts';

/** Something that waits for an operator. */
interface OpenWork {
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
async function readOpenWork(
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

/** Milliseconds after which what is in view is read again. */
const refreshMs = 15_000;

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

interface OverviewProps {
  readonly api: ConsoleApi;
  readonly access: ConsoleAccess;
}

/** The first page of the console: the health of the platform, what waits for somebody, and what happened last. */
export function OverviewPage({ api, access }: OverviewProps): ReactNode {
  const [opened, setOpened] = useState(access);
  const { redirectUri } = api.session;
  const confirm = useAction(async () => {
    // Without a redirect URI the page is not the console's own.
    if (redirectUri !== null) await redirectToSignIn({ ...api.session, redirectUri }, { acrValues: 'open_console' });
    setOpened(await api.keys.open());
  });
  return (
    <>
      <h1>Operator console</h1>
      <Health api={api} access={opened} />
      <Work api={api} access={opened} />
      {opened.scopes.includes('audit') && <Latest api={api} />}
      <p className="soft">
        You act as <strong>{opened.name}</strong>, the name that the audit records. The console is open until{' '}
        <time dateTime={opened.expiresAt}>{clock.format(new Date(opened.expiresAt))}</time>; then it asks for your
        passkey again.
      </p>
      <ErrorNotice error={confirm.error} />
      <p>
        <Button busy={confirm.busy} onClick={() => void confirm.run()}>
          Confirm again now
        </Button>
      </p>
    </>
  );
}

/** Reads something again as long as the console is open anyway. */
const useRefreshWhileOpen = (reload: () => void, { expiresAt }: ConsoleAccess): void =>
  useRefresh(() => {
    if (Date.parse(expiresAt) - refreshMs > Date.now()) reload();
  }, refreshMs);

function Health({ api, access }: OverviewProps): ReactNode {
  const health = useResource('health', (signal) => readPlatformHealth(api, access.scopes, signal));
  useRefreshWhileOpen(health.reload, access);
  return (
    <section aria-labelledby="health">
      <h2 id="health">Health</h2>
      <ResourceStatus of={health} wait={<Skeleton />} />
      {health.value !== undefined && (
        <dl className="figures">
          {healthFigures(health.value).map(({ title, value, note, tone }) => (
            <div key={title} className="card">
              <dt>
                {title} <Badge tone={tone}>{{ good: 'ok', bad: 'look', busy: 'watch', quiet: '' }[tone]}</Badge>
              </dt>
              <dd>{value}</dd>
              <dd className="note">{note}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function Work({ api, access }: OverviewProps): ReactNode {
  const work = useResource('open work', (signal) => readOpenWork(api, access.scopes, signal));
  useRefreshWhileOpen(work.reload, access);
  const waiting = work.value?.filter(({ count }) => count.value > 0);
  return (
    <section aria-labelledby="work">
      <h2 id="work">Open work</h2>
      <ResourceStatus of={work} wait={<Skeleton />} />
      {waiting?.length === 0 && (
        <EmptyState title="Nothing waits for you">What needs a person appears here.</EmptyState>
      )}
      {waiting !== undefined && waiting.length > 0 && (
        <div className="card">
          <DataTable
            label="Open work"
            rows={waiting}
            rowKey={({ section }) => section}
            columns={[
              { title: 'What', cell: ({ section, title }) => <AppLink to={consolePath(section)}>{title}</AppLink> },
              { title: 'Open', kind: 'number', cell: ({ count }) => countText(count) },
            ]}
          />
        </div>
      )}
    </section>
  );
}

function Latest({ api: { call, sso } }: { readonly api: ConsoleApi }): ReactNode {
  const latest = useResource('latest events', (signal) =>
    call(() => sso.listAuditEvents({ query: { limit: 8 }, signal })),
  );
  return (
    <section aria-labelledby="latest">
      <div className="row between">
        <h2 id="latest">What happened last</h2>
        <AppLink to={consolePath('audit')}>All of the audit</AppLink>
      </div>
      <ResourceStatus of={latest} wait={<Skeleton lines={8} />} />
      {latest.value !== undefined && <AuditTable events={latest.value.events} />}
    </section>
  );
}
