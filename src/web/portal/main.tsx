import type { ReactNode } from 'react';
import { MainContent, mountApplication, TopBar } from '../ui/page.tsx';
import { AppLink, usePath } from '../ui/router.tsx';
import { RequireSignIn } from '../ui/sign-in-screen.tsx';
import { openBoundSession, type PageSession, resumeSession } from '../ui/session.ts';
import { AppPage } from './app-page.tsx';
import { AppsPage } from './apps-page.tsx';
import { type AppSection, isSection } from './app-sections.ts';
import { type PortalApi, portalApi } from './portal-api.ts';
import { readPageConfig } from '../ui/page-config.ts';
import '../ui/styles/sections.css';
import './portal.css';

/** The developer portal: apps with keys, webhook, deliveries and usage. */
function Portal({ session, api }: { readonly session: PageSession; readonly api: PortalApi }): ReactNode {
  return (
    <>
      <TopBar title="Developer portal" home="/portal" session={session} />
      <RequireSignIn
        session={session}
        title="Your apps, keys and webhooks"
        invitation={<p>Sign in with your phone or a passkey. Apps that you create belong to you.</p>}
      >
        <Page api={api} />
      </RequireSignIn>
    </>
  );
}

function Page({ api }: { readonly api: PortalApi }): ReactNode {
  const route = routeOf(usePath());
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

const config = readPageConfig();
const session = await resumeSession(await openBoundSession(config, 'portal'));
mountApplication(<Portal session={session} api={portalApi(session, config)} />);
