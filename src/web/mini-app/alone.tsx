import type { ReactNode } from 'react';
import { SignedIn } from '../ui/signed-in.tsx';
import { TopBar } from '../ui/top-bar.tsx';
import type { Session } from '../ui/session.ts';
import { MiniApp, type MiniAppProps } from './mini-app.tsx';

/** The mini app in an ordinary browser: it signs the person in with the client library. */
export function AloneMiniApp({ session, ...app }: MiniAppProps & { readonly session: Session }): ReactNode {
  return (
    <>
      <TopBar title="Demo shop" home="/mini-app" session={session} />
      <SignedIn
        session={session}
        title="Demo shop"
        invitation={
          <p>
            This mini app is at home in a host, where it may pay and notify. <a href="/host">Open the web host</a>, or
            sign in here to look around.
          </p>
        }
      >
        <MiniApp {...app} />
      </SignedIn>
    </>
  );
}
