import { type ReactNode, useState } from 'react';
import { unwrap } from '../../typed-contract/client.ts';
import { useLaunchParams } from '../../client/miniapp/react/host-hooks.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { MainContent, TopBar } from '../ui/page.tsx';
import { useResource, Wait } from '../ui/requests.tsx';
import { CatalogSection } from './catalog-section.tsx';
import type { MiniAppApi } from './mini-app-api.ts';
import type { ShownProduct } from './mini-app-server.ts';
import { NotifySection } from './notify-section.tsx';
import { PaymentsSection } from './payments-section.tsx';
import { RequireSignIn } from '../ui/sign-in-screen.tsx';
import type { PageSession } from '../ui/session.ts';

interface MiniAppProps {
  readonly api: MiniAppApi;
  readonly products: readonly ShownProduct[];
}

/** The demo shop: signs its customer in to the backend, sells the backend's catalog and sends notifications. */
export function MiniApp({ api, products }: MiniAppProps): ReactNode {
  const { startParam } = useLaunchParams();
  const [purchases, setPurchases] = useState(0);
  const me = useResource('me', async (signal) => unwrap(await api.backend.getMe({ signal })));
  return (
    <MainContent className="page">
      <h1>Demo shop</h1>
      <ErrorNotice error={me.error} retry={me.reload} />
      {me.value === undefined && me.loading && <Wait>Signing you in…</Wait>}
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
export function StandaloneMiniApp({ session, ...app }: MiniAppProps & { readonly session: PageSession }): ReactNode {
  return (
    <>
      <TopBar title="Demo shop" home="/mini-app" session={session} />
      <RequireSignIn
        session={session}
        title="Demo shop"
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
