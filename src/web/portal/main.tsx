import { lazy, type ReactNode } from 'react';
import { LazyPage, mountApplication, TopBar } from '../ui/page.tsx';
import { RequireSignIn } from '../ui/sign-in-screen.tsx';
import { openBoundSession, type PageSession, resumeSession } from '../ui/session.ts';
import { portalFirstPaint } from './first-paint.ts';
import { type PortalApi, portalApi, keepInvite } from './portal-api.ts';
import { readPageConfig } from '../ui/page-config.ts';
import '../ui/styles/sections.css';
import './portal.css';

/** In a file of its own, which signed-out visitors do not load. */
const PortalPages = lazy(async () => ({ default: (await import('./portal-pages.tsx')).PortalPages }));

function Portal({ session, api }: { readonly session: PageSession; readonly api: PortalApi }): ReactNode {
  return (
    <>
      <TopBar title={portalFirstPaint.brand} home={portalFirstPaint.home} session={session} />
      <RequireSignIn session={session} title={portalFirstPaint.title} invitation={<p>{portalFirstPaint.invitation}</p>}>
        <LazyPage>
          <PortalPages api={api} />
        </LazyPage>
      </RequireSignIn>
    </>
  );
}

keepInvite();
const config = readPageConfig();
const session = await resumeSession(await openBoundSession(config, 'portal'));
mountApplication(<Portal session={session} api={portalApi(session, config)} />);
