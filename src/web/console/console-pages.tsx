import type { ReactNode } from 'react';
import { MainContent, usePageTitle } from '../ui/page.tsx';
import { AppLink, usePath } from '../ui/router.tsx';
import { AdministeredAppsPage } from './administered-apps-page.tsx';
import { ApplicationPage } from './application-page.tsx';
import { ApplicationsPage } from './applications-page.tsx';
import { AuditPage } from './audit-page.tsx';
import type { ConsoleAccess, ConsoleApi } from './console-api.ts';
import { consolePath, consoleRouteOf, type ConsoleSectionName, consoleSections } from './console-sections.ts';
import { ConsoleCommands } from './console-commands.tsx';
import { ContradictionsPage } from './contradictions-page.tsx';
import { InvitesPage } from './invites-page.tsx';
import { ModerationPage } from './moderation-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import { OwnerRecordPage } from './owner-record-page.tsx';
import { OwnersPage } from './owners-page.tsx';
import { ReachRequestsPage } from './reach-requests-page.tsx';
import { ShownSettingsPage } from './shown-settings-page.tsx';
import { SigningKeysPage } from './signing-keys-page.tsx';

interface ConsolePagesProps {
  readonly api: ConsoleApi;
  readonly access: ConsoleAccess;
}

/** Scrolls the current tab into view, because on a phone the tabs are wider than the page. */
function showCurrent(tabs: HTMLElement | null): void {
  tabs?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** The sections of the console that an administrator may open. */
export function ConsolePages({ api, access }: ConsolePagesProps): ReactNode {
  const route = consoleRouteOf(usePath());
  const current = typeof route === 'object' ? route.section : route;
  usePageTitle(consoleSections.find(({ name }) => name === current)?.title ?? 'Overview', 'Operator console');
  const allowed = consoleSections.filter(({ scope }) => access.scopes.includes(scope));
  return (
    <MainContent className="page">
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
