import { type ReactNode, useState } from 'react';
import { MainContent, usePageTitle } from '../ui/page.tsx';
import { AppLink, usePath, navigate } from '../ui/router.tsx';
import { ApplicationPage } from './application-page.tsx';
import {
  type ApplicationsRoute,
  applicationsRouteOf,
  applicationPath,
  type PortalApi,
  forgetInvite,
  keptInvite,
} from './portal-api.ts';
import { ApplicationsPage } from './applications-page.tsx';
import { AppPage } from './app-page.tsx';
import { AppsPage } from './apps-page.tsx';
import { type AppSection, isSection, appSections, sectionPath, sectionTitles } from './app-sections.ts';
import type { Command } from '../ui/command-palette.tsx';
import { PaletteButton } from '../ui/palette-button.tsx';
import { Button } from '../ui/button.tsx';
import { useAction } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';

/** The pages of a signed-in developer. The address says which. */
export function PortalPages({ api }: { readonly api: PortalApi }): ReactNode {
  return (
    <>
      <div className="page commands">
        <PortalCommands api={api} />
      </div>
      <Page api={api} />
    </>
  );
}

function Page({ api }: { readonly api: PortalApi }): ReactNode {
  const path = usePath();
  const applications = applicationsRouteOf(path);
  const route = routeOf(path);
  if (applications !== undefined) return <SignInApplications api={api} route={applications} />;
  if (route === 'apps') return <AppsPage api={api} />;
  if (route !== undefined) return <AppPage key={route.appId} api={api} {...route} />;
  return (
    <MainContent className="page narrow center">
      <h1>Page not found</h1>
      <p>The portal has no page at this address.</p>
      <AppLink to="/portal">Your apps</AppLink>
    </MainContent>
  );
}

/** The pages of sign-in applications. A new secret stays on them until the developer says that it is saved. */
function SignInApplications({ api, route }: { readonly api: PortalApi; readonly route: ApplicationsRoute }): ReactNode {
  const [issued, setIssued] = useState<{ readonly clientId: string; readonly secret: string }>();
  const onSecret = (clientId: string, secret: string | undefined) =>
    setIssued(secret === undefined ? undefined : { clientId, secret });
  if (route.page === 'join') return <JoinApplicationPage api={api} />;
  if (route.page === 'applications') return <ApplicationsPage api={api} onSecret={onSecret} />;
  const { clientId, section } = route;
  return (
    <ApplicationPage
      key={clientId}
      api={api}
      clientId={clientId}
      section={section}
      secret={issued?.clientId === clientId ? issued.secret : undefined}
      onSecret={(secret) => onSecret(clientId, secret)}
    />
  );
}

interface AppRoute {
  readonly appId: string;
  readonly section: AppSection;
  /** Of the section `deliveries`, one delivery. */
  readonly deliveryId?: string;
}

function routeOf(path: string): 'apps' | AppRoute | undefined {
  const [, portal, apps, appId, section = 'overview', deliveryId, ...more] = path.replace(/\/$/, '').split('/');
  if (portal !== 'portal' || more.length > 0) return undefined;
  if (apps === undefined) return 'apps';
  if (apps !== 'apps' || appId === undefined || !isSection(section)) return undefined;
  if (deliveryId === undefined) return { appId, section };
  return section === 'deliveries' ? { appId, section, deliveryId } : undefined;
}

/** The command palette of the portal leads to a section of the open app, or to another app. */
function PortalCommands({ api: { call, portal } }: { readonly api: PortalApi }): ReactNode {
  const [, , , appId] = usePath().split('/');
  const commands = async (): Promise<readonly Command[]> => {
    const { apps } = await call(() => portal.listApps({ query: { limit: 100 } }));
    const to = (path: string, text: string) => ({ id: path, text, run: () => navigate(path) });
    return [
      ...(appId === undefined ? [] : appSections.map((one) => to(sectionPath(appId, one), sectionTitles[one]))),
      to('/portal', 'Your apps'),
      ...apps.map((app) => to(sectionPath(app.appId, 'overview'), app.name)),
    ];
  };
  return <PaletteButton commands={commands} />;
}

/** Where the link of an invite leads: one button joins the application. */
function JoinApplicationPage({ api: { call, applications } }: { readonly api: PortalApi }): ReactNode {
  usePageTitle('Join an application', 'Developer portal');
  const [code] = useState(keptInvite);
  const join = useAction(async (invite: string) => {
    const body = { code: invite };
    const { clientId } = await call(() => applications.createApplicationMembership({ body }));
    forgetInvite();
    navigate(applicationPath(clientId));
  });
  return (
    <MainContent className="page narrow center">
      <h1>Join an application</h1>
      {code === null ? (
        <p>This page needs the link of an invite. Ask an owner of the application for one.</p>
      ) : (
        <>
          <p>An owner of a sign-in application invited you to work on it with them. The link works once.</p>
          <ErrorNotice error={join.error} />
          <Button kind="primary" busy={join.busy} onClick={() => void join.run(code)}>
            Join
          </Button>
        </>
      )}
      <p>
        <AppLink to="/portal/applications">Your sign-in applications</AppLink>
      </p>
    </MainContent>
  );
}
