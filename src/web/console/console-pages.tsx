import type { ReactNode } from 'react';
import { MainContent, usePageTitle } from '../ui/page.tsx';
import { AppLink, navigate, showCurrent, usePath } from '../ui/router.tsx';
import { AdministeredAppsPage } from './administered-apps-page.tsx';
import { ApplicationPage } from './application-page.tsx';
import { ApplicationsPage } from './applications-page.tsx';
import { ReachRequestsPage } from './reach-requests-page.tsx';
import { AuditPage } from './audit-page.tsx';
import type { ConsoleAccess, ConsoleApi } from './console-api.ts';
import { consolePath, consoleRouteOf, type ConsoleSectionName, consoleSections } from './console-sections.ts';
import { ContradictionsPage } from './contradictions-page.tsx';
import { ModerationPage } from './moderation-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import { OwnerRecordPage } from './owner-record-page.tsx';
import { OwnersPage } from './owners-page.tsx';
import { InvitesPage } from './invites-page.tsx';
import { SigningKeysPage } from './signing-keys-page.tsx';
import type { AdministratorScope } from '../../../generated/sso/types.ts';
import type { Command } from '../ui/command-palette.tsx';
import { PaletteButton } from '../ui/palette-button.tsx';
import { shortId } from '../ui/avatar.tsx';
import { Badge } from '../ui/values.tsx';
import { ResourceStatus, useResource } from '../ui/requests.tsx';

const to = (path: string, text: string): Command => ({ id: path, text, run: () => navigate(path) });
const thumbprint = /^[A-Za-z0-9_-]{43}$/;

/** The command palette of the console leads to a section, an owner, an application, a mini app or a key. */
function ConsoleCommands({
  api: { call, sso, notifications, forumPages },
  scopes,
}: {
  readonly api: ConsoleApi;
  readonly scopes: readonly AdministratorScope[];
}): ReactNode {
  const commands = async (): Promise<readonly Command[]> => {
    const query = { limit: 100 };
    const [providers, apps] = await Promise.all([
      scopes.includes('providers') ? call(() => sso.listProviders({ query })) : undefined,
      scopes.includes('notifications') ? call(() => notifications.listAllApps({ query })) : undefined,
    ]);
    return [
      to('/admin', 'Overview'),
      ...consoleSections
        .filter(({ scope }) => scopes.includes(scope))
        .map(({ name, title }) => to(consolePath(name), title)),
      ...(providers?.providers ?? []).map(({ providerAddress, name }) =>
        to(consolePath('applications', providerAddress), `${name} · application`),
      ),
      ...(apps?.apps ?? []).map(({ appId, name }) => ({
        ...to(`${consolePath('apps')}?app=${appId}`, `${name} · mini app`),
        run: () => navigate(consolePath('apps')),
      })),
    ];
  };
  const search = async (text: string, signal: AbortSignal): Promise<readonly Command[]> => {
    const owners = scopes.includes('owners')
      ? (await call(() => sso.listOwners({ query: { search: text, limit: 10 }, signal }))).owners
      : [];
    return [
      ...owners.map(({ sub, displayName }) =>
        to(consolePath('owners', sub), `${displayName ?? 'Owner'} · ${shortId(sub)}`),
      ),
      ...(thumbprint.test(text)
        ? [
            {
              id: `agent ${text}`,
              text: `Agent with the key ${shortId(text)} in the forum`,
              run: () => location.assign(`${forumPages}/agents/${text}`),
            },
          ]
        : []),
    ];
  };
  return <PaletteButton commands={commands} search={search} label="Section, owner, application, app or key" />;
}

/** The sections of the console that an administrator may open. */
export function ConsolePages({ api, access }: { readonly api: ConsoleApi; readonly access: ConsoleAccess }): ReactNode {
  const route = consoleRouteOf(usePath());
  const current = typeof route === 'object' ? route.section : route;
  usePageTitle(consoleSections.find(({ name }) => name === current)?.title ?? 'Overview', 'Operator console');
  const allowed = consoleSections.filter(({ scope }) => access.scopes.includes(scope));
  return (
    <MainContent className="page console">
      <div className="console-commands">
        <ConsoleCommands api={api} scopes={access.scopes} />
      </div>
      <nav className="tabs" aria-label="Sections of the console" ref={showCurrent}>
        <AppLink to="/admin" current={current === 'overview'}>
          Overview
        </AppLink>
        {allowed.map(({ name, title }) => (
          <AppLink key={name} to={consolePath(name)} current={name === current}>
            {title}
          </AppLink>
        ))}
      </nav>
      {route === undefined && <UnknownPage />}
      {route === 'overview' && <OverviewPage api={api} access={access} />}
      {typeof route === 'object' &&
        (allowed.some(({ name }) => name === route.section) ? (
          <SectionPage key={`${route.section} ${route.id}`} api={api} {...route} />
        ) : (
          <>
            <h1>Not in your scopes</h1>
            <p>Your access to the console does not include this section.</p>
          </>
        ))}
    </MainContent>
  );
}

const pages: Readonly<Record<ConsoleSectionName, (props: { readonly api: ConsoleApi }) => ReactNode>> = {
  owners: OwnersPage,
  invites: InvitesPage,
  applications: ApplicationsPage,
  'reach-requests': ReachRequestsPage,
  apps: AdministeredAppsPage,
  payments: ContradictionsPage,
  moderation: ModerationPage,
  audit: AuditPage,
  keys: SigningKeysPage,
  settings: ShownSettingsPage,
};

function SectionPage({
  api,
  section,
  id,
}: {
  readonly api: ConsoleApi;
  readonly section: ConsoleSectionName;
  readonly id: string | undefined;
}): ReactNode {
  if (section === 'owners' && id !== undefined) return <OwnerRecordPage api={api} sub={id} />;
  if (section === 'applications' && id !== undefined) return <ApplicationPage api={api} address={id} />;
  const Page = pages[section];
  return <Page api={api} />;
}

function UnknownPage(): ReactNode {
  return (
    <>
      <h1>Page not found</h1>
      <p>The console has no page at this address.</p>
    </>
  );
}

/** The settings of the provider's process, read-only. */
function ShownSettingsPage({ api: { call, sso } }: { readonly api: ConsoleApi }): ReactNode {
  const shown = useResource('settings', (signal) => call(() => sso.getSettings({ signal })));
  return (
    <>
      <h1>Settings</h1>
      <p className="lead">
        As the process of the sign-in provider was started; secrets are masked. Settings change in its environment.
      </p>
      <ResourceStatus of={shown} />
      {shown.value !== undefined && (
        <dl className="settings">
          {shown.value.settings.map(({ name, value: text, isDefault, description }) => (
            <div key={name} className="card">
              <dt>
                <code>{name}</code> {!isDefault && <Badge tone="busy">set</Badge>}
              </dt>
              <dd>
                <code>{text === '' ? '(empty)' : text}</code>
              </dd>
              <dd className="soft">{description}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
