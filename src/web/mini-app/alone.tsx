import type { ReactNode } from 'react';
import { SignIn } from '../ui/sign-in.tsx';
import { TopBar } from '../ui/top-bar.tsx';
import { useSubject } from '../ui/use-session.ts';
import type { Session } from '../ui/session.ts';
import { MiniApp, type MiniAppProps } from './mini-app.tsx';

/** The mini app in an ordinary browser: it signs the person in with the client library. */
export function AloneMiniApp({ session, ...app }: MiniAppProps & { readonly session: Session }): ReactNode {
  const sub = useSubject(session);
  return (
    <>
      <TopBar title="Demo shop" home="/mini-app" session={session} />
      {sub === undefined ? (
        <SignIn session={session} title="Demo shop">
          <p>
            This mini app is at home in a host, where it may pay and notify. <a href="/host">Open the web host</a>, or
            sign in here to look around.
          </p>
        </SignIn>
      ) : (
        <MiniApp {...app} />
      )}
    </>
  );
}
