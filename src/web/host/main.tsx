import { lazy, type ReactNode } from 'react';
import { LazyPage, mountApplication, TopBar } from '../ui/page.tsx';
import { RequireSignIn } from '../ui/sign-in-screen.tsx';
import { translated } from './language.ts';
import { readPageConfig } from '../ui/page-config.ts';
import { demoName } from '../mini-app/demo-name.ts';
import { openHostSession, resumeSession } from '../ui/session.ts';

const config = readPageConfig();
const { demoAppId } = config;
const apps =
  demoAppId === null
    ? []
    : [
        {
          appId: demoAppId,
          name: demoName,
          url: `${location.origin}/mini-app`,
          icon: '/mini-app/icon.svg',
        },
      ];
const session = await resumeSession(openHostSession(config));

/** In a file of its own, with the clients of the services, which signed-out visitors do not load. */
const SignedInHost = lazy(async () => {
  const [{ HostHome }, { hostApi }] = await Promise.all([import('./host-home.tsx'), import('./host-api.ts')]);
  const api = hostApi(session, config);
  return { default: () => <HostHome api={api} apps={apps} /> };
});

function WebHost(): ReactNode {
  return (
    <>
      <TopBar title={translated('title')} home="/host" session={session} translated onSignOut={leaveHost} />
      <RequireSignIn session={session} title={translated('yourApps')} invitation={<p>{translated('invitation')}</p>}>
        <LazyPage>
          <SignedInHost />
        </LazyPage>
      </RequireSignIn>
    </>
  );
}

/** Unregisters this browser, so that the next user receives neither these notifications nor an open payment. */
async function leaveHost(): Promise<void> {
  const [{ clearInterruptedPayment, hostApi, removeOwnDevice }, { turnBrowserPushOff }] = await Promise.all([
    import('./host-api.ts'),
    import('./browser-push.ts'),
  ]);
  clearInterruptedPayment();
  const api = hostApi(session, config);
  await Promise.all([removeOwnDevice(api), turnBrowserPushOff(api)]);
}

mountApplication(<WebHost />);
