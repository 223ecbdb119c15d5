import { lazy, type ReactNode, Suspense } from 'react';
import { MainContent } from '../ui/main-content.tsx';
import { RequireSignIn } from '../ui/require-sign-in.tsx';
import { TopBar } from '../ui/top-bar.tsx';
import { Wait } from '../ui/wait.tsx';
import type { HostHomeProps } from './host-home.tsx';
import { leaveHost } from './leave-host.ts';

/** In a file of its own, which signed-out visitors do not load. */
const HostHome = lazy(async () => ({ default: (await import('./host-home.tsx')).HostHome }));

/** The web host, in which users open mini apps. */
export function WebHost({ api, apps }: HostHomeProps): ReactNode {
  const { session } = api;
  return (
    <>
      <TopBar title="Web host" home="/host" session={session} onSignOut={() => leaveHost(api)} />
      <RequireSignIn
        session={session}
        title="Your mini apps"
        invitation={
          <p>Sign in with your phone or a passkey to open mini apps, pay in them and receive their notifications.</p>
        }
      >
        <Suspense
          fallback={
            <MainContent className="page">
              <Wait />
            </MainContent>
          }
        >
          <HostHome api={api} apps={apps} />
        </Suspense>
      </RequireSignIn>
    </>
  );
}
