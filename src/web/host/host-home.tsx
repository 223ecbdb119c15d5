import { type ReactNode, useCallback, useState } from 'react';
import type { Push } from '../../../generated/notifications/types.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { MainContent } from '../ui/main-content.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import type { HostApi } from './host-api.ts';
import { readInterruptedPayment } from './interrupted-payment.ts';
import { OpenApp } from './open-app.tsx';
import { PaymentSheet } from './payment-sheet.tsx';
import { PushBanner } from './push-banner.tsx';
import { SettingsPage } from './settings-page.tsx';
import { usePushes } from './use-pushes.ts';
import { useTaps } from './use-taps.ts';
import { useWatching } from './use-watching.ts';

/** A mini app that the host lists. */
export interface HostedApp {
  readonly appId: string;
  readonly name: string;
  readonly url: string;
}

export interface HostHomeProps {
  readonly api: HostApi;
  readonly apps: readonly HostedApp[];
}

/** A started app. Each start has a new number. */
interface StartedApp {
  readonly app: HostedApp;
  readonly startParam: string | undefined;
  readonly number: number;
}

/** The mini apps of a signed-in user: the list and settings, or the open app. */
export function HostHome({ api, apps }: HostHomeProps): ReactNode {
  const [interrupted, setInterrupted] = useState(readInterruptedPayment);
  const paying = apps.find(({ appId }) => appId === interrupted?.appId);
  const [started, setStarted] = useState<StartedApp | undefined>(
    paying && { app: paying, startParam: undefined, number: 0 },
  );
  const { waiting, state, tap, dismiss } = usePushes(api);
  const open = useCallback((app: HostedApp, startParam?: string) => {
    setStarted((before) => ({ app, startParam, number: (before?.number ?? 0) + 1 }));
  }, []);
  const tapped = useCallback(
    (push: Push) => {
      tap(push);
      const app = apps.find(({ appId }) => appId === push.appId);
      if (app) open(app, push.startParam);
    },
    [apps, open, tap],
  );
  usePageTitle(started === undefined ? 'Your mini apps' : started.app.name, 'Web host');
  useTaps(tapped);
  useWatching(api, state);
  return (
    <MainContent className="page">
      {interrupted !== undefined && paying !== undefined && (
        <PaymentSheet
          api={api}
          appId={paying.appId}
          appName={paying.name}
          invoice={interrupted.invoice}
          onAnswer={() => setInterrupted(undefined)}
        />
      )}
      <PushBanner pushes={waiting} onTap={tapped} onDismiss={dismiss} />
      {started === undefined ? (
        <>
          <div className="row between">
            <h1>Your mini apps</h1>
            <Badge tone={state === 'open' ? 'good' : 'busy'}>
              {state === 'open' ? 'listening for notifications' : 'connecting…'}
            </Badge>
          </div>
          <ul className="apps">
            {apps.map((app) => (
              <li key={app.appId} className="card row between">
                <strong>{app.name}</strong>
                <Button kind="primary" onClick={() => open(app)}>
                  Open<span className="hidden"> {app.name}</span>
                </Button>
              </li>
            ))}
          </ul>
          {apps.length === 0 && <p className="empty">This installation has no mini app.</p>}
          <SettingsPage api={api} />
        </>
      ) : (
        <>
          <div className="row between">
            <h1>{started.app.name}</h1>
            <Button onClick={() => setStarted(undefined)}>Close</Button>
          </div>
          <OpenApp
            key={started.number}
            api={api}
            appId={started.app.appId}
            appName={started.app.name}
            url={started.app.url}
            startParam={started.startParam}
          />
        </>
      )}
    </MainContent>
  );
}
