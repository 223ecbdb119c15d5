import { type ReactNode, useState } from 'react';
import { unwrap } from '../../typed-contract/client.ts';
import { useLaunchParams } from '../../client/miniapp/react/host-hooks.ts';
import { MainContent, mountApplication, TopBar } from '../ui/page.tsx';
import { ResourceStatus, useResource, Wait } from '../ui/requests.tsx';
import { CatalogSection, NotifySection, PaymentsSection } from './sections.tsx';
import { demoName } from './demo-name.ts';
import { type MiniAppApi, miniAppApi, readMiniAppConfig, type ShownProduct } from './mini-app-api.ts';
import { RequireSignIn } from '../ui/sign-in-screen.tsx';
import { openTabSession, type PageSession, resumeSession } from '../ui/session.ts';
import { getBridge } from '../../client/miniapp/bridge.ts';
import { bearerMiddleware } from '../../client/http/middleware.ts';
import './mini-app.css';

interface MiniAppProps {
  readonly api: MiniAppApi;
  readonly products: readonly ShownProduct[];
}

/** The demo shop: signs its customer in to the backend, sells the backend's catalog and sends notifications. */
function MiniApp({ api, products }: MiniAppProps): ReactNode {
  const { startParam } = useLaunchParams();
  const [purchases, setPurchases] = useState(0);
  const me = useResource('me', async (signal) => unwrap(await api.backend.getMe({ signal })));
  return (
    <MainContent className="page">
      <h1 className="row">
        <img src="/mini-app/icon.svg" alt="" width="40" height="40" />
        {demoName}
      </h1>
      <ResourceStatus of={me} wait={<Wait>Signing you in…</Wait>} />
      {me.value !== undefined && (
        <>
          <p className="soft">
            You are customer <code>{me.value.id.slice(-12)}</code>
          </p>
          {startParam !== undefined && (
            <p className="notice good">
              You opened the app from a notification: <code>{startParam}</code>
            </p>
          )}
          <CatalogSection api={api} products={products} onDone={() => setPurchases((count) => count + 1)} />
          <NotifySection api={api} />
          <PaymentsSection api={api} products={products} round={purchases} />
        </>
      )}
    </MainContent>
  );
}

/** The mini app outside a host: it signs the user in with the client library. */
function StandaloneMiniApp({ session, ...app }: MiniAppProps & { readonly session: PageSession }): ReactNode {
  return (
    <>
      <TopBar title={demoName} home="/mini-app" session={session} />
      <RequireSignIn
        session={session}
        title={demoName}
        invitation={
          <p>
            This mini app can take payments and send notifications only inside a host.{' '}
            <a href="/host">Open the web host</a>, or sign in here to look around.
          </p>
        }
      >
        <MiniApp {...app} />
      </RequireSignIn>
    </>
  );
}

const config = readMiniAppConfig();
const { authToken } = getBridge().launchParams;
// A host passes an access token; outside a host the page signs the user in itself.
if (authToken === undefined) {
  // A visit does not sign in by itself: the shop can be looked at, and another application's sign-in is not its own.
  const opened = openTabSession(config);
  const session = location.pathname.endsWith('/callback') ? await resumeSession(opened) : opened;
  mountApplication(
    <StandaloneMiniApp session={session} api={miniAppApi(session.middleware)} products={config.products} />,
  );
} else {
  mountApplication(<MiniApp api={miniAppApi(bearerMiddleware(() => authToken))} products={config.products} />);
}
