import type { ReactNode } from 'react';
import { Link, usePath } from '../ui/router.tsx';
import { SignedIn } from '../ui/signed-in.tsx';
import { TopBar } from '../ui/top-bar.tsx';
import type { Session } from '../ui/session.ts';
import { AppPage } from './app-page.tsx';
import { AppsPage } from './apps-page.tsx';
import { isSection, type Section } from './sections.ts';
import type { PortalApi } from './portal-api.ts';

export interface PortalProps {
  readonly session: Session;
  readonly api: PortalApi;
}

/** The developer portal: apps, their keys, webhook, deliveries and usage. */
export function Portal({ session, api }: PortalProps): ReactNode {
  return (
    <>
      <TopBar title="Developer portal" home="/portal" session={session} />
      <SignedIn
        session={session}
        title="Your apps, keys and webhooks"
        invitation={<p>Sign in with your phone or a passkey. Apps that you make belong to you.</p>}
      >
        <Page api={api} />
      </SignedIn>
    </>
  );
}

function Page({ api }: { readonly api: PortalApi }): ReactNode {
  const place = placeOf(usePath());
  if (place === 'apps') return <AppsPage api={api} />;
  if (place !== undefined) return <AppPage key={place.appId} api={api} {...place} />;
  return (
    <main className="page narrow center">
      <h1>Nothing here</h1>
      <p>This address leads nowhere in the portal.</p>
      <Link to="/portal">Your apps</Link>
    </main>
  );
}

function placeOf(path: string): 'apps' | { readonly appId: string; readonly section: Section } | undefined {
  const [, portal, apps, appId, section = 'overview', ...more] = path.replace(/\/$/, '').split('/');
  if (portal !== 'portal' || more.length > 0) return undefined;
  if (apps === undefined) return 'apps';
  if (apps !== 'apps' || appId === undefined || !isSection(section)) return undefined;
  return { appId, section };
}
