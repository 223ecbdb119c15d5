import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { Push } from '../../../generated/notifications/types.ts';
import { systemApp } from '../../notifications/sends/notification.ts';
import { Badge } from '../ui/values.tsx';
import { MainContent, usePageTitle } from '../ui/page.tsx';
import { AppLink, navigate, useAddress } from '../ui/router.tsx';
import { type HostApi, readInterruptedPayment } from './host-api.ts';
import {
  accountPath,
  appPath,
  homePath,
  hostRouteOf,
  readTapAddress,
  readTapMessage,
  respondToWatching,
} from './worker-messages.ts';
import { translated } from './language.ts';
import { OpenApp } from './open-app.tsx';
import { PaymentSheet } from './payment-sheet.tsx';
import { PushBanner, type StreamState, usePushes } from './pushes.tsx';
import { SettingsPage } from './settings-page.tsx';
import { isOwnBrowserPush } from './browser-push.ts';
import './host.css';

interface HostedApp {
  readonly appId: string;
  readonly name: string;
  readonly url: string;
  readonly icon: string;
}

/** The mini apps of a signed-in user: the list and settings, or the open app. The address says which. */
export function HostHome({ api, apps }: { readonly api: HostApi; readonly apps: readonly HostedApp[] }): ReactNode {
  const address = useAddress();
  const route = hostRouteOf(new URL(address, location.origin));
  const app = route.page === 'app' ? apps.find(({ appId }) => appId === route.appId) : undefined;
  const [interrupted, setInterrupted] = useState(readInterruptedPayment);
  const [taps, setTaps] = useState(0);
  const { waiting, state, tap, dismiss } = usePushes(api);
  const tapped = useCallback(
    (push: Push) => {
      tap(push);
      if (push.appId === systemApp.id) location.assign(`${api.session.sso.config.ssoBaseUrl}${accountPath(push)}`);
      if (!apps.some(({ appId }) => appId === push.appId)) return;
      navigate(appPath(push.appId, push.startParam));
      setTaps((count) => count + 1);
    },
    [api, apps, tap],
  );
  usePageTitle(app?.name ?? translated(route.page === 'home' ? 'yourApps' : 'notFound'), translated('title'));
  useTaps(tapped);
  useWatching(api, state);
  return (
    <MainContent className="page">
      {interrupted !== undefined && interrupted.appId === app?.appId && (
        <PaymentSheet
          api={api}
          appId={app.appId}
          appName={app.name}
          invoice={interrupted.invoice}
          onResponse={() => setInterrupted(undefined)}
        />
      )}
      <PushBanner pushes={waiting} onTap={tapped} onDismiss={dismiss} />
      {route.page === 'home' && (
        <>
          <div className="row between">
            <h1>{translated('yourApps')}</h1>
            <Badge tone={state === 'open' ? 'good' : 'busy'}>
              {translated(state === 'open' ? 'listening' : 'connecting')}
            </Badge>
          </div>
          <ul className="apps">
            {apps.map(({ appId, name, icon }) => (
              <li key={appId} className="card row between">
                <span className="row app-name">
                  <img src={icon} alt="" width="40" height="40" />
                  <strong>{name}</strong>
                </span>
                <AppLink className="button primary" to={appPath(appId)}>
                  {translated('open')}
                  <span className="hidden"> {name}</span>
                </AppLink>
              </li>
            ))}
          </ul>
          {apps.length === 0 && <p className="empty">{translated('noApp')}</p>}
          <SettingsPage api={api} />
        </>
      )}
      {route.page === 'app' && app !== undefined && (
        <>
          <div className="row between">
            <h1 className="row app-name">
              <img src={app.icon} alt="" width="40" height="40" />
              {app.name}
            </h1>
            <AppLink className="button" to={homePath}>
              {translated('close')}
            </AppLink>
          </div>
          {/* A tap on a notification restarts the app when it is open. */}
          <OpenApp
            key={`${address} ${taps}`}
            api={api}
            appId={app.appId}
            appName={app.name}
            url={app.url}
            startParam={route.startParam}
          />
        </>
      )}
      {route.page !== 'home' && app === undefined && (
        <>
          <h1>{translated('notFound')}</h1>
          <p>{translated('noSuchApp')}</p>
          <AppLink to={homePath}>{translated('yourApps')}</AppLink>
        </>
      )}
    </MainContent>
  );
}

/** Reports tapped browser notifications: the one that opened this page, and later ones. */
function useTaps(onTap: (push: Push) => void): void {
  useEffect(() => {
    const opened = readTapAddress(location.hash);
    if (opened !== undefined) {
      history.replaceState(null, '', location.pathname + location.search);
      onTap(opened);
    }
    const receive = ({ data }: MessageEvent) => {
      const push = readTapMessage(data);
      if (push !== undefined) onTap(push);
    };
    navigator.serviceWorker?.addEventListener('message', receive);
    return () => navigator.serviceWorker?.removeEventListener('message', receive);
  }, [onTap]);
}

/** Responds to the service worker whether this page shows the user's pushes itself, through its open stream. */
function useWatching(api: HostApi, state: StreamState): void {
  useEffect(() => {
    const receive = (event: MessageEvent) => respondToWatching(event, state === 'open' && isOwnBrowserPush(api));
    navigator.serviceWorker?.addEventListener('message', receive);
    return () => navigator.serviceWorker?.removeEventListener('message', receive);
  }, [api, state]);
}
