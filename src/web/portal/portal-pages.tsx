import { type ReactNode, useState } from 'react';
import { MainContent } from '../ui/page.tsx';
import { AppLink, usePath } from '../ui/router.tsx';
import { ApplicationPage } from './application-page.tsx';
import { type ApplicationsRoute, applicationsRouteOf } from './applications-api.ts';
import { ApplicationsPage } from './applications-page.tsx';
import { JoinApplicationPage } from './join-application-page.tsx';
import { AppPage } from './app-page.tsx';
import { AppsPage } from './apps-page.tsx';
import { type AppSection, isSection } from './app-sections.ts';
import { PortalCommands } from './portal-commands.tsx';
import type { PortalApi } from './portal-api.ts';

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
