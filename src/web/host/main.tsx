import { lazy, type ReactNode, Suspense } from 'react';
import { MainContent, mountApplication, TopBar } from '../ui/page.tsx';
import { RequireSignIn } from '../ui/sign-in-screen.tsx';
import { Wait } from '../ui/requests.tsx';
import type { HostHomeProps } from './host-home.tsx';
import { turnBrowserPushOff } from './browser-push.ts';
import { clearInterruptedPayment, type HostApi, hostApi, removeOwnDevice } from './host-api.ts';
import { readPageConfig } from '../ui/page-config.ts';
import { openHostSession, resumeSession } from '../ui/session.ts';
import './host.css';

/** In a file of its own, which signed-out visitors do not load. */
const HostHome = lazy(async () => ({ default: (await import('./host-home.tsx')).HostHome }));

/** The web host, in which users open mini apps. */
function WebHost({ api, apps }: HostHomeProps): ReactNode {
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

/** Unregisters this browser, so that the next user receives neither these notifications nor an open payment. */
async function leaveHost(api: HostApi): Promise<void> {
  clearInterruptedPayment();
  await Promise.all([removeOwnDevice(api), turnBrowserPushOff(api)]);
}

const config = readPageConfig();
const { demoAppId } = config;
const apps =
  demoAppId === null ? [] : [{ appId: demoAppId, name: 'Demo application', url: `${location.origin}/mini-app` }];
const session = await resumeSession(openHostSession(config));
mountApplication(<WebHost api={hostApi(session, config)} apps={apps} />);
