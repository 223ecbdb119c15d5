import type { ReactNode } from 'react';
import { RequireSignIn } from '../ui/require-sign-in.tsx';
import { TopBar } from '../ui/top-bar.tsx';
import type { PageSession } from '../ui/session.ts';
import { MiniApp, type MiniAppProps } from './mini-app.tsx';

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
