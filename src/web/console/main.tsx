import { type ReactNode, useState } from 'react';
import { RefusedError } from '../../typed-contract/client.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { MainContent, mountApplication, TopBar, usePageTitle } from '../ui/page.tsx';
import { redirectToSignIn } from '../ui/redirect-sign-in.ts';
import { RequireSignIn } from '../ui/sign-in-screen.tsx';
import { AppLink, usePath } from '../ui/router.tsx';
import { useAction, useResource, Wait } from '../ui/requests.tsx';
import { openConsoleSession, resumeSession, useSubject } from '../ui/session.ts';
import { AdministeredAppsPage } from './administered-apps-page.tsx';
import { ApplicationPage } from './application-page.tsx';
import { ApplicationsPage } from './applications-page.tsx';
import { AuditPage } from './audit-page.tsx';
import { type ConsoleAccess, type ConsoleApi, createConsoleApi } from './console-api.ts';
import { consolePath, consoleRouteOf, type ConsoleSectionName, consoleSections } from './console-sections.ts';
import { ContradictionsPage } from './contradictions-page.tsx';
import { InvitesPage } from './invites-page.tsx';
import { ModerationPage } from './moderation-page.tsx';
import { OwnerRecordPage } from './owner-record-page.tsx';
import { OwnersPage } from './owners-page.tsx';
import { ShownSettingsPage } from './shown-settings-page.tsx';
import { SigningKeysPage } from './signing-keys-page.tsx';
import { readPageConfig } from '../ui/page-config.ts';
import '../ui/styles/sections.css';
import './console.css';

/** The operator console: administration by owners who were granted it. */
function OperatorConsole({ api }: { readonly api: ConsoleApi }): ReactNode {
  return (
    <>
      <TopBar title="Operator console" home="/admin" session={api.session} onSignOut={api.keys.close} />
      <RequireSignIn
        session={api.session}
        title="Operator console"
        invitation={<p>For operators of this platform. You confirm with your passkey, which counts for ten minutes.</p>}
      >
        <Opened api={api} />
      </RequireSignIn>
    </>
  );
}

/** Opens the console, and shows why it stays closed. */
function Opened({ api }: { readonly api: ConsoleApi }): ReactNode {
  const access = useResource('console', async () => ((await api.keys.isGranted()) ? api.keys.open() : null));
  if (access.value) return <Sections api={api} access={access.value} />;
  if (access.value === null) return <NoAccess api={api} />;
  // The grant ended in between.
  if (access.error instanceof RefusedError && access.error.status === 403) return <NoAccess api={api} />;
  return (
    <MainContent className="page narrow center">
      <h1>Opening the console</h1>
      <ErrorNotice error={access.error} retry={access.reload} />
      {access.loading && <Wait>Checking your access…</Wait>}
    </MainContent>
  );
}

function NoAccess({ api }: { readonly api: ConsoleApi }): ReactNode {
  const sub = useSubject(api.session) ?? '';
  return (
    <MainContent className="page narrow">
      <h1>You have no access</h1>
      <p>
        The operator console is for owners to whom an administrator granted access. An administrator with the bootstrap
        key runs:
      </p>
      <pre>
        <code>npm run --silent admin -- grant {sub} --scope owners,audit</code>
      </pre>
    </MainContent>
  );
}

interface SectionsProps {
  readonly api: ConsoleApi;
  readonly access: ConsoleAccess;
}

/** Scrolls the current tab into view, because on a phone the tabs are wider than the page. */
function showCurrent(tabs: HTMLElement | null): void {
  tabs?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

function Sections({ api, access }: SectionsProps): ReactNode {
  const route = consoleRouteOf(usePath());
  const current = typeof route === 'object' ? route.section : route;
  usePageTitle(consoleSections.find(({ name }) => name === current)?.title ?? 'Overview', 'Operator console');
  const allowed = consoleSections.filter(({ scope }) => access.scopes.includes(scope));
  return (
    <MainContent className="page">
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
      {route === 'overview' && <Overview api={api} access={access} allowed={allowed} />}
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

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

function Overview({
  api,
  access,
  allowed,
}: SectionsProps & {
  readonly allowed: readonly (typeof consoleSections)[number][];
}): ReactNode {
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
      <p className="lead">
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
      <ul className="tiles">
        {allowed.map(({ name, title, purpose }) => (
          <li key={name} className="card">
            <h2>
              <AppLink to={consolePath(name)}>{title}</AppLink>
            </h2>
            <p className="soft">{purpose}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

const config = readPageConfig();
try {
  const session = await resumeSession(await openConsoleSession(config));
  mountApplication(<OperatorConsole api={createConsoleApi(session, config)} />);
} catch (error) {
  mountApplication(
    <MainContent className="page narrow">
      <h1>The console cannot start</h1>
      <ErrorNotice error={error} />
    </MainContent>,
  );
}
